"""Comparison: the same deals under several rulesets, and what is said about them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest
from click.testing import CliRunner

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.cli import group
from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.compare import Comparison, Difference, compare
from pozzetto.lab.holm import holm
from pozzetto.lab.simulate import simulate
from pozzetto.lab.statistics import PairSums, correlation, estimate
from pozzetto.lab.verdict import foundations

SEED = 30
ITALIAN, FIBUR = burraco_rules(), fibur_rules()


def compared(*rulesets: Rules, hands: int = 30, **options: Any) -> Comparison:
    return compare(rulesets, hands, SEED, **{"workers": 1, **options})


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compared(ITALIAN, FIBUR, hands=60)


def test_any_number_of_workers_and_any_chunks_give_the_same_answer() -> None:
    alone = compared(ITALIAN, FIBUR).data()
    for workers, chunk in ((1, 7), (2, 4), (5, 3)):
        assert compared(ITALIAN, FIBUR, workers=workers, chunk=chunk).data() == alone


def test_each_column_is_what_a_simulation_finds(found: Comparison) -> None:
    base, other = (simulate(rules, 60, SEED, workers=1) for rules in (ITALIAN, FIBUR))
    for name in ("points", "negative", "closed", "burracos_dirty", "turns", "picked_up"):
        difference = found.row(name).differences[0]
        assert difference.base == base.figure(name)
        assert difference.other == other.figure(name)


def test_a_tier_that_only_one_ruleset_has_is_measured_in_both(found: Comparison) -> None:
    semi_clean = found.row("burracos_semi_clean").differences[0]
    assert semi_clean.base.mean == 0
    assert semi_clean.difference.mean == semi_clean.other.mean > 0
    assert semi_clean.correlation is None


def test_a_deal_is_one_observation_and_pairing_pays(found: Comparison) -> None:
    points = found.row("points").differences[0]
    assert points.difference.count == found.pairs == 60
    assert points.difference.mean == pytest.approx(points.other.mean - points.base.mean)
    assert points.correlation is not None
    assert points.correlation > 0.2


def test_a_ruleset_differs_from_itself_by_exactly_zero() -> None:
    found = compared(ITALIAN, ITALIAN)
    for row in found.rows:
        (each,) = row.differences
        assert each.base == each.other
        assert (each.difference.mean, each.difference.low, each.difference.high) == (0, 0, 0)
        assert each.correlation in (1.0, None)
        assert not each.moved
        assert not each.holds
        assert each.corrected == 1
    assert "the same rules" in found.verdict
    assert "exactly zero" in found.verdict


def test_where_only_a_bonus_differs_play_is_the_same_and_only_points_move() -> None:
    dearer = replace(ITALIAN, name="dear", scoring=replace(ITALIAN.scoring, closing=200))
    found = compared(ITALIAN, dearer, players=["random"], hands=40)
    for name in ("turns", "melds", "closed", "burracos", "picked_up"):
        assert found.row(name).differences[0].difference.deviation == 0
    closed = found.row("closed").differences[0].base.mean
    # one of two teams closes and earns 100 more
    assert found.row("points").differences[0].difference.mean == pytest.approx(closed * 50)


def test_data_has_the_promised_shape(found: Comparison) -> None:
    data = json.loads(json.dumps(found.data()))
    promised = {"base", "others", "pairs", "measures", "verdict", "seed", "fingerprints"}
    assert promised <= set(data)
    assert (data["base"], data["others"]) == ("burraco", ["burraco-fibur"])
    assert (data["pairs"], data["seed"]) == (60, SEED)
    assert set(data["fingerprints"]) == {"burraco", "burraco-fibur"}
    for measure in data["measures"]:
        assert {"name", "unit", "base", "others"} <= set(measure)
        assert set(measure["base"]) == {"mean"}
        (other,) = measure["others"].values()
        assert {"mean", "difference", "correlation"} <= set(other)
        assert {"mean", "low", "high"} <= set(other["difference"])
        assert other["difference"]["low"] <= other["difference"]["mean"]
    # no hand of 60 is stopped at the limit: Wilson's interval of none is 0 … z² / (60 + z²)
    (limit,) = (measure for measure in data["measures"] if measure["name"] == "limit")
    for interval in (limit["base_interval"], limit["others"]["burraco-fibur"]["interval"]):
        assert (interval["low"], interval["high"]) == (0, pytest.approx(3.841459 / 63.841459))
    names = [measure["name"] for measure in data["measures"]]
    assert len(set(names)) == len(names)
    assert {"points", "closed", "stock", "stalemate", "limit", "negative", "turns"} <= set(names)
    assert {"burracos_clean", "burracos_dirty", "pozzetti_taken", "pozzetti_unopened"} <= set(names)


def test_the_verdict_names_what_moved_and_how_sure_that_is(found: Comparison) -> None:
    assert "Over 60 hands from the same shuffled decks, burraco-fibur differs" in found.verdict
    assert "burracos, semi-clean up by" in found.verdict
    assert "say little" not in found.verdict
    assert "5 hands say little" in compared(ITALIAN, FIBUR, hands=5).verdict


def test_what_only_looks_changed_is_told_in_the_number_that_it_has(found: Comparison) -> None:
    def looking(*names: str) -> Comparison:
        """The comparison as if these measures alone looked changed, and none held."""
        rows = []
        for row in found.rows:
            mean = 10.0 if row.measure.name in names else 0.0
            (each,) = row.differences
            far = replace(each.difference, mean=mean, error=1.0, low=mean - 2, high=mean + 2)
            each = replace(each, difference=far, corrected=1.0, apart=30)
            rows.append(replace(row, differences=(each,)))
        return replace(found, rows=tuple(rows))

    assert "beyond doubt: one of " in looking("turns").verdict
    assert "measures looks changed" in looking("turns").verdict
    assert "beyond doubt: 2 of " in looking("turns", "melds").verdict
    assert "measures look changed" in looking("turns", "melds").verdict


def test_what_pairing_is_worth_is_not_told_to_the_last_digit() -> None:
    # a point more for closing leaves the play as it is: nearly all of the luck is shared
    dearer = replace(ITALIAN, name="dearer", scoring=replace(ITALIAN.scoring, closing=101))
    (told,) = [
        each for each in foundations(compared(ITALIAN, dearer, hands=40)) if "Pairing paid" in each
    ]
    match = re.search(r"as much as ([0-9,]+) hands", told)
    assert match is not None
    digits = match[1].replace(",", "")
    assert len(digits) > 5
    assert set(digits[2:]) == {"0"}


def test_several_rulesets_stand_beside_one_base() -> None:
    limited = replace(ITALIAN, name="short", ends=replace(ITALIAN.ends, turns=10))
    found = compared(ITALIAN, FIBUR, limited)
    assert found.others == ("burraco-fibur", "short")
    alone = compared(ITALIAN, limited)
    beside, single = found.row("turns").differences[1], alone.row("turns").differences[0]
    assert (beside.difference, beside.apart) == (single.difference, single.apart)
    # the correction is for all that is looked at, and here that is twice as much
    assert beside.corrected is not None
    assert single.corrected is not None
    assert beside.corrected > single.corrected
    assert found.row("limit").differences[1].moved


def test_rulesets_of_one_name_are_told_apart() -> None:
    other = replace(FIBUR, name="burraco", fingerprint="f")
    found = compared(ITALIAN, other, other, ITALIAN, hands=2)
    assert found.names == ("burraco", "burraco (2)", "burraco (3)", "burraco (4)")
    assert found.same == (False, False, True)
    assert compared(ITALIAN, ITALIAN, hands=2).names == ("burraco", "burraco")


def test_unequal_players_change_sides_and_a_deal_stays_one_observation() -> None:
    found = compared(ITALIAN, FIBUR, players=["greedy", "random"], hands=10)
    turned = compared(ITALIAN, FIBUR, players=["random", "greedy"], hands=10)
    assert (found.pairs, found.times) == (10, 2)
    lead, other = (each.row("lead").differences[0] for each in (found, turned))
    assert lead.difference.count == 10
    assert lead.difference.mean == -other.difference.mean
    assert found.row("points").differences == turned.row("points").differences


@pytest.mark.parametrize(
    ("rulesets", "sentence"),
    [
        ([ITALIAN], "at least two rulesets"),
        ([ITALIAN, two_player_rules()], "burraco has 4 seats, burraco-2p has 2"),
        (
            [ITALIAN, burraco_rules(teams=("N", "E", "S", "W"), team_of=(0, 1, 2, 3), name="own")],
            "burraco has 2 teams, own has 4",
        ),
        ([ITALIAN, burraco_rules(team_of=(0, 0, 1, 1))], "partners sit in different places"),
    ],
)
def test_what_cannot_be_paired_is_refused(rulesets: list[Rules], sentence: str) -> None:
    with pytest.raises(PozzettoError, match=sentence):
        compared(*rulesets)


# --- what is made of the figures


def difference(
    base: Sequence[int], other: Sequence[int], corrected: float | None = 1.0
) -> Difference:
    pairs = PairSums.empty()
    for first, second in zip(base, other, strict=True):
        pairs.add(first, second)
    return Difference(
        base=estimate(pairs.first),
        other=estimate(pairs.second),
        difference=estimate(pairs.differences),
        correlation=correlation(pairs),
        apart=sum(one != two for one, two in zip(base, other, strict=True)),
        corrected=corrected,
    )


def test_an_effect_size_worked_by_hand() -> None:
    # differences 1 1 0 2 0 3 1 0: mean 1, squared deviations 8, so a deviation of sqrt(8/7)
    each = difference([2, 4, 4, 4, 5, 5, 7, 9], [3, 5, 4, 6, 5, 8, 8, 9])
    assert each.effect == pytest.approx(1 / sqrt(8 / 7))
    assert difference([1, 2], [1, 2]).effect is None


def test_what_pairing_saved_worked_by_hand() -> None:
    # squared deviations 32 and 32 unpaired, 8 of the differences: 8 pairs for 64
    each = difference([2, 4, 4, 4, 5, 5, 7, 9], [3, 5, 4, 6, 5, 8, 8, 9])
    assert each.saved == pytest.approx(1 - 8 / 64)
    # in opposite order the differences vary by 4 * 5, what is compared by 5 + 5
    opposite = difference([1, 2, 3, 4], [4, 3, 2, 1])
    assert opposite.saved == pytest.approx(1 - 20 / 10)
    assert difference([1, 1], [2, 2]).saved is None


def test_what_was_seen_to_differ_a_few_times_is_not_sure() -> None:
    # five of 200 hands differ, all by one: Student's t would give p = 0.025
    few = difference([0] * 200, [1] * 5 + [0] * 195)
    assert few.difference.excludes_zero
    assert few.chance == 1 / 16
    assert not few.moved
    assert difference([0] * 200, [1] * 6 + [0] * 194).chance == 1 / 32
    # two that differ alike have no deviation at all
    assert difference([4, 4], [5, 5]).chance == 1 / 2


def test_a_mark_of_its_own_tells_what_holds_after_holms_correction() -> None:
    base, other = list(range(20)), [value + 1 + value % 2 for value in range(20)]
    assert difference(base, other, 0.05).holds
    assert not difference(base, other, 0.051).holds
    assert difference(base, other, 0.051).moved
    assert not difference(base, other, None).holds


def test_the_correction_is_over_the_whole_table(found: Comparison) -> None:
    every = [each for row in found.rows for each in row.differences]
    chances = [1.0 if each.chance is None else each.chance for each in every]
    assert [each.corrected for each in every] == pytest.approx(holm(chances))


def test_pairing_is_told_also_where_it_saves_nothing() -> None:
    said = " ".join(foundations(compared(ITALIAN, FIBUR, hands=40)))
    assert "Pairing paid: points a hand under burraco and burraco-fibur" in said
    assert "80 of 100 comparisons" in said
    uncut = replace(
        ITALIAN, name="uncut", deal=replace(ITALIAN.deal, cut=None, pozzetti_from="stock")
    )
    apart = compared(ITALIAN, uncut, hands=40)
    points = apart.row("points").differences[0]
    assert points.saved is not None
    assert ("Pairing saved nothing" in " ".join(foundations(apart))) == (points.saved <= 0.005)


def test_the_stronger_side_is_named_with_what_it_wins() -> None:
    for players in (["greedy", "random"], ["random", "greedy"]):
        found = compared(ITALIAN, FIBUR, players=players, hands=16)
        said = " ".join(foundations(found))
        # all of 16, 2 and 4: Wilson's interval begins at n / (n + 3.841459)
        assert (
            "Under burraco the stronger side, greedy, wins 100.0 % (80.6–100.0) of the hands, "
            "100.0 % (34.2–100.0) of the matches, 100.0 % (51.0–100.0) of the rounds."
        ) in said
    won = found.row("won_hand").differences[0].base.mean
    assert won == 0
    # one match alone has no interval, so nothing is said of it
    said = " ".join(foundations(compared(ITALIAN, FIBUR, players=players, hands=10)))
    assert "of the rounds" in said
    assert "of the matches" not in said


def test_matches_pair_by_blocks_of_deals() -> None:
    # a target of 2000 is followed for 8 hands, and four are a round: 3 and 6 in 25 hands
    found = compared(ITALIAN, FIBUR, hands=25)
    assert found.row("match_points").observations == 3
    assert found.row("vp").observations == 6
    assert found.row("match_hands").differences[0].other.mean == 4
    names = [row.measure.name for row in compared(ITALIAN, FIBUR, hands=3).rows]
    assert "match_points" not in names
    assert "points" in names


def test_nothing_is_told_of_matches_that_are_not_over() -> None:
    # random players do not reach 2000 points in eight hands
    found = compared(ITALIAN, FIBUR, hands=24, players=["random"])
    names = {row.measure.name for row in found.rows}
    assert found.row("unfinished").differences[0].base.mean == 1
    assert found.row("unfinished").differences[0].other.mean == 0
    assert names & {"match_hands", "match_points", "match_minutes", "comebacks"} == set()
    assert "vp" in names
    # three of three: 3 / 6.841459 is where Wilson's interval begins
    assert "100.0 % (43.9–100.0) were not over" in " ".join(foundations(found))
    assert "not over" not in " ".join(foundations(compared(ITALIAN, FIBUR, hands=24)))


def test_until_stops_at_a_width_and_says_so_whoever_plays() -> None:
    # hands of twelve turns are played fast
    short = [replace(rules, ends=replace(rules.ends, turns=12)) for rules in (ITALIAN, FIBUR)]
    options: Any = {"hands": 400, "until": "points=±25", "players": ["random"]}
    wide = compared(*short, **options)
    assert (wide.pairs, wide.decided) == (200, True)
    half = wide.row("points").differences[0].difference.half_width
    assert half is not None
    assert half <= 25
    assert "Decided after 200 hands" in foundations(wide)[0]
    shared = compared(*short, **options, workers=2, chunk=7)
    assert shared.data() == wide.data()


def test_until_a_difference_that_is_always_the_same() -> None:
    # matches of four hands and of three differ by one hand, each time
    short = [replace(rules, ends=replace(rules.ends, turns=4)) for rules in (FIBUR, FIBUR)]
    short[1] = replace(short[1], name="three", match=replace(short[1].match, hands=3))
    found = compared(*short, hands=900, until="match_hands=±0.1", players=["random"])
    assert (found.pairs, found.decided) == (800, True)
    assert found.row("match_hands").differences[0].difference.mean == -1
    assert foundations(found)[0] == (
        "Decided after 800 hands: the difference in hands a match was the same every time, and "
        "±0.10 was wanted."
    )


def test_until_something_that_is_not_told_says_so() -> None:
    # random players are not over in eight hands, so nothing is told of matches
    found = compared(ITALIAN, FIBUR, hands=16, until="match_points=±1000", players=["random"])
    assert foundations(found)[0] == (
        "Undecided after 16 hands: nothing is said here of points a match."
    )
    assert "were not over" in foundations(found)[1]


def test_of_few_hands_nothing_is_foretold() -> None:
    # a deviation and a correlation from two pairs may be anything
    assert foundations(compared(ITALIAN, FIBUR, hands=29)) == []
    said = " ".join(foundations(compared(ITALIAN, FIBUR, hands=30)))
    assert "80 of 100 comparisons" in said
    # half of an interval of 30 takes about four times as many: (2.045 × 2 / 1.98)² × 30 = 128
    assert re.search(r"takes about 1[123]0 hands", said)


def test_until_stops_at_the_cap_undecided() -> None:
    found = compared(ITALIAN, FIBUR, hands=20, until="points=±1", players=["random"])
    assert (found.pairs, found.decided) == (20, False)
    assert "Undecided after 20 hands" in foundations(found)[0]
    assert "±1.0 was wanted" in foundations(found)[0]
    # finer than any figure is told, and not rounded to nothing
    assert found.until is not None
    finer = replace(found, until=replace(found.until, width=0.0001))
    assert "±0.0001 was wanted" in foundations(finer)[0]


# --- the command


def run(*arguments: str, **environment: str) -> Any:
    return CliRunner(env=environment).invoke(group, ["compare", *arguments])


@pytest.mark.parametrize("columns", [40, 71, 72, 80])
def test_the_table_fits_the_page_and_can_be_repeated(columns: int) -> None:
    result = run("burraco", "burraco-fibur", "--hands", "9", "--workers", "1", COLUMNS=str(columns))
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in result.stdout
    assert last == (
        "To repeat: pozzetto compare burraco burraco-fibur --hands 9 --seed 1 --players greedy"
    )


@pytest.mark.parametrize("columns", [40, 80])
def test_long_names_are_not_cut_but_told_once(columns: int) -> None:
    change = "burracos.clean.points=300"
    result = run(
        *("burraco", "burraco", "--set", change, "--hands", "9", "--workers", "1"),
        COLUMNS=str(columns),
    )
    *lines, repeat = result.stdout.splitlines()
    assert lines[:3] == ["A  burraco", f"B  burraco[{change}]", ""]
    told = " ".join(line.strip() for line in lines[3:])
    assert told.startswith(
        "A and B: 9 hands from the same shuffled decks, played by greedy, seed 1 "
    )
    assert max(map(len, lines)) <= columns
    assert "…" not in told
    assert "Over 9 hands from the same shuffled decks, " in told
    assert "burraco[" not in told
    assert change in repeat
    data = json.loads(run("burraco", "burraco", "--set", change, "--hands", "1", "--json").stdout)
    assert f"burraco[{change}]" in data["verdict"]


QUICK = ("burraco", "burraco-fibur", "--workers", "1")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "options",
    [
        ("--until", "points=±500", "--hands", "9"),
        ("--plan", "points=±20", "--hands", "9"),
        ("--robust", "--hands", "5"),
        ("--players", "greedy,random", "--hands", "9", "--explain"),
    ],
)
def test_every_way_to_compare_fits_the_page(options: tuple[str, ...], columns: int) -> None:
    result = run(*QUICK, *options, COLUMNS=str(columns))
    assert result.exit_code == 0, result.output
    *lines, last = result.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert last.startswith("To repeat: pozzetto compare burraco burraco-fibur ")
    assert options[0] in last


def test_what_is_repeated_gives_the_same() -> None:
    first = run(*QUICK, "--until", "points=±500", "--hands", "9").stdout
    words = shlex.split(first.splitlines()[-1].removeprefix("To repeat: pozzetto compare "))
    assert run(*words, "--workers", "1").stdout == first


def test_a_hand_measure_stands_under_its_heading() -> None:
    lines = [
        line.split("  ")[1]
        for line in run(*QUICK, "--hands", "9").stdout.splitlines()[4:]
        if line.startswith("  ") and line.strip()
    ]
    assert lines.index("POINTS") < lines.index("points a hand") < lines.index("ENDS")
    assert lines.index("ENDS") < lines.index("closed") < lines.index("BURRACOS AND POZZETTI")
    assert lines.index("MATCHES") < lines.index("points a match")


def test_a_cap_is_chosen_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def recorded(rulesets: object, hands: int, *_: object, **__: object) -> Comparison:
        asked.append(hands)
        return compared(ITALIAN, FIBUR, hands=2)

    monkeypatch.setattr("pozzetto.lab.compare.compare", recorded)
    for words in ((), ("--until", "points=5"), ("--until", "points=5", "--hands", "2000")):
        assert run(*QUICK, *words).exit_code == 0
    assert asked == [2000, 20_000, 2000]


def test_plans_and_robust_comparisons_are_data_for_programs() -> None:
    planned = json.loads(run(*QUICK, "--plan", "points=20", "--hands", "9", "--json").stdout)
    assert planned["pilot"] == 9
    assert set(planned["needs"]) == {"burraco-fibur"}
    assert planned["hands"] == planned["needs"]["burraco-fibur"]["hands"]
    data = json.loads(run(*QUICK, "--robust", "--hands", "5", "--json").stdout)
    assert data["base"] == "burraco"
    for rung, found in data["rungs"].items():
        assert found["players"] == [rung] * 4
        assert found["pairs"] == 5
    assert "greedy" in data["rungs"]
    assert isinstance(data["robustness"], str)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--until", "speed=5"), "no measure 'speed'"),
        (("--plan", "points"), "no measure and width"),
        (("--plan", "points=5", "--robust"), "--plan plays a pilot and nothing else"),
        (("--plan", "points=5", "--until", "points=5"), "--plan plays a pilot and nothing else"),
        (("--robust", "--players", "greedy"), "leave --players"),
    ],
)
def test_options_that_cannot_be_used_are_told(options: tuple[str, ...], sentence: str) -> None:
    result = run(*QUICK, *options)
    assert result.exit_code != 0
    assert sentence in f"{result.exception} {result.output}"


def test_the_command_refuses_with_a_sentence() -> None:
    result = run("burraco", "burraco-2p", "--hands", "9")
    assert isinstance(result.exception, PozzettoError)
    assert "cannot be compared" in str(result.exception)


PROGRAM = [sys.executable, "-c", "from pozzetto.cli.compare import command; command()"]


def test_the_answer_does_not_depend_on_the_hash_seed() -> None:
    printed = [
        subprocess.run(
            [*PROGRAM, "burraco", "burraco-fibur", "--hands", "6", "--workers", "1", "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert json.loads(printed[0])["pairs"] == 6


def test_rulesets_that_deal_otherwise_are_told() -> None:
    # the cut and the pozzetti decide which card of a shuffled deck goes where
    assert compared(ITALIAN, FIBUR, hands=1).dealt_alike == (True,)
    uncut = replace(ITALIAN, deal=replace(ITALIAN.deal, cut=None, pozzetti_from="stock"))
    found = compared(ITALIAN, uncut, hands=2)
    assert found.dealt_alike == (False,)
    assert "deals these decks otherwise than" in found.verdict
