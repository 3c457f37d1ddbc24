"""Figures in a reader's language, and the line that says what was played."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pozzetto.lab.compare import Comparison, Difference
from pozzetto.lab.measure import Measure
from pozzetto.lab.statistics import Estimate
from pozzetto.language import Translator

PLUS_MINUS = " ± "


def value(measure: Measure, number: float, _: Translator, sign: str = "") -> str:
    """A value of a measure, with its sign of per cent where it is a share."""
    text = measure.amount(number, sign if number else "", _)
    return f"{text} %" if measure.is_share else text


def figure(
    measure: Measure,
    estimate: Estimate,
    _: Translator,
    sign: str = "",
    plus_minus: str = PLUS_MINUS,
) -> str:
    """A figure with its uncertainty: the mean, and half of its 95 % interval or its ends,
    unless every deal gave the same."""

    def tell(number: float, sign: str) -> str:
        return measure.amount(number, sign, _)

    return estimate.written(tell, sign, plus_minus, " %" if measure.is_share else "")


def in_brackets(estimates: Iterable[Estimate], _: Translator) -> list[str]:
    """What the brackets beside some figures mean, a sentence; none where there are none."""
    shown = any(each.is_lopsided for each in estimates)
    return [_("In brackets is the 95 % interval of a share.")] if shown else []


def mark(each: Difference) -> str:
    """The stars of a difference, which `legend` explains."""
    return "**" if each.holds else "*" if each.moved else ""


def effect(each: Difference, _: Translator) -> str:
    """The effect size of a difference; nothing where there is none."""
    return "" if each.effect is None else _.number(round(each.effect, 2) + 0.0, "+.2f")


def legend(found: Comparison, _: Translator, plus_minus: str = PLUS_MINUS) -> tuple[str, ...]:
    """What the signs beside the figures of a comparison mean, and of what they were made, a
    sentence each."""
    interval = _(
        "{sign} is half of the 95 % interval; a figure without it was the same in every hand."
    )
    marks = _(
        "* marks a difference whose interval excludes zero and that was seen more than a few "
        "times, ** one that holds even with all {count} looked at together (Holm's correction)."
    )
    every = [each for row in found.rows for each in row.differences]
    shown = [part for each in every for part in (each.base, each.other, each.difference)]
    told = [
        interval.format(sign=plus_minus.strip()),
        *in_brackets(shown, _),
        marks.format(count=len(found.rows) * len(found.others)),
        _("The effect is the difference in standard deviations of the pairs."),
    ]
    seen = {row.measure.per: row.observations for row in found.rows}
    if "match" in seen:
        matches = _.plural(
            "{count} match was made of these hands.",
            "{count} matches were made of these hands.",
            seen["match"],
        )
        told.append(matches.format(count=_.number(seen["match"])))
    if "round" in seen:
        rounds = _.plural(
            "{count} tournament round was made of them.",
            "{count} tournament rounds were made of them.",
            seen["round"],
        )
        told.append(rounds.format(count=_.number(seen["round"])))
    return tuple(told)


def typeset(text: str) -> str:
    """The figures in a text as print has them: a true minus, and no line break before %."""
    text = re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def played(found: Comparison, _: Translator) -> str:
    """What was played: how many hands, by whom, from which seed."""
    words = {
        "players": ", ".join(dict.fromkeys(found.players)),
        "count": _.number(found.pairs),
        "seed": found.seed,
    }
    if found.times == 1:
        text = _.plural(
            "one hand from the same shuffled deck, played by {players}, seed {seed}",
            "{count} hands from the same shuffled decks, played by {players}, seed {seed}",
            found.pairs,
        )
        return text.format_map(words)
    text = _.plural(
        "one hand from the same shuffled deck, played on every side ({times} times) by "
        "{players}, seed {seed}",
        "{count} hands from the same shuffled decks, each played on every side ({times} "
        "times) by {players}, "
        "seed {seed}",
        found.pairs,
    )
    return text.format(times=found.times, **words)
