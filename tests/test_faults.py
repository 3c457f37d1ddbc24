"""What cannot be used is told in a plain sentence, and to a program with the file it is about;
nothing is written then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli

QUICK = ("--hands", "2", "--workers", "1")
COMPARE = ("compare", "burraco", "burraco-fibur", *QUICK)
SIMULATE = ("simulate", *QUICK)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Path:
    """A folder with a text, a folder, and hands of two players and of four."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.md").write_text("hello", "utf-8")
    (tmp_path / "folder.py").mkdir()
    for name in ("burraco", "burraco-2p"):
        assert cli.run(["simulate", name, *QUICK, "--records", f"{name}.txt"]) == 0
    capsys.readouterr()
    return tmp_path


def told(capsys: Any, *words: str) -> tuple[list[dict[str, Any]], str]:
    """The faults that a program is told, and what people are told; nothing may be written."""
    before = sorted(Path().rglob("*"))
    assert cli.run([*words, "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    data = json.loads(out)
    assert cli.run(words) == 2
    out, err = capsys.readouterr()
    assert sorted(Path().rglob("*")) == before
    faults = data["rulesets"][0]["faults"] if "rulesets" in data else data["faults"]
    return faults, " ".join((out + err).split())


@pytest.mark.parametrize(
    ("words", "file", "why"),
    [
        (("replay", "none.txt"), "none.txt", "cannot be read"),
        (("rescore", "none.txt", "--under", "burraco"), "none.txt", "cannot be read"),
        (("rescore", "text.md", "--under", "burraco"), "text.md", "no hand record"),
        (("rescore", "burraco.txt", "--under", "burraco-2p"), "burraco.txt", "was played by"),
        (("replay", "burraco.txt", "--under", "burraco-2p"), "burraco.txt", "was played by"),
        (("export", "none.study"), "none.study", "there is no such study"),
        (("export", "text.md"), "text.md", "text.md is no study"),
        (("export", "."), ".", "is no file that a study can be kept in"),
        ((*SIMULATE, "--study", "text.md"), "text.md", "text.md is no study"),
        ((*SIMULATE, "--study", "no/kept.study"), "no/kept.study", "there is no folder no"),
        ((*SIMULATE, "--records", "text.md"), "text.md", "holds no records"),
        ((*SIMULATE, "--records", "no/hands.txt"), "no/hands.txt", "cannot be written"),
        ((*SIMULATE, "--records", "."), ".", "cannot be written"),
        ((*SIMULATE, "--plugin", "folder.py"), "folder.py", "Is a directory"),
        ((*SIMULATE, "--plugin", "."), ".", "a plugin's file is called as the plugin"),
        ((*COMPARE, "--report", "text.md"), "text.md", "holds no report"),
        ((*COMPARE, "--report", "no/r.md"), "no/r.md", "cannot be written"),
        ((*COMPARE, "--report", "r.txt"), "r.txt", "ends in .html, .md or .json"),
        (("new", "ruleset", "mine", "--dir", "text.md"), "text.md/mine.cases.yaml", "written"),
        (("judge", "none.yaml"), "none.yaml", "cannot be read"),
        (("score", "text.md"), "text.md", "expected a mapping"),
        (("may", ".", "N: draw"), ".", "Is a directory"),
    ],
)
def test_a_program_is_told_the_file(
    words: tuple[str, ...], file: str, why: str, place: Path, capsys: Any
) -> None:
    faults, text = told(capsys, *words)
    assert {fault["file"] for fault in faults} == {file}
    assert why in " ".join(fault["message"] for fault in faults)
    assert why in text


def test_a_hand_of_other_players_has_its_line_too(place: Path, capsys: Any) -> None:
    for words in (("rescore", "burraco.txt"), ("replay", "burraco.txt")):
        (fault,), text = told(capsys, *words, "--under", "burraco-2p")
        line = (place / "burraco.txt").read_text("utf-8").splitlines()[fault["line"] - 1]
        assert line == "hand 1"
        assert f"burraco.txt:{fault['line']}: hand 1: This hand was played by" in text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((*COMPARE, "--report", ""), "'--report': it is empty, and has to name something"),
        ((*COMPARE, "--why", "--records", ""), "'--records': it is empty"),
        ((*SIMULATE, "--records", ""), "'--records': it is empty"),
        ((*SIMULATE, "--study", ""), "'--study': it is empty"),
        ((*SIMULATE, "--cluster", ""), "'--cluster': it is empty"),
        ((*SIMULATE, "--plugin", ""), "'--plugin': it is empty"),
        (("export", ""), "'STUDY': it is empty"),
        (("export", "kept.study", "--to", ""), "'--to': it is empty"),
        (("replay", ""), "'FILE': it is empty"),
        (("judge", ""), "it is empty"),
        (("new", "ruleset", "mine", "--dir", ""), "'--dir': it is empty"),
        (("check", ""), "no ruleset is named: the name is empty"),
        (("check", "."), "there is no ruleset called `.`: it is a folder"),
        (("check", "folder.py"), "there is no ruleset called `folder.py`: it is a folder"),
        (("check", "text.md"), "`text.md`: it is a file, and one of a ruleset ends in .yaml"),
        (("meld", "3H 4H 5H", "--in", ""), "no ruleset is named: the name is empty"),
        ((*COMPARE, "--until", "points=٣"), "is no measure and width"),
        (("compare", "burraco", "burraco-fibur", "--plan", "points=٣"), "no measure and width"),
        ((*SIMULATE, "--players", ""), "There is no player called ''"),
        (("check", "burraco", "--set", "key="), "no value is given"),
        (("check", "burraco", "--set", "="), "a change is written KEY=VALUE"),
        (("check", "burraco", "--set", "match.target=٣"), "`none` or a whole number (match"),
    ],
)
def test_what_is_empty_or_odd_has_a_sentence(
    words: tuple[str, ...], why: str, place: Path, capsys: Any
) -> None:
    faults, text = told(capsys, *words)
    assert why in text
    assert faults


