"""Written moves at a table: what has to be played for one, and why it may not be.

The reasons come in the order in which a referee would give them: the hand is over, it is
another's turn, a turn begins by drawing, the cards are not held, they are no meld, the
turn could not be ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pozzetto.errors import IllegalMove
from pozzetto.game.cards import NAMES, RANK_OF, written
from pozzetto.game.melding import add_refusal, held_refusal
from pozzetto.game.melds import PARKED, RUN, SET, Meld, natural_card
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import (
    ADD,
    DIRECTOR,
    DISCARD,
    DRAW,
    LAY,
    VERBS,
    add,
    discard,
    index_of,
    lay,
    shape_of,
)
from pozzetto.game.moves import what as verb_of
from pozzetto.game.placing import reading
from pozzetto.game.refusals import Refusal
from pozzetto.game.table import Table
from pozzetto.game.turn import phase_refusal
from pozzetto.text.marked import Mark
from pozzetto.text.notation import Move, meld_of

MOST_TRIED = 5000
"""How many ways to add some cards one by one are tried before giving up."""

Wanted: TypeAlias = tuple[int, Mark]
"""A card still to be added, and the card it has to stand for."""


def packed(table: Table, move: Move) -> list[int]:
    """What the seat to move has to play, one after the other, for a written move.

    It is one packed move, but for several cards added, which go one by one. Raises
    IllegalMove when the rules refuse it; the table never changes.
    """
    refused = phase_refusal(table, VERBS.index(move.verb))
    refused = refused or held_refusal(table, move.cards)
    if refused is not None:
        raise IllegalMove(refused)
    verb = VERBS.index(move.verb)
    if verb == ADD:
        return _added(table, move)
    if verb == LAY:
        moves = [lay(table.shapes.number(meld_of(move.cards, move.marks, table.rules)))]
    else:
        moves = [discard(move.cards[0]) if verb == DISCARD else verb]
    refused = table.refusal(moves[0])
    if refused is not None:
        raise IllegalMove(refused)
    return moves


def why_not(table: Table, seat: int, move: Move) -> Refusal | None:
    """Why a seat may not make a written move; None when it may."""
    if seat == DIRECTOR:
        return table.call_refusal(move.verb)
    if seat != table.to_move and not table.ended:
        return table.refusal(DRAW, seat)
    try:
        packed(table, move)
    except IllegalMove as error:
        return error.refusal
    return None


def play(table: Table, seat: int, move: Move) -> None:
    """Make a written move. Raises IllegalMove when the rules refuse it; the table is then
    unchanged."""
    if seat == DIRECTOR:
        table.call(move.verb)
        return
    if seat != table.to_move and not table.ended:
        refused = table.refusal(DRAW, seat)
        if refused is not None:
            raise IllegalMove(refused)
    for each in packed(table, move):
        table.advance(each)


def _added(table: Table, move: Move) -> list[int]:
    index = move.meld or 0
    if index >= len(table.melds[table.team]):
        refused = add_refusal(table, index, 0)
        if refused is not None:
            raise IllegalMove(refused)
    wanted = tuple(zip(move.cards, move.marks, strict=True))
    search = _Adding(index, wanted)
    found = search.ways(table, wanted)
    if found is not None:
        return found
    raise IllegalMove(search.reason(table))


@dataclass(slots=True)
class _Adding:
    """The search for an order in which cards can be added to a meld one by one, the order
    in which they are written first."""

    index: int
    wanted: tuple[Wanted, ...]
    refused: Refusal | None = None
    unfitting: Refusal | None = None
    seen: set[tuple[int, tuple[Wanted, ...]]] = field(default_factory=set)

    def ways(self, table: Table, left: tuple[Wanted, ...]) -> list[int] | None:
        """Moves that add all the cards left, from this table on; None when there are none."""
        for move, rest in self._next(table, left):
            refused = table.refusal(move)
            if refused is not None:
                self.refused = self.refused or refused
                continue
            if not rest:
                if self._as_marked(table.shapes.melds[shape_of(move)]):
                    return [move]
                continue
            known = (shape_of(move), tuple(sorted(rest, key=str)))
            if known in self.seen or len(self.seen) >= MOST_TRIED:
                continue
            self.seen.add(known)
            trial = table.copy()
            trial.advance(move)
            found = self.ways(trial, rest)
            if found is not None:
                return [move, *found]
        return None

    def reason(self, table: Table) -> Refusal:
        """Why there was no way."""
        reason = self.refused or self.unfitting
        if reason is not None and len(self.seen) < MOST_TRIED:
            return reason
        return _unfitting(table, self.index, self.wanted, bounded=len(self.seen) >= MOST_TRIED)

    def _next(
        self, table: Table, left: tuple[Wanted, ...]
    ) -> Iterator[tuple[int, tuple[Wanted, ...]]]:
        # each way to add one of the cards, with the cards that are left then
        shape = table.melds[table.team][self.index]
        for each in dict.fromkeys(left):
            longer_ones = _places_for(table, shape, each)
            if not longer_ones and self.unfitting is None:
                self.unfitting = _unfitting(table, self.index, (each,))
            for longer in longer_ones:
                yield add(self.index, longer), _without(left, (each,))
        if table.owed < 0:
            return
        # several cards may go at once where that justifies taking the pile
        for move in table.legal():
            if verb_of(move) == ADD and index_of(move) == self.index:
                gained = table.shapes.gained(shape, shape_of(move))
                if len(gained) > 1 and not Counter(gained) - Counter(kind for kind, _ in left):
                    yield move, _without(left, _of_kinds(left, gained))

    def _as_marked(self, meld: Meld) -> bool:
        # whether every marked card lies, in the end, where its mark says
        if meld.kind != RUN:
            return True
        lying = {
            (kind, natural_card(meld.of, place)) for place, kind in meld.placed if place != PARKED
        }
        return all(mark is None or (kind, mark) in lying for kind, mark in self.wanted)


def _places_for(table: Table, shape: int, wanted: Wanted) -> list[int]:
    # the melds that come of a card: unmarked the first, else those in which it stands there
    kind, mark = wanted
    ways = table.shapes.additions(shape, kind)
    if mark is None:
        return list(ways.values())[:1]
    meld = table.shapes.melds[shape]
    if meld.kind == SET:
        return list(ways.values()) if RANK_OF[mark] == meld.of else []
    return [ways[mark]] if mark in ways else []


def _of_kinds(left: Sequence[Wanted], kinds: Sequence[int]) -> list[Wanted]:
    # the first cards left that are of these kinds
    rest, chosen = list(left), []
    for kind in kinds:
        chosen.append(next(each for each in rest if each[0] == kind))
        rest.remove(chosen[-1])
    return chosen


def _without(left: Sequence[Wanted], some: Sequence[Wanted]) -> tuple[Wanted, ...]:
    rest = list(left)
    for each in some:
        rest.remove(each)
    return tuple(rest)


def _unfitting(
    table: Table, index: int, wanted: Sequence[Wanted], *, bounded: bool = False
) -> Refusal:
    # why cards do not fit a meld: by the rule that forbids the longer one, where one does
    rules = table.rules
    meld = table.shapes.melds[table.melds[table.team][index]]
    kinds = [kind for kind, _ in wanted]
    if not bounded:
        try:
            reading((*meld.cards, *kinds), rules)
        except IllegalMove as error:
            return error.refusal
        marked = [(kind, mark) for kind, mark in wanted if mark is not None]
        if marked:
            kind, mark = marked[0]
            lies = meld.kind == SET or mark in meld.naturals
            return rules.refuse(
                "mark-does-not-fit",
                "melds.run.no_repeats" if lies else "melds.run.consecutive",
                card=NAMES[kind],
                place=NAMES[mark],
                melded=meld_written(meld),
            )
    return rules.refuse(
        "does-not-fit",
        "melds.kinds",
        bounded=bounded,
        cards=written(kinds),
        melded=meld_written(meld),
    )
