"""`pozzetto check` and `pozzetto schema`. What is found: cases/bad_rulesets."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pozzetto.cli import run
from pozzetto.rulebook import library, schema

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text("extends: burraco\nmatch: {target: 5}\n")
    Path("bad.yaml").write_text("name: bad\ndeck: {packs: 0}\nseats: N\n")
    Path("child.yaml").write_text("extends: bad.yaml\nmatch: {target: 0}\n")
    return tmp_path


def test_every_installed_ruleset_is_fine(capsys: Output) -> None:
    assert run(["check", *library.names()]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: fine" for name in library.names()]


def test_every_fault_of_every_file_is_told_once(capsys: Output) -> None:
    assert run(["check", "bad.yaml", "good.yaml", "child.yaml", "nobody", "gone.yaml"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    *told, last = out.splitlines()
    assert [line.partition(": ")[0] for line in told] == [
        "bad.yaml:2:8", "bad.yaml:3:1", "child.yaml:2:9", "nobody", "gone.yaml", "good.yaml",
    ]  # fmt: skip
    assert last == "5 faults"


def test_as_json(capsys: Output) -> None:
    assert run(["check", "--json", "good.yaml", "bad.yaml"]) == 2
    good, bad = json.loads(capsys.readouterr().out)["rulesets"]
    assert good == {"ruleset": "good.yaml", "fine": True, "faults": [], "notes": []}
    assert not bad["fine"]
    assert bad["faults"][0] == {
        "message": "`packs` has to be at least 1, not 0",
        "file": "bad.yaml",
        "line": 2,
        "column": 8,
        "path": "deck.packs",
    }


def test_tables_that_would_grow_too_large(capsys: Output) -> None:
    assert run(["check", "burraco-2p", "--set", "melds.wilds.most=3"]) == 0
    fine, note = capsys.readouterr().out.splitlines()
    assert fine == "burraco-2p: fine"
    assert note.startswith("burraco-2p: note: about 2,230,600 different melds are possible; above")


def test_a_change_is_made_to_each(capsys: Output) -> None:
    assert run(["check", "good.yaml", "burraco", "--set", "deck.pakcs=2"]) == 2
    (fault, count) = capsys.readouterr().out.splitlines()
    assert fault.startswith(
        "--set deck.pakcs=2: `pakcs` is no key of `deck`; did you mean `packs`?"
    )
    assert count == "1 fault"


def test_the_schema_is_written_as_it_is(capsys: Output) -> None:
    assert run(["schema"]) == 0
    out = capsys.readouterr().out
    assert out == schema.text()
    assert json.loads(out) == schema.schema()


def test_who_forgets_to_extend_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone, child = tmp_path / "alone.yaml", tmp_path / "child.yaml"
    alone.write_text("scoring: {closing: {points: 150}}\n", encoding="utf-8")
    child.write_text("extends: burraco\nscoring: {closing: {points: 150}}\n", encoding="utf-8")
    assert run(["check", str(alone)]) == 0
    assert "extends no other ruleset" in " ".join(capsys.readouterr().out.split())
    assert run(["check", str(child), "burraco"]) == 0
    assert "extends no other ruleset" not in " ".join(capsys.readouterr().out.split())


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs pipes that have a name")
def test_a_ruleset_that_comes_through_a_pipe_is_read_once(capsys: Output) -> None:
    read, write = os.pipe()
    os.write(write, b"extends: burraco\nmatch: {target: 5}\n")
    os.close(write)
    try:
        assert run(["check", f"/dev/fd/{read}"]) == 0
    finally:
        os.close(read)
    assert capsys.readouterr().out == f"/dev/fd/{read}: fine\n"
