"""What is measured of matches and tournament rounds, and of how far the stronger one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pozzetto.game.match import victory_points
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab.matches import MatchResult, Per, match_hands, round_rules
from pozzetto.lab.measure import (
    MATCHES,
    SHARE,
    STRENGTH,
    TURNS_A_MINUTE,
    Count,
    Measure,
    plainly,
)
from pozzetto.lab.result import HandResult
from pozzetto.text.told import told

UNFINISHED = "unfinished"
"""The name of the measure that counts the matches which are not over in their block."""
MOST_UNFINISHED = 0.05
"""Where more than this share of the matches is not over, how long they take and how they end
is not known, and nothing else is told of them."""


def match_measures(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    """Of matches, where one is more than a hand; of rounds where victory points are known
    for all; and of strength, where two sides are unequal."""
    lengths = [match_hands(rules) for rules in rulesets]
    if max(lengths) > 1:
        yield from _of_matches(rulesets, max(lengths))
    yield from _of_rounds(rulesets, sides)
    if len(sides) == 2:
        yield from _of_strength(sides[0], several=max(lengths) > 1)


def worth_telling(
    figures: Iterable[tuple[Measure, Sequence[float]]],
) -> Callable[[Measure], bool]:
    """Which measures are told, given their means under each ruleset: of matches that are
    often not over only that they are not."""
    often = any(
        measure.name == UNFINISHED and max(means) > MOST_UNFINISHED for measure, means in figures
    )
    return lambda measure: not often or measure.per != "match" or measure.name == UNFINISHED


def _of_matches(rulesets: Sequence[Rules], length: int) -> Iterator[Measure]:
    teams = len(rulesets[0].teams)
    yield Measure(
        name="match_points",
        title=Phrase("points a match"),
        unit="points",
        sentence=Phrase("What a team scores in a match, in all its hands together."),
        count=plainly(lambda match: sum(match.totals)),
        parts=teams,
        per="match",
        group=MATCHES,
    )
    yield Measure(
        name="match_hands",
        title=Phrase("hands a match"),
        unit="hands",
        sentence=Phrase("How many hands a match takes."),
        count=plainly(lambda match: match.hands),
        per="match",
        group=MATCHES,
    )
    yield Measure(
        name="match_minutes",
        title=Phrase("minutes a match"),
        unit="minutes",
        sentence=Phrase(
            "Minutes that a match takes people, estimated at fifteen seconds a turn: an assumption."
        ),
        count=plainly(lambda match: match.turns),
        parts=TURNS_A_MINUTE,
        per="match",
        group=MATCHES,
    )
    if teams > 1:
        yield Measure(
            name="comebacks",
            title=Phrase("comebacks"),
            unit=SHARE,
            sentence=Phrase(
                "Share of the matches won by a team that was behind after half of the hands."
            ),
            count=plainly(lambda match: int(match.behind)),
            per="match",
            group=MATCHES,
        )
    if any(rules.match.hands is None and rules.match.target for rules in rulesets):
        yield Measure(
            name=UNFINISHED,
            title=Phrase("unfinished matches"),
            unit=SHARE,
            sentence=told(
                "Share of the matches that are not over after {hands} hands; they are counted as "
                "they stand then.",
                hands=length,
            ),
            count=plainly(lambda match: int(not match.over)),
            per="match",
            group=MATCHES,
        )


def _of_rounds(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    rounds = [round_rules(rules, rulesets).match for rules in rulesets]
    if len(rulesets[0].teams) != 2 or not all(each.victory_points for each in rounds):
        return

    def points_of(share: Callable[[tuple[int, int], MatchResult], int]) -> Callable[[Rules], Count]:
        def count(rules: Rules) -> Count:
            played = round_rules(rules, rulesets)

            def points(match: MatchResult) -> int:
                first, second = match.totals
                return share(victory_points(played, first - second, match.hands), match)

            return points

        return count

    if len(sides) == 2:
        yield Measure(
            name="vp_1",
            title=told("VP of {players}", players=sides[0]),
            unit="VP",
            sentence=told(
                "Victory points that {players} takes in a tournament round, of 20.",
                players=sides[0],
            ),
            count=points_of(lambda vp, match: vp[match.totals[0] < match.totals[1]]),
            per="round",
            group=MATCHES,
        )
    yield Measure(
        name="vp",
        title=Phrase("VP of the winner"),
        unit="VP",
        sentence=Phrase(
            "Victory points that the winner of a tournament round takes, of 20; a ruleset "
            "without a table of them borrows that of another one compared."
        ),
        count=points_of(lambda vp, match: vp[0]),
        per="round",
        group=MATCHES,
    )


def _of_strength(first: str, *, several: bool) -> Iterator[Measure]:
    # a draw is half a win: counted in halves
    def hand_won(hand: HandResult) -> int:
        return 1 + (hand.points[0] > hand.points[1]) - (hand.points[0] < hand.points[1])

    def match_won(match: MatchResult) -> int:
        return 1 + (match.winner == 0) - (match.winner == 1)

    def won(name: str, per: Per, title: str, sentence: str, count: Count) -> Measure:
        return Measure(
            name=name,
            title=told(title, players=first),
            unit=SHARE,
            sentence=told(sentence, players=first),
            count=plainly(count),
            parts=2,
            per=per,
            group=STRENGTH,
        )

    yield won(
        "won_hand",
        "hand",
        Phrase("hands won by {players}"),
        Phrase("Share of the hands in which {players} scores more; equal scores count half."),
        hand_won,
    )
    if several:
        yield won(
            "won_match",
            "match",
            Phrase("matches won by {players}"),
            Phrase(
                "Share of the matches that {players} wins; a draw, and a match that is not "
                "over, count half."
            ),
            match_won,
        )
    yield won(
        "won_round",
        "round",
        Phrase("rounds won by {players}"),
        Phrase("Share of the tournament rounds that {players} wins; a draw counts half."),
        match_won,
    )
