"""Hooks are documented, and every example in their docstrings does what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hooks_page
import pozzetto
import reference
from plugged import nothing_joined, plugged
from pozzetto import api
from pozzetto.errors import IllegalMove
from pozzetto.game.cards import JOKER, SUIT_OF
from pozzetto.game.deal import deal_hand
from pozzetto.game.match import Match, MatchEnd
from pozzetto.game.table import Table
from pozzetto.lab.simulate import simulate
from pozzetto.rulebook.joining import HOOKS

__all__ = ["nothing_joined"]

EVERY = hooks_page.hooks()

FINISHED = {
    "dealer": "W",
    "held": {"N": "", "E": "KS 9H", "S": "4C", "W": "AD"},
    "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"], "EW": ["KD KC KH", "3D 3H 3S"]},
    "pozzetti": {"NS": "taken", "EW": "waiting"},
    "ended": "closed by N",
}
"""NS: 45 for cards melded, 200 for a clean burraco, 100 for closing, 5 held: 340.
EW: 30 and 15 melded, 20 and 15 held, 100 for the pozzetto: -90."""

Make = Callable[..., pozzetto.Game]


def lines(game: pozzetto.Game, team: str, **more: Any) -> list[tuple[str, int, int]]:
    """What the house rule adds to a team's sheet of the finished table."""
    sheet = game.score(game.table(FINISHED | more))[team]
    return [(line.what, line.count, line.points) for line in sheet if line.plugin]


def total(game: pozzetto.Game, team: str) -> int:
    return sum(line.points for line in game.score(game.table(FINISHED))[team])


def refused(game: pozzetto.Game, table: Table, turn: str) -> str:
    """The sentence that refuses a turn; empty where it is allowed."""
    try:
        game.play(table, turn)
    except IllegalMove as error:
        return str(error)
    return ""


def swap(game: pozzetto.Game, table: Table) -> None:
    """A turn that takes a pile of one card, and throws another."""
    seat = game.rules.seats[table.to_move]
    game.play(table, f"{seat}: take")
    thrown = next(move for move in game.legal(table) if str(move).startswith("discard"))
    game.play(table, f"{seat}: {thrown}")


# --- what each example does


def options(make: Make) -> None:
    game = make("red-threes")
    assert lines(game, "NS") == [("red-threes.red_threes", 1, 100)]
    assert lines(game, "EW") == [("red-threes.red_threes", 2, 200)]
    game = make("red-threes", entry="red-threes: {points: 40}")
    assert lines(game, "EW") == [("red-threes.red_threes", 2, 80)]
    with pytest.raises(pozzetto.RulesetError, match="`points` has to be at least 5, not 4"):
        make("red-threes", entry="red-threes: {points: 4}")


def explain(make: Make) -> None:
    said = make("frowns").rules.house.explained["frowns"]
    assert said.say() == "Who closes twice in a row is frowned upon."
    italian = pozzetto.language.translator("it")
    assert said.say(italian) == "Chi chiude due volte di fila è guardato male."


def meld_objection(make: Make) -> None:
    game = make("long-runs")
    with pytest.raises(IllegalMove, match="A run has at least four cards here"):
        game.meld("3H 4H 5H")
    assert game.meld("3H 4H 5H 6H").kind == "run"
    assert game.meld("9S 9H 9D").kind == "set"


def tier(make: Make) -> None:
    row = "burracos: {aces: {kinds: [set], cards: 7, points: 500, by: ace-sets}}"
    game = make("ace-sets", more=row)
    assert game.burraco(game.meld("AS AS AH AH AD AD AC")) == "aces"
    assert game.burraco(game.meld("KS KS KH KH KD KD KC")) == "clean"
    assert game.burraco(game.meld("AS AS AH AH AD AD")) is None


