"""Which cards belong together before there is a meld of them, for each kind, as bits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from pozzetto.game.cards import ACE, JOKER, KINDS, RANK_OF, SUIT_OF
from pozzetto.game.melds import LAST_PLACE, natural_card


def bits(kinds: Iterable[int]) -> int:
    """Kinds as bits, each once."""
    return sum(1 << kind for kind in set(kinds))


def _row(kind: int, *steps: int) -> list[int]:
    # the kinds that many places from a card in its suit, an ace counted at both ends
    if kind == JOKER:
        return []
    ends = (0, LAST_PLACE) if RANK_OF[kind] == ACE else (RANK_OF[kind],)
    rows = ([end + step for step in steps] for end in ends)
    suit = SUIT_OF[kind]
    return [
        bits(natural_card(suit, place) for place in row)
        for row in rows
        if all(0 <= place <= LAST_PLACE for place in row)
    ]


OF_RANK = tuple(bits(range(kind % 13, JOKER, 13)) if kind < JOKER else 0 for kind in range(KINDS))
"""The kinds of its rank."""
NEAR = tuple(
    reduce(or_, [row for step in (-2, -1, 1, 2) for row in _row(kind, step)], 0)
    for kind in range(KINDS)
)
"""The kinds within two places of it in its suit."""
ROWS = tuple((*_row(kind, -2, -1), *_row(kind, -1, 1), *_row(kind, 1, 2)) for kind in range(KINDS))
"""The pairs that make three in a row with it."""
