"""What a house rule imports: `from pozzetto.api import …`, and nothing else of pozzetto.

`VERSION` says what may be relied on; a plugin that sets `API = 1` is refused by a version
that breaks it. See `pozzetto.rulebook.hookspecs` for the hooks.
"""

from __future__ import annotations

from pozzetto.game.actions import Action
from pozzetto.game.cards import ACE, JOKER, KINDS, NAMES, RANK_OF, SUIT_OF, TWO, cards, written
from pozzetto.game.deal import Dealt, cutter
from pozzetto.game.house import Kind
from pozzetto.game.match import Match, MatchEnd, Outcome
from pozzetto.game.melds import RUN, SET
from pozzetto.game.melds import Meld as Shape
from pozzetto.game.position import Position
from pozzetto.game.rules import Rules, Tier
from pozzetto.game.scoring import BURRACO, Line
from pozzetto.rulebook.answers import HouseMeasure, Objection, Options
from pozzetto.rulebook.plugin_module import API as VERSION

__all__ = [
    "ACE",
    "BURRACO",
    "JOKER",
    "KINDS",
    "NAMES",
    "RANK_OF",
    "RUN",
    "SET",
    "SUIT_OF",
    "TWO",
    "VERSION",
    "Action",
    "Dealt",
    "HouseMeasure",
    "Kind",
    "Line",
    "Match",
    "MatchEnd",
    "Objection",
    "Options",
    "Outcome",
    "Position",
    "Rules",
    "Shape",
    "Tier",
    "cards",
    "cutter",
    "written",
]
