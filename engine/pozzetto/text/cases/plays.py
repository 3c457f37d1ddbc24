"""Cases of play: a table, the moves, what comes of them; and finished tables, counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.errors import IllegalMove, NotationError
from pozzetto.game.refusals import Phrase
from pozzetto.game.state import State
from pozzetto.game.table import Table
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import (
    ACCEPTED,
    COMMON_KEYS,
    Difference,
    Judge,
    Wanted,
    read_refused,
    refusal_difference,
    refused_by,
)
from pozzetto.text.cases.expectations import read_expectation
from pozzetto.text.cases.sheets import SHEET_KEYS, Expectation, read_sheet
from pozzetto.text.fields import Fields, said
from pozzetto.text.notation import Move, Turn, read_turn, turn_of
from pozzetto.text.playing import play, why_not
from pozzetto.text.position import Position, read_position

PLAY_CHECKS = ("expect",)
PLAY_KEYS = (*COMMON_KEYS, "table", "do", *PLAY_CHECKS)
SCORE_KEYS = (*COMMON_KEYS, "table", *SHEET_KEYS)

_UNCHANGED = Phrase("unchanged by the refused move")
_CHANGED = Phrase("changed")


def read_play(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of play: `table`, `do` and `expect`."""
    fields.mapping(data, path, PLAY_KEYS)
    position = read_position(
        data.get("table", {}), (*path, "table"), fields, seed=read_seed(data, path, fields)
    )
    turns = read_turns(data.get("do", []), (*path, "do"), fields)
    wanted: Wanted = False
    expect = fields.mapping(data.get("expect", {}), (*path, "expect")) or {}
    if "refused" in expect:
        wanted = read_refused(expect["refused"], (*path, "expect", "refused"), fields)
    rest = {key: value for key, value in expect.items() if key != "refused"}
    checks = read_expectation(rest, (*path, "expect"), fields)
    if wanted and turns == []:
        fields.say("there is no move to be refused", (*path, "expect", "refused"))
    if position is None or turns is None:
        return None
    moves = [(turn.seat, move) for turn in turns for move in turn.moves]
    return lambda: _played(position, moves, wanted, checks)


def read_score(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of a finished table: `table` in full, and its `score`."""
    fields.mapping(data, path, SCORE_KEYS)
    if "table" not in data:
        fields.say("a score is counted on a table: write `table`", path)
        return None
    position = read_position(
        data["table"],
        (*path, "table"),
        fields,
        seed=read_seed(data, path, fields),
        complete=True,
    )
    sheet = {key: data[key] for key in SHEET_KEYS if key in data}
    checks = read_sheet(sheet, path, fields)
    if position is None:
        return None
    return lambda: [each for check in checks for each in check(position)]


def read_seed(data: Mapping[str, Any], path: Path, fields: Fields) -> int:
    """The seed by which a case fills what is not known."""
    return fields.whole(data.get("seed", 0), (*path, "seed")) or 0


def read_turns(value: Any, path: Path, fields: Fields) -> list[Turn] | None:
    """Turns in order, each a seat and its moves; None when there are faults."""
    turns = []
    for item, where in fields.listing(value, path):
        turn = _turn(item, where, fields)
        if turn is not None:
            turns.append(turn)
    complete = isinstance(value, list) and len(turns) == len(value)
    return turns if complete else None


def _turn(item: Any, path: Path, fields: Fields) -> Turn | None:
    if isinstance(item, Mapping) and len(item) == 1:
        ((seat, moves),) = item.items()
        if not isinstance(moves, str):
            fields.say(f"expected the moves of {seat}'s turn, not {said(moves)}", (*path, seat))
            return None
        try:
            return turn_of(str(seat), moves, fields.rules)
        except NotationError as error:
            fields.say(str(error), (*path, seat))
            return None
    if isinstance(item, str):
        return fields.parsed(item, path, lambda text: read_turn(text, fields.rules))
    fields.say("a turn is a seat and its moves: `N: draw, discard KS`", path)
    return None


def _played(
    position: Position, moves: list[tuple[int, Move]], wanted: Wanted, checks: list[Expectation]
) -> list[Difference]:
    table = position.table.copy()
    for seat, move in moves[:-1] if wanted else moves:
        try:
            play(table, seat, move)
        except IllegalMove as error:
            came = refused_by(error.refusal)
            return [Difference(_whose(table, seat, move), ACCEPTED, came)]
    differences: list[Difference] = []
    if wanted:
        differences += _refused(table, *moves[-1], wanted)
    after = Position(table=table, scores=position.scores)
    return [*differences, *(each for check in checks for each in check(after))]


def _refused(table: Table, seat: int, move: Move, wanted: Wanted) -> list[Difference]:
    before = _facts(table)
    difference = refusal_difference(wanted, why_not(table, seat, move))
    differences = [] if difference is None else [difference]
    if _facts(table) != before:
        differences.append(Difference("table", _UNCHANGED, _CHANGED))
    return differences


def _facts(table: Table) -> str:
    # everything that a move could change
    facts = {name: getattr(table, name) for name in State.__slots__}
    facts["hands"] = [hand.cards() for hand in table.hands]
    del facts["rules"], facts["shapes"]
    return str(facts)


def _whose(table: Table, seat: int, move: Move) -> str:
    return Turn(seat, (move,)).written(table.rules)
