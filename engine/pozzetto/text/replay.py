"""Replay: a recorded hand played again by the rules, and where it parts from its record."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from itertools import zip_longest

from pozzetto.errors import IllegalMove, PozzettoError
from pozzetto.game.deal import Dealt, deal
from pozzetto.game.first_deal import draw_for_deal
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import Line, sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.text.notation import Move, as_move
from pozzetto.text.playing import play
from pozzetto.text.record import UNENDED, Record, as_written
from pozzetto.text.record_text import dealt_lines

_MOST_KEPT = 4
_kept = threading.local()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The first thing in which a hand parts from its record.

    `at` is the key of the record (`draw`, `dealer`, `lift`, `dealt`, `turns`, `ended` or
    `sheet`), on line `line` of its file, and `sentence` says what is wrong there. For a move
    that is refused `turn` is its line, `move` the move and `refusal` the reason, unless no
    rule gives one; for what differs `recorded` is what the record says and `came` what the
    rules say.
    """

    at: str
    line: int
    sentence: str
    turn: str = ""
    move: str = ""
    refusal: Refusal | None = None
    recorded: str = ""
    came: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A recorded hand played again under `rules`: the table as far as it came, None where
    not even the deal could be made, and where it parted, None where all went as recorded.

    Under other rules than the record's own the end and the score may be others; they are
    what `table` and `sheets` say.
    """

    record: Record
    rules: Rules
    table: Table | None
    parting: Parting | None

    @property
    def ok(self) -> bool:
        """Whether the hand went as recorded; under other rules, whether every move did."""
        return self.parting is None

    @property
    def sheets(self) -> tuple[tuple[Line, ...], ...]:
        """The score sheet of each team; empty where the hand did not come to an end."""
        return sheets(self.table) if self.table is not None and self.table.ended else ()

    @property
    def score(self) -> tuple[int, ...]:
        """The hand's score of each team; empty where it did not come to an end."""
        return tuple(sum(line.points for line in sheet) for sheet in self.sheets)


def replay(record: Record, rules: Rules | None = None) -> Replay:
    """A hand played again, by its own rules or by others.

    Raises PozzettoError where the other rules have other seats, another deck or another
    deal, so that the hand could not have been played by them.
    """
    own = rules is None or rules.fingerprint == record.rules.fingerprint
    rules = record.rules if rules is None else rules
    try:
        parting = _draw_parts(record) if own else None
        dealt = deal(record.rules, record.deck, record.dealer, record.lift)
        parting = parting or _deal_parts(record, dealt)
    except IllegalMove as error:
        parting = _at(record, "lift", error.refusal.sentence, refusal=error.refusal)
    except PozzettoError as error:
        parting = _at(record, "lift", str(error))
    if parting is not None:
        return Replay(record=record, rules=rules, table=None, parting=parting)
    if not own:
        _check_alike(record, dealt, rules)
    table = Table.dealt(_shapes(rules), dealt, record.scores)
    parting = _turns_part(record, table)
    if own and parting is None:
        parting = _end_parts(record, table)
    return Replay(record=record, rules=rules, table=table, parting=parting)


def _at(record: Record, key: str, sentence: str, row: int = 0, **more: object) -> Parting:
    return Parting(at=key, line=record.line(key, row), sentence=sentence, **more)  # type: ignore[arg-type]


def _differs(record: Record, key: str, what: str, said: str, came: str, row: int = 0) -> Parting:
    sentence = f"{what}: {said or 'nothing'} in the record, {came or 'nothing'} by the rules"
    return _at(record, key, sentence, row, recorded=said, came=came)


def _draw_parts(record: Record) -> Parting | None:
    """Whether the draw for the first deal seats the players otherwise (IT-DRW-01 … 06)."""
    if record.drawn is None:
        return None
    seats = record.rules.seats
    try:
        seating = draw_for_deal(record.rules, dict(enumerate(record.drawn)))
    except PozzettoError as error:
        return _at(record, "draw", str(error))
    # who deals takes the first seat, and the others sit around in order
    if seating.order != tuple(range(len(seats))):
        order = " ".join(seats[seat] for seat in seating.order)
        return _differs(record, "draw", "who sits where", " ".join(seats), order)
    if record.dealer != seating.dealer:
        dealers = seats[record.dealer], seats[seating.dealer]
        return _differs(record, "dealer", "the first dealer", *dealers)
    return None


