"""The rule sheet's end of a hand: the stock, a stalemate."""

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
