"""A share of hands, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_NORMAL = 1.959963984540054
"""The normal deviate of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many hands, which are independent of each other.

    `low` … `high` is the 95 % interval of Wilson (1927), from 0 to 1: unlike mean ± error
    it stays within these bounds, and says something of a share of none or of all.
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
        return max(0.0, self._centre - self._reach) if self.count else 0.0

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return min(1.0, self._centre + self._reach) if self.count < self.of else 1.0

    @property
    def _centre(self) -> float:
        return (self.count + _NORMAL**2 / 2) / (self.of + _NORMAL**2)

    @property
    def _reach(self) -> float:
        spread = self.count * (self.of - self.count) / self.of + _NORMAL**2 / 4
        return _NORMAL * sqrt(spread) / (self.of + _NORMAL**2)

    def data(self) -> dict[str, float]:
        """The share as plain data."""
        return {"hands": self.count, "mean": self.mean, "low": self.low, "high": self.high}
