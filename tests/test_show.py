"""`pozzetto show`: a ruleset as it is written, and with what set each value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pozzetto.cli import run
from pozzetto.rulebook import library

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("extends: burraco-fibur\n# ours\nmatch: {hands: 3}\n")
    return tmp_path


def shown(capsys: Output, *words: str) -> list[str]:
    assert run(["show", *words]) == 0
    return capsys.readouterr().out.splitlines()


def notes(rows: list[str]) -> dict[str, str]:
    """What set each value, by its last key and value."""
    return {
        row.partition("  #")[0].strip(): row.partition("  # ")[2] for row in rows if "  # " in row
    }


def test_as_it_is_written(capsys: Output) -> None:
    assert shown(capsys, "mine.yaml") == ["extends: burraco-fibur", "# ours", "match: {hands: 3}"]
    assert "\n".join(shown(capsys, "burraco")) + "\n" == library.find("burraco")[0]


def test_a_text_that_would_steer_the_terminal_is_shown_harmless(capsys: Output) -> None:
    Path("x.yaml").write_bytes(b"\xef\xbb\xbfname: a\r\ntitle: \x1b[31mred\r\n")
    assert shown(capsys, "x.yaml") == ["name: a", "title: \N{REPLACEMENT CHARACTER}[31mred"]


def test_each_value_stands_beside_what_set_it(capsys: Output) -> None:
    rows = shown(capsys, "mine.yaml", "--resolved", "--set", "melds.run.ace=[low]")
    assert rows[0].startswith("# mine[melds.run.ace=[low]], resolved")
    assert rows[1].startswith("# fingerprint ")
    said = notes(rows)
    assert said['name: "mine[melds.run.ace=[low]]"'] == "named after its changes"
    assert said["hands: 3"] == "mine.yaml:3"
    assert said["parked_wild: true"].startswith("pozzetto_rulesets/burraco-fibur.yaml:")
    assert said["ace: [low]"] == "--set melds.run.ace=[low]"
    assert said["both_aces: false"].startswith("pozzetto_rulesets/burraco.yaml:")
    assert said["house_rules: []"] == "default"
    # every value has its note, and what opens a mapping has none
    assert all(("  # " in row) != row.endswith(":") for row in rows[2:])


@pytest.mark.parametrize("name", [*library.names(), "mine.yaml"])
@pytest.mark.parametrize("changes", [[], ["--set", "burracos.clean.points=210"]])
def test_what_is_shown_resolved_is_the_same_ruleset(
    name: str, changes: list[str], capsys: Output
) -> None:
    rows = shown(capsys, name, "--resolved", *changes)
    Path("again.yaml").write_text("\n".join(rows), encoding="utf-8")
    again, first = library.load("again.yaml"), library.load(name, changes[1:])
    assert again == first
    assert again.book == first.book


def test_as_json(capsys: Output) -> None:
    assert run(["show", "mine.yaml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    book = library.resolve("mine.yaml")
    assert data["name"] == "mine"
    assert data["data"] == book.data
    assert data["files"] == list(book.files)
    assert data["fingerprint"] == library.load("mine.yaml").fingerprint
    assert data["set_by"]["match.hands"] == "mine.yaml:3"
    assert data["set_by"]["name"] == "named after its file"
    assert data["set_by"]["house_rules"] == "default"


def test_an_unknown_name(capsys: Output) -> None:
    assert run(["show", "buraco"]) == 2
    assert "did you mean `burraco`?" in capsys.readouterr().err
