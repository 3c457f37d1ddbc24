"""`pozzetto new`: a project or a ruleset whose tests pass at once."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from plugged import distribution, nothing_joined
from pozzetto import cli
from pozzetto.rulebook import library

__all__ = ["nothing_joined"]

PROJECT = [
    "README.md",
    "club.yaml",
    "pyproject.toml",
    "tests/test_two_bonus.py",
    "tests/two_bonus.cases.yaml",
    "two_bonus.py",
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def test_a_plugin_whose_tests_pass_at_once(here: Path, tmp_path_factory: Any) -> None:
    assert cli.run(["new", "plugin", "two-bonus"]) == 0
    project = here / "two-bonus"
    assert files(project) == PROJECT
    # as installed: what `pip install -e .` would tell of it, without a build
    told = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    installed = tmp_path_factory.mktemp("installed")
    distribution(installed, told["name"], told["entry-points"]["pozzetto.plugins"])
    path = os.pathsep.join([str(project), str(installed)])
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "pozzetto.testing"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "5 passed" in ran.stdout


def test_the_rule_that_it_begins_with(here: Path, capsys: Any) -> None:
    assert cli.run(["new", "plugin", "two-bonus", "--dir", "deep/down"]) == 0
    module, club = "deep/down/two-bonus/two_bonus.py", "deep/down/two-bonus/club.yaml"
    capsys.readouterr()
    for lang, said in (
        ("en", "Each clean burraco pays 25 points more."),
        ("it", "Ogni burraco pulito vale 25 punti in più."),
    ):
        words = ["explain", club, "house_rules", "--plugin", module, "--lang", lang]
        assert cli.run(words) == 0
        assert f"{said} [two-bonus]" in capsys.readouterr().out
    cases = "deep/down/two-bonus/tests/two_bonus.cases.yaml"
    assert cli.run(["judge", cases, "--plugin", module]) == 0
    # what it says is true of it: without the bonus the cases fail
    text = Path(module).read_text("utf-8").replace("clean * options.points", "0")
    Path(module).write_text(text, "utf-8")
    assert cli.run(["judge", cases, "--plugin", module]) == 1


@pytest.mark.parametrize("parent", library.names())
def test_a_ruleset_that_is_right_at_once(parent: str, here: Path, capsys: Any) -> None:
    assert cli.run(["new", "ruleset", "my-club", "--from", parent]) == 0
    assert files(here) == ["my-club.cases.yaml", "my-club.yaml"]
    text = (here / "my-club.yaml").read_text("utf-8")
    assert f"\nextends: {parent}\n" in text
    assert cli.run(["check", "my-club.yaml"]) == 0
    assert cli.run(["judge", "my-club.cases.yaml"]) == 0
    assert library.load("my-club.yaml").fingerprint == library.load(parent).fingerprint
    # the line that is there to be tried
    (here / "my-club.yaml").write_text(text.replace("# scoring", "scoring"), "utf-8")
    capsys.readouterr()
    assert library.load("my-club.yaml").scoring.closing == 150


def test_a_ruleset_from_a_file(here: Path) -> None:
    (here / "rules").mkdir()
    Path("rules/club.yaml").write_text("extends: burraco\nmelds: {smallest: 4}\n", "utf-8")
    assert cli.run(["new", "ruleset", "ours", "--from", "rules/club.yaml", "--dir", "new"]) == 0
    assert cli.run(["judge", "new/ours.cases.yaml"]) == 0
    assert library.load("new/ours.yaml").melds.smallest == 4
    assert cli.run(["new", "ruleset", "theirs", "--from", "rules/club.yaml", "--dir", "rules"]) == 0
    assert cli.run(["check", "rules/theirs.yaml"]) == 0


def test_nothing_is_written_over(here: Path, capsys: Any) -> None:
    (here / "two-bonus").mkdir()
    (here / "two-bonus" / "README.md").write_text("mine", "utf-8")
    assert cli.run(["new", "plugin", "two-bonus"]) == 2
    said = capsys.readouterr().err
    assert said == "error: nothing is written over what is there already: two-bonus/README.md.\n"
    assert files(here) == ["two-bonus/README.md"]
    assert (here / "two-bonus" / "README.md").read_text("utf-8") == "mine"
    (here / "my-club.cases.yaml").symlink_to("nowhere")
    assert cli.run(["new", "ruleset", "my-club"]) == 2
    assert not (here / "my-club.yaml").exists()


def test_where_it_cannot_be_written_nothing_is(here: Path, capsys: Any) -> None:
    (here / "taken").write_text("", "utf-8")
    assert cli.run(["new", "ruleset", "my-club", "--dir", "taken"]) == 2
    assert "taken" in capsys.readouterr().err
    # one that cannot be made takes those before it along
    (here / "two-bonus").mkdir()
    (here / "two-bonus" / "tests").write_text("", "utf-8")
    assert cli.run(["new", "plugin", "two-bonus"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in (here / "two-bonus").iterdir()] == ["tests"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("plugin", "My Rule"), "`My Rule` cannot be the name of a plugin: it is made of small"),
        (("plugin", "../up"), "`../up` cannot be the name of a plugin"),
        (("plugin", "x" * 61), "cannot be the name of a plugin"),
        (("plugin", "true"), "`true` cannot be the name of a plugin"),
        (("plugin", "standard"), "`standard` is what the ordinary rules are called"),
        (("plugin", "class"), "`class` is a word or a module of Python already"),
        (("plugin", "random"), "`random` is a word or a module of Python already"),
        (("plugin", "pozzetto"), "`pozzetto` is a word or a module of Python already"),
        (("plugin", "winreg"), "`winreg` is a word or a module of Python already"),
        (("plugin", "few-melds"), "`few-melds` is a house rule already (pozzetto "),
        (("plugin", "pyyaml"), "`pyyaml` is an installed distribution already (pyyaml "),
        (("plugin", "con"), "`con` is a device of Windows"),
        (("plugin", "conftest"), "`conftest.py` means something else in a Python project"),
        (("plugin", "tests"), "`tests.py` means something else in a Python project"),
        (("ruleset", "none"), "begins with a letter, and is none of true, false, null, none"),
        (("ruleset", "lpt1"), "`lpt1` is a device of Windows"),
        (("ruleset", "burraco-fibur"), "`burraco-fibur` is an installed ruleset already"),
        (("ruleset", "Club"), "`Club` cannot be the name of a ruleset"),
        (("ruleset", "club", "--from", "buraco"), "did you mean `burraco`?"),
        (("plugin", "mine", "--from", "burraco"), "--from is for a new ruleset"),
        (("game", "mine"), "'game' is not one of"),
        (("plugin",), "Missing argument 'NAME'"),
    ],
)
def test_what_cannot_be_begun(words: tuple[str, ...], why: str, here: Path, capsys: Any) -> None:
    assert cli.run(["new", *words]) == 2
    assert why in capsys.readouterr().err
    assert cli.run(["new", *words, "--json"]) == 2
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert why in fault["message"]
    assert files(here) == []


def test_for_programs_and_shown_only(here: Path, capsys: Any) -> None:
    assert cli.run(["new", "plugin", "two-bonus", "--show", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["what"], data["name"], data["written"]) == ("plugin", "two-bonus", False)
    assert sorted(each["file"] for each in data["files"]) == [f"two-bonus/{f}" for f in PROJECT]
    assert files(here) == []
    assert cli.run(["new", "plugin", "two-bonus", "--show"]) == 0
    shown = capsys.readouterr().out
    assert all(each["text"].rstrip() in shown for each in data["files"])
    assert files(here) == []
    assert cli.run(["new", "plugin", "two-bonus", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["written"] is True
    assert files(here / "two-bonus") == PROJECT
    for each in data["files"]:
        assert (here / each["file"]).read_text("utf-8") == each["text"]


def test_what_comes_next_can_be_typed(here: Path, capsys: Any) -> None:
    (here / "my rule.yaml").write_text("extends: burraco\nhouse_rules: [quiet]\n", "utf-8")
    (here / "quiet.py").write_text('"""Nothing changes."""\nAPI = 1\n', "utf-8")
    words = ["--from", "my rule.yaml", "--dir", "a b", "--plugin", "quiet.py"]
    assert cli.run(["new", "ruleset", "ours", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  pozzetto check 'a b/ours.yaml' --plugin quiet.py" in lines
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("  pozzetto")]
    assert [cli.run(command) for command in commands] == [0, 0, 0]
