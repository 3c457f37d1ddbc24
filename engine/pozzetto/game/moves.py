"""Moves as small ints, packed and unpacked.

The low three bits say what is done; the rest says with what. A meld stands in a move as
its number in the `Shapes` that the table uses, so a packed move belongs to that table's
rules; `notation` writes it for people.
"""

from __future__ import annotations

DRAW, TAKE, LAY, ADD, DISCARD, AGREE, DECLINE, TIME = range(8)
VERBS = ("draw", "take", "lay", "add", "discard", "agree", "decline")
"""What a seat may do; `TIME` is the director's."""
DIRECTOR = 15
"""Stands in a hand's log where a seat stands, for what the director calls."""

WHAT = 7
_MELD_BITS = 7
"""Room for 128 melds of a side: six packs and twelve jokers make 108 of three cards."""
MELD_STEP = 8
"""What one step of an addition's meld index adds to the packed move."""
SHAPE_SHIFT = 3 + _MELD_BITS


def lay(shape: int) -> int:
    """Lay a new meld."""
    return shape << SHAPE_SHIFT | LAY


def add(index: int, shape: int) -> int:
    """Make the team's meld number `index` (from 0) into the longer meld `shape`."""
    return shape << SHAPE_SHIFT | index << 3 | ADD


def discard(kind: int) -> int:
    """Discard a card."""
    return kind << 3 | DISCARD


def what(move: int) -> int:
    """What a move does: DRAW, TAKE, LAY, ADD, DISCARD, AGREE, DECLINE or TIME."""
    return move & WHAT


def card_of(move: int) -> int:
    """The card that a discard throws."""
    return move >> 3


def shape_of(move: int) -> int:
    """The meld that comes of laying or adding."""
    return move >> SHAPE_SHIFT


def index_of(move: int) -> int:
    """Which of the team's melds is added to, from 0."""
    return move >> 3 & (1 << _MELD_BITS) - 1
