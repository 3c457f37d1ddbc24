"""A bonus suit: runs of that suit that are burracos are paid more than once.

From Biriba (H60), where the sequences of the trump suit pay double: 400 for 200, 2000 for
1000. The suit is shown by the deal itself, so that the same deck always shows the same one:
by the card turned up to begin the discard pile, or, where none is turned up, by the last
card of the stock, which is laid face up under it. A joker shows no suit: nothing is doubled
in that hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pozzetto.api import BURRACO, JOKER, RUN, SUIT_OF, Dealt, Line, Options, Position

API = 1
NAME = "bonus-suit"
SUITS = "SHDC"


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """How many times a burraco of the suit is paid."""
    return {
        "times": {
            "type": "integer",
            "minimum": 2,
            "maximum": 10,
            "default": 2,
            "description": "How many times over a run of the suit is paid its burraco.",
        }
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    return {
        "en": "The card turned up at the deal (where none is, the last card of the stock) shows "
        f"the bonus suit: a burraco that is a run of that suit is paid {options.times} times its "
        "points, whatever its cards are worth. A joker shows no suit, and then none is a bonus.",
        "it": "La carta scoperta dopo la distribuzione (se non se ne scopre nessuna, l'ultima del "
        "tallone) indica il seme premiato: un burraco in sequenza di quel seme vale "
        f"{options.times} volte il suo premio; il valore delle carte non cambia. Un jolly non "
        "indica alcun seme, e in quella smazzata non c'è premio.",
    }


def pozzetto_setup(dealt: Dealt) -> str | None:
    """The suit's letter; None where a joker was shown."""
    shown = (*dealt.pile, *dealt.stock[-1:])[0]
    return None if shown == JOKER else SUITS[SUIT_OF[shown]]


def pozzetto_score_adjust(
    position: Position, team: int, lines: Sequence[Line], options: Options
) -> Iterator[Line]:
    """What the burracos of the suit are paid once more."""
    suit = position.facts.get(NAME)
    points = {tier.name: tier.points for tier in position.rules.tiers}
    paid = [
        points[tier]
        for meld, tier in zip(position.melds(team), position.tiers(team), strict=True)
        if tier is not None and meld.kind == RUN and SUITS[meld.of] == suit
    ]
    if paid:
        yield Line(
            BURRACO,
            len(paid),
            sum(paid) * (options.times - 1),
            title={"en": f"bonus suit {suit}", "it": f"seme premiato {suit}"},
        )
