"""Means, intervals and paired differences from running sums.

The sums are exact integers, so that the answer is the same to the last bit however the
observations were split among workers and in whatever order their sums come together;
only the last step divides. Intervals are Student's t throughout, for any number of
observations; for large numbers that is the normal interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt, sqrt

from pozzetto.lab.student import t_quantile, two_sided


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

    @property
    def chance(self) -> float | None:
        """How likely a mean at least so far from zero is by chance alone, from 0 to 1 (the
        p-value of Student's t); None for one observation."""
        if self.error is None:
            return None
        if not self.error:
            return 1.0 if self.mean == 0 else 0.0
        return two_sided(self.mean / self.error, self.count - 1)


def estimate(sums: Sums, divisor: int = 1) -> Estimate:
    """The mean of observations, each of them an integer counted in parts of 1/divisor."""
    count = sums.count
    if not count:
        raise ValueError("no observations, no mean")
    mean = sums.total / (count * divisor)
    if count == 1:
        return of_moments(1, mean, 0.0)
    spread = _spread(sums)
    return of_moments(count, mean, sqrt(spread / (count * (count - 1))) / divisor)


def of_moments(count: int, mean: float, deviation: float) -> Estimate:
    """The estimate of a mean from so many observations with this standard deviation, which
    one observation alone does not have."""
    if count == 1:
        return Estimate(count=1, mean=mean, deviation=None, error=None, low=None, high=None)
    error = deviation / sqrt(count)
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
