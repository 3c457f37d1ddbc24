"""`pozzetto compare`: play the same decks under several rulesets and say what changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from logging import ERROR, getLogger
from string import ascii_uppercase
from typing import TYPE_CHECKING

import click

from pozzetto.cli._lab import (
    Page,
    check_free,
    command_line,
    lab_options,
    player_names,
    playing,
)
from pozzetto.cli.options import last_changes_option, load_all, repeated
from pozzetto.cli.output import clean, say_data
from pozzetto.lab.compare import Comparison
from pozzetto.lab.verdict import verdict
from pozzetto.language import translator
from pozzetto.report.figures import played

if TYPE_CHECKING:
    from rich.table import Table

    from pozzetto.game.rules import Rules

UNBOUNDED = 10_000
"""Wider than any table."""


@click.command(
    "compare", epilog="Example: pozzetto compare burraco burraco --set burracos.clean.points=300"
)
@click.argument("names", metavar="A B ...", nargs=-1, required=True)
@last_changes_option
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    multiple=True,
    help="Write a report to FILE: a page to read and print where its name ends in .html, text in "
    ".md, data in .json. Can be repeated.",
)
@lab_options(hands=2000)
def command(
    names: tuple[str, ...],
    changes: tuple[str, ...],
    reports: tuple[str, ...],
    hands: int,
    seed: int,
    players: str,
    workers: int | None,
    explain: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Play hands from the same shuffled decks under several rulesets and say what changes.

    A is the ruleset that B and any further ones are compared with; each is an installed
    ruleset or a file. A report takes its name when it is complete: a run that is stopped
    leaves none.
    """
    from pozzetto.lab.compare import compare

    rulesets, translated = load_all(names, changes), translator(lang)
    options = {"hands": hands, "seed": seed, "players": players}
    repeat = command_line("compare", [*names, *repeated(changes)], options)
    with ExitStack() as stack:
        reporting = Reporting(reports, rulesets, stack) if reports else None
        tell = stack.enter_context(playing(hands, translated))
        found = compare(
            rulesets,
            hands,
            seed,
            player_names(players),
            workers=workers,
            progress=tell,
            watch=reporting.seen.add if reporting else None,
        )
        if reporting:
            reporting.write(found, repeat, lang)
    if as_json:
        say_data(found.data(lang))
        return
    page = Page(translated)
    _print(found, page)
    if explain:
        page.explain(row.measure for row in found.rows)
    page.say()
    page.repeat(repeat)
    for path in reports:
        page.line(translated("Report: {file}").format(file=path))


class Reporting:
    """The files of a report, each open from before the first hand is played until it is
    written; what is wrong with one is told before."""

    def __init__(self, paths: Sequence[str], rulesets: Sequence[Rules], stack: ExitStack) -> None:
        from pozzetto.lab.distributions import Distributions
        from pozzetto.report.pages import form_of, is_ours
        from pozzetto.text.whole_file import WholeFile

        self._rulesets = rulesets
        self.seen = Distributions(len(rulesets))
        paths = list(dict.fromkeys(paths))
        forms = [form_of(path) for path in paths]
        for path in paths:
            check_free(path, is_ours, "report of pozzetto")
        files = [stack.enter_context(WholeFile(path)) for path in paths]
        self._files = list(zip(forms, files, strict=True))

    def write(self, found: Comparison, repeat: str, lang: str) -> None:
        """Write every file."""
        from pozzetto.report.contents import report
        from pozzetto.report.pages import FORMS

        # what it says of fonts and folders is not for whoever reads the figures
        getLogger("matplotlib").setLevel(ERROR)
        made = report(found, self._rulesets, self.seen, repeat, lang)
        for form, file in self._files:
            file.write(FORMS[form](made))


def _print(found: Comparison, page: Page) -> None:
    _ = page.translated
    called, legend = _called(found, page)
    for line in legend:
        page.say(line)
    if legend:
        page.say()
    for index in range(len(found.others)):
        base, other = called[0], called[index + 1]
        names = _("{base} and {other}").format(base=base, other=other)
        page.say(f"{names}: {played(found, _)}", style="bold")
        if page.narrow:
            _print_list(found, index, page)
        else:
            page.console.print(_table(found, index, page, base, other))
    page.legend()
    page.say(_("* marks a difference whose interval excludes zero."))
    page.say()
    page.say(verdict(found, _, called), style="bold")


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
    table.add_column("")
    for row in found.rows:
        measure, each = row.measure, row.differences[index]
        table.add_row(
            page.title(measure),
            page.figure(measure, each.base),
            page.figure(measure, each.other),
            page.figure(measure, each.difference, "+"),
            "*" if each.moved else "",
            style="bold" if each.moved else None,
        )
    return table


def _print_list(found: Comparison, index: int, page: Page) -> None:
    for row in found.rows:
        measure, each = row.measure, row.differences[index]
        style = "bold" if each.moved else ""
        before, after = page.figure(measure, each.base), page.figure(measure, each.other)
        page.say(page.title(measure), style)
        page.say(f"  {before} {page.arrow} {after}", style)
        mark = " *" if each.moved else ""
        page.say(f"  {page.figure(measure, each.difference, '+')}{mark}", style)
