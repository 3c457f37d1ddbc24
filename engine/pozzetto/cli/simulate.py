"""`pozzetto simulate`: play many hands under one ruleset and count what happens."""

from __future__ import annotations

import json

import click

from pozzetto.cli._lab import Page, lab_options, player_names, playing
from pozzetto.simulate import Simulation


@click.command("simulate")
@click.argument("name", default="burraco")
@lab_options(hands=1000)
def command(
    name: str,
    hands: int,
    seed: int,
    players: str,
    workers: int | None,
    as_json: bool,
    explain: bool,
) -> None:
    """Play many hands under one ruleset and count what happens.

    NAME is an installed ruleset or a file; burraco when it is left out.
    """
    from pozzetto.library import load
    from pozzetto.simulate import simulate

    rules = load(name)
    with playing(hands) as tell:
        found = simulate(rules, hands, seed, player_names(players), workers=workers, progress=tell)
    if as_json:
        click.echo(json.dumps(found.data(), indent=2))
        return
    page = Page()
    _print(found, page)
    if explain:
        page.explain(figure.measure for figure in found.figures)
    page.say()
    page.repeat("simulate", [name], {"hands": hands, "seed": seed, "players": players})


def _print(found: Simulation, page: Page) -> None:
    from pozzetto.yaml_text import shown

    page.say(f"{shown(found.rules.name)}: {_played(found)}", style="bold")
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
