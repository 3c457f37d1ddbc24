"""The turn: for each thing a seat may do, why not, and what is legal.

A turn begins by drawing or taking the pile, goes on with any melds, and ends with a
discard. Each rule stands here once; the list of legal moves and the refusals both ask it.
"""

from __future__ import annotations

from pozzetto.game.cards import NAMES
from pozzetto.game.closing import barred_refusal, is_barred, last_discard_refusal
from pozzetto.game.demands import demand_refusal, demanded
from pozzetto.game.melding import (
    add_refusal,
    finish_refusal,
    justifications,
    justifying_moves,
    lay_refusal,
    melding_moves,
    not_held,
)
from pozzetto.game.moves import (
    ADD,
    AGREE,
    DECLINE,
    DISCARD,
    DRAW,
    LAY,
    TAKE,
    card_of,
    index_of,
    shape_of,
    what,
)
from pozzetto.game.refusals import Phrase, Refusal
from pozzetto.game.state import A_MELD, NOBODY, NOTHING, State

_ENDINGS = {
    "stock": ("hand_ends.stock", Phrase("the stock has come to its end")),
    "stalemate": ("hand_ends.stalemate", Phrase("it was a stalemate")),
    "limit": ("hand_ends.limit", Phrase("it came to the bound on turns")),
    "void": ("turn.over", Phrase("it was declared void")),
}


def legal_moves(state: State) -> list[int]:
    """Every legal move of the seat to move, packed: one card or one meld each, in an
    order that depends on nothing but what that seat sees. Empty when the hand is over."""
    moves = ordinary_moves(state)
    return demanded(state, moves) if state.shapes.watched else moves


def ordinary_moves(state: State) -> list[int]:
    """Every move that the ordinary rules allow."""
    if state.ended:
        return []
    if state.proposer != NOBODY:
        return [AGREE, DECLINE]
    if not state.drawn:
        moves = [DRAW] if draw_refusal(state) is None else []
        if take_refusal(state) is None:
            moves.append(TAKE)
        if _may_propose(state):
            moves.append(AGREE)
        return moves
    if state.owed >= 0:
        return justifying_moves(state)
    moves = melding_moves(state)
    if state.owed == NOTHING:
        moves += _discards(state)
    return moves


def refusal(state: State, move: int) -> Refusal | None:
    """Why the seat to move may not make a packed move; None when it may."""
    refused = _ordinary_refusal(state, move)
    if refused is None and state.shapes.watched:
        refused = demand_refusal(state, move, legal_moves(state))
    return refused


def _ordinary_refusal(state: State, move: int) -> Refusal | None:
    refused = phase_refusal(state, what(move))
    if refused is not None:
        return refused
    verb = what(move)
    if verb == DRAW:
        return draw_refusal(state)
    if verb == TAKE:
        return take_refusal(state)
    if verb == LAY:
        return lay_refusal(state, shape_of(move))
    if verb == ADD:
        return add_refusal(state, index_of(move), shape_of(move))
    if verb == DISCARD:
        return discard_refusal(state, card_of(move))
    return agree_refusal(state) if verb == AGREE else None


def phase_refusal(state: State, verb: int) -> Refusal | None:
    """Why nothing of this sort may be done now, whatever the cards."""
    rules = state.rules
    if state.ended:
        return over_refusal(state)
    if state.proposer != NOBODY:
        if verb not in (AGREE, DECLINE):
            return rules.refuse(
                "answer-first", "hand_ends.stalemate", proposer=rules.seats[state.proposer]
            )
        return None
    if verb == DECLINE:
        return rules.refuse("nothing-proposed", "hand_ends.stalemate")
    if state.drawn and verb in (DRAW, TAKE, AGREE):
        return rules.refuse("already-drawn", "turn.already_drawn")
    if not state.drawn and verb in (LAY, ADD, DISCARD):
        return rules.refuse("draw-first", "turn.draw_first")
    return None


def over_refusal(state: State) -> Refusal:
    """That nothing is played once the hand is over, and how it ended (IT-END-01 … 04)."""
    if state.ended == "closed":
        return state.rules.refuse("hand-closed", "turn.over", seat=state.rules.seats[state.closer])
    reason, by, plugin = state.ended.partition(" by ")
    if by:
        return state.rules.refuse(
            "hand-ended-by", f"house_rules.{plugin}", reason=reason, plugin=plugin
        )
    key, how = _ENDINGS[state.ended]
    return state.rules.refuse("hand-over", key, ended=how)


def draw_refusal(state: State) -> Refusal | None:
    """Why no card may be drawn from the stock."""
    if not state.stock:
        return state.rules.refuse("stock-empty", "turn.stock_empty")
    return None


def take_refusal(state: State) -> Refusal | None:
    """Why the pile may not be taken (IT-DRA-06; CH-DRA-02 … 05 where it must be justified)."""
    rules = state.rules
    if not state.pile:
        return rules.refuse("pile-empty", "turn.pile_empty")
    if rules.pile.needs == "nothing":
        return None
    trial = state.trial_take()
    if rules.pile.needs == "top_card":
        why = None
        for move in justifications(trial):
            refused = finish_refusal(trial, move)
            if refused is None and state.shapes.watched:
                refused = demand_refusal(trial, move, [])
            if refused is None:
                return None
            why = why or refused
        return why or rules.refuse(
            "pile-unjustified", "draw.pile.needs", card=NAMES[state.pile[-1]]
        )
    if legal_moves(trial):
        return None
    for move in melding_moves(trial)[:1]:
        # the ordinary rules would let it be melded
        return demand_refusal(trial, move, [])
    return rules.refuse("must-meld-pile", "draw.pile.needs")


def agree_refusal(state: State) -> Refusal | None:
    """Why a stalemate may not be proposed (IT-END-05)."""
    if state.proposer != NOBODY:
        return None
    if not state.rules.ends.by_agreement:
        return state.rules.refuse("by-laps-only", "hand_ends.stalemate")
    if _may_propose(state):
        return None
    lap = len(state.rules.seats)
    declined = len(state.pile) == 1 and state.swaps >= lap > state.quiet
    code = "declined-lately" if declined else "no-proposal"
    return state.rules.refuse(code, "hand_ends.stalemate")


def _may_propose(state: State) -> bool:
    rules = state.rules
    return rules.ends.by_agreement and len(state.pile) == 1 and state.quiet >= len(rules.seats)


def discard_refusal(state: State, card: int) -> Refusal | None:
    """Why a card may not be discarded now (IT-DIS-03, IT-CLO-02 … 05, 2.10)."""
    rules, hand = state.rules, state.hand
    if not hand.counts[card]:
        return not_held(state, (card,))
    if state.owed == A_MELD:
        return rules.refuse("must-meld-pile", "draw.pile.needs")
    if state.owed != NOTHING:
        return rules.refuse("justify-first", "draw.pile.needs", card=NAMES[state.owed])
    if hand.size == 1:
        return last_discard_refusal(state, card, state.melds[state.team])
    return barred_refusal(state, card, hand.counts[card])


def _discards(state: State) -> list[int]:
    hand = state.hands[state.to_move]
    held = hand.held
    if state.barred != NOBODY and is_barred(state, state.barred, hand.counts[state.barred]):
        held &= ~(1 << state.barred)
    moves = state.shapes.discards(held)
    if hand.size == 1:
        return [move for move in moves if discard_refusal(state, card_of(move)) is None]
    return moves
