"""Robustness: whether what a comparison concludes hangs on who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.compare import Comparison, Difference, compare
from pozzetto.lab.measure import Measure
from pozzetto.lab.run import CHUNK, DealResult, Progress
from pozzetto.lab.student import CONFIDENCE
from pozzetto.language import ENGLISH, Translator, translator
from pozzetto.players import NAMES
from pozzetto.text.told import said

WANTED = ("club", "greedy", "random")
RUNGS: tuple[str, ...] = tuple(name for name in WANTED if name in NAMES)
"""The players that a robust comparison asks, the most like people first."""
MOST_NAMED = 4
"""Of the measures that do not stand, so many are named."""

_ENGLISH = translator()


@dataclass(frozen=True, slots=True, kw_only=True)
class Robust:
    """The same comparison, made with one player after the other in every seat."""

    rungs: tuple[str, ...]
    comparisons: tuple[Comparison, ...]

    def data(self, lang: str = ENGLISH) -> dict[str, object]:
        """As plain data, ready for JSON: the comparison of the first rung, with those of
        all rungs by the player's name, and whether they agree."""
        return {
            **self.comparisons[0].data(lang),
            "rungs": {
                rung: comparison.data(lang)
                for rung, comparison in zip(self.rungs, self.comparisons, strict=True)
            },
            "robust": {
                other: self.standing(index).share
                for index, other in enumerate(self.comparisons[0].others)
            },
            "robustness": self.sentence(translator(lang)),
        }

    def standing(self, index: int) -> Standing:
        """What stands whoever plays, of what the first rung concludes of one of the other
        rulesets."""
        first, *rest = self.comparisons
        standing, turned, weaker, unseen, untold = [], [], [], [], []
        against: set[str] = set()
        sure = [row for row in first.rows if row.differences[index].holds]
        for row in sure:
            each = row.differences[index]
            every = [_found(comparison, row.measure.name, index) for comparison in rest]
            found = [its for its in every if its is not None]
            up = each.difference.mean > 0
            against |= {
                rung
                for rung, its in zip(self.rungs[1:], every, strict=True)
                if its is not None and not (its.holds and (its.difference.mean > 0) == up)
            }
            if any(its.holds and (its.difference.mean > 0) != up for its in found):
                turned.append(row.measure)
            elif any(not its.holds and _apart(each, its, len(sure) * len(rest)) for its in found):
                weaker.append(row.measure)
            elif not all(its.holds for its in found):
                unseen.append(row.measure)
            elif None in every:
                untold.append(row.measure)
            else:
                standing.append(row.measure)
        return Standing(
            standing=tuple(standing),
            turned=tuple(turned),
            unseen=tuple(unseen),
            untold=tuple(untold),
            weaker=tuple(weaker),
            agreeing=tuple(rung for rung in self.rungs[1:] if rung not in against),
        )

    def sentence(self, _: Translator = _ENGLISH, called: Sequence[str] | None = None) -> str:
        """Whether the conclusion holds whoever plays, in plain sentences; `called` says
        what the rulesets are called, if not by their names."""
        called = self.comparisons[0].names if called is None else called
        told = []
        for index in range(len(self.comparisons[0].others)):
            if not self.comparisons[0].same[index]:
                told.append(self._about(index, called[index + 1], _))
        return " ".join(told)

    def _about(self, index: int, other: str, _: Translator) -> str:
        found = self.standing(index)
        first, *rest = self.rungs
        names = {
            "other": other,
            "first": first,
            "rest": _(" and ").join(rest),
            "count": len(found.standing),
            "all": found.told,
        }
        untold = []
        if found.untold:
            unfinished = _(
                "Of others nothing is told with every player, for too many matches were not over: "
                "{measures}."
            )
            untold.append(unfinished.format(measures=_named(found.untold, _)))
        if not names["all"] and found.untold:
            unasked = _(
                "{other}: nothing that is told with every player differs beyond chance when "
                "{first} plays."
            )
            return " ".join([unasked.format_map(names), *untold])
        if not names["all"]:
            nothing = _(
                "{other}: nothing differs beyond chance when {first} plays, so there is no "
                "conclusion to stand."
            )
            return nothing.format_map(names)
        if len(found.standing) == found.told:
            stands = _.plural(
                "{other}: the conclusion holds whoever plays: the one measure that differs beyond "
                "chance when {first} plays does so in the same way with {rest}.",
                "{other}: the conclusion holds whoever plays: all {all} measures that differ "
                "beyond chance when {first} plays do so in the same way with {rest}.",
                len(found.standing),
            )
            return " ".join([stands.format_map(names), *untold])
        depends = _.plural(
            "{other}: the conclusion depends on who plays: of {all} measures that differ beyond "
            "chance when {first} plays, one does so in the same way with {rest}.",
            "{other}: the conclusion depends on who plays: of {all} measures that differ beyond "
            "chance when {first} plays, {count} do so in the same way with {rest}.",
            len(found.standing),
        )
        perhaps = _.plural(
            "{other}: whether the conclusion depends on who plays cannot be told from these hands: "
            "of {all} measures that differ beyond chance when {first} plays, one does so in the "
            "same way with {rest}, and no other is surely otherwise.",
            "{other}: whether the conclusion depends on who plays cannot be told from these hands: "
            "of {all} measures that differ beyond chance when {first} plays, {count} do so in the "
            "same way with {rest}, and no other is surely otherwise.",
            len(found.standing),
        )
        sentences = [(depends if found.turned or found.weaker else perhaps).format_map(names)]
        if found.turned:
            turned = _("The other way round with another player: {measures}.")
            sentences.append(turned.format(measures=_named(found.turned, _)))
        if found.weaker:
            weaker = _("Surely not so much with every player: {measures}.")
            sentences.append(weaker.format(measures=_named(found.weaker, _)))
        if found.unseen:
            unseen = _("Not beyond chance with every player: {measures}.")
            sentences.append(unseen.format(measures=_named(found.unseen, _)))
        if found.agreeing:
            agree = _("With {agreeing} all of it stands.")
            sentences.append(agree.format(agreeing=_(" and ").join(found.agreeing)))
        return " ".join(sentences + untold)


