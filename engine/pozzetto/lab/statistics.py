"""Means, intervals and paired differences from running sums.

The sums are exact integers, so that the answer is the same to the last bit however the
observations were split among workers and in whatever order their sums come together;
only the last step divides. Intervals of means are Student's t, for any number of
observations; for large numbers that is the normal interval. Those of shares are Wilson's, which
never leave 0 … 1, nor do those of their differences leave −1 … 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isqrt, sqrt

from pozzetto.lab.share import wilson
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
    them: they are then None. `bounds` are the least and the most that such a mean can be, where
    it is a share or the difference of two.
    """

    count: int
    mean: float
    deviation: float | None
    error: float | None
    low: float | None
    high: float | None
    bounds: tuple[float, float] | None = None

    @property
    def half_width(self) -> float | None:
        """Half of the interval; 0 where every observation was the same."""
        if self.error is None or self.low is None or self.high is None:
            return None
        if not self.error or self.bounds is None:
            return t_quantile(self.count - 1) * self.error
        return (self.high - self.low) / 2

    def taken_from(self, whole: float) -> Estimate:
        """What is left of a whole when this is taken away."""
        if self.low is None or self.high is None:
            return replace(self, mean=whole - self.mean)
        return replace(self, mean=whole - self.mean, low=whole - self.high, high=whole - self.low)

    @property
    def is_lopsided(self) -> bool:
        """Whether mean ± half of the interval would leave the bounds, so that the interval has
        to be told by its ends."""
        half = self.half_width
        if not half or self.bounds is None:
            return False
        least, most = self.bounds
        return self.mean - half < least or self.mean + half > most

    def written(
        self,
        tell: Callable[[float, str], str],
        sign: str = "",
        plus_minus: str = " ± ",
        unit: str = "",
    ) -> str:
        """The mean and how sure it is, `94.2 ± 1.2 %`, or with the ends of a lopsided interval
        `12.5 % (2.2–47.1)`; the mean alone where every observation was the same. `tell` writes
        a number, with its sign where it is to have one."""
        mean, half = tell(self.mean, sign if self.mean else ""), self.half_width
        if not half or self.low is None or self.high is None:
            return mean + unit
        if self.is_lopsided:
            dash = " – " if self.low < 0 else "–"
            return f"{mean}{unit} ({tell(self.low, '')}{dash}{tell(self.high, '')})"
        return f"{mean}{plus_minus}{tell(half, '')}{unit}"

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


SHARE, DIFFERENCE = (0.0, 1.0), (-1.0, 1.0)
"""What a share can be, and the difference of two."""

FEW = 30
"""Under so many observations their variance alone does not make a share surer."""


def estimate(
    sums: Sums, divisor: int = 1, *, bounds: tuple[float, float] | None = None
) -> Estimate:
    """The mean of observations, each of them an integer counted in parts of 1/divisor; of a
    share (bounds SHARE), or of the difference of two (DIFFERENCE)."""
    found = _mean(sums, divisor)
    if found.low is None or found.high is None or bounds is None:
        return found
    if bounds == SHARE:
        low, high = wilson(found.mean, _effective(sums, divisor))
    else:
        low, high = max(bounds[0], found.low), min(bounds[1], found.high)
    return replace(found, low=low, high=high, bounds=bounds)


def _effective(sums: Sums, divisor: int) -> float:
    """How many independent yes-or-no observations tell as much of a share as these.

    Where each is such a one, so many as there are. Where each is the mean of several (both
    sides of a hand, a deal played on every side), their own variance says how much they tell
    (Korn and Graubard, 1998): p (1 − p) over the variance of the mean, less what is not known
    of that variance with so few of them. Where they are few indeed, or their mean never varies
    (of two sides one won each time), they do not tell more than so many independent ones would:
    the cap on Korn and Graubard's number of the National Center for Health Statistics (Parker
    and others, 2017).
    """
    whole = sums.count * divisor
    spread = _spread(sums)
    if sums.total in (0, whole):
        return sums.count
    if not spread:
        return whole
    size = sums.count * sums.total * (whole - sums.total) / spread
    known = t_quantile(whole - 1) / t_quantile(sums.count - 1)
    size *= known**2
    return min(size, whole) if sums.count < FEW else size


def _mean(sums: Sums, divisor: int) -> Estimate:
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
