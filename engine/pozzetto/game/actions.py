"""Actions: a move as house rules are told of it, with its cards and its meld."""

from __future__ import annotations

from dataclasses import dataclass

from pozzetto.game.cards import KINDS
from pozzetto.game.melds import Meld
from pozzetto.game.moves import ADD, DISCARD, LAY, SHAPE_SHIFT, TIME, VERBS, WHAT, index_of
from pozzetto.game.shapes import Shapes


@dataclass(frozen=True, slots=True)
class Action:
    """What is done: `what` is one of `draw`, `take`, `lay`, `add`, `discard`, `agree`,
    `decline`, or the director's `time`.

    `cards` are those that leave the hand; `shape` is the meld that comes of laying or
    adding, `before` the meld added to, and `meld` its place among the team's, from 0.
    """

    what: str
    cards: tuple[int, ...] = ()
    shape: Meld | None = None
    before: Meld | None = None
    meld: int = -1


_PLAIN = tuple(Action(verb) for verb in VERBS)
_TIME = Action("time")
_DISCARDS = tuple(Action("discard", (kind,)) for kind in range(KINDS))


def action(move: int, melds: list[int], shapes: Shapes) -> Action:
    """The action of a packed move, made by a team that has these melds."""
    verb = move & WHAT
    if verb == DISCARD:
        return _DISCARDS[move >> 3]
    if verb == LAY:
        shape = move >> SHAPE_SHIFT
        return Action("lay", shapes.cards[shape], shapes.melds[shape])
    if verb == ADD:
        shape, index = move >> SHAPE_SHIFT, index_of(move)
        before = melds[index]
        gained = shapes.gained(before, shape)
        return Action("add", gained, shapes.melds[shape], shapes.melds[before], index)
    return _TIME if verb == TIME else _PLAIN[verb]