def kinds(make: Make) -> None:
    game = make("courts")
    assert game.meld("KD JH QS").kind == "court"
    with pytest.raises(IllegalMove):
        game.meld("JH QS KC")
    table = game.table({"phase": "play", "held": {"N": "JH QS KD 4C 9D"}})
    assert [str(move) for move in game.legal(table) if move.verb == "lay"] == ["lay JH QS KD"]
    game.play(table, "N: lay JH QS KD, discard 4C")


def move_objection(make: Make) -> None:
    game = make("second-lap")
    table = game.deal(1)
    assert [str(move) for move in game.legal(table)] == ["draw"]
    assert refused(game, table, "E: take") == "The pile may be taken only from the second lap on."
    for seat in ("E", "S", "W", "N"):
        game.play(table, f"{seat}: draw")
        thrown = next(move for move in game.legal(table) if move.verb == "discard")
        game.play(table, f"{seat}: {thrown}")
    assert [str(move) for move in game.legal(table)] == ["draw", "take"]


def owes(make: Make) -> None:
    game = make("take-and-meld")
    table = game.table({"held": {"N": "9S 9H KC 4D"}, "pile": "9D"})
    game.play(table, "N: take")
    told = "Who takes the pile has to meld in the same turn."
    assert refused(game, table, "N: discard KC") == told
    assert {move.verb for move in game.legal(table)} == {"lay"}
    game.play(table, "N: lay 9S 9H 9D, discard KC")
    # where nothing can be melded with it, it stays where it is
    table = game.table({"held": {"N": "9S 4H KC 6D"}, "pile": "7C"})
    assert [str(move) for move in game.legal(table)] == ["draw"]
    assert "Who takes the pile has to meld" in refused(game, table, "N: take")


def hand_end(make: Make) -> None:
    game = make("sixty-turns", more="hand_ends: {stalemate: none}")
    table = game.deal(1)
    while not table.ended:
        swap(game, table)
    assert (table.ended, table.turns) == ("late by sixty-turns", 60)


def events(make: Make) -> None:
    game = make("last-lap", more="hand_ends: {stalemate: none}")
    table = game.deal(1)
    for _ in range(4):
        swap(game, table)
    # time is called in the fifth turn, and four more are played after it
    game.play(table, f"{game.rules.seats[table.to_move]}: take")
    game.play(table, "*: time")
    seat = game.rules.seats[table.to_move]
    game.play(table, f"{seat}: {next(m for m in game.legal(table) if m.verb == 'discard')}")
    while not table.ended:
        swap(game, table)
    assert (table.ended, table.turns) == ("time by last-lap", 9)


def setup(make: Make) -> None:
    game = make("trump-suit")
    last = {}
    for hand in range(200):
        dealt = deal_hand(game.rules, 1, hand)
        last[dealt.deck[-1]] = Table.dealt(game.shapes, dealt).facts["trump-suit"]
    assert last.pop(JOKER) is None
    assert all(fact == SUIT_OF[kind] for kind, fact in last.items())
    # hearts: seven in the run; a king and a three
    assert lines(game, "NS", facts={"trump-suit": 1}) == [("trump-suit.trumps", 7, 35)]
    assert lines(game, "EW", facts={"trump-suit": 1}) == [("trump-suit.trumps", 2, 10)]
    assert lines(game, "NS", facts={"trump-suit": None}) == []


def score(make: Make) -> None:
    game = make("taken")
    assert lines(game, "NS") == [("taken.pozzetto", 1, 50)]
    assert lines(game, "EW") == []


def score_adjust(make: Make) -> None:
    game = make("doubled")
    assert lines(game, "NS") == [("doubled.double", 1, 340)]
    assert (total(game, "NS"), total(game, "EW")) == (680, -90)


def score_round(make: Make) -> None:
    game = make("tens", more="scoring: {pozzetto_untaken: {points: -105}}")
    assert (total(game, "NS"), total(game, "EW")) == (340, -90)
    assert lines(game, "EW") == [("tens.rounding", 1, 5)]
    assert lines(game, "NS") == []


