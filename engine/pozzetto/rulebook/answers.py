"""What a house rule is given, and what it answers with, besides plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from pozzetto.game.refusals import Spoken
from pozzetto.language import ENGLISH, in_language

if TYPE_CHECKING:
    from pozzetto.game.position import Position

Text: TypeAlias = str | Mapping[str, str]
"""A text of a house rule: one, or one a language: `{"en": …, "it": …}`."""
MOST_COUNTED = 10**12
"""The largest number that a house rule may count or pay: records and studies hold it."""


class Options(Mapping[str, Any]):
    """The options of a house rule as the ruleset sets them, its defaults filled in.

    Read-only: `options["points"]` or `options.points`. Lists come as tuples.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        # as plain attributes they are read quickest, and they are read at every move
        known = {name: frozen(value) for name, value in values.items()}
        plain = {name: value for name, value in known.items() if not hasattr(Mapping, name)}
        self.__dict__.update(plain, _values=MappingProxyType(known))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("options are read-only")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("options are read-only")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({dict(self._values)!r})"


def frozen(value: Any) -> Any:
    """A value as plain data that nobody can change."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen(each) for each in value)
    return value


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a house rule says no: a sentence, and, where programs should tell one objection
    of a plugin from another, a short code."""

    sentence: Text
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseMeasure:
    """Something a house rule has counted in every simulated hand.

    `count` gives a whole number for a finished hand; `unit` is `share` where it is 1 or 0
    and is read as per cent.
    """

    name: str
    title: Text
    unit: str
    sentence: Text
    count: Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class OwnWords(Spoken):
    """A text of a plugin: said as it is, never as markup or control codes."""

    text: Text

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The text in the language wanted, or whatever it has."""
        text = in_language(self.text, getattr(translated, "lang", ENGLISH))
        return "".join(char if char.isprintable() else " " for char in text)

    def __str__(self) -> str:
        return self.say()


def is_text(value: object) -> bool:
    """Whether a value is a text of a house rule, and says something."""
    if isinstance(value, Mapping):
        return bool(value) and all(
            isinstance(lang, str) and isinstance(text, str) and text for lang, text in value.items()
        )
    return isinstance(value, str) and bool(value)
