"""Which tiers of burraco some meld of the rules can reach."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import JOKER, RANKS, TWO
from pozzetto.game.melds import (
    LAST_PLACE,
    RUN,
    SET,
    Meld,
    a_run,
    a_set,
    natural_card,
    ordinary_objection,
    satisfies,
    tier,
)
from pozzetto.game.rules import Rules, Tier

SUIT = 0
"""The suit that runs are tried in, for all suits are alike."""


def unreached(rules: Rules) -> list[str]:
    """The tiers that no meld belongs to, in the order of the rules.

    Either no meld meets a tier's demands, or each that does meets a better-paid tier's. Where
    plugins judge melds they alone know which tier a meld has, and what kinds of their own there
    are; but they allow no run or set that the ruleset forbids, so that a tier of those that none
    meets is told there too.
    """
    missing = {each.name: each for each in rules.tiers if not _is_up_to_plugins(each)}
    for meld in _every_sort_of_meld(rules):
        if not missing:
            break
        found = [name for name in _met(meld, rules) if name in missing]
        if found and ordinary_objection(meld, rules) is None:
            for name in found:
                del missing[name]
    return list(missing)


def _is_up_to_plugins(wanted: Tier) -> bool:
    # no meld of another kind has ends
    return wanted.ends is None and not {*wanted.kinds} <= {RUN, SET}


def _met(meld: Meld, rules: Rules) -> list[str]:
    if rules.house.judges_melds:
        return [each.name for each in rules.tiers if satisfies(meld, each)]
    paid = tier(meld, rules)
    return [paid.name] if paid else []


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
