"""What `simulate` and `compare` share: their options, the progress bar, figures as text."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import json_option
from pozzetto.cli.output import clean, shout
from pozzetto.game.refusals import Phrase
from pozzetto.lab.measures import Measure
from pozzetto.lab.statistics import Estimate
from pozzetto.language import Translator
from pozzetto.text.told import said

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Command = TypeVar("Command", bound=Callable[..., Any])

_MEASURE = Phrase("measure")

NARROW = 64
"""Below so many columns figures stand under their measures, not beside them."""


def lab_options(hands: int) -> Callable[[Command], Command]:
    """The options of a command that plays hands, `hands` of them by default."""
    options = [
        click.option(
            "--hands",
            metavar="N",
            type=click.IntRange(min=1),
            default=hands,
            show_default=True,
            help="How many hands to play.",
        ),
        click.option(
            "--seed",
            metavar="S",
            type=int,
            default=1,
            show_default=True,
            help="Which cards: the same seed deals the same on every machine.",
        ),
        click.option(
            "--players",
            metavar="NAME[,NAME...]",
            default="greedy",
            show_default=True,
            help="Who plays, from weak to strong random, greedy, club or expert (expert:50 with "
            "50 playouts a decision): one name for all, or one a team or a seat. Unequal ones "
            "play every hand on each side.",
        ),
        click.option(
            "--workers",
            metavar="W",
            type=click.IntRange(min=1),
            show_default="one a core",
            help="How many processes play; the answer is the same with any number.",
        ),
        click.option("--explain", is_flag=True, help="Say what each measure means."),
        lang_option,
        json_option("the figures"),
    ]

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def player_names(text: str) -> list[str]:
    """The names in `greedy` or `greedy,random`."""
    return [name.strip() for name in text.split(",")]


@contextmanager
def playing(hands: int, _: Translator) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how many hands are played: a bar on stderr where that is a
    terminal. Ctrl-C ends the program with a sentence."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    errors = Console(stderr=True)
    done = 0
    try:
        with Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        ) as bar:
            task = bar.add_task("", total=hands)

            def tell(played: int, of: int) -> None:
                nonlocal done
                done = played
                bar.update(task, completed=played, total=of)

            yield tell
    except KeyboardInterrupt:
        stopped = _("Stopped after {done} of {hands} hands; nothing was kept.")
        shout(stopped.format(done=_.number(done), hands=_.number(hands)), bare=True)
        raise SystemExit(130) from None


class Page:
    """Where figures are printed: knows its language, how wide it is and which signs it can
    show."""

    def __init__(self, translated: Translator) -> None:
        from rich.console import Console

        self.translated = translated
        self.console: Console = Console(highlight=False, markup=False, emoji=False)
        self.narrow = self.console.width < NARROW
        self.plus_minus = self._or("±", "+/-")
        self.arrow = self._or("→", "->")

    def _or(self, sign: str, plain: str) -> str:
        try:
            sign.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return plain
        return sign

    def figure(self, measure: Measure, estimate: Estimate, sign: str = "") -> str:
        """A figure with its uncertainty: the mean, and half of its 95 % interval, unless
        every deal gave the same."""
        text = measure.amount(estimate.mean, sign if estimate.mean else "", self.translated)
        if estimate.half_width:
            half = measure.amount(estimate.half_width, translated=self.translated)
            text += f" {self.plus_minus} {half}"
        return f"{text} %" if measure.is_share else text

    def title(self, measure: Measure) -> str:
        """What a measure is called."""
        return said(measure.title, self.translated)

    def table(self) -> Table:
        """A table of measures, with rules that can be shown."""
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD if self.plus_minus == "±" else None)
        table.add_column(self.translated(_MEASURE))
        return table

    def legend(self) -> None:
        """What stands behind the figures."""
        _ = self.translated
        legend = _(
            "{sign} is half of the 95 % interval; a figure without it was the same in every hand."
        )
        self.say(legend.format(sign=self.plus_minus))

    def say(self, text: str = "", style: str = "") -> None:
        """A paragraph."""
        self.console.print(clean(text), style=style or None)

    def repeat(self, command: str, arguments: Iterable[str], options: dict[str, Any]) -> None:
        """The command that gives the same figures again, on one line."""
        words = ["pozzetto", command, *arguments]
        for name, value in options.items():
            words += [f"--{name}", str(value)]
        _ = self.translated
        told = _("To repeat: {command}").format(command=shlex.join(words))
        self.console.print(clean(told), soft_wrap=True)

    def explain(self, measures: Iterable[Measure]) -> None:
        """What each measure means."""
        self.say()
        for measure in measures:
            self.say(f"{self.title(measure)}: {said(measure.sentence, self.translated)}")
