"""The rule sheet for what lies on the table: melds, wild cards, burracos."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import NAMES, TWO
from pozzetto.game.rules import Rules, RunRule
from pozzetto.text.table_words import kind_word
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice
from pozzetto.words.wild_cards import any_wild, may_act, room_for_wilds, wild_jokers, wild_twos

_WHOLE_RUN = 13


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
    if rules.house.kinds:
        added = voice.every([kind_word(kind.name, voice.translated) for kind in rules.house.kinds])
        text = voice.some(
            "A house rule adds a kind of meld: {kinds}.",
            "House rules add {count} kinds of meld: {kinds}.",
            len(rules.house.kinds),
            kinds=added,
        )
        yield told(text, "melds.kinds")


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
    if may_act(rules):
        yield from _acting(rules, voice)
    else:
        # nothing else can be said of cards that never stand for another
        yield told(
            _no_wilds(rules, voice),
            "melds.wilds.cards",
            "melds.wilds.most",
            "melds.wilds.move",
            "melds.only_wilds",
        )
    if rules.jokers and not wild_jokers(rules):
        text = voice("The jokers are not wild: they fit in no meld.")
        yield told(text, "melds.wilds.cards")


def _no_wilds(rules: Rules, voice: Voice) -> str:
    if not any_wild(rules):
        return voice("There are no wild cards.")
    if not wild_twos(rules):
        return voice("The jokers are wild cards, but no meld may have one acting as such.")
    if wild_jokers(rules):
        return voice("Jokers and twos are wild cards, but no meld may have one acting as such.")
    return voice("The twos are wild cards, but no meld may have one acting as such.")


def _acting(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    if not wild_twos(rules):
        text = voice("The jokers are wild cards: each may stand for any card of a meld.")
    elif wild_jokers(rules):
        text = voice("Jokers and twos are wild cards: each may stand for any card of a meld.")
    else:
        text = voice("The twos are wild cards: each may stand for any card of a meld.")
    yield told(text, "melds.wilds.cards")
    yield told(voice("Every card that stands for itself is natural."), "melds.wilds")
    most = rules.melds.most_wilds
    if most >= room_for_wilds(rules):
        text = voice("A meld may have any number of wild cards.")
    else:
        text = voice.some(
            "A meld may have no more than one wild card.",
            "A meld may have no more than {count} wild cards.",
            most,
        )
    yield told(text, "melds.wilds.most")
    text = voice("No meld is made of wild cards alone.")
    yield told(text, "melds.only_wilds")
    yield _moving(rules, voice)


def _moving(rules: Rules, voice: Voice) -> Sentence:
    runs = rules.melds.runs
    if runs is None:
        # in a set no card has a place of its own
        return told(voice("A wild card never leaves its meld."), "melds.wilds")
    if rules.melds.locked:
        text = voice(
            "A wild card never leaves its meld, and in a run it keeps the place in which it was "
            "laid, unless the card for which it stands is added."
        )
    elif wild_twos(rules) and runs.natural_twos:
        text = voice(
            "A wild card never leaves its meld, but in a run it moves when a card that is added "
            "takes its place or needs it elsewhere: a two to its own place if that fits, otherwise "
            "to the low end, or to the high end if the low one is closed. One that lies between "
            "two cards moves only when a card is added that takes its place."
        )
    else:
        text = voice(
            "A wild card never leaves its meld, but in a run it moves when a card that is added "
            "takes its place or needs it elsewhere: to the low end, or to the high end if the low "
            "one is closed. One that lies between two cards moves only when a card is added that "
            "takes its place."
        )
    return told(text, "melds.wilds.move")


def wild_runs(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What twos and wild cards do in runs."""
    rule = rules.melds.runs
    if rule is None:
        return
    if wild_twos(rules):
        yield from _twos(rule, rules, voice)
    if not may_act(rules) or rule.largest < _WHOLE_RUN:
        return
    if rule.parked_wild:
        text = voice(
            "A wild card may be parked beside a run of thirteen natural cards, as one card more "
            "that stands for none."
        )
        yield told(text, "melds.run.parked_wild")
    else:
        text = voice("No wild card may be parked beside a run of thirteen cards.")
        yield aside(text, "melds.run.parked_wild")


def _twos(rule: RunRule, rules: Rules, voice: Voice) -> Iterator[Sentence]:
    yield told(_own_place(rule, rules, voice), "melds.run.natural_twos")
    # a twin comes from another pack
    if not rule.natural_twos or rules.packs < 2:
        return
    twin = f"{NAMES[13 + TWO]} {NAMES[13 + TWO]} {NAMES[13 + TWO + 1]}"
    if rule.paired_twos:
        text = voice(
            "Beside the natural two its twin may lie in the ace's place and counts as natural "
            "too, so that {run} has no wild card: this follows the letter of the source, and "
            "clubs usually switch it off.",
            run=twin,
        )
        yield told(text, "melds.run.paired_twos")
    elif rule.ace_low and may_act(rules):
        text = voice("The twin of a natural two is a wild card in the ace's place.")
        yield aside(text, "melds.run.paired_twos")
    elif rule.ace_low:
        text = voice("The twin of a natural two has no place beside it.")
        yield aside(text, "melds.run.paired_twos")


def _own_place(rule: RunRule, rules: Rules, voice: Voice) -> str:
    """What a two is in a run."""
    acts = may_act(rules)
    if not rule.natural_twos and acts:
        return voice("A two always counts as a wild card, even in its own place in a run.")
    if not rule.natural_twos:
        return voice("No two may be melded, not even in its own place in a run.")
    if not acts:
        return voice(
            "A two may be melded only in its own place, in a run of its own suit, where it is a "
            "natural card."
        )
    if rules.melds.sets is None:
        return voice(
            "A two in its own place, in a run of its own suit, is a natural card and leaves room "
            "for a wild one; anywhere else a two is wild."
        )
    return voice(
        "A two in its own place, in a run of its own suit, is a natural card and leaves room "
        "for a wild one; in a set, or anywhere else, a two is wild."
    )
