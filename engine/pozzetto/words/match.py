"""The rule sheet's match: when it is over, who has won it, victory points."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.rules import Rules
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice


def match(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """When the match is over, and who has won it."""
    target, hands = rules.match.target, rules.match.hands
    if target is None:
        yield told(
            voice.some(
                "The match is a single hand, and the highest score wins.",
                "The match is {count} hands, and the highest total wins.",
                hands or 1,
            ),
            "match.target",
            "match.hands",
        )
    else:
        text = voice.team(
            "The match goes on until a {team} has {points} or more; if several have after the "
            "same hand, the highest total wins.",
            "The match goes on until a player has {points} or more; if several have after the "
            "same hand, the highest total wins.",
            points=voice.points(target),
        )
        yield told(text, "match.target")
        yield from _most_hands(rules, voice)
    yield from _tie(rules, voice)
    if target is not None or (hands or 1) > 1:
        yield told(voice("After each hand the deal passes to the left."))


def victory_points(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What a tournament makes of the totals."""
    for number, bounds in rules.match.victory_points.items():
        yield told(_table(number, bounds, voice), f"match.victory_points.{number}")
    if not rules.match.victory_points:
        yield aside(voice("There are no victory points."), "match.victory_points")


def _most_hands(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    if rules.match.hands is None:
        yield aside(voice("The number of hands is not limited."), "match.hands")
        return
    text = voice.some(
        "It has no more than one hand, after which the highest total wins.",
        "It has no more than {count} hands, after which the highest total wins.",
        rules.match.hands,
    )
    yield told(text, "match.hands")


def _tie(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    target, hands = rules.match.target, rules.match.hands
    if target is not None and rules.match.another_hand_on_tie:
        if hands is None:
            text = voice("If the highest totals are equal, another hand is played.")
        else:
            text = voice(
                "If the highest totals are equal, another hand is played, unless it was the last: "
                "then the match is drawn."
            )
    else:
        text = voice("If the highest totals are equal, the match is drawn.")
    yield told(text, "match.tie")


def _table(number: int, bounds: tuple[int, ...], voice: Voice) -> str:
    shares = [f"{10 + step}-{10 - step}" for step in range(len(bounds))]
    steps = [
        voice("{share} up to {points}", share=share, points=bound)
        for share, bound in zip(shares, bounds, strict=True)
    ]
    return voice.some(
        "After one hand the difference of the totals is turned into victory points: {steps}, and "
        "20-0 beyond that.",
        "After {count} hands the difference of the totals is turned into victory points: {steps}, "
        "and 20-0 beyond that.",
        number,
        steps=", ".join(steps),
    )
