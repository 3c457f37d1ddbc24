"""The table of a report: every measure under two rulesets, in groups, as text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from pozzetto.lab.compare import Comparison, Difference
from pozzetto.lab.compare import Row as Found
from pozzetto.lab.measure import Measure
from pozzetto.language import Translator
from pozzetto.report.figures import effect, figure, mark
from pozzetto.text.told import said


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure: its figures as text, and what they were found from."""

    title: str
    base: str
    other: str
    difference: str
    mark: str
    effect: str
    measure: Measure
    found: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The measures under one heading."""

    heading: str
    rows: tuple[Row, ...]


def table(found: Comparison, index: int, _: Translator) -> tuple[Group, ...]:
    """Every measure under the base and the ruleset number `index` of the others."""
    return tuple(
        Group(heading=said(heading, _), rows=tuple(_row(row, index, _) for row in rows))
        for heading, rows in groupby(found.rows, key=lambda row: row.measure.group)
    )


def _row(row: Found, index: int, _: Translator) -> Row:
    measure, each = row.measure, row.differences[index]
    return Row(
        title=said(measure.title, _),
        base=figure(measure, each.base, _),
        other=figure(measure, each.other, _),
        difference=figure(measure, each.difference, _, "+"),
        mark=mark(each),
        effect=effect(each, _),
        measure=measure,
        found=each,
    )
