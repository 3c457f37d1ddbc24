"""The match: who deals, when it is over, who has won it, and the victory points."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from given import burraco_rules, fibur_rules
from pozzetto.errors import PozzettoError, RulesetError
from pozzetto.game.match import Match, MatchEnd, Outcome, victory_points
from pozzetto.game.rules import MatchRules, Rules

N, E, S, W = range(4)
NS, EW = range(2)


def played(rules: Rules, *hands: Sequence[int]) -> Match:
    match = Match.begin(rules)
    for score in hands:
        match = match.after(score)
    return match


def ending(
    *,
    target: int | None = None,
    hands: int | None = None,
    another_hand_on_tie: bool = True,
) -> Rules:
    return burraco_rules(
        match=MatchRules(
            target=target,
            hands=hands,
            another_hand_on_tie=another_hand_on_tie,
            victory_points={},
        )
    )


def test_it_drw_07_the_deal_passes_to_the_left() -> None:
    match = played(burraco_rules(), (300, 200), (150, 400), (10, -50))
    assert match.dealers == (N, E, S)
    assert match.dealer == W
    assert match.totals == (460, 550)
    assert match.outcome is None


def test_the_first_dealer_may_be_any_seat() -> None:
    match = Match.begin(burraco_rules(), first_dealer=W).after((0, 0)).after((0, 0))
    assert match.dealers == (W, N)
    assert match.dealer == E


def test_it_sco_07_a_score_may_be_negative() -> None:
    assert played(burraco_rules(), (-110, 40), (-20, 5)).totals == (-130, 45)


def test_a_match_is_a_value() -> None:
    before = played(burraco_rules(), (300, 200))
    before.after((100, 100))
    assert before.totals == (300, 200)
    assert before.hands == ((300, 200),)


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        # IT-MAT-01
        ([(1200, 300), (800, 400)], NS),
        ([(1995, 1200)], None),
        ([(1995, 1200), (5, 0)], NS),
        # IT-MAT-02: both over
        ([(1700, 1990), (340, 235)], EW),
        ([(2010, 2150)], EW),
    ],
)
def test_it_mat_the_target_ends_the_match(hands: list[tuple[int, int]], winner: int | None) -> None:
    outcome = played(burraco_rules(), *hands).outcome
    if winner is None:
        assert outcome is None
    else:
        assert outcome == Outcome(reason=MatchEnd.TARGET, winner=winner)


def test_it_mat_03_a_tie_over_the_target_calls_for_another_hand() -> None:
    match = played(burraco_rules(), (1200, 1150), (900, 950))
    assert match.totals == (2100, 2100)
    assert match.outcome is None
    assert match.after((50, 55)).outcome == Outcome(reason=MatchEnd.TARGET, winner=EW)


def test_it_mat_03_and_another_as_long_as_it_lasts() -> None:
    match = played(burraco_rules(), (2000, 2000), (30, 30), (-40, -40), (0, -5))
    # 1990 to 1985: neither is at the target any more
    assert match.totals == (1990, 1985)
    assert match.outcome is None
    assert match.after((10, 10)).outcome == Outcome(reason=MatchEnd.TARGET, winner=NS)


def test_a_tie_may_be_shared() -> None:
    match = played(ending(target=2000, another_hand_on_tie=False), (2050, 2050))
    assert match.outcome == Outcome(reason=MatchEnd.TARGET, winner=None)
    assert match.outcome.drawn


def test_an_equal_score_below_the_target_decides_nothing() -> None:
    match = played(ending(target=2000, another_hand_on_tie=False), (1000, 1000))
    assert match.outcome is None


def test_nothing_follows_the_end() -> None:
    match = played(burraco_rules(), (2000, 100))
    with pytest.raises(PozzettoError, match="The match is over: a team reached the target"):
        match.after((5, 5))


def test_a_score_is_for_every_team() -> None:
    with pytest.raises(PozzettoError, match="for 2 teams, not 3"):
        Match.begin(burraco_rules()).after((5, 5, 5))


def test_a_match_may_be_taken_up_from_its_totals() -> None:
    match = Match(rules=burraco_rules(), totals=(1990, 1200))
    assert match.after((5, 20)).outcome is None
    assert match.after((10, 20)).outcome == Outcome(reason=MatchEnd.TARGET, winner=NS)


# --- a fixed number of hands


def test_the_higher_total_after_four_hands_wins() -> None:
    match = played(fibur_rules(), (900, 100), (900, 100), (900, 100))
    assert match.outcome is None
    assert match.after((-100, 800)).outcome == Outcome(reason=MatchEnd.HANDS, winner=NS)


@pytest.mark.parametrize("another_hand_on_tie", [True, False])
def test_equal_totals_after_the_last_hand_are_drawn(another_hand_on_tie: bool) -> None:
    rules = ending(hands=4, another_hand_on_tie=another_hand_on_tie)
    match = played(rules, (300, 200), (100, 200), (50, 0), (0, 50))
    assert match.outcome == Outcome(reason=MatchEnd.HANDS, winner=None)


def test_a_target_may_be_reached_before_the_last_hand() -> None:
    rules = ending(target=500, hands=3)
    assert played(rules, (505, 0)).outcome == Outcome(reason=MatchEnd.TARGET, winner=NS)
    late = played(rules, (100, 0), (100, 0), (0, 150))
    assert late.outcome == Outcome(reason=MatchEnd.HANDS, winner=NS)


def test_rules_without_target_or_hands_play_one_hand() -> None:
    rules = ending()
    assert Match.begin(rules).outcome is None
    assert played(rules, (240, 110)).outcome == Outcome(reason=MatchEnd.HANDS, winner=NS)
    assert played(rules, (240, 240)).outcome == Outcome(reason=MatchEnd.HANDS, winner=None)


def test_more_teams_than_two() -> None:
    rules = burraco_rules(seats=("A", "B", "C"), teams=("A", "B", "C"), team_of=(0, 1, 2))
    match = played(rules, (2100, 900, 2100))
    assert match.outcome is None
    assert match.after((0, 1300, 5)).outcome == Outcome(reason=MatchEnd.TARGET, winner=1)


# --- victory points


@pytest.mark.parametrize(
    ("hands", "difference", "shared"),
    [
        (3, 0, (10, 10)),
        (3, 50, (10, 10)),
        (3, 55, (11, 9)),
        (3, 150, (11, 9)),
        (3, 155, (12, 8)),
        (3, 350, (13, 7)),
        (3, 500, (14, 6)),
        (3, 505, (15, 5)),
        (3, 800, (16, 4)),
        (3, 1000, (17, 3)),
        (3, 1250, (18, 2)),
        (3, 1500, (19, 1)),
        (3, 1505, (20, 0)),
        (4, 0, (10, 10)),
        (4, 100, (10, 10)),
        (4, 105, (11, 9)),
        (4, 700, (13, 7)),
        (4, 705, (14, 6)),
        (4, 1700, (18, 2)),
        (4, 2000, (19, 1)),
        (4, 2005, (20, 0)),
        (4, 9000, (20, 0)),
    ],
)
def test_victory_points(hands: int, difference: int, shared: tuple[int, int]) -> None:
    assert victory_points(fibur_rules(), difference, hands) == shared
    assert victory_points(fibur_rules(), -difference, hands) == shared


def test_a_number_of_hands_without_a_table_is_a_fault() -> None:
    with pytest.raises(RulesetError) as caught:
        victory_points(fibur_rules(), 50, 2)
    (fault,) = caught.value.faults
    assert fault.path == "match.victory_points"
    assert fault.message == "burraco-fibur has no victory points for 2 hands (tables: 3, 4)"
    with pytest.raises(RulesetError, match="none at all"):
        victory_points(burraco_rules(), 50, 4)
