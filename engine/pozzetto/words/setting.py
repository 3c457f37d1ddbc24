"""The rule sheet before the first turn: the game, the players, the cards, the deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Cut, Rules
from pozzetto.language import in_language
from pozzetto.rulebook.card_values import ORDER
from pozzetto.words.sentence import Sentence, aside, from_outside, told
from pozzetto.words.voice import Voice
from pozzetto.words.wild_cards import may_act

_SUITS = {
    "S": Phrase("spades"),
    "H": Phrase("hearts"),
    "D": Phrase("diamonds"),
    "C": Phrase("clubs"),
}
_EACH = {
    "JK": Phrase("each joker"),
    "2": Phrase("each two"),
    "A": Phrase("each ace"),
    "K": Phrase("each king"),
    "Q": Phrase("each queen"),
    "J": Phrase("each jack"),
}


def title(rules: Rules, lang: str) -> str:
    """What the game is called."""
    return from_outside(in_language(rules.book.get("title", ""), lang)) or rules.name


def game(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What game it is, and what it is about."""
    lang = voice.translated.lang
    named = voice("{title} is the ruleset {name}.", title=title(rules, lang), name=rules.name)
    yield aside(named, "name", "title")
    summary = from_outside(in_language(rules.book.get("summary", ""), lang))
    if summary:
        yield Sentence(summary, ("summary",))
    else:
        yield aside(voice("There is no summary."), "summary")
    yield told(
        voice(
            "The aim of a hand is to get rid of all one's cards by laying them on the table "
            "in melds."
        )
    )
    if any(tier.points > 0 for tier in rules.tiers):
        yield told(voice("Long melds, the burracos, are worth most."))


def players(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """Who plays, and with whom."""
    count = voice.number(len(rules.seats))
    yield told(
        voice(
            "{count} players sit around the table; clockwise they are {seats}.",
            count=count,
            seats=voice.every(rules.seats),
        ),
        "seats",
    )
    sides = [_side(rules, voice, team) for team in range(len(rules.teams))]
    against = voice("{first} against {others}", first=sides[0], others=voice.every(sides[1:]))
    yield told(
        voice.team(
            "Partners stay the same for the whole match: {against}.",
            "Everyone plays alone: {against}.",
            against=against,
        ),
        "teams",
    )


def _side(rules: Rules, voice: Voice, team: int) -> str:
    name = rules.teams[team]
    seats = voice.every([rules.seats[seat] for seat in rules.seats_of(team)])
    return seats if seats == name else f"{seats} ({name})"


def cards(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What is played with, and what it is worth."""
    packs = voice.some("one pack of 52 cards", "{count} packs of 52 cards", rules.packs)
    total = len(rules.deck)
    if rules.jokers:
        jokers = voice.some("one joker", "{count} jokers", rules.jokers)
        text = voice(
            "The game is played with {packs} and {jokers}, {total} cards in all.",
            packs=packs,
            jokers=jokers,
            total=total,
        )
    else:
        text = voice(
            "The game is played with {packs} and no joker, {total} cards in all.",
            packs=packs,
            total=total,
        )
    yield told(text, "deck.packs", "deck.jokers")
    if rules.jokers:
        text = voice(
            "Letters stand for cards: A for an ace, K for a king, Q for a queen, J for a jack, "
            "JK for a joker; S for spades, H for hearts, D for diamonds, C for clubs."
        )
    else:
        text = voice(
            "Letters stand for cards: A for an ace, K for a king, Q for a queen, J for a jack; "
            "S for spades, H for hearts, D for diamonds, C for clubs."
        )
    yield told(text)
    yield told(
        voice(
            "Cards have a value, melded or held: {values}.",
            values="; ".join(_values(rules, voice)),
        ),
        "values",
    )
    if may_act(rules):
        yield told(
            voice("A wild card counts its own value, not that of the card it stands for."),
            "melds.wilds",
        )


def _values(rules: Rules, voice: Voice) -> Iterator[str]:
    """What each value is for, the highest first: `10 points for each card from K to 8`."""
    values = rules.book["values"]
    ranks = (*(["JK"] if rules.jokers else []), *ORDER)
    # neighbours of one value, such as K to 8
    rows = [(points, list(row)) for points, row in groupby(ranks, key=values.__getitem__)]
    for points in sorted({points for points, _ in rows}, reverse=True):
        kinds = [kind for worth, row in rows if worth == points for kind in _ranks(row, voice)]
        yield voice("{points} for {cards}", points=voice.points(points), cards=voice.every(kinds))


def _ranks(ranks: list[str], voice: Voice) -> list[str]:
    if ranks[0] == "JK":
        return [voice(_EACH["JK"])] + (_ranks(ranks[1:], voice) if ranks[1:] else [])
    if len(ranks) > 2:
        return [voice("each card from {high} to {low}", high=ranks[0], low=ranks[-1])]
    return [voice(_EACH[r]) if r in _EACH else voice("each {rank}", rank=r) for r in ranks]


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
