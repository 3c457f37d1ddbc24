"""A house rule that never comes back: its worker is ended, it is named, and the study kept."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pozzetto.cli import run
from pozzetto.errors import PluginError
from pozzetto.lab.patience import lost
from pozzetto.lab.simulate import simulate
from pozzetto.lab.why import why
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load

SLOW = """
def pozzetto_hand_end(position, options):
    # the fourth seat deals every fourth hand, and then nothing goes on
    while position.dealer == 3:
        pass
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A ruleset with the rule that does not come back."""
    (tmp_path / "slow_rule.py").write_text(SLOW, encoding="utf-8")
    shelf.join(str(tmp_path / "slow_rule.py"))
    book = tmp_path / "club.yaml"
    book.write_text("extends: burraco\nhouse_rules: [slow-rule]\n", encoding="utf-8")
    return book


def test_what_hangs_is_named_with_its_hook_hand_and_seed(club: Path, tmp_path: Path) -> None:
    study = tmp_path / "evening.study"
    with pytest.raises(PluginError) as caught:
        simulate(load(str(club)), 8, 7, workers=1, patience=2, chunk=1, study=study)
    assert str(caught.value) == (
        "the house rule `slow-rule` in pozzetto_hand_end under club: it did not come back for 2 "
        "seconds, in hand 3 of seed 7; its worker was ended"
    )
    # hands 0, 1 and 2 were played before, and are kept
    with closing(sqlite3.connect(study)) as db:
        assert db.execute("SELECT deal FROM hands ORDER BY deal").fetchall() == [(0,), (1,), (2,)]


def test_the_command_line_tells_it(
    club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = ["--plugin", str(tmp_path / "slow_rule.py")]
    words = ["simulate", str(club), *plugin, "--hands", "8", "--seed", "7", "--patience", "2"]
    assert run(words) == 2
    assert "it did not come back for 2 seconds, in hand 3 of seed 7" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["--plan", "points=±50"], ["--robust"]])
def test_every_way_to_compare_is_patient(
    asked: list[str], club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compare", "burraco", str(club), "--plugin", str(tmp_path / "slow_rule.py"), *asked]
    assert run([*words, "--hands", "8", "--seed", "7", "--patience", "1"]) == 2
    assert "it did not come back for 1 second, in hand 3 of seed 7" in capsys.readouterr().err


def test_why_is_patient(club: Path) -> None:
    with pytest.raises(PluginError, match="it did not come back for 1 second, in hand 3 of seed 7"):
        why(load("burraco"), load(str(club)), 8, 7, workers=1, patience=1)


def test_what_is_asked_again_and_again_is_named(tmp_path: Path) -> None:
    # no turn can end: the search for a way goes on, and comes back to the rule every time
    (tmp_path / "debt_rule.py").write_text(
        "def pozzetto_owes(position, options):\n    return 'still owed'\n", encoding="utf-8"
    )
    shelf.join(str(tmp_path / "debt_rule.py"))
    book = tmp_path / "club.yaml"
    book.write_text("extends: burraco\nhouse_rules: [debt-rule]\n", encoding="utf-8")
    with pytest.raises(PluginError) as caught:
        simulate(load(str(book)), 2, 1, workers=1, patience=1)
    assert str(caught.value).startswith(
        "the house rule `debt-rule` in pozzetto_owes under club: it was asked again and again for "
        "1 second, in hand 0 of seed 1, and its worker was ended."
    )


def test_one_second_is_one(tmp_path: Path) -> None:
    told = {"where": "hand 3 of seed 7", "ruleset": "club", "plugin": "", "hook": "", "seconds": 1}
    (tmp_path / "123.lost").write_text(json.dumps(told), encoding="utf-8")
    assert str(lost(str(tmp_path))).startswith("A worker reported no hand for 1 second, and was")
