"""The cards a player holds, counted in the ways the tables of melds are asked by."""

from __future__ import annotations

from collections.abc import Iterable

from pozzetto.cards import KINDS
from pozzetto.shapes import Shapes


class Hand:
    """A hand of cards, kept up to date card by card.

    `counts[kind]`: how many of each kind; `held`: bit k set while kind k is held;
    `suits`: for each suit the places of a run it can fill (see `Shapes`); `ranks`: for
    each rank its natural cards by suit, as one number; `many`: bit r set while rank r has
    enough natural cards for a set; `size`: how many cards.
    """

    __slots__ = ("counts", "held", "many", "ranks", "shapes", "size", "suits")

    def __init__(self, shapes: Shapes, cards: Iterable[int] = ()) -> None:
        self.shapes = shapes
        self.counts = [0] * KINDS
        self.suits = [0, 0, 0, 0, 0]
        self.ranks = [0] * 14
        self.held = 0
        self.many = 0
        self.size = 0
        for kind in cards:
            self.put(kind)

    def put(self, kind: int) -> None:
        """Take a card into the hand."""
        shapes = self.shapes
        counts = self.counts
        before = counts[kind]
        counts[kind] = before + 1
        self.size += 1
        if before == 0:
            self.held |= 1 << kind
            self.suits[shapes.suit_of[kind]] |= shapes.first_places[kind]
        elif before == 1:
            self.suits[shapes.suit_of[kind]] |= shapes.second_places[kind]
        step = shapes.rank_steps[kind]
        if step:
            rank = shapes.rank_of[kind]
            key = self.ranks[rank] + step
            self.ranks[rank] = key
            if shapes.is_many[key]:
                self.many |= 1 << rank

    def drop(self, kind: int) -> None:
        """Play a card that is held."""
        shapes = self.shapes
        counts = self.counts
        left = counts[kind] - 1
        counts[kind] = left
        self.size -= 1
        if left == 0:
            self.held &= ~(1 << kind)
            self.suits[shapes.suit_of[kind]] &= ~shapes.first_places[kind]
        elif left == 1:
            self.suits[shapes.suit_of[kind]] &= ~shapes.second_places[kind]
        step = shapes.rank_steps[kind]
        if step:
            rank = shapes.rank_of[kind]
            key = self.ranks[rank] - step
            self.ranks[rank] = key
            if not shapes.is_many[key]:
                self.many &= ~(1 << rank)

    def cards(self) -> list[int]:
        """Every card held, by kind."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]

    def has(self, cards: Iterable[int]) -> bool:
        """Whether all these cards are held, each as often as it is named."""
        counts = self.counts
        wanted = list(cards)
        return all(counts[kind] >= wanted.count(kind) for kind in wanted)

    def copy(self) -> Hand:
        """The same cards in a hand of its own."""
        twin = Hand.__new__(Hand)
        twin.shapes = self.shapes
        twin.counts = self.counts[:]
        twin.suits = self.suits[:]
        twin.ranks = self.ranks[:]
        twin.held = self.held
        twin.many = self.many
        twin.size = self.size
        return twin
