"""The rule sheet before the first turn: the game, the players, the cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.language import in_language
from pozzetto.rulebook.card_values import ORDER
from pozzetto.words.sentence import Sentence, aside, from_outside, told
from pozzetto.words.voice import Voice
from pozzetto.words.wild_cards import may_act

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
