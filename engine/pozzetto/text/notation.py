"""Melds, moves and turns as text, and text as melds, moves and turns.

A card may carry a *mark*, the card it stands for: `JK=4H`. A meld without marks is a
multiset, laid as the rules read it; with marks it is judged as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pozzetto.errors import IllegalMove, NotationError
from pozzetto.game.cards import JOKER, NAMES, card
from pozzetto.game.melds import PARKED, RUN, Meld, natural_card
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import (
    ADD,
    DIRECTOR,
    DISCARD,
    LAY,
    VERBS,
    card_of,
    index_of,
    shape_of,
    what,
)
from pozzetto.game.placing import reading
from pozzetto.game.rules import Rules
from pozzetto.game.state import State
from pozzetto.text.marked import Mark, marked_meld

DIRECTOR_MARK = "*"
EVENTS = ("time",)
"""What a director may call, where a house rule knows it."""

_LONGEST_QUOTE = 60
_MOST_DIGITS = 18
_TARGET = re.compile(r"(.*?)\bto\s+m([0-9]+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Move:
    """A move as it is written.

    `verb` is one of `moves.VERBS`: draw, take, lay, add, discard, agree, decline; or what
    the director calls, one of `EVENTS`. `cards`
    are those laid, added or discarded, in the order written; `marks[i]` is the card that
    `cards[i]` is said to stand for, None where nothing is said. `meld` is the number of
    the own team's meld that is added to, counted from 0 (`M1` is 0), and None otherwise.
    """

    verb: str
    cards: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    meld: int | None = None

    def __post_init__(self) -> None:
        if not self.marks and self.cards:
            object.__setattr__(self, "marks", (None,) * len(self.cards))

    def __str__(self) -> str:
        words = [self.verb]
        if self.cards:
            words.append(marked_written(self.cards, self.marks))
        if self.meld is not None:
            words.append(f"to M{self.meld + 1}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is written: the seat, by number, and its moves in order; or what the
    director calls, with `moves.DIRECTOR` for a seat."""

    seat: int
    moves: tuple[Move, ...]

    def written(self, rules: Rules) -> str:
        """The turn on one line: `N: draw, lay 3H 4H 5H, discard KS`."""
        who = DIRECTOR_MARK if self.seat == DIRECTOR else rules.seats[self.seat]
        return f"{who}: {', '.join(map(str, self.moves))}"


def read_marked(text: str) -> tuple[tuple[int, ...], tuple[Mark, ...]]:
    """The cards that a text names, and for each the card it is marked to stand for.

    Raises NotationError when something in it is no card.
    """
    kinds: list[int] = []
    marks: list[Mark] = []
    for word in text.split():
        name, marked, stands_for = word.partition("=")
        kinds.append(card(name))
        mark = card(stands_for) if marked else None
        if mark == JOKER:
            raise NotationError(f"{_quoted(word)}: nothing can stand for a joker")
        marks.append(mark)
    return tuple(kinds), tuple(marks)


def marked_written(kinds: Sequence[int], marks: Sequence[Mark]) -> str:
    """Cards with their marks, as they are written: `3H JK=4H 5H`."""
    return " ".join(
        NAMES[kind] if mark is None else f"{NAMES[kind]}={NAMES[mark]}"
        for kind, mark in zip(kinds, marks, strict=True)
    )


def read_meld(text: str, rules: Rules) -> Meld:
    """The meld that a text stands for: as it is marked, or as its cards are read.

    Raises NotationError when the text is no cards, IllegalMove when they are no meld that
    the rules allow.
    """
    kinds, marks = read_marked(text)
    if not kinds:
        raise NotationError("a meld needs cards, such as 3H 4H 5H")
    return meld_of(kinds, marks, rules)


def meld_of(kinds: Sequence[int], marks: Sequence[Mark], rules: Rules) -> Meld:
    """The meld that these cards make: as they are marked, else as they are read.

    Raises IllegalMove, saying why, when the rules allow none.
    """
    if not any(mark is not None for mark in marks):
        return reading(kinds, rules)
    meld = marked_meld(kinds, marks, rules)
    if isinstance(meld, Meld):
        return meld
    raise IllegalMove(meld)


def read_move(text: str) -> Move:
    """The move that a text stands for: `lay 3H JK=4H 5H`, `add 6H 7H to M1`, `draw`.

    Raises NotationError when it is none.
    """
    verb, rest = (*text.split(None, 1), "", "")[:2]
    verb = verb.lower()
    if verb not in VERBS:
        raise NotationError(
            f"{_quoted(text)} is no move: write draw, take, lay 3H 4H 5H, "
            "add 6H to M1, discard KS, agree or decline"
        )
    if verb == "lay":
        kinds, marks = read_marked(rest)
        if not kinds:
            raise NotationError("lay needs the cards of the meld, such as lay 3H 4H 5H")
        return Move(verb, kinds, marks)
    if verb == "add":
        return _read_add(text, rest)
    if verb == "discard":
        kinds, marks = read_marked(rest)
        if len(kinds) != 1 or marks != (None,):
            raise NotationError(f"{_quoted(text)}: one card is discarded, such as discard KS")
        return Move(verb, kinds)
    if rest:
        raise NotationError(f"{_quoted(text)}: nothing can follow {verb}; a comma parts two moves")
    return Move(verb)


