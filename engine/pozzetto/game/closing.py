"""Running out of cards: the pozzetto that comes then, or the closing (chiusura), and
whether a turn could still be ended (decisions 2.16, 2.46).

Only what the seat to move can see is asked: its own cards, the melds, and whether a
pozzetto waits; never a card in the stock, another hand or a pozzetto.
"""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto.game.cards import NAMES
from pozzetto.game.refusals import Refusal
from pozzetto.game.state import NOBODY, State


def pozzetto_comes(state: State, *, by_discard: bool) -> bool:
    """Whether the seat to move, running out now, takes a pozzetto (IT-POZ-01, -04, -08)."""
    rules = state.rules.pozzetti
    if rules is None or state.took[state.team] != NOBODY or not state.pozzetti:
        return False
    return rules.on_discard if by_discard else rules.directly


def closing_refusal(
    state: State, melds: Sequence[int], *, by_discard: bool, card: int = NOBODY
) -> Refusal | None:
    """Why the seat to move may not end the hand by its last card, its team having these
    melds; None when it closes (IT-CLO-01 … 05)."""
    rules, closing = state.rules, state.rules.closing
    if rules.pozzetti is not None and state.took[state.team] == NOBODY:
        if state.pozzetti:
            code = "pozzetto-discard" if by_discard else "pozzetto-direct"
            if closing.needs_pozzetto != "no":
                return rules.refuse(code, "pozzetti.taken")
        elif closing.needs_pozzetto == "always":
            return rules.refuse("closing-pozzetto", "closing.needs.pozzetto")
    if closing.needs_burraco and not any(state.shapes.closes[shape] for shape in melds):
        wilds = closing.burraco_wilds
        code = {None: "closing-burraco", 0: "closing-clean"}.get(wilds, "closing-few-wilds")
        return rules.refuse(code, "closing.needs.burraco", wilds=wilds)
    if by_discard:
        if not closing.by_discard:
            return rules.refuse("closing-by-laying", "closing.last_card")
        if rules.is_wild[card] and not closing.wild_discard:
            return rules.refuse("closing-wild", "closing.wild_discard", card=NAMES[card])
    elif not closing.by_laying:
        return rules.refuse("closing-by-discard", "closing.last_card")
    return None


def is_barred(state: State, card: int, count: int) -> bool:
    """Whether a card may not be thrown: it was taken alone from the pile this turn, and
    no twin of it is held (2.10). `count`: how many of the kind are held."""
    return card == state.barred and count == 1


def barred_refusal(state: State, card: int, count: int) -> Refusal | None:
    """Why a card of which `count` are held may not be thrown straight back."""
    if is_barred(state, card, count):
        return state.rules.refuse("same-card-back", "draw.pile.return_single", card=NAMES[card])
    return None


def last_discard_refusal(
    state: State, card: int, melds: Sequence[int], played: Sequence[int] = ()
) -> Refusal | None:
    """Why the last card held may not be discarded, once these were played; None when that
    takes the pozzetto or closes."""
    if state.barred not in played:  # of two copies the barred one is played first
        barred = barred_refusal(state, card, 1)
        if barred is not None:
            return barred
    if pozzetto_comes(state, by_discard=True):
        return None
    return closing_refusal(state, melds, by_discard=True, card=card)


def empty_refusal(state: State, melds: Sequence[int]) -> Refusal | None:
    """Why the seat to move may not have melded its last card; None when a pozzetto comes
    to hand, or that closes the hand."""
    if pozzetto_comes(state, by_discard=False):
        return None
    return closing_refusal(state, melds, by_discard=False)


def unfinished(
    state: State, left: Sequence[int], melds: Sequence[int], played: Sequence[int]
) -> Refusal | None:
    """Why the turn could not be ended once these cards are played, with those left in
    hand and the team having these melds; None when it could (2.46). Two cards are enough:
    one of them can go."""
    if len(left) > 1:
        return None
    if not left:
        return empty_refusal(state, melds)
    why = last_discard_refusal(state, left[0], melds, played)
    return None if why is None or _lays_the_last(state, left[0], melds) else why


def unfinished_unseen(state: State, melds: Sequence[int]) -> Refusal | None:
    """Why the turn could not be ended by whatever single card now comes to hand, not yet
    seen; None when any card would do."""
    if pozzetto_comes(state, by_discard=True):
        return None
    worst = min(state.rules.melds.wild_kinds, default=0)
    return closing_refusal(state, melds, by_discard=True, card=worst)


def _lays_the_last(state: State, card: int, melds: Sequence[int]) -> bool:
    # whether the last card could be added to a meld of the team, and the turn end by that
    if not (state.rules.closing.by_laying or pozzetto_comes(state, by_discard=False)):
        return False
    for index, shape in enumerate(melds):
        if state.shapes.fitting(shape, 1 << card):
            for longer in state.shapes.additions(shape, card).values():
                after = [*melds[:index], longer, *melds[index + 1 :]]
                if empty_refusal(state, after) is None:
                    return True
    return False
