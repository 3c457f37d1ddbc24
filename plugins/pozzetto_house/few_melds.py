"""A side may lay only so many melds before it has taken its pozzetto (H23).

From notes on a skill-game Burraco, which allows two. Adding to melds is free. The limit
holds while a pozzetto waits for the side: once it is taken, or none is left to take (where
one has become the stock), it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.api import Action, Objection, Options, Position

API = 1
NEEDS = ("pozzetti",)
OBJECTS_TO = ("lay",)
JUDGES_ALIKE = ("lay",)


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """How many melds."""
    return {
        "most": {
            "type": "integer",
            "minimum": 1,
            "maximum": 20,
            "default": 2,
            "description": "How many melds a side may lay before its pozzetto.",
        }
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    one = options.most == 1
    return {
        "en": f"A side lays at most {options.most} meld{'' if one else 's'} before it has taken "
        "its pozzetto; it may add to them as it likes.",
        "it": f"Prima di prendere il pozzetto una linea cala al massimo "
        f"{'un gioco' if one else f'{options.most} giochi'}; può legarvi carte a piacere.",
    }


def pozzetto_move_objection(position: Position, move: Action, options: Options) -> Objection | None:
    """That the side has laid its melds already."""
    if move.what != "lay":
        return None
    team = position.team
    if position.took[team] >= 0 or not position.pozzetti:
        return None
    if len(position.melds(team)) < options.most:
        return None
    return Objection(
        {
            "en": f"Before its pozzetto a side lays at most {options.most} "
            f"meld{'' if options.most == 1 else 's'}.",
            "it": "Prima del pozzetto una linea cala al massimo "
            f"{'un gioco' if options.most == 1 else f'{options.most} giochi'}.",
        }
    )