def match_end(make: Make) -> None:
    rules = make("far-ahead").rules
    outcome = Match(rules=rules, totals=(90, 1590)).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (MatchEnd.HOUSE, 1)
    assert Match(rules=rules, totals=(90, 1585)).outcome is None
    ordinary = Match(rules=rules, totals=(2005, 0)).outcome
    assert ordinary is not None
    assert ordinary.reason is MatchEnd.TARGET


def measures(make: Make) -> None:
    game = make("dealers")
    ((measure, count),) = game.rules.house.measures
    assert (measure.name, measure.unit) == ("closed_by_dealer", "share")
    assert count(game.table(FINISHED)) == 0
    assert count(game.table(FINISHED | {"dealer": "N"})) == 1
    # whatever closes is the dealer's doing in some of the hands, in no more than are closed
    found = simulate(game.rules, 20, 1, workers=1)
    share = found.figure("closed_by_dealer").mean
    assert 0 < share < found.figure("closed").mean
    ((told, title),) = [
        (each.sentence, each.title)
        for each in (figure.measure for figure in found.figures)
        if each.name == "closed_by_dealer"
    ]
    assert str(told) == "Share of the hands that the dealer closes."
    assert str(title) == "closed by the dealer"


def players(make: Make) -> None:
    game = make("firsts")
    player = game.rules.house.players["first"](game.shapes)
    table = game.deal(1)
    game.play_out(table, [player] * 4, [lambda: 0.0] * 4)
    assert table.ended
    again = game.deal(1)
    while moves := again.legal():
        again.apply(moves[0])
    assert again.log == table.log
    assert simulate(game.rules, 2, 1, ("first", "greedy"), workers=1).hands == 4
    assert game.player("first")


CHECKS: dict[str, Callable[[Make], None]] = {
    f"pozzetto_{check.__name__}": check
    for check in (
        options,
        explain,
        meld_objection,
        tier,
        kinds,
        move_objection,
        owes,
        hand_end,
        events,
        setup,
        score,
        score_adjust,
        score_round,
        match_end,
        measures,
        players,
    )
}


def test_every_hook_has_an_example_that_is_tried() -> None:
    assert [each.name for each in EVERY] == list(CHECKS)
    assert {*HOOKS, "pozzetto_options"} == set(CHECKS)


@pytest.mark.parametrize("hook", EVERY, ids=lambda hook: hook.name)
def test_a_hook_says_all_that_its_author_has_to_know(hook: hooks_page.Hook) -> None:
    assert list(hook.parts) == list(hooks_page.PARTS)
    assert hook.summary.endswith(".")
    assert hook.example
    assert all(part.strip().endswith(".") for part in hook.parts.values())
    assert hook.parts["Purity"].startswith(("pure", "it looks at"))
    # a whole plugin: what it is, its version, and the hook
    assert hook.code.startswith('"""')
    assert "\nAPI = 1\n" in hook.code
    assert f"\ndef {hook.name}(" in hook.code


@pytest.mark.parametrize("hook", EVERY, ids=lambda hook: hook.name)
def test_its_example_does_what_it_says(hook: hooks_page.Hook, tmp_path: Path) -> None:
    def make(name: str, **settings: str) -> pozzetto.Game:
        return plugged(tmp_path, name, hook.code, **settings)

    CHECKS[hook.name](make)


def test_every_name_of_the_api_is_documented() -> None:
    told = [name for names in hooks_page.GROUPS.values() for name in names]
    assert sorted([*told, *hooks_page.CONSTANTS]) == sorted(api.__all__)
    page = (reference.DOCS / "reference" / "hooks.md").read_text("utf-8")
    for name in told:
        assert f"{{ #api-{name.lower()} }}" in page
    for name in ("Position", "Action"):
        attributes = {each for each in dir(getattr(api, name)) if not each.startswith("_")}
        assert attributes
        assert all(f"`{each}" in page or f"    {each}:" in page for each in attributes)
