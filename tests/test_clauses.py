"""Every clause of the rules is tested, and nobody names one that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import clauses
from pozzetto.rulebook.library import load, names

CLAUSES = """
clauses:
  IT-AAA-01: the first thing
  IT-AAA-02: the second thing
  IT-AAA-03: something about the weather
untestable:
  IT-AAA-03: the weather changes
"""
CASES = """
ruleset: burraco
melds:
  - {cards: 3H 4H 5H, is: run}
  - {cards: 3H 4H 5H, is: run, clauses: [%s]}
"""
TEST = """
@pytest.mark.clause("%s")
def test_it() -> None: ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases").mkdir()
    (tmp_path / "clauses.yaml").write_text(CLAUSES)
    (tmp_path / "cases" / "some.yaml").write_text(CASES % "IT-AAA-01")
    (tmp_path / "test_some.py").write_text(TEST % "IT-AAA-02")
    return tmp_path


def test_every_clause_is_tested() -> None:
    assert clauses.complaints() == []


def test_every_clause_that_a_ruleset_cites_is_one() -> None:
    known, _ = clauses.catalogue()
    for name in names():
        cited = {clause for each in load(name).cites.values() for clause in each}
        assert cited <= known.keys(), name


def test_a_clause_takes_one_line_and_no_two_say_the_same() -> None:
    known, untestable = clauses.catalogue()
    for text in (*known.values(), *untestable.values()):
        assert text == text.strip()
        assert 0 < len(text) < 100
    by_game = [f"{clause[:2]} {text}" for clause, text in known.items()]
    assert len(set(by_game)) == len(by_game)


def test_who_names_a_clause(folder: Path) -> None:
    assert clauses.complaints(folder) == []
    assert clauses.named(folder) == {
        "IT-AAA-01": ["cases/some.yaml:5"],
        "IT-AAA-02": ["test_some.py:2"],
    }


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        (
            "cases/some.yaml",
            CASES % "",
            ["IT-AAA-01: no case and no test names it (the first thing)"],
        ),
        (
            "test_some.py",
            "# IT-AAA-02, in passing\n",
            ["IT-AAA-02: no case and no test names it (the second thing)"],
        ),
        (
            "cases/more.yaml",
            CASES % "IT-AAA-09",
            ["IT-AAA-09: there is no such clause, named at cases/more.yaml:5"],
        ),
        (
            "test_more.py",
            "mark = pytest.mark.clause(*SOME)\n",
            ["*SOME: there is no such clause, named at test_more.py:1"],
        ),
        (
            "cases/more.yaml",
            CASES % "IT-AAA-03",
            ["IT-AAA-03: said to be untestable, and named at cases/more.yaml:5"],
        ),
        (
            "clauses.yaml",
            CLAUSES + "  IT-AAA-07: there is none\n",
            ["IT-AAA-07: said to be untestable, and there is no such clause"],
        ),
    ],
)
def test_what_is_complained_of(folder: Path, file: str, text: str, told: list[str]) -> None:
    (folder / file).write_text(text)
    assert clauses.complaints(folder) == told
