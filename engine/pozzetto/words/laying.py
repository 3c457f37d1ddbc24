"""The rule sheet for what lies on the table: melds, wild cards, burracos."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import JOKER, NAMES, TWO
from pozzetto.game.rules import Rules, RunRule
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice


def melds(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What melds there are."""
    cards = voice.cards(rules.melds.smallest)
    if rules.melds.runs is None:
        text = voice("A meld is a set of at least {cards}.", cards=cards)
    elif rules.melds.sets is None:
        text = voice("A meld is a run of at least {cards}.", cards=cards)
    else:
        text = voice("A meld is a set or a run of at least {cards}.", cards=cards)
    yield told(text, "melds.smallest", "melds.kinds")


def sets(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """Sets."""
    rule = rules.melds.sets
    if rule is None:
        yield told(voice("Sets may not be laid."), "melds.set")
        return
    if rules.packs > 1:
        text = voice(
            "A set is made of cards of one rank, of whatever suits; the same card may come more "
            "than once."
        )
    else:
        text = voice("A set is made of cards of one rank.")
    yield told(text, "melds.set")
    ranks = rules.book["melds"]["set"]["ranks"]
    if ranks == "all":
        yield aside(voice("Cards of any rank may make a set."), "melds.set.ranks")
    else:
        text = voice("Only these ranks may make a set: {ranks}.", ranks=", ".join(ranks))
        yield told(text, "melds.set.ranks")
    text = voice("A set has at most {cards}.", cards=voice.cards(rule.largest))
    yield told(text, "melds.set.largest")
    if rule.one_per_rank:
        text = voice.team(
            "A {team} may have only one set of each rank: more cards of that rank are added to it.",
            "A player may have only one set of each rank: more cards of that rank are added to it.",
        )
    else:
        text = voice.team(
            "A {team} may have several sets of the same rank.",
            "A player may have several sets of the same rank.",
        )
    yield told(text, "melds.set.one_per_rank")


def runs(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """Runs."""
    rule = rules.melds.runs
    if rule is None:
        yield told(voice("Runs may not be laid."), "melds.run")
        return
    yield told(
        voice("A run is made of consecutive cards of one suit, each of them once."),
        "melds.run",
        "melds.run.consecutive",
        "melds.run.no_repeats",
    )
    text = voice("A run has at most {cards}.", cards=voice.cards(rule.largest))
    yield told(text, "melds.run.largest")
    yield from _aces(rule, voice)
    yield told(
        voice.team(
            "A {team} may have several runs of one suit, even overlapping ones; melds are "
            "neither joined nor split.",
            "A player may have several runs of one suit, even overlapping ones; melds are "
            "neither joined nor split.",
        ),
        "melds.run",
    )


def _aces(rule: RunRule, voice: Voice) -> Iterator[Sentence]:
    if rule.ace_low and rule.ace_high:
        text = voice("The ace may stand below the two or above the king.")
    elif rule.ace_low:
        text = voice("The ace may stand only below the two.")
    elif rule.ace_high:
        text = voice("The ace may stand only above the king.")
    else:
        text = voice("The ace has no place in a run.")
    yield told(text, "melds.run.ace")
    if rule.both_aces:
        text = voice("One run may have an ace at both ends, but none goes on beyond an ace.")
        yield told(text, "melds.run.both_aces")
    elif rule.ace_low and rule.ace_high:
        text = voice("No run has an ace at both ends, and none goes on beyond an ace.")
        yield told(text, "melds.run.both_aces")


def wilds(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """Wild cards."""
    jokers = rules.jokers > 0 and rules.is_wild[JOKER]
    if not jokers and not rules.is_wild[TWO]:
        yield told(voice("There are no wild cards."), "melds.wilds.cards")
        return
    if not rules.is_wild[TWO]:
        text = voice("The jokers are wild cards: each may stand for any card of a meld.")
    elif jokers:
        text = voice("Jokers and twos are wild cards: each may stand for any card of a meld.")
    else:
        text = voice("The twos are wild cards: each may stand for any card of a meld.")
    yield told(text, "melds.wilds.cards")
    yield told(voice("Every card that stands for itself is natural."), "melds.wilds")
    most = rules.melds.most_wilds
    if most:
        text = voice.some(
            "A meld may have no more than one wild card.",
            "A meld may have no more than {count} wild cards.",
            most,
        )
    else:
        text = voice("No meld may have one acting as such.")
    yield told(text, "melds.wilds.most")
    text = voice("No meld is made of wild cards alone.")
    yield told(text, "melds.only_wilds")
    if rules.melds.locked:
        text = voice(
            "A wild card never leaves its meld, and in a run it keeps the place in which it was "
            "laid, unless the card for which it stands is added."
        )
    else:
        text = voice(
            "A wild card never leaves its meld, but in a run it moves when a card that is added "
            "takes its place or needs it elsewhere: a two to its own place if that fits, otherwise "
            "to the low end, or to the high end if the low one is closed. One that lies between "
            "two cards moves only when the card for which it stands is added."
        )
    yield told(text, "melds.wilds.move")


def wild_runs(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What twos and wild cards do in runs."""
    rule = rules.melds.runs
    if rule is None or not any(rules.is_wild):
        return
    if rules.is_wild[TWO]:
        yield from _twos(rule, voice)
    if rule.parked_wild:
        text = voice(
            "A wild card may be parked beside a run of thirteen natural cards, as one card more "
            "that stands for none."
        )
        yield told(text, "melds.run.parked_wild")
    else:
        text = voice("No wild card may be parked beside a run of thirteen cards.")
        yield aside(text, "melds.run.parked_wild")


def _twos(rule: RunRule, voice: Voice) -> Iterator[Sentence]:
    if not rule.natural_twos:
        text = voice("A two always counts as a wild card, even in its own place in a run.")
        yield told(text, "melds.run.natural_twos")
        return
    yield told(
        voice(
            "A two in its own place, in a run of its own suit, is a natural card and leaves room "
            "for a wild one; in a set, or anywhere else, a two is wild."
        ),
        "melds.run.natural_twos",
    )
    twin = f"{NAMES[13 + TWO]} {NAMES[13 + TWO]} {NAMES[13 + TWO + 1]}"
    if rule.paired_twos:
        text = voice(
            "Beside the natural two its twin may lie in the ace's place and counts as natural "
            "too, so that {run} has no wild card: this follows the letter of the source, and "
            "clubs usually switch it off.",
            run=twin,
        )
        yield told(text, "melds.run.paired_twos")
    elif rule.ace_low:
        text = voice("The twin of a natural two is a wild card in the ace's place.")
        yield aside(text, "melds.run.paired_twos")
