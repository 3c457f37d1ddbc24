"""What is done at a table, told so that it means the same under other rules.

A packed move holds the number that one ruleset's `Shapes` gave to a meld. A *deed* holds
the cards as they come to lie, so that deeds under two rulesets can be compared, and a deed
of one be done under the other.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from pozzetto.game.melds import RUN, Meld, a_run, a_set
from pozzetto.game.moves import ADD, DISCARD, LAY, add, card_of, discard, index_of, lay, shape_of
from pozzetto.game.moves import what as verb_of
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import State


class Lying(NamedTuple):
    """A meld as anyone sees it lie, and as `Meld` tells it, but that no rule says here which
    of its cards act as wilds."""

    kind: str
    of: int
    low: int
    cards: tuple[int, ...]
    parked: bool


class Done(NamedTuple):
    """A move of a seat: `verb` as in `moves`, the card thrown (−1: none), the meld that came
    of it, and which of the team's melds that is where it was added to (−1: a new one)."""

    seat: int
    verb: int
    card: int = -1
    meld: Lying | None = None
    onto: int = -1


class Over(NamedTuple):
    """The end of a hand: how, as `State.ended` says it, and the seat that closed (−1: none)."""

    how: str
    closer: int


Deed: TypeAlias = Done | Over


def deed(shapes: Shapes, seat: int, move: int) -> Done:
    """What a packed move of a seat means."""
    verb = verb_of(move)
    if verb == DISCARD:
        return Done(seat, verb, card=card_of(move))
    if verb in (LAY, ADD):
        onto = index_of(move) if verb == ADD else -1
        return Done(seat, verb, meld=_lying(shapes.melds[shape_of(move)]), onto=onto)
    return Done(seat, verb)


def deeds(state: State) -> list[Deed]:
    """Everything that was done at a table, and the end of the hand where it has come."""
    found: list[Deed] = [deed(state.shapes, entry & 15, entry >> 4) for entry in state.log]
    if state.ended:
        found.append(over(state))
    return found


def over(state: State) -> Over:
    """How a finished hand ended."""
    return Over(state.ended, state.closer)


def packed(shapes: Shapes, done: Done) -> int | None:
    """The move that means this under the rules of these shapes; None where they allow no
    such meld. Whether it may be made now is for the table to say."""
    if done.verb == DISCARD:
        return discard(done.card)
    if done.meld is None:
        return done.verb
    number = shapes.number(_meld(done.meld, shapes.rules))
    if number < 0:
        return None
    return lay(number) if done.verb == LAY else add(done.onto, number)


def _lying(meld: Meld) -> Lying:
    return Lying(meld.kind, meld.of, meld.low, meld.cards, meld.parked)


def _meld(lying: Lying, rules: Rules) -> Meld:
    if lying.kind == RUN:
        return a_run(lying.of, lying.low, lying.cards, rules, parked=lying.parked)
    return a_set(lying.of, lying.cards, rules)
