"""An exact cut earns the cutter's side 100 points (H34).

From the English Wikipedia on Buraco: who lifts exactly the 22 cards that the pozzetti take
earns 100. The lift is a fact of the deal; what it pays stands on the score sheet before any
house rule adjusts that, whichever is named first: one that doubles the score doubles it too.

In simulations nobody tries to lift 22: the lift is drawn around the ruleset's
`deal.cut.about`. With `about: 36` and 108 cards it is binomial with chance 1/3, and drawn
again outside 22 to 63, so exactly 22 comes in 0.11 % of the hands, once in about 900, and
the rule is worth 0.11 points a hand to both sides together. See the docs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pozzetto.api import Dealt, Line, Options, Position, cutter

API = 1
NAME = "exact-cut"
NEEDS = ("deal.cut",)


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """How many cards, and what they pay."""
    return {
        "cards": {
            "anyOf": [{"const": "least"}, {"type": "integer", "minimum": 1, "maximum": 200}],
            "default": "least",
            "description": "How many cards have to be lifted: a number, or `least`, the fewest "
            "that the ruleset allows (deal.cut.least).",
        },
        "points": {
            "type": "integer",
            "minimum": 5,
            "maximum": 1000,
            "default": 100,
            "description": "What the cutter's side is paid.",
        },
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    least = options.cards == "least"
    return {
        "en": f"The side of a cutter who lifts exactly {'the fewest' if least else options.cards} "
        f"cards{' allowed' if least else ''} is paid {options.points} points.",
        "it": "La linea di chi taglia esattamente "
        f"{'il minimo di carte consentito' if least else f'{options.cards} carte'} riceve "
        f"{options.points} punti.",
    }


def pozzetto_setup(dealt: Dealt) -> int | None:
    """How many cards were lifted."""
    return dealt.lift


def pozzetto_score(position: Position, team: int, options: Options) -> Iterator[Line]:
    """What an exact cut pays."""
    rules = position.rules
    wanted = options.cards
    if wanted == "least":
        wanted = rules.deal.cut.least if rules.deal.cut else None
    lift = position.facts.get(NAME)
    if lift is None or lift != wanted:
        return
    if rules.team_of[cutter(rules, position.dealer)] == team:
        yield Line(
            "exact",
            1,
            options.points,
            title={"en": f"cut of exactly {lift}", "it": f"taglio esatto di {lift}"},
        )
