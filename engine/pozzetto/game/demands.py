"""Demands: what house rules say of a move, and what they want done before a turn may end.

A move is refused where a house rule objects to it, where the turn would end with something
still owed, and where what is owed could not be done any more. That last question is asked
of the cards that the seat to move can see: a move that brings unseen cards to hand can be
finished by definition (2.46). Where the cards that came do not serve, what cannot be done is
forgiven, and the turn goes on and ends without it.
"""

from __future__ import annotations

from dataclasses import replace

from pozzetto.game.aftermath import after_melding
from pozzetto.game.closing import last_discard_refusal
from pozzetto.game.house import Watch
from pozzetto.game.melding import justifying_moves, melding_moves
from pozzetto.game.moves import ADD, DISCARD, DRAW, LAY, TAKE, WHAT, index_of, shape_of, what
from pozzetto.game.refusals import Refusal
from pozzetto.game.state import NOTHING, State

MOST_POSITIONS = 20_000
"""So many positions are searched for a way to finish a turn; then the move is refused."""

_TAKES, _MELDS = 1 << TAKE, 1 << LAY | 1 << ADD


def objection_to(state: State, move: int) -> Refusal | None:
    """The first house rule's objection to a move that the ordinary rules allow."""
    for watch in state.rules.house.move_objections:
        if watch.verbs >> what(move) & 1:
            refused = watch.judge(state)(move)
            if refused is not None:
                return refused
    return None


def owed(state: State) -> Refusal | None:
    """What house rules still want done before the turn may end; None when nothing."""
    for ask in state.rules.house.owes:
        wanted = ask(state)
        if wanted is not None:
            return wanted
    return None


def _debts(state: State) -> int:
    # which of the house rules that may want something done still want it, as bits
    return sum(1 << bit for bit, ask in enumerate(state.rules.house.owes) if ask(state) is not None)


def demanded(state: State, moves: list[int]) -> list[int]:
    """Of moves that the ordinary rules allow, those that the house rules allow too.

    Where unseen cards came and what is owed cannot be done with them, it is forgiven: the
    turn may then go on and end as if it were not owed.
    """
    house = state.rules.house
    for watch in house.move_objections:
        moves = _unobjected(state, moves, watch)
    if not house.owes:
        return moves
    due = owed(state) if _may_owe(state) else None
    if due is None:
        # only what may begin to be owed has to be looked for
        asked = house.owed_after & (_MELDS if state.drawn else _TAKES)
        if not asked:
            return moves
        search = _Search(state)
        return [
            move for move in moves if not asked >> (move & WHAT) & 1 or search.refusal(move) is None
        ]
    search = _Search(state)
    kept = [move for move in moves if what(move) != DISCARD and search.refusal(move) is None]
    # before the pile is justified nothing unseen has come yet
    if kept or state.owed != NOTHING:
        return kept
    if len(house.owes) == 1:
        return moves
    forgiven = _Forgiven(state)
    return [move for move in moves if forgiven.refusal(move) is None]


def _unobjected(state: State, moves: list[int], watch: Watch) -> list[int]:
    judge, verbs = watch.judge(state), watch.verbs
    if not watch.alike:
        return [move for move in moves if not verbs >> (move & WHAT) & 1 or judge(move) is None]
    # of moves of a sort that a house rule judges alike one is asked about for all
    alike: dict[int, bool] = {}
    kept = []
    for move in moves:
        verb = move & WHAT
        if verbs >> verb & 1:
            if verb in alike:
                fine = alike[verb]
            else:
                fine = judge(move) is None
                if watch.alike >> verb & 1:
                    alike[verb] = fine
            if not fine:
                continue
        kept.append(move)
    return kept


def _may_owe(state: State) -> bool:
    # whether this turn has a move after which something may be owed at all
    after = state.rules.house.owed_after
    for entry in reversed(state.log):
        verb = entry >> 4 & WHAT
        if after >> verb & 1:
            return state.drawn
        if verb in (DRAW, TAKE, DISCARD):
            return False
    # a table set up in the middle of a turn does not tell
    return state.drawn


def demand_refusal(state: State, move: int, legal: list[int]) -> Refusal | None:
    """Why house rules refuse a move that the ordinary rules allow; `legal` lists the legal
    moves. None when they allow it."""
    refused = objection_to(state, move)
    if refused is not None or not state.rules.house.owes or move in legal:
        return refused
    if _forgives(state, legal):
        return _Forgiven(state).refusal(move)
    return owed(state) if what(move) == DISCARD else _Search(state).refusal(move)


def _forgives(state: State, legal: list[int]) -> bool:
    # whether something is owed that these legal moves leave undone
    if not legal or not state.drawn or owed(state) is None:
        return False
    first = legal[0]
    return what(first) == DISCARD or _Search(state).refusal(first) is not None


