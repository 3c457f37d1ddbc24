"""`pozzetto export`: every hand of a study as one row, and text that stays text."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import sys
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pozzetto.cli import run
from pozzetto.lab.compare import compare
from pozzetto.lab.export import harmless
from pozzetto.lab.result import ENDS
from pozzetto.lab.run import Run, played
from pozzetto.rulebook.library import load

BURRACO, FIBUR = load("burraco"), load("burraco-fibur")
RULESETS = (BURRACO, FIBUR)
SEED, DEALS = 5, 6
with_arrow = pytest.mark.skipif(
    find_spec("pyarrow") is None, reason="Parquet needs pyarrow: pip install 'pozzetto[parquet]'"
)


@pytest.fixture
def study(tmp_path: Path) -> str:
    file = str(tmp_path / "kept.study")
    compare(RULESETS, DEALS, SEED, ["random", "greedy"], workers=1, study=file)
    return file


def expected() -> list[dict[str, Any]]:
    """The rows as they have to be, from hands played without a study."""
    run_ = Run(rulesets=RULESETS, players=("random", "greedy") * 2, seed=SEED)
    rows = []
    for deal, result in enumerate(played(run_, DEALS, workers=1)):
        for number, (rules, under) in enumerate(zip(RULESETS, result, strict=True), 1):
            for seating, hand in enumerate(under):
                tiers = [tier.name for tier in rules.tiers]
                row = {
                    "deal": deal,
                    "ruleset": number,
                    "name": rules.name,
                    "seating": seating,
                    "points_1": hand.points[0],
                    "points_2": hand.points[1],
                    "ended": ENDS[hand.ended],
                    "closer": rules.seats[hand.closer] if hand.closer >= 0 else None,
                    "turns": hand.turns,
                    "took_2": hand.took[1],
                }
                for tier in ("clean", "semi_clean", "dirty"):
                    index = tiers.index(tier) if tier in tiers else None
                    value = None if index is None else hand.burracos[1][index]
                    row[f"burracos_2_{tier}"] = value
                rows.append(row)
    return rows


def test_csv_has_every_hand(study: str, capsys: Any) -> None:
    assert run(["export", study]) == 0
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    wanted = expected()
    assert len(found) == len(wanted) == DEALS * 2 * 2
    for row, right in zip(found, wanted, strict=True):
        told = {key: "" if value is None else str(value) for key, value in right.items()}
        assert {key: row[key] for key in told} == told


@with_arrow
def test_parquet_has_every_hand_and_what_it_is_of(study: str, tmp_path: Path, capsys: Any) -> None:
    parquet: Any = import_module("pyarrow.parquet")
    to = [str(tmp_path / "hands.parquet"), str(tmp_path / "hands.csv")]
    assert run(["export", study, "--to", to[0], "--to", to[1], "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"{to[0]}: 24 hands\n{to[1]}: 24 hands\n"
    table = parquet.read_table(to[0])
    wanted = expected()
    found = table.select(list(wanted[0])).to_pylist()
    assert found == wanted
    about = json.loads(table.schema.metadata[b"pozzetto"])
    assert about["seed"] == SEED
    with open(to[1], newline="") as stream:
        assert len(list(csv.reader(stream))) == 25


def test_the_facts_are_told_as_json(study: str, capsys: Any) -> None:
    assert run(["export", study, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seed"], told["deals"], told["hands"]) == (SEED, DEALS, 24)
    assert [each["name"] for each in told["rulesets"]] == ["burraco", "burraco-fibur"]
    assert [each["fingerprint"] for each in told["rulesets"]] == [
        rules.fingerprint for rules in RULESETS
    ]
    assert told["written"] == []


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1"])
def test_text_that_looks_like_a_formula_is_quoted(text: str) -> None:
    assert harmless(text).startswith("'")
    assert harmless(-5) == -5
    assert harmless("burraco") == "burraco"


def test_names_from_outside_cannot_calculate_nor_steer(study: str, capsys: Any) -> None:
    with closing(sqlite3.connect(study)) as db:
        db.execute("UPDATE rulesets SET name = '=HYPERLINK(\"x\")' || char(27) || '[31m'")
        db.execute('ALTER TABLE hands RENAME COLUMN turns TO "=turns"')
        db.commit()
    assert run(["export", study]) == 0
    header, first, *_ = csv.reader(io.StringIO(capsys.readouterr().out))
    assert "'=turns" in header
    assert first[2] == '\'=HYPERLINK("x")\N{REPLACEMENT CHARACTER}[31m'


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no.study"], "there is no such study"),
        (["other.txt"], "it is not an SQLite file"),
        (["empty.study"], "there is no study in it"),
        (["kept.study", "--to", "hands.xls"], "ends in .csv or .parquet"),
        (["kept.study", "--to", "no/such/hands.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_told(
    study: str, words: list[str], sentence: str, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.txt").write_text("text")
    Path("empty.study").touch()
    assert run(["export", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_study_is_not_written_over(study: str, tmp_path: Path, capsys: Any) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(study)
    before = Path(study).read_bytes()
    assert run(["export", study, "--to", str(link)]) == 2
    assert "is the study itself" in capsys.readouterr().err
    assert Path(study).read_bytes() == before


def test_parquet_without_pyarrow_is_told(study: str, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(["export", study, "--to", "hands.parquet"]) == 2
    assert "pip install 'pozzetto[parquet]'" in capsys.readouterr().err
