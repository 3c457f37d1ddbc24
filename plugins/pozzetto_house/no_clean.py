"""A side without a clean burraco has its melds count against it (H37).

From Portuguese Buraco, where the melds of a side that ends without a clean canasta count
against it, as the cards in its hands always do. What the sheet pays the side for its melds,
it pays: the cards melded, the burracos, and what house rules named earlier pay for burracos
(in lines that they call `burraco`, as bonus-suit does). Nothing else is a meld, so that the
points for closing stay, unless the option says otherwise, and those for an exact cut too. A
hand that is void has no sheet, and nothing to turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pozzetto.api import BURRACO, Line, Options, Position

API = 1


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """Whether the closing counts against the side too."""
    return {
        "closing": {
            "enum": ["kept", "against"],
            "default": "kept",
            "description": "Whether the points for closing are kept, or count against the side "
            "too.",
        }
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    kept = options.closing == "kept"
    return {
        "en": "A side that ends the hand without a clean burraco pays what it would have been "
        "paid for its melds: the values of their cards and the points of its burracos count "
        "against it"
        + (". The points for closing are kept." if kept else ", and so does a closing."),
        "it": "Chi finisce la smazzata senza un burraco pulito paga quello che avrebbe preso per i "
        "suoi giochi: il valore delle carte calate e i premi dei burrachi contano contro"
        + (". I punti della chiusura restano." if kept else ", e così la chiusura."),
    }


def pozzetto_score_adjust(
    position: Position, team: int, lines: Sequence[Line], options: Options
) -> Iterator[Line]:
    """Twice what was paid, taken away."""
    tiers = zip(position.melds(team), position.tiers(team), strict=True)
    if any(meld.is_clean for meld, tier in tiers if tier is not None):
        return
    turned = [
        line.points
        for line in lines
        if line.points > 0
        and (_is_for_melds(line) or (line.what == "closing" and options.closing == "against"))
    ]
    if turned:
        yield Line(
            "against",
            len(turned),
            -2 * sum(turned),
            title={"en": "no clean burraco", "it": "senza burraco pulito"},
        )


def _is_for_melds(line: Line) -> bool:
    if line.plugin:
        return line.what == f"{line.plugin}.{BURRACO}"
    return line.what == "cards_melded" or line.what.startswith(f"{BURRACO}.")
