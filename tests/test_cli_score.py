"""`pozzetto score` and `pozzetto vp`: score sheets, line by line, worked by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli

TABLE = """\
ended: closed by N
held: {N: "", S: AS 4C 2D, E: 2D QS, W: 3C 3D 9H}
melds:
  NS: [3H 4H 5H 6H 7H 8H 9H, KS KH KD, 5C 6C JK=7C]
  EW: [8S 8H 2C, 9D 10D JD QD]
pozzetti: {NS: taken, EW: waiting}
"""
# NS meld 45 + 30 + 40, hold 15 + 5 + 20; EW meld 40 + 40, hold 20 + 10 + 5 + 5 + 10
SHEET = [
    "NS EW",
    "cards melded 115 (13) 80 (7)",
    "clean burraco 200",
    "cards held -40 (3) -50 (5)",
    "closing 100",
    "pozzetto not taken -100",
    "this hand 375 -70",
]


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    def run(text: str, *arguments: str, status: int = 0) -> Any:
        file = tmp_path / "some.yaml"
        file.write_text(text, encoding="utf-8")
        assert cli.run(("score", str(file), *arguments)) == status
        captured = capsys.readouterr()
        if status:
            return captured.err.replace(str(file), "some.yaml").splitlines()
        if "--json" in arguments:
            return json.loads(captured.out)
        return captured.out

    return run


def sheet(out: str) -> list[str]:
    """The lines of the last score sheet, without the room between."""
    lines = [" ".join(line.split()) for line in out.splitlines()]
    return lines[max(index for index, line in enumerate(lines) if not line) + 1 :]


def test_a_table_is_counted_line_by_line(score: Any) -> None:
    out = score(TABLE)
    assert sheet(out) == SHEET
    assert "[8♥] [9♥] clean burraco" in out or "[8H] [9H] clean burraco" in out
    assert "The hand is over: N has closed it." in out
    # nobody has written how many cards the stock and the pile have
    assert "stock" not in out
    assert "pile" not in out


def test_with_totals_the_match_is_counted_too(score: Any) -> None:
    assert sheet(score(TABLE + "scores: {NS: 1700, EW: 1990}\n")) == [
        *SHEET,
        "before it 1700 1990",
        "total 2075 1920",
        "The match is won by NS.",
    ]
    assert sheet(score(TABLE + "scores: {NS: 1600, EW: 1200}\n"))[-1] == "The match goes on."


def test_a_game_of_one_hand_can_be_drawn(score: Any) -> None:
    # each holds 5, melds 30 and has had no pozzetto
    text = """\
ruleset: burraco-2p
ended: stock
held: {N: 3C, S: 4C}
melds: {N: [QS QH QD], S: [KS KH KD]}
pozzetti: {N: waiting, S: waiting}
scores: {N: 0, S: 0}
"""
    assert sheet(score(text)) == [
        "N S",
        "cards melded 30 (3) 30 (3)",
        "cards held -5 -5",
        "pozzetto not taken -100 -100",
        "this hand -75 -75",
        "before it 0 0",
        "total -75 -75",
        "The match is drawn.",
    ]


def test_a_match_of_several_hands_does_not_say_how_many_are_played(score: Any) -> None:
    out = sheet(score(TABLE + "scores: {NS: 10, EW: 20}\n", "--in", "burraco-fibur"))
    assert out[-2:] == [
        "total 385 -50",
        "A match of 4 hands: how many have been played is not written here.",
    ]


def test_data(score: Any) -> None:
    data = score(TABLE + "scores: {NS: 1700, EW: 1990}\n", "--json")
    assert data == {
        "ruleset": "burraco",
        "scores": [
            {
                "ended": "closed by N",
                "lines": {
                    "NS": [
                        {"what": "cards_melded", "count": 13, "points": 115},
                        {"what": "burraco.clean", "count": 1, "points": 200},
                        {"what": "cards_held", "count": 3, "points": -40},
                        {"what": "closing", "count": 1, "points": 100},
                    ],
                    "EW": [
                        {"what": "cards_melded", "count": 7, "points": 80},
                        {"what": "cards_held", "count": 5, "points": -50},
                        {"what": "pozzetto_untaken", "count": 1, "points": -100},
                    ],
                },
                "score": {"NS": 375, "EW": -70},
                "before": {"NS": 1700, "EW": 1990},
                "totals": {"NS": 2075, "EW": 1920},
                "match": "won by NS",
            }
        ],
    }


def test_a_case_and_a_cases_file_are_counted(score: Any) -> None:
    indented = "".join(f"      {line}\n" for line in TABLE.splitlines())
    case = "name: a night in May\nruleset: burraco\ntable:\n" + indented
    out = score(case)
    assert out.startswith("a night in May\n")
    assert sheet(out) == SHEET
    first = "  - name: the first\n    score: {NS: 375, EW: -70}\n    table:\n" + indented
    second = first.replace("first", "second").replace("ended: closed by N", "ended: stock")
    data = score("ruleset: burraco\nmelds: []\nscores:\n" + first + second, "--json")
    assert [hand["name"] for hand in data["scores"]] == ["the first", "the second"]
    assert [hand["score"] for hand in data["scores"]] == [
        {"NS": 375, "EW": -70},
        {"NS": 275, "EW": -70},
    ]


def test_the_ruleset_counts(score: Any) -> None:
    # the joker's run is worth 20 in closed burraco, a two 10, and a set is no canasta
    closed = score(TABLE, "--in", "burraco-chiuso", "--json")
    assert closed["scores"][0]["score"] == {"NS": 95 + 200 - 30 + 100, "EW": 70 - 40 - 100}
    assert score("ruleset: burraco-fibur\n" + TABLE, "--json")["ruleset"] == "burraco-fibur"
    data = score(TABLE, "--set", "burracos.clean.points=250", "--json")
    assert data["scores"][0]["score"]["NS"] == 425


def test_an_unopened_pozzetto_has_a_line_of_its_own(score: Any) -> None:
    text = """\
