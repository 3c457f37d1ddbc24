"""What a comparison came to, in a few plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pozzetto.lab.measure import Measure
from pozzetto.lab.statistics import Estimate
from pozzetto.language import Translator, translator
from pozzetto.text.told import said

if TYPE_CHECKING:
    from pozzetto.lab.compare import Comparison

_ENGLISH = translator()

FEW_PAIRS = 30
"""Under so many pairs the verdict warns that they are few."""
MOST_NAMED = 4
"""The verdict names so many measures, those that moved most clearly."""


def verdict(
    found: Comparison, _: Translator = _ENGLISH, called: Sequence[str] | None = None
) -> str:
    """What came out; `called` says what the rulesets are called, if not by their names."""
    called = found.names if called is None else called
    sentences = []
    for index, alike in enumerate(found.dealt_alike):
        sentences.append(_verdict_on(found, index, called, _))
        if not alike:
            otherwise = _(
                "{other} deals these decks otherwise than {base}, so its hands are not the same "
                "card by card, and pairing them gains little."
            )
            sentences.append(otherwise.format(base=called[0], other=called[index + 1]))
    if not all(found.same):
        sentences.append(
            _(
                "Each measure is judged by its own 95 % interval: of twenty that do not "
                "change at all, about one looks changed by chance."
            )
        )
        if found.pairs < FEW_PAIRS:
            few = _.plural(
                "One hand says little: play more.",
                "{count} hands say little: play more.",
                found.pairs,
            )
            sentences.append(few.format(count=found.pairs))
    return " ".join(sentences)


def _verdict_on(found: Comparison, index: int, called: Sequence[str], _: Translator) -> str:
    names = {"base": called[0], "other": called[index + 1]}
    if found.same[index]:
        same = _(
            "{other} and {base} are the same rules: every hand came out the same, and every "
            "difference is exactly zero."
        )
        return same.format_map(names)
    hands = _.plural("{count} hand", "{count} hands", found.pairs)
    names["hands"] = hands.format(count=_.number(found.pairs))
    changes = [(row.measure, row.differences[index]) for row in found.rows]
    if all(each.difference.mean == 0 == each.difference.deviation for __, each in changes):
        alike = _(
            "Over {hands} from the same shuffled decks, every one came out the same under "
            "{other} and {base}."
        )
        return alike.format_map(names)
    moved = [(measure, each.difference) for measure, each in changes if each.moved]
    if not moved:
        chance = _(
            "Over {hands} from the same shuffled decks, no measure differs between {other} "
            "and {base} by more than chance explains."
        )
        return chance.format_map(names)
    moved.sort(key=lambda change: _clarity(change[1]), reverse=True)
    told = "; ".join(_moved(measure, each, _) for measure, each in moved[:MOST_NAMED])
    differs = _(
        "Over {hands} from the same shuffled decks, {other} differs from {base} beyond chance in "
        "{count} of {all} measures: {measures}."
    )
    more = len(moved) - MOST_NAMED
    if more > 0:
        others = _.plural("{most}; and 1 other", "{most}; and {count} others", more)
        told = others.format(most=told, count=more)
    return differs.format(count=len(moved), all=len(changes), measures=told, **names)


def _clarity(difference: Estimate) -> float:
    # how many standard errors away from zero
    return abs(difference.mean) / difference.error if difference.error else float("inf")


def _moved(measure: Measure, difference: Estimate, _: Translator) -> str:
    size = measure.amount(abs(difference.mean), translated=_)
    if measure.is_share:
        size = _("{size} percentage points").format(size=size)
    moved = _("{measure} up by {size}") if difference.mean > 0 else _("{measure} down by {size}")
    return moved.format(measure=said(measure.title, _), size=size)
