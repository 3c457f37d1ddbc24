"""The rule sheet for a turn: drawing, melding, discarding; the pozzetto and closing."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.rules import Pozzetti, Rules
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice
from pozzetto.words.wild_cards import any_wild, room_for_wilds, wild_jokers, wild_twos


def drawing(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """How a turn begins."""
    yield told(
        voice("The player at the dealer's left begins, and the turn passes clockwise."),
        "turn.order",
    )
    yield told(
        voice(
            "A turn begins by taking either the top card of the stock or the whole discard "
            "pile, never both."
        ),
        "turn.draw_first",
        "turn.already_drawn",
        "draw.pile",
    )
    yield aside(voice("Nothing can be drawn from an empty stock."), "turn.stock_empty")
    yield aside(voice("An empty pile cannot be taken."), "turn.pile_empty")
    yield from _pile(rules, voice)


def _pile(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    pile = rules.pile
    if pile.needs == "nothing":
        text = voice("The pile may always be taken, whether or not its cards can be melded.")
    elif pile.needs == "any_meld":
        text = voice("Whoever takes the pile has to meld at least one card in the same turn.")
    else:
        text = voice(
            "The pile may be taken only if its top card can be melded at once, added to a meld "
            "or laid in a new one with cards from the hand, without any other card of the pile; "
            "once it lies, the rest of the pile comes to hand."
        )
    # where the top card has to be melded it cannot go back anyway
    keys = ("draw.pile.return_single",) if pile.needs == "top_card" else ()
    yield told(text, "draw.pile.needs", *keys)
    if not keys and pile.return_single:
        text = voice("A card taken alone from the pile may be thrown straight back.")
        yield told(text, "draw.pile.return_single")
    elif not keys:
        text = voice(
            "A card that was alone in the pile may not be thrown back in the turn in which it "
            "is taken; its twin may, if it was already held."
        )
        yield told(text, "draw.pile.return_single")
    if pile.seen == "all":
        text = voice("Everyone may look at all the cards of the pile at any time.")
    else:
        text = voice("Only the top card of the pile may be looked at.")
    yield told(text, "draw.pile.seen")


def melding(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What is done with the cards."""
    yield told(
        voice.team(
            "Then the player may lay new melds and add cards from the hand to any melds of their "
            "own {team}, as many as they like, but never to those of the opponents.",
            "Then the player may lay new melds and add cards from the hand to any melds of their "
            "own, as many as they like, but never to those of an opponent.",
        ),
        "melds.own_team",
        "turn.not_held",
    )
    text = voice("Cards once melded never go back to the hand, nor to another meld.")
    yield told(text, "melds.own_team")
    if rules.closing.by_laying:
        text = voice(
            "The turn ends with one card discarded face up on the pile, unless the player "
            "closes by melding the last one."
        )
    else:
        text = voice("Every turn ends with one card discarded face up on the pile.")
    yield told(text, "turn.one_discard")


