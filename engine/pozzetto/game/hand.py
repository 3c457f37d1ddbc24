"""The cards a player holds, counted in the ways the tables of melds are asked by.

A *suit mask* tells which places of a run a hand can fill: bit 0…13 for the places, the
ace filling both ends; bit 14 when a second two of the suit is held, bit 15 when a second
ace is. A *rank key* counts the natural cards of a rank by suit, in base `packs` + 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from pozzetto.game.cards import ACE, JOKER, KINDS, RANK_OF, SUIT_OF, TWO
from pozzetto.game.rules import Rules

TWIN_TWO, TWIN_ACE = 14, 15
_HIGH_ACE = 13


class Counting:
    """What one card changes in the masks and keys of a hand, under some rules.

    `first_places[kind]` and `second_places[kind]` are the bits that the first and the
    second card of a kind set in its suit's mask; `rank_steps[kind]` is what each adds to
    its rank's key; `is_many[key]` says whether a key counts cards enough for a set.
    """

    def __init__(self, rules: Rules) -> None:
        runs = rules.melds.runs
        self.first_places = [0] * KINDS
        self.second_places = [0] * KINDS
        self.rank_steps = [0] * KINDS
        for kind in range(JOKER):
            rank, wild = RANK_OF[kind], rules.is_wild[kind]
            if runs and not (wild and not runs.natural_twos):
                self.first_places[kind] = 1 << rank | (rank == ACE) << _HIGH_ACE
                if rank == ACE and runs.both_aces:
                    self.second_places[kind] = 1 << TWIN_ACE
                elif rank == TWO and wild and runs.paired_twos:
                    self.second_places[kind] = 1 << TWIN_TWO
            if not wild:
                self.rank_steps[kind] = (rules.packs + 1) ** SUIT_OF[kind]
        needed = max(1, rules.melds.smallest - rules.melds.most_wilds)
        keys = product(range(rules.packs + 1), repeat=4)
        self.is_many = [sum(key) >= needed for key in keys]


class Hand:
    """A hand of cards, kept up to date card by card.

    `counts[kind]`: how many of each kind; `held`: bit k set while kind k is held;
    `suits`: the mask of each suit; `ranks`: the key of each rank; `many`: bit r set while
    rank r has natural cards enough for a set; `size`: how many cards.
    """

    __slots__ = ("counting", "counts", "held", "many", "ranks", "size", "suits")

    def __init__(self, counting: Counting, cards: Iterable[int] = ()) -> None:
        self.counting = counting
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
        counting = self.counting
        counts = self.counts
        before = counts[kind]
        counts[kind] = before + 1
        self.size += 1
        if before == 0:
            self.held |= 1 << kind
            self.suits[SUIT_OF[kind]] |= counting.first_places[kind]
        elif before == 1:
            self.suits[SUIT_OF[kind]] |= counting.second_places[kind]
        step = counting.rank_steps[kind]
        if step:
            rank = RANK_OF[kind]
            key = self.ranks[rank] + step
            self.ranks[rank] = key
            if counting.is_many[key]:
                self.many |= 1 << rank

    def drop(self, kind: int) -> None:
        """Play a card that is held."""
        counting = self.counting
        counts = self.counts
        left = counts[kind] - 1
        counts[kind] = left
        self.size -= 1
        if left == 0:
            self.held &= ~(1 << kind)
            self.suits[SUIT_OF[kind]] &= ~counting.first_places[kind]
        elif left == 1:
            self.suits[SUIT_OF[kind]] &= ~counting.second_places[kind]
        step = counting.rank_steps[kind]
        if step:
            rank = RANK_OF[kind]
            key = self.ranks[rank] - step
            self.ranks[rank] = key
            if not counting.is_many[key]:
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
        twin.counting = self.counting
        twin.counts = self.counts[:]
        twin.suits = self.suits[:]
        twin.ranks = self.ranks[:]
        twin.held = self.held
        twin.many = self.many
        twin.size = self.size
        return twin
