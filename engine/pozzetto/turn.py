"""The turn: for each thing a seat may do, why not, and what is legal.

A turn begins by drawing or taking the pile, goes on with any melds, and ends with a
discard. Each rule stands here once; the list of legal moves and the refusals both ask it.
"""

from __future__ import annotations

from pozzetto.cards import ACE, NAMES, RANK_OF, RANKS, SUIT_OF, in_mask, written
from pozzetto.closing import (
    barred_refusal,
    is_barred,
    last_discard_refusal,
    unfinished_refusal,
    unseen_last_refusal,
)
from pozzetto.melds import SET
from pozzetto.melds import written as meld_written
from pozzetto.moves import (
    ADD,
    AGREE,
    DECLINE,
    DISCARD,
    DRAW,
    LAY,
    MELD_STEP,
    SHAPE_SHIFT,
    TAKE,
    add,
    card_of,
    index_of,
    shape_of,
    what,
)
from pozzetto.refusals import Phrase, Refusal
from pozzetto.state import A_MELD, NOBODY, NOTHING, State

_ENDINGS = {
    "stock": ("hand_ends.stock", Phrase("the stock has come to its end")),
    "stalemate": ("hand_ends.stalemate", Phrase("it was a stalemate")),
    "limit": ("hand_ends.limit", Phrase("it came to the bound on turns")),
    "void": ("turn.over", Phrase("it was declared void")),
}


def legal_moves(state: State) -> list[int]:
    """Every legal move of the seat to move, packed: one card or one meld each, in an
    order that depends on nothing but what that seat sees. Empty when the hand is over."""
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
        return rules.refuse("no-proposal", "hand_ends.stalemate")
    if state.drawn and verb in (DRAW, TAKE, AGREE):
        return rules.refuse("already-drawn", "turn.already_drawn")
    if not state.drawn and verb in (LAY, ADD, DISCARD):
        return rules.refuse("draw-first", "turn.draw_first")
    return None


def over_refusal(state: State) -> Refusal:
    """That nothing is played once the hand is over, and how it ended (IT-END-01 … 04)."""
    if state.ended == "closed":
        return state.rules.refuse("hand-closed", "turn.over", seat=state.rules.seats[state.closer])
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
    if legal_moves(state.trial_take()):
        return None
    if rules.pile.needs == "top_card":
        return rules.refuse("pile-unjustified", "draw.pile.needs", card=NAMES[state.pile[-1]])
    return rules.refuse("must-meld-pile", "draw.pile.needs")


def agree_refusal(state: State) -> Refusal | None:
    """Why a stalemate may not be proposed (IT-END-05)."""
    if state.proposer != NOBODY:
        return None
    if not state.rules.ends.by_agreement:
        return state.rules.refuse("by-laps-only", "hand_ends.stalemate")
    if not _may_propose(state):
        return state.rules.refuse("no-proposal", "hand_ends.stalemate")
    return None


def _may_propose(state: State) -> bool:
    rules = state.rules
    return rules.ends.by_agreement and len(state.pile) == 1 and state.quiet >= len(rules.seats)


def lay_refusal(state: State, shape: int) -> Refusal | None:
    """Why a legal meld may not be laid now by the seat to move."""
    cards = state.shapes.cards[shape]
    return (
        held_refusal(state, cards)
        or _repeated_set_refusal(state, shape)
        or _owed_refusal(state, cards)
        or _finish_refusal(state, cards, [*state.melds[state.team], shape])
    )


def add_refusal(state: State, index: int, shape: int) -> Refusal | None:
    """Why one card may not be added so that meld number `index` becomes this shape.

    Where the pile's top card has to be justified, the cards that go along with it may be
    added in the same move (decision 2.46).
    """
    rules, shapes = state.rules, state.shapes
    melds = state.melds[state.team]
    if index >= len(melds):
        return rules.refuse("no-such-meld", "melds.own_team", meld=f"M{index + 1}")
    gained = shapes.gained(melds[index], shape)
    refused = held_refusal(state, gained)
    if refused is not None:
        return refused
    if state.owed in gained and add(index, shape) in justifying_moves(state):
        return None
    if len(gained) != 1 or shape not in shapes.additions(melds[index], gained[0]).values():
        return rules.refuse(
            "does-not-fit",
            "melds.kinds",
            cards=written(gained),
            melded=meld_written(shapes.melds[melds[index]]),
        )
    after = [*melds[:index], shape, *melds[index + 1 :]]
    return _owed_refusal(state, gained) or _finish_refusal(state, gained, after)


def discard_refusal(state: State, card: int) -> Refusal | None:
    """Why a card may not be discarded now (IT-DIS-03, IT-CLO-02 … 05, 2.10)."""
    rules, hand = state.rules, state.hand
    if not hand.counts[card]:
        return _not_held(state, (card,))
    if state.owed == A_MELD:
        return rules.refuse("must-meld-pile", "draw.pile.needs")
    if state.owed != NOTHING:
        return rules.refuse("justify-first", "draw.pile.needs", card=NAMES[state.owed])
    if hand.size == 1:
        return last_discard_refusal(state, card, state.melds[state.team])
    return barred_refusal(state, card, hand.counts[card])


