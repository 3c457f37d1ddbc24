"""Matches and rounds made of consecutive hands, and what is counted of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.game.rules import Rules
from pozzetto.lab.matches import Blocks, match_hands, match_result, round_rules
from pozzetto.lab.measures import measures
from pozzetto.lab.result import HandResult
from pozzetto.lab.tally import Tally

ITALIAN, FIBUR = burraco_rules(), fibur_rules()


def hand(
    *points: int, turns: int = 40, first: int = 0, pickups: int = 4, cards: int = 12
) -> HandResult:
    return HandResult(
        shift=0,
        points=points,
        ended=0,
        closer=0,
        burracos=((1, 0, 0), (0, 0, 1)),
        took=(1, 0),
        unopened=(0, 0),
        melds=(5, 6),
        turns=turns,
        pickups=pickups,
        picked_up=cards,
        first=first,
    )


def hands(*scores: tuple[int, int]) -> list[HandResult]:
    return [hand(*points) for points in scores]


def mean(rules: Rules, name: str, played: list[HandResult], sides: tuple[str, ...] = ()) -> float:
    tally = Tally([rules], measures([rules], sides))
    for each in played:
        tally.add(((each,),))
    found = tally.kept[name].estimate(0)
    assert found is not None
    return found.mean


# --- one match


def test_a_match_ends_when_a_side_reaches_the_target() -> None:
    found = match_result(ITALIAN, hands((700, 400), (800, 300), (600, 900), (500, 500)))
    assert (found.hands, found.totals, found.winner) == (3, (2100, 1600), 0)
    assert found.over
    assert found.turns == 120
    # ahead after the first of three hands
    assert not found.behind


@pytest.mark.parametrize(
    ("scores", "behind"),
    [
        # half of three hands is one, of four two
        ([(100, 900), (900, 0), (1100, 100)], True),
        ([(600, 500), (600, 700), (900, 0)], False),
        ([(600, 500), (100, 700), (800, 100), (600, 0)], True),
        # level half way is not behind, and a match of one hand has no half
        ([(500, 900), (800, 400), (500, 100), (700, 100)], False),
        ([(2005, 700)], False),
    ],
)
def test_a_comeback_is_a_match_won_from_behind_half_way(
    scores: list[tuple[int, int]], behind: bool
) -> None:
    found = match_result(ITALIAN, hands(*scores))
    assert (found.over, found.winner, found.hands) == (True, 0, len(scores))
    assert found.behind == behind


def test_a_match_that_does_not_end_is_counted_as_it_stands() -> None:
    found = match_result(ITALIAN, hands((300, 100), (200, 900)))
    assert (found.hands, found.totals, found.winner) == (2, (500, 1000), -1)
    assert (found.over, found.behind) == (False, False)


def test_a_fixed_number_of_hands_may_be_drawn() -> None:
    found = match_result(FIBUR, hands((300, 100), (200, 100), (100, 100), (0, 300), (900, 0)))
    assert (found.hands, found.totals, found.winner) == (4, (600, 600), -1)
    assert found.over


# --- blocks


def test_a_block_is_long_enough_for_the_slowest_match() -> None:
    def to(target: int) -> Rules:
        return burraco_rules(match=replace(ITALIAN.match, target=target))

    # 250 points a hand, and never fewer than four hands
    assert [match_hands(to(target)) for target in (505, 1005, 2000, 3000)] == [4, 5, 8, 12]
    assert match_hands(FIBUR) == 4
    assert match_hands(two_player_rules()) == 1
    assert Blocks("match", [ITALIAN, FIBUR]).length == 8
    assert Blocks("round", [ITALIAN, FIBUR]).length == 4
    assert Blocks("hand", [ITALIAN, FIBUR]).length == 1


def test_a_match_begins_with_the_same_deal_under_every_ruleset() -> None:
    blocks = Blocks("match", [ITALIAN, FIBUR])
    found = []
    # deal k scores 1000 + k for the first side; the second deal of each block differs
    for deal in range(20):
        played = blocks.add(((hand(1000 + deal, 0),), (hand(2000 + deal, 0),)))
        found += [played] if played else []
    # two whole blocks of eight; the rest of the deals make no match
    assert [[under[0].totals[0] for under in each] for each in found] == [
        [1000 + 1001, 2000 + 2001 + 2002 + 2003],
        [1008 + 1009, 2008 + 2009 + 2010 + 2011],
    ]


def test_each_seating_plays_matches_of_its_own() -> None:
    blocks = Blocks("match", [FIBUR])
    for points in ((100, 0), (200, 0), (300, 0)):
        assert blocks.add(((hand(*points), hand(*points[::-1])),)) is None
    played = blocks.add(((hand(400, 0), hand(0, 7)),))
    assert played is not None
    (straight, changed) = played[0]
    assert (straight.totals, straight.winner) == ((1000, 0), 0)
    assert (changed.totals, changed.winner) == ((0, 607), 1)


# --- rounds


def test_a_round_has_the_hands_and_victory_points_of_the_ruleset() -> None:
    assert round_rules(FIBUR, [FIBUR]).match.hands == 4
    three = replace(FIBUR, match=replace(FIBUR.match, hands=3))
    assert round_rules(three, [three]).match.hands == 3
    # a target or a single hand says nothing of rounds: four
    assert round_rules(ITALIAN, [ITALIAN]).match.hands == 4
    assert round_rules(two_player_rules(), []).match.hands == 4
    # one table says how many hands it is for
    table = {3: FIBUR.match.victory_points[3]}
    only = replace(ITALIAN, match=replace(ITALIAN.match, victory_points=table))
    assert round_rules(only, [only]).match.hands == 3
    # a ruleset without a table borrows
    assert round_rules(ITALIAN, [ITALIAN, FIBUR]).match.victory_points
    assert not round_rules(ITALIAN, [ITALIAN]).match.victory_points
    # and one with a table keeps its own, whoever is compared first
    flat = replace(FIBUR, match=replace(FIBUR.match, victory_points={4: tuple(range(1, 11))}))
    assert round_rules(flat, [FIBUR, flat]).match.victory_points[4] == tuple(range(1, 11))


def test_victory_points_a_round_worked_by_hand() -> None:
    # 1,205 to 900 is 305 apart: 12 to 8 in four hands
    played = hands((300, 300), (305, 200), (400, 100), (200, 300))
    assert mean(FIBUR, "vp", played) == 12
    assert mean(FIBUR, "vp_1", played, ("greedy", "random")) == 12
    turned = hands((300, 300), (200, 305), (100, 400), (300, 200))
    assert mean(FIBUR, "vp", turned) == 12
    assert mean(FIBUR, "vp_1", turned, ("greedy", "random")) == 8
    # a draw is 10 to 10
    assert mean(FIBUR, "vp_1", hands(*[(5, 5)] * 4), ("greedy", "random")) == 10


def test_victory_points_are_measured_where_all_have_a_table() -> None:
    def names(*rulesets: Rules) -> set[str]:
        return {each.name for each in measures(rulesets)}

    assert "vp" not in names(ITALIAN)
    assert "vp" in names(ITALIAN, FIBUR)
    two = replace(FIBUR, match=replace(FIBUR.match, hands=2))
    assert "vp" not in names(FIBUR, two)


# --- what is counted


def test_matches_are_counted_as_worked_by_hand() -> None:
    first = [(700, 400), (800, 300), (600, 900), *[(0, 0)] * 5]
    second = [(100, 900), (900, 0), (1100, 100), *[(0, 0)] * 5]
    played = hands(*first, *second)
    # 2100 + 1600 and 2100 + 1000, two sides and two matches
    assert mean(ITALIAN, "match_points", played) == (3700 + 3100) / 4
    assert mean(ITALIAN, "match_hands", played) == 3
    # 120 turns of fifteen seconds
    assert mean(ITALIAN, "match_minutes", played) == 30
    assert mean(ITALIAN, "comebacks", played) == 0.5
    assert mean(ITALIAN, "unfinished", played) == 0
    assert mean(ITALIAN, "unfinished", hands(*[(100, 100)] * 8)) == 1


def test_the_part_of_skill_is_counted_with_half_for_a_draw() -> None:
    sides = ("greedy", "random")
    played = hands((300, 100), (100, 100), (0, 200), (500, 0))
    assert mean(FIBUR, "won_hand", played, sides) == (1 + 0.5 + 0 + 1) / 4
    assert mean(FIBUR, "won_match", played, sides) == 1
    assert mean(FIBUR, "won_round", played, sides) == 1
    level = hands((300, 100), (100, 300), (5, 0), (0, 5))
    assert mean(FIBUR, "won_match", level, sides) == 0.5


def test_the_first_player_is_at_the_dealers_left() -> None:
    played = [hand(500, 300, first=0), hand(500, 300, first=1), hand(100, 250, first=1)]
    assert mean(ITALIAN, "first_lead", played) == (200 - 200 + 150) / 3


def test_the_first_players_lead_is_over_the_mean_of_all_others() -> None:
    alone = burraco_rules(teams=("N", "E", "S", "W"), team_of=(0, 1, 2, 3))
    # 400 less the mean of 100, 200 and 0
    assert mean(alone, "first_lead", [hand(100, 400, 200, 0, first=1)]) == pytest.approx(300)


def test_a_pickup_is_measured_over_all_pickups_not_over_hands() -> None:
    played = [hand(0, 0, pickups=1, cards=10), hand(0, 0, pickups=9, cards=10)]
    assert mean(ITALIAN, "pickup_size", played) == 2
    assert mean(ITALIAN, "minutes", [hand(0, 0, turns=38)]) == 9.5


def test_measures_have_names_of_their_own_and_explain_themselves() -> None:
    found = measures([ITALIAN, FIBUR], ("greedy", "random"))
    names = [each.name for each in found]
    assert len(set(names)) == len(names)
    for each in found:
        assert str(each.sentence).endswith(".")
        assert len(str(each.title)) <= 24
