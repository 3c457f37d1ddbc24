"""How many melds are possible: counted anew for small rules."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from pozzetto.game.melds import a_run, a_set, natural_card, objection
from pozzetto.game.rules import Rules
from pozzetto.rulebook import library
from pozzetto.rulebook.meld_count import FEW_ENOUGH, melds_possible


def no_wilds(*changes: str) -> Rules:
    return library.load("burraco-2p", ["melds.wilds.cards=[]", "burracos.dirty=none", *changes])


def legal_without_wilds(rules: Rules) -> int:
    """Every set and run of natural cards that the rules allow, tried one by one."""
    sets = (
        a_set(rank, [natural_card(suit, rank) for suit in suits], rules)
        for rank in range(13)
        for size in range(3, 13)
        for suits in combinations_with_replacement(range(4), size)
    )
    runs = (
        a_run(suit, low, [natural_card(suit, place) for place in range(low, high + 1)], rules)
        for suit in range(4)
        for low in range(14)
        for high in range(low, 14)
    )
    return sum(objection(meld, rules) is None for melds in (sets, runs) for meld in melds)


@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["melds.set.largest=5", "melds.smallest=4", "burracos.clean.kinds=[run]"],
        ["melds.run.ace=[high]"],
        ["melds.run.both_aces=true", "melds.run.largest=14"],
        ["melds.set=none"],
        ["melds.run=none", "melds.set.ranks=[A, 2, K]"],
        ["deck.packs=3"],
    ],
)
def test_without_wilds_the_count_is_exact(changes: list[str]) -> None:
    rules = no_wilds(*changes)
    assert melds_possible(rules) == legal_without_wilds(rules)


def test_sets_with_wilds() -> None:
    rules = library.load("burraco-2p", ["melds.run=none", "melds.set={ranks: [K], largest: 8}"])
    # of eight kings there are 10 pairs, 16 threes, 19 fours, 16, 10, 4 and 1 eight; each
    # but the eight can have one of five wilds, a pair has to
    assert melds_possible(rules) == (16 + 19 + 16 + 10 + 4 + 1) + 5 * (10 + 16 + 19 + 16 + 10 + 4)


@pytest.mark.parametrize("name", library.names())
def test_the_shipped_rulesets_have_few_enough(name: str) -> None:
    assert 8_000 < melds_possible(library.load(name)) < FEW_ENOUGH


def test_several_wilds_make_too_many() -> None:
    assert melds_possible(library.load("burraco-2p", ["melds.wilds.most=3"])) > FEW_ENOUGH
