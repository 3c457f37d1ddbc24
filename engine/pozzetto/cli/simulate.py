"""`pozzetto simulate`: play many hands under one ruleset and count what happens."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import islice

import click

from pozzetto.cli._lab import (
    Page,
    command_line,
    has_plugins,
    lab_options,
    player_names,
    playing,
)
from pozzetto.cli._records import JSON_LINES, check_replaceable, form_of
from pozzetto.cli.options import changes_option, repeated
from pozzetto.cli.output import say_data
from pozzetto.lab.simulate import Simulation
from pozzetto.language import Translator, translator


@click.command(
    "simulate", epilog="Example: pozzetto simulate burraco --hands 500 --players greedy,random"
)
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
    patience: float,
    cluster: str | None,
    study: str | None,
    explain: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Play many hands under one ruleset and count what happens.

    NAME is an installed ruleset or a file; burraco when it is left out. A FILE of records
    takes its name when the last hand is in it: a run that is stopped leaves none.
    """
    from pozzetto.lab.simulate import RECORDS_OR_STUDY, Records, simulate
    from pozzetto.rulebook.asking import is_tracing
    from pozzetto.rulebook.library import load
    from pozzetto.text.whole_file import WholeFile

    rules, translated = load(name, changes), translator(lang)
    if is_tracing():
        # the calls of one hand are many already, and other processes would tell none
        hands, workers = 1, 1
    with ExitStack() as stack:
        kept = None
        if records is not None:
            if study is not None:
                raise click.UsageError(RECORDS_OR_STUDY)
            check_replaceable(records)
            kept = Records(form_of(records), stack.enter_context(WholeFile(records)).write)
        tell = stack.enter_context(playing(hands, translated, study))
        found = simulate(
            rules,
            hands,
            seed,
            player_names(players),
            workers=workers,
            progress=tell,
            records=kept,
            study=study,
            cluster=cluster,
            patience=patience if has_plugins([rules]) and not is_tracing() else None,
        )
    if as_json:
        say_data(found.data())
        return
    page = Page(translated)
    _print(found, page)
    if explain:
        page.explain(figure.measure for figure in found.figures)
    page.say()
    words = [name, *repeated(changes)]
    options = {"hands": hands, "seed": seed, "players": players}
    page.repeat(command_line("simulate", words, options))


def _print(found: Simulation, page: Page) -> None:
    _ = page.translated
    page.say(_played(found, _), style="bold")
    figures = iter(found.figures)
    groups = page.grouped(figure.measure for figure in found.figures)
    if page.narrow:
        for heading, count in groups:
            page.say()
            page.say(heading)
            for figure in islice(figures, count):
                page.say(page.title(figure.measure))
                page.say(f"  {page.figure(figure.measure, figure.estimate)}")
        page.say()
    else:
        table = page.table()
        table.add_column(_("on average"), justify="right")
        table.add_column(_("varies by"), justify="right")
        for heading, count in groups:
            table.add_row(heading)
            for figure in islice(figures, count):
                measure, deviation = figure.measure, figure.estimate.deviation
                varies = ""
                if deviation is not None and not measure.is_share:
                    varies = measure.amount(deviation, translated=_)
                table.add_row(page.title(measure), page.figure(measure, figure.estimate), varies)
        page.console.print(table)
    page.legend(figure.estimate for figure in found.figures)
    if not page.narrow:
        page.say(_('"varies by" is the standard deviation from one hand, or match, to the next.'))


def _played(found: Simulation, _: Translator) -> str:
    words = {
        "name": found.rules.name,
        "players": ", ".join(dict.fromkeys(found.players)),
        "count": _.number(found.deals),
        "seed": found.seed,
    }
    if found.hands == found.deals:
        played = _.plural(
            "{name}: {count} hand, played by {players}, seed {seed}",
            "{name}: {count} hands, played by {players}, seed {seed}",
            found.deals,
        )
        return played.format_map(words)
    played = _.plural(
        "{name}: {count} hand, played on every side ({all} in all) by {players}, seed {seed}",
        "{name}: {count} hands, each played on every side ({all} in all) by {players}, seed {seed}",
        found.deals,
    )
    return played.format(all=_.number(found.hands), **words)
