"""`pozzetto simulate`: play many hands under one ruleset and count what happens."""

from __future__ import annotations

from contextlib import ExitStack

import click

from pozzetto.cli._lab import Page, lab_options, player_names, playing
from pozzetto.cli.options import changes_option, repeated
from pozzetto.cli.output import say_data
from pozzetto.lab.simulate import Simulation

JSON_LINES = ".jsonl"


@click.command("simulate")
@click.argument("name", default="burraco")
@changes_option
@click.option(
    "--records",
    metavar="FILE",
    help="Write every hand to FILE, for `pozzetto replay`: as JSON Lines where its name ends in "
    f"{JSON_LINES}, else as text.",
)
@lab_options(hands=1000)
def command(
    name: str,
    changes: tuple[str, ...],
    records: str | None,
    hands: int,
    seed: int,
    players: str,
    workers: int | None,
    as_json: bool,
    explain: bool,
) -> None:
    """Play many hands under one ruleset and count what happens.

    NAME is an installed ruleset or a file; burraco when it is left out. A FILE of records
    takes its name when the last hand is in it: a run that is stopped leaves none.
    """
    from pozzetto.lab.simulate import Records, simulate
    from pozzetto.rulebook.library import load
    from pozzetto.text.record_text import JSON, TEXT
    from pozzetto.text.whole_file import WholeFile

    rules = load(name, changes)
    with ExitStack() as stack:
        kept = None
        if records is not None:
            form = JSON if records.endswith(JSON_LINES) else TEXT
            kept = Records(form, stack.enter_context(WholeFile(records)).write)
        tell = stack.enter_context(playing(hands))
        found = simulate(
            rules,
            hands,
            seed,
            player_names(players),
            workers=workers,
            progress=tell,
            records=kept,
        )
    if as_json:
        say_data(found.data())
        return
    page = Page()
    _print(found, page)
    if explain:
        page.explain(figure.measure for figure in found.figures)
    page.say()
    words = [name, *repeated(changes)]
    page.repeat("simulate", words, {"hands": hands, "seed": seed, "players": players})


def _print(found: Simulation, page: Page) -> None:
    page.say(f"{found.rules.name}: {_played(found)}", style="bold")
    if page.narrow:
        for figure in found.figures:
            page.say(figure.measure.title)
            page.say(f"  {page.figure(figure.measure, figure.estimate)}")
    else:
        table = page.table()
        table.add_column("a hand, on average", justify="right")
        table.add_column("varies by", justify="right")
        for figure in found.figures:
            measure, deviation = figure.measure, figure.estimate.deviation
            varies = "" if deviation is None or measure.is_share else measure.amount(deviation)
            table.add_row(measure.title, page.figure(measure, figure.estimate), varies)
        page.console.print(table)
    page.legend()
    if not page.narrow:
        page.say('"varies by" is the standard deviation from one deal to the next.')


def _played(found: Simulation) -> str:
    who = ", ".join(dict.fromkeys(found.players))
    if found.hands == found.deals:
        return f"{found.hands:,} hands of {who}, seed {found.seed}"
    return (
        f"{found.deals:,} deals, each played on every side ({found.hands:,} hands) by {who}, "
        f"seed {found.seed}"
    )
