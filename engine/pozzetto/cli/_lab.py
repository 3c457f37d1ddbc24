"""What `simulate` and `compare` share: their options, the progress bar, figures as text."""

from __future__ import annotations

import os
import shlex
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import json_option, patience_option
from pozzetto.cli.output import clean, shout
from pozzetto.errors import PozzettoError
from pozzetto.fence import Stopped, own_stdout, stop
from pozzetto.game.refusals import Phrase
from pozzetto.lab.measure import Measure
from pozzetto.lab.statistics import Estimate
from pozzetto.lab.workers import STOPS
from pozzetto.language import Translator
from pozzetto.report.figures import figure, in_brackets
from pozzetto.text.told import said

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pozzetto.game.rules import Rules

Command = TypeVar("Command", bound=Callable[..., Any])

_MEASURE = Phrase("measure")

OPENING = 256
"""So many bytes of a file tell what it is."""
NARROW = 72
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
            show_default="one a core, where there is enough to play",
            help="How many processes play; the answer is the same with any number.",
        ),
        patience_option("Where house rules are played"),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            show_default="this machine",
            help="Play on the workers of the Dask scheduler at ADDRESS, such as "
            "tcp://10.0.0.5:8786.",
        ),
        click.option(
            "--study",
            metavar="FILE",
            show_default="nothing is kept",
            help="Keep every hand in FILE, and go on from what it holds. What is stopped loses "
            "nothing.",
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


def has_plugins(rulesets: Iterable[Rules]) -> bool:
    """Whether anything is played that is not the engine's own."""
    return any(rules.house.plugins for rules in rulesets)


def command_line(command: str, arguments: Iterable[str], options: Mapping[str, object]) -> str:
    """The command that gives the same figures again, as it is typed; an option whose value
    is None is a switch."""
    words = ["pozzetto", command, *arguments]
    for name, value in options.items():
        words += [f"--{name}"] if value is None else [f"--{name}", str(value)]
    return shlex.join(words)


def check_free(path: str, is_ours: Callable[[str], bool], what: str) -> None:
    """Let only an earlier file of ours be replaced, never a ruleset, a table, anything else:
    `is_ours` judges it by how it begins. Raises PozzettoError for another, which holds no
    such things as `what` names."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return
    with open(path, "rb") as stream:
        opening = stream.read(OPENING).decode("utf-8", "replace")
    if not is_ours(opening):
        raise PozzettoError(
            f"{path} is there already and holds no {what}: name another file, or remove it.",
            file=path,
        )


@contextmanager
def playing(
    hands: int, _: Translator, study: str | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how many hands are played: a bar on stderr where that is a
    terminal. Ctrl-C, or a polite kill, ends the program with a sentence."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    errors = Console(stderr=True)
    done = 0
    try:
        with (
            _stopped_politely(),
            Progress(
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=errors,
                transient=True,
                disable=not errors.is_terminal,
            ) as bar,
        ):
            task = bar.add_task("", total=hands)

            def tell(played: int, of: int) -> None:
                nonlocal done, hands
                done, hands = played, of
                bar.update(task, completed=played, total=of)

            yield tell
    except KeyboardInterrupt as stopping:
        stopped = (
            _("Stopped after {done} of {hands} hands; nothing was kept.")
            if study is None
            else _("Stopped after {done} of {hands} hands; they are kept in {study}.")
        )
        told = stopped.format(done=_.number(done), hands=_.number(hands), study=study)
        shout(told, bare=True)
        # as a shell reports what a signal ended
        number = stopping.number if isinstance(stopping, Stopped) else signal.SIGINT
        raise SystemExit(128 + number) from None


@contextmanager
def _stopped_politely() -> Iterator[None]:
    # what would end the program at once stops it as Ctrl-C does: files are cleaned up
    before = {}
    if threading.current_thread() is threading.main_thread():
        for each in STOPS:
            if signal.getsignal(each) is signal.SIG_DFL:
                before[each] = signal.signal(each, stop)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


class Page:
    """Where figures are printed: knows its language, how wide it is and which signs it can
    show."""

    def __init__(self, translated: Translator) -> None:
        from rich.console import Console

        self.translated = translated
        self.console: Console = Console(
            file=own_stdout(), highlight=False, markup=False, emoji=False
        )
        self.narrow = self.console.width < NARROW
        self.plus_minus = self._or("±", "+/-")
        self.arrow = self._or("→", "->")

    def _or(self, sign: str, plain: str) -> str:
        try:
            sign.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return plain
        return sign

    def figure(
        self, measure: Measure, estimate: Estimate, sign: str = "", *, gap: str = " "
    ) -> str:
        """A figure with its uncertainty; `gap` stands on either side of the ±."""
        return figure(measure, estimate, self.translated, sign, f"{gap}{self.plus_minus}{gap}")

    def cell(self, measure: Measure, estimate: Estimate, sign: str = "", *, gap: str = " ") -> str:
        """A figure for a table with several: the ends of an interval stand below its mean."""
        told = self.figure(measure, estimate, sign, gap=gap)
        return told.replace(" (", "\n(").replace(" – ", "–")

    def grouped(self, measures: Iterable[Measure]) -> Iterator[tuple[str, int]]:
        """The headings under which these measures stand, in capitals, each with how many
        there are under it."""
        for group, under in groupby(measures, key=lambda measure: measure.group):
            yield said(group, self.translated).upper(), len(list(under))

    def title(self, measure: Measure) -> str:
        """What a measure is called."""
        return said(measure.title, self.translated)

    def table(self, first: Phrase = _MEASURE) -> Table:
        """A table of measures, or of what its first column is called, with rules that can be
        shown."""
        from rich import box
        from rich.table import Table

        table = Table(
            box=box.SIMPLE_HEAD if self.plus_minus == "±" else None, collapse_padding=True
        )
        table.add_column(self.translated(first))
        return table

    def legend(self, shown: Iterable[Estimate] = ()) -> None:
        """What stands behind the figures shown."""
        _ = self.translated
        legend = _(
            "{sign} is half of the 95 % interval; a figure without it was the same in every hand."
        )
        told = [legend.format(sign=self.plus_minus), *in_brackets(shown, _)]
        self.say(" ".join(told))

    def say(self, text: str = "", style: str = "") -> None:
        """A paragraph."""
        self.console.print(clean(text), style=style or None)

    def line(self, text: str) -> None:
        """A line that is to be copied: it is never broken."""
        self.console.print(clean(text), soft_wrap=True)

    def repeat(self, command: str) -> None:
        """The command that gives the same figures again."""
        _ = self.translated
        self.line(_("To repeat: {command}").format(command=command))

    def explain(self, measures: Iterable[Measure]) -> None:
        """What each measure means."""
        self.say()
        for measure in measures:
            self.say(f"{self.title(measure)}: {said(measure.sentence, self.translated)}")
