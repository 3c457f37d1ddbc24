"""What is measured in a simulation: each measure has a name, a unit, a plain sentence, and
a count that it takes of every hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab.result import ENDS, HandResult
from pozzetto.language import Translator, translator
from pozzetto.text.told import Words, told

Count: TypeAlias = Callable[[HandResult], int]

SHARE = "share"

_ENGLISH = translator()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something counted in every hand.

    `name` is for programs, `title` for people, `sentence` explains it to them. `count`
    gives, for some rules, the function from a hand's result to an integer; `parts` is how
    many parts of a whole that integer counts (2, where both sides of a hand are added up
    and the mean of a side is meant).
    """

    name: str
    title: Words
    unit: str
    sentence: Words
    count: Callable[[Rules], Count]
    parts: int = 1

    @property
    def is_share(self) -> bool:
        """Whether it is a part of all hands, from 0 to 1, which people read as per cent."""
        return self.unit == SHARE

    def amount(self, value: float, sign: str = "", translated: Translator = _ENGLISH) -> str:
        """A value as people read it: per cent and points to a tenth, counts to a hundredth;
        with the sign `+` also where it is positive."""
        if self.is_share:
            value *= 100
        places = 1 if self.is_share or self.unit == "points" else 2
        value = round(value, places) + 0.0  # no minus before a zero
        return translated.number(value, f"{sign},.{places}f")


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
    """Everything measured when these rulesets are simulated: the tiers and pozzetti are
    those that at least one of them has. `sides` names the players of each side where they
    are unequal; what each side scores is then measured too."""
    teams = len(rulesets[0].teams)
    found = [
        Measure(
            name="points",
            title=Phrase("points a hand"),
            unit="points",
            sentence=Phrase("What a team scores in a hand."),
            count=_plainly(lambda hand: sum(hand.points)),
            parts=teams,
        )
    ]
    found += _by_side(sides)
    if teams > 1:
        found.append(
            Measure(
                name="spread",
                title=Phrase("points between the teams"),
                unit="points",
                sentence=Phrase(
                    "How far the scores of the best and the worst team lie apart in a hand."
                ),
                count=_plainly(lambda hand: max(hand.points) - min(hand.points)),
            )
        )
    found.append(
        Measure(
            name="negative",
            title=Phrase("negative hands"),
            unit=SHARE,
            sentence=Phrase("Share of a team's hands that score less than nothing."),
            count=_plainly(lambda hand: sum(points < 0 for points in hand.points)),
            parts=teams,
        )
    )
    by_house = any(rules.house.hand_ends for rules in rulesets)
    found += [_ended(index) for index, end in enumerate(ENDS) if by_house or end != "house"]
    found += _burracos(rulesets)
    if any(rules.pozzetti for rules in rulesets):
        found += _POZZETTI
    found += _PLAY
    return tuple(found)


def _plainly(count: Count) -> Callable[[Rules], Count]:
    # counted in the same way under all rules
    return lambda rules: count


def _by_side(sides: Sequence[str]) -> list[Measure]:
    def scored(side: int) -> Count:
        return lambda hand: hand.points[side]

    found = [
        Measure(
            name=f"points_{side + 1}",
            title=told("points of {players}", players=players),
            unit="points",
            sentence=told(
                "What {players} scores in a hand (side {side} of the players given).",
                players=players,
                side=side + 1,
            ),
            count=_plainly(scored(side)),
        )
        for side, players in enumerate(sides)
    ]
    if len(sides) == 2:
        found.append(
            Measure(
                name="lead",
                title=told("lead of {players}", players=sides[0]),
                unit="points",
                sentence=told(
                    "By how many points a hand {first} beats {second}.",
                    first=sides[0],
                    second=sides[1],
                ),
                count=_plainly(lambda hand: hand.points[0] - hand.points[1]),
            )
        )
    return found


def _ended(index: int) -> Measure:
    end = ENDS[index]
    return Measure(
        name=end,
        title=_END_TITLES[end],
        unit=SHARE,
        sentence=_END_SENTENCES[end],
        count=_plainly(lambda hand: int(hand.ended == index)),
    )


def _burracos(rulesets: Sequence[Rules]) -> list[Measure]:
    names = list(dict.fromkeys(tier.name for rules in rulesets for tier in rules.tiers))
    if not names:
        return []

    def of_tier(name: str) -> Callable[[Rules], Count]:
        def count(rules: Rules) -> Count:
            tiers = [tier.name for tier in rules.tiers]
            if name not in tiers:
                return lambda hand: 0
            index = tiers.index(name)
            return lambda hand: sum([side[index] for side in hand.burracos])

        return count

    return [
        Measure(
            name="burracos",
            title=Phrase("burracos"),
            unit="burracos",
            sentence=Phrase("Burracos on the table at the end of a hand, of all teams together."),
            count=_plainly(lambda hand: sum(map(sum, hand.burracos))),
        ),
        *(
            Measure(
                name=f"burracos_{name}",
                title=_TIER_TITLES.get(name) or _other_tier(name),
                unit="burracos",
                sentence=_TIER_SENTENCE,
                count=of_tier(name),
            )
            for name in names
        ),
    ]


def _other_tier(name: str) -> Words:
    return told("burracos, {name}", name=name.replace("_", "-"))


_POZZETTI = (
    Measure(
        name="pozzetti_taken",
        title=Phrase("pozzetti taken"),
        unit="pozzetti",
        sentence=Phrase("Pozzetti taken in a hand, by all teams together."),
        count=_plainly(lambda hand: sum(hand.took)),
    ),
    Measure(
        name="pozzetti_unopened",
        title=Phrase("pozzetti never opened"),
        unit="pozzetti",
        sentence=Phrase("Pozzetti that were taken, but never looked at before the hand ended."),
        count=_plainly(lambda hand: sum(hand.unopened)),
    ),
)

_PLAY = (
    Measure(
        name="turns",
        title=Phrase("turns"),
        unit="turns",
        sentence=Phrase("Turns in a hand, of all seats together."),
        count=_plainly(lambda hand: hand.turns),
    ),
    Measure(
        name="melds",
        title=Phrase("melds"),
        unit="melds",
        sentence=Phrase("Melds on the table at the end of a hand, of all teams together."),
        count=_plainly(lambda hand: sum(hand.melds)),
    ),
    Measure(
        name="pickups",
        title=Phrase("pile pick-ups"),
        unit="pick-ups",
        sentence=Phrase("How often the discard pile is taken in a hand."),
        count=_plainly(lambda hand: hand.pickups),
    ),
    Measure(
        name="picked_up",
        title=Phrase("cards from the pile"),
        unit="cards",
        sentence=Phrase("Cards taken with the discard pile in a hand."),
        count=_plainly(lambda hand: hand.picked_up),
    ),
)
