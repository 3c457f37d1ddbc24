"""Drawings of a table: who sits where, what lies there, and what nobody sees."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.game.deal import deal_hand
from pozzetto.game.moves import TAKE
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import State
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players import make
from pozzetto.rulebook.library import load
from pozzetto.text.drawing import drawn
from pozzetto.text.position import set_up
from pozzetto.text.table_words import how_it_ended

ITALIAN = Shapes(burraco_rules())
HANDS = {"N": "3H 4H KD", "E": "5S 6S 10S 5D JK", "S": "7C 8C", "W": "9D"}


def table_of(shapes: Shapes = ITALIAN, **data: Any) -> Table:
    return set_up(data, shapes).table


def plain(table: State | View, width: int = 80, **options: Any) -> list[str]:
    return drawn(table, glyphs=False, colour=False, width=width, **options)


def line_with(lines: list[str], text: str) -> str:
    (line,) = [line for line in lines if text in line]
    return line


# --- seats


def test_seats_stand_as_they_sit() -> None:
    lines = plain(table_of(held=HANDS, dealer="W", to_move="N", pile="8D 10C", stock=20))
    north, south = (line_with(lines, f"{seat} {count} cards") for seat, count in ("N3", "S2"))
    middle = line_with(lines, "W 1 card")
    assert north.strip() == "N 3 cards, to draw"
    assert south.strip() == "S 2 cards"
    assert middle.startswith("W 1 card, dealer")
    assert middle.endswith("E 5 cards")
    assert lines.index(north) < lines.index(middle) < lines.index(south)
    # north and south in the middle: as far from the left as from the right
    for line in (north, south):
        left = len(line) - len(line.lstrip())
        assert abs(left - (80 - len(line))) <= 1
    # a hand at the side has a line a suit, one at the top a single line
    assert line_with(lines, "3H").strip() == "3H 4H KD"
    assert line_with(lines, "5S").endswith("5S 6S 10S")
    assert line_with(lines, "9D").startswith("9D")


def test_two_players_face_each_other() -> None:
    lines = plain(table_of(Shapes(two_player_rules()), held={"N": "3H 4H", "S": "7C"}, stock=9))
    heads = [line.strip() for line in lines if line.strip().startswith(("N 2", "S 1"))]
    assert heads == ["N 2 cards, to draw", "S 1 card, dealer"]


@pytest.mark.parametrize("seats", [1, 2, 3, 5, 6, 8])
def test_any_number_of_seats_is_drawn(seats: int) -> None:
    names = tuple(f"P{seat}" for seat in range(seats))
    rules = burraco_rules(seats=names, teams=names, team_of=tuple(range(seats)), packs=4)
    lines = plain(Table.dealt(Shapes(rules), deal_hand(rules, 1, 0)))
    for name in names:
        line_with(lines, f"{name} 11 cards")


# --- melds


def test_a_burraco_lies_with_one_or_two_cards_turned() -> None:
    lines = plain(
        table_of(
            melds={
                "NS": ["3H 4H 5H 6H 7H 8H 9H", "3S 4S JK=5S 6S 7S 8S 9S", "10C JC QC"],
                "EW": ["QS QH 2C", "KS KS KH KH KD KD JK"],
            }
        )
    )
    assert [line for line in lines if line.startswith("  M")] == [
        "  M1  3H 4H 5H 6H 7H [8H] [9H] clean burraco",
        "  M2  3S 4S JK=5S 6S 7S 8S [9S] dirty burraco",
        "  M3  10C JC QC",
        "  M1  QS QH 2C=Q",
        "  M2  KS KS KH KH KD KD [JK=K] dirty burraco",
    ]


def test_a_parked_wild_stands_for_nothing_and_a_tier_has_its_name() -> None:
    whole = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK"
    lines = plain(table_of(Shapes(fibur_rules()), melds={"NS": [whole]}))
    assert line_with(lines, "M1") == (
        "  M1  AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH [JK] semi-clean burraco"
    )


def test_who_has_a_pozzetto() -> None:
    lines = plain(table_of(to_move="E", pozzetti={"NS": "unopened by N", "EW": "waiting"}))
    assert "NS: pozzetto taken by N, not opened yet" in lines
    assert "EW: pozzetto waiting" in lines
    lines = plain(table_of(pozzetti={"NS": "taken", "EW": "taken"}))
    assert "NS: pozzetto taken" in lines
    assert "EW: pozzetto taken" in lines


# --- the middle


@pytest.mark.clause("IT-DEA-04")
def test_two_pozzetti_lie_crosswise_and_one_lies_alone() -> None:
    # on a narrow page the middle stands by itself
    def middle(**pozzetti: str) -> list[str]:
        lines = plain(table_of(held=HANDS, pozzetti=pozzetti, stock=9), width=40)
        return [line.strip() for line in lines if line.strip()[:1] in "+|#p"]

    pile = "pile empty"
    cross = ["+--+", "+--+--+--+", "|########|", "+--+--+--+", "+--+", "pozzetti 2"]
    alone = ["+--+", "|##|", "|##|", "|##|", "+--+", "pozzetti 1"]
    assert [line for line in middle() if line] == [pile, *cross]
    assert [line for line in middle(NS="taken") if line] == [pile, *alone]
    assert [line for line in middle(NS="taken", EW="taken") if line] == [pile]


def test_the_pile_is_shown_as_far_as_the_rules_show_it() -> None:
    assert "pile 3: 3C KD 10S" in line_with(plain(table_of(pile="3C KD 10S")), "pile")
    closed = Shapes(load("burraco-chiuso"))
    held = {"N": "10H 10D 4C", "E": "5H", "S": "6H", "W": "7H"}
    table = table_of(closed, pile="3C KD 10S", held=held)
    for seen in (table, View(table, 0)):
        lines = plain(seen, shapes=closed)
        assert "pile 3, top: 10S" in line_with(lines, "pile")
        assert not any("3C" in line or "KD" in line for line in lines)
    # while the top card is being justified, nobody sees what is under it
    table.apply(TAKE)
    for seen in (table, View(table, 0)):
        lines = plain(seen, shapes=closed)
        assert "pile 2, face down" in line_with(lines, "pile")
        assert not any("3C" in line or "KD" in line for line in lines)
    assert "pile empty" in line_with(plain(table_of()), "pile")
    assert "stock 17" in line_with(plain(table_of(stock=17)), "stock")


def test_parts_of_the_middle_can_be_left_out() -> None:
    lines = plain(table_of(), middle=("pile",))
    assert not any("stock" in line or "pozzetti" in line for line in lines)


# --- what is hidden


def test_a_view_shows_the_own_hand_only() -> None:
    table = table_of(held=HANDS, pile="8D", stock=20)
    lines = plain(View(table, 0), shapes=ITALIAN)
    assert line_with(lines, "3H").strip() == "3H 4H KD"
    assert "E 5 cards" in line_with(lines, "E 5")
    assert not any(card in " ".join(lines) for card in ("5S", "7C", "9D", "JK"))


def test_an_unopened_pozzetto_lies_face_down() -> None:
    table = table_of(
        to_move="E",
        held={"N": "KS KH KC 3C 4H"},
        pozzetti={"NS": "unopened by N", "EW": "waiting"},
    )
    for seen in (table, View(table, 0), View(table, 1)):
        lines = plain(seen, shapes=ITALIAN)
        assert "N 5 cards, face down" in line_with(lines, "N 5")
        assert "## ## ## ## ##" in lines[1]
        assert not any("KH" in line for line in lines[:2])


def test_at_the_end_it_is_turned_up_to_be_counted() -> None:
    table = table_of(
        held={"N": "KS KH KC 3C 4H"},
        pozzetti={"NS": "unopened by N", "EW": "taken"},
        ended="stock",
    )
    lines = plain(table)
    assert lines[0].strip() == "N 5 cards, never opened"
    assert lines[1].strip() == "KS 4H KH 3C KC"
    assert lines[-1] == "The hand is over: the stock has come to its end."


def test_where_it_is_seen_at_once_its_owner_sees_it() -> None:
    shapes = Shapes(two_player_rules())
    table = table_of(
        shapes,
        to_move="S",
        held={"N": "KS KH KC"},
        pozzetti={"N": "unopened", "S": "waiting"},
        stock=20,
    )
    own, other = plain(View(table, 0), shapes=shapes), plain(View(table, 1), shapes=shapes)
    assert own[0].strip() == "N 3 cards, for the next turn, dealer"
    assert own[1].strip() == "KS KH KC"
    assert other[0].strip() == "N 3 cards, face down, dealer"
    assert other[1].strip() == "## ## ##"


def test_a_view_needs_to_know_how_its_melds_are_numbered() -> None:
    with pytest.raises(ValueError, match="with the shapes in which its melds are numbered"):
        plain(View(table_of(), 0))


# --- how it is written


@pytest.mark.parametrize("name", ["burraco", "burraco-2p", "burraco-chiuso", "burraco-fibur"])
@pytest.mark.parametrize("width", [24, 40, 59, 60, 80, 120])
def test_no_line_is_wider_than_asked_for(name: str, width: int) -> None:
    shapes = Shapes(load(name))
    table = Table.dealt(shapes, deal_hand(shapes.rules, 5, 0))
    choose, random = make("greedy", shapes).choose, Random(5).random
    turns = 0
    while moves := table.legal():
        table.advance(choose(View(table, table.to_move), moves, random))
        if table.turns == turns:
            continue
        turns = table.turns
        for glyphs in (False, True):
            each: State | View
            for each in (table, View(table, 0)):
                lines = drawn(each, glyphs=glyphs, colour=False, width=width, shapes=shapes)
                assert max(map(len, lines)) <= width
                assert all(line.isascii() for line in lines) or glyphs
                assert all(line == line.rstrip() for line in lines)


def test_signs_and_colour() -> None:
    table = table_of(
        held={"N": "AS 10H 2D JK"}, melds={"NS": ["4C JK=5C 6C"]}, pozzetti={"NS": "taken"}
    )
    lines = drawn(table, glyphs=True, colour=False, width=80)
    assert lines[1].strip() == "A♠ 10♥ 2♦ JK"
    assert line_with(lines, "M1") == "  M1  4♣ JK=5♣ 6♣"
    assert "│▒▒│" in line_with(lines[:8], "▒")
    coloured = drawn(table, glyphs=True, colour=True, width=80)
    assert coloured[1].strip() == "A♠ \x1b[31m10♥\x1b[0m \x1b[31m2♦\x1b[0m \x1b[33mJK\x1b[0m"
    assert "  M1  4♣ \x1b[33mJK=5♣\x1b[0m 6♣" in coloured


def test_names_from_outside_cannot_steer_a_terminal() -> None:
    rules: Rules = replace(
        burraco_rules(), seats=("N\x1b[2J", "É", "S", "W"), teams=("N\r\nS", "E\x07W")
    )
    table = Table.dealt(Shapes(rules), deal_hand(rules, 1, 0))
    for glyphs in (False, True):
        text = "\n".join(drawn(table, glyphs=glyphs, colour=False, width=80))
        assert all(char.isprintable() or char == "\n" for char in text)
        assert text.isascii() or glyphs


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("closed by N", "The hand is over: N has closed it."),
        ("stock", "The hand is over: the stock has come to its end."),
        ("stalemate", "The hand is over: it was a stalemate."),
        ("limit", "The hand is over: it came to the bound on turns."),
        ("void", "The hand is over: it was declared void."),
        ("storm by weather", "The hand is over: the house rule weather ended it (storm)."),
    ],
)
def test_how_a_hand_ended_in_words(outcome: str, told: str) -> None:
    assert how_it_ended(outcome) == told
