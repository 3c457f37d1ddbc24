"""A share of hands, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_NORMAL = 1.959963984540054
"""The normal deviate of a two-sided 95 % interval."""


def wilson(mean: float, of: float) -> tuple[float, float]:
    """The 95 % interval of Wilson (1927) of a share, from 0 to 1, seen in so many independent
    observations, which need be no whole number. Unlike mean ± error it stays within these
    bounds, and says something of a share of none or of all."""
    square = _NORMAL**2
    centre = (mean * of + square / 2) / (of + square)
    reach = _NORMAL * sqrt(mean * (1 - mean) * of + square / 4) / (of + square)
    low = max(0.0, centre - reach) if mean > 0 else 0.0
    return low, min(1.0, centre + reach) if mean < 1 else 1.0


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many hands, which are independent of each other.

    `low` … `high` is the 95 % interval of `wilson`, from 0 to 1.
    """

    count: int
    of: int

    @property
    def mean(self) -> float:
        """The share, from 0 to 1."""
        return self.count / self.of

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return wilson(self.mean, self.of)[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return wilson(self.mean, self.of)[1]

    def data(self) -> dict[str, float]:
        """The share as plain data."""
        return {"hands": self.count, "mean": self.mean, "low": self.low, "high": self.high}
