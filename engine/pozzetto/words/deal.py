"""The rule sheet's deal: the first dealer, the cut, the hands and the pozzetti."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Cut, Rules
from pozzetto.words.sentence import Sentence, told
from pozzetto.words.voice import Voice

_SUITS = {
    "S": Phrase("spades"),
    "H": Phrase("hearts"),
    "D": Phrase("diamonds"),
    "C": Phrase("clubs"),
}


def first_dealer(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """Who deals the first hand."""
    if rules.draw_for_deal is None:
        text = voice("Before the first hand it is agreed who deals.")
        yield told(text, "draw_for_deal")
        return
    if len(rules.seats) == 2:
        text = voice(
            "Before the first hand both players draw a card: the lower one deals, the other "
            "player begins."
        )
    elif voice.lone or not _two_alike(rules):
        text = voice.team(
            "Before the first hand everyone draws a card: the lowest deals, the highest make up "
            "the {team} that comes first from the dealer's left, the next highest the one after "
            "it, and so on; the dealer's own {team} comes last.",
            "Before the first hand everyone draws a card: the lowest deals, the highest sits at "
            "the dealer's left and begins, the others follow from high to low.",
        )
    else:
        text = voice(
            "Before the first hand everyone draws a card: the lowest deals, the highest sits at "
            "the dealer's left and begins, and the highest play together against the lowest."
        )
    yield told(text, "draw_for_deal")
    draw = rules.book["draw_for_deal"]
    ranks = " ".join(rank for rank in draw["ranks"].split() if rank != "JK" or rules.jokers)
    yield told(
        voice("For this the cards rank, from high to low: {ranks}.", ranks=ranks),
        "draw_for_deal.ranks",
    )
    suits = ", ".join(voice(_SUITS[suit]) for suit in draw["suits"].split())
    yield told(
        voice(
            "Cards of one rank go by their suits, from high to low: {suits}. Those who draw the "
            "same card draw again.",
            suits=suits,
        ),
        "draw_for_deal.suits",
    )


def _two_alike(rules: Rules) -> bool:
    """Whether two teams of the same size play, and the dealer's left is the other team's."""
    sizes = [len(rules.seats_of(team)) for team in range(len(rules.teams))]
    return len(sizes) == 2 and sizes[0] == sizes[1] and rules.team_of[0] != rules.team_of[1]


def deal(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """The cut and the deal."""
    cut = rules.deal.cut
    from_cut = rules.deal.pozzetti_from == "cut" and rules.pozzetti is not None
    yield from _cut(cut, voice)
    dealt = voice.cards(rules.deal.cards)
    if from_cut and rules.deal.cards > 1:
        text = voice(
            "The dealer takes the packet that was left and deals {cards} to each player, one "
            "at a time.",
            cards=dealt,
        )
    elif from_cut:
        text = voice(
            "The dealer takes the packet that was left and deals {cards} to each player.",
            cards=dealt,
        )
    elif rules.deal.cards > 1:
        text = voice("The dealer deals {cards} to each player, one at a time.", cards=dealt)
    else:
        text = voice("The dealer deals {cards} to each player.", cards=dealt)
    yield told(text, "deal.cards")
    yield from _pozzetti(rules, voice, from_cut=from_cut)
    if rules.deal.upcard:
        text = voice("The dealer turns up the next card, which begins the discard pile.")
    else:
        text = voice("No card is turned up: the first discard begins the discard pile.")
    yield told(text, "deal.upcard")
    yield told(
        voice.some(
            "One card is left and is the stock, face down.",
            "The remaining {count} cards are the stock, face down.",
            _left(rules),
        ),
        "deal",
    )


def _left(rules: Rules) -> int:
    piles = sum(rules.pozzetti.piles) if rules.pozzetti else 0
    return len(rules.deck) - len(rules.seats) * rules.deal.cards - piles - rules.deal.upcard


def _cut(cut: Cut | None, voice: Voice) -> Iterator[Sentence]:
    if cut is None:
        text = voice("The dealer shuffles; how the pack is cut does not matter.")
        yield told(text, "deal.cut")
        return
    lifted = voice.some(
        "at least one card is lifted", "at least {count} cards are lifted", cut.least
    )
    left = voice.some("at least one is left", "at least {count} are left", cut.leaves)
    yield told(
        voice(
            "The dealer shuffles, and the player at the dealer's right cuts: {lifted}, usually "
            "about {about}, and {left}.",
            lifted=lifted,
            about=cut.about,
            left=left,
        ),
        "deal.cut.least",
        "deal.cut.leaves",
        "deal.cut.about",
    )


def _pozzetti(rules: Rules, voice: Voice, *, from_cut: bool) -> Iterator[Sentence]:
    if rules.pozzetti is None:
        return
    piles = rules.pozzetti.piles
    if len(piles) == 2 and piles[0] == piles[1]:
        text = voice(
            "There are two pozzetti of {size} each, face down, laid crosswise; the upper one is "
            "taken first.",
            size=voice.cards(piles[0]),
        )
    elif len(set(piles)) == 1:
        text = voice.some(
            "There is one pozzetto of {size}, face down.",
            "There are {count} pozzetti of {size} each, face down, laid crosswise; the uppermost "
            "is always taken next.",
            len(piles),
            size=voice.cards(piles[0]),
        )
    else:
        text = voice(
            "There are {count} pozzetti, face down; in the order in which they are taken they "
            "have {sizes} cards.",
            count=voice.number(len(piles)),
            sizes=voice.every([str(size) for size in piles]),
        )
    yield told(text, "pozzetti.piles")
    if from_cut and len(piles) == 1:
        text = voice(
            "The player who cut deals it from the bottom of the packet lifted; what is left of "
            "that packet goes under the stock."
        )
    elif from_cut:
        text = voice(
            "The player who cut deals them from the bottom of the packet lifted, in turn a "
            "card to each; what is left of that packet goes under the stock."
        )
    elif len(piles) == 1:
        text = voice("It is dealt after the hands.")
    else:
        text = voice("They are dealt after the hands, in turn a card to each.")
    yield told(text, "deal.pozzetti_from")
