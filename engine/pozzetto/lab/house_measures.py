"""The measures that house rules bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pozzetto.game.rules import Rules
from pozzetto.lab.measure import HOUSE_RULES, Count, Measure
from pozzetto.rulebook.answers import OwnWords


def house_measures(rulesets: Sequence[Rules], sides: Sequence[str]) -> Iterator[Measure]:
    """Each measure that a house rule of any of these rulesets brings; where a ruleset has
    not that rule, nothing is counted."""
    found = {each.name: each for rules in rulesets for each, _ in rules.house.measures}
    for name, each in found.items():
        yield Measure(
            name=name,
            title=OwnWords(each.title),
            unit=each.unit,
            sentence=OwnWords(each.sentence),
            count=_counting(name),
            group=HOUSE_RULES,
        )


def _counting(name: str) -> Callable[[Rules], Count]:
    def count(rules: Rules) -> Count:
        names = [each.name for each, _ in rules.house.measures]
        if name not in names:
            return lambda hand: 0
        index = names.index(name)
        return lambda hand: hand.house[index]

    return count
