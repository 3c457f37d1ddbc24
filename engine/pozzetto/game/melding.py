"""Laying and adding: the melds that a seat may make of its cards, and why not others."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import ACE, NAMES, RANK_OF, RANKS, SUIT_OF, in_mask, written
from pozzetto.game.closing import unfinished, unfinished_unseen
from pozzetto.game.melds import RUN
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import (
    LAY,
    SHAPE_SHIFT,
    add,
    index_of,
    lay,
    shape_of,
    what,
)
from pozzetto.game.refusals import Refusal
from pozzetto.game.state import State


def justifying_moves(state: State) -> list[int]:
    """The moves by which the card owed, the pile's top card, is melded, and after which
    the turn can still end (CH-DRA-02 … 05)."""
    return [move for move in justifications(state) if _stranding(state, move) is None]


def justifications(state: State) -> Iterator[int]:
    """The melds that the card owed can go into: a new one with it, or an own one, with as
    many cards from the hand before it as it needs to fit (CH-DRA-02, -03)."""
    shapes, top = state.shapes, state.owed
    for move in shapes.new_melds(state.hand, state.ranks_laid(state.team)):
        if top in shapes.cards[shape_of(move)]:
            yield move
    for index, shape in enumerate(state.melds[state.team]):
        for longer in _ways_to_fit(state, shape):
            yield add(index, longer)


def _ways_to_fit(state: State, start: int) -> list[int]:
    # breadth first, so that no way holds a shorter one; cards already held may go before
    shapes, hand, top = state.shapes, state.hand, state.owed
    if shapes.fitting(start, 1 << top):
        return [shape_of(move) for move in shapes.joins((start,), 1 << top)]
    meld = shapes.melds[start]
    if meld.kind != RUN:
        return []
    if not state.rules.is_wild[top] and (
        SUIT_OF[top] != meld.of or (top in meld.naturals and RANK_OF[top] != ACE)
    ):
        return []  # nothing laid before it makes room for the card
    found: list[int] = []
    frontier, seen = [start], {start}
    while frontier:
        longer_ones = []
        for shape in frontier:
            gained = shapes.gained(start, shape)
            if any(_contains((*gained, top), shapes.gained(start, way)) for way in found):
                continue
            if shapes.fitting(shape, 1 << top):
                found += map(shape_of, shapes.joins((shape,), 1 << top))
                continue
            for kind in in_mask(shapes.fitting(shape, hand.held)):
                if hand.counts[kind] > gained.count(kind) + (kind == top):
                    ways = shapes.additions(shape, kind).values()
                    longer_ones += [way for way in ways if way not in seen]
                    seen.update(ways)
        frontier = longer_ones
    # one move where several ways come to the same
    return [*{shapes.plays[way]: way for way in reversed(found)}.values()][::-1]


def _contains(cards: tuple[int, ...], part: tuple[int, ...]) -> bool:
    return all(cards.count(kind) >= part.count(kind) for kind in part)


def melding_moves(state: State) -> list[int]:
    """Every new meld and every single card added, after which the turn can still end."""
    shapes, seat = state.shapes, state.to_move
    hand, team = state.hands[seat], state.rules.team_of[seat]
    # of a hand without cards enough for a set no rank has to be left out
    moves = shapes.new_melds(hand, state.ranks_laid(team) if hand.many else 0)
    if moves and hand.size <= shapes.longest + 1:
        # only a meld that leaves at most one card can leave the turn without an end
        sizes, enough = shapes.sizes, hand.size - 1
        moves = [
            move
            for move in moves
            if sizes[move >> SHAPE_SHIFT] < enough or _stranding(state, move) is None
        ]
    joins = shapes.joins(state.melds[team], hand.held)
    if hand.size <= 2:
        joins = [move for move in joins if _stranding(state, move) is None]
    return moves + joins


def finish_refusal(state: State, move: int) -> Refusal | None:
    """Why the turn could not be ended after a move that lays or adds a legal meld."""
    why = _stranding(state, move)
    return None if why is None else state.rules.refuse_because("cannot-finish", why)


def _stranding(state: State, move: int) -> Refusal | None:
    # by what the turn could not be ended; not yet told as a refusal of the move itself
    shapes = state.shapes
    shape = shape_of(move)
    melds = state.melds[state.team]
    if what(move) == LAY:
        return _unfinished(state, shapes.cards[shape], [*melds, shape])
    index = index_of(move)
    gained = shapes.gained(melds[index], shape)
    return _unfinished(state, gained, [*melds[:index], shape, *melds[index + 1 :]])


def lay_refusal(state: State, shape: int) -> Refusal | None:
    """Why a legal meld may not be laid now by the seat to move."""
    cards = state.shapes.cards[shape]
    return (
        held_refusal(state, cards)
        or _repeated_set_refusal(state, shape)
        or _owed_refusal(state, cards)
        or finish_refusal(state, lay(shape))
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
    return _owed_refusal(state, gained) or finish_refusal(state, add(index, shape))


def _unfinished(state: State, played: tuple[int, ...], melds: list[int]) -> Refusal | None:
    # whether the turn can still end once these cards of the hand lie
    hand = state.hand
    count = hand.size - len(played)
    if count > 1:
        return None
    if state.owed >= 0 and state.pile:
        # the rest of the pile comes to hand, unseen: two cards can always be finished
        if count + len(state.pile) > 1:
            return None
        return unfinished_unseen(state, melds)
    counts = hand.counts
    left = [kind for kind in in_mask(hand.held) if counts[kind] > played.count(kind)]
    return unfinished(state, left, melds, played)


def held_refusal(state: State, cards: tuple[int, ...]) -> Refusal | None:
    """Why these cards may not be played: the seat to move does not hold them all."""
    return None if state.hand.has(cards) else not_held(state, cards)


def not_held(state: State, cards: tuple[int, ...]) -> Refusal:
    """That the seat to move does not hold these cards; the missing ones are named."""
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
