"""What is there to be drawn: the facts of a table as one seat, or everybody, sees them."""

from __future__ import annotations

from dataclasses import dataclass

from pozzetto.game.rules import Rules
from pozzetto.game.state import State
from pozzetto.game.views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is there to be drawn. A hand that may not be seen is None; so is the pile
    while nothing of it is shown."""

    rules: Rules
    dealer: int
    to_move: int
    drawn: bool
    ended: str
    hands: tuple[tuple[int, ...] | None, ...]
    sizes: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]
    stock: int
    pile: tuple[int, ...]
    pile_size: int
    pozzetti: int
    took: tuple[int, ...]
    unopened: tuple[int, ...]


def of_view(view: View) -> Scene:
    """What the seat that looks may see."""
    held = tuple(kind for kind, count in enumerate(view.hand) for _ in range(count))
    return Scene(
        rules=view.rules,
        dealer=view.dealer,
        to_move=view.to_move,
        drawn=view.drawn,
        ended=view.ended,
        hands=tuple(
            held if seat == view.seat and view.sees_hand else None
            for seat in range(len(view.rules.seats))
        ),
        sizes=view.sizes,
        melds=tuple(view.melds(team) for team in range(len(view.rules.teams))),
        stock=view.stock,
        pile=view.pile,
        pile_size=view.pile_size,
        pozzetti=len(view.pozzetti),
        took=view.took,
        unopened=view.unopened,
    )


def of_table(table: State) -> Scene:
    """What lies on the table, with every hand laid open; what nobody may look at stays hidden."""
    pozzetti = table.rules.pozzetti
    # at the end of the hand it is turned up, to be counted
    seen = bool(table.ended) or (pozzetti is not None and pozzetti.seen == "at_once")
    hidden = set() if seen else set(table.unopened)
    return Scene(
        rules=table.rules,
        dealer=table.dealer,
        to_move=table.to_move,
        drawn=table.drawn,
        ended=table.outcome(),
        hands=tuple(
            None if seat in hidden else tuple(hand.cards()) for seat, hand in enumerate(table.hands)
        ),
        sizes=tuple(hand.size for hand in table.hands),
        melds=tuple(map(tuple, table.melds)),
        stock=len(table.stock),
        pile=_pile(table),
        pile_size=len(table.pile),
        pozzetti=len(table.pozzetti),
        took=tuple(table.took),
        unopened=tuple(table.unopened),
    )


def _pile(table: State) -> tuple[int, ...]:
    if table.rules.pile.seen == "all":
        return tuple(table.pile)
    # while a top card is being justified, the cards under it stay hidden
    return () if table.owed >= 0 else tuple(table.pile[-1:])
