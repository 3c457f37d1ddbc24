"""The rule sheet for burracos: what belongs to each tier, and what it is paid."""

from __future__ import annotations

from collections.abc import Iterator

from pozzetto.game.cards import RANKS
from pozzetto.game.rules import Rules, Tier
from pozzetto.words.sentence import Sentence, aside, told
from pozzetto.words.voice import Voice


def burracos(rules: Rules, voice: Voice) -> Iterator[Sentence]:
    """What a burraco is."""
    if not rules.tiers:
        yield told(voice("There are no burracos: long melds earn no bonus."), "burracos")
        return
    yield told(
        voice("A burraco is a long meld that earns a bonus, once, however long it grows."),
        "burracos",
    )
    if len(rules.tiers) > 1:
        text = voice("A meld that could be several kinds of burraco is paid as the best of them.")
        yield told(text, "burracos")


def tiers(rules: Rules, voice: Voice) -> Iterator[tuple[Sentence, ...]]:
    """Each kind of burraco, the best paid first: a paragraph a kind."""
    for tier in rules.tiers:
        yield tuple(_tier(tier, rules, voice))


def _tier(tier: Tier, rules: Rules, voice: Voice) -> Iterator[Sentence]:
    yield told(
        voice(
            "{burraco}, {points}: {melds}.",
            burraco=voice.tier(tier.name),
            points=voice.points(tier.points),
            melds=_melds(tier, rules, voice),
        ),
        f"burracos.{tier.name}",
    )
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
    kinds = [
        kind
        for kind, rule in (("run", rules.melds.runs), ("set", rules.melds.sets))
        if kind in tier.kinds and rule is not None
    ]
    wilds = _wilds(tier, rules, voice)
    asked = tier.in_a_row is not None or tier.set_exactly is not None or tier.ends is not None
    if kinds == ["run", "set"] and not asked:
        least = voice.cards(tier.cards)
        return voice("a run or a set of at least {cards}{wilds}", cards=least, wilds=wilds)
    found = []
    if "run" in kinds:
        found.append(_run(tier, rules, voice, wilds))
    if "set" in kinds and tier.ends is None:
        if tier.set_exactly is None:
            least = voice.cards(tier.cards)
            found.append(voice("a set of at least {cards}{wilds}", cards=least, wilds=wilds))
        else:
            exactly = voice.cards(tier.set_exactly)
            found.append(voice("a set of exactly {cards}{wilds}", cards=exactly, wilds=wilds))
    return found[0] if len(found) == 1 else voice("{run}, or {set}", run=found[0], set=found[1])


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
    if tier.in_a_row is not None:
        row = voice.number(tier.in_a_row)
        text = voice("{run}, of which {count} natural ones stand side by side", run=text, count=row)
    return text


def _wilds(tier: Tier, rules: Rules, voice: Voice) -> str:
    """How many wild cards it has, as the end of a phrase."""
    most = rules.melds.most_wilds if any(rules.is_wild) else 0
    if tier.wilds is not None:
        most = min(most, tier.wilds)
    if not most:
        return voice(" without wild cards") if tier.wilds == 0 else ""
    least = _fewest_wilds(tier, rules)
    if least >= most:
        return voice.some(" with one wild card", " with {count} wild cards", most)
    if least:
        return voice(" with {least} to {most} wild cards", least=least, most=most)
    if tier.wilds is None:
        return voice(" with or without wild cards")
    return voice.some(" with at most one wild card", " with at most {count} wild cards", most)


def _fewest_wilds(tier: Tier, rules: Rules) -> int:
    """How many wild cards such a meld has at least, since with fewer it would belong to a
    better-paid tier."""
    least = 0
    for better in rules.tiers[: rules.tiers.index(tier)]:
        plain = better.in_a_row is None and better.set_exactly is None and better.ends is None
        wider = better.cards <= tier.cards and set(tier.kinds) <= set(better.kinds)
        if plain and wider and better.wilds is not None:
            least = max(least, better.wilds + 1)
    return least
