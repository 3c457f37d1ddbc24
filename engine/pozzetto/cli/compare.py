"""`pozzetto compare`: play the same decks under several rulesets and say what changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pozzetto.cli._compared import print_comparison, print_plan, print_robust
from pozzetto.cli._lab import Page, has_plugins, lab_options, player_names, playing
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
from pozzetto.language import Translator, translator

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules
    from pozzetto.lab.robust import Robust
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
    ruleset or a file.
    """
    check_why(with_why, why_hands, records)
    given = {
        name: context.get_parameter_source(name) is not ParameterSource.DEFAULT
        for name in ("hands", "players")
    }
    if plan is not None and (until is not None or robust or with_why):
        raise click.UsageError("--plan plays a pilot and nothing else: leave the other wishes.")
    if robust and given["players"]:
        raise click.UsageError("--robust lets each player play in turn: leave --players.")
    if robust and with_why:
        raise click.UsageError("--why looks into one comparison: leave --robust.")
    if study is not None and (robust or plan is not None):
        raise click.UsageError("--study keeps one comparison: leave --robust and --plan.")
    rulesets, translated = load_all(names, changes), translator(lang)
    words = [*names, *repeated(changes), *["--why"] * with_why]
    options: dict[str, Any] = {"hands": hands, "seed": seed, "players": players}
    if plan is not None:
        if not given["hands"]:
            options["hands"] = None
        _plan(rulesets, plan, words, options, workers, translated, as_json=as_json)
        return
    if until is not None:
        from pozzetto.lab.until import MOST

        options = {"until": until, **options, "hands": hands if given["hands"] else MOST}
    found: Comparison | Robust
    whys: list[Why] = []
    most = options["hands"]
    patience = patience if has_plugins(rulesets) else None
    if robust:
        from pozzetto.lab.robust import RUNGS
        from pozzetto.lab.robust import robust as with_each

        with playing(most * len(RUNGS), translated) as tell:
            found = with_each(rulesets, most, seed, until=until, workers=workers, progress=tell)
        del options["players"]
        options["robust"] = None
    else:
        from pozzetto.lab.compare import compare

        named = player_names(players)
        with playing(most, translated, study) as tell:
            found = compare(
                rulesets, most, seed, named, until=until, workers=workers, progress=tell,
                study=study, cluster=cluster, patience=patience,
            )  # fmt: skip
        if with_why:
            whys = look_into(rulesets, found, why_hands, workers, translated)
    if records:
        keep(whys, records)
    if as_json:
        why_too = {}
        if with_why and isinstance(found, Comparison):
            why_too = {"why": by_name(whys, found)}
        say_data(found.data(lang) | why_too)
        return
    page = Page(translated)
    if isinstance(found, Comparison):
        _print(found, rulesets, whys, records, page)
        first = found
    else:
        first = found.comparisons[0]
        print_robust(found, page)
    if explain:
        page.explain(row.measure for row in first.rows)
    page.say()
    if why_hands:
        options["why-hands"] = why_hands
    page.repeat("compare", words, options)


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
    *,
    as_json: bool,
) -> None:
    from pozzetto.lab.plan import pilot_hands, plan

    players = player_names(options["players"])
    hands = options["hands"] or pilot_hands(rulesets, players, text)
    with playing(hands, _) as tell:
        found = plan(
            rulesets, text, hands, options["seed"], players, workers=workers, progress=tell
        )
    if as_json:
        say_data(found.data())
        return
    page = Page(_)
    print_plan(found, page)
    page.say()
    page.repeat("compare", words, {"plan": text, **options, "hands": hands})
