"""What a YAML text says, as plain data in which every key knows its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pozzetto.errors import Fault

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and positions in lists counted from 0."""

ROOT: Path = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is written; line and column count from 1, 0 is not known."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What a YAML text says, and where it says it.

    `places` tells where each key or list item begins. `faults` is everything that is
    wrong with the text as YAML; `data` is then what could be read in spite of it.
    """

    data: Any
    file: str
    places: Mapping[Path, Place]
    faults: tuple[Fault, ...] = ()

    def place(self, path: Path) -> Place:
        """Where `path` is written, or else the nearest key around it that is."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place())

    def fault(self, message: str, path: Path = ROOT) -> Fault:
        """A fault at `path`, with its place."""
        return fault_at(message, self.file, self.place(path), path)

    def sound_keys(self) -> set[str]:
        """The top keys that are free of faults."""
        faulty = {top_key(fault) for fault in self.faults}
        return {key for key in self.data or {} if key not in faulty}


def fault_at(message: str, file: str, place: Place, path: Path = ROOT) -> Fault:
    """A fault at a place of a file."""
    return Fault(
        message=message, file=file, line=place.line, column=place.column, path=dotted(path)
    )


def top_key(fault: Fault) -> str:
    """The first key of the path of a fault; empty where it has none."""
    return fault.path.partition(".")[0].partition("[")[0]


def dotted(path: Path) -> str:
    """The path as people write it: `melds.wilds.most`, `pozzetti.piles[0]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{shown(part)}"
    return text.removeprefix(".")


def shown(text: str) -> str:
    """The text on one line, safe for a terminal, cut where it is very long."""
    text = "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[:80]
    )
    return text if len(text) <= 60 else text[:57] + "..."