ruleset: burraco-chiuso
ended: closed by N
held: {N: "", S: AS 5C, E: 3S, W: 2C AD KS KD KC 8D 7S 6S 5D 4H 3C}
melds: {NS: [5H 6H 7H 8H 9H 10H JH], EW: [9S 9H 9D]}
pozzetti: {NS: taken, EW: unopened by W}
"""
    # 5 + 5 + 5 + 10 + 10 + 10 + 10 = 55
    assert sheet(score(text)) == [
        "NS EW",
        "cards melded 55 (7) 30 (3)",
        "clean burraco 200",
        "cards held -20 (2) -5",
        "closing 100",
        "pozzetto unopened -100",
        "this hand 335 -75",
    ]


def test_nothing_is_guessed(score: Any) -> None:
    assert score("held: {N: '', S: AS}\nmelds: {NS: [3H 4H]}\nendd: x\n", status=2) == [
        "some.yaml:1:1: a score needs `held` of E, W: nothing is guessed (held)",
        "some.yaml:1:1: a score needs `pozzetti` of NS, EW: nothing is guessed",
        "some.yaml:1:1: a score needs `ended`: how the hand came to its end",
        "some.yaml:2:14: the rules refuse this meld: A meld has at least 3 cards, not 2. "
        "(melds.NS[0])",
        "some.yaml:3:1: `endd` is no key here; did you mean `ended`? (endd)",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("melds: []\nplays: []\n", "this cases file has no `scores`"),
        ("scores: []\n", "some.yaml:1:1: no finished table stands here (scores)"),
        ("scores: [{name: x}]\n", "a score is counted on a table: write `table`"),
        ("scores: [x]\n", "expected a mapping of keys to values"),
        ("ruleset: nope\n" + TABLE, "some.yaml:1:1: there is no ruleset called `nope`"),
        (TABLE + "scores: {NS: 2100, EW: 0}\n", "the match was over before the hand"),
        ("- a list\n", "expected a mapping of keys to values at the top"),
        ("", "the file is empty"),
    ],
)
def test_what_cannot_be_counted(score: Any, text: str, told: str) -> None:
    (fault,) = score(text, status=2)
    assert told in fault
    assert fault.startswith("some.yaml")


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(("score", "nowhere.yaml")) == 2
    assert "nowhere.yaml: the file cannot be read" in capsys.readouterr().err


def test_names_from_a_file_cannot_steer_a_terminal(score: Any) -> None:
    out = score('name: "a\\e[2Jb"\n' + TABLE)
    assert "\x1b" not in out


def test_a_sheet_fits_a_small_page(score: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = score(TABLE + "scores: {NS: 1700, EW: 1990}\n")
    assert max(map(len, out.splitlines())) <= 40
    assert "cards melded 115 80" in sheet(out)


# --- victory points


@pytest.mark.parametrize(
    ("arguments", "shares", "hands"),
    [
        (("1505", "--hands", "3"), [20, 0], 3),
        (("1500", "--hands", "3"), [19, 1], 3),
        (("50", "--hands", "3"), [10, 10], 3),
        (("51", "--hands", "3"), [11, 9], 3),
        (("1505",), [18, 2], 4),
        (("-300",), [11, 9], 4),
        (("0",), [10, 10], 4),
        (("2001", "--in", "burraco-fibur"), [20, 0], 4),
    ],
)
def test_victory_points(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], shares: list[int], hands: int
) -> None:
    assert cli.run(("vp", *arguments, "--json")) == 0
    assert json.loads(capsys.readouterr().out) == {
        "ruleset": "burraco-fibur",
        "difference": int(arguments[0]),
        "hands": hands,
        "victory_points": shares,
    }
    assert cli.run(("vp", *arguments)) == 0
    won, lost = shares
    share = f"{won} each" if won == lost else f"{won} to {lost}"
    apart = f"{abs(int(arguments[0]))} points apart after {hands} hands, by burraco-fibur."
    assert capsys.readouterr().out.splitlines() == [share, apart]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("5", "--hands", "2"),
            "burraco-fibur has no table of victory points for 2 hands, only for 3 or 4",
        ),
        (
            ("5", "--in", "burraco"),
            "burraco has no victory points; for those of burraco-fibur or burraco-international or "
            "burraco-royal add --in burraco-fibur",
        ),
        (
            ("5", "--set", "match.hands=none", "--set", "match.target=2000"),
            "say after how many hands, with --hands 3 or 4",
        ),
        (("many",), "'many' is not a valid integer"),
        ((), "Missing argument 'DIFFERENCE'"),
    ],
)
def test_victory_points_that_there_are_not(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert cli.run(("vp", *arguments)) == 2
    assert told in capsys.readouterr().err
