"""Measures of points: what teams and sides score, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab.measure import POINTS, SHARE, Count, Measure, plainly
from pozzetto.lab.result import HandResult
from pozzetto.text.told import told


def point_measures(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    """What is measured of the points of hands: in all, of each side where sides are unequal,
    between the teams, for whoever plays first."""
    teams = len(rulesets[0].teams)
    yield Measure(
        name="points",
        title=Phrase("points a hand"),
        unit="points",
        sentence=Phrase("What a team scores in a hand."),
        count=plainly(lambda hand: sum(hand.points)),
        parts=teams,
        group=POINTS,
    )
    yield from _by_side(sides)
    if teams > 1:
        yield Measure(
            name="spread",
            title=Phrase("points between the teams"),
            unit="points",
            sentence=Phrase(
                "How far the scores of the best and the worst team lie apart in a hand."
            ),
            count=plainly(lambda hand: max(hand.points) - min(hand.points)),
            group=POINTS,
        )
        yield Measure(
            name="first_lead",
            title=Phrase("lead of the first player"),
            unit="points",
            sentence=Phrase(
                "By how many points a hand the team of whoever plays first beats the others."
            ),
            count=plainly(_first_lead),
            parts=teams - 1,
            group=POINTS,
        )
    yield Measure(
        name="negative",
        title=Phrase("negative hands"),
        unit=SHARE,
        sentence=Phrase("Share of a team's hands that score less than nothing."),
        count=plainly(lambda hand: sum(points < 0 for points in hand.points)),
        parts=teams,
        group=POINTS,
    )


def _first_lead(hand: HandResult) -> int:
    # its points less the mean of the others, in parts of as many as there are others
    points = hand.points
    return len(points) * points[hand.first] - sum(points)


def _by_side(sides: Sequence[str]) -> list[Measure]:
    def scored(side: int) -> Count:
        return lambda hand: hand.points[side]

    found = [
        Measure(
            name=f"points_{side + 1}",
            title=told("points of {players}", players=players),
            unit="points",
            sentence=told(
                "What {players} scores in a hand (side {side} of the players given).",
                players=players,
                side=side + 1,
            ),
            count=plainly(scored(side)),
            group=POINTS,
        )
        for side, players in enumerate(sides)
    ]
    if len(sides) == 2:
        found.append(
            Measure(
                name="lead",
                title=told("lead of {players}", players=sides[0]),
                unit="points",
                sentence=told(
                    "By how many points a hand {first} beats {second}.",
                    first=sides[0],
                    second=sides[1],
                ),
                count=plainly(lambda hand: hand.points[0] - hand.points[1]),
                group=POINTS,
            )
        )
    return found
