"""The answer of a comparison, in three sentences: the points, the length of a hand, and what
else changes most clearly."""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto.lab.compare import Comparison, Difference
from pozzetto.lab.measure import Measure
from pozzetto.language import Translator
from pozzetto.report.figures import figure, value
from pozzetto.text.told import said

MOST_NAMED = 3
"""So many of the other changes are named, the clearest first."""

ALIKE = 0.05
"""Figures are told to be about the same where their difference is surely no larger than this
part of them; where it may be larger, that it is not known."""

TOLD = ("points", "turns", "minutes", "match_minutes")
"""The measures that the first two sentences tell of."""


def answer(
    found: Comparison, index: int, called: Sequence[str], _: Translator
) -> tuple[str, str, str]:
    """What the ruleset number `index` of the others changes; `called` says what the rulesets
    are called, the base first."""
    names = {"base": called[0], "other": called[index + 1]}
    if found.same[index]:
        return (
            _("{other} and {base} are the same rules.").format_map(names),
            _("Every hand came out the same, and every difference is exactly zero."),
            _("Under either name you play the same game."),
        )
    if found.pairs == 1:
        return _one_hand(found, index, names, _)
    return (
        _points(*_measured(found, index, "points"), names, _),
        _evening(found, index, _),
        _others(found, index, _),
    )


def _measured(found: Comparison, index: int, name: str) -> tuple[Measure, Difference]:
    row = found.row(name)
    return row.measure, row.differences[index]


def _points(measure: Measure, each: Difference, names: dict[str, str], _: Translator) -> str:
    words = names | _words(measure, each, _)
    if each.moved and not each.difference.error:
        # without any variation there is no interval either
        always_more = _(
            "With {other} a hand brings {size} points more than with {base}, {after} instead of "
            "{before} on average: by the same in every hand that was played."
        )
        always_fewer = _(
            "With {other} a hand brings {size} points fewer than with {base}, {after} instead of "
            "{before} on average: by the same in every hand that was played."
        )
        return (always_more if each.difference.mean > 0 else always_fewer).format_map(words)
    if each.moved:
        more = _(
            "With {other} a hand brings {size} points more than with {base}, {after} instead of "
            "{before} on average; the true difference lies between {least} and {most}, with 95 % "
            "confidence."
        )
        fewer = _(
            "With {other} a hand brings {size} points fewer than with {base}, {after} instead of "
            "{before} on average; the true difference lies between {least} and {most}, with 95 % "
            "confidence."
        )
        return (more if each.difference.mean > 0 else fewer).format_map(words)
    if _never_differs(each):
        exactly = _(
            "With {other} a hand brings exactly as many points as with {base}, {before} on average."
        )
        return exactly.format_map(words)
    about = _(
        "With {other} a hand brings about as many points as with {base}, {after} and {before} on "
        "average; if there is a difference, it is no larger than {most} points, with 95 % "
        "confidence."
    )
    unknown = _(
        "Whether a hand brings more points with {other} than with {base} cannot be told from these "
        "hands, {after} and {before} on average; if there is a difference, it is no larger than "
        "{most} points, with 95 % confidence."
    )
    few = _(
        "Whether a hand brings more points with {other} than with {base} cannot be told from so "
        "few hands, {after} and {before} on average."
    )
    return _least_said(each, about, unknown, few).format_map(words)


def _never_differs(each: Difference) -> bool:
    return each.difference.mean == 0 == each.difference.error


def _least_said(each: Difference, about: str, unknown: str, few: str) -> str:
    """What may be said of a difference that is not beyond chance."""
    low, high = each.difference.low, each.difference.high
    if low is None or high is None or not each.difference.error:
        # by the same each time, so that there is no width, but seen a few times only
        return few
    return about if max(abs(low), abs(high)) <= ALIKE * abs(each.base.mean) else unknown


def _evening(found: Comparison, index: int, _: Translator) -> str:
    hand = _length(*_measured(found, index, "turns"), _)
    matches = [row for row in found.rows if row.measure.name == "match_minutes"]
    if not matches:
        return hand
    (row,) = matches
    each = row.differences[index]
    if row.observations == 1:
        # one match says as little as one hand
        return hand
    both = _("{hand}, and a match is estimated at {after} minutes instead of {before}.")
    return both.format(
        hand=hand.removesuffix("."),
        after=figure(row.measure, each.other, _),
        before=figure(row.measure, each.base, _),
    )


