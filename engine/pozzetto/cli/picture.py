"""Tables and cards as the terminal at hand can show them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable

from pozzetto.cli.output import say_styled, shows_colour
from pozzetto.fence import own_stdout
from pozzetto.game.cards import written
from pozzetto.game.state import State
from pozzetto.text.drawing import MIDDLE, drawn
from pozzetto.text.styled import words as parted
from pozzetto.text.styled import wrapped

WIDEST = 96
"""A table is drawn no wider than this, however wide the terminal."""

_SIGNS = "♠♥♦♣▒┌─┐│└┘┴┬"


def width() -> int:
    """How many columns there are to write in."""
    return min(shutil.get_terminal_size().columns, WIDEST)


def shows_signs() -> bool:
    """Whether card suits and frames can be shown as signs."""
    try:
        _SIGNS.encode(own_stdout().encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say_table(
    table: State,
    *,
    middle: Collection[str] = MIDDLE,
    translated: Callable[[str], str] = str,
) -> None:
    """Print a drawing of a table, every hand laid open; `middle`: what of its middle."""
    for line in drawn(
        table,
        glyphs=shows_signs(),
        colour=shows_colour(own_stdout()),
        width=width(),
        middle=middle,
        translated=translated,
    ):
        say_styled(line)


def listed(label: str, kinds: Iterable[int], indent: int) -> list[str]:
    """Cards behind a label, as they are written, on as many lines as they need."""
    room = max(width() - indent, 12)
    lines = ["".join(word.text for word in line) for line in wrapped(parted(written(kinds)), room)]
    return [
        f"{(label if index == 0 else '').ljust(indent)}{line}".rstrip()
        for index, line in enumerate(lines or [""])
    ]
