"""Card values as a ruleset writes them: by rank, or by a range of ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Points = TypeVar("Points")

ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks in the order in which a range runs, the ace high."""

RANK_NAMES = ("JK", *ORDER)


def ranks_in(key: str) -> tuple[str, ...]:
    """The ranks that a key of `values` names: `A`, or `K-8` for K Q J 10 9 8."""
    first, _, last = key.partition("-")
    if not last:
        return (first,)
    low, high = sorted((ORDER.index(first), ORDER.index(last)))
    return ORDER[low : high + 1]


def by_rank(values: Mapping[str, Points]) -> dict[str, Points]:
    """One value a rank; where keys overlap, the first one written counts."""
    spread: dict[str, Points] = {}
    for key, points in values.items():
        for rank in ranks_in(key):
            spread.setdefault(rank, points)
    return spread


def overlaps(values: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """Every key that names ranks again: the key, the earlier key, and the first such rank."""
    found = []
    owner: dict[str, str] = {}
    for key in values:
        again = [rank for rank in ranks_in(key) if rank in owner]
        if again:
            found.append((key, owner[again[0]], again[0]))
        for rank in ranks_in(key):
            owner.setdefault(rank, key)
    return found
