"""Which tiers of burraco some meld of the rules can reach."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import JOKER, RANKS, TWO
from pozzetto.game.melds import LAST_PLACE, Meld, a_run, a_set, natural_card, objection, tier
from pozzetto.game.rules import Rules

SUIT = 0
"""The suit that runs are tried in, for all suits are alike."""


def unreached(rules: Rules) -> list[str]:
    """The tiers that no meld belongs to, in the order of the rules.

    Either no meld meets a tier's demands, or each that does meets a better-paid tier's.
    Where plugins judge melds nobody knows but they: none is told.
    """
    if rules.house.judges_melds:
        return []
    missing = {each.name for each in rules.tiers}
    for meld in _every_sort_of_meld(rules):
        if not missing:
            break
        paid = tier(meld, rules)
        if paid and paid.name in missing and objection(meld, rules) is None:
            missing.remove(paid.name)
    return [each.name for each in rules.tiers if each.name in missing]


def _every_sort_of_meld(rules: Rules) -> Iterator[Meld]:
    """A meld of every sort that a tier can tell apart, legal or not."""
    wilds = _wild_cards(rules)
    for count in range(len(wilds) + 1):
        yield from _sets(rules, wilds[:count])
        yield from _runs(rules, wilds[:count])


def _wild_cards(rules: Rules) -> list[int]:
    """As many wild cards as a meld may have: jokers, then twos of the other suits."""
    twos = [natural_card(suit, TWO) for suit in range(4) if suit != SUIT]
    supply = [JOKER] * rules.jokers + twos * rules.packs
    return [kind for kind in supply if rules.is_wild[kind]][: rules.melds.most_wilds]


def _sets(rules: Rules, wilds: list[int]) -> Iterator[Meld]:
    for rank in range(len(RANKS)):
        naturals = [natural_card(suit, rank) for suit in range(4)] * rules.packs
        for count in range(1, len(naturals) + 1):
            yield a_set(rank, naturals[:count] + wilds, rules)


def _runs(rules: Rules, wilds: list[int]) -> Iterator[Meld]:
    # wilds side by side leave the longest and, moved along, every shorter row of naturals
    for low in range(LAST_PLACE + 1):
        for high in range(low, LAST_PLACE + 1):
            naturals = [natural_card(SUIT, place) for place in range(low, high + 1)]
            for first in range(len(naturals) - len(wilds) + 1):
                after = naturals[first + len(wilds) :]
                yield a_run(SUIT, low, naturals[:first] + wilds + after, rules)
            if wilds:
                yield a_run(SUIT, low, naturals + wilds[:1], rules, parked=True)
