"""The club player: plans its whole turn, as somebody does who plays every week.

It weighs what the stock and the pile offer by what it could do with either; melds so that
the turn comes to most, with an eye on the pozzetto and on closing; and throws the card that
it needs least and that helps the next seat least. It reads every number from the rules it
plays under; its judgement stands in `appraisal.Weights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from pozzetto.game.cards import in_mask
from pozzetto.game.hand import Hand
from pozzetto.game.moves import (
    ADD,
    DECLINE,
    DISCARD,
    DRAW,
    LAY,
    MELD_STEP,
    SHAPE_SHIFT,
    TAKE,
    card_of,
    index_of,
)
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View
from pozzetto.players.appraisal import (
    FULL,
    NEAR,
    OF_RANK,
    ONE,
    STEP,
    Appraisal,
    Weights,
    packed,
    packed_counts,
)
from pozzetto.players.situation import Situation

BEGINNINGS = 3
"""So many of the best melds are each tried as the beginning of a turn."""
PATIENCE = 6.0
"""A turn is followed while it is at most so many average cards behind its best point: a meld
that costs something may let the last cards go."""
NEVER = float("-inf")

Option = tuple[float, int]
"""What the turn would come to by a move, and the move."""
_value = itemgetter(0)

Candidate = tuple[float, int, int, int, int, int]
"""A meld that could be laid or added to: what it gains, its cards (packed) and how many, the
index of the meld it goes to (−1: a new one), the shape that comes of it, the move."""

_KINDS_OF_RANK = [in_mask(mask) for mask in OF_RANK]
_KINDS_NEAR = [in_mask(mask) for mask in NEAR]


class Club:
    """Plans a whole turn at every move of it."""

    def __init__(self, shapes: Shapes, weights: Weights | None = None) -> None:
        self.shapes = shapes
        self.rules = rules = shapes.rules
        self.weights = weights = weights or Weights()
        self.appraisal = Appraisal(shapes, weights)
        self.unit = self.appraisal.unit
        self._worths = self.appraisal.worths
        self._first, self._tempo = weights.first * self.unit, weights.tempo * self.unit
        sets = rules.melds.sets
        self._one_per_rank = sets is not None and sets.one_per_rank
        self._deck = packed(rules.deck)

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The first move of the turn that comes to most."""
        if moves[0] & 7 in (LAY, ADD):
            found, stop = self._turns(view, moves)
            if found and (found[0][0] > stop or moves[-1] & 7 != DISCARD):
                return found[0][1]
            return self._throws(view, moves)[0][1]
        return self.options(view, moves)[0][1]

    def options(self, view: View, moves: Sequence[int]) -> list[Option]:
        """The moves worth a thought, the best first, with what the turn would come to: those
        of one decision compare with each other, and with nothing else."""
        first = moves[0] & 7
        if first in (DRAW, TAKE):
            return self._sources(view, moves)
        if first == DISCARD:
            return self._throws(view, moves)
        if first not in (LAY, ADD):
            # a stalemate is proposed: rather play on
            return [(0.0, DECLINE if DECLINE in moves else moves[0])]
        found, stop = self._turns(view, moves)
        if moves[-1] & 7 == DISCARD:
            throws = self._throws(view, moves)
            found += [(stop + value - throws[0][0], move) for value, move in throws]
            found.sort(key=_value, reverse=True)
        return found

    # --- melding

    def _turns(self, view: View, moves: Sequence[int]) -> tuple[list[Option], float]:
        # the best melds to begin with, and what it comes to if nothing is laid
        situation = Situation(view, self.appraisal)
        held, count = view.held, view.sizes[view.seat]
        hold = self.appraisal.holds(held, situation.end, situation.melds)
        candidates = self._candidates(situation, moves, hold)
        candidates.sort(key=_value, reverse=True)
        hand = packed_counts(view.hand, held)
        found = [
            (self._followed(situation, hand, count, held, candidates, hold, each), each[5])
            for each in candidates[:BEGINNINGS]
        ]
        found.sort(key=_value, reverse=True)
        return found, situation.left_with(hand, count, situation.ready)

    def _candidates(
        self, situation: Situation, moves: Iterable[int], hold: Sequence[float]
    ) -> list[Candidate]:
        shapes, melds, ready = self.shapes, situation.melds, situation.ready
        sizes, cards_of, packed_of = shapes.sizes, shapes.cards, self.appraisal.packed
        found = []
        for move in moves:
            verb, shape = move & 7, move >> SHAPE_SHIFT
            if verb == LAY:
                gain = self._gain(shape, None, cards_of[shape], hold, ready)
                found.append((gain, packed_of(shape), sizes[shape], -1, shape, move))
            elif verb == ADD:
                index = index_of(move)
                cards = shapes.gained(melds[index], shape)
                gain = self._gain(shape, melds[index], cards, hold, ready)
                found.append((gain, packed(cards), len(cards), index, shape, move))
            else:
                break  # discards come last
        return found

    def _joins(
        self, index: int, shape: int, kind: int, hold: Sequence[float], ready: bool
    ) -> list[Candidate]:
        found = []
        for move in self.shapes.joins((shape,), 1 << kind):
            longer = move >> SHAPE_SHIFT
            gain = self._gain(longer, shape, (kind,), hold, ready)
            found.append((gain, ONE[kind], 1, index, longer, move + index * MELD_STEP))
        return found

    def _gain(
        self, shape: int, old: int | None, cards: Iterable[int], hold: Sequence[float], ready: bool
    ) -> float:
        known, worth = self._worths, self.appraisal.worth
        gain = known[shape] if shape in known else worth(shape)
        if old is not None:
            gain -= known[old] if old in known else worth(old)
        if not ready and self.shapes.closes[shape]:
            gain += self._first
        tempo = self._tempo
        for kind in cards:
            gain += tempo - hold[kind]
        return gain

    def _followed(
        self,
        situation: Situation,
        hand: int,
        count: int,
        held: int,
        candidates: list[Candidate],
        hold: Sequence[float],
        first: Candidate | None = None,
    ) -> float:
        """What a turn comes to if the best meld is laid again and again, and it is left off
        where that is best. `hand` are `count` cards (packed), `held` their kinds (bits)."""
        shapes = self.shapes
        left_with, fitting = situation.left_with, shapes.fitting
        set_ranks, closes = shapes.set_ranks, shapes.closes
        patience = PATIENCE * self.unit
        ready, laid = situation.ready, len(situation.melds)
        total = 0.0
        most = NEVER if first else left_with(hand, count, ready)
        while first or candidates:
            gain, cards, size, index, shape, _ = first or max(candidates, key=_value)
            if not first and gain <= 0 and total + gain < most - patience:
                break
            first = None
            total += gain
            hand -= cards
            count -= size
            rank = 0
            if index < 0:
                rank = set_ranks[shape] if self._one_per_rank else 0
                index = laid
                laid += 1
            ready = ready or closes[shape]
            most = max(most, total + left_with(hand, count, ready))
            if count <= 0:
                break
            full = hand | FULL
            candidates = [
                each
                for each in candidates
                if each[3] != index
                and full - each[1] & FULL == FULL
                and not (rank and each[3] < 0 and set_ranks[each[4]] & rank)
            ]
            for kind in in_mask(fitting(shape, held)):
                if hand >> STEP * kind & 7:
                    candidates += self._joins(index, shape, kind, hold, ready)
        return most

    # --- drawing

    def _sources(self, view: View, moves: Sequence[int]) -> list[Option]:
        if TAKE not in moves or DRAW not in moves:
            return [(0.0, TAKE if TAKE in moves else moves[0])]
        weights, unit, pile = self.weights, self.unit, view.pile
        situation = Situation(view, self.appraisal)
        hand = Hand(self.shapes.counting)
        counts = view.hand
        for kind in in_mask(view.held):
            for _ in range(counts[kind]):
                hand.put(kind)
        drawn = self._offered(situation, hand) + weights.draw * unit * (1 - situation.end)
        showing = 0
        for kind in pile:
            hand.put(kind)
            showing |= 1 << kind
        taken = self._offered(situation, hand)
        # cards under the top one that are not shown are as good as any
        taken += weights.draw * unit * (view.pile_size - len(pile))
        # and what is taken the next seat does not get
        after = (view.seat + 1) % len(self.rules.seats)
        fits = self.appraisal.fits(view.melds(self.rules.team_of[after]), showing)
        taken += weights.deny * sum(fits.values())
        taken += weights.deny_card * unit * (view.pile_size - 1)
        return sorted(((drawn, DRAW), (taken, TAKE)), key=_value, reverse=True)

    def _offered(self, situation: Situation, hand: Hand) -> float:
        # what a turn with this hand comes to, the cards that stay in hand included
        shapes, held, melds = self.shapes, hand.held, situation.melds
        hold = self.appraisal.holds(held, situation.end, melds)
        laid = 0
        if self._one_per_rank:
            for shape in melds:
                laid |= shapes.set_ranks[shape]
        candidates = self._candidates(situation, shapes.new_melds(hand, laid), hold)
        for index, shape in enumerate(melds):
            for kind in in_mask(shapes.fitting(shape, held)):
                candidates += self._joins(index, shape, kind, hold, situation.ready)
        counts = hand.counts
        cards = packed_counts(counts, held)
        value = self._followed(situation, cards, hand.size, held, candidates, hold)
        tempo = self._tempo
        for kind in in_mask(held):
            value += (hold[kind] - tempo) * counts[kind]
        return value

    # --- discarding

    def _throws(self, view: View, moves: Sequence[int]) -> list[Option]:
        rules, weights, unit, held = self.rules, self.weights, self.unit, view.held
        situation = Situation(view, self.appraisal)
        hold = self.appraisal.holds(held, situation.end, situation.melds)
        after = (view.seat + 1) % len(rules.seats)
        given = self.appraisal.fits(view.melds(rules.team_of[after]), held)
        under = weights.give_pile * unit * view.pile_size
        unseen = self._unseen(view)
        # what the next seat is known to hold, from the piles it took
        known = sum([1 << kind for kind, count in enumerate(view.known(after)) if count])
        # a wild that may not be the closing discard has to go before it
        stuck = not rules.closing.wild_discard and not situation.waits and view.sizes[view.seat] < 4
        found = []
        for move in moves:
            if move & 7 != DISCARD:
                continue
            kind = card_of(move)
            loss = hold[kind]
            if rules.is_wild[kind]:
                loss = -10 * unit if stuck else loss + weights.give_wild * unit
            elif kind in given:
                loss += weights.give * given[kind] + under
            else:
                alike = sum([unseen >> STEP * other & 7 for other in _KINDS_OF_RANK[kind]])
                near = sum([unseen >> STEP * other & 7 for other in _KINDS_NEAR[kind]])
                joins = (known & OF_RANK[kind]).bit_count() + (known & NEAR[kind]).bit_count()
                loss += unit * (
                    weights.give_known * joins + weights.give_rank * alike + weights.give_run * near
                )
            found.append((-loss, move))
        found.sort(key=_value, reverse=True)
        return found or [(0.0, moves[0])]

    def _unseen(self, view: View) -> int:
        # the cards that the seat sees nowhere (packed)
        seen = packed_counts(view.hand, view.held) + packed(view.pile)
        for team in range(len(self.rules.teams)):
            seen += sum([self.appraisal.packed(shape) for shape in view.melds(team)])
        return self._deck - seen
