"""The command line: what it prints, and with which status it exits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli
from pozzetto.cli.output import clean

CASES = Path(__file__).parent / "cases"

GOOD = """
ruleset: burraco
melds:
  - {cards: 3H 4H 5H, is: run}
"""
WRONG = """
ruleset: burraco
melds:
  - {cards: 3H 4H 5H, is: run}
  - {name: no set, cards: 3H 4H 5H, is: set}
"""
BROKEN = """
ruleset: burraco
melds:
  - {cards: 3H 4Z}
  - {cards: 3H, wilds: no}
"""
TABLE = """
ruleset: burraco
held: {N: 9H KS}
pile: 4C
"""


class Run:
    """What a command came to."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = cli.run(arguments)
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    return lambda *arguments: Run(capsys, *arguments)


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(text: str, name: str = "some.yaml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# --- the whole


def test_help_lists_every_command(run: Any) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        came = run(*arguments)
        assert came.status == 0
        for name in cli.COMMANDS:
            assert name in came.out


def test_version(run: Any) -> None:
    came = run("--version")
    assert came.status == 0
    assert came.out.startswith("pozzetto ")


def test_help_imports_no_library_but_click() -> None:
    code = (
        "import sys\n"
        "from pozzetto.cli import run\n"
        "run(['--help'])\n"
        "print(sorted({'yaml', 'jsonschema', 'rich'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", ["meld", "may", "judge"])
def test_every_command_has_help(run: Any, name: str) -> None:
    came = run(name, "--help")
    assert came.status == 0
    assert "--json" in came.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("bogus",),
        ("judge",),
        ("judge", "--bogus", "x"),
        ("meld",),
        ("meld", "3Z 4H"),
        ("meld", "3H 4H 5H", "--in", "nowhere"),
        ("meld", "3H 4H 5H", "--in", "no/where.yaml"),
        ("judge", "no/such/file.yaml"),
        ("judge", "."),
        ("may", "no/such/file.yaml", "N: draw"),
        ("may", "x.yaml"),
    ],
)
def test_what_cannot_be_used_is_told_in_words(run: Any, arguments: tuple[str, ...]) -> None:
    came = run(*arguments)
    assert came.status == 2
    assert came.out == ""
    assert came.err.strip()
    assert "Traceback" not in came.err


def test_main_exits_with_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["meld", "3H 4H"])
    assert caught.value.code == 1
    assert capsys.readouterr().out.startswith("No. ")


