"""The rule sheet from the end of a hand on: how it ends, the score, the match."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.rules import Rules
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice


def hand_ends(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """How a hand ends."""
    yield told(
        voice("The hand is over as soon as somebody closes; nothing more is played then."),
        "turn.over",
    )
    yield from _stock(rules, voice)
    yield from _stalemate(rules, voice)
    turns = rules.ends.turns
    if rules.ends.limit_counts:
        text = voice.some(
            "A hand is stopped after one turn, and scored.",
            "A hand that goes on for {count} turns is stopped then, and scored.",
            turns,
        )
    else:
        text = voice.some(
            "A hand is stopped after one turn, and is void.",
            "A hand that goes on for {count} turns is stopped then, and is void.",
            turns,
        )
    yield told(text, "hand_ends.limit.turns", "hand_ends.limit.counts")


def _stock(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    left = rules.ends.stock_left
    if rules.ends.at_once and left:
        text = voice(
            "It is also over at once when a draw leaves only {cards} in the stock: the card "
            "drawn counts as held, nothing more is melded, and the pile is not taken.",
            cards=voice.cards(left),
        )
    elif rules.ends.at_once:
        text = voice(
            "It is also over at once when the last card of the stock is drawn: that card counts "
            "as held, nothing more is melded, and the pile is not taken."
        )
    elif left:
        text = voice(
            "It is also over when a draw has left only {cards} in the stock and the player who "
            "drew has finished the turn.",
            cards=voice.cards(left),
        )
    else:
        text = voice(
            "It is also over when the last card of the stock has been drawn and the player who "
            "drew it has finished the turn."
        )
    yield told(text, "hand_ends.stock.left", "hand_ends.stock.when")
    if rules.pozzetti is not None and rules.pozzetti.become_stock:
        text = voice("As long as a pozzetto can become the new stock, play goes on.")
        yield told(text, "hand_ends.stock")


def _stalemate(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    laps = rules.ends.laps
    if rules.ends.by_agreement:
        yield told(
            voice(
                "When the pile is a single card and for a whole lap the players have done no more "
                "than swap it, the player to move may propose to end the hand; it ends if all "
                "agree."
            ),
            "hand_ends.stalemate.by",
        )
        if laps is None:
            text = voice("No number of such laps ends the hand by itself.")
            yield aside(text, "hand_ends.stalemate.laps")
        else:
            text = voice.some(
                "After one whole lap of such swaps it ends by itself.",
                "After {count} whole laps of such swaps it ends by itself.",
                laps,
            )
            yield told(text, "hand_ends.stalemate.laps", "hand_ends.stalemate.by")
    elif laps is not None:
        text = voice.some(
            "When the pile is a single card and for one whole lap the players do no more than "
            "swap it, the hand ends by itself.",
            "When the pile is a single card and for {count} whole laps the players do no more "
            "than swap it, the hand ends by itself.",
            laps,
        )
        yield told(text, "hand_ends.stalemate.laps", "hand_ends.stalemate.by")
    else:
        yield aside(voice("There is no end by stalemate."), "hand_ends.stalemate")


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
