"""What a measure is: something counted in every hand, match or tournament round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab import statistics
from pozzetto.lab.matches import Per
from pozzetto.language import Translator, translator
from pozzetto.rulebook.answers import SHARE as SHARE
from pozzetto.text.told import Words

Count: TypeAlias = Callable[[Any], int]
"""Counts something in a HandResult, or in a MatchResult where a match or round is measured."""

TURNS_A_MINUTE = 4
"""For estimated minutes: fifteen seconds a turn, its part of shuffling and counting
included. An assumption. The federation's rounds of 2, 3 and 4 hands take 25, 35 and 45
minutes, ten for every hand more, and ten minutes are forty turns at that speed."""

POINTS = Phrase("Points")
ENDINGS = Phrase("Ends")
OF_BURRACOS = Phrase("Burracos and pozzetti")
PLAY = Phrase("Play")
MATCHES = Phrase("Matches")
STRENGTH = Phrase("Strength")
HOUSE_RULES = Phrase("House rules")
OTHER = Phrase("Other")

_ENGLISH = translator()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something counted in every hand.

    `name` is for programs, `title` for people, `sentence` explains it to them, `group` is
    the heading it stands under. `count` gives, for some rules, the function from a result
    to an integer; `parts` is how many parts of a whole that integer counts (2, where both
    sides of a hand are added up and the mean of a side is meant). `per` says of what the
    result is: a hand (a HandResult), a match or a round (a MatchResult). With `over` the
    measure is a ratio, so many of `count` for each of `over`, over all observations.
    """

    name: str
    title: Words
    unit: str
    sentence: Words
    count: Callable[[Rules], Count]
    parts: int = 1
    per: Per = "hand"
    over: Callable[[Rules], Count] | None = None
    group: Words = OTHER

    @property
    def is_share(self) -> bool:
        """Whether it is a part of all hands, from 0 to 1, which people read as per cent."""
        return self.unit == SHARE

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The least and the most that it can be; None where there are no such bounds."""
        return statistics.SHARE if self.is_share else None

    @property
    def difference_bounds(self) -> tuple[float, float] | None:
        """The least and the most that it can differ by; None where there are no such bounds."""
        return statistics.DIFFERENCE if self.is_share else None

    def amount(self, value: float, sign: str = "", translated: Translator = _ENGLISH) -> str:
        """A value as people read it: per cent, points and minutes to a tenth, counts to a
        hundredth, the points of a whole match to one; with the sign `+` also where it is
        positive."""
        if self.is_share:
            value *= 100
        places = 1 if self.is_share or self.unit in ("points", "minutes") else 2
        if self.unit == "points" and self.per != "hand":
            places = 0
        value = round(value, places) + 0.0  # no minus before a zero
        return translated.number(value, f"{sign},.{places}f")


def plainly(count: Count) -> Callable[[Rules], Count]:
    """Counted in the same way under all rules."""
    return lambda rules: count
