"""The plugin for pytest: cases files beside an author's tests."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plugged import nothing_joined
from pozzetto.testing import OURS
from pozzetto.text.cases.file import READERS

__all__ = ["nothing_joined"]

pytest_plugins = ["pytester"]

PLUGIN = ("-p", "pozzetto.testing", "-p", "no:cacheprovider")

CASES = """\
ruleset: burraco
melds:
  - {name: a run, cards: 3H 4H 5H, is: run}
  - {cards: 3H 4H 5H, is: set, wilds: 1}
  - {cards: 2S 2H 2D, refused: true}
"""
CLUB = "extends: burraco\nhouse_rules: [long-runs]\n"
SETTINGS = "[pytest]\npozzetto_plugins = long_runs.py\n"
LONG_RUNS = """\
from pozzetto.api import RUN

def pozzetto_meld_objection(shape, options):
    if shape.kind == RUN and len(shape.cards) < 4:
        return "A run has at least four cards here."
    if len(shape.cards) == 5:
        raise ValueError("five")
"""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the plugins that happen to be installed, which take the longest to start."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def write(pytester: pytest.Pytester, **files: str) -> None:
    """Files of these names, with `__` for a point."""
    for name, text in files.items():
        (pytester.path / name.replace("__", ".")).write_text(text, "utf-8")


@pytest.mark.usefixtures("alone")
def test_each_case_is_a_test(pytester: pytest.Pytester) -> None:
    write(pytester, some__cases__yaml=CASES, other__yaml="no: cases")
    # a file of another program
    write(pytester, others__cases__yaml="- suite: login\n  ruleset: strict\n")
    ran = pytester.runpytest_subprocess(*PLUGIN, "-v")
    ran.assert_outcomes(passed=2, failed=1)
    ran.stdout.fnmatch_lines(
        [
            "some.cases.yaml::a run PASSED*",
            "some.cases.yaml::melds 2 FAILED*",
            "some.cases.yaml::melds 3 PASSED*",
        ]
    )
    # what was expected, what came, and where: nothing of how it was found out
    ran.stdout.fnmatch_lines(
        [
            "some.cases.yaml:4: melds 2",
            "  is",
            "    expected: set",
            "    came:     run",
            "  wilds",
            "    expected: 1",
            "    came:     0",
        ],
        consecutive=True,
    )
    assert "Traceback" not in ran.stdout.str()
    assert "testing.py" not in ran.stdout.str()


def test_one_case_may_be_chosen_by_its_name(pytester: pytest.Pytester) -> None:
    write(pytester, some__cases__yaml=CASES.replace("cards: 2S", "name: a run, cards: 2S"))
    ran = pytester.runpytest_subprocess(*PLUGIN, "some.cases.yaml::a run (melds 3)")
    ran.assert_outcomes(passed=1)


@pytest.mark.usefixtures("alone")
def test_a_faulty_file_is_one_error_with_all_its_faults(pytester: pytest.Pytester) -> None:
    text = "ruleset: burraco\nmelds:\n  - {cards: 3X, is: run}\n  - {cards: 3H 4H 5H, iz: run}\n"
    write(pytester, bad__cases__yaml=text, good__cases__yaml=CASES)
    ran = pytester.runpytest_subprocess(*PLUGIN)
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(
        ["bad.cases.yaml:3:6: '3X' is no card*", "bad.cases.yaml:4:23: `iz` is no key*"]
    )
    assert "Traceback" not in ran.stdout.str()


@pytest.mark.usefixtures("alone")
def test_house_rules_in_files_are_offered_by_a_setting(pytester: pytest.Pytester) -> None:
    write(pytester, long_runs__py=LONG_RUNS, club__yaml=CLUB)
    cases = "ruleset: club.yaml\nmelds:\n  - {cards: 3H 4H 5H, refused: long-runs}\n"
    write(pytester, club__cases__yaml=cases)
    ran = pytester.runpytest_subprocess(*PLUGIN)
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(["*`long-runs`*no such plugin is installed*"])
    write(pytester, pytest__ini=SETTINGS)
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


@pytest.mark.usefixtures("alone")
def test_what_a_house_rule_raises_is_shown_with_its_own_lines(pytester: pytest.Pytester) -> None:
    write(pytester, long_runs__py=LONG_RUNS, club__yaml=CLUB)
    cases = "ruleset: club.yaml\nmelds:\n  - {cards: 3H 4H 5H 6H 7H, is: run}\n"
    write(pytester, club__cases__yaml=cases, pytest__ini=SETTINGS)
    ran = pytester.runpytest_subprocess(*PLUGIN)
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        [
            '*File "long_runs.py", line 7, in pozzetto_meld_objection',
            '*raise ValueError("five")',
            "*club.cases.yaml:3: melds 1: the house rule `long-runs` (file long_runs.py) in "
            "pozzetto_meld_objection under club: ValueError: five*",
        ]
    )
    assert "asking.py" not in ran.stdout.str()


def test_a_house_rule_does_not_stop_the_session(pytester: pytest.Pytester) -> None:
    code = LONG_RUNS.replace('raise ValueError("five")', "raise KeyboardInterrupt")
    cases = "ruleset: club.yaml\nmelds:\n  - {cards: 3H 4H 5H 6H 7H, is: run}\n"
    cases += "  - {cards: 3H 4H 5H 6H, is: run}\n"
    write(pytester, pytest__ini=SETTINGS, long_runs__py=code, club__yaml=CLUB, a__cases__yaml=cases)
    ran = pytester.runpytest_subprocess(*PLUGIN)
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(["*the house rule `long-runs`*: KeyboardInterrupt (long_runs.py, li*"])


def test_a_cases_file_is_known_by_each_of_its_keys() -> None:
    for key in ("ruleset", *READERS):
        assert OURS.search(f"# cases\r\n{key}: x".encode())
    assert OURS.pattern.count(b"|") == len(READERS)


def test_where_there_are_no_cases_nothing_of_pozzetto_is_imported() -> None:
    code = (
        "import sys, pytest\n"
        "before = set(sys.modules)\n"
        "import pozzetto.testing\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["pozzetto", "pozzetto.testing"]
