"""What a finished hand came to: one small row of integers, ready to be counted."""

from __future__ import annotations

from typing import NamedTuple

from pozzetto.game.moves import DISCARD, TAKE, WHAT
from pozzetto.game.scoring import score
from pozzetto.game.state import NOBODY, State

HOUSE = "house"
ENDS = ("closed", "stock", "stalemate", "limit", HOUSE)
"""The ways a hand can end, in the order of `HandResult.ended`; `house`: by a house rule."""


class HandResult(NamedTuple):
    """One hand, counted.

    What is by team here is by *side*: the players who play together, wherever they sit.
    Side s sits as team (s + `shift`) mod teams; `shift` is 0 unless players of unequal
    strength play a deal again with their places exchanged.

    `ended` is an index into `ENDS`; `closer` the seat that closed, −1 when none did;
    `burracos` counts each tier, for every side in the order of the rules' tiers; `took`
    and `unopened` are 1 for a side that took its pozzetto, and that never opened it;
    `pickups` counts how often the pile was taken, `picked_up` the cards that came with it;
    `first` is the side that played first, at the dealer's left (IT-TRN-01). `house` are the
    counts of the measures that house rules add, each with its name.
    `record` is the hand written out, where the run keeps records; else it is empty.
    """

    shift: int
    points: tuple[int, ...]
    ended: int
    closer: int
    burracos: tuple[tuple[int, ...], ...]
    took: tuple[int, ...]
    unopened: tuple[int, ...]
    melds: tuple[int, ...]
    turns: int
    pickups: int
    picked_up: int
    first: int
    house: tuple[tuple[str, int], ...] = ()
    record: str = ""


def hand_result(state: State, shift: int = 0) -> HandResult:
    """What a finished hand came to, the sides sitting as `shift` says."""
    rules, tiers_of = state.rules, state.shapes.tiers
    every_tier = range(len(rules.tiers))
    seated = [(side + shift) % len(rules.teams) for side in range(len(rules.teams))]
    points = score(state)
    tiers = [[tiers_of[shape] for shape in state.melds[team]] for team in seated]
    verbs = [entry >> 4 & WHAT for entry in state.log]
    # every card that came to the pile and is not there any more was picked up
    picked_up = len(state.opening_pile) + verbs.count(DISCARD) - len(state.pile)
    beginner = rules.team_of[(state.dealer + 1) % len(rules.seats)]
    return HandResult(
        shift=shift,
        points=tuple([points[team] for team in seated]),
        ended=ENDS.index(state.ended if state.ended in ENDS else HOUSE),
        closer=state.closer,
        burracos=tuple([tuple([side.count(tier) for tier in every_tier]) for side in tiers]),
        took=tuple([int(state.took[team] != NOBODY) for team in seated]),
        unopened=tuple([int(state.unopened[team] != NOBODY) for team in seated]),
        melds=tuple([len(side) for side in tiers]),
        turns=state.turns,
        pickups=verbs.count(TAKE),
        picked_up=picked_up,
        first=seated.index(beginner),
        house=tuple([(each.name, count(state)) for each, count in rules.house.measures]),
    )
