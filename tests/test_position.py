"""Tables written as mappings, and described as such."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.errors import CasesError
from pozzetto.game.cards import cards, written
from pozzetto.game.melds import written as meld_written
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.rulebook.yaml_text import dotted
from pozzetto.text.fields import Fields
from pozzetto.text.position import described, read_position, set_up

BURRACO = Shapes(burraco_rules())
FIBUR = Shapes(fibur_rules())
TWO = Shapes(two_player_rules())


def table(shapes: Shapes = BURRACO, **data: Any) -> Table:
    return set_up(data, shapes).table


def faults(shapes: Shapes = BURRACO, **data: Any) -> dict[str, str]:
    with pytest.raises(CasesError) as caught:
        set_up(data, shapes)
    return {fault.path: fault.message for fault in caught.value.faults}


# --- defaults


def test_a_table_of_which_nothing_is_said() -> None:
    at = table()
    assert (at.dealer, at.to_move, at.drawn, at.ended) == (3, 0, False, "")
    assert [hand.size for hand in at.hands] == [11] * 4
    assert [len(pozzetto) for pozzetto in at.pozzetti] == [11, 11]
    assert (at.pile, len(at.stock)) == ([], 42)
    assert at.took == at.unopened == [NOBODY, NOBODY]
    assert at.cards() == sorted(BURRACO.rules.deck)


@pytest.mark.parametrize(
    ("data", "dealer", "to_move"),
    [
        ({"dealer": "N"}, 0, 1),
        ({"dealer": "W"}, 3, 0),
        ({"to_move": "S"}, 1, 2),
        ({"to_move": "N"}, 3, 0),
        ({"dealer": "N", "to_move": "W"}, 0, 3),
    ],
)
def test_dealer_and_mover_follow_from_each_other(
    data: dict[str, str], dealer: int, to_move: int
) -> None:
    at = set_up(data, BURRACO).table
    assert (at.dealer, at.to_move) == (dealer, to_move)


def test_what_is_written_is_there() -> None:
    at = table(
        phase="play",
        held={"N": "9C kh", "E": ""},
        melds={"NS": ["3H 4H JK", "9S 9H 9D"], "EW": []},
        pozzetto_cards=["KS KH KC"],
        stock="4D 5D",
        pile="8D 10C",
    )
    assert at.drawn
    assert written(at.hands[0].cards()) == "KH 9C"
    assert at.hands[1].size == 0
    assert [meld_written(at.shapes.melds[shape]) for shape in at.melds[0]] == [
        "JK=2H 3H 4H",
        "9S 9H 9D",
    ]
    assert at.pozzetti[0] == cards("KS KH KC")
    assert len(at.pozzetti[1]) == 11
    # the top of the stock and of the pile lies last
    assert at.stock == list(cards("5D 4D"))
    assert at.pile == list(cards("8D 10C"))
    assert at.opening_pile == cards("8D 10C")
    assert at.opening_melds == tuple(map(tuple, at.melds))


def test_unknown_cards_come_from_the_seed() -> None:
    data = {"held": {"N": "9C KH"}}
    assert described(set_up(data, BURRACO).table) == described(set_up(data, BURRACO).table)
    other = described(set_up(data, BURRACO, seed=1).table)
    assert other["held"]["E"] != described(set_up(data, BURRACO).table)["held"]["E"]
    assert other["held"]["N"] == "KH 9C"


def test_the_cards_that_a_seed_gives_never_change() -> None:
    assert described(table())["held"]["N"] == "6S 8S 2H 5H KH 2D KD 9C 10C JK JK"


def test_cards_that_fit_nowhere_are_set_aside() -> None:
    assert len(table(stock=20).cards()) == 108 - 22
    assert len(table(stock="4D").stock) == 1


# --- the pozzetti


def test_pozzetti_waiting_taken_and_unopened() -> None:
    at = table(to_move="E", pozzetti={"NS": "unopened by S", "EW": "waiting"})
    assert (at.took, at.unopened) == ([2, NOBODY], [2, NOBODY])
    assert len(at.pozzetti) == 1
    assert table(pozzetti={"EW": "taken"}).took == [NOBODY, 1]
    assert table(pozzetti={"EW": "taken", "NS": "taken"}).pozzetti == []


def test_the_turn_of_its_owner_opens_a_pozzetto() -> None:
    at = table(to_move="N", pozzetti={"NS": "unopened by N"})
    assert (at.took, at.unopened) == ([0, NOBODY], [NOBODY, NOBODY])
    ended = table(ended="stock", pozzetti={"NS": "unopened by N"})
    assert ended.unopened == [0, NOBODY]


def test_of_two_players_one_may_be_left_out() -> None:
    at = table(TWO, to_move="N", pozzetti={"S": "unopened"})
    assert at.unopened == [NOBODY, 1]
    assert described(at)["pozzetti"] == {"N": "waiting", "S": "unopened"}


def test_pozzetti_in_reserve_are_as_many_as_are_written() -> None:
    assert len(table(TWO, pozzetto_cards=["KS KH KC"]).pozzetti) == 1
    assert table(TWO, pozzetto_cards=[]).pozzetti == []
    assert table(pozzetto_cards=[]).pozzetti == []


def test_the_closer_is_the_one_who_took_it() -> None:
    at = table(ended="closed by S", held={"S": ""}, pozzetti={"NS": "taken", "EW": "taken"})
    assert (at.ended, at.closer, at.took) == ("closed", 2, [2, 1])
    assert at.outcome() == "closed by S"
    assert table(ended="closed by E").hands[1].size == 0


# --- what the rules do by themselves


def test_a_stock_at_its_floor_has_ended_the_hand() -> None:
    assert table(stock=2).ended == "stock"
    assert table(stock=3).ended == ""
    assert table(stock=2, phase="play").ended == "stock"
    assert table(FIBUR, stock=2).ended == "stock"
    assert table(FIBUR, stock=2, phase="play").ended == ""
    assert table(stock=2, ended="stalemate").ended == "stalemate"


def test_a_pozzetto_becomes_the_stock_between_two_turns() -> None:
    at = table(TWO, stock=0, pozzetto_cards=["KS KH KC"])
    assert at.stock == list(cards("KC KH KS"))
    assert at.pozzetti == []
    assert table(TWO, stock=0, phase="play").stock == []
    assert table(TWO, stock=0, pozzetto_cards=[]).ended == "stock"


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        ("stock", "stock"),
        ("stalemate", "stalemate"),
        ("limit", "limit"),
        ("void", "void"),
        ("closed by W", "closed by W"),
        # capitals and blanks are free
        ("Stock", "stock"),
        ("VOID", "void"),
        ("Closed by n", "closed by N"),
        ("closed  BY e", "closed by E"),
    ],
)
def test_the_ends_of_a_hand(ended: str, outcome: str) -> None:
    assert table(ended=ended).outcome() == outcome


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        ("cosed by N", "did you mean `closed by N`?"),
        ("close by N", "did you mean `closed by N`?"),
        ("Closd by n", "did you mean `closed by N`?"),
        ("stock by N", "did you mean `stock`?"),
        ("STOK", "did you mean `stock`?"),
        ("stalmate", "did you mean `stalemate`?"),
        ("closed", "write one of closed by N, stock, stalemate, limit, void"),
        ("tired by some_rule", "is no end of a hand"),
        ("", "is no end of a hand"),
        ("closed by Q", "there is no seat 'Q', but N, E, S, W"),
        ("knock by N", "these rules know no knocking"),
    ],
)
def test_what_is_no_end_of_a_hand(ended: str, says: str) -> None:
    assert says in faults(ended=ended)["ended"]


def test_scores_are_kept_beside_the_table() -> None:
    position = set_up({"scores": {"EW": 250, "NS": -30}}, BURRACO)
    assert position.scores == (-30, 250)
    assert set_up({}, BURRACO).scores == (0, 0)


# --- mistakes, all at once


def test_every_mistake_is_told_with_its_key() -> None:
    found = faults(
        deler="N",
        dealer="Q",
        phase="draws",
        held={"N": "9Z", "E": 9, "X": "3H", "S": "KS KS", "W": "KS"},
        melds={"NS": ["3H 4H 6H", "5C 5D 5S", "5H 5C 5S"], "EE": [], "EW": "3C 4C 5C"},
        pozzetti={"NS": "gone", "EW": "unopened by N"},
        pozzetto_cards=["KD", "3S 4S", "3S 4S", "7S 8S"],
        stock=-1,
        pile=None,
        scores={"NS": "many"},
        ended="closed",
    )
    assert set(found) == {
        "deler",
        "dealer",
        "phase",
        "held.N",
        "held.E",
        "held.X",
        "held.W",
        "melds.NS[0]",
        "melds.NS[2]",
        "melds.EE",
        "melds.EW",
        "pozzetti.NS",
        "pozzetti.EW",
        "pozzetto_cards[0]",
        "pozzetto_cards",
        "stock",
        "pile",
        "scores.NS",
        "ended",
    }
    assert "dealer" in found["deler"]
    assert "only 2 of KS" in found["held.W"]
    assert "follow one another" in found["melds.NS[0]"]


def test_more_cards_than_the_deck_has() -> None:
    assert "only 2 of KS" in faults(held={"N": "KS KS"}, pile="KS")["pile"]
    assert "only 4 of JK" in faults(stock="JK JK JK JK JK")["stock"]
    found = faults(held={"N": "KS"}, melds={"NS": ["QS KS AS"], "EW": ["KS KH KD"]})
    assert list(found) == ["melds.EW[0]"]
    assert "cards are needed" in faults(stock=60)["stock"]
    assert "cards are needed" in faults(held={"N": "KS"}, stock=500)["stock"]


def test_who_has_closed_holds_nothing() -> None:
    found = faults(held={"n": "9C"}, ended="closed by N")
    assert list(found) == ["held.n"]


def test_a_seat_written_twice() -> None:
    assert "second time" in faults(held={"N": "9C", "n": "9D"})["held.n"]


def test_a_number_in_quotes_is_no_number_of_cards() -> None:
    assert list(faults(stock="20")) == ["stock"]
    assert list(faults(stock=True)) == ["stock"]


def test_rules_without_pozzetti_take_none() -> None:
    shapes = Shapes(burraco_rules(pozzetti=None))
    assert list(faults(shapes, pozzetti={"NS": "taken"})) == ["pozzetti"]
    assert list(faults(shapes, pozzetto_cards=["KS KH"])) == ["pozzetto_cards"]
    assert table(shapes).pozzetti == []


def test_a_score_guesses_nothing() -> None:
    found: list[str] = []
    fields = Fields(BURRACO, lambda message, path: found.append(f"{dotted(path)}: {message}"))
    data = {"held": {"N": "", "e": "3C"}, "melds": {"NS": ["3H 4H 5H"]}}
    assert read_position(data, ("table",), fields, complete=True) is None
    assert [line.partition(":")[0] for line in found] == ["table.held", "table", "table"]
    assert "S, W" in found[0]
    assert "NS, EW" in found[1]
    assert "ended" in found[2]


def test_a_whole_table_is_counted() -> None:
    data = {
        "held": {"N": "", "E": "3C", "S": "AS", "W": "JK"},
        "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"]},
        "pozzetti": {"NS": "taken", "EW": "taken"},
        "ended": "closed by N",
    }
    fields = Fields(BURRACO, lambda message, path: pytest.fail(message))
    position = read_position(data, (), fields, complete=True)
    assert position is not None
    assert score(position.table) == (45 + 200 + 100 - 15, -35)


WAITS = "KS KH KD 3C 3D 4H 5S 6D 7H 8C 10D"
"""Eleven cards, a pozzetto as it is taken."""


def counted(shapes: Shapes = BURRACO, **data: Any) -> dict[str, str]:
    """The faults of a table that is counted; none when it can be."""
    found: dict[str, str] = {}
    fields = Fields(shapes, lambda message, path: found.update({dotted(path): message}))
    burraco = "3H 4H 5H 6H 7H 8H 9H"
    usual = {
        "held": {"N": "", "E": "3C", "S": "AS", "W": "JK"},
        "melds": {"NS": [burraco]},
        "pozzetti": {"NS": "taken", "EW": "taken"},
        "ended": "closed by N",
    }
    position = read_position({**usual, **data}, (), fields, complete=True)
    assert (position is None) == bool(found)
    return found


def test_a_total_before_the_hand_is_that_of_every_team() -> None:
    assert counted(scores={"NS": 10, "EW": 0}) == {}
    assert counted(scores={"NS": 10}) == {"scores": "the total of EW is missing"}


@pytest.mark.parametrize(("cards", "size"), [("", 0), ("KS", 1), (WAITS + " QD", 12)])
def test_a_pozzetto_that_is_not_opened_is_held_whole(cards: str, size: int) -> None:
    held = {"N": "", "E": cards, "S": "AS", "W": "JK"}
    found = counted(held=held, pozzetti={"NS": "taken", "EW": "unopened by E"})
    assert found == {"pozzetti.EW": f"E holds the pozzetto as it was taken: 11 cards, not {size}"}
    held["E"] = WAITS
    assert counted(held=held, pozzetti={"NS": "taken", "EW": "unopened by E"}) == {}


def test_who_has_closed_has_opened_the_pozzetto() -> None:
    found = counted(pozzetti={"NS": "unopened by N", "EW": "taken"})
    assert list(found) == ["pozzetti.NS"]
    assert "N has closed" in found["pozzetti.NS"]
    # the partner may still have it (2.46)
    held = {"N": "", "E": "3C", "S": WAITS, "W": "JK"}
    assert counted(held=held, pozzetti={"NS": "unopened by S", "EW": "taken"}) == {}


def test_no_team_closes_while_its_pozzetto_waits() -> None:
    waits = {"NS": "waiting", "EW": "taken"}
    assert "NS cannot be waiting" in counted(pozzetti=waits)["pozzetti.NS"]
    written_out = counted(pozzetti=waits, pozzetto_cards=[WAITS])
    assert list(written_out) == ["pozzetti.NS"]
    # the other team's may wait, and so may it at another end, or when none is left
    assert counted(pozzetti={"NS": "taken", "EW": "waiting"}) == {}
    assert counted(pozzetti=waits, ended="stock") == {}
    assert counted(pozzetti=waits, pozzetto_cards=[]) == {}
    closing = BURRACO.rules.closing
    free = burraco_rules(closing=replace(closing, needs_pozzetto="no"))
    assert counted(Shapes(free), pozzetti=waits) == {}
    strict = burraco_rules(closing=replace(closing, needs_pozzetto="always"))
    assert counted(Shapes(strict), pozzetti=waits, pozzetto_cards=[]) != {}


def test_a_pozzetto_that_became_the_stock_is_not_left() -> None:
    table = {"held": {"N": "", "S": "AS"}, "melds": {"N": ["3H 4H 5H 6H 7H 8H 9H"]}}
    waits = {"N": "waiting", "S": "taken"}
    assert counted(TWO, **table, pozzetti=waits) == {}
    assert list(counted(TWO, **table, pozzetti=waits, pozzetto_cards=[WAITS])) == ["pozzetti.N"]


def test_faults_come_in_the_order_in_which_the_keys_are_written() -> None:
    keys: dict[str, Any] = {
        "stock": -1,
        "pile": "9Z",
        "pozzetti": {"EW": "gone", "NS": "gone"},
        "ended": "over",
        "melds": {"NS": ["3H 4H 5H", "3H 4H 6H"]},
        "held": {"W": "3Z", "N": "3Z"},
        "dealer": "Q",
    }
    expected = ["stock", "pile", "pozzetti.EW", "pozzetti.NS", "ended", "melds.NS[1]"]
    assert list(faults(**keys)) == [*expected, "held.W", "held.N", "dealer"]


# --- the way back


def test_a_description_can_be_set_up_again() -> None:
    at = table(
        to_move="E",
        held={"N": "9C KH"},
        melds={"NS": ["3H 4H JK"], "EW": ["9S 9H 9D"]},
        pozzetti={"NS": "unopened by N"},
        pile="8D 10C",
        stock=20,
    )
    told = described(at)
    assert told["held"]["N"] == "KH 9C"
    assert told["melds"] == {"NS": ["JK=2H 3H 4H"], "EW": ["9S 9H 9D"]}
    assert told["pozzetti"] == {"NS": "unopened by N", "EW": "waiting"}
    assert (told["pile"], told["stock"], told["ended"]) == ("8D 10C", 20, "no")
    again = {key: value for key, value in told.items() if key != "ended"}
    assert described(set_up(again, BURRACO).table) == told
