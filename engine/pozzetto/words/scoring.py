"""The rule sheet's score: what a hand is worth."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.rules import Rules
from pozzetto.words.sentence import Sentence, told
from pozzetto.words.voice import Voice


def scoring(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What a hand is worth."""
    if any(tier.points for tier in rules.tiers):
        text = voice.team(
            "When the hand is over, each {team} adds up the values of the cards in its melds and "
            "the points of its burracos, and takes off the values of the cards that its players "
            "still hold.",
            "When the hand is over, each player adds up the values of the cards in their melds "
            "and the points of their burracos, and takes off the values of the cards still held.",
        )
    else:
        text = voice.team(
            "When the hand is over, each {team} adds up the values of the cards in its melds, and "
            "takes off the values of the cards that its players still hold.",
            "When the hand is over, each player adds up the values of the cards in their melds, "
            "and takes off the values of the cards still held.",
        )
    yield told(text, "scoring")
    text = _closing(rules, voice)
    yield told(text, "scoring.closing.points", "scoring.closing.if")
    if rules.pozzetti is not None:
        yield from _pozzetto(rules, voice)
    text = voice("The score of a hand may be below zero.")
    yield told(text, "scoring")


def _closing(rules: Rules, voice: Voice) -> str:
    score = rules.scoring
    if not score.closing:
        return voice("Nothing is paid or lost for closing.")
    earns = voice.earns(score.closing)
    if score.closing_if_pozzetto_taken and score.closing < 0:
        text = voice.team(
            "For closing, the {team} that has closed {earns}, if it has taken its pozzetto.",
            "For closing, the player who has closed {earns}, but only after having taken a "
            "pozzetto.",
            earns=earns,
        )
    elif score.closing_if_pozzetto_taken:
        text = voice.team(
            "The {team} that has closed {earns}, if it has taken its pozzetto.",
            "The player who has closed {earns}, but only after having taken a pozzetto.",
            earns=earns,
        )
    elif score.closing < 0:
        text = voice.team(
            "For closing, the {team} that has closed {earns}.",
            "For closing, the player who has closed {earns}.",
            earns=earns,
        )
    else:
        text = voice.team(
            "The {team} that has closed {earns}.",
            "The player who has closed {earns}.",
            earns=earns,
        )
    return text


def _pozzetto(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    score = rules.scoring
    earns = voice.earns(score.pozzetto_untaken) if score.pozzetto_untaken else ""
    if not earns:
        text = voice("Nothing is paid or lost for a pozzetto that was not taken.")
    elif score.untaken_unless_nobody_took:
        text = voice.team(
            "A {team} that has not taken its pozzetto {earns}, unless nobody has taken one.",
            "A player who has not taken a pozzetto {earns}, unless nobody has taken one.",
            earns=earns,
        )
    else:
        text = voice.team(
            "A {team} that has not taken its pozzetto {earns}.",
            "A player who has not taken a pozzetto {earns}.",
            earns=earns,
        )
    yield told(text, "scoring.pozzetto_untaken.points", "scoring.pozzetto_untaken.unless")
    if rules.pozzetti is None or not rules.pozzetti.on_discard:
        return
    if score.unopened_cost == "cards":
        text = voice(
            "If the hand ends before a pozzetto taken with the discard could be played, its cards "
            "count as held."
        )
    else:
        text = _flat(rules, voice) if score.unopened_flat else _for_nothing(rules, voice)
    yield told(
        text,
        "scoring.unopened_pozzetto.cost",
        "scoring.unopened_pozzetto.points",
        "scoring.unopened_pozzetto.if",
    )


def _for_nothing(rules: Rules, voice: Voice) -> str:
    """What an unopened pozzetto costs where the flat amount is nothing."""
    if rules.scoring.unopened_cost == "both":
        return voice(
            "If the hand ends before a pozzetto taken with the discard could be played, its cards "
            "count as held, and nothing else is paid or lost for it."
        )
    if rules.scoring.unopened_flat_if_opponents_closed:
        return voice(
            "If the opponents close before a pozzetto taken with the discard could be played, its "
            "cards do not count, and nothing is paid or lost for it; if the hand ends otherwise, "
            "they count as held."
        )
    return voice(
        "If the hand ends before a pozzetto taken with the discard could be played, its cards do "
        "not count, and nothing is paid or lost for it."
    )


def _flat(rules: Rules, voice: Voice) -> str:
    score = rules.scoring
    earns = voice.earns(score.unopened_flat)
    if score.unopened_cost == "flat" and score.unopened_flat_if_opponents_closed:
        return voice(
            "If the opponents close before a pozzetto taken with the discard could be played, "
            "whoever took it {earns} instead of counting its cards; if the hand ends otherwise, "
            "they count as held.",
            earns=earns,
        )
    if score.unopened_cost == "flat":
        return voice(
            "If the hand ends before a pozzetto taken with the discard could be played, whoever "
            "took it {earns} instead of counting its cards.",
            earns=earns,
        )
    if score.unopened_flat_if_opponents_closed:
        return voice(
            "If the hand ends before a pozzetto taken with the discard could be played, its cards "
            "count as held, and if the opponents have closed, whoever took it {earns} besides.",
            earns=earns,
        )
    return voice(
        "If the hand ends before a pozzetto taken with the discard could be played, its cards "
        "count as held, and whoever took it {earns} besides.",
        earns=earns,
    )
