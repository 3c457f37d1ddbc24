"""Which wild cards a game has, and how many of them may lie in one meld."""

from __future__ import annotations

from pozzetto.game.cards import JOKER, SUITS, TWO
from pozzetto.game.rules import Rules


def wild_jokers(rules: Rules) -> bool:
    """Whether there are jokers, and they are wild."""
    return rules.jokers > 0 and rules.is_wild[JOKER]


def wild_twos(rules: Rules) -> bool:
    """Whether twos are wild; every deck has them."""
    return rules.is_wild[TWO]


def any_wild(rules: Rules) -> bool:
    """Whether there are wild cards, though perhaps no meld may have one."""
    return wild_jokers(rules) or wild_twos(rules)


def may_act(rules: Rules) -> bool:
    """Whether a wild card may stand for another in a meld."""
    return any_wild(rules) and rules.melds.most_wilds > 0


def room_for_wilds(rules: Rules, cards: int | None = None) -> int:
    """How many wild cards so many cards could have, whatever the rules say of their
    number: never all of them. Left out, the cards are those of the longest meld."""
    if cards is None:
        cards = max(kind.largest for kind in (rules.melds.sets, rules.melds.runs) if kind)
    there = rules.jokers * wild_jokers(rules) + rules.packs * len(SUITS) * wild_twos(rules)
    return min(there, cards - 1)
