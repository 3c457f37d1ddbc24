"""Whether a conclusion hangs on who plays, and how many hands a plan says it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from given import burraco_rules, fibur_rules
from pozzetto.errors import PozzettoError
from pozzetto.lab.compare import Comparison, Row, compare
from pozzetto.lab.plan import pilot_hands, plan
from pozzetto.lab.power import needed
from pozzetto.lab.robust import RUNGS, Robust, robust

SEED = 30
ITALIAN, FIBUR = burraco_rules(), fibur_rules()
DEARER = replace(ITALIAN, name="dear", scoring=replace(ITALIAN.scoring, closing=400))


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare([ITALIAN, DEARER], 30, SEED, workers=1)


def turned(found: Comparison, *, sure: Sequence[str], against: Sequence[str] = ()) -> Comparison:
    """The comparison as if just these measures were sure, some of them the other way."""

    def changed(row: Row) -> Row:
        (each,) = row.differences
        name, mean, error = row.measure.name, 10.0, 1.0
        if name in against:
            mean = -mean
        difference = replace(
            each.difference, mean=mean, error=error, low=mean - 2 * error, high=mean + 2 * error
        )
        corrected = 0.001 if name in sure else 1.0
        each = replace(each, difference=difference, corrected=corrected, apart=30)
        return replace(row, differences=(each,))

    return replace(found, rows=tuple(map(changed, found.rows)))


def said(*comparisons: Comparison) -> str:
    return Robust(
        rungs=("club", "greedy", "random")[: len(comparisons)], comparisons=comparisons
    ).sentence()


def test_an_untaken_pozzetto_that_costs_nothing_pays_more_whoever_plays() -> None:
    scoring = replace(ITALIAN.scoring, pozzetto_untaken=0)
    kinder = replace(ITALIAN, name="kinder", scoring=scoring)
    told: list[tuple[int, int]] = []
    found = robust(
        [ITALIAN, kinder],
        60,
        SEED,
        ["greedy", "random"],
        workers=1,
        chunk=40,
        progress=lambda done, of: told.append((done, of)),
    )
    assert told == [(40, 120), (60, 120), (100, 120), (120, 120)]
    assert found.rungs == ("greedy", "random")
    for comparison in found.comparisons:
        assert comparison.row("points").differences[0].holds
        assert comparison.row("turns").differences[0].difference.mean == 0
    assert [each.players[0] for each in found.comparisons] == ["greedy", "random"]
    assert "points" in [each.name for each in found.standing(0).standing]
    data = found.data()
    assert data["base"] == "burraco"
    assert set(data["rungs"]) == {"greedy", "random"}  # type: ignore[call-overload]
    assert data["robustness"] == found.sentence()


def test_what_is_sure_in_the_same_way_with_all_stands(found: Comparison) -> None:
    sure = turned(found, sure=["points", "turns"])
    told = said(sure, sure, turned(found, sure=["points", "turns", "melds"]))
    assert told == (
        "dear: the conclusion holds whoever plays: all 2 measures that differ beyond chance when "
        "club plays do so in the same way with greedy and random."
    )


def test_what_turns_or_is_not_sure_with_another_is_named(found: Comparison) -> None:
    told = said(
        turned(found, sure=["points", "turns", "melds", "closed"]),
        turned(found, sure=["points", "turns", "melds"], against=["turns"]),
        turned(found, sure=["points", "melds", "closed"], against=["turns"]),
    )
    assert told == (
        "dear: the conclusion depends on who plays: of 4 measures that differ beyond chance when "
        "club plays, 2 do so in the same way with greedy and random. The other way round with "
        "another player: turns. Not beyond chance with every player: closed."
    )


def test_a_player_with_whom_all_of_it_stands_is_named(found: Comparison) -> None:
    sure = turned(found, sure=["points", "turns"])
    told = said(sure, sure, turned(found, sure=["points"]))
    assert told == (
        "dear: whether the conclusion depends on who plays cannot be told from these hands: of 2 "
        "measures that differ beyond chance when club plays, one does so in the same way with "
        "greedy and random, and no other is surely otherwise. Not beyond chance with every player: "
        "turns. With greedy all of it stands."
    )


def without(found: Comparison, name: str) -> Comparison:
    return replace(found, rows=tuple(row for row in found.rows if row.measure.name != name))


def test_what_is_not_told_with_another_player_neither_stands_nor_falls(found: Comparison) -> None:
    # random players do not finish their matches, and then nothing is told of these
    sure = turned(found, sure=["points", "turns"])
    told = said(sure, sure, without(sure, "turns"))
    assert told == (
        "dear: the conclusion holds whoever plays: the one measure that differs beyond chance when "
        "club plays does so in the same way with greedy and random. Of others nothing is told with "
        "every player, for too many matches were not over: turns."
    )
    # a player that does tell of it, and not surely, is against it all the same
    doubtful = turned(found, sure=["points"])
    assert "Not beyond chance with every player: turns." in said(
        sure, doubtful, without(sure, "turns")
    )
    only = turned(found, sure=["turns"])
    assert said(only, without(only, "turns")).startswith(
        "dear: nothing that is told with every player differs beyond chance when club plays. Of "
    )
    none = Robust(rungs=("club", "greedy"), comparisons=(only, without(only, "turns")))
    assert none.standing(0).share is None


def scaled(found: Comparison, name: str, mean: float) -> Comparison:
    """The comparison as if this measure differed by so much, with an error of 1, not surely."""

    def changed(row: Row) -> Row:
        (each,) = row.differences
        if row.measure.name != name:
            return row
        difference = replace(each.difference, mean=mean, error=1.0, low=mean - 2, high=mean + 2)
        return replace(row, differences=(replace(each, difference=difference, corrected=1.0),))

    return replace(found, rows=tuple(map(changed, found.rows)))


def test_sure_with_one_and_not_with_another_is_not_yet_a_difference(found: Comparison) -> None:
    # 10 ± 2 with one, 7 ± 2 with the other: 3 apart, with an error of √2. Of two measures looked
    # at with one other player the normal deviate is that of 1 − 0.05/4, 2.2414: 3.17 is apart
    sure = turned(found, sure=["points", "turns"])
    assert said(sure, scaled(sure, "turns", 7.0)) == (
        "dear: whether the conclusion depends on who plays cannot be told from these hands: of 2 "
        "measures that differ beyond chance when club plays, one does so in the same way with "
        "greedy, and no other is surely otherwise. Not beyond chance with every player: turns."
    )
    assert said(sure, scaled(sure, "turns", 6.8)) == (
        "dear: the conclusion depends on who plays: of 2 measures that differ beyond chance when "
        "club plays, one does so in the same way with greedy. Surely not so much with every "
        "player: turns."
    )


def test_nothing_sure_and_the_same_rules_are_told(found: Comparison) -> None:
    none = turned(found, sure=[])
    assert said(none, none) == (
        "dear: nothing differs beyond chance when club plays, so there is no conclusion to stand."
    )
    one = turned(found, sure=["points"])
    assert "the one measure that differs beyond chance" in said(one, one)
    same = compare([ITALIAN, ITALIAN], 5, SEED, workers=1)
    assert said(same, same) == ""


def test_one_player_alone_shows_nothing() -> None:
    assert len(RUNGS) >= 2
    with pytest.raises(PozzettoError, match="at least two players"):
        robust([ITALIAN, FIBUR], 5, SEED, ["greedy"], workers=1)


# --- plans


def test_a_plan_takes_what_its_pilot_varied_by() -> None:
    pilot = compare([ITALIAN, FIBUR], 40, SEED, workers=1)
    found = plan([ITALIAN, FIBUR], "points=±5", 40, SEED, workers=1)
    deviation = pilot.row("points").differences[0].difference.deviation
    assert deviation is not None
    (need,) = found.needs
    assert need is not None
    assert need.count == found.hands == needed(deviation, 5)
    assert need.low < need.count < need.high
    assert found.data()["needs"] == {
        "burraco-fibur": {"hands": need.count, "low": need.low, "high": need.high}
    }


@pytest.mark.parametrize(("name", "width"), [("pickup_size", 0.05), ("match_points", 0.5)])
def test_a_plan_for_ratios_and_matches_agrees_with_the_comparison(name: str, width: float) -> None:
    hands = 48
    pilot = compare([ITALIAN, FIBUR], hands, SEED, workers=1)
    found = plan([ITALIAN, FIBUR], f"{name}={width}", hands, SEED, workers=1)
    deviation = pilot.row(name).differences[0].difference.deviation
    assert deviation is not None
    # a match takes the eight hands of its block
    times = 8 if name == "match_points" else 1
    assert found.hands == needed(deviation, width) * times


def test_a_plan_waits_for_thirty_hands_that_differ() -> None:
    # any width would do, but few of forty hands end otherwise: 30 do in 30 x 40 / so many
    apart = compare([ITALIAN, FIBUR], 40, SEED, workers=1).row("closed").differences[0].apart
    assert 0 < apart < 10
    found = plan([ITALIAN, FIBUR], "closed=±90", 40, SEED, workers=1)
    assert found.hands == -(-30 * 40 // apart)


def test_a_pilot_has_two_hundred_observations() -> None:
    assert pilot_hands([ITALIAN, FIBUR], ["greedy"], "points=5") == 200
    assert pilot_hands([ITALIAN, FIBUR], ["greedy"], "match_hands=1") == 1600


def test_a_pilot_that_saw_no_difference_says_nothing() -> None:
    found = plan([ITALIAN, DEARER], "turns=1", 10, SEED, workers=1)
    assert found.needs == (None,)
    assert found.hands is None
