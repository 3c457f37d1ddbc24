"""Styled text: words that know their colour, set into lines, blocks and columns.

Widths are counted in characters that are seen; the codes of a terminal come in at the
very end, and only where colour is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Align = Literal["left", "centre", "right"]

PLAIN, BOLD, DIM, RED, YELLOW = "", "1", "2", "31", "33"
"""The styles: what a terminal calls them."""


@dataclass(frozen=True, slots=True)
class Word:
    """A text in one style, never parted."""

    text: str
    style: str = PLAIN


Line = tuple[Word, ...]
"""Words set one after the other, with nothing between them."""


def words(text: str, style: str = PLAIN) -> list[Word]:
    """The words of a text, one by one."""
    return [Word(word, style) for word in text.split()]


def size(line: Line) -> int:
    """How many characters are seen."""
    return sum(len(word.text) for word in line)


def wrapped(units: Iterable[Word], width: int, indent: int = 0) -> list[Line]:
    """Words with a space between them, on as many lines as they need; all lines but the
    first are indented. A word too long for a line is cut."""
    lines: list[Line] = []
    line: Line = ()
    for unit in units:
        room = width - (indent if lines else 0)
        word = Word(unit.text[: max(width - indent, 1)], unit.style)
        if line and size(line) + 1 + len(word.text) > room:
            lines.append(_indented(line, indent if lines else 0))
            line = (word,)
        else:
            line = (*line, Word(" "), word) if line else (word,)
    if line:
        lines.append(_indented(line, indent if lines else 0))
    return lines


def placed(line: Line, width: int, align: Align) -> Line:
    """The line with the spaces that bring it to a width."""
    spare = max(0, width - size(line))
    before = {"left": 0, "centre": spare // 2, "right": spare}[align]
    return (Word(" " * before), *line, Word(" " * (spare - before)))


def columns(blocks: Sequence[Sequence[Line]], widths: Sequence[int]) -> list[Line]:
    """Blocks side by side, each of its width, centred from top to bottom."""
    height = max((len(block) for block in blocks), default=0)
    rows = []
    for row in range(height):
        line: Line = ()
        for block, width in zip(blocks, widths, strict=True):
            at = row - (height - len(block)) // 2
            line += placed(block[at] if 0 <= at < len(block) else (), width, "left")
        rows.append(line)
    return rows


def aligned(block: Iterable[Line], align: Align) -> list[Line]:
    """The lines of a block against each other, as wide as the widest of them."""
    lines = list(block)
    widest = max(map(size, lines), default=0)
    return [placed(line, widest, align) for line in lines]


def painted(line: Line, *, colour: bool) -> str:
    """The line as it is printed, without spaces at its end."""
    text = "".join(
        f"\x1b[{word.style}m{word.text}\x1b[0m" if colour and word.style else word.text
        for word in line
    )
    return text.rstrip()


def _indented(line: Line, indent: int) -> Line:
    return (Word(" " * indent), *line) if indent else line
