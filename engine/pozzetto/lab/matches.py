"""Matches and tournament rounds: consecutive deals cut into blocks, one match from each.

Blocks depend on the number of the deal alone, so that under every ruleset a match begins
with the same deal, and matches pair as hands do. A block is long enough for nearly every
match to end in it; the deals of a block that a match does not need are not counted for it,
and one that is not over with the block is counted as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from pozzetto.game.match import Match
from pozzetto.game.rules import MatchRules, Rules
from pozzetto.game.state import NOBODY
from pozzetto.lab.result import HandResult

Per: TypeAlias = Literal["hand", "match", "round"]
"""What is observed: every hand, one match a block, or one tournament round a block."""
Played: TypeAlias = tuple[tuple[Any, ...], ...]
"""One observation: under each ruleset, with each seating, a HandResult or a MatchResult."""

SLOW = 250
"""Points a hand of a team that is slow to a target: a block has hands enough for it. Players
who look at their cards make about 500, and random ones never arrive."""
FEWEST = 4
"""A block of matches to a target has so many hands at least."""
ROUND = 4
"""The hands of a tournament round, where a ruleset does not say."""


class MatchResult(NamedTuple):
    """A match, counted. What is by team elsewhere is by side here, as in `HandResult`.

    `winner` is the side that won, −1 where none did; `over` is whether the match ended in
    its block; `behind` whether the winner was not ahead, nor level, after half of its hands.
    """

    hands: int
    totals: tuple[int, ...]
    winner: int
    over: bool
    behind: bool
    turns: int


def match_result(rules: Rules, hands: Iterable[HandResult]) -> MatchResult:
    """The match that these hands are, one after the other, as far as it needs them."""
    match, turns = Match.begin(rules), 0
    outcome = None
    for hand in hands:
        match = match.after(hand.points)
        turns += hand.turns
        outcome = match.outcome
        if outcome is not None:
            break
    winner = NOBODY if outcome is None or outcome.winner is None else outcome.winner
    half = [sum(side) for side in zip(*match.hands[: len(match.hands) // 2], strict=True)]
    return MatchResult(
        hands=len(match.hands),
        totals=match.totals,
        winner=winner,
        over=outcome is not None,
        behind=winner != NOBODY and bool(half) and half[winner] < max(half),
        turns=turns,
    )


def match_hands(rules: Rules) -> int:
    """The most hands that a match of these rules is followed for: all it has, or as many as
    a team slow to its target takes."""
    if rules.match.hands is not None:
        return rules.match.hands
    if rules.match.target is None:
        return 1
    return max(FEWEST, -(-rules.match.target // SLOW))


def round_rules(rules: Rules, rulesets: Sequence[Rules]) -> Rules:
    """These rules as a round of a tournament plays them: a fixed number of hands, and
    victory points at the end. A ruleset without a table of them borrows that of the first
    of `rulesets` that has one."""
    own = rules.match
    hands = own.hands if own.hands is not None and own.hands > 1 else None
    if hands is None:
        hands = next(iter(own.victory_points)) if len(own.victory_points) == 1 else ROUND
    tables = [each.match.victory_points for each in (rules, *rulesets)]
    return replace(
        rules,
        match=MatchRules(
            target=None,
            hands=hands,
            another_hand_on_tie=False,
            victory_points=next((table for table in tables if hands in table), {}),
        ),
    )


class Blocks:
    """Cuts deals, given in order, into observations of one kind under some rulesets."""

    def __init__(self, per: Per, rulesets: Sequence[Rules]) -> None:
        self._per = per
        self._rules = list(rulesets)
        if per == "round":
            self._rules = [round_rules(rules, rulesets) for rules in rulesets]
        self._waiting: list[Played] = []
        self.length = 1 if per == "hand" else max(map(match_hands, self._rules))
        """How many deals make one observation."""

    def add(self, deal: Played) -> Played | None:
        """The observation that this deal completes, if it does."""
        if self._per == "hand":
            return deal
        self._waiting.append(deal)
        if len(self._waiting) < self.length:
            return None
        under = zip(self._rules, zip(*self._waiting, strict=True), strict=True)
        matches = tuple(
            # a seating plays its own hands of the block, from first to last
            tuple([match_result(rules, hands) for hands in zip(*deals, strict=True)])
            for rules, deals in under
        )
        self._waiting.clear()
        return matches
