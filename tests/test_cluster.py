"""A cluster: a real Dask scheduler with two worker processes plays what this machine would."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pozzetto.cli import run
from pozzetto.errors import PozzettoError
from pozzetto.lab import cluster as lab
from pozzetto.lab.compare import compare
from pozzetto.lab.run import Run
from pozzetto.lab.simulate import simulate
from pozzetto.lab.versions import versions
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load

BURRACO, FIBUR = load("burraco"), load("burraco-fibur")
SEED, HANDS = 5, 200
PATIENCE = 60

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="needs Dask: pip install 'pozzetto[dask]'"
)


class Dask:
    """A scheduler of its own, and workers that are plain processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file)]
        with open(self.folder / "log.txt", "ab") as log:
            return subprocess.Popen(
                [*command, *words, "--no-dashboard"],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )

    def start_worker(self) -> None:
        self.workers.append(self._start("worker", "--no-nanny", "--nthreads", "1"))

    @property
    def address(self) -> str:
        until = time.monotonic() + PATIENCE
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < until, (self.folder / "log.txt").read_text()
            time.sleep(0.05)
        found = json.loads(self.file.read_text())["address"]
        assert isinstance(found, str)
        return found

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    running = Dask(tmp_path_factory.mktemp("dask"))
    try:
        running.start_worker()
        running.start_worker()
        yield running
    finally:
        running.end()


@needs_dask
def test_a_cluster_plays_the_same_hands_though_a_worker_is_killed(
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed: Any = import_module("distributed")
    monkeypatch.setattr(lab, "CHUNK", 20)
    with distributed.Client(dask.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    killed: list[int] = []

    def kill_one(done: int, of: int) -> None:
        if not killed:
            dask.workers[0].kill()
            killed.append(done)

    rulesets, file = [BURRACO, FIBUR], str(tmp_path / "kept.study")
    found = compare(rulesets, HANDS, SEED, cluster=dask.address, study=file, progress=kill_one)
    assert killed
    assert killed[0] < HANDS
    assert dask.workers[0].wait(PATIENCE) != 0
    # and the study goes on here from what the cluster played
    alone = compare(rulesets, HANDS, SEED, workers=1)
    again = compare(rulesets, HANDS, SEED, workers=1, study=file)
    assert found.data() == again.data() == alone.data()
    dask.start_worker()


@needs_dask
def test_the_command_plays_on_a_cluster(dask: Dask, capsys: Any) -> None:
    words = ["simulate", "burraco-2p", "--hands", "20", "--players", "random", "--json"]
    assert run([*words, "--cluster", dask.address]) == 0
    there = capsys.readouterr().out
    assert run([*words, "--workers", "1"]) == 0
    assert capsys.readouterr().out == there


@needs_dask
def test_a_house_rule_from_a_file_goes_there_by_content(dask: Dask, tmp_path: Path) -> None:
    plugin = tmp_path / "for_nothing.py"
    plugin.write_text(
        "from pozzetto.api import Line\n\n"
        "def pozzetto_score(position, team, options):\n"
        "    return [Line('given', 1, 7)]\n"
    )
    shelf.join(str(plugin))
    rules = load("burraco", ["house_rules=[for-nothing]"])
    there = simulate(rules, 20, SEED, ["random"], cluster=dask.address)
    plain = simulate(BURRACO, 20, SEED, ["random"], workers=1)
    # seven points a side and hand, and nothing else, are added
    assert there.figure("points").mean == pytest.approx(plain.figure("points").mean + 7)
    assert there.figure("turns") == plain.figure("turns")


@needs_dask
def test_a_worker_that_differs_is_refused(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    # as if this program were another one
    monkeypatch.setattr("platform.python_version", lambda: "4.0.0")
    with pytest.raises(PozzettoError, match=r"has Python 3\..*, and here it is 4\.0\.0"):
        simulate(BURRACO, 20, SEED, ["random"], cluster=dask.address)


@needs_dask
def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "CONNECTING", 0.3)
    for address in ("tcp://127.0.0.1:1", "nowhere", "odd://x:1"):
        with pytest.raises(PozzettoError, match="There is no Dask scheduler at"):
            simulate(BURRACO, 20, SEED, cluster=address)


@needs_dask
@pytest.mark.parametrize("address", ["nowhere", "", "tcp://here", "odd://x:1"])
def test_no_client_is_begun_of_what_is_no_address(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a half-made one would hang for twenty seconds and end in a traceback
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(PozzettoError, match=rf"There is no Dask scheduler at {address}: \w"):
        simulate(BURRACO, 20, SEED, cluster=address)


@needs_dask
def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Dask(tmp_path)
    try:
        address = alone.address
        monkeypatch.setattr(lab, "CONNECTING", 2.0)
        with pytest.raises(PozzettoError, match=r"has no workers\. Start some: dask worker tcp:"):
            simulate(BURRACO, 20, SEED, cluster=address)
    finally:
        alone.end()


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PozzettoError, match=r"pip install 'pozzetto\[dask\]'"):
        simulate(BURRACO, 20, SEED, cluster="tcp://127.0.0.1:1")


def test_a_cluster_says_itself_how_many_workers_it_has() -> None:
    with pytest.raises(PozzettoError, match="leave out their number"):
        simulate(BURRACO, 20, SEED, cluster="tcp://127.0.0.1:1", workers=2)


# --- what a worker asks itself


RUN = Run(rulesets=(BURRACO,), players=("random",) * 4, seed=SEED)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"pozzetto": "9.9"}, "has pozzetto .*, and here it is 9.9"),
        ({"epoch": 99}, "has the epoch of its rules 1, and here it is 99"),
        ({"players": (("random", "0" * 64),)}, "has other players"),
        ({"fingerprints": ("0" * 64,)}, "has other rules"),
    ],
)
def test_a_worker_refuses_what_it_would_play_otherwise(
    change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PozzettoError, match=sentence):
        lab.play_alike(RUN, replace(versions(RUN), **change), range(1))


def test_a_worker_compiles_the_rules_itself() -> None:
    for rules in (BURRACO, load("burraco-chiuso", ["scoring.closing.points=7"])):
        assert lab.compiled_again(rules) == rules
    book = json.loads(json.dumps(dict(BURRACO.book)))
    book["scoring"]["closing"]["points"] = 5
    with pytest.raises(PozzettoError, match="come out otherwise"):
        lab.compiled_again(replace(BURRACO, book=book))
