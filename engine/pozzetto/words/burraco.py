"""The rule sheet for burracos: what belongs to each tier, and what it is paid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from pozzetto.game.cards import RANKS
from pozzetto.game.rules import Rules, Tier
from pozzetto.text.table_words import kind_word
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice
from pozzetto.words.wild_cards import room_for_wilds


def burracos(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What a burraco is."""
    if not rules.tiers:
        yield told(voice("There are no burracos: long melds earn no bonus."), "burracos")
        return
    yield told(_paid(rules, voice), "burracos")
    if len(rules.tiers) > 1:
        if rules.tiers[0].points > 0:
            text = voice(
                "A meld that could be several kinds of burraco is paid as the best of them."
            )
        else:
            text = voice(
                "A meld that could be several kinds of burraco counts as the first of them in "
                "this order."
            )
        yield told(text, "burracos")


def _paid(rules: Rules, voice: Voice) -> str:
    points = [tier.points for tier in rules.tiers]
    if min(points) > 0:
        return voice("A burraco is a long meld that earns a bonus, once, however long it grows.")
    if not any(points):
        return voice("A burraco is a long meld; nothing is paid or lost for it.")
    if max(points) < 0:
        return voice("A burraco is a long meld that costs points, once, however long it grows.")
    return voice(
        "A burraco is a long meld that earns or costs what its kind says, once, however long it "
        "grows."
    )


def tiers(rules: Rules, voice: Voice) -> Iterator[tuple[Sentence, ...]]:
    """Each kind of burraco, the best paid first: a paragraph a kind."""
    for tier in rules.tiers:
        yield tuple(_tier(tier, rules, voice))


def _tier(tier: Tier, rules: Rules, voice: Voice) -> Iterator[Sentence]:
    burraco, melds = voice.tier(tier.name), _melds(tier, rules, voice)
    points = voice.points(abs(tier.points))
    if tier.points > 0:
        text = voice("{burraco}, {points}: {melds}.", burraco=burraco, points=points, melds=melds)
    elif tier.points:
        text = voice(
            "{burraco}, which loses {points}: {melds}.",
            burraco=burraco,
            points=points,
            melds=melds,
        )
    else:
        text = voice(
            "{burraco}, for which nothing is paid or lost: {melds}.", burraco=burraco, melds=melds
        )
    yield told(text, f"burracos.{tier.name}")
    if tier.by is not None:
        text = voice("Which of these melds it is, the house rule {plugin} decides.", plugin=tier.by)
        yield told(text, f"burracos.{tier.name}.by")
    key = f"burracos.{tier.name}.turned"
    if tier.turned:
        text = voice.some(
            "Its last card is turned sideways on the table.",
            "Its last {count} cards are turned sideways on the table.",
            tier.turned,
        )
        yield told(text, key)
    else:
        yield aside(voice("None of its cards is turned sideways."), key)


def _melds(tier: Tier, rules: Rules, voice: Voice) -> str:
    """The melds that belong to a tier: `a run of at least seven cards …`."""
    longest = {
        kind: rule.largest
        for kind, rule in (("run", rules.melds.runs), ("set", rules.melds.sets))
        if kind in tier.kinds and rule is not None
    }
    least = voice.cards(tier.cards)
    found = []
    if len(longest) == 2 and _is_plain(tier):
        wilds = _wilds(tier, rules, voice, max(longest.values()))
        found.append(voice("a run or a set of at least {cards}{wilds}", cards=least, wilds=wilds))
        longest = {}
    if "run" in longest:
        wilds = _wilds(tier, rules, voice, longest["run"])
        found.append(_run(tier, rules, voice, wilds))
    if "set" in longest and tier.ends is None:
        if tier.set_exactly is None:
            wilds = _wilds(tier, rules, voice, longest["set"])
            found.append(voice("a set of at least {cards}{wilds}", cards=least, wilds=wilds))
        else:
            exactly = voice.cards(tier.set_exactly)
            wilds = _wilds(tier, rules, voice, tier.set_exactly)
            found.append(voice("a set of exactly {cards}{wilds}", cards=exactly, wilds=wilds))
    if tier.ends is None:
        found += _house_kinds(tier, rules, voice)
    return reduce(lambda one, other: voice("{run}, or {set}", run=one, set=other), found)


def _house_kinds(tier: Tier, rules: Rules, voice: Voice) -> Iterator[str]:
    # a house rule's kind of meld has the wild cards that it likes, up to what the tier allows
    for kind in (kind.name for kind in rules.house.kinds):
        if kind not in tier.kinds:
            continue
        if tier.wilds is None:
            wilds = ""
        elif tier.wilds == 0:
            wilds = voice(" without wild cards")
        else:
            wilds = voice.some(
                " with at most one wild card", " with at most {count} wild cards", tier.wilds
            )
        yield voice(
            "a {kind} of at least {cards}{wilds}",
            kind=kind_word(kind, voice.translated),
            cards=voice.cards(tier.cards),
            wilds=wilds,
        )


def _row(tier: Tier) -> int | None:
    """How many natural cards have to lie side by side: every meld has one."""
    return None if tier.in_a_row == 1 else tier.in_a_row


def _is_plain(tier: Tier) -> bool:
    return _row(tier) is None and tier.set_exactly is None and tier.ends is None


def _run(tier: Tier, rules: Rules, voice: Voice, wilds: str) -> str:
    cards = voice.cards(tier.cards)
    runs = rules.melds.runs
    if runs is not None and tier.cards == runs.largest:
        text = voice("a run of {cards}{wilds}", cards=cards, wilds=wilds)
    else:
        text = voice("a run of at least {cards}{wilds}", cards=cards, wilds=wilds)
    if tier.ends is not None:
        low, high = (RANKS[rank] for rank in tier.ends)
        text = voice("{run}, from {low} to {high}", run=text, low=low, high=high)
    row = _row(tier)
    if row is not None:
        text = voice(
            "{run}, of which {count} natural ones stand side by side",
            run=text,
            count=voice.number(row),
        )
    return text


def _wilds(tier: Tier, rules: Rules, voice: Voice, longest: int) -> str:
    """How many wild cards it has, up to so many cards, as the end of a phrase."""
    room = room_for_wilds(rules, longest)
    if not room:
        return ""
    allowed = min(room, rules.melds.most_wilds)
    most = allowed if tier.wilds is None else min(allowed, tier.wilds)
    if not most:
        return voice(" without wild cards") if tier.wilds == 0 else ""
    least = _fewest_wilds(tier, rules)
    if least >= most:
        return voice.some(" with one wild card", " with {count} wild cards", most)
    if least and most == room:
        return voice.some(
            " with at least one wild card", " with at least {count} wild cards", least
        )
    if least:
        return voice(" with {least} to {most} wild cards", least=least, most=most)
    if tier.wilds is None or tier.wilds > allowed or most == room:
        return voice(" with or without wild cards")
    return voice.some(" with at most one wild card", " with at most {count} wild cards", most)


def _fewest_wilds(tier: Tier, rules: Rules) -> int:
    """How many wild cards such a meld has at least, since with fewer it would belong to a
    better-paid tier."""
    least = 0
    for better in rules.tiers[: rules.tiers.index(tier)]:
        wider = better.cards <= tier.cards and set(tier.kinds) <= set(better.kinds)
        if _is_plain(better) and wider and better.wilds is not None:
            least = max(least, better.wilds + 1)
    return least
