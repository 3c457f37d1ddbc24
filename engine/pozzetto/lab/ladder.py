"""The ladder: how much better each automatic player is than the one below it.

A rung and the next play every deal on both sides; the mean of those hands is one
observation. What a hand takes is measured too, each player playing by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from time import process_time_ns

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.lab.run import Progress, Run, play_hand, played
from pozzetto.lab.seating import seat_players
from pozzetto.lab.statistics import SHARE, Estimate, Sums, estimate
from pozzetto.language import ENGLISH, Translator, translator
from pozzetto.players import NAMES, check_name, make, takes_budget, with_budget

HANDS = 1000
"""Deals that two rungs play, unless told otherwise."""
FEWER = 5
"""A pair with a player that takes a budget plays one deal of so many: it is that much slower."""
FILLED_NS, TIMED_NS = 3_000_000_000, 2_000_000_000
"""A player first fills the tables of melds for so long, and then is timed for so long."""
LEAST_TIMED = 3
"""Hands that a player is timed for at least."""
_BILLION = 1_000_000_000

_ENGLISH = translator()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One rung against the one below: `lead` the points a hand by which `upper` beats
    `lower`, `won` the share of the hands in which it scores more, a tie counted half.
    `hands` are more than `deals`: each deal was played on every side."""

    lower: str
    upper: str
    deals: int
    hands: int
    lead: Estimate
    won: Estimate

    @property
    def beats(self) -> bool:
        """Whether the upper rung is better beyond chance: the interval of its lead lies
        above zero."""
        return self.lead.low is not None and self.lead.low > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast a player plays on one core, all seats being its own: `seconds` a hand."""

    player: str
    seconds: Estimate

    @property
    def rate(self) -> float:
        """Hands a second."""
        return 1 / self.seconds.mean

    @property
    def half_width(self) -> float | None:
        """Half of the 95 % interval of the rate."""
        half = self.seconds.half_width
        return None if half is None else half / self.seconds.mean**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """What was found: a step for each rung but the lowest, a pace for each rung
    where that was asked for."""

    rules: Rules
    seed: int
    steps: tuple[Step, ...]
    paces: tuple[Pace, ...]

    @property
    def holds(self) -> bool:
        """Whether every rung beats the one below it."""
        return all(step.beats for step in self.steps)

    def data(self, lang: str = ENGLISH) -> dict[str, object]:
        """The ladder as plain data, ready for JSON; its verdict in a language."""
        return {
            "ruleset": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "seed": self.seed,
            "steps": [
                {
                    "lower": step.lower,
                    "upper": step.upper,
                    "deals": step.deals,
                    "hands": step.hands,
                    "lead": _interval(step.lead),
                    "won": _interval(step.won),
                    "beats": step.beats,
                }
                for step in self.steps
            ],
            "paces": [
                {
                    "player": pace.player,
                    "hands": pace.seconds.count,
                    "seconds": _interval(pace.seconds),
                    "hands_per_second": pace.rate,
                }
                for pace in self.paces
            ],
            "holds": self.holds,
            "verdict": verdict(self, translator(lang)),
        }


def rungs(
    names: Sequence[str] = NAMES, budget: int | None = None, rules: Rules | None = None
) -> tuple[str, ...]:
    """The players of a ladder from the lowest up, those that take a budget with this one.

    Raises PozzettoError for fewer than two, for one named twice, for a budget that none of
    them takes and, where the rules are given, for one whom nobody knows.
    """
    found = tuple(with_budget(name, budget) for name in names)
    if rules is not None:
        for name in found:
            check_name(name, rules)
    twice = next((name for name in found if found.count(name) > 1), None)
    if twice is not None:
        raise PozzettoError(f"Each rung of a ladder is another player; {twice} is named twice.")
    if budget is not None and not any(map(takes_budget, found)):
        raise PozzettoError(f"A budget is for an expert, and none is among {', '.join(found)}.")
    if len(found) < 2:
        raise PozzettoError("A ladder has at least two rungs: name two players.")
    return found


def deals_of(lower: str, upper: str, hands: int) -> int:
    """How many deals two rungs play of `hands`: fewer where one of them takes a budget."""
    slow = takes_budget(lower) or takes_budget(upper)
    return max(1, hands // FEWER) if slow else hands


def ladder(
    rules: Rules,
    hands: int = HANDS,
    seed: int = 1,
    names: Sequence[str] = NAMES,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    timed: bool = True,
) -> Ladder:
    """How much each of these players beats the one named before it, in deals 0 … of a seed;
    and, where `timed`, how fast each plays.

    Raises PozzettoError where the rules do not seat two teams that could change sides, and
    where the names make no ladder (see `rungs`).
    """
    if len(rules.teams) != 2:
        raise PozzettoError(f"A ladder needs two sides; {rules.name} has {len(rules.teams)} teams.")
    # before any hand is played: the first pair may take hours
    rungs(names, None, rules)
    pairs = list(pairwise(names))
    counts = [deals_of(lower, upper, hands) for lower, upper in pairs]
    done = 0
    steps = []
    for (lower, upper), deals in zip(pairs, counts, strict=True):

        def tell(played: int, of: int, before: int = done) -> None:
            if progress is not None:
                progress(before + played, sum(counts))

        steps.append(_step(rules, lower, upper, deals, seed, workers, tell, executor))
        done += deals
    return Ladder(
        rules=rules,
        seed=seed,
        steps=tuple(steps),
        paces=tuple(pace(rules, name, seed) for name in names if timed),
    )


def _step(
    rules: Rules,
    lower: str,
    upper: str,
    deals: int,
    seed: int,
    workers: int | None,
    progress: Progress,
    executor: Executor | None,
) -> Step:
    run = Run(rulesets=(rules,), players=seat_players(rules, [upper, lower]), seed=seed)
    times = len(run.seatings)
    leads, wins = Sums(), Sums()
    results = played(run, deals, workers=workers, progress=progress, executor=executor)
    with closing(results):
        for (hands,) in results:
            by = [hand.points[0] - hand.points[1] for hand in hands]
            leads.add(sum(by))
            wins.add(sum((each > 0) + (each >= 0) for each in by))
    return Step(
        lower=lower,
        upper=upper,
        deals=deals,
        hands=deals * times,
        lead=estimate(leads, times),
        won=estimate(wins, 2 * times, bounds=SHARE),
    )


def pace(rules: Rules, name: str, seed: int) -> Pace:
    """How long a hand takes the processor when this player plays all seats, from the same
    seed; the tables of melds are filled first. The one figure here that no seed repeats."""
    shapes = Shapes(rules)
    players = [make(name, shapes)] * len(rules.seats)
    hand = 0
    for span, least in ((FILLED_NS, 0), (TIMED_NS, LEAST_TIMED)):
        sums, begun = Sums(), process_time_ns()
        while process_time_ns() - begun < span or sums.count < least:
            started = process_time_ns()
            play_hand(shapes, players, seed, hand)
            sums.add(process_time_ns() - started)
            hand += 1
    return Pace(player=name, seconds=estimate(sums, _BILLION))


def verdict(found: Ladder, _: Translator = _ENGLISH) -> str:
    """What came out, in a sentence."""
    if found.holds:
        above = _("Each rung beats the one below it beyond chance: {rungs}.")
        names = [found.steps[0].lower, *(step.upper for step in found.steps)]
        return above.format(rungs=" < ".join(names))
    told = []
    for step in found.steps:
        if step.beats:
            continue
        words = {"upper": step.upper, "lower": step.lower, "name": found.rules.name}
        if step.lead.high is not None and step.lead.high < 0:
            told.append(_("{lower} beats {upper} under {name}.").format_map(words))
        else:
            unsure = _.plural(
                "{count} hand does not show that {upper} beats {lower} under {name}.",
                "{count} hands do not show that {upper} beats {lower} under {name}.",
                step.hands,
            )
            told.append(unsure.format(count=_.number(step.hands), **words))
    return " ".join(told)


def _interval(found: Estimate) -> dict[str, float | None]:
    return {"mean": found.mean, "low": found.low, "high": found.high}
