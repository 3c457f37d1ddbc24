"""Values read from a mapping that somebody wrote: each mistake is told, with its key.

Whatever cannot be read is complained of and read as None, so that all the mistakes of a
file come out at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pozzetto.errors import NotationError
from pozzetto.game import cards
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_text import Path, shown
from pozzetto.text.notation import read_seat, read_team

Value = TypeVar("Value")
Say = Callable[[str, Path], None]
"""What takes a complaint: what is wrong, and the key path at which it is."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A reader of the values that cases and tables are made of, under one set of rules."""

    shapes: Shapes
    say: Say

    @property
    def rules(self) -> Rules:
        """The rules whose seats, teams and cards are named."""
        return self.shapes.rules

    def mapping(self, value: Any, path: Path, keys: Sequence[str] = ()) -> Mapping[str, Any] | None:
        """A mapping that has no other keys than these; any keys when none are named."""
        if not isinstance(value, Mapping):
            self.say(f"expected a mapping of keys to values, not {said(value)}", path)
            return None
        for key in value:
            if keys and key not in keys:
                near = meant(key, keys) or f": there are {', '.join(keys)}"
                self.say(f"`{shown(key)}` is no key here{near}", (*path, key))
        return value

    def listing(self, value: Any, path: Path) -> Iterator[tuple[Any, Path]]:
        """Each item of a list, with its path."""
        if not isinstance(value, list):
            self.say(f"expected a list, not {said(value)}", path)
            return
        for index, item in enumerate(value):
            yield item, (*path, index)

    def text(self, value: Any, path: Path) -> str | None:
        """A text."""
        if isinstance(value, str):
            return value
        self.say(f"expected a text, not {said(value)}", path)
        return None

    def whole(self, value: Any, path: Path, *, least: int | None = None) -> int | None:
        """A whole number, which may have to be at least so large."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.say(f"expected a whole number, not {said(value)}", path)
            return None
        if least is not None and value < least:
            self.say(f"expected a number of at least {least}, not {value}", path)
            return None
        return value

    def truth(self, value: Any, path: Path) -> bool | None:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.say(f"expected true or false, not {said(value)}", path)
        return None

    def choice(self, value: Any, path: Path, names: Sequence[str]) -> str | None:
        """One of these words."""
        if isinstance(value, str) and value in names:
            return value
        near = meant(value, names) or f": there are {', '.join(names)}"
        self.say(f"{said(value)} cannot stand here{near}", path)
        return None

    def cards(self, value: Any, path: Path) -> tuple[int, ...] | None:
        """Cards; the empty text is no cards."""
        if value is None:
            self.say('no cards are written ""', path)
            return None
        return self.parsed(value, path, cards.cards)

    def seat(self, value: Any, path: Path) -> int | None:
        """A seat, by number."""
        return self.parsed(value, path, lambda text: read_seat(text, self.rules))

    def team(self, value: Any, path: Path) -> int | None:
        """A team, by number."""
        return self.parsed(value, path, lambda text: read_team(text, self.rules))

    def by_seat(self, value: Any, path: Path) -> Iterator[tuple[int, Any, Path]]:
        """Each seat that a mapping names, with its value and path."""
        yield from self._by(value, path, self.seat)

    def by_team(self, value: Any, path: Path) -> Iterator[tuple[int, Any, Path]]:
        """Each team that a mapping names, with its value and path."""
        yield from self._by(value, path, self.team)

    def scores(self, value: Any, path: Path) -> dict[int, int] | None:
        """Points by team."""
        if not isinstance(value, Mapping):
            self.mapping(value, path)
            return None
        points = {team: self.whole(each, where) for team, each, where in self.by_team(value, path)}
        return {team: number for team, number in points.items() if number is not None}

    def parsed(self, value: Any, path: Path, parse: Callable[[str], Value]) -> Value | None:
        """What a text means in a notation."""
        text = self.text(value, path)
        if text is None:
            return None
        try:
            return parse(text)
        except NotationError as error:
            self.say(str(error), path)
            return None

    def _by(
        self, value: Any, path: Path, named: Callable[[Any, Path], int | None]
    ) -> Iterator[tuple[int, Any, Path]]:
        found: set[int] = set()
        for key, each in (self.mapping(value, path) or {}).items():
            where = (*path, key)
            number = named(key, where)
            if number in found:
                self.say(f"`{shown(key)}` is named a second time", where)
            elif number is not None:
                found.add(number)
                yield number, each, where


def said(value: Any) -> str:
    """A value as it is spoken of in a complaint."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{shown(str(value))}`"
