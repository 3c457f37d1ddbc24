"""What a house rule is given, and what it answers with, besides plain values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from pozzetto.game.refusals import Spoken
from pozzetto.language import ENGLISH, in_language

if TYPE_CHECKING:
    from pozzetto.game.position import Position

Text: TypeAlias = str | Mapping[str, str]
"""A text of a house rule: one, or a dict with one a language: `{"en": …, "it": …}`."""

MOST = 1_000_000
"""The largest number of points, or of anything else, that a house rule may count at once:
far beyond any hand, and so small that sums of it are kept exactly everywhere."""
WHOLE = f"a whole number, at most {MOST:,} either way,"
SHARE = "share"
"""The unit of a measure that is 1 or 0 in each hand, and is read as per cent."""
_WORD = re.compile("[a-z0-9_.-]{1,60}")


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
    # a plain dict, since it is asked again whenever the text is said
    if type(value) is dict:
        return bool(value) and all(
            isinstance(lang, str) and isinstance(text, str) and text for lang, text in value.items()
        )
    return isinstance(value, str) and bool(value)


def is_unsaid(value: object) -> bool:
    """Whether a value is the empty text, where one may be left out."""
    return isinstance(value, str) and not value


def is_word(value: object) -> bool:
    """Whether a value is a word of a house rule's own, in small letters."""
    return isinstance(value, str) and _WORD.fullmatch(value) is not None


def is_whole(value: object) -> bool:
    """Whether a value is a whole number that may be counted; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST


def is_fact(value: object, depth: int = 5) -> bool:
    """Whether a value is what a table can write down, and nobody can change."""
    if isinstance(value, tuple):
        return bool(depth) and len(value) <= 100 and all(is_fact(each, depth - 1) for each in value)
    return value is None or isinstance(value, bool) or is_whole(value) or is_short(value)


def is_short(value: object) -> bool:
    """Whether a value is a text that fits on a line or two."""
    return isinstance(value, str) and len(value) <= 200