def _length(measure: Measure, each: Difference, _: Translator) -> str:
    words = _words(measure, each, _)
    if each.moved and not each.difference.error:
        always_longer = _(
            "A hand lasts {size} turns longer, {after} instead of {before} on average: by the same "
            "in every hand that was played."
        )
        always_shorter = _(
            "A hand is over {size} turns sooner, after {after} instead of {before} on average: by "
            "the same in every hand that was played."
        )
        return (always_longer if each.difference.mean > 0 else always_shorter).format_map(words)
    if each.moved:
        longer = _(
            "A hand lasts {size} turns longer, {after} instead of {before} on average (the true "
            "difference lies between {least} and {most})."
        )
        shorter = _(
            "A hand is over {size} turns sooner, after {after} instead of {before} on average "
            "(the true difference lies between {least} and {most})."
        )
        return (longer if each.difference.mean > 0 else shorter).format_map(words)
    if _never_differs(each):
        return _("A hand lasts exactly as long, {before} turns on average.").format_map(words)
    about = _(
        "A hand lasts about as long, {after} turns and {before} on average (if there is a "
        "difference, it is no larger than {most} turns)."
    )
    unknown = _(
        "Whether a hand lasts longer or shorter cannot be told from these hands, {after} turns and "
        "{before} on average (if there is a difference, it is no larger than {most} turns)."
    )
    few = _(
        "Whether a hand lasts longer or shorter cannot be told from so few hands, {after} turns "
        "and {before} on average."
    )
    return _least_said(each, about, unknown, few).format_map(words)


def _one_hand(
    found: Comparison, index: int, names: dict[str, str], _: Translator
) -> tuple[str, str, str]:
    points = names | _words(*_measured(found, index, "points"), _)
    turns = _words(*_measured(found, index, "turns"), _)
    return (
        _(
            "The one hand that was played brought {after} points with {other}, {before} with "
            "{base}."
        ).format_map(points),
        _("It lasted {after} turns instead of {before}.").format_map(turns),
        _("One hand says nothing about a rule: play more."),
    )


def _words(measure: Measure, each: Difference, _: Translator) -> dict[str, str]:
    low, high = each.difference.low, each.difference.high
    ends = [each.difference.mean] if low is None or high is None else [low, high]
    sizes = sorted(map(abs, ends))
    return {
        "size": value(measure, abs(each.difference.mean), _),
        "before": value(measure, each.base.mean, _),
        "after": value(measure, each.other.mean, _),
        "least": value(measure, sizes[0], _),
        "most": value(measure, sizes[-1], _),
    }


def _others(found: Comparison, index: int, _: Translator) -> str:
    every = [(row.measure, row.differences[index]) for row in found.rows]
    if all(each.difference.mean == 0 == each.difference.deviation for __, each in every):
        return _("Nothing that is counted in a hand changes at all.")
    sure = [(measure, each) for measure, each in every if each.holds]
    others = [(measure, each) for measure, each in sure if measure.name not in TOLD]
    if not others:
        return _("Nothing else that was counted surely changes.")
    others.sort(key=lambda change: clarity(change[1]), reverse=True)
    listed = "; ".join(_changed(measure, each, _) for measure, each in others[:MOST_NAMED])
    clearest = _.plural(
        "What else changes most clearly: {changes}; {count} of {all} measures surely changes.",
        "What else changes most clearly: {changes}; {count} of {all} measures surely change.",
        len(sure),
    )
    return clearest.format(changes=listed, count=len(sure), all=len(every))


def clarity(each: Difference) -> float:
    """How many standard errors a difference is away from zero."""
    difference = each.difference
    return abs(difference.mean) / difference.error if difference.error else float("inf")


def _changed(measure: Measure, each: Difference, _: Translator) -> str:
    change = _("{measure} from {before} to {after}")
    return change.format(
        measure=said(measure.title, _),
        before=value(measure, each.base.mean, _),
        after=value(measure, each.other.mean, _),
    )
