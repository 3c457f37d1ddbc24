"""`pozzetto ladder`: how much better each automatic player is than the one below it."""

from __future__ import annotations

from itertools import pairwise

import click

from pozzetto.cli._lab import Page, command_line, player_names, playing
from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, json_option, repeated
from pozzetto.cli.output import say_data
from pozzetto.lab.ladder import HANDS, Ladder, Pace, Step, verdict
from pozzetto.lab.statistics import Estimate


@click.command("ladder", epilog="Example: pozzetto ladder burraco-chiuso --rungs greedy,club")
@click.argument("name", default="burraco")
@changes_option
@click.option(
    "--hands",
    metavar="N",
    type=click.IntRange(min=1),
    default=HANDS,
    show_default=True,
    help="How many deals each two rungs play, each on both sides; a fifth of them where one "
    "of the two is an expert.",
)
@click.option(
    "--seed",
    metavar="S",
    type=int,
    default=1,
    show_default=True,
    help="Which cards: the same seed deals the same on every machine.",
)
@click.option(
    "--rungs",
    metavar="NAME,NAME...",
    show_default="random,greedy,club,expert",
    help="The players, from the lowest rung up.",
)
@click.option(
    "--budget",
    metavar="N",
    type=click.IntRange(min=1),
    show_default="its own",
    help="How many playouts an expert makes for a decision.",
)
@click.option(
    "--workers",
    metavar="W",
    type=click.IntRange(min=1),
    show_default="one a core",
    help="How many processes play; the answer is the same with any number.",
)
@click.option(
    "--untimed",
    is_flag=True,
    help="Leave out how fast each plays, the one figure that no seed repeats.",
)
@lang_option
@json_option("the figures")
def command(
    name: str,
    changes: tuple[str, ...],
    hands: int,
    seed: int,
    rungs: str | None,
    budget: int | None,
    workers: int | None,
    untimed: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Measure how much each automatic player beats the one below it.

    NAME is an installed ruleset or a file; burraco when it is left out. The players change
    sides after every deal, and a deal is one observation. How fast each plays is told
    beside.
    """
    from pozzetto.lab.ladder import deals_of, ladder
    from pozzetto.lab.ladder import rungs as named
    from pozzetto.language import translator
    from pozzetto.players import NAMES
    from pozzetto.rulebook.library import load

    rules, translated = load(name, changes), translator(lang)
    players = named(NAMES if rungs is None else player_names(rungs), budget, rules)
    total = sum(deals_of(*pair, hands) for pair in pairwise(players))
    with playing(total, translated) as tell:
        found = ladder(
            rules, hands, seed, players, workers=workers, progress=tell, timed=not untimed
        )
    if as_json:
        say_data(found.data(lang))
        return
    page = Page(translated)
    _print(found, page)
    page.say()
    words = [name, *repeated(changes)]
    options = {"hands": hands, "seed": seed, "rungs": ",".join(players)}
    page.repeat(command_line("ladder", words, options))


def _print(found: Ladder, page: Page) -> None:
    _ = page.translated
    heading = _("{name}: each rung of the ladder against the one below, seed {seed}")
    page.say(heading.format(name=found.rules.name, seed=found.seed), style="bold")
    if page.narrow:
        for step in found.steps:
            page.say(_over(step, page))
            page.say(f"  {_lead(step, page)}")
            page.say(f"  {_won(step, page)}")
    else:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD if page.plus_minus == "±" else None)
        table.add_column(_("rung"))
        for title in (_("hands"), _("lead a hand"), _("hands won")):
            table.add_column(title, justify="right")
        for step in found.steps:
            table.add_row(
                _over(step, page), _.number(step.hands), _lead(step, page), _won(step, page)
            )
        page.console.print(table)
    page.say(_("Each deal is played on both sides, and counts once. A tie is half a hand won."))
    page.legend(step.won for step in found.steps)
    page.say()
    for pace in found.paces:
        told = _("{player}: {rate} hands a second on one core")
        page.say(told.format(player=pace.player, rate=_rate(pace, page)))
    if found.paces:
        page.say()
    page.say(verdict(found, _), style="bold")


def _over(step: Step, page: Page) -> str:
    _ = page.translated
    return _("{upper} over {lower}").format(upper=step.upper, lower=step.lower)


def _lead(step: Step, page: Page) -> str:
    return _figure(step.lead, page, sign="+")


def _won(step: Step, page: Page) -> str:
    return _figure(step.won, page, times=100, unit=" %")


def _figure(found: Estimate, page: Page, *, sign: str = "", times: int = 1, unit: str = "") -> str:
    def tell(value: float, sign: str) -> str:
        return page.translated.number(value * times, f"{sign},.1f")

    return found.written(tell, sign, f" {page.plus_minus} ", unit)


def _rate(pace: Pace, page: Page) -> str:
    number = page.translated.number
    form = ",.0f" if pace.rate >= 10 else ",.1f"
    text = number(pace.rate, form)
    if pace.half_width:
        text += f" {page.plus_minus} {number(pace.half_width, form)}"
    return text
