"""The ladder of players: leads and wins as worked by hand, its verdict, and its command."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from given import burraco_rules, two_player_rules
from pozzetto.cli import group
from pozzetto.errors import PozzettoError
from pozzetto.lab import ladder as lab
from pozzetto.lab.ladder import Ladder, Pace, Step, deals_of, ladder, pace, rungs, verdict
from pozzetto.lab.result import HandResult
from pozzetto.lab.simulate import simulate
from pozzetto.lab.statistics import Estimate, Sums, estimate
from pozzetto.players import NAMES

RULES = burraco_rules()
SEED = 90


def a_hand(*points: int) -> HandResult:
    return HandResult(
        shift=0, points=points, ended=0, closer=0, burracos=((), ()), took=(0, 0),
        unopened=(0, 0), melds=(0, 0), turns=1, pickups=0, picked_up=0, first=0,
    )  # fmt: skip


def observed(*values: int) -> Estimate:
    sums = Sums()
    for value in values:
        sums.add(value)
    return estimate(sums)


def a_step(lower: str, upper: str, *leads: int) -> Step:
    return Step(
        lower=lower, upper=upper, deals=len(leads), hands=2 * len(leads), lead=observed(*leads),
        won=observed(1, 0),
    )  # fmt: skip


def a_ladder(*steps: Step) -> Ladder:
    return Ladder(rules=RULES, seed=1, steps=steps, paces=())


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks are looked at as shortly as can be."""
    monkeypatch.setattr(lab, "FILLED_NS", 1)
    monkeypatch.setattr(lab, "TIMED_NS", 1)


# --- what is measured


def test_the_rungs_are_all_players_unless_named() -> None:
    assert rungs() == NAMES
    assert rungs(["greedy", "expert"], budget=7) == ("greedy", "expert:7")
    assert rungs(["greedy", "club"]) == ("greedy", "club")
    with pytest.raises(PozzettoError, match="at least two rungs"):
        rungs(["club"])


def test_an_expert_plays_a_fifth_of_the_deals() -> None:
    assert deals_of("greedy", "club", 1000) == 1000
    assert deals_of("club", "expert:9", 1000) == 200
    assert deals_of("expert:9", "expert:20", 1000) == 200
    assert deals_of("club", "expert", 3) == 1


def test_leads_and_wins_worked_by_hand(monkeypatch: pytest.MonkeyPatch, untimed: None) -> None:
    # three deals, each on both sides. The upper rung is side 0: it leads by 100 and −20 (40 on
    # average), by 0 and 60 (30), by −10 and −10 (−10): 20 on average. It wins two hands of
    # six, and half of the tie: 2.5 of 6
    deals = [
        ((a_hand(300, 200), a_hand(80, 100)),),
        ((a_hand(50, 50), a_hand(60, 0)),),
        ((a_hand(0, 10), a_hand(90, 100)),),
    ]

    def fake(run: Any, hands: int, **_: Any) -> Generator[Any, None, None]:
        assert run.players == ("club", "greedy", "club", "greedy")
        assert hands == 3
        yield from deals

    monkeypatch.setattr(lab, "played", fake)
    (step,) = ladder(RULES, 3, SEED, ["greedy", "club"]).steps
    assert (step.upper, step.lower, step.deals, step.hands) == ("club", "greedy", 3, 6)
    assert step.lead.mean == 20
    # 40, 30, −10 vary by √((20² + 10² + 30²) / 2)
    assert step.lead.deviation == pytest.approx(700**0.5)
    assert step.won.mean == pytest.approx(2.5 / 6)
    assert not step.beats


def test_it_plays_the_same_hands_as_simulate(untimed: None) -> None:
    (step,) = ladder(RULES, 4, SEED, ["random", "greedy"], workers=1).steps
    figure = simulate(RULES, 4, SEED, ["greedy", "random"], workers=1).figure("lead")
    assert step.lead == figure
    assert step.hands == 8


def test_it_tells_how_far_it_is(untimed: None) -> None:
    told: list[tuple[int, int]] = []
    ladder(
        RULES, 15, SEED, ["random", "greedy", "club"], workers=1,
        progress=lambda done, of: told.append((done, of)),
    )  # fmt: skip
    assert told == [(10, 30), (15, 30), (25, 30), (30, 30)]


def test_a_ladder_needs_two_sides(untimed: None) -> None:
    rules = replace(RULES, seats=("A", "B", "C"), teams=("A", "B", "C"), team_of=(0, 1, 2))
    with pytest.raises(PozzettoError, match="needs two sides; burraco has 3 teams"):
        ladder(rules, 1, SEED, ["random", "greedy"])


def test_pace_is_in_hands_a_second() -> None:
    # a hand in 0.2 s and one in 0.3 s: 0.25 on average, 4 a second
    found = Pace(player="club", seconds=observed(0, 0))
    assert found.seconds.mean == 0
    sums = Sums()
    sums.add(200_000_000)
    sums.add(300_000_000)
    found = Pace(player="club", seconds=estimate(sums, 1_000_000_000))
    assert found.rate == pytest.approx(4)
    half = found.seconds.half_width
    assert half is not None
    assert found.half_width == pytest.approx(half * 16)


def test_pace_is_timed_over_several_hands(untimed: None) -> None:
    found = pace(two_player_rules(), "greedy", SEED)
    assert found.player == "greedy"
    assert found.seconds.count == lab.LEAST_TIMED
    assert found.rate > 0


