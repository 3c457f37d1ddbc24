"""What a rule sheet is made of: sentences that know which keys of the ruleset they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pozzetto.game.rules import Rules
from pozzetto.words.voice import Voice

Teller: TypeAlias = Callable[[Rules, Voice], Iterator["Sentence"]]
"""What tells one paragraph."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the rules, and the keys, or stable names, that it tells.

    An `aside` says that something is not so, or goes without saying: it answers to its
    key, but the rule sheet leaves it out.
    """

    text: str
    keys: tuple[str, ...]
    aside: bool = False

    def tells(self, key: str) -> bool:
        """Whether it is about this key or one inside it."""
        return any(each == key or each.startswith(f"{key}.") for each in self.keys)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a rule sheet: its name for programs, its heading, its paragraphs."""

    name: str
    heading: str
    paragraphs: tuple[tuple[Sentence, ...], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Each paragraph as the rule sheet prints it."""
        said = (
            " ".join(sentence.text for sentence in paragraph if not sentence.aside)
            for paragraph in self.paragraphs
        )
        return tuple(text for text in said if text)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence, the asides too."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)


def told(text: str, *keys: str) -> Sentence:
    """A sentence of the rule sheet, its first letter made large."""
    return Sentence(text[:1].upper() + text[1:], keys)


def aside(text: str, *keys: str) -> Sentence:
    """A sentence that the rule sheet leaves out."""
    return Sentence(text[:1].upper() + text[1:], keys, aside=True)


def from_outside(text: str) -> str:
    """A text that somebody else wrote, on one line and harmless for a terminal."""
    line = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
