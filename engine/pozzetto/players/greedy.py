"""The greedy player: looks one turn ahead and takes what is worth most now.

It reads every value from the rules it plays under. What is its own judgement, not the
rules', stands in the few weights below, in units of an average card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.answers import Answers
from pozzetto.game.cards import KINDS
from pozzetto.game.moves import ADD, DECLINE, DISCARD, DRAW, INDEX, LAY, SHAPE_SHIFT, TAKE
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.views import View
from pozzetto.players.neighbours import NEAR, OF_RANK, ROWS

A_DRAW = 2.0  # what a card from the stock is worth, unseen
A_USE = 2.0  # what a pile card is worth beyond its value when it can be melded
A_HOPE = 0.3  # what any further card in hand is worth while the hand is young
WILD_SPENT = 1.5  # what is lost by using a wild card now
WILD_KEPT = 9.0  # what is lost by throwing one
A_PAIR, A_NEIGHBOUR = 1.0, 0.8  # what a card is worth beside one it may be melded with
GIVEN_AWAY = 2.5  # what it costs to throw a card that the next seat may be able to meld
NEAR_THE_END = 5  # an opponent with so few cards, the pozzetto gone, may close soon


# the others of a kind's rank, and its neighbours
_BESIDE = [(OF_RANK[kind] & ~(1 << kind), NEAR[kind]) for kind in range(KINDS)]


def _in_a_row(kind: int, held: int) -> bool:
    # whether two cards held make three in a row with this one
    for pair in ROWS[kind]:  # noqa: SIM110 - any() costs three times as much
        if held & pair == pair:
            return True
    return False


class Greedy:
    """Takes the pile when it can use enough of it, melds whatever raises its worth, and
    throws the card it needs least."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        rules = shapes.rules
        self.rules = rules
        deck = rules.deck
        self.unit = sum(rules.values[kind] for kind in deck) / len(deck)
        self.values = rules.values
        self.opponents = [
            [seat for seat, its_team in enumerate(rules.team_of) if its_team != team]
            for team in range(len(rules.teams))
        ]
        self.worth = Answers(self._worth_of)

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The legal move that is worth most; the first of equals."""
        first = moves[0] & 7
        if first in (LAY, ADD):
            move = self._best_meld(view, moves)
            if move is not None:
                return move
        elif first in (DRAW, TAKE):
            return self._draw_or_take(view, moves)
        elif first != DISCARD:
            return DECLINE  # a stalemate proposed: rather play on
        return self._best_discard(view, moves)

    # --- melding

    def _worth_of(self, shape: int) -> float:
        """What a meld is worth to its team: its cards, its tier, and how near it is to
        the best tier that it can still become."""
        meld, tiers = self.shapes.melds[shape], self.rules.tiers
        size, wilds = len(meld.cards), sum(meld.wild)
        paid = self.shapes.tiers[shape]
        earned = tiers[paid].points if paid >= 0 else 0
        hope = max(
            (
                (tier.points - earned) * (size / tier.cards) ** 2
                for tier in tiers
                if size < tier.cards
                and meld.kind in tier.kinds
                and tier.points > earned
                and (tier.wilds is None or wilds <= tier.wilds)
            ),
            default=0.0,
        )
        # cards on the table count for the team, in hand against it
        return 2 * self.shapes.points[shape] + earned + hope - WILD_SPENT * wilds * self.unit

    def _best_meld(self, view: View, moves: Sequence[int]) -> int | None:
        worth = self.worth
        melds = view.melds(self.rules.team_of[view.seat])
        best, best_gain = None, 0.0
        for move in moves:
            verb = move & 7
            if verb == DISCARD:
                return best
            gain = worth[move >> SHAPE_SHIFT]
            if verb == ADD:
                gain -= worth[melds[move >> 3 & INDEX]]
            if gain > best_gain:
                best, best_gain = move, gain
        return moves[0] if best is None else best  # something has to be melded first

    # --- drawing

    def _draw_or_take(self, view: View, moves: Sequence[int]) -> int:
        if TAKE not in moves:
            return moves[0]
        if moves[0] != DRAW:
            return TAKE
        gain = 0.0
        team = self.rules.team_of[view.seat]
        held, pile = view.held, view.pile
        shapes, cards = self.shapes, 0
        for kind in pile:
            cards |= 1 << kind
        fits, known, unasked = shapes.wild_mask, shapes.fits, shapes.unasked
        for shape in view.melds(team):
            fits |= shapes.fitting(shape, cards) if cards & unasked[shape] else known[shape]
        danger = self._opponent_near_the_end(view, team)
        unit, values = self.unit, self.values
        pairs_do = self.rules.melds.sets is not None
        for kind in pile:
            if fits >> kind & 1:
                gain += values[kind] + A_USE * unit
            elif (pairs_do and (held & OF_RANK[kind]).bit_count() >= 2) or _in_a_row(kind, held):
                gain += A_USE * unit
            else:
                gain += -values[kind] if danger else A_HOPE * unit
        return TAKE if gain > A_DRAW * unit else DRAW

    def _opponent_near_the_end(self, view: View, team: int) -> bool:
        took, team_of = view.took, self.rules.team_of
        for seat in self.opponents[team]:
            if took[team_of[seat]] != NOBODY and view.sizes[seat] <= NEAR_THE_END:
                return True
        return False

    # --- discarding

    def _best_discard(self, view: View, moves: Sequence[int]) -> int:
        rules, seat, held = self.rules, view.seat, view.held
        team = rules.team_of[seat]
        after = (seat + 1) % len(rules.seats)
        given, near = 0, self.shapes.near
        for shape in view.melds(rules.team_of[after]):
            given |= near[shape]
        danger = self._opponent_near_the_end(view, team)
        unit, values, wild_mask = self.unit, self.values, self.shapes.wild_mask
        # a wild that may not be the closing discard has to go before it
        wild_stuck = (
            not rules.closing.wild_discard and view.took[team] != NOBODY and view.sizes[seat] <= 3
        )
        best, least = moves[0], 1e9
        # discards come last, no more than one of each kind held
        for move in moves[-held.bit_count() :]:
            if move & 7 != DISCARD:
                continue
            kind = move >> 3
            if wild_mask >> kind & 1:
                loss = 0.0 if wild_stuck else WILD_KEPT
            else:
                alike, close = _BESIDE[kind]
                loss = (
                    A_PAIR * (held & alike).bit_count() + A_NEIGHBOUR * (held & close).bit_count()
                )
            if given >> kind & 1:
                loss += GIVEN_AWAY
            if danger:
                loss -= values[kind] / unit
            elif not loss:
                return move  # no card is needed less
            if loss < least:
                best, least = move, loss
        return best
