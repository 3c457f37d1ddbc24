"""One key at a time: which keys differ, and what each makes of the base alone."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest

from given import burraco_rules
from pozzetto.errors import PozzettoError
from pozzetto.rulebook.library import load, names
from pozzetto.rulebook.variants import differing, one_key_at_a_time

PAIRS = [pair for pair in permutations(names(), 2) if len({"2p" in name for name in pair}) == 1]


@pytest.mark.parametrize(("base", "other"), PAIRS)
def test_a_variant_is_what_set_makes_of_the_base(base: str, other: str) -> None:
    for variant in one_key_at_a_time(load(base), load(other)):
        # a mapping that --set merges into what is there is tested key by key below
        if variant.rules and not (variant.other or "").startswith("{"):
            # a key that the other lacks is taken away
            value = "null" if variant.other is None else variant.other
            assert variant.rules.fingerprint == by_set(base, f"{variant.key}={value}")


@cache
def by_set(base: str, change: str) -> str:
    """The fingerprint of a base with one change, which several others may have in common."""
    return load(base, [change]).fingerprint


def test_only_what_differs_is_changed_and_what_either_says_is_told() -> None:
    base = load("burraco")
    other = load("burraco", ["closing.needs.burraco={wilds: 0}", "melds.smallest=4"])
    smallest, wilds = one_key_at_a_time(base, other)
    assert (smallest.key, smallest.base, smallest.other) == ("melds.smallest", "3", "4")
    assert (wilds.key, wilds.base, wilds.other) == ("closing.needs.burraco.wilds", "any", "0")
    assert smallest.rules is not None
    assert (smallest.rules.melds.smallest, smallest.rules.closing) == (4, base.closing)
    assert wilds.rules is not None
    assert (wilds.rules.closing, wilds.rules.melds) == (other.closing, base.melds)


def test_a_tier_that_one_lacks_is_one_key_as_a_whole() -> None:
    base, other = load("burraco"), load("burraco-fibur")
    (there,) = [v for v in one_key_at_a_time(base, other) if v.key == "burracos.semi_clean"]
    assert there.base is None
    assert there.rules is not None
    assert [tier.name for tier in there.rules.tiers] == ["clean", "semi_clean", "dirty"]
    (gone,) = [v for v in one_key_at_a_time(other, base) if v.key == "burracos.semi_clean"]
    assert gone.other is None
    assert gone.rules is not None
    assert [tier.name for tier in gone.rules.tiers] == ["clean", "dirty"]


def test_what_makes_no_game_alone_goes_with_the_mapping_around_it() -> None:
    # in burraco the pozzetti come from the cut: without a cut they cannot, so that `deal.cut`
    # has to go with `deal.pozzetti_from`, which alone is playable
    variants = {each.key: each for each in one_key_at_a_time(*map(load, ("burraco", CHIUSO)))}
    assert "deal.cut" not in variants
    assert {"deal", "deal.pozzetti_from", "deal.upcard"} <= set(variants)
    deal = variants["deal"]
    assert deal.rules is not None
    assert deal.rules.deal == load(CHIUSO).deal
    assert variants["deal.upcard"].within("deal")
    assert not deal.within("deal")


CHIUSO = "burraco-chiuso"


def test_what_cannot_be_played_whatever_is_around_it_has_no_rules() -> None:
    # a hand that ends at once with the stock leaves no time for a pozzetto to become it
    variants = {each.key: each for each in one_key_at_a_time(*map(load, ("burraco", CHIUSO)))}
    assert variants["pozzetti.when_stock_ends"].rules is None


def test_names_titles_and_clauses_are_no_rules() -> None:
    two = one_key_at_a_time(load("burraco-2p"), load("burraco-2p-tourney"))
    assert {each.key.partition(".")[0] for each in two} == {"match"}
    assert one_key_at_a_time(load(), load()) == ()


def test_an_order_that_means_something_differs() -> None:
    clean, dirty = {"points": 200}, {"points": 100}
    first = {"burracos": {"clean": clean, "dirty": dirty}, "values": {"A": 1, "K": 2}}
    second = {"burracos": {"dirty": dirty, "clean": clean}, "values": {"K": 2, "A": 1}}
    assert list(differing(first, second)) == [("burracos",)]
    assert list(differing(first, first)) == []


def test_rules_without_a_book_have_no_keys() -> None:
    with pytest.raises(PozzettoError, match="own was not read from a ruleset"):
        one_key_at_a_time(load(), burraco_rules(name="own", book={}))