def justifying_moves(state: State) -> list[int]:
    """The moves by which the card owed, the pile's top card, is melded: a new meld with
    it, or an addition to an own meld, with as many cards from the hand before it as it
    needs to fit (CH-DRA-02, -03)."""
    shapes, top = state.shapes, state.owed
    moves = [
        move
        for move in shapes.new_melds(state.hand, state.ranks_laid(state.team))
        if top in shapes.cards[shape_of(move)]
    ]
    for index, shape in enumerate(state.melds[state.team]):
        moves += [add(index, longer) for longer in _ways_to_fit(state, shape)]
    return [move for move in moves if _can_finish(state, move)]


def _ways_to_fit(state: State, start: int) -> list[int]:
    # breadth first, so that no way holds a shorter one; cards already held may go before
    shapes, hand, top = state.shapes, state.hand, state.owed
    meld, wild_top = shapes.melds[start], state.rules.is_wild[top]
    lies = top in meld.naturals and RANK_OF[top] != ACE
    if meld.kind == SET or (not wild_top and (lies or SUIT_OF[top] != meld.of)):
        # nothing laid before it makes room for the card
        return [shape_of(move) for move in shapes.joins(start, top)]
    found: list[int] = []
    frontier, seen = [start], {start}
    while frontier:
        longer_ones = []
        for shape in frontier:
            gained = shapes.gained(start, shape)
            if any(_contains(gained, shapes.gained(start, way)) for way in found):
                continue
            ends = shapes.joins(shape, top)
            if ends:
                found += map(shape_of, ends)
                continue
            for kind in in_mask(shapes.fitting(shape, hand.held)):
                if hand.counts[kind] > gained.count(kind) + (kind == top):
                    ways = shapes.additions(shape, kind).values()
                    longer_ones += [way for way in ways if way not in seen]
                    seen.update(ways)
        frontier = longer_ones
    return found


def _contains(cards: tuple[int, ...], part: tuple[int, ...]) -> bool:
    return all(cards.count(kind) >= part.count(kind) for kind in part)


def melding_moves(state: State) -> list[int]:
    """Every new meld and every single card added, after which the turn can still end."""
    shapes, hand = state.shapes, state.hand
    team = state.team
    moves = shapes.new_melds(hand, state.ranks_laid(team))
    if moves:
        # only a meld that leaves at most one card can leave the turn without an end
        sizes, enough = shapes.sizes, hand.size - 1
        moves = [
            move
            for move in moves
            if sizes[move >> SHAPE_SHIFT] < enough or _can_finish(state, move)
        ]
    held, fits, unasked = hand.held, shapes.fits, shapes.unasked
    joins: list[int] = []
    for index, shape in enumerate(state.melds[team]):
        fitting = shapes.fitting(shape, held) if held & unasked[shape] else held & fits[shape]
        if fitting:
            step = index * MELD_STEP
            for kind in in_mask(fitting):
                joins += [move + step for move in shapes.joins(shape, kind)]
    if hand.size <= 2:
        joins = [move for move in joins if _can_finish(state, move)]
    return moves + joins


def _can_finish(state: State, move: int) -> bool:
    # whether the turn can still end after a move known to lay or add a legal meld
    shapes = state.shapes
    shape = shape_of(move)
    melds = state.melds[state.team]
    if what(move) == LAY:
        return _finish_refusal(state, shapes.cards[shape], [*melds, shape]) is None
    index = index_of(move)
    gained = shapes.gained(melds[index], shape)
    after = [*melds[:index], shape, *melds[index + 1 :]]
    return _finish_refusal(state, gained, after) is None


def _discards(state: State) -> list[int]:
    hand, held = state.hand, state.hand.held
    if state.barred != NOBODY and is_barred(state, state.barred, hand.counts[state.barred]):
        held &= ~(1 << state.barred)
    moves = state.shapes.discards(held)
    if hand.size == 1:
        return [move for move in moves if discard_refusal(state, card_of(move)) is None]
    return moves


def _finish_refusal(state: State, played: tuple[int, ...], melds: list[int]) -> Refusal | None:
    # whether the turn can still end once these cards of the hand lie
    hand = state.hand
    count = hand.size - len(played)
    if count > 1:
        return None
    if state.owed >= 0 and state.pile:
        # the rest of the pile comes to hand, unseen: two cards can always be finished
        if count + len(state.pile) > 1:
            return None
        return unseen_last_refusal(state, melds)
    left = hand.cards()
    for kind in played:
        left.remove(kind)
    return unfinished_refusal(state, left, melds, played)


def held_refusal(state: State, cards: tuple[int, ...]) -> Refusal | None:
    """Why these cards may not be played: the seat to move does not hold them all."""
    return None if state.hand.has(cards) else _not_held(state, cards)


def _not_held(state: State, cards: tuple[int, ...]) -> Refusal:
    missing = []
    left = list(state.hand.counts)
    for kind in cards:
        left[kind] -= 1
        if left[kind] < 0:
            missing.append(kind)
    return state.rules.refuse(
        "not-held",
        "turn.not_held",
        seat=state.rules.seats[state.to_move],
        cards=written(missing),
    )


def _owed_refusal(state: State, cards: tuple[int, ...]) -> Refusal | None:
    if state.owed < 0 or state.owed in cards:
        return None
    return state.rules.refuse("justify-first", "draw.pile.needs", card=NAMES[state.owed])


def _repeated_set_refusal(state: State, shape: int) -> Refusal | None:
    rank = state.shapes.set_ranks[shape]
    if rank & state.ranks_laid(state.team):
        return state.rules.refuse(
            "set-repeated", "melds.set.one_per_rank", rank=RANKS[rank.bit_length() - 1]
        )
    return None
