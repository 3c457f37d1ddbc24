"""A minimum for a side's first melds in a hand, by its score in the match (H35).

From the English Wikipedia on Buraco, where it binds a side once it is ahead, with the bands of
Canasta, where it binds everybody: the option `who` says which. The cards that a side melds in
the turn in which it lays its first meld have to be worth the minimum together; burracos do not
count. Until then the turn cannot end, and a meld is refused after which the minimum could not
be reached any more with the cards seen. Cards that come unseen (a pozzetto taken directly, the
rest of a closed pile) may bring too little: then the minimum is forgiven, and the side has
opened.

Some clubs raise the minimum by 15 after a failed attempt. Here no attempt can fail, for a
meld that cannot become an opening is refused and stays in hand; so there is no such option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pozzetto.api import Objection, Options, Position

API = 1
OWED_AFTER = ("lay",)

BANDS = [{"from": 0, "least": 50}, {"from": 1500, "least": 90}, {"from": 3000, "least": 120}]


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """Whom it binds, and the bands of the match score."""
    return {
        "who": {
            "enum": ["ahead", "all"],
            "default": "ahead",
            "description": "Whom it binds: a side with a higher total than every other one, or "
            "all.",
        },
        "bands": {
            "type": "array",
            "minItems": 1,
            "maxItems": 10,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["from", "least"],
                "properties": {
                    "from": {"type": "integer", "minimum": -100000, "maximum": 100000},
                    "least": {"type": "integer", "minimum": 0, "maximum": 500},
                },
            },
            "default": BANDS,
            "description": "The minimum `least` from each total on; below the lowest total there "
            "is none.",
        },
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    bands = sorted(options.bands, key=lambda band: band["from"])
    english = ", ".join(f"{band['least']} points from {band['from']} on" for band in bands)
    italian = ", ".join(f"{band['least']} punti da {band['from']} in su" for band in bands)
    ahead = options.who == "ahead"
    return {
        "en": "In each hand the cards that a side"
        + (" which is ahead in the match" if ahead else "")
        + " melds in the turn of its first meld have to be worth a minimum, which depends on its "
        f"total in the match: {english}.",
        "it": "In ogni smazzata le carte calate nel turno in cui apre una linea"
        + (" in vantaggio nella partita" if ahead else "")
        + " devono valere almeno un minimo, che dipende dal suo totale nella partita: "
        f"{italian}.",
    }


def pozzetto_owes(position: Position, options: Options) -> Objection | None:
    """What the cards melded in the opening turn still lack."""
    team = position.team
    melds = position.melds(team)
    if not melds or len(melds) > position.laid:
        return None
    least = minimum(position.totals, team, options)
    values = position.rules.values
    worth = sum(values[kind] for meld in melds for kind in meld.cards)
    if worth >= least:
        return None
    return Objection(
        {
            "en": f"The first melds of a side have to be worth {least} points together; these "
            f"are worth {worth}.",
            "it": f"Per aprire servono almeno {least} punti in un turno; qui ce ne sono {worth}.",
        }
    )


def minimum(totals: Sequence[int], team: int, options: Options) -> int:
    """What an opening has to be worth to a side, by the totals of all."""
    own = totals[team]
    others = (*totals[:team], *totals[team + 1 :])
    if options.who == "ahead" and any(total >= own for total in others):
        return 0
    reached = [band for band in options.bands if band["from"] <= own]
    return max(reached, key=lambda band: band["from"])["least"] if reached else 0
