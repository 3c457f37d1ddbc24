"""The ordinary rules, in the shape of a plugin: what every ruleset is judged by first.

Its options are the rules themselves. What the ordinary rules say of a turn, and of the end
of a hand, stands in `turn`, `closing` and `aftermath`, which also act on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pozzetto.game.house import House
from pozzetto.game.melds import Meld, ordinary_objection, satisfies
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules, Tier

if TYPE_CHECKING:
    from pozzetto.game.match import Match, Outcome
    from pozzetto.game.scoring import Line
    from pozzetto.game.state import State

NAME = "standard"


def pozzetto_meld_objection(shape: Meld, options: Rules) -> Refusal | None:
    """Sets and runs, as the ruleset's `melds` has them."""
    return ordinary_objection(shape, options)


def pozzetto_tier(shape: Meld, tier: Tier) -> bool:
    """A tier of burraco, as the ruleset's `burracos` has it."""
    return satisfies(shape, tier)


def pozzetto_score(position: State, team: int) -> Sequence[Line]:
    """Cards, burracos, the closing and the pozzetti, as the ruleset's `scoring` has them."""
    # to read a ruleset takes its melds alone, not all of the game
    from pozzetto.game.scoring import ordinary_lines

    return ordinary_lines(position, team)


def pozzetto_match_end(match: Match) -> Outcome | None:
    """The target or the number of hands, as the ruleset's `match` has them."""
    from pozzetto.game.match import ordinary_end

    return ordinary_end(match)


HOUSE = House(
    names=(NAME,),
    meld_objections=(pozzetto_meld_objection,),
    tiers=((NAME, pozzetto_tier),),
    scores=(pozzetto_score,),
    match_ends=(pozzetto_match_end,),
)
