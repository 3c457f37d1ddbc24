"""`pozzetto compare`: play the same deals under several rulesets and say what changes."""

from __future__ import annotations

import click

from pozzetto.cli._lab import Page, lab_options, player_names, playing
from pozzetto.cli.options import last_changes_option, load_all, repeated
from pozzetto.cli.output import clean, say_data
from pozzetto.lab.compare import Comparison


@click.command("compare")
@click.argument("names", metavar="A B ...", nargs=-1, required=True)
@last_changes_option
@lab_options(hands=2000)
def command(
    names: tuple[str, ...],
    changes: tuple[str, ...],
    hands: int,
    seed: int,
    players: str,
    workers: int | None,
    as_json: bool,
    explain: bool,
) -> None:
    """Play the same deals under several rulesets and say what changes.

    A is the ruleset that B and any further ones are compared with; each is an installed
    ruleset or a file.
    """
    from pozzetto.lab.compare import compare

    rulesets = load_all(names, changes)
    with playing(hands) as tell:
        found = compare(
            rulesets, hands, seed, player_names(players), workers=workers, progress=tell
        )
    if as_json:
        say_data(found.data())
        return
    page = Page()
    for index in range(len(found.others)):
        _print(found, index, page)
    page.legend()
    page.say("* marks a difference whose interval excludes zero.")
    page.say()
    page.say(found.verdict, style="bold")
    if explain:
        page.explain(row.measure for row in found.rows)
    page.say()
    words = [*names, *repeated(changes)]
    page.repeat("compare", words, {"hands": hands, "seed": seed, "players": players})


def _print(found: Comparison, index: int, page: Page) -> None:
    base, other = clean(found.base), clean(found.others[index])
    page.say(f"{base} and {other}: {_played(found)}", style="bold")
    if page.narrow:
        _print_list(found, index, page)
    else:
        _print_table(found, index, page, base, other)


def _print_table(found: Comparison, index: int, page: Page, base: str, other: str) -> None:
    from rich.text import Text

    table = page.table()
    for title in (base, other, "difference"):
        table.add_column(Text(title), justify="right")
    table.add_column("")
    for row in found.rows:
        measure, each = row.measure, row.differences[index]
        table.add_row(
            measure.title,
            page.figure(measure, each.base),
            page.figure(measure, each.other),
            page.figure(measure, each.difference, "+"),
            "*" if each.moved else "",
            style="bold" if each.moved else None,
        )
    page.console.print(table)


def _print_list(found: Comparison, index: int, page: Page) -> None:
    for row in found.rows:
        measure, each = row.measure, row.differences[index]
        style = "bold" if each.moved else ""
        before, after = page.figure(measure, each.base), page.figure(measure, each.other)
        page.say(measure.title, style)
        page.say(f"  {before} {page.arrow} {after}", style)
        mark = " *" if each.moved else ""
        page.say(f"  {page.figure(measure, each.difference, '+')}{mark}", style)


def _played(found: Comparison) -> str:
    who = ", ".join(dict.fromkeys(found.players))
    twice = "" if found.times == 1 else f", each played on every side ({found.times} hands a deal)"
    return f"{found.pairs:,} paired deals of {who}, seed {found.seed}{twice}"
