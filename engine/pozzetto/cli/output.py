"""What is printed: text from outside is made harmless, colour is for terminals only."""

from __future__ import annotations

import json
from typing import Any

import click

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def clean(text: str) -> str:
    """The text without anything that could steer a terminal; its lines stay lines."""
    return "".join(
        char if char == "\n" or char.isprintable() else " " if char == "\t" else _REPLACEMENT
        for char in text
    )


def say(text: str = "", **style: Any) -> None:
    """Print a line, cleaned; styled where a terminal can show it."""
    click.secho(clean(text), **style)


def shout(text: str, *, bare: bool = False) -> None:
    """Print an error, cleaned, to the error stream; bare where it begins with its place."""
    opening = "" if bare else f"{click.style('error', fg='red')}: "
    click.echo(opening + clean(text), err=True)


def say_data(data: Any) -> None:
    """Print data for a program."""
    click.echo(json.dumps(data, indent=2))
