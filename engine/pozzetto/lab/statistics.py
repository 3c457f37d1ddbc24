"""Means, intervals and paired differences from running sums.

The sums are exact integers, so that the answer is the same to the last bit however the
observations were split among workers and in whatever order their sums come together;
only the last step divides. Intervals are Student's t throughout, for any number of
observations; for large numbers that is the normal interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, inf, isqrt, pi, sin, sqrt, tan

CONFIDENCE = 0.95
_NORMAL = 1.959963984540054
"""The normal deviate that leaves (1 − CONFIDENCE) / 2 above it."""
_SERIES = 200
"""Up to so many degrees of freedom t is found from its exact distribution; beyond, an
expansion about the normal deviate is good to nine figures."""


@dataclass(slots=True)
class Sums:
    """Running sums of one integer quantity: how many, their sum, the sum of squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count one more observation."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )


@dataclass(slots=True)
class PairSums:
    """Running sums of two integer quantities observed together."""

    first: Sums
    second: Sums
    products: int = 0

    @classmethod
    def empty(cls) -> PairSums:
        """Sums of no pair at all."""
        return cls(Sums(), Sums())

    def add(self, first: int, second: int) -> None:
        """Count one more pair."""
        self.first.add(first)
        self.second.add(second)
        self.products += first * second

    def __add__(self, other: PairSums) -> PairSums:
        return PairSums(
            self.first + other.first, self.second + other.second, self.products + other.products
        )

    @property
    def differences(self) -> Sums:
        """The sums of second less first, pair by pair."""
        return Sums(
            self.first.count,
            self.second.total - self.first.total,
            self.first.squares + self.second.squares - 2 * self.products,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean and how sure it is.

    `deviation` is the standard deviation of the observations, `error` that of their mean,
    `low` … `high` the 95 % interval of the mean. One observation alone says nothing about
    them: they are then None.
    """

    count: int
    mean: float
    deviation: float | None
    error: float | None
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """How far the interval reaches to either side of the mean."""
        return None if self.error is None else t_quantile(self.count - 1) * self.error

    @property
    def excludes_zero(self) -> bool:
        """Whether the whole interval lies on one side of zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def estimate(sums: Sums, divisor: int = 1) -> Estimate:
    """The mean of observations, each of them an integer counted in parts of 1/divisor."""
    count = sums.count
    if not count:
        raise ValueError("no observations, no mean")
    mean = sums.total / (count * divisor)
    if count == 1:
        return Estimate(count=1, mean=mean, deviation=None, error=None, low=None, high=None)
    spread = _spread(sums)
    deviation = sqrt(spread / (count * (count - 1))) / divisor
    error = sqrt(spread / (count * count * (count - 1))) / divisor
    reach = t_quantile(count - 1) * error
    return Estimate(
        count=count,
        mean=mean,
        deviation=deviation,
        error=error,
        low=mean - reach,
        high=mean + reach,
    )


def correlation(pairs: PairSums) -> float | None:
    """Pearson's correlation; None when a quantity never varies. Exactly 1 for equal ones."""
    first, second, count = pairs.first, pairs.second, pairs.first.count
    product = _spread(first) * _spread(second)
    if not product:
        return None
    together = count * pairs.products - first.total * second.total
    # the root of the product in fixed point: exact where the product is a square
    return (together << 64) / isqrt(product << 128)


def _spread(sums: Sums) -> int:
    """The squared deviations from the mean, summed, times the number of observations."""
    return sums.count * sums.squares - sums.total * sums.total


@cache
def t_quantile(freedom: int) -> float:
    """Student's t for a two-sided 95 % interval with so many degrees of freedom."""
    if freedom < 1:
        return inf
    if freedom > _SERIES:
        return _t_expanded(freedom)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _t_within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def _t_within(angle: float, freedom: int) -> float:
    # the probability that t lies within ±sqrt(freedom) tan(angle);
    # Abramowitz and Stegun 26.7.3 and 26.7.4
    sine, cosine = sin(angle), cos(angle)
    odd = freedom % 2
    if freedom == 1:
        return 2 * angle / pi
    term = cosine if odd else 1.0
    total = term
    for k in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    return 2 / pi * (angle + sine * total) if odd else sine * total


def _t_expanded(freedom: int) -> float:
    # Abramowitz and Stegun 26.7.5
    z, n = _NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
