"""The fast tables say just what the slow, readable rules say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pozzetto.game.cards import JOKER, TWO, card, cards
from pozzetto.game.hand import Hand
from pozzetto.game.melds import card_points, same_play, tier
from pozzetto.game.moves import shape_of
from pozzetto.game.placing import additions, arrangements
from pozzetto.game.shapes import Shapes
from pozzetto.game.suits import FROM_FIRST, TO_FIRST, renamed, renamed_kinds, suits_of
from pozzetto.rulebook.library import load

RULESETS = ("burraco", "burraco-fibur", "burraco-2p", "burraco-chiuso")
MELDS_EACH = 16_000
"""A fault that one in 5,300 of such hands shows is seen under a ruleset with a chance of 95 %."""


def random_cards(random: Random, deck: list[int]) -> list[int]:
    """Three to fifteen cards that often make a meld: some of a suit in a row, or of a
    rank, with a wild or a stray card now and then; never more copies than the deck has."""
    size = random.choice([3, 3, 4, 4, 5, 6, 7, 8, 9, 11, 13, 14, 15])
    if random.random() < 0.6:
        suit, low = random.randrange(4), random.randrange(-1, 12)
        cards = [suit * 13 + (low + step) % 13 for step in range(size)]
    else:
        rank = random.randrange(13)
        cards = [random.randrange(4) * 13 + rank for _ in range(min(size, 9))]
    for _ in range(random.choice([0, 0, 1, 1, 1, 2])):
        stray = random.choice([JOKER, random.randrange(4) * 13 + TWO, random.randrange(52)])
        cards[random.randrange(len(cards))] = stray
    left = list(deck)
    kept = []
    for kind in cards:
        if kind in left:
            left.remove(kind)
            kept.append(kind)
    return kept


@pytest.mark.parametrize("name", RULESETS)
def test_new_melds_are_those_that_the_rules_allow(name: str) -> None:
    rules = load(name)
    shapes = Shapes(rules)
    random, deck = Random(name), list(rules.deck)
    legal = 0
    # a hand knows no order of its cards: the tables are asked about each once
    known: dict[tuple[int, ...], list[tuple[object, ...]]] = {}
    for _ in range(MELDS_EACH):
        cards = random_cards(random, deck)
        slow = {same_play(meld, rules) for meld in arrangements(cards, rules)}
        whole = tuple(sorted(cards))
        if whole not in known:
            numbers = [shape_of(move) for move in shapes.new_melds(Hand(shapes.counting, cards), 0)]
            known[whole] = [
                same_play(shapes.melds[n], rules)
                for n in numbers
                if len(shapes.cards[n]) == len(whole) and tuple(sorted(shapes.cards[n])) == whole
            ]
        fast = known[whole]
        assert set(fast) == slow
        assert len(fast) == len(slow)
        legal += bool(slow)
    for number, meld in enumerate(shapes.melds):
        paid = tier(meld, rules)
        assert shapes.points[number] == card_points(meld, rules)
        assert shapes.tiers[number] == (rules.tiers.index(paid) if paid else -1)
    # both answers are asked for often enough
    assert MELDS_EACH * 0.2 < legal < MELDS_EACH * 0.95


@pytest.mark.parametrize("name", RULESETS)
def test_the_cards_that_fit_are_those_that_can_be_added(name: str) -> None:
    rules = load(name)
    shapes = Shapes(rules)
    random, deck = Random(name), list(rules.deck)
    asked = 0
    while asked < 250:
        ways = arrangements(random_cards(random, deck), rules)
        for meld in ways[:1]:
            asked += 1
            number = shapes.number(meld)
            fitting = shapes.fitting(number, (1 << 53) - 1)
            slow = {kind for kind in range(53) if additions(meld, kind, rules)}
            assert {kind for kind in range(53) if fitting >> kind & 1} == slow


def test_a_meld_is_renamed_by_the_order_of_its_suits() -> None:
    # by hand: of hearts and clubs, hearts come first, so they become spades, and clubs hearts
    rules = load("burraco")
    (meld,) = arrangements(cards("3H 4H 5H 2C"), rules)[:1]
    suits = suits_of(meld)
    assert suits == 0b1010
    like = renamed(meld, TO_FIRST[suits])
    assert (like.of, sorted(like.cards)) == (0, sorted(cards("3S 4S 5S 2H")))
    assert renamed(like, FROM_FIRST[suits]) == meld
    kinds = sum(1 << card(name) for name in ("AH", "KC", "7S", "JK"))
    # the suits that the meld has not follow in their order: spades are the third now
    after = sum(1 << card(name) for name in ("AS", "KH", "7D", "JK"))
    assert renamed_kinds(kinds, TO_FIRST[suits]) == after


def test_suits_that_the_rules_tell_apart_are_asked_about_one_by_one() -> None:
    # the two of hearts is the only wild two, and clubs count double
    burraco = load("burraco")
    rules = replace(
        burraco,
        melds=replace(burraco.melds, wild_kinds=frozenset({JOKER, card("2H")})),
        values=tuple(
            value * (2 if 39 <= kind < JOKER else 1) for kind, value in enumerate(burraco.values)
        ),
    )
    shapes = Shapes(rules)
    assert Shapes(burraco).suits_alike
    assert not shapes.suits_alike
    hand = Hand(shapes.counting, cards("3C 4C 2H 2S 5S 6S"))
    laid = [shapes.melds[shape_of(move)] for move in shapes.new_melds(hand, 0)]
    # the two of spades is wild for nobody, so only the two of hearts makes runs
    assert {tuple(sorted(meld.cards)) for meld in laid} == {
        cards("2H 3C 4C"),
        cards("5S 6S 2H"),
    }
    by_suit = {meld.of: shapes.points[shapes.number(meld)] for meld in laid}
    assert by_suit == {3: 20 + 2 * (5 + 5), 0: 20 + 5 + 5}
