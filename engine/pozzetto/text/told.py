"""What is told with words and refusals in it, until it is known in which language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pozzetto.game.refusals import Phrase, Refusal, Spoken


@dataclass(frozen=True, slots=True)
class Told:
    """An English sentence, or part of one, and what is filled into its braces."""

    text: str
    words: Mapping[str, Any]

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The sentence; `translated` puts an English template into another language."""
        words = {name: said(word, translated) for name, word in self.words.items()}
        for name, word in self.words.items():
            if isinstance(word, Refusal):
                # more may follow
                words[name] = words[name].removesuffix(".")
        return translated(self.text).format_map(words)

    def __str__(self) -> str:
        return self.say()


Words: TypeAlias = str | Phrase | Refusal | Told | Spoken
"""What can be said in any language, and what is the same in all: cards, names, keys."""


def told(text: str, /, **words: Any) -> Told:
    """An English sentence with these words in it: `told("refused by {key}", key=key)`."""
    return Told(text, words)


def said(words: Any, translated: Callable[[str], str] = str) -> str:
    """The words in one language."""
    if isinstance(words, Told | Refusal | Spoken):
        return words.say(translated)
    return translated(words) if isinstance(words, Phrase) else str(words)
