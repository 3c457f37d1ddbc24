"""Melds whose cards are marked with what they stand for: judged as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pozzetto.errors import IllegalMove
from pozzetto.game.cards import ACE, NAMES, RANK_OF, RANKS, SUIT_OF
from pozzetto.game.melds import LAST_PLACE, Meld, a_run, a_set, natural_card, objection
from pozzetto.game.placing import reading
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules

Mark: TypeAlias = int | None
"""The kind that a card is said to stand for; None where nothing is said."""


def marked_meld(cards: Sequence[int], marks: Sequence[Mark], rules: Rules) -> Meld | Refusal:
    """The meld as it is written, low to high, or why the rules do not allow it.

    A card without a mark stands where it is written: an ace at the end at which it lies,
    a wild card for the place it takes, or parked at the end of a whole run.
    """
    # what each card stands for, as far as it says so itself
    stands = [
        mark if mark is not None else None if rules.is_wild[kind] else kind
        for kind, mark in zip(cards, marks, strict=True)
    ]
    fixed = [kind for kind in cards if not rules.is_wild[kind]]
    said = fixed if len(fixed) > 1 else [kind for kind in stands if kind is not None]
    if len(said) > 1 and len({RANK_OF[kind] for kind in said}) == 1:
        meld = a_set(RANK_OF[said[0]], cards, rules)
        refused = objection(meld, rules) or _of_another_rank(meld, cards, stands, rules)
    else:
        meld, refused = _run(cards, stands, rules)
    if refused is None:
        return meld
    if not fixed and refused.code in ("off-the-end", "run-gap"):
        # that no arrangement would do is the better reason
        try:
            reading(cards, rules)
        except IllegalMove as error:
            return error.refusal
    return refused


def _of_another_rank(
    meld: Meld, cards: Sequence[int], stands: Sequence[Mark], rules: Rules
) -> Refusal | None:
    for kind, stand in zip(cards, stands, strict=True):
        if stand is not None and RANK_OF[stand] != meld.of:
            name = f"{NAMES[kind]}={NAMES[stand]}"
            return rules.refuse("set-mixed", "melds.kinds", card=name, rank=RANKS[meld.of])
    return None


def _run(cards: Sequence[int], stands: Sequence[Mark], rules: Rules) -> tuple[Meld, Refusal | None]:
    suit = _suit(cards, stands, rules)
    low = _low(stands)
    meld = a_run(suit, low, cards, rules)
    refused = objection(meld, rules) or _misplaced(meld, stands, rules)
    if refused is not None and refused.code == "run-mixed":
        refused = _misplaced(meld, stands, rules) or refused
    runs = rules.melds.runs
    if refused is not None and runs is not None and runs.parked_wild and stands[-1] is None:
        parked = a_run(suit, low, cards, rules, parked=True)
        if objection(parked, rules) is None and not _misplaced(parked, stands[:-1], rules):
            return parked, None
    return meld, refused


def _suit(cards: Sequence[int], stands: Sequence[Mark], rules: Rules) -> int:
    # the natural cards tell the suit; a mark does where there is none
    fixed = (kind for kind in cards if not rules.is_wild[kind])
    said = (kind for kind in stands if kind is not None)
    return SUIT_OF[next(fixed, next(said, cards[0]))]


def _low(stands: Sequence[Mark]) -> int:
    for index, kind in enumerate(stands):
        if kind is not None and RANK_OF[kind] != ACE:
            return RANK_OF[kind] - index
    index = next((index for index, kind in enumerate(stands) if kind is not None), 0)
    return 0 if index == 0 else LAST_PLACE - index


def _misplaced(meld: Meld, stands: Sequence[Mark], rules: Rules) -> Refusal | None:
    # a card said to stand for another one than the place it lies in
    for kind, stand, (place, _) in zip(meld.cards, stands, meld.placed, strict=False):
        wanted = natural_card(meld.of, place)
        if stand is None or stand == wanted:
            continue
        if SUIT_OF[stand] == meld.of:
            return rules.refuse("run-gap", "melds.run.consecutive")
        name = NAMES[kind] if kind == stand else f"{NAMES[kind]}={NAMES[stand]}"
        return rules.refuse("run-mixed", "melds.run.consecutive", card=name, place=NAMES[wanted])
    return None