def _deal_parts(record: Record, dealt: Dealt) -> Parting | None:
    facts = as_written(dealt)
    if all(getattr(record, name) == fact for name, fact in facts.items()):
        return None
    said, came = dealt_lines(record), dealt_lines(replace(record, **facts))
    for row, part in enumerate(said, 1):
        if said[part] != came[part]:
            what = f"dealt, {part}"
            return _differs(record, "dealt", what, str(said[part]), str(came[part]), row)
    return None


def _turns_part(record: Record, table: Table) -> Parting | None:
    for row, entry in enumerate(record.turns, 1):
        turn = entry.written(record.rules)
        for move in entry.moves:
            try:
                _play(table, entry.seat, move)
            except IllegalMove as error:
                refusal = error.refusal
                return _at(
                    record, "turns", refusal.sentence, row,
                    turn=turn, move=str(move), refusal=refusal,
                )  # fmt: skip
    return None


def _play(table: Table, seat: int, move: Move) -> None:
    if seat == table.to_move and table.owed >= 0:
        # several cards that justify the pile are one move, where one is written like this
        for legal in table.legal():
            if as_move(table, legal) == move:
                table.advance(legal)
                return
    play(table, seat, move)


def _end_parts(record: Record, table: Table) -> Parting | None:
    came = table.outcome()
    if came != record.ended:
        return _differs(
            record, "ended", "the end of the hand", record.ended or UNENDED, came or UNENDED
        )
    if not came:
        return None
    row = 0
    for team, said, counted in zip(record.rules.teams, record.sheets, sheets(table), strict=True):
        for one, other in zip_longest(said, counted):
            row += one is not None
            if one != other:
                what = f"the score of {team}"
                return _differs(record, "sheet", what, _told(one), _told(other), row)
    return None


def _told(line: Line | None) -> str:
    return f"{line.what} {line.count} = {line.points}" if line else ""


def _check_alike(record: Record, dealt: Dealt, rules: Rules) -> None:
    """Refuse rules by which this hand could not have been dealt to these players."""
    check_same_table(record.rules, rules)
    try:
        other = deal(rules, record.deck, record.dealer, record.lift)
    except PozzettoError as error:
        raise PozzettoError(f"{rules.name} deals this hand otherwise: {error}") from None
    names = ("hands", "pozzetti", "pile", "stock")
    for name in names:
        if getattr(other, name) != getattr(dealt, name):
            raise PozzettoError(
                f"{rules.name} deals this hand otherwise: the {name} would not be the same."
            )


def check_same_table(own: Rules, rules: Rules) -> None:
    """Refuse rules for other players, or another deck, than those a hand was played by.

    Raises PozzettoError, saying which.
    """
    if (rules.seats, rules.teams, rules.team_of) != (own.seats, own.teams, own.team_of):
        raise PozzettoError(
            f"This hand was played by {_seating(own)}, and {rules.name} is for {_seating(rules)}."
        )
    if sorted(rules.deck) != sorted(own.deck):
        raise PozzettoError(
            f"This hand was played with {_deck(own)}, and {rules.name} plays with {_deck(rules)}."
        )


def _seating(rules: Rules) -> str:
    return " against ".join(
        f"{team} ({' '.join(rules.seats[seat] for seat in rules.seats_of(index))})"
        for index, team in enumerate(rules.teams)
    )


def _deck(rules: Rules) -> str:
    return f"{rules.packs} packs and {rules.jokers} jokers"


def _shapes(rules: Rules) -> Shapes:
    # the tables of melds of the rules last played by: to fill them takes time
    known: list[Shapes] = _kept.__dict__.setdefault("known", [])
    for shapes in known:
        if shapes.rules == rules:
            return shapes
    known.append(Shapes(rules))
    del known[:-_MOST_KEPT]
    return known[-1]
