"""Chance: the numbers themselves, and what they may never depend on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import comb, sqrt

import pytest

from given import burraco_rules, two_player_rules
from pozzetto.errors import RulesetError
from pozzetto.game import chance
from pozzetto.game.cards import JOKER, written
from pozzetto.game.rules import Cut, Rules

SEED = 2024

# These may only change together with the rules epoch: every seeded result hangs on them.
FIRST_TEN = {
    "naturals": [
        0.9937248118013474, 0.8358616878966934, 0.9044821562472158, 0.8739752934632897,
        0.2865198316038994, 0.4255188703548378, 0.2741677186560816, 0.6538878396697638,
        0.01898988794974088, 0.8984803722373536,
    ],
    "jokers": [
        0.42643148334594405, 0.19196821377508022, 0.95288158713754, 0.06119589677999704,
        0.49740811026746745, 0.799178906575196, 0.8886701691844298, 0.8576628956398926,
        0.6867315642486345, 0.6994374891804462,
    ],
    "cut": [
        0.5504149293378483, 0.8674873950835063, 0.23729040088242914, 0.6022385491000224,
        0.4247751903388458, 0.14127897008324675, 0.05253011228336568, 0.8506834382360992,
        0.3747036535528687, 0.2360842784515773,
    ],
    "first dealer": [
        0.15897237027418643, 0.890256279020307, 0.3589694029423973, 0.0278892681012759,
        0.33637564497808137, 0.8445349649532764, 0.8610327357087514, 0.897325182657332,
        0.2843896741685493, 0.6470753693968796,
    ],
    "player 0": [
        0.9004650333014698, 0.18588344840232973, 0.14122746611272252, 0.6107965613167317,
        0.4366364860310433, 0.6066778880792255, 0.14401092409913385, 0.39171517358184826,
        0.8131678552408018, 0.2676354058247663,
    ],
    "player 1": [
        0.5982731929456644, 0.3947942735363956, 0.5810402886750061, 0.36744027796968715,
        0.8451667738517308, 0.19998789488602264, 0.694587630475827, 0.7360684221225193,
        0.033019681300192505, 0.5024562496014716,
    ],
    "player 2": [
        0.5811814632764037, 0.09944457238744064, 0.5395408738864163, 0.6132733473691379,
        0.30725616777462483, 0.8446257917818523, 0.6499732574352558, 0.1435340931905753,
        0.20418865593364155, 0.8390397883318488,
    ],
    "player 3": [
        0.2324559389063392, 0.6205492416823536, 0.6283180520113303, 0.0532300159787944,
        0.5955596874285554, 0.9435929825444903, 0.25874368049542285, 0.774228609569898,
        0.5612742997388659, 0.5400966878013564,
    ],
}  # fmt: skip


@pytest.mark.parametrize("purpose", FIRST_TEN)
def test_the_first_ten_numbers_of_each_stream(purpose: str) -> None:
    random = chance.stream(SEED, 0, purpose)
    assert [random() for _ in range(10)] == FIRST_TEN[purpose]


def test_the_purposes_have_these_names() -> None:
    named = [chance.NATURALS, chance.JOKERS, chance.CUT, chance.FIRST_DEALER]
    assert [*named, *(chance.player(seat) for seat in range(4))] == list(FIRST_TEN)


def test_a_stream_belongs_to_its_seed_hand_and_purpose() -> None:
    keys = [
        (seed, hand, purpose)
        for seed in (0, 1, -1, 11, 2**80)
        for hand in (0, 1, 11, 111)
        for purpose in ("naturals", "jokers", "1")
    ]
    assert len({chance.stream(*key)() for key in keys}) == len(keys)


def test_streams_do_not_disturb_one_another() -> None:
    first, second = chance.stream(SEED, 0, "cut"), chance.stream(SEED, 0, "jokers")
    drawn = [(first(), second()) for _ in range(10)]
    assert drawn == list(zip(FIRST_TEN["cut"], FIRST_TEN["jokers"], strict=True))


def test_pick_stays_below_its_number() -> None:
    just_below_one = 1 - 2**-53
    for n in (1, 2, 3, 52, 108, 2**31 - 1, 2**31, 10**12):
        assert chance.pick(lambda: 0.0, n) == 0
        assert chance.pick(lambda: just_below_one, n) == n - 1


def test_pick_is_fair() -> None:
    random = chance.stream(SEED, 0, chance.player(0))
    found = [0] * 6
    for _ in range(60_000):
        found[chance.pick(random, 6)] += 1
    # a number of this kind exceeds 25 once in some ten thousand times
    assert sum((number - 10_000) ** 2 / 10_000 for number in found) < 25


# --- the deck


def test_a_shuffled_deck_is_the_rulesets_deck() -> None:
    rules = burraco_rules()
    for hand in range(50):
        assert sorted(chance.shuffled(rules, SEED, hand)) == sorted(rules.deck)


def test_the_deck_of_one_seed_and_hand() -> None:
    top = chance.shuffled(burraco_rules(), SEED, 0)[:12]
    assert written(top) == "3H 9D 6D 9S 8C 3S QC 7H JK QD 9H 2H"


def test_every_hand_has_its_own_deck() -> None:
    rules = burraco_rules()
    assert len({chance.shuffled(rules, SEED, hand) for hand in range(50)}) == 50
    assert chance.shuffled(rules, SEED, 7) != chance.shuffled(rules, SEED + 1, 7)


@pytest.mark.parametrize("larger", [burraco_rules(), two_player_rules(packs=3)])
def test_decks_share_the_order_of_the_cards_they_share(larger: Rules) -> None:
    smaller = two_player_rules()
    for hand in range(20):
        many, few = (chance.shuffled(rules, SEED, hand) for rules in (larger, smaller))
        assert is_part_of(few, many)


def test_jokers_shift_no_natural_card() -> None:
    with_jokers, without = burraco_rules(), burraco_rules(jokers=0)
    for hand in range(20):
        naturals = [card for card in chance.shuffled(with_jokers, SEED, hand) if card != JOKER]
        assert naturals == list(chance.shuffled(without, SEED, hand))


def test_every_card_comes_to_the_top() -> None:
    rules = burraco_rules()
    tops = [chance.shuffled(rules, SEED, hand)[0] for hand in range(5_400)]
    # four jokers in 108 cards: 200 expected, standard deviation 13.9
    assert abs(tops.count(JOKER) - 200) < 56
    assert len(set(tops)) == 53


def test_the_drawing_pack_is_no_hands_deck() -> None:
    rules = burraco_rules()
    pack = chance.drawing_pack(rules, SEED)
    assert sorted(pack) == sorted(rules.deck)
    assert pack != chance.shuffled(rules, SEED, 0)
    assert written(pack[:4]) == "4C AD 4S JC"


# --- the cut


def test_the_cut_counts_the_draws_below_a_third() -> None:
    random = chance.stream(SEED, 0, chance.CUT)
    assert sum(random() < 36 / 108 for _ in range(108)) == 35
    assert chance.cut_size(burraco_rules(), SEED, 0) == 35


def test_the_cut_is_around_36_and_within_bounds() -> None:
    rules = burraco_rules()
    hands = 4_000
    lifts = [chance.cut_size(rules, SEED, hand) for hand in range(hands)]
    assert min(lifts) >= 22
    assert max(lifts) <= 63

    chances = {k: comb(108, k) * 2 ** (108 - k) / 3**108 for k in range(22, 64)}
    whole = sum(chances.values())
    mean = sum(k * p for k, p in chances.items()) / whole
    variance = sum((k - mean) ** 2 * p for k, p in chances.items()) / whole
    assert mean == pytest.approx(36, abs=0.05)
    assert abs(sum(lifts) / hands - mean) < 4 * sqrt(variance / hands)


def test_a_cut_with_narrow_bounds_keeps_to_them() -> None:
    rules = with_cut(least=36, leaves=72, about=36)
    assert {chance.cut_size(rules, SEED, hand) for hand in range(50)} == {36}
    rules = with_cut(least=22, leaves=45, about=22)
    lifts = {chance.cut_size(rules, SEED, hand) for hand in range(200)}
    assert min(lifts) == 22
    assert max(lifts) < 45


@pytest.mark.parametrize(("least", "leaves", "about"), [(22, 45, 0), (22, 45, 64), (60, 60, 50)])
def test_a_cut_that_could_never_be_drawn_is_a_fault(least: int, leaves: int, about: int) -> None:
    with pytest.raises(RulesetError) as caught:
        chance.cut_size(with_cut(least=least, leaves=leaves, about=about), SEED, 0)
    assert caught.value.faults[0].path == "deal.cut.about"


def test_where_nobody_cuts_there_is_no_cut_to_draw() -> None:
    with pytest.raises(RulesetError, match="knows no cut"):
        chance.cut_size(two_player_rules(), SEED, 0)


def with_cut(*, least: int, leaves: int, about: int) -> Rules:
    rules = burraco_rules()
    cut = Cut(least=least, leaves=leaves, about=about)
    return replace(rules, deal=replace(rules.deal, cut=cut))


def is_part_of(few: Iterable[int], many: Iterable[int]) -> bool:
    """Whether the few stand among the many in the same order."""
    rest = iter(many)
    return all(card in rest for card in few)
