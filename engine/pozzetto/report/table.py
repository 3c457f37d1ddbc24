"""The table of a report: every measure under two rulesets, in groups, as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pozzetto.game.refusals import Phrase
from pozzetto.lab.compare import Comparison, Difference
from pozzetto.lab.compare import Row as Found
from pozzetto.lab.measure import SHARE, Measure
from pozzetto.language import Translator
from pozzetto.report.figures import figure
from pozzetto.text.told import said


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure: its figures as text, and what they were found from."""

    title: str
    base: str
    other: str
    difference: str
    moved: bool
    measure: Measure
    found: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The measures of one kind, whose differences can be drawn on one scale; `scale` says
    what that scale shows."""

    heading: str
    scale: str
    rows: tuple[Row, ...]


_GROUPS: Sequence[tuple[Phrase, Phrase, Callable[[Measure], bool]]] = (
    (
        Phrase("Points"),
        Phrase("difference in points"),
        lambda measure: measure.unit == "points",
    ),
    (
        Phrase("How often"),
        Phrase("difference in percentage points"),
        lambda measure: measure.unit == SHARE,
    ),
    (
        Phrase("Burracos and pozzetti"),
        Phrase("difference a hand"),
        lambda measure: measure.unit in ("burracos", "pozzetti"),
    ),
    (Phrase("Length and play"), Phrase("difference a hand"), lambda measure: True),
)
"""Each group's heading, its scale, and which of the measures left belong to it."""


def table(found: Comparison, index: int, _: Translator) -> tuple[Group, ...]:
    """Every measure under the base and the ruleset number `index` of the others."""
    left = list(found.rows)
    groups = []
    for heading, scale, belongs in _GROUPS:
        inside = [row for row in left if belongs(row.measure)]
        left = [row for row in left if not belongs(row.measure)]
        if inside:
            rows = tuple(_row(row, index, _) for row in inside)
            groups.append(Group(heading=_(heading), scale=_(scale), rows=rows))
    return tuple(groups)


def _row(row: Found, index: int, _: Translator) -> Row:
    measure, each = row.measure, row.differences[index]
    return Row(
        title=said(measure.title, _),
        base=figure(measure, each.base, _),
        other=figure(measure, each.other, _),
        difference=figure(measure, each.difference, _, "+"),
        moved=each.moved,
        measure=measure,
        found=each,
    )
