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
    index_of,
)
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View, known_kinds, own_hand
from pozzetto.players.appraisal import (
    FULL,
    ONE,
    STEP,
    Appraisal,
    Weights,
    packed,
)
from pozzetto.players.neighbours import NEAR, OF_RANK
from pozzetto.players.situation import Held, Situation

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

# one bit of the count of each kind of a rank, and of those near a card, in a packed count
_RANK_BITS = [packed(in_mask(mask)) for mask in OF_RANK]
_NEAR_BITS = [packed(in_mask(mask)) for mask in NEAR]


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
        self._many_packs = max(rules.copies) > 3

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The first move of the turn that comes to most."""
        if moves[0] & 7 in (LAY, ADD):
            situation = Situation(view, self.appraisal)
            held = Held(view.held, situation, view.hand)
            found, stop = self._turns(view, situation, held, moves)
            if found and (found[0][0] > stop or moves[-1] & 7 != DISCARD):
                return found[0][1]
            return self._throws(view, situation, held, moves)[0][1]
        return self.options(view, moves)[0][1]

    def options(self, view: View, moves: Sequence[int]) -> list[Option]:
        """The moves worth a thought, the best first, with what the turn would come to: those
        of one decision compare with each other, and with nothing else."""
        first = moves[0] & 7
        if first in (DRAW, TAKE):
            return self._sources(view, moves)
        if first not in (LAY, ADD, DISCARD):
            # a stalemate is proposed: rather play on
            return [(0.0, DECLINE if DECLINE in moves else moves[0])]
        situation = Situation(view, self.appraisal)
        held = Held(view.held, situation, view.hand)
        if first == DISCARD:
            return self._throws(view, situation, held, moves)
        found, stop = self._turns(view, situation, held, moves)
        if moves[-1] & 7 == DISCARD:
            throws = self._throws(view, situation, held, moves)
            found += [(stop + value - throws[0][0], move) for value, move in throws]
            found.sort(key=_value, reverse=True)
        return found

    # --- melding

    def _turns(
        self, view: View, situation: Situation, held: Held, moves: Sequence[int]
    ) -> tuple[list[Option], float]:
        # the best melds to begin with, and what it comes to if nothing is laid
        candidates = self._candidates(situation, moves, held.hold)
        candidates.sort(key=_value, reverse=True)
        count = situation.sizes[view.seat]
        found = [
            (self._followed(situation, held, count, candidates, each), each[5])
            for each in candidates[:BEGINNINGS]
        ]
        found.sort(key=_value, reverse=True)
        return found, situation.left_with(held.packed, count, situation.ready)

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
                count = len(cards)
                together = ONE[cards[0]] if count == 1 else packed(cards)
                found.append((gain, together, count, index, shape, move))
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
        held: Held,
        count: int,
        candidates: list[Candidate],
        first: Candidate | None = None,
    ) -> float:
        """What a turn comes to if the best meld is laid again and again, and it is left off
        where that is best. In hand are `count` cards."""
        shapes, hand, kinds, hold = self.shapes, held.packed, held.bits, held.hold
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
            for kind in in_mask(fitting(shape, kinds)):
                if hand >> STEP * kind & 7:
                    candidates += self._joins(index, shape, kind, hold, ready)
        return most

    # --- drawing

    def _sources(self, view: View, moves: Sequence[int]) -> list[Option]:
        if TAKE not in moves or DRAW not in moves:
            return [(0.0, TAKE if TAKE in moves else moves[0])]
        weights, unit, pile = self.weights, self.unit, view.pile
        situation = Situation(view, self.appraisal)
        hand = own_hand(view)
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
        theirs = self.rules.team_of[after]
        if showing & situation.all_laid[theirs].near:
            fits = self.appraisal.fits(situation.all_melds[theirs], showing)
            taken += weights.deny * sum(fits.values())
        taken += weights.deny_card * unit * (view.pile_size - 1)
        if taken > drawn:
            return [(taken, TAKE), (drawn, DRAW)]
        return [(drawn, DRAW), (taken, TAKE)]

    def _offered(self, situation: Situation, hand: Hand) -> float:
        # what a turn with this hand comes to, the cards that stay in hand included
        shapes, counts, laid = self.shapes, hand.counts, situation.laid
        held = Held(hand.held, situation, counts)
        hold, bits = held.hold, hand.held
        moves = shapes.new_melds(hand, laid.ranks if self._one_per_rank else 0)
        candidates = self._candidates(situation, moves, hold) if moves else []
        if bits & laid.near:
            for index, shape in enumerate(situation.melds):
                for kind in in_mask(shapes.fitting(shape, bits)):
                    candidates += self._joins(index, shape, kind, hold, situation.ready)
        if candidates:
            value = self._followed(situation, held, hand.size, candidates)
        else:
            value = situation.left_with(held.packed, hand.size, situation.ready)
        tempo = self._tempo
        for kind in held.kinds:
            value += (hold[kind] - tempo) * counts[kind]
        return value

    # --- discarding

    def _throws(
        self, view: View, situation: Situation, held: Held, moves: Sequence[int]
    ) -> list[Option]:
        rules, weights, unit, hold = self.rules, self.weights, self.unit, held.hold
        after = (view.seat + 1) % len(rules.seats)
        team = rules.team_of[after]
        given: dict[int, float] = {}
        if held.bits & situation.all_laid[team].near:
            given = self.appraisal.fits(situation.all_melds[team], held.bits)
        under = weights.give_pile * unit * view.pile_size
        # the cards that the seat sees nowhere
        unseen = self._deck - held.packed - packed(view.pile)
        for laid in situation.all_laid:
            unseen -= laid.packed
        # how many of each, bit by bit (see `STEP`)
        ones, twos, fours = unseen, unseen >> 1, unseen >> 2
        # what the next seat is known to hold, from the piles it took
        known = known_kinds(view, after)
        # a wild that may not be the closing discard has to go before it
        stuck = (
            not rules.closing.wild_discard
            and not situation.waits
            and situation.sizes[view.seat] < 4
        )
        give_known, give_rank, give_run = weights.give_known, weights.give_rank, weights.give_run
        give_wild, wilds = weights.give_wild * unit, self.shapes.wild_mask
        found = []
        for move in moves:
            if move & 7 != DISCARD:
                continue
            kind = move >> 3
            loss = hold[kind]
            if wilds >> kind & 1:
                loss = -10 * unit if stuck else loss + give_wild
            elif kind in given:
                loss += weights.give * given[kind] + under
            else:
                rank, run = _RANK_BITS[kind], _NEAR_BITS[kind]
                alike = (ones & rank).bit_count() + 2 * (twos & rank).bit_count()
                near = (ones & run).bit_count() + 2 * (twos & run).bit_count()
                if self._many_packs:
                    alike += 4 * (fours & rank).bit_count()
                    near += 4 * (fours & run).bit_count()
                joins = 0
                if known:
                    joins = (known & OF_RANK[kind]).bit_count() + (known & NEAR[kind]).bit_count()
                loss += unit * (give_known * joins + give_rank * alike + give_run * near)
            found.append((-loss, move))
        found.sort(key=_value, reverse=True)
        return found or [(0.0, moves[0])]
