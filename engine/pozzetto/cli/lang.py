"""The option `--lang` of every command that speaks to players, and paragraphs for them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from textwrap import TextWrapper
from typing import Any, TypeVar

import click

from pozzetto.cli.output import clean, say
from pozzetto.language import LANGUAGES, chosen

Command = TypeVar("Command", bound=Callable[..., Any])

NARROWEST_LABEL = 8

WIDEST, NARROWEST = 88, 20
"""No line is longer, for it could not be read with ease; nor shorter, whatever the terminal."""


def lang_option(command: Command) -> Command:
    """Add `--lang`; the command's `lang` is the language that is wanted."""
    add = click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=lambda ctx, parameter, value: chosen(value),
        show_default="the locale's, else en",
        help="The language to answer in.",
    )
    return add(command)


def say_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Print facts, each behind its label, one below the other."""
    rows = list(rows)
    first = max([NARROWEST_LABEL, *(len(label) for label, _ in rows)])
    for label, text in rows:
        say(f"{label.ljust(first)} {text}".rstrip())


def say_paragraph(text: str, *, indent: int = 0, hanging: int = 0, **style: Any) -> None:
    """Print a paragraph, as wide as the terminal; the lines after the first are indented
    by `hanging` more."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    wrapper = TextWrapper(
        width=width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_on_hyphens=False,
    )
    say(wrapper.fill(clean(text)), **style)
