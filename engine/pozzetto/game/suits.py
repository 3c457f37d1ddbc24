"""Suits renamed: what the rules say of a meld they say of its like in other suits.

A meld lies *in the first suits* when the suits of its cards are spades, spades and hearts,
and so on, with none left out. Every meld is like one that does: its suits go by their
order, so that cards sorted by kind stay sorted.
"""

from __future__ import annotations

from pozzetto.game.cards import JOKER, KINDS, SUIT_OF
from pozzetto.game.melds import NO_CARD, RUN, Meld
from pozzetto.game.rules import Rules

SUIT_BIT: tuple[int, ...] = tuple(1 << SUIT_OF[kind] & 15 for kind in range(KINDS))
"""The suit of each kind as a bit; 0 for the joker."""


def _order(suits: int) -> list[int]:
    # the suits given, and after them the others
    return sorted(range(4), key=lambda suit: (not suits >> suit & 1, suit))


def _naming(order: list[int]) -> tuple[int, ...]:
    return (*(order[kind // 13] * 13 + kind % 13 for kind in range(JOKER)), JOKER, NO_CARD)


FROM_FIRST = [_naming(_order(suits)) for suits in range(16)]
"""For suits given as bits: the kind that each kind becomes when a meld in the first suits
is renamed to these. NO_CARD stays what it is."""
TO_FIRST = [_naming([*map(_order(suits).index, range(4))]) for suits in range(16)]
"""The way back."""
ARE_FIRST = [suits & suits + 1 == 0 for suits in range(16)]
"""Whether the suits given are the first ones."""


def suits_alike(rules: Rules) -> bool:
    """Whether the rules of melds tell no suit from another; a plugin has to say so itself."""
    return rules.house.suits_alike and all(
        rules.values[kind] == rules.values[kind % 13]
        and rules.is_wild[kind] == rules.is_wild[kind % 13]
        and rules.copies[kind] == rules.copies[kind % 13]
        for kind in range(JOKER)
    )


def suits_of(meld: Meld) -> int:
    """The suits of a meld's cards, as bits."""
    suits = 0
    for kind in meld.cards:
        suits |= SUIT_BIT[kind]
    return suits


def renamed(meld: Meld, naming: tuple[int, ...]) -> Meld:
    """A meld with each card become another, as a naming says."""
    of = naming[meld.of * 13] // 13 if meld.kind == RUN else meld.of
    cards = tuple([naming[kind] for kind in meld.cards])
    return Meld(meld.kind, of, meld.low, cards, meld.wild, meld.parked)


def renamed_kinds(kinds: int, naming: tuple[int, ...]) -> int:
    """Kinds as bits, renamed."""
    after = kinds >> JOKER << JOKER
    for first in (0, 13, 26, 39):
        after |= (kinds >> first & 0x1FFF) << naming[first]
    return after
