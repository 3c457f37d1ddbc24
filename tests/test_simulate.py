"""Simulation: hands played out, counted, and the same whoever plays them."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from click.testing import CliRunner

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.cli import group
from pozzetto.errors import PozzettoError
from pozzetto.game.moves import TAKE, what
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.views import View
from pozzetto.lab import desk
from pozzetto.lab import simulate as lab
from pozzetto.lab.result import ENDS, hand_result
from pozzetto.lab.run import Run, play_hand, played
from pozzetto.lab.seating import seat_players, seatings, side_names
from pozzetto.lab.simulate import simulate
from pozzetto.lab.workers import in_order
from pozzetto.players import Player, make

SEED = 20
RULES = burraco_rules()
SHAPES = Shapes(RULES)


class Recorder:
    """Plays at random, and keeps how many moves it could choose from."""

    def __init__(self) -> None:
        self.choices: list[int] = []

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        self.choices.append(len(moves))
        return moves[int(random() * len(moves))]


class Cheat:
    """Always plays a move that does not exist."""

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        return -1


def of_one_kind(name: str, rules: Rules, shapes: Shapes) -> list[Player]:
    return [make(name, shapes)] * len(rules.seats)


# --- one hand


@pytest.mark.parametrize("rules", [RULES, fibur_rules(), two_player_rules()], ids=lambda r: r.name)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_every_hand_ends_with_all_its_cards_and_is_counted_right(rules: Rules, name: str) -> None:
    shapes = Shapes(rules)
    players = of_one_kind(name, rules, shapes)
    for hand in range(12):
        table = play_hand(shapes, players, SEED, hand)
        assert table.cards() == sorted(rules.deck)
        assert table.dealer == hand % len(rules.seats)
        result = hand_result(table)
        assert ENDS[result.ended] == table.ended
        assert result.points == score(table)
        assert result.closer == table.closer
        assert (result.closer != NOBODY) == (table.ended == "closed")
        assert result.melds == tuple(map(len, table.melds))
        assert sum(map(sum, result.burracos)) == sum(
            shapes.tiers[shape] >= 0 for melds in table.melds for shape in melds
        )
        takes = [entry for entry in table.log if what(entry >> 4) == TAKE]
        assert result.pickups == len(takes) <= result.picked_up
        assert result.turns == table.turns
        # whoever made the first move of the hand
        assert result.first == rules.team_of[table.log[0] & 15]


def test_sides_that_changed_places_are_counted_by_side() -> None:
    table = play_hand(SHAPES, of_one_kind("greedy", RULES, SHAPES), SEED, 3)
    straight, changed = hand_result(table), hand_result(table, 1)
    assert changed.points == straight.points[::-1]
    assert (straight.first, changed.first) == (0, 1)
    assert changed.burracos == straight.burracos[::-1]
    assert (changed.took, changed.unopened) == (straight.took[::-1], straight.unopened[::-1])
    assert (changed.turns, changed.closer) == (straight.turns, straight.closer)


def test_the_same_seed_gives_the_same_hand_whatever_was_played_before() -> None:
    fresh = Shapes(RULES)
    for hand in (0, 7):
        before = play_hand(SHAPES, of_one_kind("random", RULES, SHAPES), SEED, hand)
        again = play_hand(fresh, of_one_kind("random", RULES, fresh), SEED, hand)
        assert hand_result(before) == hand_result(again)
        assert [entry & 15 for entry in before.log] == [entry & 15 for entry in again.log]
        assert before.pile == again.pile


def test_nobody_is_asked_when_there_is_one_move_only() -> None:
    players = [Recorder() for _ in range(4)]
    table = play_hand(SHAPES, players, SEED, 1)
    asked = [count for player in players for count in player.choices]
    assert asked
    assert min(asked) > 1
    assert len(asked) <= len(table.log)


def test_a_move_that_is_not_legal_is_refused_by_name() -> None:
    with pytest.raises(PozzettoError, match=r"seat E \(Cheat\) .* hand 0 of seed 20 under burraco"):
        play_hand(SHAPES, [Cheat()] * 4, SEED, 0)


# --- many hands


def test_any_number_of_workers_and_any_chunks_give_the_same_answer() -> None:
    alone = simulate(RULES, 24, SEED, workers=1)
    for workers, chunk in ((1, 5), (2, 3), (3, 4)):
        again = simulate(RULES, 24, SEED, workers=workers, chunk=chunk)
        assert again.data() == alone.data()


def test_an_executor_may_be_lent() -> None:
    with ThreadPoolExecutor(2) as executor:
        lent = simulate(RULES, 12, SEED, workers=2, executor=executor, chunk=2)
        assert executor.submit(int).result() == 0
    assert lent.data() == simulate(RULES, 12, SEED, workers=1).data()


def test_forgetting_the_tables_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = simulate(RULES, 12, SEED, workers=1, chunk=3)
    monkeypatch.setattr(desk, "MOST_REMEMBERED", 0)
    assert simulate(RULES, 12, SEED, workers=1, chunk=3).data() == kept.data()


def test_progress_is_told_in_order() -> None:
    told: list[tuple[int, int]] = []
    simulate(RULES, 7, SEED, workers=1, chunk=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(3, 7), (6, 7), (7, 7)]


def test_seeds_differ() -> None:
    first, second = (simulate(RULES, 8, seed, workers=1) for seed in (1, 2))
    assert first.figure("points") != second.figure("points")


def test_the_figures_add_up() -> None:
    found = simulate(fibur_rules(), 40, SEED, workers=1)
    assert found.hands == found.deals == 40
    ends = sum(found.figure(end).mean for end in ENDS if end != "house")
    assert ends == pytest.approx(1)
    tiers = [found.figure(f"burracos_{name}").mean for name in ("clean", "semi_clean", "dirty")]
    assert sum(tiers) == pytest.approx(found.figure("burracos").mean)
    assert found.figure("pozzetti_unopened").mean <= found.figure("pozzetti_taken").mean <= 2


def test_one_hand_has_no_interval() -> None:
    points = simulate(RULES, 1, SEED, workers=1).figure("points")
    assert (points.low, points.high) == (None, None)


@pytest.mark.parametrize(("hands", "workers"), [(0, 1), (-3, 1), (5, 0)])
def test_nothing_to_play_or_nobody_to_play_it_is_refused(hands: int, workers: int) -> None:
    with pytest.raises(PozzettoError, match="At least one"):
        simulate(RULES, hands, SEED, workers=workers)


# --- players


def test_players_are_named_once_or_by_team_or_by_seat() -> None:
    assert seat_players(RULES, ["random"]) == ("random",) * 4
    assert seat_players(RULES, ["greedy", "random"]) == ("greedy", "random") * 2
    by_seat = ("random", "greedy", "greedy", "greedy")
    assert seat_players(RULES, by_seat) == by_seat


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["greedy"] * 3, "3 players were named; burraco takes 1, 2 or 4"),
        (["sharp"], "no player called 'sharp'; there are random, greedy, club and expert"),
        ([], "0 players were named"),
    ],
)
def test_other_players_are_refused(names: list[str], sentence: str) -> None:
    with pytest.raises(PozzettoError, match=sentence):
        seat_players(RULES, names)


def test_unequal_players_sit_once_on_each_side() -> None:
    assert seatings(RULES, ("greedy",) * 4) == ((0, ("greedy",) * 4),)
    assert seatings(RULES, ("random", "greedy", "greedy", "greedy")) == (
        (0, ("random", "greedy", "greedy", "greedy")),
        (1, ("greedy", "random", "greedy", "greedy")),
    )
    assert side_names(RULES, ("greedy",) * 4) == ()
    assert side_names(RULES, ("greedy", "random") * 2) == ("greedy", "random")
    assert side_names(RULES, ("random", "greedy", "greedy", "greedy")) == (
        "random + greedy",
        "greedy",
    )


def test_unequal_players_need_teams_of_one_size() -> None:
    one_against_two = burraco_rules(seats=("N", "E", "W"), team_of=(0, 1, 1))
    assert len(seatings(one_against_two, ("greedy",) * 3)) == 1
    with pytest.raises(PozzettoError, match="different sizes"):
        seatings(one_against_two, ("greedy", "random", "random"))


def test_greedy_beats_random_by_the_same_whichever_is_named_first() -> None:
    found = simulate(RULES, 20, SEED, ["greedy", "random"], workers=1)
    turned = simulate(RULES, 20, SEED, ["random", "greedy"], workers=1)
    assert (found.deals, found.hands) == (20, 40)
    assert found.figure("lead").mean == -turned.figure("lead").mean
    assert found.figure("points") == turned.figure("points")
    low = found.figure("lead").low
    assert low is not None
    assert low > 200


# --- what goes wrong


def test_a_worker_that_dies_is_reported_in_a_sentence() -> None:
    with pytest.raises(PozzettoError, match="A worker process died"):
        list(in_order(os._exit, [1] * 8, workers=2))


def test_an_interrupt_leaves_no_process_behind() -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(RULES, 200, SEED, workers=2, chunk=2, progress=interrupt)
    assert multiprocessing.active_children() == []


def test_a_fault_in_a_worker_arrives_as_it_was() -> None:
    with pytest.raises(PozzettoError, match="no player"):
        list(played(Run(rulesets=(RULES,), players=("stranger",) * 4, seed=1), 20, workers=2))


# --- the command


def run(*arguments: str, **environment: str) -> Any:
    return CliRunner(env=environment).invoke(group, ["simulate", *arguments])


def test_the_command_prints_json() -> None:
    result = run("burraco", "--hands", "6", "--seed", "4", "--workers", "1", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["ruleset"], found["hands"], found["seed"]) == ("burraco", 6, 4)
    assert {"name", "unit", "mean", "low", "high", "deviation"} == set(found["measures"][0])
    assert len(found["fingerprint"]) == 64


@pytest.mark.parametrize("columns", [40, 63, 64, 80])
def test_the_table_fits_the_page_and_can_be_repeated(columns: int) -> None:
    result = run(
        "--hands", "5", "--workers", "1", "--players", "greedy,random", COLUMNS=str(columns)
    )
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert "\x1b" not in result.stdout
    assert last == (
        "To repeat: pozzetto simulate burraco --hands 5 --seed 1 --players greedy,random"
    )


def test_a_page_that_knows_only_ascii_gets_nothing_else() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    printed = subprocess.run(
        [*PROGRAM, "--hands", "5", "--workers", "1", "--explain"],
        env=environment,
        capture_output=True,
        check=True,
    ).stdout.decode("ascii")
    assert " +/- " in printed
    assert "points a hand: What a team scores in a hand." in printed


def test_the_interrupted_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "simulate", interrupted)
    result = run("--hands", "500")
    assert result.exit_code == 130
    assert "Stopped after 0 of 500 hands" in result.stderr


PROGRAM = [sys.executable, "-c", "from pozzetto.cli.simulate import command; command()"]


def test_the_answer_does_not_depend_on_the_hash_seed() -> None:
    printed = [
        subprocess.run(
            [*PROGRAM, "burraco-fibur", "--hands", "8", "--workers", "1", "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    ]
    assert printed[0] == printed[1]
