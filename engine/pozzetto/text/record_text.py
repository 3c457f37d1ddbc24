"""Hand records written: as text, and as JSON Lines. `record` tells the form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pozzetto.game.cards import written
from pozzetto.game.scoring import Line
from pozzetto.rulebook.yaml_writing import flow, key_text
from pozzetto.text.record import (
    FORMAT,
    HAND_KEYS,
    HEAD_KEYS,
    OPENING,
    UNENDED,
    Book,
    Comment,
    Record,
    plain,
)

WIDTH = 96
"""How long a line of rules may become before its mapping is spread over several."""
CARDS_A_LINE = 18

_Lines: TypeAlias = Iterator[tuple[str, int, str]]
"""Lines, each with its key and its row: 0 for the line of the key itself."""


def written_records(records: Iterable[Record]) -> Iterator[str]:
    """The text of a record file, hand by hand; rules that stay the same are written once."""
    book = None
    for record in records:
        if record.book != book:
            if book is not None:
                yield "\n"
            book = record.book
            yield head_text(book)
        yield hand_text(record)


def head_text(book: Book) -> str:
    """What stands at the top of a file: the format, and the rules of the hands that follow."""
    return _joined(_head(book), HEAD_KEYS, book.comments)


def hand_text(record: Record) -> str:
    """One hand as it stands in a file, a blank line before it."""
    return "\n" + _joined(_hand(record), HAND_KEYS, record.comments)


def as_data(record: Record) -> dict[str, Any]:
    """One hand and its rules as data, as they stand on a line of JSON."""
    book, rules = record.book, record.rules
    comments = [*book.comments, *record.comments]
    data: dict[str, Any] = {
        "format": f"{OPENING} {FORMAT}",
        "ruleset": book.name,
        "fingerprint": book.fingerprint,
        "epoch": book.epoch,
        "rules": book.data,
        "hand": record.number,
    }
    if record.note:
        data["note"] = record.note
    data["players"] = dict(zip(rules.seats, record.players, strict=True))
    data["scores"] = dict(zip(rules.teams, record.scores, strict=True))
    data["dealer"] = rules.seats[record.dealer]
    if record.drawn is not None:
        data["draw"] = dict(zip(rules.seats, map(written, record.drawn), strict=True))
    data["lift"] = record.lift
    data["deck"] = written(record.deck)
    data["dealt"] = dealt_lines(record)
    data["turns"] = [turn.written(rules) for turn in record.turns]
    data["ended"] = record.ended or UNENDED
    if record.ended:
        data["score"] = dict(zip(rules.teams, record.score, strict=True))
        data["sheet"] = {
            team: [line_data(line) for line in sheet]
            for team, sheet in zip(rules.teams, record.sheets, strict=True)
        }
    if comments:
        data["comments"] = [list(comment) for comment in comments]
    return data


def json_line(record: Record) -> str:
    """One hand and its rules on one line."""
    return json.dumps(as_data(record), ensure_ascii=False, separators=(",", ":")) + "\n"


TEXT, JSON = "text", "json"
FORMS: Mapping[str, Callable[[Record], str]] = {TEXT: hand_text, JSON: json_line}
"""What writes a hand, by the name of the form; the text form wants a head before the first."""


def line_data(line: Line) -> dict[str, Any]:
    """A line of a score sheet as data."""
    data: dict[str, Any] = {"what": line.what, "count": line.count, "points": line.points}
    if line.plugin:
        data["plugin"] = line.plugin
    return data


def dealt_lines(record: Record) -> dict[str, Any]:
    """What is dealt, part by part in the order in which it is written."""
    return {
        **dict(zip(record.rules.seats, map(written, record.hands), strict=True)),
        **{f"pozzetto {n}": written(cards) for n, cards in enumerate(record.pozzetti, 1)},
        "pile": written(record.pile),
        "stock": record.stock,
    }


def _head(book: Book) -> _Lines:
    yield OPENING, 0, f"{OPENING} {FORMAT}"
    yield "ruleset", 0, f"ruleset: {book.name}"
    yield "fingerprint", 0, f"fingerprint: {book.fingerprint}"
    yield "epoch", 0, f"epoch: {book.epoch}"
    yield from _block("rules", _rule_lines(book.data))


def _rule_lines(data: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, value in data.items():
        line = f"{indent}{key_text(key)}: {flow(value)}"
        if isinstance(value, Mapping) and len(line) > WIDTH:
            yield f"{indent}{key_text(key)}:"
            yield from _rule_lines(value, indent + "  ")
        else:
            yield line


def _hand(record: Record) -> _Lines:
    rules, ended = record.rules, record.ended
    yield "hand", 0, f"hand {record.number}"
    if record.note:
        yield "note", 0, f"note: {record.note}"
    names = zip(rules.seats, record.players, strict=True)
    yield from _block("players", (f"{seat}: {name}".rstrip() for seat, name in names))
    yield "scores", 0, f"scores: {_each(rules.teams, record.scores)}"
    yield "dealer", 0, f"dealer: {rules.seats[record.dealer]}"
    if record.drawn is not None:
        yield "draw", 0, f"draw: {_each(rules.seats, map(written, record.drawn))}"
    yield "lift", 0, f"lift: {'none' if record.lift is None else record.lift}"
    deck, step = record.deck, CARDS_A_LINE
    rows = (written(deck[start : start + step]) for start in range(0, len(deck), step))
    yield from _block("deck", rows)
    dealt = (f"{part}: {cards}".rstrip() for part, cards in dealt_lines(record).items())
    yield from _block("dealt", dealt)
    yield from _block("turns", (turn.written(rules) for turn in record.turns), apart=True)
    yield "ended", 0, f"\nended: {ended or UNENDED}"
    if ended:
        yield "score", 0, f"score: {_each(rules.teams, record.score)}"
        yield from _block("sheet", _sheet_lines(record))
    yield "end", 0, "end"


def _sheet_lines(record: Record) -> Iterator[str]:
    widest = max(map(len, record.rules.teams))
    for team, sheet in zip(record.rules.teams, record.sheets, strict=True):
        for line in sheet:
            by = f"  by {line.plugin}" if line.plugin else ""
            yield f"{team:<{widest}} {line.what:<18} {line.count:>3} {line.points:>6}{by}"


def _block(key: str, rows: Iterable[str], *, apart: bool = False) -> _Lines:
    yield key, 0, f"\n{key}:" if apart else f"{key}:"
    for row, text in enumerate(rows, 1):
        yield key, row, f"  {text}"


def _each(names: Sequence[str], values: Iterable[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def _joined(lines: _Lines, keys: Sequence[str], comments: Sequence[Comment]) -> str:
    waiting = list(comments)
    text = []
    for key, row, line in lines:
        # a comment whose row is not there any more goes before the next one
        while waiting and (keys.index(waiting[0].key), waiting[0].row) <= (keys.index(key), row):
            blank = "\n" * line.startswith("\n")
            line = line[len(blank) :]
            text.append(f"{blank}{'  ' * bool(row)}{plain(waiting.pop(0).text)}")
        text.append(line)
    return "\n".join(text) + "\n"
