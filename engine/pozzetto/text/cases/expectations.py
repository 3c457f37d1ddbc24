"""What a case expects of a table: each key read into a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pozzetto.errors import IllegalMove
from pozzetto.game.cards import arranged, written
from pozzetto.game.melds import Meld, same_play
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import ADD, LAY, index_of, shape_of, what
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import ACCEPTED, Difference, refused_by
from pozzetto.text.cases.sheets import SHEET_KEYS, Expectation, read_sheet
from pozzetto.text.fields import Fields
from pozzetto.text.marked import Mark
from pozzetto.text.notation import Move, meld_of, read_marked, read_move, read_moves, written_move
from pozzetto.text.playing import packed, why_not
from pozzetto.text.position import Position, pozzetto_state
from pozzetto.text.told import told
from pozzetto.text.written_table import PHASES, TAKEN, UNOPENED, WAITING, read_end

Marked: TypeAlias = tuple[tuple[int, ...], tuple[Mark, ...]]
"""A meld as it is written: its cards, and what they are marked to stand for."""


def read_expectation(data: Mapping[str, Any], path: Path, fields: Fields) -> list[Expectation]:
    """The checks that an `expect` asks for; what cannot be read is told as a fault."""
    fields.mapping(data, path, EXPECT_KEYS)
    checks: list[Expectation] = []
    for key, value in data.items():
        if key in _READERS:
            checks += _READERS[key](value, (*path, key), fields)
    sheet = {key: value for key, value in data.items() if key in SHEET_KEYS}
    return [*checks, *read_sheet(sheet, path, fields)]


def _compared(what_it_is: str, expected: str, came: Callable[[Table], str]) -> list[Expectation]:
    def check(position: Position) -> list[Difference]:
        found = came(position.table)
        return [] if found == expected else [Difference(what_it_is, expected, found)]

    return [check]


def _held(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    checks: list[Expectation] = []
    for seat, each, where in fields.by_seat(value, path):
        cards = fields.cards(each, where)
        if cards is not None:
            checks += _compared(
                f"held of {fields.rules.seats[seat]}",
                written(arranged(cards)),
                lambda table, seat=seat: written(table.hands[seat].cards()),  # type: ignore[misc]
            )
    return checks


def _melds(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    checks: list[Expectation] = []
    for team, each, where in fields.by_team(value, path):
        melds = [
            (str(item), fields.parsed(item, here, read_marked))
            for item, here in fields.listing(each, where)
        ]
        checks.append(_melds_check(team, melds))
    return checks


def _melds_check(team: int, melds: Sequence[tuple[str, Marked | None]]) -> Expectation:
    def check(position: Position) -> list[Difference]:
        table = position.table
        lying = [table.shapes.melds[shape] for shape in table.melds[team]]
        expected = [_meld(marked, table) for _, marked in melds]
        if lying == expected:
            return []
        name = table.rules.teams[team]
        told = ", ".join(text for text, _ in melds)
        return [Difference(f"melds of {name}", told, ", ".join(map(meld_written, lying)))]

    return check


def _meld(marked: Marked | None, table: Table) -> Meld | None:
    # a meld that the rules refuse can never lie on the table
    try:
        return meld_of(*marked, table.rules) if marked else None
    except IllegalMove:
        return None


def _pile(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    cards = fields.cards(value, path)
    return _compared("pile", written(cards or ()), lambda table: written(table.pile))


def _stock(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    number = fields.whole(value, path, least=0)
    return _compared("stock", str(number), lambda table: str(len(table.stock)))


def _pozzetti(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    checks: list[Expectation] = []
    for team, each, where in fields.by_team(value, path):
        seats = [fields.rules.seats[seat] for seat in fields.rules.seats_of(team)]
        unopened = [f"{UNOPENED} by {seat}" for seat in seats]
        state = fields.choice(each, where, [WAITING, TAKEN, UNOPENED, *unopened])
        if state is not None:
            checks.append(_pozzetto_check(team, state))
    return checks


def _pozzetto_check(team: int, state: str) -> Expectation:
    def check(position: Position) -> list[Difference]:
        table = position.table
        came = pozzetto_state(table, team)
        # `unopened` alone says enough
        if state == came or state == came.partition(" ")[0]:
            return []
        if came == UNOPENED and state.startswith(UNOPENED):
            return []
        return [Difference(f"pozzetti of {table.rules.teams[team]}", state, came)]

    return check


def _to_move(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    seat = fields.seat(value, path)
    names = fields.rules.seats
    return _compared("to_move", names[seat or 0], lambda table: names[table.to_move])


def _phase(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    phase = fields.choice(value, path, PHASES)
    return _compared("phase", phase or "", lambda table: PHASES[table.drawn])


def _ended(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    # an unquoted no is read as the text it is, but false is what some will write
    if value is False or (isinstance(value, str) and value.lower() == "no"):
        return _compared("ended", "no", lambda table: table.outcome() or "no")
    reason, closer = read_end(value, path, fields) or ("", NOBODY)
    by = "" if closer == NOBODY else f" by {fields.rules.seats[closer]}"
    return _compared("ended", f"{reason}{by}", lambda table: table.outcome() or "no")


def _some_moves(value: Any, path: Path, fields: Fields) -> list[Move]:
    if isinstance(value, str):
        return list(fields.parsed(value, path, read_moves) or ())
    moves = [fields.parsed(item, where, read_move) for item, where in fields.listing(value, path)]
    return [move for move in moves if move is not None]


def _legal(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    moves = _some_moves(value, path, fields)

    def check(position: Position) -> list[Difference]:
        table = position.table
        refusals = [(move, why_not(table, table.to_move, move)) for move in moves]
        return [
            Difference("legal", str(move), refused_by(refused))
            for move, refused in refusals
            if refused is not None
        ]

    return [check]


def _not_legal(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    moves = _some_moves(value, path, fields)

    def check(position: Position) -> list[Difference]:
        table = position.table
        return [
            Difference("not_legal", told("{move} refused", move=move), ACCEPTED)
            for move in moves
            if why_not(table, table.to_move, move) is None
        ]

    return [check]


def _legal_exactly(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    moves = _some_moves(value, path, fields)

    def check(position: Position) -> list[Difference]:
        table = position.table
        differences = []
        classes: Counter[object] = Counter()
        for move in moves:
            try:
                classes[_class(table, packed(table, move))] = 1
            except IllegalMove as error:
                differences.append(Difference("legal_exactly", str(move), error.refusal))
        came = {_class(table, [move]): written_move(table, move) for move in table.legal()}
        wanted = ", ".join(map(str, moves))
        differences += [
            Difference("legal_exactly", told("nothing but {moves}", moves=wanted), text)
            for key, text in came.items()
            if key not in classes
        ]
        if any(key not in came for key in classes):
            differences.append(Difference("legal_exactly", wanted, ", ".join(came.values())))
        return differences

    return [check]


def _class(table: Table, moves: list[int]) -> object:
    # two ways to lay the same cards are one move when they count alike
    (move, *rest) = moves
    if rest:
        return tuple(moves)
    if what(move) not in (LAY, ADD):
        return move
    index = index_of(move) if what(move) == ADD else -1
    return index, same_play(table.shapes.melds[shape_of(move)], table.rules)


_READERS: Mapping[str, Callable[[Any, Path, Fields], list[Expectation]]] = {
    "held": _held,
    "melds": _melds,
    "pile": _pile,
    "stock": _stock,
    "pozzetti": _pozzetti,
    "to_move": _to_move,
    "phase": _phase,
    "ended": _ended,
    "legal": _legal,
    "not_legal": _not_legal,
    "legal_exactly": _legal_exactly,
}
EXPECT_KEYS = ("refused", *_READERS, *SHEET_KEYS)
"""What may be expected of a table."""