@dataclass(frozen=True, slots=True)
class Standing:
    """Of the measures that surely differ with the first player: those that do so in the
    same way with all, those that go the other way with one, those not sure with all. Then those
    that do so in the same way with all of whom anything is told: matches that a player does not
    finish say neither yes nor no. And those that are not sure with one, and with that one surely
    do not differ so much. `agreeing` are the other players with whom nothing is otherwise."""

    standing: tuple[Measure, ...]
    turned: tuple[Measure, ...]
    unseen: tuple[Measure, ...]
    untold: tuple[Measure, ...] = ()
    weaker: tuple[Measure, ...] = ()
    agreeing: tuple[str, ...] = ()

    @property
    def told(self) -> int:
        """How many there are that are told of with every player."""
        return len(self.standing) + len(self.turned) + len(self.unseen) + len(self.weaker)

    @property
    def share(self) -> float | None:
        """The part that stands, from 0 to 1, of those told of with every player; None where
        none of them was sure."""
        return len(self.standing) / self.told if self.told else None


def robust(
    rulesets: Sequence[Rules],
    hands: int,
    seed: int,
    rungs: Sequence[str] = RUNGS,
    *,
    until: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    watch: Callable[[DealResult], object] | None = None,
    patience: float | None = None,
) -> Robust:
    """The same comparison with each of these players in every seat; see `compare`.

    `progress` is told of the deals of all of them together, `watch` is given what became of
    each deal with the first player. Raises PozzettoError for fewer
    than two players.
    """
    if len(rungs) < 2:
        raise PozzettoError("Whether a conclusion hangs on who plays takes at least two players.")

    def after(played: int) -> Progress | None:
        if progress is None:
            return None
        return lambda done, of: progress(played + done, hands * len(rungs))

    comparisons = tuple(
        compare(
            rulesets,
            hands,
            seed,
            [rung],
            until=until,
            workers=workers,
            progress=after(hands * index),
            executor=executor,
            chunk=chunk,
            watch=None if index else watch,
            patience=patience,
        )
        for index, rung in enumerate(rungs)
    )
    return Robust(rungs=tuple(rungs), comparisons=comparisons)


def _found(comparison: Comparison, name: str, index: int) -> Difference | None:
    """The difference in a measure; None where nothing is told of it."""
    rows = (row for row in comparison.rows if row.measure.name == name)
    return next((row.differences[index] for row in rows), None)


def _apart(one: Difference, other: Difference, among: int) -> bool:
    """Whether a measure differs by more with one player than with another beyond chance, even
    with so many looked at (Bonferroni). That it is sure with one and not with the other does
    not show it: it may be nearly the same with both."""
    errors = hypot(one.difference.error or 0.0, other.difference.error or 0.0)
    far = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / among)
    return abs(one.difference.mean - other.difference.mean) > far * errors


def _named(measures: Sequence[Measure], _: Translator) -> str:
    names = "; ".join(said(measure.title, _) for measure in measures[:MOST_NAMED])
    more = len(measures) - MOST_NAMED
    if more > 0:
        others = _.plural("{most}; and 1 other", "{most}; and {count} others", more)
        return others.format(most=names, count=more)
    return names
