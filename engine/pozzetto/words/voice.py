"""A voice: it says the sentences of the rules in one language, to the players of one game.

Every sentence is written once, in English, where it is said; `tools/catalogues.py` finds
what a `voice` is given and what is a `Phrase`. Numbers up to ten are words. A sentence
about those who play together has two forms: one for teams, in which `{team}` is a word
such as *pair* (feminine in Italian: coppia, squadra), and one for players on their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.language import Translator, translator
from pozzetto.text.table_words import burraco_name

_NUMBERS = (
    Phrase("two"),
    Phrase("three"),
    Phrase("four"),
    Phrase("five"),
    Phrase("six"),
    Phrase("seven"),
    Phrase("eight"),
    Phrase("nine"),
    Phrase("ten"),
)

_TEAMS = {2: Phrase("pair")}
_TEAM = Phrase("team")


class Voice:
    """Says sentences in one language: `voice("…")`, `voice.some("…", "…", count)`,
    `voice.team("…", "…")`."""

    def __init__(self, translated: Translator, rules: Rules) -> None:
        self.translated = translated
        sizes = {len(rules.seats_of(team)) for team in range(len(rules.teams))}
        self.lone = sizes == {1}
        self._team = _TEAMS.get(sizes.pop(), _TEAM) if len(sizes) == 1 else _TEAM

    def __call__(self, text: str, /, **words: object) -> str:
        """The sentence, with these words in it."""
        return self.translated(text).format_map(words)

    def some(self, one: str, many: str, /, count: int, **words: object) -> str:
        """The sentence in the form that goes with the number `{count}`."""
        form = self.translated.plural(one, many, count)
        return form.format_map({"count": self.number(count), **words})

    def team(self, together: str, lone: str, /, **words: object) -> str:
        """The sentence for teams, about a `{team}`, or for players on their own."""
        return self(lone, **words) if self.lone else self(together, team=self(self._team), **words)

    def number(self, count: int) -> str:
        """The number, up to ten in words; one has a word only with what is counted."""
        return self(_NUMBERS[count - 2]) if 2 <= count <= 10 else str(count)

    def cards(self, count: int) -> str:
        """So many cards."""
        return self.some("one card", "{count} cards", count)

    def points(self, points: int) -> str:
        """So many points, always in figures: `-100 points`."""
        return self.some("{points} point", "{points} points", abs(points), points=points)

    def earns(self, points: int) -> str:
        """What somebody does to whom these points go, not none: `earns 100 points`."""
        amount = self.points(abs(points))
        if points > 0:
            return self("earns {points}", points=amount)
        return self("loses {points}", points=amount)

    def tier(self, name: str) -> str:
        """What a tier of burraco is called."""
        return burraco_name(name, self.translated)

    def every(self, words: Sequence[str]) -> str:
        """`A, B and C`."""
        *most, last = words
        return self("{most} and {last}", most=", ".join(most), last=last) if most else last

    def either(self, words: Sequence[str]) -> str:
        """`A, B or C`."""
        *most, last = words
        return self("{most} or {last}", most=", ".join(most), last=last) if most else last


def voice_of(rules: Rules, lang: str) -> Voice:
    """The voice that tells these rules in a language."""
    return Voice(translator(lang), rules)
