"""A two that lies alone on the pile may be taken only by who lays another meld (H18).

From article 8 of the federation's international code. "Another" is read as it stands: a new
meld, laid in the same turn, that does not hold the two. Of equal twos the one that was taken
goes to the table first. A player who cannot lay one may not take the two, and draws. One who
can meld every card may take it, for the pozzetto that comes is unseen: another meld in it has
to be laid, and without one the demand is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.api import RANK_OF, TWO, Objection, Options, Position

API = 1
OWED_AFTER = ("take",)

OWED = Objection(
    {
        "en": "Who takes a two that lay alone on the pile has to lay another meld in the same "
        "turn, one without it.",
        "it": "Chi raccoglie una pinella rimasta sola sul monte degli scarti deve calare nello "
        "stesso turno un altro gioco, che non la contenga.",
    }
)
OWED_ANY = Objection(
    {
        "en": "Who takes a two that lay alone on the pile has to lay a new meld in the same turn.",
        "it": "Chi raccoglie una pinella rimasta sola sul monte degli scarti deve calare nello "
        "stesso turno un nuovo gioco.",
    }
)


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """How strictly "another meld" is read."""
    return {
        "meld": {
            "enum": ["without_it", "any_new"],
            "default": "without_it",
            "description": "Which new meld will do: one without the two, or any.",
        }
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    if options.meld == "any_new":
        return {
            "en": "A two that lies alone on the discard pile may be taken only by a player who "
            "lays a new meld in the same turn.",
            "it": "Una pinella rimasta sola sul monte degli scarti può essere raccolta solo da chi "
            "cala un nuovo gioco nello stesso turno.",
        }
    return {
        "en": "A two that lies alone on the discard pile may be taken only by a player who lays "
        "another meld, one without that two, in the same turn.",
        "it": "Una pinella rimasta sola sul monte degli scarti può essere raccolta solo da chi "
        "nello stesso turno cala un altro gioco, che non contenga quella pinella.",
    }


def pozzetto_owes(position: Position, options: Options) -> Objection | None:
    """The meld that taking a lone two demands."""
    taken = position.taken
    if len(taken) != 1 or RANK_OF[taken[0]] != TWO:
        return None
    strict = options.meld == "without_it"
    holds_it = taken[0] if strict else -1
    for each in position.this_turn:
        if each.what not in ("lay", "add"):
            continue
        if holds_it in each.cards:
            holds_it = -1
        elif each.what == "lay":
            return None
    return OWED if strict else OWED_ANY
