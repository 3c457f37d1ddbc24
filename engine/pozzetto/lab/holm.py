"""Holm's correction: what still holds when many differences are looked at together.

Each interval alone is wrong in one of twenty cases; a table of thirty would almost always
have a wrong one. Holm's step-down method keeps the chance of even one false mark in the
whole table at five per cent, whatever the measures have to do with one another
(S. Holm, A simple sequentially rejective multiple test procedure, 1979).
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values corrected for there being so many, in the order given.

    From the smallest on each is multiplied by the number of those that are not smaller
    still, never less than the one before it and never more than 1. One that is at most
    0.05 holds.
    """
    corrected = [1.0] * len(chances)
    least = 0.0
    by_size = sorted(range(len(chances)), key=lambda index: chances[index])
    for left, index in zip(range(len(chances), 0, -1), by_size, strict=True):
        least = max(least, min(1.0, left * chances[index]))
        corrected[index] = least
    return corrected
