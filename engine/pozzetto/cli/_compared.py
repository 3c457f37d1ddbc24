"""A comparison as it is printed: tables for wide pages, lists for narrow ones, the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from string import ascii_uppercase
from typing import TYPE_CHECKING

from pozzetto.cli._lab import Page
from pozzetto.cli.output import clean
from pozzetto.lab.compare import Comparison
from pozzetto.lab.verdict import foundations, verdict
from pozzetto.report.figures import effect, legend, mark, played

if TYPE_CHECKING:
    from rich.table import Table

    from pozzetto.lab.plan import Plan
    from pozzetto.lab.robust import Robust

UNBOUNDED = 10_000
"""Wider than any table."""


def print_plan(found: Plan, page: Page) -> None:
    """How many hands it takes."""
    _ = page.translated
    measure = found.wanted.measure
    width = found.wanted.told(_).replace("±", page.plus_minus)
    for name, need in zip(found.names[1:], found.needs, strict=True):
        names = {
            "base": clean(found.names[0]),
            "other": clean(name),
            "measure": page.title(measure),
            "width": width,
            "pilot": _.number(found.pilot),
        }
        if need is None:
            unseen = _(
                "{other} and {base}: in a pilot of {pilot} hands {measure} never differed, so it "
                "says nothing about how many hands it takes."
            )
            page.say(unseen.format_map(names), style="bold")
            continue
        takes = _(
            "{other} and {base}: it takes about {hands} hands to know the difference in "
            "{measure} to {width} (a pilot of {pilot} hands says {low} to {high})."
        )
        numbers = {"hands": need.count, "low": need.low, "high": need.high}
        told = {key: _.number(number) for key, number in numbers.items()}
        page.say(takes.format(**told, **names), style="bold")


def print_robust(found: Robust, page: Page) -> None:
    """The tables of every player, their verdicts, and whether they agree."""
    called, legend = _called(found.comparisons[0], page)
    for line in legend:
        page.say(line)
    for comparison in found.comparisons:
        if legend or comparison is not found.comparisons[0]:
            page.say()
        _print_tables(comparison, page, called)
    _ = page.translated
    _print_legend(found.comparisons[0], page)
    for rung, comparison in zip(found.rungs, found.comparisons, strict=True):
        page.say()
        page.say(f"{rung}: {verdict(comparison, _, called)}")
    page.say()
    page.say(found.sentence(_, called), style="bold")


def print_comparison(found: Comparison, page: Page) -> Sequence[str]:
    """The tables, the verdict, and what it stands on; what the rulesets are called there."""
    _ = page.translated
    called, legend = _called(found, page)
    for line in legend:
        page.say(line)
    if legend:
        page.say()
    _print_tables(found, page, called)
    _print_legend(found, page)
    page.say()
    page.say(verdict(found, _, called), style="bold")
    for paragraph in foundations(found, _, called):
        page.say()
        page.say(paragraph)
    return called


def _print_tables(found: Comparison, page: Page, called: Sequence[str]) -> None:
    _ = page.translated
    for index in range(len(found.others)):
        base, other = called[0], called[index + 1]
        names = _("{base} and {other}").format(base=base, other=other)
        page.say(f"{names}: {played(found, _)}", style="bold")
        if page.narrow:
            _print_list(found, index, page)
        else:
            page.console.print(_table(found, index, page, base, other))


def _print_legend(found: Comparison, page: Page) -> None:
    for sentence in legend(found, page.translated, page.plus_minus):
        page.say(sentence)


def _called(found: Comparison, page: Page) -> tuple[Sequence[str], list[str]]:
    """What the rulesets are called on the page, and the lines that say which is which:
    letters where their names would not fit."""
    names = [clean(name) for name in found.names]
    letters = ascii_uppercase[: len(names)]
    fitting = (_fits(found, index, page, names) for index in range(len(found.others)))
    if len(letters) < len(names) or all(fitting):
        return names, []
    return letters, [f"{letter}  {name}" for letter, name in zip(letters, names, strict=True)]


def _fits(found: Comparison, index: int, page: Page, names: Sequence[str]) -> bool:
    base, other = names[0], names[index + 1]
    if page.narrow:
        return max(len(base), len(other)) <= page.console.width // 2
    # a name is too long where letters would make the table fit the page better
    unbounded = page.console.options.update(max_width=UNBOUNDED)
    measured = [
        page.console.measure(_table(found, index, page, *pair), options=unbounded).maximum
        for pair in ((base, other), ("A", "B"))
    ]
    return measured[0] <= max(measured[1], page.console.width)


def _table(found: Comparison, index: int, page: Page, base: str, other: str) -> Table:
    from rich.text import Text

    _ = page.translated
    table = page.table()
    for title in (base, other, _("difference")):
        table.add_column(Text(title), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column(_("effect"), justify="right", no_wrap=True)
    rows = iter(found.rows)
    for heading, count in page.grouped(row.measure for row in found.rows):
        table.add_row(heading)
        for row in islice(rows, count):
            measure, each = row.measure, row.differences[index]
            table.add_row(
                page.title(measure),
                page.cell(measure, each.base, gap=""),
                page.cell(measure, each.other, gap=""),
                page.cell(measure, each.difference, "+", gap=""),
                mark(each),
                effect(each, _),
                style="bold" if each.moved else None,
            )
    return table


def _print_list(found: Comparison, index: int, page: Page) -> None:
    _ = page.translated
    rows = iter(found.rows)
    for heading, count in page.grouped(row.measure for row in found.rows):
        page.say()
        page.say(heading)
        for row in islice(rows, count):
            measure, each = row.measure, row.differences[index]
            style = "bold" if each.moved else ""
            before, after = page.figure(measure, each.base), page.figure(measure, each.other)
            page.say(page.title(measure), style)
            page.say(f"  {before} {page.arrow} {after}", style)
            last = [page.figure(measure, each.difference, "+"), mark(each)]
            page.say("  " + " ".join(filter(None, last)), style)
            if each.effect is not None:
                page.say(f"  {_('effect')} {effect(each, _)}", style)
    page.say()
