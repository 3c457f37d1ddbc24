"""Studies: what is kept is never played twice, and nothing that was played is lost."""

from __future__ import annotations

import builtins
import importlib
import json
import linecache
import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from given import burraco_rules
from pozzetto.cli import run as run_command
from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab import study_facts, study_file
from pozzetto.lab.compare import compare
from pozzetto.lab.export import Hands, facts
from pozzetto.lab.result import ENDS, HandResult
from pozzetto.lab.run import DealResult, Run, played
from pozzetto.lab.simulate import simulate
from pozzetto.lab.study_schema import FORMAT, columns, packer, seal, unpacker
from pozzetto.lab.versions import player_version
from pozzetto.lab.workers import as_many, in_order
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load

SEED = 5
BURRACO, FIBUR = load("burraco"), load("burraco-fibur")
SIMULATE = [sys.executable, "-c", "from pozzetto.cli import main; main()", "simulate", "burraco"]
posix = pytest.mark.skipif(os.name == "nt", reason="needs the signals of POSIX")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "kept.study")


@contextmanager
def opened(file: str) -> Iterator[sqlite3.Connection]:
    """The file as any SQLite tool has it."""
    with closing(sqlite3.connect(file)) as db:
        yield db


def asked(file: str, query: str) -> list[Any]:
    with opened(file) as db:
        return db.execute(query).fetchall()


def changed(file: str, *statements: str) -> None:
    with opened(file) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def spans(file: str) -> list[tuple[int, int]]:
    return asked(file, "SELECT first, past FROM spans ORDER BY first")


def stops_at(count: int, error: BaseException) -> Callable[[int, int], None]:
    """A progress that stops the run when so many deals are played."""

    def tell(done: int, of: int) -> None:
        if done >= count:
            raise error

    return tell


# --- the same as without one


def test_a_study_changes_nothing_in_what_is_found(file: str) -> None:
    alone = compare([BURRACO, FIBUR], 30, SEED, ["random"], workers=1)
    kept = compare([BURRACO, FIBUR], 30, SEED, ["random"], workers=1, study=file)
    again = compare([BURRACO, FIBUR], 30, SEED, ["random"], workers=1, study=file)
    assert kept.data() == again.data() == alone.data()


