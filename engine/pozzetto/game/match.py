"""The match: hands one after the other, until somebody has won it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pozzetto.errors import Fault, PozzettoError, RulesetError
from pozzetto.game.rules import Rules


class MatchEnd(Enum):
    """Why a match is over."""

    TARGET = "a team reached the target"
    HANDS = "the last hand was played"
    HOUSE = "a house rule ended it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a match ended: why, and which team won it; `winner` is None when it is drawn."""

    reason: MatchEnd
    winner: int | None

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return self.winner is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match as far as it has been played.

    `totals` are by team; `hands` holds the score of each hand, by team. A match taken up
    in the middle has totals already, and no hands.
    """

    rules: Rules
    totals: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] = ()
    first_dealer: int = 0

    @classmethod
    def begin(cls, rules: Rules, *, first_dealer: int = 0) -> Match:
        """A match of which no hand has been played."""
        return cls(rules=rules, totals=(0,) * len(rules.teams), first_dealer=first_dealer)

    @property
    def dealer(self) -> int:
        """The seat that deals the next hand: the deal passes to the left (IT-DRW-07)."""
        return (self.first_dealer + len(self.hands)) % len(self.rules.seats)

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seats that dealt the hands played so far."""
        seats = len(self.rules.seats)
        return tuple((self.first_dealer + hand) % seats for hand in range(len(self.hands)))

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        answers = (ask(self) for ask in self.rules.house.match_ends)
        return next((outcome for outcome in answers if outcome is not None), None)

    def after(self, score: Sequence[int]) -> Match:
        """The match after one more hand with this score, by team (IT-SCO-07)."""
        if self.outcome is not None:
            raise PozzettoError(f"The match is over: {self.outcome.reason.value}.")
        teams = len(self.rules.teams)
        if len(score) != teams:
            raise PozzettoError(f"A hand's score is for {teams} teams, not {len(score)}.")
        totals = tuple(total + points for total, points in zip(self.totals, score, strict=True))
        return replace(self, totals=totals, hands=(*self.hands, tuple(score)))


def ordinary_end(match: Match) -> Outcome | None:
    """How a match ended by the ordinary rules; None while it goes on.

    The target counts after each hand: the highest total at or over it wins (IT-MAT-01,
    IT-MAT-02), and where the highest totals are equal another hand is played, or the
    match is drawn, as the ruleset says (IT-MAT-03). A fixed number of hands is never
    exceeded: equal totals are drawn. Rules with neither play a single hand.
    """
    target = match.rules.match.target
    best = max(match.totals)
    leaders = [team for team, total in enumerate(match.totals) if total == best]
    winner = leaders[0] if len(leaders) == 1 else None
    decided = winner is not None or not match.rules.match.another_hand_on_tie
    if target is not None and best >= target and decided:
        return Outcome(reason=MatchEnd.TARGET, winner=winner)
    hands = match.rules.match.hands
    if hands is None and target is None:
        hands = 1
    if hands is not None and len(match.hands) >= hands:
        return Outcome(reason=MatchEnd.HANDS, winner=winner)
    return None


def victory_points(rules: Rules, difference: int, hands: int) -> tuple[int, int]:
    """The victory points that the winner and the loser of so many hands share.

    `difference` is between the teams' totals; whose lead it is does not matter. Raises
    RulesetError when the ruleset has no table for that number of hands.
    """
    tables = rules.match.victory_points
    if hands not in tables:
        known = ", ".join(str(number) for number in sorted(tables)) or "none at all"
        after = f"{hands} hand{'s' * (hands != 1)}"
        message = f"{rules.name} has no victory points for {after} (tables: {known})"
        raise RulesetError([Fault(message=message, path="match.victory_points")])
    won = 10 + bisect_left(tables[hands], abs(difference))
    return won, 20 - won