def test_ctrl_c_is_no_traceback(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.group, "main", interrupted)
    came = run("judge", "x")
    assert came.status == 130
    assert came.out == came.err == ""


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that can be closed")
def test_a_closed_pipe_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code = f"from pozzetto.cli import main; main(['judge', {str(CASES / 'burraco.yaml')!r}])"
    told = subprocess.run(
        [sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert told.stderr == ""
    assert told.returncode == 141


def test_nothing_from_a_file_steers_the_terminal(run: Any, file: Any) -> None:
    text = WRONG.replace("no set", '"\\e[31mred\\x07\\u202e"')
    came = run("judge", file(text))
    assert came.status == 1
    for char in "\x1b\x07\u202e":
        assert char not in came.out
    assert "red" in came.out
    assert clean("a\tb\nc\x1b\x9b") == "a b\nc\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"


# --- judge


def test_judge_counts_what_holds(run: Any) -> None:
    came = run("judge", *map(str, sorted(CASES.glob("*.yaml"))))
    assert came.status == 0
    (line,) = came.lines
    assert line.endswith(" passed, 0 failed")


def test_judge_tells_what_does_not(run: Any, file: Any) -> None:
    path = file(WRONG)
    came = run("judge", path)
    assert came.status == 1
    assert came.lines == [
        f"{path}:5: no set: is: expected set, came run",
        "1 passed, 1 failed",
    ]


def test_judge_runs_nothing_when_a_file_has_faults(run: Any, file: Any) -> None:
    wrong, broken = file(WRONG, "wrong.yaml"), file(BROKEN, "broken.yaml")
    came = run("judge", wrong, broken)
    assert came.status == 2
    assert came.out == ""
    told = came.err.splitlines()
    assert [line.partition(" ")[0] for line in told] == [f"{broken}:4:6:", f"{broken}:5:17:"]
    assert told[0].endswith("(melds[0].cards)")


def test_judge_answers_in_json(run: Any, file: Any) -> None:
    came = run("judge", "--json", file(WRONG))
    assert came.status == 1
    assert (came.data["passed"], came.data["failed"]) == (1, 1)
    good, wrong = came.data["cases"]
    assert good["passed"]
    assert wrong["name"] == "no set"
    assert wrong["line"] == 5
    assert wrong["differences"] == [{"what": "is", "expected": "set", "came": "run"}]


def test_judge_tells_faults_in_json(run: Any, file: Any) -> None:
    came = run("judge", "--json", file(BROKEN))
    assert came.status == 2
    assert [fault["line"] for fault in came.data["faults"]] == [4, 5]


# --- meld


def test_a_meld_is_told_with_what_it_counts(run: Any) -> None:
    came = run("meld", "3H 4H JK 6H")
    assert came.status == 0
    assert came.lines[0] == "3H 4H JK=5H 6H"
    assert "run" in came.out
    assert "1 wild card" in came.out
    assert "45 points" in came.out
    assert "burraco" not in came.out


def test_a_burraco_is_told_with_its_tier(run: Any) -> None:
    came = run("meld", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "JK", "--in", "burraco-fibur")
    assert "semi-clean, 150 points, 1 card turned" in came.out
    assert "75 points" in came.out


def test_a_refused_meld_is_told_with_its_rule(run: Any) -> None:
    came = run("meld", "4C JK=5C 2S=6C")
    assert came.status == 1
    assert came.lines[0].startswith("No. ")
    assert "melds.wilds.most: 1" in came.out
    assert "IT-SEQ-05" in came.out


def test_a_meld_in_json(run: Any) -> None:
    data = run("meld", "3h 4h jk 6h 7h 8h 9h", "--json").data
    assert data == {
        "ruleset": "burraco",
        "legal": True,
        "is": "run",
        "reads": "3H 4H JK=5H 6H 7H 8H 9H",
        "wilds": 1,
        "clean": False,
        "burraco": "dirty",
        "burraco_points": 100,
        "turned": 1,
        "card_points": 70,
    }
    came = run("meld", "3H 4H", "--json")
    assert came.status == 1
    assert came.data["legal"] is False
    refusal = came.data["refusal"]
    assert (refusal["code"], refusal["key"], refusal["value"]) == (
        "too-few-cards",
        "melds.smallest",
        3,
    )
    assert refusal["clauses"] == ["IT-MEL-01"]


# --- may


def test_a_turn_that_is_allowed(run: Any, file: Any) -> None:
    came = run("may", file(TABLE), "N: take, discard 9H")
    assert came.status == 0
    assert came.lines[0] == "Yes."
    told = [" ".join(line.split()) for line in came.lines]
    assert {"N KS 4C", "pile 9H", "E 11 cards"} <= set(told)


def test_a_turn_that_is_not(run: Any, file: Any) -> None:
    came = run("may", file(TABLE), "N: take, discard 4C")
    assert came.status == 1
    assert (
        came.lines[0] == "No. 4C was taken alone from the pile and may not be thrown straight back."
    )
    assert "draw.pile.return_single: false" in came.out
    assert "discard 4C (after take)" in came.out


def test_the_same_under_other_rules(run: Any, file: Any) -> None:
    text = TABLE.replace("ruleset: burraco", "ruleset: burraco-2p")
    assert run("may", file(text), "N: take, discard 4C").status == 0
    assert run("may", file(TABLE), "N: take, discard 4C", "--in", "burraco-2p").status == 0
    assert run("may", file("held: {N: 9H}\npile: 4C\n"), "N: take").status == 0


def test_a_case_can_be_asked_about_as_it_is(run: Any, file: Any) -> None:
    text = """
name: a case
ruleset: burraco
seed: 3
table: {phase: play, held: {N: 3H 4H 5H KD 9C}}
do:
  - N: discard KD
"""
    came = run("may", file(text), "N: lay 3H 4H 5H, discard KD", "--json")
    assert came.status == 0
    assert came.data["allowed"] is True
    assert came.data["table"]["held"]["N"] == "9C"
    assert came.data["table"]["melds"]["NS"] == ["3H 4H 5H"]
    assert came.data["table"]["to_move"] == "E"


def test_a_refused_turn_in_json(run: Any, file: Any) -> None:
    came = run("may", file(TABLE), "E: draw", "--json")
    assert came.status == 1
    assert (came.data["allowed"], came.data["number"], came.data["move"]) == (False, 1, "draw")
    assert came.data["refusal"]["key"] == "turn.order"


def test_a_hand_that_ends_is_told(run: Any, file: Any) -> None:
    came = run("may", file("stock: 3\n"), "N: draw")
    assert "The hand is over: the stock has come to its end." in came.out


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("held: {N: 9Z}\n", ":1:8: "),
        ("table: {held: {N: 9Z}}\n", ":1:16: "),
        ("tabel: {}\n", ":1:1: "),
        ("table: {}\nplays: []\n", ":2:1: "),
        ("seed: x\n", ":1:1: "),
        ("held: [\n", ":2:1: "),
    ],
)
def test_a_table_with_faults(run: Any, file: Any, text: str, place: str) -> None:
    path = file(text)
    came = run("may", path, "N: draw")
    assert came.status == 2
    assert came.err.startswith(path + place)


def test_a_turn_that_cannot_be_read(run: Any, file: Any) -> None:
    for turn in ("N: drow", "draw", "Q: draw"):
        came = run("may", file(TABLE), turn)
        assert came.status == 2
        assert came.err.startswith("error: ")