def _read_add(text: str, rest: str) -> Move:
    target = _TARGET.fullmatch(rest)
    kinds, marks = read_marked(target[1]) if target else ((), ())
    if not target or not kinds:
        raise NotationError(f"{_quoted(text)}: write which cards go to which meld: add 6H to M1")
    digits = target[2].lstrip("0")
    if len(digits) > _MOST_DIGITS:
        raise NotationError(f"{_quoted(text)}: no team has so many melds")
    number = int(digits or 0)
    if number == 0:
        raise NotationError(f"{_quoted(text)}: the melds of a team are M1, M2 and so on")
    return Move("add", kinds, marks, number - 1)


def read_moves(text: str) -> tuple[Move, ...]:
    """The moves of a turn, parted by commas: `draw, lay 3H 4H 5H, discard KS`.

    Raises NotationError when one of them is none.
    """
    return tuple(read_move(each) for each in text.split(","))


def read_turn(text: str, rules: Rules) -> Turn:
    """The turn that a line stands for: `N: draw, lay 3H 4H 5H, discard KS`.

    Raises NotationError when it is none.
    """
    seat, colon, moves = text.partition(":")
    if not colon:
        raise NotationError(
            f"{_quoted(text)} is no turn: write the seat, a colon and its moves, "
            f"such as {rules.seats[0]}: draw, discard KS"
        )
    return turn_of(seat.strip(), moves, rules)


def turn_of(seat: str, moves: str, rules: Rules, read: Callable[[str], Move] = read_move) -> Turn:
    """The turn of the seat that a text names; `*` is the director, who calls `time`.

    Raises NotationError when there is no such seat, or one of the moves is none.
    """
    if seat != DIRECTOR_MARK:
        return Turn(read_seat(seat, rules), tuple(read(each.strip()) for each in moves.split(",")))
    event = moves.strip().lower()
    if event not in EVENTS:
        raise NotationError(
            f"{_quoted(moves)} is nothing that a director calls: there is {', '.join(EVENTS)}"
        )
    return Turn(DIRECTOR, (Move(event),))


def read_seat(text: str, rules: Rules) -> int:
    """The number of the seat that a text names. Raises NotationError when it names none."""
    if text == "*":
        raise NotationError("`*` is the director, who has no seat and calls `*: time`")
    return _named(text, rules.seats, "seat")


def read_team(text: str, rules: Rules) -> int:
    """The number of the team that a text names. Raises NotationError when it names none."""
    return _named(text, rules.teams, "team")


def _named(text: str, names: Sequence[str], what_it_is: str) -> int:
    if text in names:
        return names.index(text)
    alike = [index for index, name in enumerate(names) if name.lower() == text.lower()]
    if len(alike) == 1:
        return alike[0]
    raise NotationError(f"there is no {what_it_is} {_quoted(text)}, but {', '.join(names)}")


def as_move(state: State, move: int) -> Move:
    """A packed move of the seat to move as it is written, before it is made.

    A card added is marked only when it does not go where it would go unmarked.
    """
    verb = what(move)
    if verb == DISCARD:
        return Move(VERBS[verb], (card_of(move),))
    if verb == LAY:
        kinds, marks = read_marked(meld_written(state.shapes.melds[shape_of(move)]))
        return Move(VERBS[verb], kinds, marks)
    if verb == ADD:
        return _as_add(state, index_of(move), shape_of(move))
    return Move(VERBS[verb])


def written_move(state: State, move: int) -> str:
    """A packed move of the seat to move as text, before it is made: `add JK=8H to M1`."""
    return str(as_move(state, move))


def _as_add(state: State, index: int, longer: int) -> Move:
    shapes = state.shapes
    shape = state.melds[state.team][index]
    gained = shapes.gained(shape, longer)
    if len(gained) == 1:
        ways = shapes.additions(shape, gained[0])
        marks: list[Mark] = [None]
        if next(iter(ways.values()), longer) != longer:
            place = next((place for place, way in ways.items() if way == longer), PARKED)
            marks = [None if place == PARKED else natural_card(shapes.melds[shape].of, place)]
        return Move("add", gained, tuple(marks), index)
    # several cards in one move justify taking the pile; the wilds' places tell such moves apart
    meld = shapes.melds[longer]
    if meld.kind != RUN:
        return Move("add", gained, meld=index)
    before = dict(shapes.melds[shape].placed)
    places = {kind: place for place, kind in meld.placed if before.get(place) != kind}
    marks = [
        natural_card(meld.of, places[kind])
        if kind in places and state.rules.is_wild[kind] and places[kind] != PARKED
        else None
        for kind in gained
    ]
    return Move("add", gained, tuple(marks), index)


def _quoted(text: str) -> str:
    quoted = repr(text.strip())
    return quoted if len(quoted) <= _LONGEST_QUOTE else f"{quoted[: _LONGEST_QUOTE - 2]}…'"
