"""Simulation: automatic players play many hands, and every hand is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.match_measures import worth_telling
from pozzetto.lab.measure import Measure
from pozzetto.lab.measures import measures
from pozzetto.lab.run import CHUNK, Progress, Run, Study, played
from pozzetto.lab.seating import Seating, seat_players
from pozzetto.lab.statistics import Estimate
from pozzetto.lab.tally import Tally
from pozzetto.text.record import Book
from pozzetto.text.record_text import TEXT, head_text

RECORDS_OR_STUDY = (
    "Records are written of hands as they are played, and a study does not play again what it "
    "holds. Write them by a run of its own, without the study: the same seed plays the same hands."
)


@dataclass(frozen=True, slots=True)
class Records:
    """Where the records of all hands go, in the order of the deals: `form` is one of
    `record_text.FORMS`, and `write` takes them hand by hand."""

    form: str
    write: Callable[[str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What a simulation found for one measure."""

    measure: Measure
    estimate: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What a simulation found. `hands` is the number of hands played: more than `deals`
    where unequal players changed sides and played each deal again."""

    rules: Rules
    players: Seating
    seed: int
    deals: int
    hands: int
    figures: tuple[Figure, ...]

    def figure(self, name: str) -> Estimate:
        """What was found for the measure of this name. Raises PozzettoError for another."""
        found = {each.measure.name: each.estimate for each in self.figures}
        if name not in found:
            raise PozzettoError(f"There is no measure {name!r}; there are {', '.join(found)}.")
        return found[name]

    def data(self) -> dict[str, object]:
        """The simulation as plain data, ready for JSON."""
        return {
            "ruleset": self.rules.name,
            "players": list(self.players),
            "seed": self.seed,
            "deals": self.deals,
            "hands": self.hands,
            "fingerprint": self.rules.fingerprint,
            "measures": [
                {
                    "name": figure.measure.name,
                    "unit": figure.measure.unit,
                    "mean": figure.estimate.mean,
                    "low": figure.estimate.low,
                    "high": figure.estimate.high,
                    "deviation": figure.estimate.deviation,
                }
                for figure in self.figures
            ],
        }


def simulate(
    rules: Rules,
    hands: int,
    seed: int,
    players: Sequence[str] = ("greedy",),
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    records: Records | None = None,
    study: Study = None,
    cluster: str | None = None,
    patience: float | None = None,
) -> Simulation:
    """What happens in deals 0 … `hands` − 1 of a seed.

    `players` names one player for all, one a team or one a seat; unequal ones play every
    deal once on each side, and such a deal is one observation. Every hand is kept in the
    file `study`, if one is given, and what it holds already is not played again. With the
    address of a Dask scheduler as `cluster` its workers play. With `patience` a worker of this
    machine that reports no hand for so many seconds is ended: a house rule may never come back.

    Raises PozzettoError when the study is one of something else, or is given with
    `records`, which are written of hands that are played.
    """
    if records is not None and study is not None:
        raise PozzettoError(RECORDS_OR_STUDY)
    seated = seat_players(rules, players)
    form = records.form if records else ""
    run = Run(rulesets=(rules,), players=seated, seed=seed, form=form)
    tally = Tally(run.rulesets, measures(run.rulesets, run.sides), len(run.seatings))
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
    if records and form == TEXT:
        records.write(head_text(Book.of(rules)))
    with closing(results):
        for deal in results:
            if records:
                for hand in deal[0]:
                    records.write(hand.record)
            tally.add(deal)
    found = [(measure, tally.estimate(measure.name)) for measure in tally.measures]
    figures = [Figure(measure=each, estimate=its) for each, its in found if its is not None]
    tells = worth_telling((each.measure, [each.estimate.mean]) for each in figures)
    return Simulation(
        rules=rules,
        players=seated,
        seed=seed,
        deals=hands,
        hands=hands * len(run.seatings),
        figures=tuple(each for each in figures if tells(each.measure)),
    )
