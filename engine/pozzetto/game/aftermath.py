"""What the rules do by themselves after a move, in their order.

After a discard: the hand is closed; the pozzetto taken on the discard; an end that a house
rule names; the stock at its floor, or a pozzetto become the stock; the stock end; stalemate
by laps; the bound on turns; the next seat's unopened pozzetto opens. After a draw: the floor
that ends the hand at once. After melding: the pozzetto taken directly, or the hand closed by
laying. The first that ends the hand ends the list.
"""

from __future__ import annotations

from pozzetto.game.closing import pozzetto_comes
from pozzetto.game.state import NOBODY, NOTHING, State


def after_draw(state: State) -> None:
    """The stock's floor, where it ends the hand at once (IT-END-02)."""
    ends = state.rules.ends
    if ends.at_once and len(state.stock) <= ends.stock_left:
        state.ended = "stock"


def after_melding(state: State) -> None:
    """The hand is empty after melding: the pozzetto comes and play goes on, or the hand
    is closed by laying."""
    if state.hands[state.to_move].size:
        return
    if pozzetto_comes(state, by_discard=False):
        _take_pozzetto(state)
    else:
        _close(state)


def after_discard(state: State) -> None:
    """Everything that follows a discard, up to the next seat's turn."""
    rules = state.rules
    ends = rules.ends
    if state.single and not state.melded:
        state.swaps += 1
        state.quiet += 1
    else:
        state.swaps = state.quiet = 0
    if not state.hands[state.to_move].size:
        if not pozzetto_comes(state, by_discard=True):
            _close(state)
            return
        _take_pozzetto(state)
        state.unopened[state.team] = state.to_move
    if rules.house.hand_ends:
        _house_ends(state)
        if state.ended:
            return
    stock_runs_out(state)
    if state.ended:
        return
    if ends.laps is not None and state.swaps >= ends.laps * len(rules.seats):
        state.ended = "stalemate"
    elif state.turns >= ends.turns:
        state.ended = "limit"
    else:
        _next_turn(state)


def stock_runs_out(state: State) -> None:
    """Between two turns: the stock at its floor ends the hand, unless a pozzetto serves
    as stock (TWO-SID-02, CH-END-01)."""
    if len(state.stock) > state.rules.ends.stock_left:
        return
    rules = state.rules.pozzetti
    if rules is not None and rules.become_stock and state.pozzetti:
        # on top of nothing, in its own order: its first card is drawn first
        state.stock = list(state.pozzetti.pop(0))[::-1] + state.stock
    else:
        state.ended = "stock"


def _house_ends(state: State) -> None:
    # all are asked; of those that end the hand the first in the ruleset's order is recorded
    answers = [ask(state) for ask in state.rules.house.hand_ends]
    state.ended = next((answer for answer in answers if answer), "")


def _next_turn(state: State) -> None:
    rules = state.rules
    seat = state.to_move = (state.to_move + 1) % len(rules.seats)
    state.drawn = state.melded = state.single = False
    state.barred = NOBODY
    state.owed = NOTHING
    team = rules.team_of[seat]
    if state.unopened[team] == seat:
        state.unopened[team] = NOBODY


def _take_pozzetto(state: State) -> None:
    state.took[state.team] = state.to_move
    for kind in state.pozzetti.pop(0):
        state.hand.put(kind)


def _close(state: State) -> None:
    state.ended = "closed"
    state.closer = state.to_move