# --- the verdict


def test_a_ladder_that_holds() -> None:
    found = a_ladder(a_step("random", "greedy", 10, 11, 12), a_step("greedy", "club", 5, 6, 7))
    assert found.holds
    assert (
        verdict(found) == "Each rung beats the one below it beyond chance: random < greedy < club."
    )


def test_a_rung_that_is_not_shown_to_be_better() -> None:
    found = a_ladder(a_step("random", "greedy", 10, 11, 12), a_step("greedy", "club", -50, 70))
    assert not found.holds
    assert verdict(found) == "4 hands do not show that club beats greedy under burraco."


def test_a_rung_that_is_worse() -> None:
    found = a_ladder(a_step("random", "greedy", -10, -11, -12))
    assert verdict(found) == "random beats greedy under burraco."


def test_one_deal_shows_nothing() -> None:
    assert not a_step("random", "greedy", 500).beats


# --- the command


def said(*words: str, columns: str = "80") -> str:
    came = CliRunner(env={"COLUMNS": columns, "LANGUAGE": "en"}).invoke(group, ["ladder", *words])
    assert came.exit_code == 0, came.output
    return came.stdout


QUICK: Sequence[str] = ("--hands", "3", "--workers", "1", "--rungs", "random,greedy")


def test_the_command_prints_steps_paces_and_verdict(untimed: None) -> None:
    told = said("burraco-2p", *QUICK)
    assert "burraco-2p: each rung of the ladder against the one below, seed 1" in told
    assert "greedy over random" in told
    assert "random: " in told
    assert "hands a second on one core" in told
    assert "To repeat: pozzetto ladder burraco-2p --hands 3 --seed 1 --rungs random,greedy" in told


def test_a_narrow_page_has_the_same_figures(untimed: None) -> None:
    wide, narrow = said("burraco-2p", *QUICK), said("burraco-2p", *QUICK, columns="40")
    line = next(line for line in wide.splitlines() if "greedy over random" in line)
    _, lead = line.split("+")
    for figure in lead.split()[0], lead.split()[2]:
        assert figure in narrow
    assert max(map(len, narrow[: narrow.index("To repeat")].splitlines())) <= 40


def test_the_command_as_data(untimed: None) -> None:
    data = json.loads(said("burraco-2p", *QUICK, "--seed", "5", "--json"))
    assert data["ruleset"] == "burraco-2p"
    assert data["seed"] == 5
    (step,) = data["steps"]
    assert (step["lower"], step["upper"]) == ("random", "greedy")
    assert (step["deals"], step["hands"]) == (3, 6)
    assert step["lead"]["low"] < step["lead"]["mean"] < step["lead"]["high"]
    assert [pace["player"] for pace in data["paces"]] == ["random", "greedy"]
    assert data["verdict"]


def test_without_a_clock_all_repeats_from_the_seed() -> None:
    told = said("burraco-2p", *QUICK, "--untimed")
    assert told == said("burraco-2p", *QUICK, "--untimed")
    assert "hands a second" not in told
    assert json.loads(said("burraco-2p", *QUICK, "--untimed", "--json"))["paces"] == []


def test_the_budget_is_part_of_what_is_repeated(untimed: None) -> None:
    words = ("burraco-2p", "--hands", "1", "--workers", "1", "--rungs", "random,expert")
    told = said(*words, "--budget", "2")
    assert "--rungs random,expert:2" in told


def test_no_share_leaves_what_a_share_can_be(untimed: None) -> None:
    words = ("burraco-2p", "--hands", "2", "--workers", "1", "--rungs", "random,greedy,club")
    for step in json.loads(said(*words, "--json"))["steps"]:
        assert 0 <= step["won"]["low"] <= step["won"]["mean"] <= step["won"]["high"] <= 1
    told = said(*words)
    for mean, half in re.findall(r"([0-9.]+) ± ([0-9.]+) %", told):
        assert 0 <= float(mean) - float(half) <= float(mean) + float(half) <= 100
    assert ("In brackets" in told) == ("% (" in told)


def test_changes_are_played_and_repeated(untimed: None) -> None:
    told = said(*QUICK, "--set", "burracos.clean.points=300")
    assert "To repeat: pozzetto ladder burraco --set burracos.clean.points=300 --hands 3" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rungs", "club"), "at least two rungs"),
        (("--rungs", "club,bridge"), "There is no player called 'bridge'"),
        (("--rungs", "nope"), "There is no player called 'nope'"),
        (("--rungs", "random,greedy,nope"), "There is no player called 'nope'"),
        (("--rungs", "random,greedy,random"), "another player; random is named twice"),
        (("--rungs", "random,,greedy"), "There is no player called ''"),
        (("--rungs", ""), "There is no player called ''"),
        (("--rungs", "random,expert:0"), "a whole number from 1 to 100,000, as in expert:50"),
        (("--rungs", "random,greedy", "--budget", "3"), "A budget is for an expert, and none"),
        (("--budget", "99999999999"), "a whole number from 1 to 100,000, as in expert:50"),
        (("--budget", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_used_is_told(words: Sequence[str], sentence: str) -> None:
    from pozzetto.cli import run

    came = CliRunner()
    with came.isolation() as streams:
        status = run(["ladder", *words, "--hands", "1", "--workers", "1"])
        errors = streams[1].getvalue().decode()
    assert status == 2
    assert sentence in " ".join(errors.split())