def _after(state: State, move: int) -> State | None:
    # the table after a move; None where it brings unseen cards to hand
    if what(move) == TAKE:
        rules = state.rules.pile
        if len(state.pile) > 1 and (rules.needs == "top_card" or rules.seen != "all"):
            return None
        return state.trial_take()
    if state.owed >= 0 and state.pile:
        return None  # the rest of the pile comes, unseen
    team, seat = state.team, state.to_move
    after = state.trial()
    melds = after.melds[team]
    if what(move) == LAY:
        cards = state.shapes.cards[shape_of(move)]
        melds.append(shape_of(move))
    else:
        index = index_of(move)
        cards = state.shapes.gained(melds[index], shape_of(move))
        melds[index] = shape_of(move)
    after.log.append(move << 4 | seat)
    after.played(cards)
    if not after.hand.size:
        after_melding(after)
        if after.took[team] != state.took[team]:
            return None
    return after


class _Search:
    """The search for ways to end the turn of a state with nothing owed, depth first.

    Each way in which the cards can come to lie is searched once for all the moves asked
    about, and once more where another house rule's debt is open in it: what is owed may hang
    on how the cards came to lie (a two added to a meld, or laid with it), not only on where.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.dead: set[tuple[int, ...]] = set()
        self.left = 0
        self.due: Refusal | None = None

    def refusal(self, move: int) -> Refusal | None:
        """Why the turn could not be ended after this move; None when it could."""
        if what(move) not in (TAKE, LAY, ADD):
            return None
        after = _after(self.state, move)
        if after is None:
            return None
        self.due = owed(after)
        if self.due is None:
            return None
        self.left = MOST_POSITIONS
        if self._finds(after, _debts(after)):
            return None
        refused = self.state.rules.refuse_because("cannot-finish", self.due)
        return replace(refused, bounded=self.left <= 0)

    def _finds(self, state: State, debts: int) -> bool:
        # whether something may be melded here after which nothing is owed
        known = (debts, *state.hand.counts, *sorted(state.melds[state.team]))
        if state.ended or known in self.dead:
            return False
        for move in justifying_moves(state) if state.owed >= 0 else melding_moves(state):
            if objection_to(state, move) is not None:
                continue
            if self.left <= 0:
                return False
            self.left -= 1
            after = _after(state, move)
            if after is None:
                return True
            left = _debts(after)
            if not left or self._finds(after, left):
                return True
        self.dead.add(known)
        return False


class _Forgiven:
    """What can be done of what is owed, where unseen cards came and not all of it can.

    Of the ways to go on and end the turn those are allowed that leave least undone: none
    other leaves only a part of what they leave. So nothing that can be done is forgiven, and
    nothing new is begun that cannot be done.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.ends: dict[tuple[int, ...], frozenset[int]] = {}
        self.left = MOST_POSITIONS
        every = self._ends(state)
        self.least = {
            undone for undone in every if not any(less & undone == less != undone for less in every)
        }

    def refusal(self, move: int) -> Refusal | None:
        """Why the turn may not go on, or end, so; None when it may."""
        throws = what(move) == DISCARD
        after = self.state if throws else _after(self.state, move)
        if after is None:
            return None
        ends = {_debts(after)} if throws else self._ends(after)
        if self.least & ends:
            return None
        undone = min(ends, default=0)
        rest = undone & ~next((less for less in self.least if less & undone == less), 0)
        asks = [ask for bit, ask in enumerate(after.rules.house.owes) if rest >> bit & 1]
        # a debt that later moves alone would bring is told as what is owed already
        told = (ask(each) for each in (after, self.state) for ask in (*asks, owed))
        wanted = next(each for each in told if each is not None)
        if throws:
            return wanted
        return replace(after.rules.refuse_because("cannot-finish", wanted), bounded=self.left <= 0)

    def _ends(self, state: State) -> frozenset[int]:
        # what may be left undone at the end of the turn, each as the bits of its debts
        undone, team = _debts(state), state.team
        known = (undone, *state.hand.counts, *sorted(state.melds[team]))
        if known in self.ends:
            return self.ends[known]
        hand, ends = state.hand, set()
        if hand.size != 1 or not last_discard_refusal(state, hand.cards()[0], state.melds[team]):
            ends.add(undone)
        for move in [] if state.ended else melding_moves(state):
            if self.left > 0 and objection_to(state, move) is None:
                self.left -= 1
                after = _after(state, move)
                ends |= frozenset((0,)) if after is None else self._ends(after)
        self.ends[known] = frozenset(ends)
        return self.ends[known]