@pytest.mark.parametrize("command", ["may", "score"])
@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("nope", "there is no ruleset called `nope`"),
        ("''", "the file names its ruleset: write `ruleset: burraco`, or a path"),
        ("[a]", "the file names its ruleset: write `ruleset: burraco`, or a path"),
        ("./none.yaml", "there is no such file: none.yaml"),
    ],
)
def test_a_table_of_no_ruleset(
    command: str, named: str, why: str, place: Path, capsys: Any
) -> None:
    (place / "table.yaml").write_text(f"to_move: N\nruleset: {named}\n", "utf-8")
    words = ("N: draw",) if command == "may" else ()
    (fault,), text = told(capsys, command, "table.yaml", *words)
    assert (fault["file"], fault["line"], fault["path"]) == ("table.yaml", 2, "ruleset")
    assert why in fault["message"]
    assert f"table.yaml:2:1: {why}" in text


def test_a_table_beside_its_ruleset_is_found_with_a_change_too(place: Path, capsys: Any) -> None:
    (place / "club").mkdir()
    (place / "club" / "own.yaml").write_text("extends: burraco\n", "utf-8")
    (place / "club" / "table.yaml").write_text(
        "ruleset: ./own.yaml\nended: limit\nheld: {N: 3H, E: 4H, S: 5H, W: 6H}\n"
        "pozzetti: {NS: waiting, EW: waiting}\n",
        "utf-8",
    )
    change = ("--set", "scoring.pozzetto_untaken.points=-50")
    assert cli.run(["score", "club/table.yaml", *change, "--json"]) == 0
    # by the ordinary price it would be -100
    assert '"points": -50' in capsys.readouterr().out
    (fault,), _ = told(capsys, "score", "club/table.yaml", "--set", "nope=1")
    assert fault["file"] == "--set nope=1"
