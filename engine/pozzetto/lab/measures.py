"""What is measured in a simulation: each measure has a name, a unit, a plain sentence, and
a count that it takes of every hand, match or tournament round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from pozzetto.errors import PluginError
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab.match_measures import match_measures
from pozzetto.lab.measure import (
    ENDINGS,
    HOUSE_RULES,
    OF_BURRACOS,
    PLAY,
    SHARE,
    TURNS_A_MINUTE,
    Count,
    Measure,
    plainly,
)
from pozzetto.lab.point_measures import point_measures
from pozzetto.lab.result import ENDS, HOUSE
from pozzetto.rulebook.answers import HouseMeasure, OwnWords
from pozzetto.text.told import Words, told

__all__ = ["MAKERS", "SHARE", "Measure", "measures"]

_END_SENTENCES = {
    "closed": Phrase("Share of the hands that somebody closes."),
    "stock": Phrase("Share of the hands that end because the stock runs out."),
    "stalemate": Phrase("Share of the hands given up because nobody moves on."),
    "limit": Phrase("Share of the hands stopped because they went on for too many turns."),
    "house": Phrase("Share of the hands that a house rule ends."),
}
_END_TITLES = {
    "closed": Phrase("closed"),
    "stock": Phrase("ended by the stock"),
    "stalemate": Phrase("ended by stalemate"),
    "limit": Phrase("stopped at the limit"),
    "house": Phrase("ended by a house rule"),
}
_TIER_TITLES = {
    "clean": Phrase("burracos, clean"),
    "semi_clean": Phrase("burracos, semi-clean"),
    "dirty": Phrase("burracos, dirty"),
    "da_mille": Phrase("burracos, da mille"),
    "noble": Phrase("burracos, noble"),
    "royal": Phrase("burracos, royal"),
    "dirty_royal": Phrase("burracos, dirty royal"),
    "super": Phrase("burracos, super"),
    "dirty_super": Phrase("burracos, dirty super"),
    "super_clean": Phrase("burracos, super-clean"),
    "over_the_top": Phrase("burracos, over the top"),
}
_TIER_SENTENCE = Phrase(
    "Burracos of this kind on the table at the end of a hand, of all teams together."
)


def measures(rulesets: Sequence[Rules], sides: Sequence[str] = ()) -> tuple[Measure, ...]:
    """Everything measured when these rulesets are simulated, in the order in which it is
    told: the tiers and pozzetti are those that at least one of them has. `sides` names the
    players of each side where they are unequal; what each side scores is then measured too,
    and how often the first side wins."""
    found = [measure for make in MAKERS for measure in make(rulesets, sides)]
    names = [measure.name for measure in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        plugins = ", ".join({name: None for rules in rulesets for name in rules.house.plugins})
        raise PluginError(f"there is a measure `{twice}` already", plugin=plugins)
    return tuple(found)


def _ends(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    def ended(index: int) -> Count:
        return lambda hand: int(hand.ended == index)

    by_house = any(rules.house.hand_ends for rules in rulesets)
    for index, end in enumerate(ENDS):
        if end == HOUSE and not by_house:
            continue
        yield Measure(
            name=end,
            title=_END_TITLES[end],
            unit=SHARE,
            sentence=_END_SENTENCES[end],
            count=plainly(ended(index)),
            group=ENDINGS,
        )


def _burracos(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    names = list(dict.fromkeys(tier.name for rules in rulesets for tier in rules.tiers))
    if not names:
        return

    def of_tier(name: str) -> Callable[[Rules], Count]:
        def count(rules: Rules) -> Count:
            tiers = [tier.name for tier in rules.tiers]
            if name not in tiers:
                return lambda hand: 0
            index = tiers.index(name)
            return lambda hand: sum([side[index] for side in hand.burracos])

        return count

    yield Measure(
        name="burracos",
        title=Phrase("burracos"),
        unit="burracos",
        sentence=Phrase("Burracos on the table at the end of a hand, of all teams together."),
        count=plainly(lambda hand: sum(map(sum, hand.burracos))),
        group=OF_BURRACOS,
    )
    for name in names:
        yield Measure(
            name=f"burracos_{name}",
            title=_TIER_TITLES.get(name) or _other_tier(name),
            unit="burracos",
            sentence=_TIER_SENTENCE,
            count=of_tier(name),
            group=OF_BURRACOS,
        )


def _other_tier(name: str) -> Words:
    return told("burracos, {name}", name=name.replace("_", "-"))


def _pozzetti(rulesets: Sequence[Rules], sides: Sequence[str]) -> Sequence[Measure]:
    return _OF_POZZETTI if any(rules.pozzetti for rules in rulesets) else ()


def _play(rulesets: Sequence[Rules], sides: Sequence[str]) -> Sequence[Measure]:
    return _OF_PLAY


_OF_POZZETTI = (
    Measure(
        name="pozzetti_taken",
        title=Phrase("pozzetti taken"),
        unit="pozzetti",
        sentence=Phrase("Pozzetti taken in a hand, by all teams together."),
        count=plainly(lambda hand: sum(hand.took)),
        group=OF_BURRACOS,
    ),
    Measure(
        name="pozzetti_unopened",
        title=Phrase("pozzetti never opened"),
        unit="pozzetti",
        sentence=Phrase("Pozzetti that were taken, but never looked at before the hand ended."),
        count=plainly(lambda hand: sum(hand.unopened)),
        group=OF_BURRACOS,
    ),
    Measure(
        name="pozzetti_none",
        title=Phrase("nobody took a pozzetto"),
        unit=SHARE,
        sentence=Phrase("Share of the hands in which no team takes a pozzetto."),
        count=plainly(lambda hand: int(not any(hand.took))),
        group=OF_BURRACOS,
    ),
)

_OF_PLAY = (
    Measure(
        name="turns",
        title=Phrase("turns"),
        unit="turns",
        sentence=Phrase("Turns in a hand, of all seats together."),
        count=plainly(lambda hand: hand.turns),
        group=PLAY,
    ),
    Measure(
        name="minutes",
        title=Phrase("estimated minutes"),
        unit="minutes",
        sentence=Phrase(
            "Minutes that a hand takes people, estimated at fifteen seconds a turn: an assumption."
        ),
        count=plainly(lambda hand: hand.turns),
        parts=TURNS_A_MINUTE,
        group=PLAY,
    ),
    Measure(
        name="melds",
        title=Phrase("melds"),
        unit="melds",
        sentence=Phrase("Melds on the table at the end of a hand, of all teams together."),
        count=plainly(lambda hand: sum(hand.melds)),
        group=PLAY,
    ),
    Measure(
        name="pickups",
        title=Phrase("pile pick-ups"),
        unit="pick-ups",
        sentence=Phrase("How often the discard pile is taken in a hand."),
        count=plainly(lambda hand: hand.pickups),
        group=PLAY,
    ),
    Measure(
        name="picked_up",
        title=Phrase("cards from the pile"),
        unit="cards",
        sentence=Phrase("Cards taken with the discard pile in a hand."),
        count=plainly(lambda hand: hand.picked_up),
        group=PLAY,
    ),
    Measure(
        name="pickup_size",
        title=Phrase("cards a pick-up"),
        unit="cards",
        sentence=Phrase("Cards that come with the discard pile when it is taken."),
        count=plainly(lambda hand: hand.picked_up),
        over=plainly(lambda hand: hand.pickups),
        group=PLAY,
    ),
)


def _of_house(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    def counted(name: str) -> Count:
        return lambda hand: dict(hand.house).get(name, 0)

    found: dict[str, HouseMeasure] = {}
    for rules in rulesets:
        for measure, _ in rules.house.measures:
            found.setdefault(measure.name, measure)
    for name, measure in found.items():
        yield Measure(
            name=name,
            title=OwnWords(measure.title),
            unit=measure.unit,
            sentence=OwnWords(measure.sentence),
            count=plainly(counted(name)),
            group=HOUSE_RULES,
        )


Maker: TypeAlias = Callable[[Sequence[Rules], Sequence[str]], Iterator[Measure] | Sequence[Measure]]
MAKERS: tuple[Maker, ...] = (
    point_measures,
    _ends,
    _burracos,
    _pozzetti,
    _play,
    match_measures,
    _of_house,
)
"""What makes measures, each from the rulesets and the names of unequal sides, in order."""
