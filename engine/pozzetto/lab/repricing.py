"""What re-pricing comes to over many hands: means with their uncertainty, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from pozzetto.game.rules import Rules
from pozzetto.lab.measures import Measure, measures
from pozzetto.lab.rescore import Rescored, RescoredMatch, Score
from pozzetto.lab.result import HandResult
from pozzetto.lab.statistics import SHARE, Estimate, PairSums, Sums, estimate

OF_SCORES = ("points", "points_1", "points_2", "points_3", "points_4", "lead", "spread", "negative")
"""The measures that ask a hand for nothing but its points."""


class _Scored(NamedTuple):
    # as much of a hand's result as such a measure looks at
    points: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Repriced:
    """One measure of hands as they were played and at other prices, and the difference hand
    by hand."""

    measure: Measure
    played: Estimate
    priced: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What hands came to as they were played and at other prices. `hands` are all, `priced`
    those that have a price; `rows` are empty where none has, and so is `turned` None: else
    the share of the hands in which another team comes out ahead. `matches` are those of
    several hands that are all priced, `turned_matches` those that another team wins."""

    hands: int
    priced: int
    rows: tuple[Repriced, ...]
    turned: Estimate | None
    matches: int
    turned_matches: int


class Counting:
    """Re-priced matches being added up; only sums are kept."""

    def __init__(self, rules: Rules) -> None:
        self._measures = [
            measure for measure in measures([rules], rules.teams) if measure.name in OF_SCORES
        ]
        self._counts = [measure.count(rules) for measure in self._measures]
        self._pairs = [PairSums.empty() for _ in self._measures]
        self._turned = Sums()
        self._hands = self._matches = self._turned_matches = 0

    def add(self, match: RescoredMatch) -> None:
        """Count one more match, and its hands."""
        for hand in match.hands:
            self._add(hand)
        if len(match.hands) > 1 and match.priced is not None:
            self._matches += 1
            won, wins = ahead(match.played.totals), ahead(match.priced.totals)
            self._turned_matches += won != wins

    def _add(self, hand: Rescored) -> None:
        self._hands += 1
        if not hand.priced:
            return
        first, second = (cast(HandResult, _Scored(score)) for score in (hand.played, hand.score))
        for count, pair in zip(self._counts, self._pairs, strict=True):
            pair.add(count(first), count(second))
        self._turned.add(int(ahead(hand.played) != ahead(hand.score)))

    def summary(self) -> Summary:
        """What has come of it so far."""
        found = list(zip(self._measures, self._pairs, strict=True)) if self._turned.count else []
        return Summary(
            hands=self._hands,
            priced=self._turned.count,
            rows=tuple(
                Repriced(
                    measure=measure,
                    played=estimate(pair.first, measure.parts, bounds=measure.bounds),
                    priced=estimate(pair.second, measure.parts, bounds=measure.bounds),
                    difference=estimate(
                        pair.differences, measure.parts, bounds=measure.difference_bounds
                    ),
                )
                for measure, pair in found
            ),
            turned=estimate(self._turned, bounds=SHARE) if found else None,
            matches=self._matches,
            turned_matches=self._turned_matches,
        )


def ahead(points: Sequence[int]) -> int | None:
    """The team with the most points; None where several have."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None
