"""A side without a clean burraco scores everything against (H37).

From Portuguese Buraco, where the melds of a side that ends without a clean canasta count
against it, as the cards in its hands always do. Whatever the sheet would pay the side, it
pays: its cards, its burracos, a closing, and what house rules named earlier have paid. What
it pays already stays as it is. A hand that is void has no sheet, and nothing to turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pozzetto.api import Line, Options, Position

API = 1


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """Whether the closing is spared."""
    return {
        "closing": {
            "enum": ["against", "kept"],
            "default": "against",
            "description": "Whether the points for closing count against the side too, or are "
            "kept.",
        }
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    kept = options.closing == "kept"
    return {
        "en": "A side that ends the hand without a clean burraco pays what it would have been "
        "paid: the cards it has melded and its burracos count against it"
        + (", but the points for closing are kept." if kept else ", and so does a closing."),
        "it": "Chi finisce la smazzata senza un burraco pulito paga quello che avrebbe preso: le "
        "carte calate e i burrachi contano contro"
        + (", ma i punti della chiusura restano." if kept else ", e così la chiusura."),
    }


def pozzetto_score_adjust(
    position: Position, team: int, lines: Sequence[Line], options: Options
) -> Iterator[Line]:
    """Twice what was paid, taken away."""
    tiers = zip(position.melds(team), position.tiers(team), strict=True)
    if any(meld.is_clean for meld, tier in tiers if tier is not None):
        return
    spared = ("closing",) if options.closing == "kept" else ()
    turned = [line.points for line in lines if line.points > 0 and line.what not in spared]
    if turned:
        yield Line(
            "against",
            len(turned),
            -2 * sum(turned),
            title={"en": "no clean burraco", "it": "senza burraco pulito"},
        )