def test_what_is_kept_is_not_played_again(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = simulate(BURRACO, 12, SEED, ["random"], workers=1, study=file)

    def refuse(run: Run, deals: range) -> list[DealResult]:
        raise AssertionError("it plays")

    monkeypatch.setattr("pozzetto.lab.run.play_deals", refuse)
    again = simulate(BURRACO, 12, SEED, ["random"], workers=1, study=file)
    assert again.data() == first.data()
    with pytest.raises(AssertionError, match="it plays"):
        simulate(BURRACO, 13, SEED, ["random"], workers=1, study=file)


def test_a_study_is_made_longer_whatever_the_chunks_and_workers(file: str) -> None:
    for hands, workers, chunk in ((7, 1, 3), (20, 2, 4), (41, 1, 10), (30, 2, 1)):
        kept = simulate(
            BURRACO, hands, SEED, ["random", "greedy"], workers=workers, chunk=chunk, study=file
        )
        alone = simulate(BURRACO, hands, SEED, ["random", "greedy"], workers=1)
        assert kept.data() == alone.data()
    assert spans(file) == [(0, 41)]
    # two seatings of every deal
    assert asked(file, "SELECT count(*), count(DISTINCT deal) FROM hands") == [(82, 41)]


def test_gaps_are_filled(file: str) -> None:
    whole = simulate(BURRACO, 30, SEED, ["random"], workers=1, study=file)
    changed(
        file,
        "DELETE FROM hands WHERE deal IN (0, 1, 10, 29)",
        "DELETE FROM spans",
        "INSERT INTO spans VALUES (2, 10), (11, 29)",
    )
    filled = simulate(BURRACO, 30, SEED, ["random"], workers=2, chunk=4, study=file)
    assert filled.data() == whole.data()
    assert spans(file) == [(0, 30)]


def test_progress_counts_what_was_kept(file: str) -> None:
    told: list[tuple[int, int]] = []
    simulate(BURRACO, 6, SEED, ["random"], workers=1, study=file)

    def tell(done: int, of: int) -> None:
        told.append((done, of))

    simulate(BURRACO, 9, SEED, ["random"], workers=1, chunk=2, study=file, progress=tell)
    assert told == [(6, 9), (8, 9), (9, 9)]


# --- what stops a run


def test_an_interrupted_run_keeps_whole_chunks(file: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        simulate(
            BURRACO, 40, SEED, ["random"], workers=1, chunk=4, study=file,
            progress=stops_at(12, KeyboardInterrupt()),
        )  # fmt: skip
    assert spans(file) == [(0, 12)]
    resumed = simulate(BURRACO, 40, SEED, ["random"], workers=1, study=file)
    assert resumed.data() == simulate(BURRACO, 40, SEED, ["random"], workers=1).data()


def test_a_worker_that_dies_takes_only_its_chunk_along(file: str) -> None:
    def kill_one(done: int, of: int) -> None:
        for worker in multiprocessing.active_children()[:1]:
            worker.kill()

    with pytest.raises(PozzettoError, match="A worker process died"):
        simulate(BURRACO, 400, SEED, ["random"], workers=2, chunk=2, study=file, progress=kill_one)
    kept = sum(past - first for first, past in spans(file))
    assert 2 <= kept < 400
    assert asked(file, "SELECT count(*) FROM hands") == [(kept,)]
    resumed = simulate(BURRACO, 60, SEED, ["random"], workers=1, study=file)
    assert resumed.data() == simulate(BURRACO, 60, SEED, ["random"], workers=1).data()


def test_each_result_is_kept_as_soon_as_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    # nobody looks by the clock
    monkeypatch.setattr("pozzetto.lab.workers.PATIENCE", 60)
    slow = threading.Event()
    kept: list[int] = []

    def work(part: int) -> int:
        if part == 0:
            slow.wait(3)
        return part * part

    def keep(part: int, result: int) -> None:
        assert result == part * part
        kept.append(part)
        if len(kept) == 3:
            slow.set()

    with ThreadPoolExecutor(2) as executor:
        results = list(in_order(work, range(4), workers=2, executor=executor, keep=keep))
    assert results == [0, 1, 4, 9]
    # the slow one came last, and held up nobody's being kept
    assert sorted(kept) == [0, 1, 2, 3]
    assert kept[-1] == 0


def test_what_is_there_is_kept_when_the_rest_is_not_wanted() -> None:
    kept: list[int] = []
    with ThreadPoolExecutor(1) as executor:
        results = in_order(
            lambda part: part, range(8), workers=2, executor=executor,
            keep=lambda part, result: kept.append(part),
        )  # fmt: skip
        next(results)
        executor.submit(int).result()  # the eight are done before this one
        results.close()
    assert sorted(kept) == [0, 1, 2, 3, 4, 5, 6, 7]


@posix
def test_kill_at_any_moment_and_go_on(file: str) -> None:
    arguments = ["--hands", "160", "--seed", "5", "--players", "random", "--json"]
    random = Random(11)
    whole = subprocess.run([*SIMULATE, *arguments], capture_output=True, check=True).stdout
    kept = 0
    for _ in range(3):
        with subprocess.Popen(
            [*SIMULATE, *arguments, "--workers", "2", "--study", file],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as running:
            until = time.monotonic() + 30
            while not os.path.exists(file) and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(random.random())
            os.killpg(running.pid, signal.SIGKILL)
        if os.path.getsize(file):
            before, kept = kept, sum(past - first for first, past in spans(file))
            assert kept >= before
            assert asked(file, "SELECT count(*) FROM hands") == [(kept,)]
    ended = subprocess.run(
        [*SIMULATE, *arguments, "--study", file], capture_output=True, check=True
    ).stdout
    assert ended == whole
    assert asked(file, "SELECT count(*) FROM hands") == [(160,)]


KILLS_ITSELF = """
import os, signal, sys
from pozzetto.lab.simulate import simulate
from pozzetto.rulebook.library import load
def tell(done, of):
    if done == 15:
        os.kill(os.getpid(), signal.SIGKILL)
simulate(load("burraco"), 40, 5, ["random"], workers=1, chunk=5, study=sys.argv[1], progress=tell)
"""


@posix
def test_a_kill_loses_nothing_that_was_told(file: str) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLS_ITSELF, file], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert spans(file) == [(0, 15)]


@posix
@pytest.mark.parametrize("signals", [["SIGTERM"], ["SIGHUP"], ["SIGINT"]])
def test_a_polite_kill_is_told_and_leaves_one_file(tmp_path: Path, signals: list[str]) -> None:
    number = getattr(signal, signals[0])
    with subprocess.Popen(
        [*SIMULATE, "--hands", "100000", "--players", "random", "--study", "kept.study"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        until = time.monotonic() + 30
        while not (tmp_path / "kept.study-wal").exists() and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(0.5)
        running.send_signal(number)
        _, said = running.communicate(timeout=30)
    assert running.returncode == 128 + number
    assert said.endswith("of 100,000 hands; they are kept in kept.study.\n")
    assert os.listdir(tmp_path) == ["kept.study"]


@posix
def test_a_kill_leaves_no_half_written_records(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*SIMULATE, "--hands", "100000", "--players", "random", "--records", "hands.txt"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        until = time.monotonic() + 30
        while not os.listdir(tmp_path) and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(0.5)
        running.terminate()
        running.communicate(timeout=30)
    assert running.returncode == 143
    assert os.listdir(tmp_path) == []


@posix
def test_a_full_disk_keeps_what_there_was_room_for(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, 64_000))

    words = [*SIMULATE, "--hands", "80", "--workers", "1", "--json"]
    kept = [*words, "--study", "kept.study"]
    full = subprocess.run(
        kept, cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=little_room
    )
    assert full.returncode == 2
    assert "What was played before is kept" in full.stdout
    assert 0 < sum(past - first for first, past in spans(str(tmp_path / "kept.study"))) < 80
    ended = subprocess.run(kept, cwd=tmp_path, capture_output=True, check=True).stdout
    assert ended == subprocess.run(words, capture_output=True, check=True).stdout


# --- a study of something else


SENTENCES = [
    ({"seed": 6}, "seed 5, and now 6"),
    ({"players": ["greedy"]}, "played by random, and now by greedy"),
    (
        {"players": ["random", "greedy"]},
        "played by random, and now by random,greedy,random,greedy",
    ),
    ({"rules": FIBUR}, "burraco, and now burraco-fibur (its rules differ: "),
    (
        {"rules": load("burraco", ["scoring.closing.points=150", "match.target=1000"])},
        "(its rules differ: scoring.closing.points 100 there, 150 here; "
        "match.target 2000 there, 1000 here)",
    ),
]


@pytest.mark.parametrize(("changes", "sentence"), SENTENCES)
def test_what_differs_is_told(file: str, changes: dict[str, Any], sentence: str) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    before = Path(file).read_bytes()
    asked_for: dict[str, Any] = {"rules": BURRACO, "seed": SEED, "players": ["random"], **changes}
    with pytest.raises(PozzettoError) as told:
        simulate(hands=3, workers=1, study=file, **asked_for)
    assert sentence in str(told.value)
    assert "is a study of something else" in str(told.value)
    # not even the time of this sitting is written
    assert Path(file).read_bytes() == before


def test_other_rulesets_than_one_are_told(file: str) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    with pytest.raises(PozzettoError, match="ruleset burraco, and now rulesets burraco, burraco-f"):
        compare([BURRACO, FIBUR], 3, SEED, ["random"], workers=1, study=file)


def test_another_version_of_a_player_is_told(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    monkeypatch.setattr("pozzetto.lab.versions.player_version", lambda name, rules: "another")
    with pytest.raises(PozzettoError, match="another version of the player random"):
        simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)


def test_the_version_of_a_player_is_that_of_all_it_is_written_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(**changed: str) -> str:
        texts = {
            "__init__": "",
            "one": "from wood import two\nclass One:\n    def __init__(self, shapes): pass\n",
            "two": "import wood.three\n",
            "three": "x = 1\n",
            "four": "",
        }
        (tmp_path / "wood").mkdir(exist_ok=True)
        for name, text in (texts | changed).items():
            (tmp_path / "wood" / f"{name}.py").write_text(text)
        for name in [name for name in sys.modules if name.partition(".")[0] == "wood"]:
            del sys.modules[name]
        linecache.clearcache()
        importlib.invalidate_caches()
        made = importlib.import_module("wood.one").One
        importlib.import_module("wood.four")
        monkeypatch.setattr("pozzetto.lab.versions.make", lambda name, shapes: made(shapes))
        return player_version("one", BURRACO)

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = version()
    assert version() == before
    # what it does not import does not count
    assert version(four="y = 2\n") == before
    assert version(three="x = 1\r\n") == before
    assert len({before, version(three="x = 2\n"), version(two="import wood.three # !\n")}) == 3


def test_another_python_goes_on_and_is_written_down(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    monkeypatch.setattr("platform.python_version", lambda: "4.0.0")
    monkeypatch.setattr("pozzetto.lab.versions.pozzetto_version", lambda: "9.9")
    simulate(BURRACO, 4, SEED, ["random"], workers=1, study=file)
    sittings = asked(file, "SELECT sitting, pozzetto, python FROM sittings")
    assert sittings[1] == (2, "9.9", "4.0.0")


def test_plugins_that_differ_are_told() -> None:
    # the fingerprint holds what is not in the ruleset's text
    book = json.dumps(dict(BURRACO.book))
    told = study_facts._rules_differ("burraco", book, BURRACO, [], False)
    assert told == "burraco, with other plugins"
    told = study_facts._rules_differ("burraco", book, BURRACO, [], True)
    assert told == "burraco, by another edition of the engine's rules"


def test_a_plugin_of_other_code_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_joined", {})
    file, book = tmp_path / "late_rule.py", tmp_path / "club.yaml"
    book.write_text("extends: burraco\nhouse_rules: [no-clean, late-rule]\n", encoding="utf-8")
    kept = tmp_path / "night.study"

    def sitting(most: int) -> None:
        end = f"return 'late' if position.turns >= {most} else None"
        file.write_text(f"def pozzetto_hand_end(position): {end}\n", encoding="utf-8")
        shelf.join(str(file))
        simulate(load(str(book)), 2, 1, workers=1, study=kept)

    sitting(8)
    with pytest.raises(PozzettoError) as caught:
        sitting(9)
    # no-clean is as it was, and not named
    assert str(caught.value) == (
        f"{kept} is a study of something else: club (its rules differ: the code of the house rule "
        f"`late-rule`). Name another file, or ask for what it is of."
    )


def test_rules_from_nowhere_have_no_study(file: str) -> None:
    with pytest.raises(PozzettoError, match="was not made from a ruleset"):
        simulate(burraco_rules(), 3, SEED, workers=1, study=file)
    assert not os.path.exists(file)


# --- files that are no studies


def refused(file: str | Path, hands: int = 3) -> str:
    with pytest.raises(PozzettoError) as told:
        simulate(BURRACO, hands, SEED, ["random"], workers=1, study=file)
    return str(told.value)


def test_a_newer_format_is_refused(file: str) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    changed(file, f"PRAGMA user_version = {FORMAT + 1}")
    assert "it was written by a newer one" in refused(file)


def test_other_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "club.yaml"
    text.write_text("extends: burraco\n")
    assert refused(text) == f"{text} is no study: it is not an SQLite file, or it is damaged."
    assert text.read_text() == "extends: burraco\n"
    other = tmp_path / "other.sqlite"
    changed(str(other), "CREATE TABLE mine (x)")
    assert "it is an SQLite file of another program" in refused(other)
    assert "is no file that a study can be kept in" in refused(tmp_path)
    assert "there is no folder" in refused(tmp_path / "no" / "such.study")
    assert "needs a name" in refused("")


def test_an_empty_file_is_begun(file: str) -> None:
    Path(file).touch()
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    assert spans(file) == [(0, 3)]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_damaged_file_is_refused(file: str, share: float) -> None:
    simulate(BURRACO, 200, SEED, workers=1, study=file)
    with open(file, "r+b") as stream:
        size = os.path.getsize(file)
        stream.seek(int(size * share) // 4096 * 4096)
        stream.write(b"\xa5" * 4096)
    with pytest.raises(PozzettoError, match="damaged"):
        simulate(BURRACO, 200, SEED, workers=1, study=file)
    with open(file, "r+b") as stream:
        stream.truncate(size // 2)
    with pytest.raises(PozzettoError, match="damaged"):
        simulate(BURRACO, 200, SEED, workers=1, study=file)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM hands WHERE deal = 2",
        "UPDATE hands SET points_1 = 'many' WHERE deal = 2",
        "UPDATE hands SET turns = NULL WHERE deal = 2",
        "UPDATE hands SET turns = 1.5 WHERE deal = 2",
        "UPDATE hands SET turns = turns + 1 WHERE deal = 2",
        "UPDATE hands SET seal = seal + 1 WHERE deal = 2",
        "UPDATE hands SET seal = NULL WHERE deal = 2",
        "UPDATE spans SET past = 'x'",
        "UPDATE spans SET first = -1",
        "UPDATE spans SET past = 0",
        "UPDATE spans SET past = 2",
        "INSERT INTO spans VALUES (2, 3)",
        "DELETE FROM study",
        "UPDATE study SET seed = 'x'",
        "DROP TABLE spans",
    ],
)
def test_a_study_changed_by_hand_is_refused(file: str, statement: str) -> None:
    simulate(BURRACO, 4, SEED, ["random"], workers=1, study=file)
    changed(file, statement)
    assert "changed by hand" in refused(file)


def test_a_byte_lost_by_the_disk_is_no_other_figure(file: str) -> None:
    # SQLite reads on: a number has changed, and nothing but its seal says so
    simulate(BURRACO, 200, SEED, ["random"], workers=1, study=file)
    whole = Path(file).read_bytes()
    for damaged in (whole[:-1], whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:]):
        Path(file).write_bytes(damaged)
        assert "damaged" in refused(file, hands=200)
        with study_file.reading(file) as db, pytest.raises(PozzettoError, match="damaged"):
            list(Hands(db).batches())


def test_a_seal_is_the_crc_of_the_numbers() -> None:
    # the check value of CRC-32 is that of the text "123456789"; "1,NULL,-2" by zlib of its own
    assert seal((123456789,)) == 0xCBF43926
    assert seal((1, None, -2)) == zlib.crc32(b"1,NULL,-2")


def test_a_study_from_before_there_were_seals_goes_on(file: str) -> None:
    simulate(BURRACO, 4, SEED, ["random"], workers=1, study=file)
    changed(file, "ALTER TABLE hands DROP COLUMN seal")
    longer = simulate(BURRACO, 9, SEED, ["random"], workers=1, study=file)
    assert longer.data() == simulate(BURRACO, 9, SEED, ["random"], workers=1).data()
    with study_file.reading(file) as db:
        assert sum(map(len, Hands(db).batches())) == 9


def test_columns_of_another_version_are_refused(file: str) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    changed(file, "ALTER TABLE hands ADD COLUMN luck INTEGER")
    assert "counts other things in a hand (luck)" in refused(file)


def test_a_study_in_use_is_refused(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_file, "_IN_USE", 0.01)
    results = played(
        Run(rulesets=(BURRACO,), players=("random",) * 4, seed=SEED), 20, workers=1, study=file
    )
    next(results)
    try:
        assert refused(file) == (
            f"{file} is in use by another run: wait until that is over, or name another file."
        )
        with pytest.raises(PozzettoError, match="in use"), study_file.reading(file):
            pass
    finally:
        results.close()
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)


def test_records_and_a_study_do_not_go_together(tmp_path: Path, capsys: Any) -> None:
    words = ["simulate", "--hands", "2", "--records", str(tmp_path / "x.txt"), "--study", "y"]
    assert run_command(words) == 2
    assert "by a run of its own" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_opening_a_study_imports_nothing(file: str) -> None:
    simulate(BURRACO, 3, SEED, ["random"], workers=1, study=file)
    changed(file, "UPDATE rulesets SET rules = '{\"house_rules\": [\"os\"]}', name = 'os'")

    def refuse(*arguments: Any, **more: Any) -> Any:
        raise AssertionError(f"it imports {arguments[0]}")

    with (
        patch.object(importlib, "import_module", refuse),
        patch.object(builtins, "__import__", refuse),
        study_file.reading(file) as db,
    ):
        about, rows = facts(db), list(Hands(db).batches())
    assert about["rulesets"][0]["name"] == "os"
    assert len(rows[0]) == 3


# --- what is in the file


def test_the_facts_are_all_there(file: str) -> None:
    compare([BURRACO, FIBUR], 2, SEED, ["greedy", "random"], workers=1, study=file)
    assert asked(file, "SELECT seed, epoch FROM study") == [("5", 1)]
    rulesets = asked(file, "SELECT ruleset, name, fingerprint, rules FROM rulesets")
    assert [row[:3] for row in rulesets] == [
        (1, "burraco", BURRACO.fingerprint),
        (2, "burraco-fibur", FIBUR.fingerprint),
    ]
    assert json.loads(rulesets[1][3])["burracos"]["semi_clean"]["points"] == 150
    assert asked(file, "SELECT seat, name, team FROM seats WHERE ruleset = 1") == [
        (0, "N", "NS"), (1, "E", "EW"), (2, "S", "NS"), (3, "W", "EW"),
    ]  # fmt: skip
    # the second time the players of each side sit in the other's places
    assert asked(file, "SELECT seating, seat, player, side FROM seatings") == [
        (0, 0, "greedy", 1), (0, 1, "random", 2), (0, 2, "greedy", 1), (0, 3, "random", 2),
        (1, 0, "random", 2), (1, 1, "greedy", 1), (1, 2, "random", 2), (1, 3, "greedy", 1),
    ]  # fmt: skip
    versions = dict(asked(file, "SELECT player, version FROM players"))
    assert set(versions) == {"greedy", "random"}
    assert all(len(version) == 64 for version in versions.values())
    python = ".".join(map(str, sys.version_info[:3]))
    assert [row[0] for row in asked(file, "SELECT python FROM sittings")] == [python]
    assert [name for _, name in asked(file, "SELECT * FROM ends")] == list(ENDS)
    # a tier that burraco does not have is no number there, and one under burraco-fibur
    nulls = "SELECT DISTINCT ruleset, burracos_1_semi_clean IS NULL FROM hands ORDER BY ruleset"
    assert asked(file, nulls) == [(1, 1), (2, 0)]


def test_sql_finds_what_the_lab_finds(file: str) -> None:
    found = simulate(BURRACO, 50, SEED, ["greedy", "random"], workers=1, study=file)
    (row,) = asked(
        file,
        "SELECT avg((points_1 + points_2) / 2.0), avg(points_1), avg(ended = 0), avg(turns),"
        " avg(burracos_1_clean + burracos_2_clean) FROM hands",
    )
    names = ("points", "points_1", "closed", "turns", "burracos_clean")
    assert row == pytest.approx([found.figure(name).mean for name in names])


@pytest.mark.parametrize(
    "rules",
    [BURRACO, FIBUR, load("burraco", ["burracos=none", "closing.needs.burraco=none"])],
    ids=["burraco", "fibur", "no tiers"],
)
def test_a_row_gives_back_the_hand(rules: Rules) -> None:
    wanted = columns([rules, FIBUR])
    run = Run(rulesets=(rules,), players=("random",) * 4, seed=SEED)
    pack, unpack = packer(rules, wanted), unpacker(rules, wanted)
    for ((hand,),) in played(run, 5, workers=1):
        assert unpack(pack(hand)) == hand
        assert isinstance(hand, HandResult)


def test_tiers_that_differ_in_capitals_only_have_columns_of_their_own() -> None:
    names = [column.name for column in columns([_with_tier("Clean")])]
    assert "burracos_1_clean" in names
    assert "burracos_1_Clean_2" in names
    assert len({name.lower() for name in names}) == len(names)


def _with_tier(name: str) -> Rules:
    (first, *_) = BURRACO.tiers
    return replace(BURRACO, tiers=(*BURRACO.tiers, replace(first, name=name)))


def test_too_many_workers_are_refused_and_none_is_started() -> None:
    with pytest.raises(PozzettoError, match="1,000 workers are too many for this machine"):
        simulate(BURRACO, 100_000, SEED, workers=1000)
    assert multiprocessing.active_children() == []


def test_every_table_and_column_is_documented(file: str) -> None:
    page = (Path(__file__).parent.parent / "docs/reference/study.md").read_text("utf-8")
    known = set(re.findall(r"`(\w+)`", page))
    compare([BURRACO, FIBUR], 1, SEED, ["random"], workers=1, study=file)
    tiers = "|".join(tier.name for tier in FIBUR.tiers)
    for (table,) in asked(file, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        assert table in known
        for row in asked(file, f"PRAGMA table_info({table})"):
            name = re.sub(rf"_[12](_({tiers}))?$", lambda of: "_S_TIER" if of[1] else "_S", row[1])
            assert name in known, (table, row[1])


@pytest.mark.parametrize(
    ("wanted", "pieces", "workers"),
    [(None, 1, 1), (None, 15, 1), (None, 16, 2), (None, 1000, 4), (3, 2, 2), (16, 1000, 16)],
)
def test_no_more_workers_start_than_are_useful(
    wanted: int | None, pieces: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pozzetto.lab.workers.cores", lambda: 4)
    assert as_many(wanted, pieces) == workers
    with pytest.raises(PozzettoError, match=r"17 workers are too many .* it has 4 cores"):
        as_many(17, pieces)
