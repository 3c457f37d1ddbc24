"""What is printed: text from outside is made harmless, colour is for terminals only, and
what a stream cannot show is put into letters that it can."""

from __future__ import annotations

import codecs
import json
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

import click

from pozzetto.fence import own_stdout

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

PLAIN = "pozzetto.plain"
"""The name under which Python knows `_plain`: what to do with a sign that cannot be shown."""

_SIGNS = {
    "±": "+/-",
    "→": "->",
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "·": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    _REPLACEMENT: "?",
}

_ACCENTS = {"\N{COMBINING GRAVE ACCENT}", "\N{COMBINING ACUTE ACCENT}"}


def clean(text: str) -> str:
    """The text without anything that could steer a terminal; its lines stay lines."""
    return "".join(
        char if char == "\n" or char.isprintable() else " " if char == "\t" else _REPLACEMENT
        for char in text
    )


def say(text: str = "", **style: Any) -> None:
    """Print a line, cleaned; styled where a terminal can show it."""
    say_styled(click.style(clean(text), **style))


def say_styled(text: str, *, end: str = "\n") -> None:
    """Print a text that is clean and may have its style; the style only where it is shown."""
    # click would take a stream of its own in place of one that knows no more than ASCII
    out = own_stdout()
    click.echo(text + end, nl=False, file=out, color=shows_colour(out))


def shout(text: str, *, bare: bool = False) -> None:
    """Print an error, cleaned, to the error stream; bare where it begins with its place."""
    opening = "" if bare else f"{click.style('error', fg='red')}: "
    try:
        click.echo(opening + clean(text), file=sys.stderr, color=shows_colour(sys.stderr))
    except OSError:
        # that nobody hears it does not change the answer
        mute(sys.stderr)


def say_data(data: Any) -> None:
    """Print data for a program."""
    say_styled(json.dumps(data, indent=2))


def shows_colour(stream: TextIO) -> bool:
    """Whether what is printed there comes to a terminal that wants colour."""
    dumb = os.environ.get("TERM") == "dumb"
    return stream.isatty() and not os.environ.get("NO_COLOR") and not dumb


def make_ready() -> None:
    """Have streams that never fail over a sign that they cannot show."""
    # a program may be started without any; these stay open to the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)


def mute(stream: TextIO) -> None:
    """Let nothing more come out of a stream that has failed, not even at exit."""
    # what stands in for a stream may be no file
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What is shown for signs that a stream cannot show: +/- for ±, e' for è where a word
    ends with it, else its letter; a code for what has none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    # imported here, for most streams show everything
    from unicodedata import normalize

    text = error.object
    plain = []
    for place in range(error.start, error.end):
        char = text[place]
        parts = normalize("NFKD", char)
        letters = parts.encode("ascii", "ignore").decode("ascii")
        following = text[place + 1 : place + 2]
        ends = not following.isalpha() and following not in ("'", "’")
        if letters and ends and _ACCENTS & set(parts):
            letters += "'"
        code = char.encode("ascii", "backslashreplace").decode("ascii")
        plain.append(_SIGNS.get(char) or letters or code)
    return "".join(plain), error.end


codecs.register_error(PLAIN, _plain)
