"""Cards: the 53 kinds, their ranks, suits and names.

A card is a small int, its *kind*: suit × 13 + rank, with the ace as rank 0, the two as
rank 1 and so on up to the king, 12; the joker is 52. Two packs hold two cards of each
kind; they are equal for every rule (IT-DCK-03).

Words: a *pinella* is a two; a *matta* any wild card, a two or a joker.
"""

from __future__ import annotations

from collections.abc import Iterable

from pozzetto.errors import NotationError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
JOKER = 52
KINDS = 53
ACE, TWO = 0, 1

NAMES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
"""The name of each kind, `NAMES[kind]`: `AS`, `10H`, `JK`."""

RANK_OF: tuple[int, ...] = (*(kind % 13 for kind in range(52)), 13)
"""The rank of each kind; 13 stands for the joker's."""

SUIT_OF: tuple[int, ...] = (*(kind // 13 for kind in range(52)), 4)
"""The suit of each kind; 4 stands for the joker's."""

_GLYPHS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
_KINDS = {name: kind for kind, name in enumerate(NAMES)} | {
    "T" + suit: RANKS.index("10") + 13 * index for index, suit in enumerate(SUITS)
}
# a glyph may come with the selector that asks for its emoji or its text form
_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")


def card(text: str) -> int:
    """The kind that `text` names: `7H`, `th`, `10♥`, `jk`.

    Raises NotationError when it names none.
    """
    name = text.translate(_SELECTORS).upper()
    name = name[:-1] + _GLYPHS.get(name[-1], name[-1]) if name else name
    try:
        return _KINDS[name]
    except KeyError:
        raise NotationError(
            f"{text!r} is no card: write its rank (A K Q J 10 9 … 2) and its suit (S H D C), "
            "such as 7H, or JK for a joker"
        ) from None


def cards(text: str) -> tuple[int, ...]:
    """The kinds that `text` names, separated by spaces, in the order written."""
    return tuple(card(word) for word in text.split())


def written(kinds: Iterable[int]) -> str:
    """The cards' names in the order given, separated by spaces."""
    return " ".join(NAMES[kind] for kind in kinds)


def arranged(kinds: Iterable[int]) -> list[int]:
    """The cards as a player holds them: by suit, low to high, jokers last."""
    return sorted(kinds)


def in_mask(mask: int) -> list[int]:
    """The kinds whose bits are set, in order."""
    kinds = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        kinds.append(bit.bit_length() - 1)
    return kinds


def orders(kinds: Iterable[int]) -> list[tuple[int, ...]]:
    """Every order of some cards, each once however many of them are equal."""
    found: list[tuple[int, ...]] = [()]
    for kind in kinds:
        found = [
            *dict.fromkeys(
                (*order[:place], kind, *order[place:])
                for order in found
                for place in range(len(order) + 1)
            )
        ]
    return sorted(found)