def pozzetto(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """The second hand."""
    rule = rules.pozzetti
    if rule is None:
        yield told(voice("There are no pozzetti."), "pozzetti")
        return
    yield told(
        voice.team(
            "The first player of a {team} to run out of cards takes a pozzetto as a new hand; "
            "no {team} takes more than one.",
            "A player who runs out of cards takes a pozzetto as a new hand; nobody takes more "
            "than one.",
        ),
        "pozzetti",
    )
    yield told(voice("No burraco is needed for that."), "pozzetti")
    yield told(_taken(voice, directly=rule.directly, on_discard=rule.on_discard), "pozzetti.taken")
    if rule.on_discard:
        if any_wild(rules):
            text = voice("The discard that takes a pozzetto may be a wild card.")
            yield told(text, "pozzetti")
        if rule.seen == "at_once":
            text = voice("A pozzetto taken with the discard may be looked at straight away.")
        else:
            text = voice(
                "A pozzetto taken with the discard stays face down until the next turn of the "
                "player who took it."
            )
        yield told(text, "pozzetti.seen")
    if rule.become_stock:
        text = voice(
            "When the stock has run out and the turn is over, a pozzetto not taken yet becomes "
            "the new stock."
        )
        yield told(text, "pozzetti.when_stock_ends")
    else:
        text = voice("A pozzetto not taken yet never becomes stock.")
        yield aside(text, "pozzetti.when_stock_ends")


def _taken(voice: Voice, *, directly: bool, on_discard: bool) -> str:
    if directly and on_discard:
        return voice(
            "Whoever melds every card takes it directly and goes on in the same turn, without "
            "drawing again; whoever runs out with the discard takes it then, to play it from "
            "the next turn."
        )
    if directly:
        return voice(
            "It is taken only directly, by melding every card: the turn goes on, without "
            "another draw."
        )
    return voice(
        "It is taken only with the discard of the last card, to be played from the next turn."
    )


def closing(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """How a player closes."""
    if rules.pozzetti is None:
        text = voice("A player who plays the last card closes, and the hand is over.")
    else:
        text = voice(
            "A player who plays the last card and has no pozzetto to take closes, and the hand "
            "is over."
        )
    yield told(text, "closing")
    yield from _needs(rules, voice)
    rule = rules.closing
    if rule.by_discard and rule.by_laying:
        text = voice("The last card may be discarded or melded.")
    elif rule.by_discard:
        text = voice("The last card has to be discarded; it may not be melded.")
    else:
        text = voice("The last card has to be melded; it may not be discarded.")
    yield told(text, "closing.last_card")
    if rule.by_discard and any_wild(rules):
        if rule.wild_discard:
            text = voice("The discard that closes may be a wild card.")
        else:
            text = _no_wild(rules, voice)
        yield told(text, "closing.wild_discard")
    yield told(
        voice(
            "No play is allowed that would leave the player without a way to end the turn: "
            "whoever may not close yet has to keep a card."
        ),
        "closing.no_stranding",
    )


def _no_wild(rules: Rules, voice: Voice) -> str:
    if not wild_twos(rules):
        return voice("The discard that closes may not be a joker.")
    if not wild_jokers(rules):
        return voice("The discard that closes may not be a two.")
    return voice("The discard that closes may not be a wild card: neither a joker nor a two.")


def _needs(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    if rules.pozzetti is not None:
        yield from _needs_pozzetto(rules, rules.pozzetti, voice)
    rule = rules.closing
    if not rule.needs_burraco:
        text = voice("No burraco is needed to close.")
    elif rule.burraco_wilds is None or rule.burraco_wilds >= _most_wilds(rules):
        text = voice.team(
            "The {team} that closes needs at least one burraco, of whatever kind.",
            "The player who closes needs at least one burraco, of whatever kind.",
        )
    elif not rule.burraco_wilds:
        text = voice.team(
            "The {team} that closes needs at least one burraco without wild cards.",
            "The player who closes needs at least one burraco without wild cards.",
        )
    else:
        text = voice.team(
            "The {team} that closes needs at least one burraco with no more than {wilds}.",
            "The player who closes needs at least one burraco with no more than {wilds}.",
            wilds=voice.some("one wild card", "{count} wild cards", rule.burraco_wilds),
        )
    key = "closing.needs.burraco"
    yield told(text, f"{key}.wilds" if rule.needs_burraco else key)


def _most_wilds(rules: Rules) -> int:
    return min(rules.melds.most_wilds, room_for_wilds(rules))


def _needs_pozzetto(rules: Rules, pozzetti: Pozzetti, voice: Voice) -> Iterator[Sentence]:
    needs = rules.closing.needs_pozzetto
    # with one for each that never becomes stock, one is left for whoever has not taken it
    always_left = len(pozzetti.piles) >= len(rules.teams) and not pozzetti.become_stock
    if needs == "no":
        text = voice.team(
            "To close, a {team} need not have taken its pozzetto.",
            "To close, a player need not have taken a pozzetto.",
        )
    elif needs == "always" or always_left:
        text = voice.team(
            "To close, a {team} must have taken its pozzetto.",
            "To close, a player must have taken a pozzetto.",
        )
    else:
        text = voice.team(
            "To close, a {team} must have taken its pozzetto, unless none is left for it.",
            "To close, a player must have taken a pozzetto, unless none is left.",
        )
    yield told(text, "closing.needs.pozzetto")
    if needs == "unless_none_left" and always_left:
        text = voice.team(
            "It would not need one if none were left for it, but here one always is.",
            "Nobody would need one if none were left, but here one always is.",
        )
        yield aside(text, "closing.needs.pozzetto")
