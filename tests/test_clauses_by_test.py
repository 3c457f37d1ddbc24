"""Clauses that a case cannot put to the test: what is no table at all, and whole decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pozzetto.errors import CasesError, PozzettoError
from pozzetto.game.cards import JOKER, NAMES, cards
from pozzetto.game.chance import shuffled
from pozzetto.game.deal import deal, deal_hand
from pozzetto.game.first_deal import draw_for_deal, drawn_from
from pozzetto.game.match import Match
from pozzetto.game.melds import SET
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.rulebook.library import load
from pozzetto.text.notation import read_meld
from pozzetto.text.position import set_up

ITALIAN, FOR_TWO, CLOSED = load("burraco"), load("burraco-2p"), load("burraco-chiuso")
LOW_TO_HIGH = ("3C", "5S", "9H", "KD", "AS")


@pytest.mark.clause("IT-PLY-01")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_burraco_is_for_four(players: int) -> None:
    assert len(ITALIAN.seats) == 4
    drawn = {player: cards(LOW_TO_HIGH[player]) for player in range(players)}
    with pytest.raises(PozzettoError, match=f"burraco is for 4 players, and {players} drew"):
        draw_for_deal(ITALIAN, drawn)


@pytest.mark.clause("IT-PLY-01")
def test_nobody_sits_at_a_fifth_seat() -> None:
    with pytest.raises(CasesError, match="there is no seat 'X', but N, E, S, W"):
        set_up({"held": {"X": "3C"}}, Shapes(ITALIAN))


@pytest.mark.clause("TWO-PLY-01")
@pytest.mark.parametrize("players", [3, 4])
def test_burraco_for_two_is_for_two(players: int) -> None:
    drawn = {player: cards(LOW_TO_HIGH[player]) for player in range(players)}
    with pytest.raises(PozzettoError, match=f"burraco-2p is for 2 players, and {players} drew"):
        draw_for_deal(FOR_TWO, drawn)


@pytest.mark.clause("CH-PLY-01", "CH-PLY-02")
def test_in_closed_burraco_opponents_sit_between_partners() -> None:
    assert [CLOSED.teams[team] for team in CLOSED.team_of] == ["NS", "EW", "NS", "EW"]
    drawn = {player: cards(LOW_TO_HIGH[player]) for player in range(3)}
    with pytest.raises(PozzettoError, match="burraco-chiuso is for 4 players, and 3 drew"):
        draw_for_deal(CLOSED, drawn)


@pytest.mark.clause("IT-PLY-02", "IT-DRW-07")
def test_partners_stay_partners_from_hand_to_hand() -> None:
    match = Match.begin(ITALIAN)
    for hand in range(6):
        assert match.dealer == hand % 4
        dealt = deal_hand(ITALIAN, 9, hand, match.dealer)
        table = Table.dealt(Shapes(ITALIAN), dealt)
        assert [table.rules.teams[team] for team in table.rules.team_of] == ["NS", "EW"] * 2
        match = match.after((10, 20))
    assert match.totals == (60, 120)


@pytest.mark.clause("IT-DCK-01", "IT-DCK-02")
def test_the_italian_deck() -> None:
    deck = Counter(ITALIAN.deck)
    assert deck == {**dict.fromkeys(range(52), 2), JOKER: 4}
    assert sum(deck.values()) == 108


@pytest.mark.clause("TWO-DCK-01", "TWO-DCK-02")
def test_the_deck_for_two() -> None:
    deck = Counter(FOR_TWO.deck)
    assert deck == {**dict.fromkeys(range(52), 2), JOKER: 2}
    assert sum(deck.values()) == 106


@pytest.mark.clause("CH-DCK-01")
def test_the_deck_of_closed_burraco() -> None:
    deck = Counter(CLOSED.deck)
    assert deck == {**dict.fromkeys(range(52), 2), JOKER: 4}


@pytest.mark.clause("IT-DCK-01", "IT-DCK-02")
def test_another_deck_is_not_dealt() -> None:
    deck = list(shuffled(ITALIAN, 1, 0))
    short = [card for card in deck if card != JOKER]
    with pytest.raises(PozzettoError, match="it has 0 of JK, not 4"):
        deal(ITALIAN, short, 0, 30)
    deck[deck.index(NAMES.index("8H"))] = NAMES.index("7H")
    with pytest.raises(PozzettoError, match="it has 3 of 7H, not 2"):
        deal(ITALIAN, deck, 0, 30)


@pytest.mark.clause("IT-DCK-01")
def test_no_hand_holds_three_of_a_card() -> None:
    with pytest.raises(CasesError, match="the deck has only 2 of 7H"):
        set_up({"held": {"N": "7H 7H 7H"}}, Shapes(ITALIAN))


@pytest.mark.clause("IT-DCK-03")
def test_the_copies_of_a_card_do_for_each_other() -> None:
    meld = read_meld("7H 7S 7H", ITALIAN)
    assert meld.kind == SET
    assert meld == read_meld("7H 7H 7S", ITALIAN)


@pytest.mark.clause("IT-VAL-06")
def test_the_italian_deck_is_worth_1080() -> None:
    # 4 × 30, 8 × 20, 8 × 15, 48 from king to eight at 10 and 40 from seven to three at 5
    assert 120 + 160 + 120 + 480 + 200 == 1080
    assert sum(ITALIAN.values[card] for card in ITALIAN.deck) == 1080


@pytest.mark.clause("CH-VAL-01")
def test_the_deck_of_closed_burraco_is_worth_920() -> None:
    # a joker is 20 less than in the Italian game, a two 10 less
    assert 1080 - 4 * 20 - 8 * 10 == 920
    assert sum(CLOSED.values[card] for card in CLOSED.deck) == 920


@pytest.mark.clause("IT-DRW-01")
def test_everybody_draws_one_card_and_no_more() -> None:
    pack = cards("KD 3C 9H 5S AS")
    assert drawn_from(ITALIAN, pack, "NESW") == {
        "N": cards("KD"),
        "E": cards("3C"),
        "S": cards("9H"),
        "W": cards("5S"),
    }
    with pytest.raises(PozzettoError, match="N drew again without need"):
        draw_for_deal(
            ITALIAN,
            {"N": cards("KD 4C"), "E": cards("3C"), "S": cards("9H"), "W": cards("5S")},
        )


@pytest.mark.clause("IT-DRW-04")
def test_one_rank_is_no_reason_to_draw_again() -> None:
    with pytest.raises(PozzettoError, match="drew again without need"):
        draw_for_deal(
            ITALIAN,
            {"N": cards("KS 4C"), "E": cards("KH 6C"), "S": cards("9H"), "W": cards("5S")},
        )


@pytest.mark.clause("TWO-AIM-01")
def test_a_tourney_for_two_goes_to_the_total_that_was_agreed() -> None:
    rules = replace(FOR_TWO, match=replace(FOR_TWO.match, target=500, hands=None))
    match = Match.begin(rules)
    for points, total in (((240, 110), 240), ((255, 300), 495)):
        match = match.after(points)
        assert match.totals[0] == total
        assert match.outcome is None
    match = match.after((10, 5))
    assert match.totals == (505, 415)
    assert match.outcome is not None
    assert match.outcome.winner == 0


@pytest.mark.clause("TWO-SID-01", "TWO-DEA-02")
def test_two_side_stocks_of_eleven_lie_there_unseen() -> None:
    table = Table.dealt(Shapes(FOR_TWO), deal_hand(FOR_TWO, 4, 0))
    for seat in (0, 1):
        assert View(table, seat).pozzetti == (11, 11)


@pytest.mark.clause("IT-DSP-04")
def test_nothing_in_a_view_tells_what_is_in_the_stock_or_in_a_pozzetto() -> None:
    table = Table.dealt(Shapes(ITALIAN), deal_hand(ITALIAN, 4, 0))
    view = View(table, 0)
    assert (view.stock, view.pozzetti, view.sizes) == (41, (11, 11), (11, 11, 11, 11))
    assert view.pile == tuple(table.pile)
