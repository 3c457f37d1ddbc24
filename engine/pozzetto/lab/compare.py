"""Comparison: the same deals played under several rulesets, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.measures import Measure, measures
from pozzetto.lab.seating import Seating, seat_players
from pozzetto.lab.simulate import CHUNK, DealResult, Progress, Run, played
from pozzetto.lab.statistics import Estimate, PairSums, correlation, estimate
from pozzetto.lab.verdict import verdict
from pozzetto.language import ENGLISH, translator


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One measure under the base and another ruleset, pair by pair.

    `correlation` tells how far the luck of the deal is shared: what pairing lives on. It
    is None where the measure never varies.
    """

    base: Estimate
    other: Estimate
    difference: Estimate
    correlation: float | None

    @property
    def moved(self) -> bool:
        """Whether the difference is beyond chance: its 95 % interval excludes zero."""
        return self.difference.excludes_zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure of a comparison: a difference for each ruleset but the base."""

    measure: Measure
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What a comparison found. `names` are those of the rulesets, the base first, made
    distinct where rulesets that differ are called the same; `same` tells for each of the
    others whether its rules are the base's, `dealt_alike` whether it deals the same cards
    to the same places."""

    names: tuple[str, ...]
    same: tuple[bool, ...]
    dealt_alike: tuple[bool, ...]
    fingerprints: tuple[str, ...]
    players: Seating
    seed: int
    pairs: int
    times: int
    rows: tuple[Row, ...]

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
                    "base": {"mean": row.differences[0].base.mean},
                    "others": {
                        name: {
                            "mean": each.other.mean,
                            "difference": {
                                "mean": each.difference.mean,
                                "low": each.difference.low,
                                "high": each.difference.high,
                            },
                            "correlation": each.correlation,
                        }
                        for name, each in zip(self.others, row.differences, strict=True)
                    },
                }
                for row in self.rows
            ],
            "verdict": verdict(self, translator(lang)),
            "seed": self.seed,
            "fingerprints": dict(zip(self.names, self.fingerprints, strict=True)),
        }


def compare(
    rulesets: Sequence[Rules],
    hands: int,
    seed: int,
    players: Sequence[str] = ("greedy",),
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    watch: Callable[[DealResult], object] | None = None,
) -> Comparison:
    """What changes when the same deals are played under the first ruleset and the others.

    A deal is one pair of observations: deal 0 … `hands` − 1 of the seed. `players` names
    one player for all, one a team or one a seat; unequal ones play every deal once on each
    side, and the mean of those hands is the observation. `watch` is given what became of
    each deal, in order. Raises PozzettoError when the rulesets seat other numbers of
    players or teams.
    """
    base = _comparable(rulesets)
    seated = seat_players(base, players)
    run = Run(rulesets=tuple(rulesets), players=seated, seed=seed)
    counted = measures(rulesets, run.sides)
    counts = [[measure.count(rules) for measure in counted] for rules in rulesets]
    sums = [[PairSums.empty() for _ in rulesets[1:]] for _ in counted]
    results = played(run, hands, workers=workers, progress=progress, executor=executor, chunk=chunk)
    with closing(results):
        for deal in results:
            if watch is not None:
                watch(deal)
            observed = [
                [sum(map(count, under)) for count in its]
                for its, under in zip(counts, deal, strict=True)
            ]
            for number, pairs in enumerate(sums):
                of_base = observed[0][number]
                for pair, others in zip(pairs, observed[1:], strict=True):
                    pair.add(of_base, others[number])
    times = len(run.seatings)
    return Comparison(
        names=tuple(_names(rulesets)),
        same=tuple(_same(base, rules) for rules in rulesets[1:]),
        dealt_alike=tuple(_dealt(base) == _dealt(rules) for rules in rulesets[1:]),
        fingerprints=tuple(rules.fingerprint for rules in rulesets),
        players=seated,
        seed=seed,
        pairs=hands,
        times=times,
        rows=tuple(
            Row(
                measure=measure,
                differences=tuple(_difference(pair, measure.parts * times) for pair in pairs),
            )
            for measure, pairs in zip(counted, sums, strict=True)
        ),
    )


def _difference(pair: PairSums, divisor: int) -> Difference:
    return Difference(
        base=estimate(pair.first, divisor),
        other=estimate(pair.second, divisor),
        difference=estimate(pair.differences, divisor),
        correlation=correlation(pair),
    )


def _dealt(rules: Rules) -> tuple[object, ...]:
    # all that decides which card of a shuffled deck goes where, but for jokers: decks that
    # differ in those still share the order of the others
    piles = rules.pozzetti.piles if rules.pozzetti else ()
    return (rules.deal, rules.packs, piles)


def _comparable(rulesets: Sequence[Rules]) -> Rules:
    if len(rulesets) < 2:
        raise PozzettoError("A comparison needs at least two rulesets.")
    base = rulesets[0]
    for rules in rulesets[1:]:
        for what in ("seats", "teams"):
            ours, theirs = len(getattr(base, what)), len(getattr(rules, what))
            if ours != theirs:
                raise PozzettoError(
                    f"{base.name} and {rules.name} cannot be compared deal by deal: "
                    f"{base.name} has {ours} {what}, {rules.name} has {theirs}."
                )
        if rules.team_of != base.team_of:
            raise PozzettoError(
                f"{base.name} and {rules.name} cannot be compared deal by deal: "
                f"their partners sit in different places."
            )
    return base


def _same(base: Rules, other: Rules) -> bool:
    if base.fingerprint and base.fingerprint == other.fingerprint:
        return True
    return base == other


def _names(rulesets: Sequence[Rules]) -> Iterator[str]:
    # the base's own rules may come again under its name; all else is told apart
    used: dict[str, Rules] = {}
    for index, rules in enumerate(rulesets):
        name, number = rules.name, 1
        while name in used and not (index == 1 and _same(used[name], rules)):
            number += 1
            name = f"{rules.name} ({number})"
        used[name] = rules
        yield name
