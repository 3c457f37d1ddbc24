"""The plan of a comparison: how many hands it takes, told by a pilot of a few."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass

from pozzetto.game.rules import Rules
from pozzetto.lab.matches import Blocks, Played
from pozzetto.lab.measure import Measure
from pozzetto.lab.measures import measures
from pozzetto.lab.pairing import comparable, distinct_names
from pozzetto.lab.power import Need, need
from pozzetto.lab.run import CHUNK, Progress, Run, played
from pozzetto.lab.seating import Seating, seat_players
from pozzetto.lab.share import Share
from pozzetto.lab.until import APART, LEAST, Wanted, wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a pilot found. `needs` tells for each ruleset but the base how many hands bring
    the wanted width, None where the pilot saw no difference at all."""

    names: tuple[str, ...]
    players: Seating
    seed: int
    wanted: Wanted
    pilot: int
    needs: tuple[Need | None, ...]

    @property
    def hands(self) -> int | None:
        """The hands that are enough for all; None where the pilot cannot say."""
        known = [need.count for need in self.needs if need is not None]
        return max(known) if len(known) == len(self.needs) else None

    def data(self) -> dict[str, object]:
        """The plan as plain data, ready for JSON."""
        return {
            "base": self.names[0],
            "others": list(self.names[1:]),
            "measure": self.wanted.measure.name,
            "width": self.wanted.width,
            "pilot": self.pilot,
            "hands": self.hands,
            "needs": {
                name: None
                if need is None
                else {"hands": need.count, "low": need.low, "high": need.high}
                for name, need in zip(self.names[1:], self.needs, strict=True)
            },
            "players": list(self.players),
            "seed": self.seed,
        }


def pilot_hands(rulesets: Sequence[Rules], players: Sequence[str], text: str) -> int:
    """How many hands a pilot takes for what `text` asks: enough for 200 observations."""
    run = _run(rulesets, players, 0)
    goal = wanted(text, measures(rulesets, run.sides))
    return LEAST * Blocks(goal.measure.per, rulesets).length


def plan(
    rulesets: Sequence[Rules],
    text: str,
    hands: int,
    seed: int,
    players: Sequence[str] = ("greedy",),
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    patience: float | None = None,
) -> Plan:
    """How many hands tell a measure so well as `text` asks, such as `points=±5`.

    Plays deals 0 … `hands` − 1 of the seed as a pilot. Raises PozzettoError as `compare`
    does.
    """
    run = _run(rulesets, players, seed)
    goal = wanted(text, measures(rulesets, run.sides))
    blocks = Blocks(goal.measure.per, rulesets)
    observed: list[Played] = []
    results = played(
        run,
        hands,
        workers=workers,
        progress=progress,
        executor=executor,
        chunk=chunk,
        patience=patience,
    )
    with closing(results):
        for deal in results:
            observation = blocks.add(deal)
            if observation is not None:
                observed.append(observation)
    added = [
        _added(goal.measure, rules, [under[index] for under in observed], len(run.seatings))
        for index, rules in enumerate(rulesets)
    ]
    needs = []
    for other in added[1:]:
        differences = [two - one for one, two in zip(added[0], other, strict=True)]
        found = need(differences, goal.width)
        if found is not None:
            apart = Share(sum(map(bool, differences)), len(differences))
            found = found.seen_apart(apart, APART).times(blocks.length)
        needs.append(found)
    return Plan(
        names=tuple(distinct_names(rulesets)),
        players=run.players,
        seed=seed,
        wanted=goal,
        pilot=hands,
        needs=tuple(needs),
    )


def _run(rulesets: Sequence[Rules], players: Sequence[str], seed: int) -> Run:
    base = comparable(rulesets)
    return Run(rulesets=tuple(rulesets), players=seat_players(base, players), seed=seed)


def _added(
    measure: Measure, rules: Rules, under: Sequence[Sequence[object]], times: int
) -> list[float]:
    """What each observation adds to the figure of this measure."""
    counts = [sum(map(measure.count(rules), each)) for each in under]
    if measure.over is None:
        return [count / (measure.parts * times) for count in counts]
    below = [sum(map(measure.over(rules), each)) for each in under]
    if not sum(below):
        return [0.0 for _ in counts]
    # to first order, as in `ratio`
    ratio, mean = sum(counts) / sum(below), sum(below) / len(below)
    return [(y - ratio * x) / (mean * measure.parts) for y, x in zip(counts, below, strict=True)]
