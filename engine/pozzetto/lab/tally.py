"""The tally: what is kept of the deals, one by one, until the figures are made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pozzetto.game.rules import Rules
from pozzetto.lab.matches import Blocks, Played
from pozzetto.lab.measure import Measure
from pozzetto.lab.ratio import RatioPairSums, ratio, ratio_correlation, ratio_difference
from pozzetto.lab.statistics import Estimate, PairSums, correlation, estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A measure under the base and under another ruleset, observation by observation.

    `apart` counts the observations in which they are not the same.
    """

    base: Estimate
    other: Estimate
    difference: Estimate
    correlation: float | None
    apart: int

    @property
    def chance(self) -> float | None:
        """How likely a difference at least so large is by chance alone, from 0 to 1 (the
        p-value); None for one pair.

        By Student's t, but never less than the least that turning the signs of the
        differences could give: where they were seen k times, one of 2 ** (k − 1). What
        differed four times cannot be surer than that, however alike the four were.
        """
        if self.difference.chance is None:
            return None
        return max(self.difference.chance, 2.0 ** (1 - max(self.apart, 1)))


class Kept(Protocol):
    """What is kept of one measure under all rulesets."""

    def add(self, played: Played) -> None:
        """Count one more observation."""
        ...

    def estimate(self, index: int) -> Estimate | None:
        """The figure under this ruleset; None where nothing was observed."""
        ...

    def pair(self, index: int) -> Pair | None:
        """The base beside this ruleset; None where nothing was observed."""
        ...


class _Means:
    """Of a measure that is a mean of what each observation counts."""

    def __init__(self, measure: Measure, rulesets: Sequence[Rules], times: int) -> None:
        self._counts = [measure.count(rules) for rules in rulesets]
        self._divisor = measure.parts * times
        self._bounds = measure.bounds
        self._difference_bounds = measure.difference_bounds
        # the base beside each ruleset, itself first
        self._sums = [PairSums.empty() for _ in rulesets]
        self._apart = [0] * len(rulesets)

    def add(self, played: Played) -> None:
        base = sum(map(self._counts[0], played[0]))
        self._sums[0].second.add(base)
        for index in range(1, len(played)):
            other = sum(map(self._counts[index], played[index]))
            self._sums[index].add(base, other)
            self._apart[index] += base != other

    def estimate(self, index: int) -> Estimate | None:
        sums = self._sums[index].second
        return estimate(sums, self._divisor, bounds=self._bounds) if sums.count else None

    def pair(self, index: int) -> Pair | None:
        base, other = self.estimate(0), self.estimate(index)
        if base is None or other is None:
            return None
        sums = self._sums[index]
        return Pair(
            base=base,
            other=other,
            difference=estimate(sums.differences, self._divisor, bounds=self._difference_bounds),
            correlation=correlation(sums),
            apart=self._apart[index],
        )


class _Ratios:
    """Of a measure that is one count for each of another one, over all observations."""

    def __init__(self, measure: Measure, rulesets: Sequence[Rules]) -> None:
        assert measure.over is not None
        self._counts = [(measure.count(rules), measure.over(rules)) for rules in rulesets]
        self._divisor = measure.parts
        self._sums = [RatioPairSums() for _ in rulesets]
        self._apart = [0] * len(rulesets)

    def add(self, played: Played) -> None:
        above, below = self._counts[0]
        base = (sum(map(above, played[0])), sum(map(below, played[0])))
        self._sums[0].second.add(*base)
        for index in range(1, len(played)):
            above, below = self._counts[index]
            other = (sum(map(above, played[index])), sum(map(below, played[index])))
            self._sums[index].add(base, other)
            self._apart[index] += base != other

    def estimate(self, index: int) -> Estimate | None:
        sums = self._sums[index].second
        return ratio(sums, self._divisor) if sums.below else None

    def pair(self, index: int) -> Pair | None:
        base, other = self.estimate(0), self.estimate(index)
        if base is None or other is None:
            return None
        sums = self._sums[index]
        return Pair(
            base=base,
            other=other,
            difference=ratio_difference(sums, self._divisor),
            correlation=ratio_correlation(sums),
            apart=self._apart[index],
        )


def kept(measure: Measure, rulesets: Sequence[Rules], times: int) -> Kept:
    """What will keep this measure, of deals each played so many `times`."""
    if measure.over is None:
        return _Means(measure, rulesets, times)
    return _Ratios(measure, rulesets)


class Tally:
    """Counts every measure in deals that come one by one, in the order of their numbers."""

    def __init__(
        self, rulesets: Sequence[Rules], measures: Sequence[Measure], times: int = 1
    ) -> None:
        self.rulesets = tuple(rulesets)
        self.measures = tuple(measures)
        self.deals = 0
        self.kept = {measure.name: kept(measure, rulesets, times) for measure in measures}
        # hands, matches and rounds, each with those who want them
        self._blocks = [
            (
                Blocks(per, rulesets),
                [self.kept[each.name] for each in measures if each.per == per],
            )
            for per in dict.fromkeys(each.per for each in measures)
        ]

    def add(self, deal: Played) -> None:
        """Count one more deal: under each ruleset, the results with each seating."""
        self.deals += 1
        for blocks, wanting in self._blocks:
            played = blocks.add(deal)
            if played is not None:
                for each in wanting:
                    each.add(played)

    def estimate(self, name: str) -> Estimate | None:
        """The figure under the first ruleset, for the measure of this name; None where
        nothing was observed."""
        return self.kept[name].estimate(0)

    def pairs(self, name: str) -> list[Pair] | None:
        """The base beside each other ruleset, for the measure of this name; None where
        nothing was observed under one of them."""
        found = [self.kept[name].pair(index) for index in range(1, len(self.rulesets))]
        whole = [pair for pair in found if pair is not None]
        return whole if len(whole) == len(found) else None
