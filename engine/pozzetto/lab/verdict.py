"""What a comparison came to, in a few plain sentences: the answer first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pozzetto.lab.match_measures import MOST_UNFINISHED, UNFINISHED
from pozzetto.lab.measure import Measure
from pozzetto.lab.power import needed
from pozzetto.lab.statistics import Estimate
from pozzetto.lab.strength import share_told, strength
from pozzetto.language import Translator, translator
from pozzetto.text.told import said

if TYPE_CHECKING:
    from pozzetto.lab.compare import Comparison, Difference

_ENGLISH = translator()

FEW_PAIRS = 30
"""Under so many pairs the verdict warns that they are few."""
MOST_NAMED = 4
"""The verdict names so many measures, those that moved most clearly."""
MAIN = "points"
"""What pairing saved, and how many hands it takes, is told of this measure."""


def verdict(
    found: Comparison, _: Translator = _ENGLISH, called: Sequence[str] | None = None
) -> str:
    """What came out; `called` says what the rulesets are called, if not by their names."""
    called = found.names if called is None else called
    sentences = []
    for index, alike in enumerate(found.dealt_alike):
        names = {"base": called[0], "other": called[index + 1]}
        sentences += _answer(found, index, names, _)
        if not alike:
            otherwise = _(
                "{other} deals these decks otherwise than {base}, so its hands are not the same "
                "card by card, and pairing them gains little."
            )
            sentences.append(otherwise.format_map(names))
    if not all(found.same) and found.pairs < FEW_PAIRS:
        few = _.plural(
            "One hand says little: play more.",
            "{count} hands say little: play more.",
            found.pairs,
        )
        sentences.append(few.format(count=found.pairs))
    return " ".join(sentences)


def foundations(
    found: Comparison, _: Translator = _ENGLISH, called: Sequence[str] | None = None
) -> list[str]:
    """What the verdict stands on, a sentence or two each: whether the width that was wanted
    was reached, how many hands it takes, what pairing saved, how often the stronger wins."""
    called = found.names if called is None else called
    told = []
    if found.until is not None:
        told.append(_until(found, _))
    told += _unfinished(found, called, _)
    told += strength(found, called, _)
    if found.pairs < FEW_PAIRS:
        # from a few pairs a deviation or a correlation may be anything
        return told
    for row in (row for row in found.rows if row.measure.name == MAIN):
        for index, each in enumerate(row.differences):
            if found.same[index]:
                continue
            names = {"base": called[0], "other": called[index + 1]}
            told += _power(row.measure, each, names, _)
            told += _pairing(row.measure, each, names, _)
    return told


def _answer(found: Comparison, index: int, names: dict[str, str], _: Translator) -> list[str]:
    if found.same[index]:
        same = _(
            "{other} and {base} are the same rules: every hand came out the same, and every "
            "difference is exactly zero."
        )
        return [same.format_map(names)]
    hands = _.plural("{count} hand", "{count} hands", found.pairs)
    names = {**names, "hands": hands.format(count=_.number(found.pairs))}
    changes = [(row.measure, row.differences[index]) for row in found.rows]
    if all(each.difference.mean == 0 == each.difference.deviation for __, each in changes):
        alike = _(
            "Over {hands} from the same shuffled decks, every one came out the same under "
            "{other} and {base}."
        )
        return [alike.format_map(names)]
    moved = [(measure, each) for measure, each in changes if each.moved]
    sure = [(measure, each) for measure, each in moved if each.holds]
    if not moved:
        chance = _(
            "Over {hands} from the same shuffled decks, no measure differs between {other} "
            "and {base} by more than chance explains."
        )
        return [chance.format_map(names)]
    if not sure:
        perhaps = _.plural(
            "Over {hands} from the same shuffled decks, nothing differs between {other} and "
            "{base} beyond doubt: one of {all} measures looks changed, but among so many that "
            "may be chance: {measures}.",
            "Over {hands} from the same shuffled decks, nothing differs between {other} and "
            "{base} beyond doubt: {count} of {all} measures look changed, but among so many that "
            "may be chance: {measures}.",
            len(moved),
        )
        told = perhaps.format(
            count=len(moved), all=len(changes), measures=_clearest(moved, _), **names
        )
        return [told]
    differs = _(
        "Over {hands} from the same shuffled decks, {other} differs from {base} beyond chance in "
        "{count} of {all} measures: {measures}."
    )
    sentences = [
        differs.format(count=len(sure), all=len(changes), measures=_clearest(sure, _), **names)
    ]
    perhaps_more = len(moved) - len(sure)
    if perhaps_more:
        more = _.plural(
            "One other looks changed, but among {all} that may be chance.",
            "{count} others look changed, but among {all} that may be chance.",
            perhaps_more,
        )
        sentences.append(more.format(count=perhaps_more, all=len(changes)))
    return sentences


def _clearest(changes: Sequence[tuple[Measure, Difference]], _: Translator) -> str:
    ordered = sorted(changes, key=lambda change: _clarity(change[1].difference), reverse=True)
    told = "; ".join(_moved(measure, each.difference, _) for measure, each in ordered[:MOST_NAMED])
    more = len(ordered) - MOST_NAMED
    if more > 0:
        others = _.plural("{most}; and 1 other", "{most}; and {count} others", more)
        return others.format(most=told, count=more)
    return told


def _clarity(difference: Estimate) -> float:
    # how many standard errors away from zero
    return abs(difference.mean) / difference.error if difference.error else float("inf")


def _moved(measure: Measure, difference: Estimate, _: Translator) -> str:
    far = difference if difference.mean > 0 else difference.taken_from(0)
    size = far.written(lambda number, sign: measure.amount(number, sign, _))
    if measure.is_share:
        size = _("{size} percentage points").format(size=size)
    moved = _("{measure} up by {size}") if difference.mean > 0 else _("{measure} down by {size}")
    return moved.format(measure=said(measure.title, _), size=size)


def _wide(measure: Measure, width: float, _: Translator) -> str:
    size = measure.amount(width, translated=_)
    return f"±{size} %" if measure.is_share else f"±{size}"


def _until(found: Comparison, _: Translator) -> str:
    assert found.until is not None
    measure = found.until.measure
    names = {
        "measure": said(measure.title, _),
        "wanted": found.until.told(_),
        "hands": _.number(found.pairs),
    }
    rows = [row for row in found.rows if row.measure.name == measure.name]
    if not rows:
        # the matches are not over: that is why nothing is known, however long it is played
        untold = _("Undecided after {hands} hands: nothing is said here of {measure}.")
        return untold.format_map(names)
    halves = [each.difference.half_width for row in rows for each in row.differences]
    known = [half for half in halves if half is not None]
    if known:
        names["known"] = _wide(measure, max(known), _)
    if found.decided and not max(known):
        always = _(
            "Decided after {hands} hands: the difference in {measure} was the same every time, and "
            "{wanted} was wanted."
        )
        return always.format_map(names)
    if found.decided:
        reached = _(
            "Decided after {hands} hands: the difference in {measure} is known to {known}, and "
            "{wanted} was wanted."
        )
        return reached.format_map(names)
    if not known or max(known) <= found.until.width:
        rare = _(
            "Undecided after {hands} hands: a difference in {measure} was seen too rarely to tell "
            "it to {wanted}."
        )
        return rare.format_map(names)
    undecided = _(
        "Undecided after {hands} hands: the difference in {measure} is known to {known} only, and "
        "{wanted} was wanted."
    )
    return undecided.format_map(names)


def _unfinished(found: Comparison, called: Sequence[str], _: Translator) -> list[str]:
    for row in found.rows:
        if row.measure.name != UNFINISHED:
            continue
        shares = [row.differences[0].base, *(each.other for each in row.differences)]
        worst = max(range(len(shares)), key=lambda index: shares[index].mean)
        if shares[worst].mean > MOST_UNFINISHED:
            told = _(
                "Of the matches under {name} {share} were not over with the hands they had, so "
                "nothing else is said of matches."
            )
            share = share_told(row.measure, shares[worst], _)
            return [told.format(name=called[worst], share=share)]
    return []


def _power(measure: Measure, each: Difference, names: dict[str, str], _: Translator) -> list[str]:
    half, deviation = each.difference.half_width, each.difference.deviation
    detectable = each.detectable
    if not half or not deviation or detectable is None:
        return []
    told = _(
        "{other}, {measure}: a true difference of {size} would be found by its own interval in 80 "
        "of 100 comparisons of this length; to know it to {half} takes about {hands} hands."
    )
    hands = needed(deviation, half / 2)
    hands = round(hands, -2 if hands >= 1000 else -1)
    return [
        told.format(
            other=names["other"],
            measure=said(measure.title, _),
            size=measure.amount(detectable, translated=_),
            half=_wide(measure, half / 2, _),
            hands=_.number(hands),
        )
    ]


def _pairing(measure: Measure, each: Difference, names: dict[str, str], _: Translator) -> list[str]:
    if each.saved is None or each.correlation is None:
        return []
    count = each.difference.count
    words = {
        **names,
        "measure": said(measure.title, _),
        "correlation": _.number(round(each.correlation, 2) + 0.0, ".2f"),
        "pairs": _.number(count),
    }
    if each.saved <= 0.005:
        nothing = _(
            "Pairing saved nothing: {measure} under {base} and {other} has a correlation of "
            "{correlation}."
        )
        return [nothing.format_map(words)]
    if each.saved == 1:
        return []
    told = _(
        "Pairing paid: {measure} under {base} and {other} has a correlation of {correlation}, so "
        "that {pairs} pairs tell as much as {unpaired} hands of each that share no deal."
    )
    return [told.format(unpaired=_.number(_worth(count / (1 - each.saved))), **words)]


def _worth(hands: float) -> int:
    # a correlation near 1 makes the quotient large, and its last digits mean nothing
    if hands < 10_000:
        return round(hands)
    spare = math.floor(math.log10(hands)) - 1
    return int(round(hands, -spare))
