"""Distributions: how often each value came in the hands of a comparison.

What is kept is how often each integer was seen, exactly: it grows with the number of
different values, not of hands, and is the same in whatever order the hands come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from pozzetto.lab.result import ENDS, HOUSE, HandResult
from pozzetto.lab.run import DealResult


@dataclass(slots=True)
class Histogram:
    """How often each integer was observed, counted in parts of 1/`parts`."""

    parts: int = 1
    times: Counter[int] = field(default_factory=Counter)

    def add(self, *values: int) -> None:
        """Count one observation of each value."""
        self.times.update(values)

    @property
    def count(self) -> int:
        """How many observations there are."""
        return self.times.total()

    @property
    def mean(self) -> float:
        """Their mean. Raises ValueError where there are none."""
        if not self.times:
            raise ValueError("no observations, no mean")
        total = sum(value * times for value, times in self.times.items())
        return total / (self.count * self.parts)

    def quantile(self, share: float) -> float:
        """The least value that at least this share of the observations does not exceed.
        Raises ValueError where there are none."""
        wanted, seen, value = share * self.count, 0, None
        for value in sorted(self.times):
            seen += self.times[value]
            if seen >= wanted:
                break
        if value is None:
            raise ValueError("no observations, no quantile")
        return value / self.parts

    def share(self, low: float, high: float) -> float:
        """The share of the observations from `low` up to, but not at, `high`; from 0 to 1."""
        inside = (times for value, times in self.times.items() if low <= value / self.parts < high)
        return sum(inside) / self.count if self.times else 0.0

    def bins(self, edges: Iterable[float]) -> Iterator[float]:
        """The share of the observations between each edge and the next."""
        for low, high in pairwise(edges):
            yield self.share(low, high)

    def data(self) -> dict[str, object]:
        """Each value and how often it came, in order, ready for JSON."""
        return {
            "count": self.count,
            "values": [[value / self.parts, self.times[value]] for value in sorted(self.times)],
        }


@dataclass(slots=True)
class Spread:
    """How the hands under one ruleset spread: points of a team, turns, burracos of all
    teams together; `ended` counts the hands by the index of `ENDS` that ended them."""

    points: Histogram = field(default_factory=Histogram)
    turns: Histogram = field(default_factory=Histogram)
    burracos: Histogram = field(default_factory=Histogram)
    ended: Histogram = field(default_factory=Histogram)

    def add(self, hand: HandResult) -> None:
        """Count one more hand."""
        self.points.add(*hand.points)
        self.turns.add(hand.turns)
        self.burracos.add(sum(map(sum, hand.burracos)))
        self.ended.add(hand.ended)

    def ends(self) -> dict[str, float]:
        """The share of the hands that ended in each way, from 0 to 1; by a house rule only
        where one did."""
        shares = {name: self.ended.share(end, end + 1) for end, name in enumerate(ENDS)}
        return {name: share for name, share in shares.items() if share or name != HOUSE}

    def data(self) -> dict[str, object]:
        """The distributions as plain data, ready for JSON."""
        return {
            "points": self.points.data(),
            "turns": self.turns.data(),
            "burracos": self.burracos.data(),
            "ends": self.ends(),
        }


class Distributions:
    """Collects what `compare(…, watch=distributions.add)` plays.

    `spreads` has one entry for each ruleset, the base first; `changes` one for each of the
    others: by how many points a team's hand differs from the base's, deal by deal. A deal
    played several times, for unequal players change sides, is one observation there.
    """

    def __init__(self, rulesets: int) -> None:
        self.spreads = tuple(Spread() for _ in range(rulesets))
        self.changes = tuple(Histogram() for _ in range(rulesets - 1))

    def add(self, deal: DealResult) -> None:
        """Count one more deal."""
        for spread, hands in zip(self.spreads, deal, strict=True):
            for hand in hands:
                spread.add(hand)
        base, *others = (sum(sum(hand.points) for hand in hands) for hands in deal)
        parts = sum(len(hand.points) for hand in deal[0])
        for change, other in zip(self.changes, others, strict=True):
            change.parts = parts
            change.add(other - base)
