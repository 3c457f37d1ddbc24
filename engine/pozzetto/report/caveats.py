"""How a comparison was made, and what to bear in mind before deciding by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pozzetto.lab.compare import Comparison
from pozzetto.lab.verdict import FEW_PAIRS, foundations
from pozzetto.language import Translator

if TYPE_CHECKING:
    from pozzetto.report.contents import Topic


def method(found: Comparison, called: Sequence[str], _: Translator) -> tuple[str, ...]:
    """How it was found, a sentence or two at a time."""
    return tuple(_method(found, called, _))


def _method(found: Comparison, called: Sequence[str], _: Translator) -> Iterator[str]:
    yield _(
        "Every deck was shuffled once and played under each ruleset by the same players, so "
        "that the luck of the cards is the same for all: part of it cancels out, and the "
        "difference is surer than the two figures beside it."
    )
    for index, alike in enumerate(found.dealt_alike):
        if not alike:
            otherwise = _(
                "{other} deals these decks otherwise than {base}, so its hands are not the same "
                "card by card, and pairing them gains little."
            )
            yield otherwise.format(base=called[0], other=called[index + 1])
    if found.times > 1:
        yield _(
            "The players are unequal, so every deal was played on each side, and the mean of "
            "those hands counts once."
        )
    yield _(
        "A 95 % interval means: if the comparison were made again and again with other decks, "
        "about 95 of 100 such intervals would hold the true difference."
    )
    yield _(
        "Each measure is judged by its own 95 % interval: of twenty that do not "
        "change at all, about one looks changed by chance."
    )
    yield from foundations(found, _, called)


def before_deciding(
    found: Comparison,
    topics: Sequence[Sequence[Topic]],
    called: Sequence[str],
    _: Translator,
    *,
    robust: bool,
) -> tuple[str, ...]:
    """What to bear in mind, the weightiest first. `topics` are the rules that differ, for
    each of the others; `robust` tells whether other players were asked."""
    return tuple(_before_deciding(found, topics, called, _, robust=robust))


def _before_deciding(
    found: Comparison,
    topics: Sequence[Sequence[Topic]],
    called: Sequence[str],
    _: Translator,
    *,
    robust: bool,
) -> Iterator[str]:
    if found.pairs < FEW_PAIRS:
        few = _.plural(
            "One hand says little: play more.",
            "{count} hands say little: play more.",
            found.pairs,
        )
        yield few.format(count=found.pairs)
    programs = _(
        "The hands were played by programs ({players}). They do not learn what a new rule would "
        "teach people, nor talk about it."
    )
    yield programs.format(players=", ".join(dict.fromkeys(found.players)))
    if not robust:
        yield _(
            "The same command with --robust lets other programs play too, and says whether the "
            "conclusion holds whoever plays."
        )
    for index, differing in enumerate(topics):
        places = sum(len(topic.rules) for topic in differing)
        if places > 1:
            several = _.plural(
                "{other} and {base} differ in {count} rule.",
                "{other} and {base} differ in {count} rules: the figures cannot tell which of "
                "them does what. The same command with --why prints by which of them hands part.",
                places,
            )
            yield several.format(base=called[0], other=called[index + 1], count=places)
    yield _("A difference beyond chance may still be too small to be noticed at a table.")
    stopped = found.row("limit").differences
    if any(each.base.mean or each.other.mean for each in stopped):
        yield _(
            "Some hands were stopped because they went on for too many turns: the length of a "
            "hand is then greater than it looks."
        )
    if all(row.measure.per == "hand" for row in found.rows):
        yield _(
            "All figures are of single hands: a rule of the match, such as its target, does not "
            "show in them."
        )
