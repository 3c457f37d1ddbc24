"""A hand of a record read: its cards, its turns and its score, every fault with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from pozzetto.errors import NotationError
from pozzetto.game.cards import NAMES, arranged, cards
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import Line
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.text.notation import Move, Turn, read_move, read_seat, read_team, read_turn, turn_of
from pozzetto.text.record import (
    CLOSED,
    ENDS,
    UNENDED,
    Book,
    Record,
)
from pozzetto.text.record_blocks import END, Block, Part, Say

Value = TypeVar("Value")

_NEEDED = ("players", "scores", "dealer", "lift", "deck", "dealt", "turns", "ended")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def read_hand(block: Block, book: Book, say: Say) -> Record | None:
    """The hand that a block holds; None when there are faults, all of them told."""
    return _Hand(block, book, say).record()


@dataclass(slots=True)
class _Hand:
    """A hand being read."""

    block: Block
    book: Book
    complain: Say
    told: int = 0

    @property
    def rules(self) -> Rules:
        return self.book.rules

    def say(self, message: str, line: int) -> None:
        self.told += 1
        self.complain(message, line)

    def record(self) -> Record | None:
        parts, rules = self.block.parts, self.rules
        number = self._value("hand", _count)
        if END not in parts:
            self.say(
                f"the hand that begins on line {self.block.line} breaks off: its last line, "
                f"`{END}`, is missing",
                self.block.last,
            )
            return None
        if parts[END].value:
            self.say(f"nothing can follow `{END}`", parts[END].line)
        ended = self._value("ended", self._ended)
        needed = _NEEDED if ended in (None, "") else (*_NEEDED, "score", "sheet")
        for key in needed:
            if key not in parts:
                self.say(f"`{key}` is missing in this hand", self.block.line)
        players = self._named_rows("players", rules.seats)
        scores = self._value("scores", lambda text: _each(text, rules.teams, "team", _whole))
        dealer = self._value("dealer", lambda text: read_seat(text, rules))
        drawn = self._value("draw", lambda text: _each(text, rules.seats, "seat", _some_cards))
        lift = self._value("lift", lambda text: None if text == "none" else _count(text))
        deck = self._deck()
        dealt = self._dealt()
        turns = self._rows("turns", self._entry)
        sheets = self._sheets(ended)
        if self.told:
            return None
        # what was not told of is there
        assert number is not None
        assert dealer is not None
        return Record(
            book=self.book,
            number=number,
            note=parts["note"].value if "note" in parts else "",
            players=tuple(players),
            scores=tuple(scores or ()),
            dealer=dealer,
            drawn=None if drawn is None else tuple(drawn),
            lift=lift,
            deck=tuple(deck),
            turns=tuple(turns),
            ended=ended or "",
            sheets=sheets,
            comments=tuple(self.block.comments),
            lines={
                key: (part.line, *(line for line, _ in part.rows)) for key, part in parts.items()
            },
            **dealt,
        )

    def _value(self, key: str, parse: Callable[[str], Value]) -> Value | None:
        part = self.block.parts.get(key)
        if part is None:
            return None
        if part.rows:
            self.say(f"no lines stand under `{key}`", part.rows[0][0])
        return self._parsed(part.value, part.line, parse)

    def _rows(self, key: str, parse: Callable[[str], Value]) -> list[Value]:
        part = self.block.parts.get(key, Part(0))
        if part.value:
            self.say(f"`{key}` is written on the lines under it", part.line)
        read = (self._parsed(row.strip(), line, parse) for line, row in part.rows)
        return [value for value in read if value is not None]

    def _parsed(self, text: str, line: int, parse: Callable[[str], Value]) -> Value | None:
        try:
            return parse(text)
        except NotationError as error:
            self.say(str(error), line)
            return None

    def _named_rows(self, key: str, names: Sequence[str]) -> list[str]:
        found: dict[str, str] = {}

        def take(text: str) -> str:
            name, colon, value = text.partition(":")
            name = name.strip()
            if not colon or name not in names:
                raise NotationError(f"`{shown(text)}` cannot stand here: {_wanted(names)}")
            if name in found:
                raise NotationError(f"`{name}` is named a second time")
            found[name] = value.strip()
            return name

        self._rows(key, take)
        self._demand(key, names, found)
        return [found.get(name, "") for name in names]

    def _demand(self, key: str, names: Iterable[str], found: Iterable[str]) -> None:
        missing = [name for name in names if name not in found]
        if missing and key in self.block.parts:
            line = self.block.parts[key].line
            self.say(f"`{key}` lacks {', '.join(missing)}", line)

    def _deck(self) -> list[int]:
        told = self.told
        deck = [kind for row in self._rows("deck", cards) for kind in row]
        if "deck" in self.block.parts and told == self.told:
            for kind, copies in enumerate(self.rules.copies):
                if deck.count(kind) != copies:
                    self.say(
                        f"the deck has {deck.count(kind)} of {NAMES[kind]}, "
                        f"and {self.rules.name} plays with {copies}",
                        self.block.parts["deck"].line,
                    )
        return deck

    def _dealt(self) -> dict[str, Any]:
        rules = self.rules
        piles = rules.pozzetti.piles if rules.pozzetti else ()
        pozzetti = [f"pozzetto {number}" for number in range(1, len(piles) + 1)]
        names = (*rules.seats, *pozzetti, "pile", "stock")
        told = self.told
        texts = dict(zip(names, self._named_rows("dealt", names), strict=True))
        part = self.block.parts.get("dealt")
        if part is None or told != self.told:
            return {}
        line = part.line
        places = {row.partition(":")[0].strip(): at for at, row in part.rows}
        read = {
            name: self._parsed(text, places.get(name, line), cards) or ()
            for name, text in texts.items()
            if name != "stock"
        }
        stock = self._parsed(texts["stock"], places.get("stock", line), _count)
        return {
            "hands": tuple(tuple(arranged(read[seat])) for seat in rules.seats),
            "pozzetti": tuple(tuple(arranged(read[name])) for name in pozzetti),
            "pile": read["pile"],
            "stock": stock,
        }

    def _entry(self, text: str) -> Turn:
        seat, colon, moves = text.partition(":")
        if not colon:
            return read_turn(text, self.rules)
        return turn_of(seat.strip(), moves, self.rules, _move)

    def _ended(self, text: str) -> str:
        if text == UNENDED:
            return ""
        seat = text.removeprefix(CLOSED)
        _, _, plugin = text.partition(" by ")
        if text in ENDS or (seat != text and seat in self.rules.seats):
            return text
        if plugin in self.rules.house.plugins and seat == text:
            return text
        ends = ", ".join((*ENDS, UNENDED))
        raise NotationError(
            f"`{shown(text)}` is no end of a hand: there are `{CLOSED}` and a seat, {ends}"
        )

    def _sheets(self, ended: str | None) -> tuple[tuple[Line, ...], ...]:
        parts, rules = self.block.parts, self.rules
        if ended == "":
            for key in ("score", "sheet"):
                if key in parts:
                    self.say(f"a hand that is not over has no `{key}`", parts[key].line)
            return ()
        told = self.told
        sheets: tuple[list[Line], ...] = tuple([] for _ in rules.teams)
        for team, counted in self._rows("sheet", lambda text: _sheet_line(text, rules)):
            sheets[team].append(counted)
        score = self._value("score", lambda text: _each(text, rules.teams, "team", _whole))
        if score is not None and told == self.told:
            for name, sheet, points in zip(rules.teams, sheets, score, strict=True):
                come_to = sum(line.points for line in sheet)
                if come_to != points:
                    self.say(
                        f"the score of {name} is {points}, and its lines come to {come_to}",
                        parts["score"].line,
                    )
        return tuple(map(tuple, sheets))


@lru_cache(maxsize=20_000)
def _move(text: str) -> Move:
    # the same moves come again and again
    return read_move(text)


def _each(text: str, names: Sequence[str], what: str, parse: Callable[[str], Value]) -> list[Value]:
    found: dict[str, Value] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition(" ")
        if name not in names:
            raise NotationError(f"there is no {what} `{shown(name)}`, but {', '.join(names)}")
        if name in found:
            raise NotationError(f"`{name}` is named a second time")
        found[name] = parse(value.strip())
    missing = [name for name in names if name not in found]
    if missing:
        raise NotationError(f"{', '.join(missing)} is missing")
    return [found[name] for name in names]


def _sheet_line(text: str, rules: Rules) -> tuple[int, Line]:
    words = text.split()
    plugin = words[5] if len(words) == 6 and words[4] == "by" else ""
    if len(words) != (6 if plugin else 4):
        raise NotationError(
            f"`{shown(text)}` is no line of a score sheet: write the team, what is counted, "
            "how many of it and the points"
        )
    team, what, count, points = words[:4]
    return read_team(team, rules), Line(what, _count(count), _whole(points), plugin)


def _some_cards(text: str) -> tuple[int, ...]:
    found = cards(text)
    if not found:
        raise NotationError("who draws for the deal has a card, such as 3C")
    return found


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"`{shown(text)}` is no whole number")
    return int(text)


def _count(text: str) -> int:
    number = _whole(text)
    if number < 0:
        raise NotationError(f"{number} is less than nothing")
    return number


def _wanted(names: Sequence[str]) -> str:
    return f"there are {', '.join(names)}"
