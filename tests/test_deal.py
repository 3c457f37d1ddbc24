"""The cut and the deal, and the draw for the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.errors import IllegalMove, PozzettoError, RulesetError
from pozzetto.game import chance
from pozzetto.game.cards import cards, written
from pozzetto.game.deal import Dealt, cutter, deal, deal_hand, lift_refusal
from pozzetto.game.first_deal import draw_for_deal, drawn_from, must_draw_again
from pozzetto.game.rules import Cut, Deal, Pozzetti, Rules

N, E, S, W = range(4)
DECK = cards(
    "6S KS 7H AD 8D 2C 9C 3S 10S 4H JH 5D QD 6C KC 3S 10S 4H JH 5D QD 6C KC 7S AH 8H 2D 9D 3C 10C "
    "JK 7S AH 8H 2D 9D 3C 10C 4S JS 5H QH 6D KD 7C JK 4S JS 5H QH 6D KD 7C AS 8S 2H 9H 3D 10D 4C "
    "JC AS 8S 2H 9H 3D 10D 4C JC 5S QS 6H KH 7D AC 8C JK 5S QS 6H KH 7D AC 8C 2S 9S 3H 10H 4D JD "
    "5C QC 2S 9S 3H 10H 4D JD 5C QC 6S KS 7H AD 8D 2C 9C JK"
)


# --- cut and deal


def test_it_dea_a_lift_of_thirty_dealt_by_north() -> None:
    dealt = deal(burraco_rules(), DECK, N, 30)
    held = {
        N: "8H 10C QH JK QH AS 3D AS 3D 5S 7D",
        E: "JK 2D 4S 6D 4S 6D 8S 10D 8S 10D QS",
        S: "7S 9D JS KD JS KD 2H 4C 2H 4C 6H",
        W: "AH 3C 5H 7C 5H 7C 9H JC 9H JC KH",
    }
    assert [written(hand) for hand in dealt.hands] == [held[seat] for seat in (N, E, S, W)]
    assert [written(pozzetto) for pozzetto in dealt.pozzetti] == [
        "10C 9D 8H 7S 6C 5D 4H 3S 6C 5D 4H",
        "3C 2D AH KC QD JH 10S KC QD JH 10S",
    ]
    assert written(dealt.pile) == "AC"
    assert written(dealt.stock) == (
        "8C JK 5S QS 6H KH 7D AC 8C 2S 9S 3H 10H 4D JD 5C QC 2S 9S 3H 10H 4D JD 5C QC 6S KS 7H "
        "AD 8D 2C 9C JK 6S KS 7H AD 8D 2C 9C 3S"
    )
    assert (dealt.dealer, dealt.lift, dealt.deck) == (N, 30, DECK)


def test_it_cut_01_the_dealers_right_cuts() -> None:
    assert [cutter(burraco_rules(), dealer) for dealer in (N, E, S, W)] == [W, N, E, S]
    assert [cutter(two_player_rules(), dealer) for dealer in (0, 1)] == [1, 0]


@pytest.mark.parametrize("dealer", [N, E, S, W])
@pytest.mark.parametrize("lift", [22, 23, 36, 62, 63])
def test_it_dea_every_lift_within_bounds(lift: int, dealer: int) -> None:
    dealt = deal(burraco_rules(), DECK, dealer, lift)
    packet, left = DECK[:lift], DECK[lift:]
    for place in range(4):
        assert dealt.hands[(dealer + 1 + place) % 4] == left[place:44:4]
    assert dealt.pozzetti == (packet[::-1][0:22:2], packet[::-1][1:22:2])
    assert dealt.pile == left[44:45]
    assert dealt.stock == left[45:] + packet[: lift - 22]
    assert len(dealt.stock) == 41


@pytest.mark.parametrize(
    ("lift", "code", "key", "value", "clause", "sentence"),
    [
        (21, "lift-too-small", "deal.cut.least", 22, "IT-CUT-02",
         "The cutter lifts at least 22 cards, not 21."),
        (64, "lift-too-large", "deal.cut.leaves", 45, "IT-CUT-03",
         "At least 45 cards stay in the pack; a lift of 64 leaves 44."),
        (-1, "lift-too-small", "deal.cut.least", 22, "IT-CUT-02",
         "The cutter lifts at least 22 cards, not -1."),
        (200, "lift-too-large", "deal.cut.leaves", 45, "IT-CUT-03",
         "At least 45 cards stay in the pack; a lift of 200 leaves 0."),
    ],
)  # fmt: skip
def test_it_cut_a_lift_out_of_bounds_is_refused(
    lift: int, code: str, key: str, value: int, clause: str, sentence: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        deal(burraco_rules(), DECK, N, lift)
    refusal = caught.value.refusal
    assert refusal == lift_refusal(burraco_rules(), lift)
    assert (refusal.code, refusal.key, refusal.value) == (code, key, value)
    assert refusal.clauses == (clause,)
    assert refusal.sentence == sentence


def test_it_cut_the_bounds_themselves_are_allowed() -> None:
    assert lift_refusal(burraco_rules(), 22) is None
    assert lift_refusal(burraco_rules(), 63) is None


def test_without_a_cut_everything_comes_off_the_top() -> None:
    rules = two_player_rules()
    deck = chance.shuffled(rules, 1, 0)
    dealt = deal(rules, deck, 0, None)
    assert dealt.hands == (deck[1:22:2], deck[0:22:2])
    assert dealt.pozzetti == (deck[22:44:2], deck[23:44:2])
    assert dealt.pile == deck[44:45]
    assert dealt.stock == deck[45:]
    assert len(dealt.stock) == 61


def test_ch_dea_03_no_upcard_and_a_stock_of_42() -> None:
    rules = burraco_rules(deal=Deal(cards=11, upcard=0, pozzetti_from="stock", cut=None))
    dealt = deal_hand(rules, 1, 0)
    assert dealt.pile == ()
    assert len(dealt.stock) == 42


def test_a_cut_where_the_pozzetti_come_from_the_stock_only_turns_the_deck() -> None:
    cut = Cut(least=1, leaves=1, about=36)
    rules = burraco_rules(deal=Deal(cards=11, upcard=1, pozzetti_from="stock", cut=cut))
    uncut = replace(rules, deal=replace(rules.deal, cut=None))
    dealt, plain = deal(rules, DECK, E, 30), deal(uncut, DECK[30:] + DECK[:30], E, None)
    assert replace(dealt, lift=None, deck=plain.deck) == plain


def test_pozzetti_of_unequal_size_alternate_until_the_smaller_is_full() -> None:
    rules = three_players((18, 11))
    deck = chance.shuffled(rules, 1, 0)
    dealt = deal(rules, deck, 2, None)
    assert dealt.hands == (deck[0:33:3], deck[1:33:3], deck[2:33:3])
    assert dealt.pozzetti == (deck[33:55:2] + deck[55:62], deck[34:55:2])
    assert dealt.pile == deck[62:63]


@pytest.mark.parametrize(
    "rules",
    [burraco_rules(), fibur_rules(), two_player_rules(), burraco_rules(pozzetti=None)],
    ids=["burraco", "fibur", "two players", "no pozzetti"],
)
def test_no_card_is_lost_and_seat_k_deals_hand_k(rules: Rules) -> None:
    for hand in range(20):
        dealt = deal_hand(rules, 5, hand)
        assert dealt.dealer == hand % len(rules.seats)
        assert sorted(everything(dealt)) == sorted(rules.deck)
        assert [len(held) for held in dealt.hands] == [11] * len(rules.seats)


def test_more_players_and_packs() -> None:
    rules = six_players()
    dealt = deal_hand(rules, 5, 7)
    assert dealt.dealer == 1
    assert sorted(everything(dealt)) == sorted(rules.deck)
    assert [len(pozzetto) for pozzetto in dealt.pozzetti] == [11, 11, 11]


def test_a_hand_is_dealt_by_whom_one_says() -> None:
    rules = burraco_rules()
    dealt = deal_hand(rules, 5, 0, dealer=W)
    assert dealt.dealer == W
    assert dealt == deal(rules, chance.shuffled(rules, 5, 0), W, chance.cut_size(rules, 5, 0))


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (DECK[:-1], "it has 3 of JK, not 4"),
        (DECK[:-1] + cards("7H"), "it has 3 of 7H, not 2"),
        ((*DECK, 99), "no known kind"),
    ],
)
def test_it_dck_another_deck_is_not_dealt(deck: tuple[int, ...], said: str) -> None:
    with pytest.raises(PozzettoError, match=said):
        deal(burraco_rules(), deck, N, 30)


def test_the_lift_is_given_exactly_where_somebody_cuts() -> None:
    with pytest.raises(PozzettoError, match="how many cards are lifted"):
        deal(burraco_rules(), DECK, N, None)
    rules = two_player_rules()
    with pytest.raises(PozzettoError, match="knows no cut"):
        deal(rules, rules.deck, 0, 30)


def test_only_a_seat_deals() -> None:
    with pytest.raises(PozzettoError, match="no seat 4"):
        deal(burraco_rules(), DECK, 4, 30)


def test_a_packet_too_small_for_the_pozzetti_is_a_fault_of_the_rules() -> None:
    cut = Cut(least=10, leaves=45, about=36)
    rules = burraco_rules(deal=replace(burraco_rules().deal, cut=cut))
    with pytest.raises(RulesetError, match="too small"):
        deal(rules, DECK, N, 21)


# --- the draw for the first deal


@pytest.mark.parametrize(
    ("drawn", "order", "teams"),
    [
        # IT-DRW-02, 03, 05, 06
        ({"N": "3C", "E": "KD", "S": "9H", "W": "5S"}, "NEWS", ("NW", "ES")),
        # IT-RNK-01: the joker, then the two, then the ace
        ({"N": "AS", "E": "2C", "S": "JK", "W": "KS"}, "WSNE", ("WN", "SE")),
        # IT-RNK-02, IT-DRW-04: suits part equal ranks
        ({"N": "KH", "E": "KS", "S": "KC", "W": "KD"}, "SEWN", ("SW", "EN")),
        # IT-DRW-04: twins draw again; the queen beats the four for second place
        ({"N": "9H 4C", "E": "KD", "S": "9H QS", "W": "5S"}, "WENS", ("WN", "ES")),
        # the second card settles the order between the twins only
        ({"N": "3C JK", "E": "KD", "S": "3C QS", "W": "5S"}, "SENW", ("SN", "EW")),
        # two pairs of twins, and one that needs a third card
        ({"N": "3C 4D", "E": "KD 9H 8C", "S": "3C 5D", "W": "KD 9H 8S"}, "NWSE", ("NS", "WE")),
        # three jokers, two of them followed by twins
        ({"N": "JK 7C 3D", "E": "JK AS", "S": "JK 7C 4D", "W": "2H"}, "WENS", ("WN", "ES")),
    ],
)
def test_it_drw_four_players(drawn: Mapping[str, str], order: str, teams: tuple[str, str]) -> None:
    seating = draw_for_deal(burraco_rules(), read(drawn))
    assert "".join(seating.order) == order
    assert seating.dealer == order[0]
    assert tuple("".join(team) for team in seating.teams) == teams


def test_hearts_first_where_the_rules_say_so() -> None:
    drawn = read({"N": "KH", "E": "KS", "S": "KC", "W": "KD"})
    # high to low: N (hearts), W (diamonds), S (clubs), E (spades)
    assert draw_for_deal(fibur_rules(), drawn).order == ("E", "N", "S", "W")


def test_two_players_the_lowest_deals() -> None:
    seating = draw_for_deal(two_player_rules(), {"Ada": cards("9H"), "Bea": cards("QC")})
    assert seating.order == ("Ada", "Bea")
    assert seating.teams == (("Ada",), ("Bea",))


def test_three_players_sit_from_high_to_low_from_the_dealers_left() -> None:
    seating = draw_for_deal(
        three_players((11, 11)), {1: cards("QC"), 2: cards("4D"), 3: cards("AS")}
    )
    assert seating.order == (2, 3, 1)


def test_three_pairs_the_highest_two_together() -> None:
    drawn = dict(enumerate(((card,) for card in cards("AS KS QS JS 10S 9S")), start=1))
    seating = draw_for_deal(six_players(), drawn)
    assert seating.order == (6, 1, 3, 5, 2, 4)
    assert seating.teams == ((6, 5), (1, 2), (3, 4))


@pytest.mark.parametrize(
    ("drawn", "again"),
    [
        ({"N": "9H", "E": "KD", "S": "9H", "W": "5S"}, "N and S must draw again"),
        ({"N": "9H 4C", "E": "KD", "S": "9H", "W": "5S"}, "S must draw again"),
        ({"N": "9H 4C", "E": "KD", "S": "9H 4C", "W": "5S"}, "N and S must draw again"),
        ({"N": "JK", "E": "JK", "S": "JK", "W": "5S"}, "N, E and S must draw again"),
        ({"N": "9H", "E": "KD", "S": "9H", "W": "KD"}, "E, W, N and S must draw again"),
    ],
)
def test_it_drw_04_who_must_draw_again_is_said(drawn: Mapping[str, str], again: str) -> None:
    with pytest.raises(PozzettoError, match=f"^{again}"):
        draw_for_deal(burraco_rules(), read(drawn))


def test_it_drw_01_nobody_draws_twice_without_a_tie() -> None:
    drawn = read({"N": "3C", "E": "KD 4H", "S": "9H", "W": "5S"})
    with pytest.raises(PozzettoError, match=r"^E drew again without need"):
        draw_for_deal(burraco_rules(), drawn)
    drawn = read({"N": "9H 4C 5D", "E": "KD", "S": "9H QS", "W": "5S"})
    with pytest.raises(PozzettoError, match=r"^N drew again without need"):
        draw_for_deal(burraco_rules(), drawn)


def test_a_draw_that_cannot_have_been_made() -> None:
    with pytest.raises(PozzettoError, match="for 4 players, and 3 drew"):
        draw_for_deal(burraco_rules(), read({"N": "3C", "E": "KD", "S": "9H"}))
    drawn = read({"N": "9H 3C", "E": "9H 4C", "S": "9H 5C", "W": "5S"})
    with pytest.raises(PozzettoError, match="9H was drawn 3 times; the deck has 2"):
        draw_for_deal(burraco_rules(), drawn)


def test_rules_without_a_draw_for_the_deal() -> None:
    rules = burraco_rules(draw_for_deal=None)
    with pytest.raises(RulesetError, match="how the first dealer is drawn"):
        draw_for_deal(rules, read({"N": "3C", "E": "KD", "S": "9H", "W": "5S"}))


def test_twins_draw_on_from_the_rest_of_the_pack() -> None:
    rules = burraco_rules()
    pack = cards("9H KD 9H 5S 4C 4C 7S 8S QS")
    drawn = drawn_from(rules, pack, ("N", "E", "S", "W"))
    assert drawn == read({"N": "9H 4C 7S", "E": "KD", "S": "9H 4C 8S", "W": "5S"})
    assert draw_for_deal(rules, drawn).order == ("W", "E", "N", "S")


def test_a_draw_from_a_shuffled_pack_is_always_settled() -> None:
    rules = burraco_rules()
    redrawn = 0
    for seed in range(400):
        drawn = drawn_from(rules, chance.drawing_pack(rules, seed), range(4))
        assert must_draw_again(rules, drawn) == ()
        assert sorted(draw_for_deal(rules, drawn).order) == [0, 1, 2, 3]
        redrawn += any(len(own) > 1 for own in drawn.values())
    # twins or jokers come among four cards in about 6 draws of 100
    assert 8 <= redrawn <= 45


def test_a_pack_that_runs_out_is_said() -> None:
    with pytest.raises(PozzettoError, match="ran out"):
        drawn_from(burraco_rules(), cards("9H KD 9H 5S 4C"), "NESW")


def read(drawn: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    return {player: cards(text) for player, text in drawn.items()}


def everything(dealt: Dealt) -> list[int]:
    piles = (*dealt.hands, *dealt.pozzetti, dealt.pile, dealt.stock)
    return [card for pile in piles for card in pile]


def three_players(piles: tuple[int, ...]) -> Rules:
    return burraco_rules(
        seats=("A", "B", "C"),
        teams=("A", "B", "C"),
        team_of=(0, 1, 2),
        deal=Deal(cards=11, upcard=1, pozzetti_from="stock", cut=None),
        pozzetti=some_pozzetti(piles),
    )


def six_players() -> Rules:
    return burraco_rules(
        seats=("A", "B", "C", "D", "E", "F"),
        teams=("AD", "BE", "CF"),
        team_of=(0, 1, 2, 0, 1, 2),
        packs=3,
        jokers=6,
        deal=Deal(cards=11, upcard=1, pozzetti_from="cut", cut=Cut(least=33, leaves=67, about=54)),
        pozzetti=some_pozzetti((11, 11, 11)),
    )


def some_pozzetti(piles: tuple[int, ...]) -> Pozzetti:
    italian = burraco_rules().pozzetti
    assert italian is not None
    return replace(italian, piles=piles)
