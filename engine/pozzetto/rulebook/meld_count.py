"""How many different melds a set of rules allows, about: what its tables may come to hold."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from pozzetto.game.cards import RANKS
from pozzetto.game.melds import LAST_PLACE, natural_card
from pozzetto.game.rules import Rules

FEW_ENOUGH = 100_000
"""So many melds fill no memory that matters. Where more are possible the tables of melds
grow until they are emptied, again and again, and playing many hands is slower."""


def melds_possible(rules: Rules) -> int:
    """The number of different melds; of runs with several wilds rather too many, for not
    every order of wilds is told apart."""
    return _sets(rules) + _runs(rules)


def _sets(rules: Rules) -> int:
    sets = rules.melds.sets
    if sets is None:
        return 0
    wilds = _choices(rules.copies[kind] for kind in rules.melds.wild_kinds)
    wilds = wilds[: rules.melds.most_wilds + 1]
    found = 0
    for rank in range(len(RANKS)):
        if not sets.ranks >> rank & 1:
            continue
        kinds = [natural_card(suit, rank) for suit in range(4)]
        naturals = _choices(rules.packs for kind in kinds if not rules.is_wild[kind])
        found += sum(
            ways * wilds[wild]
            for natural, ways in enumerate(naturals)
            for wild in range(len(wilds))
            if natural and rules.melds.smallest <= natural + wild <= sets.largest
        )
    return found


def _runs(rules: Rules) -> int:
    runs = rules.melds.runs
    if runs is None:
        return 0
    most, wilds = rules.melds.most_wilds, len(rules.melds.wild_kinds)
    found = 0
    for low in range(0 if runs.ace_low else 1, LAST_PLACE + 1):
        for high in range(low, LAST_PLACE + 1 if runs.ace_high else LAST_PLACE):
            length = high - low + 1
            fits = rules.melds.smallest <= length <= runs.largest
            if fits and (length <= LAST_PLACE or runs.both_aces):
                found += sum(comb(length, wild) * wilds**wild for wild in range(most + 1))
                found += wilds * (runs.parked_wild and length >= LAST_PLACE)
    return 4 * found


def _choices(copies: Iterable[int]) -> list[int]:
    """For each number of cards, in how many ways they can be chosen from kinds of which
    there are so many copies."""
    ways = [1]
    for most in copies:
        longer = [0] * (len(ways) + most)
        for count, each in enumerate(ways):
            for more in range(most + 1):
                longer[count + more] += each
        ways = longer
    return ways
