"""`pozzetto compare`: play the same decks under several rulesets and say what changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pozzetto.cli._compared import print_comparison, print_plan, print_robust
from pozzetto.cli._lab import (
    Page,
    command_line,
    has_plugins,
    lab_options,
    player_names,
    playing,
)
from pozzetto.cli._report import Reporting
from pozzetto.cli._why import (
    Names,
    by_name,
    check_why,
    keep,
    look_into,
    say_kept,
    say_why,
    why_options,
)
from pozzetto.cli.options import last_changes_option, load_all, repeated
from pozzetto.cli.output import say_data
from pozzetto.lab.compare import Comparison
from pozzetto.lab.robust import RUNGS, Robust
from pozzetto.lab.robust import robust as with_each
from pozzetto.language import Translator, translator

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules
    from pozzetto.lab.why import Why

WIDTH = "MEASURE=+-WIDTH"
"""As points=±5 is written where no more than ASCII can be shown, as in a help."""


@click.command(
    "compare", epilog="Example: pozzetto compare burraco burraco --set burracos.clean.points=300"
)
@click.argument("names", metavar="A B ...", nargs=-1, required=True)
@last_changes_option
@why_options
@click.option(
    "--until",
    metavar=WIDTH,
    show_default="play all hands",
    help="Play until a difference is known so well, such as points=+-5 or closed=+-1%; --hands is "
    "then the most to play, 20000 if not given.",
)
@click.option(
    "--plan",
    metavar=WIDTH,
    show_default="compare",
    help="Only say how many hands it takes to know a difference so well, from a pilot of 200 "
    "hands (or --hands), or of 200 matches.",
)
@click.option(
    "--robust",
    is_flag=True,
    help="Compare with each automatic player in turn, and say whether the conclusion holds "
    "whoever plays.",
)
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    multiple=True,
    help="Write a report to FILE: a page to read and print where its name ends in .html, text in "
    ".md, data in .json. Can be repeated.",
)
@lab_options(hands=2000)
@click.pass_context
def command(
    context: click.Context,
    /,
    names: tuple[str, ...],
    changes: tuple[str, ...],
    with_why: bool,
    why_hands: int | None,
    records: str | None,
    until: str | None,
    plan: str | None,
    robust: bool,
    reports: tuple[str, ...],
    hands: int,
    seed: int,
    players: str,
    workers: int | None,
    patience: float | None,
    cluster: str | None,
    study: str | None,
    explain: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Play hands from the same shuffled decks under several rulesets and say what changes.

    A is the ruleset that B and any further ones are compared with; each is an installed
    ruleset or a file. A report takes its name when it is complete: a run that is stopped
    leaves none.
    """
    check_why(with_why, why_hands, records)
    given = {
        name: context.get_parameter_source(name) is not ParameterSource.DEFAULT
        for name in ("hands", "players")
    }
    if plan is not None and (until is not None or robust or with_why or reports):
        raise click.UsageError("--plan plays a pilot and nothing else: leave the other wishes.")
    if robust and given["players"]:
        raise click.UsageError("--robust lets each player play in turn: leave --players.")
    if robust and with_why:
        raise click.UsageError("--why looks into one comparison: leave --robust.")
    if study is not None and (robust or plan is not None):
        raise click.UsageError("--study keeps one comparison: leave --robust and --plan.")
    rulesets, translated = load_all(names, changes), translator(lang)
    words = [*names, *repeated(changes)]
    options: dict[str, Any] = {"hands": hands, "seed": seed, "players": players}
    patience = patience if has_plugins(rulesets) else None
    if plan is not None:
        if not given["hands"]:
            options["hands"] = None
        _plan(rulesets, plan, words, options, workers, translated, patience, as_json=as_json)
        return
    if until is not None:
        from pozzetto.lab.until import MOST

        options = {"until": until, **options, "hands": hands if given["hands"] else MOST}
    whys: list[Why] = []
    with ExitStack() as stack:
        reporting = Reporting(reports, rulesets, stack)
        found: Comparison | Robust
        most = options["hands"]
        if robust:
            tell = stack.enter_context(playing(most * len(RUNGS), translated))
            found = with_each(
                rulesets,
                most,
                seed,
                until=until,
                workers=workers,
                progress=tell,
                watch=reporting.watch,
                patience=patience,
            )
            del options["players"]
            options["robust"] = None
        else:
            from pozzetto.lab.compare import compare

            with playing(most, translated, study) as tell:
                found = compare(
                    rulesets,
                    most,
                    seed,
                    player_names(players),
                    until=until,
                    workers=workers,
                    progress=tell,
                    watch=reporting.watch,
                    study=study,
                    cluster=cluster,
                    patience=patience,
                )
            if with_why:
                whys = look_into(rulesets, found, why_hands, workers, translated, patience)
                options["why"] = None
            if why_hands:
                options["why-hands"] = why_hands
        if records:
            keep(whys, records)
        repeat = command_line("compare", words, options)
        reporting.write(found, repeat, lang)
    if as_json:
        why_too = {}
        if with_why and isinstance(found, Comparison):
            why_too = {"why": by_name(whys, found)}
        say_data(found.data(lang) | why_too)
        return
    page = Page(translated)
    if isinstance(found, Robust):
        print_robust(found, page)
    else:
        _print(found, rulesets, whys, records, page)
    first = found.comparisons[0] if isinstance(found, Robust) else found
    if explain:
        page.explain(row.measure for row in first.rows)
    page.say()
    page.repeat(repeat)
    for path in reporting.paths:
        page.line(translated("Report: {file}").format(file=path))


def _print(
    found: Comparison,
    rulesets: Sequence[Rules],
    whys: Sequence[Why],
    records: str | None,
    page: Page,
) -> None:
    from pozzetto.words import diff

    called = print_comparison(found, page)
    for other, why, name in zip(rulesets[1:], whys, called[1:], strict=False):
        rows = diff(rulesets[0], other, page.translated.lang).rows
        say_why(why, Names(called[0], name), rows, page)
    say_kept(whys, records, page)


def _plan(
    rulesets: Sequence[Rules],
    text: str,
    words: Sequence[str],
    options: dict[str, Any],
    workers: int | None,
    _: Translator,
    patience: float | None,
    *,
    as_json: bool,
) -> None:
    from pozzetto.lab.plan import pilot_hands, plan

    players = player_names(options["players"])
    hands = options["hands"] or pilot_hands(rulesets, players, text)
    with playing(hands, _) as tell:
        found = plan(
            rulesets,
            text,
            hands,
            options["seed"],
            players,
            workers=workers,
            progress=tell,
            patience=patience,
        )
    if as_json:
        say_data(found.data())
        return
    page = Page(_)
    print_plan(found, page)
    page.say()
    page.repeat(command_line("compare", words, {"plan": text, **options, "hands": hands}))
