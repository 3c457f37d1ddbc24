"""Means that are ratios: so many cards for so many pick-ups, over all observations.

A ratio of two sums is not a mean of what each observation gives, so its interval is not
that of a mean. What an observation adds to the ratio R = Y/X is, to first order,
u = n (y − R x) / X; the u are treated as observations (the delta method). All sums are exact
integers, and so is every combination of them, up to the last step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt, sqrt

from pozzetto.lab.statistics import Estimate, of_moments


@dataclass(slots=True)
class RatioSums:
    """Running sums of two integer quantities of which the ratio is wanted: `above` and
    `below` the line."""

    count: int = 0
    above: int = 0
    below: int = 0
    squares_above: int = 0
    squares_below: int = 0
    products: int = 0

    def add(self, above: int, below: int) -> None:
        """Count one more observation."""
        self.count += 1
        self.above += above
        self.below += below
        self.squares_above += above * above
        self.squares_below += below * below
        self.products += above * below

    @property
    def spread(self) -> int:
        """The squares of X y − Y x, summed: X⁴/n² times those of the u."""
        y, x = self.above, self.below
        return x * x * self.squares_above - 2 * x * y * self.products + y * y * self.squares_below


@dataclass(slots=True)
class RatioPairSums:
    """Running sums of two ratios observed together."""

    first: RatioSums = field(default_factory=RatioSums)
    second: RatioSums = field(default_factory=RatioSums)
    above_above: int = 0
    above_below: int = 0
    below_above: int = 0
    below_below: int = 0

    def add(self, first: tuple[int, int], second: tuple[int, int]) -> None:
        """Count one more pair, of each ratio what is above and below the line."""
        self.first.add(*first)
        self.second.add(*second)
        self.above_above += first[0] * second[0]
        self.above_below += first[0] * second[1]
        self.below_above += first[1] * second[0]
        self.below_below += first[1] * second[1]

    @property
    def together(self) -> int:
        """The products of X y − Y x for both ratios, summed."""
        y, x = self.first.above, self.first.below
        v, w = self.second.above, self.second.below
        return (
            x * w * self.above_above
            - x * v * self.above_below
            - y * w * self.below_above
            + y * v * self.below_below
        )


def ratio(sums: RatioSums, divisor: int = 1) -> Estimate:
    """The ratio of the sums, where what is above is counted in parts of 1/divisor.

    Raises ValueError where nothing is below the line.
    """
    if not sums.below:
        raise ValueError("nothing below the line, no ratio")
    mean = sums.above / (sums.below * divisor)
    # Σu² = n² spread / X⁴
    return _estimate(sums.count, mean, sums.spread, sums.below**4, divisor)


def ratio_difference(pairs: RatioPairSums, divisor: int = 1) -> Estimate:
    """The second ratio less the first. Raises ValueError where either has nothing below."""
    first, second = pairs.first, pairs.second
    x, w = first.below, second.below
    if not x * w:
        raise ValueError("nothing below the line, no ratio")
    mean = (second.above * x - first.above * w) / (x * w * divisor)
    spread = second.spread * x**4 + first.spread * w**4 - 2 * pairs.together * x**2 * w**2
    return _estimate(first.count, mean, spread, x**4 * w**4, divisor)


def ratio_correlation(pairs: RatioPairSums) -> float | None:
    """How what the observations add to either ratio is correlated; None when one never
    varies. Exactly 1 for equal ones."""
    product = pairs.first.spread * pairs.second.spread
    if not product:
        return None
    return (pairs.together << 64) / isqrt(product << 128)


def _estimate(count: int, mean: float, spread: int, scale: int, divisor: int) -> Estimate:
    if count == 1:
        return of_moments(1, mean, 0.0)
    return of_moments(count, mean, sqrt(count**2 * spread / (scale * (count - 1))) / divisor)
