"""A rummy engine that plays the rules you write down.

    >>> import pozzetto
    >>> burraco = pozzetto.load("burraco")
    >>> burraco.written(burraco.meld("3H 5H JK"))
    '3H JK=4H 5H'

Everything a program needs is listed in `__all__`; each name is imported when it is first
used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pozzetto.errors import (
        CasesError,
        Fault,
        IllegalMove,
        NotationError,
        PluginError,
        PozzettoError,
        RecordError,
        RulesetError,
    )
    from pozzetto.game.match import Match
    from pozzetto.game.melds import Meld
    from pozzetto.game.refusals import Refusal
    from pozzetto.game.rules import Rules
    from pozzetto.game.scoring import Line
    from pozzetto.game.table import Table
    from pozzetto.game.views import View
    from pozzetto.lab.compare import compare
    from pozzetto.lab.ladder import ladder
    from pozzetto.lab.plan import plan
    from pozzetto.lab.robust import robust
    from pozzetto.lab.simulate import simulate
    from pozzetto.lab.why import why
    from pozzetto.playable import Game, load, rulesets
    from pozzetto.players import Player
    from pozzetto.text.notation import Move

_WHERE = {
    "CasesError": "errors",
    "Fault": "errors",
    "Game": "playable",
    "IllegalMove": "errors",
    "Line": "game.scoring",
    "Match": "game.match",
    "Meld": "game.melds",
    "Move": "text.notation",
    "NotationError": "errors",
    "Player": "players",
    "PluginError": "errors",
    "PozzettoError": "errors",
    "RecordError": "errors",
    "Refusal": "game.refusals",
    "Rules": "game.rules",
    "RulesetError": "errors",
    "Table": "game.table",
    "View": "game.views",
    "compare": "lab.compare",
    "ladder": "lab.ladder",
    "load": "playable",
    "plan": "lab.plan",
    "robust": "lab.robust",
    "rulesets": "playable",
    "simulate": "lab.simulate",
    "why": "lab.why",
}

__all__ = [
    "CasesError",
    "Fault",
    "Game",
    "IllegalMove",
    "Line",
    "Match",
    "Meld",
    "Move",
    "NotationError",
    "Player",
    "PluginError",
    "PozzettoError",
    "RecordError",
    "Refusal",
    "Rules",
    "RulesetError",
    "Table",
    "View",
    "compare",
    "ladder",
    "load",
    "plan",
    "robust",
    "rulesets",
    "simulate",
    "why",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
