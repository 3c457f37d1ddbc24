"""Comparison: the same deals played under several rulesets, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.holm import holm
from pozzetto.lab.match_measures import worth_telling
from pozzetto.lab.measure import Measure
from pozzetto.lab.measures import measures
from pozzetto.lab.pairing import comparable, dealt_alike, distinct_names, same
from pozzetto.lab.power import detectable
from pozzetto.lab.run import CHUNK, DealResult, Progress, Run, Study, played
from pozzetto.lab.seating import Seating, seat_players
from pozzetto.lab.student import CONFIDENCE
from pozzetto.lab.tally import Pair, Tally
from pozzetto.lab.until import Wanted, wanted
from pozzetto.lab.verdict import foundations, verdict
from pozzetto.language import ENGLISH, translator


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Pair):
    """One measure under the base and another ruleset, pair by pair.

    `correlation` tells how far the luck of the deal is shared: what pairing lives on. It
    is None where the measure never varies. `corrected` is the p-value after Holm's
    correction over the whole comparison; None where one pair alone was observed.
    """

    corrected: float | None

    @property
    def moved(self) -> bool:
        """Whether the difference is beyond chance: its 95 % interval excludes zero, and it
        was seen more than a few times."""
        chance = self.chance
        return chance is not None and self.difference.excludes_zero and chance <= 1 - CONFIDENCE

    @property
    def holds(self) -> bool:
        """Whether that is so even with all measures of the comparison looked at together:
        in 95 of 100 comparisons no difference at all is wrongly said to hold."""
        return self.corrected is not None and self.moved and self.corrected <= 1 - CONFIDENCE

    @property
    def effect(self) -> float | None:
        """The effect size: the mean difference in standard deviations of the differences;
        None where they never vary."""
        deviation = self.difference.deviation
        return self.difference.mean / deviation if deviation else None

    @property
    def saved(self) -> float | None:
        """The part of the deals that pairing saved: of as many as unpaired ones would take
        for the same interval, so many were not needed. 0 or less where pairing did not pay;
        None where neither ruleset varies."""
        deviations = [each.deviation for each in (self.base, self.other, self.difference)]
        base, other, paired = (each or 0.0 for each in deviations)
        unpaired = base**2 + other**2
        return 1 - paired**2 / unpaired if unpaired else None

    @property
    def detectable(self) -> float | None:
        """The true difference that 80 of 100 comparisons of this length would find."""
        return detectable(self.difference)

    def data(self) -> dict[str, object]:
        """The difference as plain data, ready for JSON."""
        return {
            "mean": self.other.mean,
            "interval": {"low": self.other.low, "high": self.other.high},
            "difference": {
                "mean": self.difference.mean,
                "low": self.difference.low,
                "high": self.difference.high,
                "deviation": self.difference.deviation,
            },
            "correlation": self.correlation,
            "saved": self.saved,
            "effect": self.effect,
            "p": self.chance,
            "p_holm": self.corrected,
            "moved": self.moved,
            "holds": self.holds,
            "detectable": self.detectable,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure of a comparison: a difference for each ruleset but the base."""

    measure: Measure
    differences: tuple[Difference, ...]

    @property
    def observations(self) -> int:
        """How many hands, matches or rounds were observed under each ruleset."""
        return self.differences[0].difference.count


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What a comparison found.

    `names` are those of the rulesets, the base first, made distinct where rulesets that
    differ are called the same; `same` tells for each of the others whether its rules are
    the base's, `dealt_alike` whether it deals the same cards to the same places. `pairs`
    deals were played, each of them `times` times. `sides` names the sides, where they are
    unequal. `until` is the width that was wanted, if one was, and `decided` whether it was
    reached.
    """

    names: tuple[str, ...]
    same: tuple[bool, ...]
    dealt_alike: tuple[bool, ...]
    fingerprints: tuple[str, ...]
    players: Seating
    seed: int
    pairs: int
    times: int
    rows: tuple[Row, ...]
    sides: tuple[str, ...] = ()
    until: Wanted | None = None
    decided: bool | None = None

    @property
    def base(self) -> str:
        """The ruleset that the others are compared with."""
        return self.names[0]

    @property
    def others(self) -> tuple[str, ...]:
        """The rulesets compared with the base."""
        return self.names[1:]

    def row(self, name: str) -> Row:
        """The row of the measure of this name. Raises PozzettoError for another."""
        found = {row.measure.name: row for row in self.rows}
        if name not in found:
            raise PozzettoError(f"There is no measure {name!r}; there are {', '.join(found)}.")
        return found[name]

    @property
    def verdict(self) -> str:
        """What came out, in a few plain sentences."""
        return verdict(self)

    def data(self, lang: str = ENGLISH) -> dict[str, object]:
        """The comparison as plain data, ready for JSON; its verdict in a language."""
        return {
            "base": self.base,
            "others": list(self.others),
            "pairs": self.pairs,
            "measures": [
                {
                    "name": row.measure.name,
                    "unit": row.measure.unit,
                    "per": row.measure.per,
                    "observations": row.observations,
                    "base": {"mean": row.differences[0].base.mean},
                    "base_interval": {
                        "low": row.differences[0].base.low,
                        "high": row.differences[0].base.high,
                    },
                    "others": {
                        name: each.data()
                        for name, each in zip(self.others, row.differences, strict=True)
                    },
                }
                for row in self.rows
            ],
            "verdict": verdict(self, translator(lang)),
            "seed": self.seed,
            "fingerprints": dict(zip(self.names, self.fingerprints, strict=True)),
            "players": list(self.players),
            "foundations": foundations(self, translator(lang)),
            "until": None
            if self.until is None
            else {
                "measure": self.until.measure.name,
                "width": self.until.width,
                "decided": self.decided,
            },
        }


def compare(
    rulesets: Sequence[Rules],
    hands: int,
    seed: int,
    players: Sequence[str] = ("greedy",),
    *,
    until: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    watch: Callable[[DealResult], object] | None = None,
    study: Study = None,
    cluster: str | None = None,
    patience: float | None = None,
) -> Comparison:
    """What changes when the same deals are played under the first ruleset and the others.

    A deal is one pair of observations: deal 0 … `hands` − 1 of the seed. `players` names
    one player for all, one a team or one a seat; unequal ones play every deal once on each
    side, and the mean of those hands is the observation. `until`, such as `points=±5`,
    ends the comparison when that measure is known so well, and `hands` is then the most
    that are played. `watch` is given what became of each deal, in order. `study`,
    `cluster` and `patience` are as in `simulate`. Raises PozzettoError when the rulesets seat
    other numbers of players or teams, for an `until` that cannot be read, and when the study
    is one of something else.
    """
    base = comparable(rulesets)
    seated = seat_players(base, players)
    run = Run(rulesets=tuple(rulesets), players=seated, seed=seed)
    tally = Tally(rulesets, measures(rulesets, run.sides), len(run.seatings))
    goal = wanted(until, tally.measures) if until is not None else None
    results = played(
        run,
        hands,
        workers=workers,
        progress=progress,
        executor=executor,
        chunk=chunk,
        study=study,
        cluster=cluster,
        patience=patience,
    )
    with closing(results):
        for deal in results:
            if watch is not None:
                watch(deal)
            tally.add(deal)
            if goal is not None and goal.stops(tally):
                break
    return Comparison(
        names=tuple(distinct_names(rulesets)),
        same=tuple(same(base, rules) for rules in rulesets[1:]),
        dealt_alike=tuple(dealt_alike(base, rules) for rules in rulesets[1:]),
        fingerprints=tuple(rules.fingerprint for rules in rulesets),
        players=seated,
        seed=seed,
        pairs=tally.deals,
        times=len(run.seatings),
        rows=rows(tally),
        sides=run.sides,
        until=goal,
        decided=None if goal is None else goal.satisfied(tally.pairs(goal.measure.name)),
    )


def rows(tally: Tally) -> tuple[Row, ...]:
    """The table that a tally comes to: a row for each measure that was observed under all
    rulesets, with Holm's correction over all of them. Of matches that are often not over
    there is only the row that says so."""
    found = [(measure, tally.pairs(measure.name)) for measure in tally.measures]
    observed = [(measure, pairs) for measure, pairs in found if pairs is not None]
    tells = worth_telling(
        (measure, [pairs[0].base.mean, *(pair.other.mean for pair in pairs)])
        for measure, pairs in observed
    )
    observed = [(measure, pairs) for measure, pairs in observed if tells(measure)]
    chances = [pair.chance for _, pairs in observed for pair in pairs]
    corrected = iter(holm([1.0 if chance is None else chance for chance in chances]))
    return tuple(
        Row(
            measure=measure,
            differences=tuple(
                Difference(
                    base=pair.base,
                    other=pair.other,
                    difference=pair.difference,
                    correlation=pair.correlation,
                    apart=pair.apart,
                    corrected=None if pair.chance is None else its,
                )
                for pair, its in zip(pairs, islice(corrected, len(pairs)), strict=True)
            ),
        )
        for measure, pairs in observed
    )
