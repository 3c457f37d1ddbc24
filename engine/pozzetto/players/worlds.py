"""Worlds: tables that may be the one in play, for all that one seat has seen.

Every card that the seat cannot see is dealt out anew, by chance: to the hands, as many as
each holds and with the cards that are known to be there, to the stock and the pozzetti.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pozzetto.game.chance import pick
from pozzetto.game.hand import Hand
from pozzetto.game.moves import ADD, DISCARD, DRAW, LAY, TAKE, card_of, what
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import A_MELD, NOBODY, NOTHING
from pozzetto.game.table import Table
from pozzetto.game.views import View

TRIES = 3
"""Of so many hands dealt to another seat the one is kept that could lay the fewest new melds:
who has had a turn has laid what it could, or nearly."""


class Worlds:
    """Deals the hidden cards of the seat to move, again and again.

    It asks the view alone, once. `moves` are the seat's legal moves: they tell which card
    may not be thrown back.
    """

    def __init__(self, shapes: Shapes, view: View, moves: Sequence[int]) -> None:
        self.shapes = shapes
        self.rules = rules = shapes.rules
        self.dealer, self.to_move, self.drawn = view.dealer, view.to_move, view.drawn
        self.turns = view.turns
        self.hand = [kind for kind, count in enumerate(view.hand) for _ in range(count)]
        self.sizes = view.sizes
        self.melds = [list(view.melds(team)) for team in range(len(rules.teams))]
        self.stock, self.pozzetti = view.stock, view.pozzetti
        self.took, self.unopened = list(view.took), list(view.unopened)
        self.pile = _pile(view)
        self.owed, self.barred = _bound(view, moves)
        self.known = [
            [] if seat == view.seat else _cards(view.known(seat))[: view.sizes[seat]]
            for seat in range(len(rules.seats))
        ]
        # a pozzetto not opened yet is as it was dealt, whatever its seat has laid before
        fresh = set(self.unopened)
        self.played = [
            view.turns > len(rules.seats) and seat not in fresh for seat in range(len(rules.seats))
        ]
        hidden = Counter(rules.deck)
        hidden.subtract(self.hand)
        hidden.subtract(self.pile)
        for melds in self.melds:
            for shape in melds:
                hidden.subtract(shapes.cards[shape])
        for cards in self.known:
            hidden.subtract(cards)
        self.hidden = sorted((+hidden).elements())
        self.buried = view.pile_size - len(self.pile)

    def deal(self, random: Callable[[], float]) -> Table:
        """One table that may be the one in play."""
        cards = self.hidden[:]
        for index in range(len(cards) - 1, 0, -1):
            other = pick(random, index + 1)
            cards[index], cards[other] = cards[other], cards[index]
        hands: list[list[int]] = []
        for seat, size in enumerate(self.sizes):
            known = self.known[seat]
            if seat == self.to_move:
                hands.append(self.hand)
            else:
                hands.append([*known, *self._unknown(cards, known, size - len(known), seat)])
        pozzetti = [tuple(_off(cards, size)) for size in self.pozzetti]
        table = Table(
            self.shapes,
            dealer=self.dealer,
            hands=hands,
            pozzetti=pozzetti,
            pile=[*_off(cards, self.buried), *self.pile],
            stock=_off(cards, self.stock),
        )
        table.to_move, table.drawn, table.turns = self.to_move, self.drawn, self.turns
        table.melds = [melds[:] for melds in self.melds]
        table.opening_melds = tuple(map(tuple, self.melds))
        table.took, table.unopened = self.took[:], self.unopened[:]
        table.owed, table.barred = self.owed, self.barred
        return table

    def _unknown(self, cards: list[int], known: list[int], count: int, seat: int) -> list[int]:
        # off the end of what is hidden; the hands passed over go to the other end
        if not self.played[seat] or len(cards) < TRIES * count:
            return _off(cards, count)
        team = self.rules.team_of[seat]
        laid = 0
        for shape in self.melds[team]:
            laid |= self.shapes.set_ranks[shape]
        drawn = [_off(cards, count) for _ in range(TRIES)]
        layable = []
        for hand in drawn:
            held = Hand(self.shapes.counting, [*known, *hand])
            fits = sum(
                [self.shapes.fitting(shape, held.held).bit_count() for shape in self.melds[team]]
            )
            layable.append(len(self.shapes.new_melds(held, laid)) + 2 * fits)
        best = layable.index(min(layable))
        for index, hand in enumerate(drawn):
            if index != best:
                cards[:0] = hand
        return drawn[best]


def _off(cards: list[int], count: int) -> list[int]:
    taken = cards[len(cards) - count :] if count else []
    del cards[len(cards) - count :]
    return taken


def _cards(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _pile(view: View) -> list[int]:
    """What is known of the pile, its top last: every discard was seen when it fell."""
    if view.rules.pile.seen == "all":
        return list(view.pile)
    fallen: list[int] = []
    for _, move in reversed(view.events):
        if len(fallen) == view.pile_size + (not view.pile and view.pile_size > 0):
            break
        if what(move) == DISCARD:
            fallen.append(card_of(move))
    fallen.reverse()
    if not view.pile:
        fallen = fallen[:-1]  # the top card has come to hand, to be melded
    return fallen


def _bound(view: View, moves: Sequence[int]) -> tuple[int, int]:
    """What the seat to move still owes, and the card it may not throw straight back."""
    if not view.drawn:
        return NOTHING, NOBODY
    thrown = [card_of(move) for move in moves if what(move) == DISCARD]
    before = _before_taking(view)
    if not thrown and before is not None and not _has_melded(view):
        if view.rules.pile.needs == "any_meld":
            return A_MELD, NOBODY
        if view.rules.pile.needs == "top_card":
            return before, NOBODY
    kept = [kind for kind, count in enumerate(view.hand) if count == 1 and kind not in thrown]
    if before in kept and not view.rules.pile.return_single:
        return NOTHING, before
    # a card turned up at the deal is none that somebody threw: it is the one kept back
    return NOTHING, kept[0] if thrown and len(kept) == 1 else NOBODY


def _before_taking(view: View) -> int | None:
    # the top of the pile that the seat took this turn; None where it drew, or where nobody
    # had thrown that card
    events = iter(reversed(view.events))
    for seat, move in events:
        if seat != view.seat or what(move) == DRAW:
            return None
        if what(move) == TAKE:
            break
    _, move = next(events, (NOBODY, DRAW))
    return card_of(move) if what(move) == DISCARD else None


def _has_melded(view: View) -> bool:
    return bool(view.events) and what(view.events[-1][1]) in (LAY, ADD)
