"""Replay: where a hand parts from its record, other rules, and the commands that record."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli
from pozzetto.errors import PozzettoError
from pozzetto.game.moves import DIRECTOR
from pozzetto.lab.simulate import Records, simulate
from pozzetto.rulebook.library import load
from pozzetto.text.notation import Move, Turn
from pozzetto.text.record import Record
from pozzetto.text.record_reading import read_records, records_in
from pozzetto.text.record_text import FORMS, JSON, TEXT, written_records
from pozzetto.text.replay import replay
from pozzetto.text.whole_file import WholeFile

GAMES = Path(__file__).parent / "games"
GOLDEN = GAMES / "burraco.txt"
GOLDEN_TEXT = GOLDEN.read_text(encoding="utf-8")


def golden() -> Record:
    return next(records_in(str(GOLDEN)))


# --- where a hand parts


@pytest.mark.parametrize(
    ("before", "after", "at", "sentence"),
    [
        ("  N: 9S 2H 3H", "  N: 9S 2H 4H", "dealt", "dealt, N: "),
        ("  stock: 41", "  stock: 40", "dealt", "dealt, stock: 40 in the record, 41 by the rules"),
        ("lift: 37", "lift: 21", "lift", "The cutter lifts at least 22 cards, not 21."),
        ("lift: 37", "lift: none", "lift", "The deck is cut in burraco: "),
        ("lift: 37", "lift: 36", "dealt", "dealt, N: "),
        ("dealer: S", "dealer: W", "dealt", "dealt, N: "),
        ("W: draw, lay JK=7D", "N: draw, lay JK=7D", "turns", "It is W's turn, not N's."),
        ("discard AH\n", "discard AC\n", "turns", "W does not hold AC."),
        ("add JH to M1", "add JS to M1", "turns", ""),
        ("turns:\n", "turns:\n  *: time\n", "turns", "These rules know no time-out."),
        ("discard 7H\n", "discard 7H\n  N: draw\n", "turns", "The hand is over: W has closed it."),
        ("add 10S to M7, discard 7H\n", "add 10S to M7\n", "ended",
         "the end of the hand: closed by W in the record, no by the rules"),
        ("ended: closed by W", "ended: stock", "ended",
         "the end of the hand: stock in the record, closed by W by the rules"),
        ("burraco.dirty        1    100", "burraco.filthy       1    100", "sheet",
         "the score of EW: burraco.filthy 1 = 100 in the record, "
         "burraco.dirty 1 = 100 by the rules"),
        ("  EW closing              1    100\n", "", "score", ""),
    ],
)  # fmt: skip
def test_the_first_thing_that_differs_is_told(
    before: str, after: str, at: str, sentence: str
) -> None:
    assert before in GOLDEN_TEXT
    text = GOLDEN_TEXT.replace(before, after, 1)
    if at == "score":
        text = text.replace("EW 680\n", "EW 580\n")
        at = "sheet"
    (record,) = read_records(text)
    came = replay(record)
    assert not came.ok
    parting = came.parting
    assert parting is not None
    assert (parting.at, parting.sentence.startswith(sentence)) == (at, True), parting
    told = text.splitlines()[parting.line - 1]
    if at == "turns":
        assert told.strip() == parting.turn
        assert parting.move in told
    elif at == "dealt":
        assert told.strip().partition(":")[0] in parting.sentence
    elif at != "sheet":
        assert told.startswith(at)


def test_the_draw_for_the_first_deal_is_looked_at() -> None:
    # N draws lowest and deals, E highest and sits at N's left (IT-DRW-02, -03, -06)
    cards = {"N": "3C", "E": "KD", "S": "5S", "W": "9H"}
    text = GOLDEN_TEXT.replace("dealer: S\n", f"dealer: S\ndraw: {drawn(cards)}\n")
    parting = replay(next(read_records(text))).parting
    assert parting is not None
    assert parting.sentence == "the first dealer: S in the record, N by the rules"
    text = GOLDEN_TEXT.replace("dealer: S\n", f"dealer: S\ndraw: {drawn({**cards, 'N': 'KH'})}\n")
    parting = replay(next(read_records(text))).parting
    assert parting is not None
    assert parting.at == "draw"
    assert parting.sentence.startswith("who sits where: N E S W in the record")
    text = text.replace("KH, E KD", "KD, E KD")
    parting = replay(next(read_records(text))).parting
    assert parting is not None
    assert "must draw again" in parting.sentence


def drawn(cards: dict[str, str]) -> str:
    return ", ".join(f"{seat} {card}" for seat, card in cards.items())


# --- other rules


def test_other_rules_count_otherwise() -> None:
    came = replay(golden(), load("burraco", ["burracos.clean.points=300"]))
    assert came.ok
    assert came.record.score == (110, 680)
    assert came.score == (110, 780)


def test_other_rules_refuse_a_move() -> None:
    came = replay(golden(), load("burraco-fibur"))
    assert came.parting is not None
    assert came.parting.move == "add 2C to M2"
    assert came.parting.refusal is not None
    assert came.parting.refusal.key == "melds.wilds.most"
    assert came.score == ()


def test_other_rules_may_end_a_hand_sooner_or_later() -> None:
    (fibur,) = records_in(str(GAMES / "burraco-fibur.txt"))
    sooner = replay(fibur, load("burraco", ["hand_ends.stock.left=20"]))
    assert sooner.parting is not None
    assert sooner.parting.sentence == "The hand is over: the stock has come to its end."
    later = replay(replace(fibur, turns=fibur.turns[:-1], ended=""))
    assert later.ok
    assert later.score == ()


@pytest.mark.parametrize(
    ("game", "under", "sentence"),
    [
        ("burraco-2p", ("burraco",),
         "This hand was played by N (N) against S (S), and burraco is for NS (N S) against "
         "EW (E W)."),
        ("burraco-2p", ("burraco-2p", "deck.jokers=4"),
         "This hand was played with 2 packs and 2 jokers, and burraco-2p[deck.jokers=4] plays "
         "with 2 packs and 4 jokers."),
        ("burraco-chiuso", ("burraco",),
         "burraco deals this hand otherwise: The deck is cut in burraco: say how many cards "
         "are lifted."),
        ("burraco", ("burraco", "deal.upcard=0"),
         "burraco[deal.upcard=0] deals this hand otherwise: the pile would not be the same."),
        ("burraco", ("burraco", "deal.cards=10"),
         "burraco[deal.cards=10] deals this hand otherwise: the hands would not be the same."),
    ],
)  # fmt: skip
def test_rules_by_which_the_hand_could_not_be_played_are_refused(
    game: str, under: tuple[str, ...], sentence: str
) -> None:
    record = next(records_in(str(GAMES / f"{game}.txt")))
    with pytest.raises(PozzettoError) as caught:
        replay(record, load(under[0], under[1:]))
    assert str(caught.value) == sentence


def test_the_director_is_recorded_though_no_rule_knows_time() -> None:
    (record,) = read_records(GOLDEN_TEXT.replace("turns:\n", "turns:\n  *: TIME\n"))
    assert record.turns[0] == Turn(DIRECTOR, (Move("time"),))


# --- the command


class Run:
    """What a command came to."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = cli.run(arguments)
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    return lambda *arguments: Run(capsys, *arguments)


def test_the_command_says_one_line_a_hand(run: Any) -> None:
    came = run("replay", str(GAMES / "burraco-chiuso.txt"))
    assert came.status == 0
    assert came.out.splitlines() == [
        "hand 1: ok, closed by N, NS 720, EW -85",
        "hand 2: ok, closed by S, NS 570, EW 310",
        "2 ok, 0 parted",
    ]


def test_the_command_says_where_a_hand_parts(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(GOLDEN_TEXT.replace("discard AH\n", "discard AC\n"), encoding="utf-8")
    line = GOLDEN_TEXT.splitlines().index("turns:") + 3
    came = run("replay", str(path))
    assert came.status == 1
    assert came.out.splitlines() == [
        f"{path}:{line}: hand 1: W may not discard AC: W does not hold AC.",
        "0 ok, 1 parted",
    ]
    data = json.loads(run("replay", str(path), "--json").out)
    assert (data["ok"], data["parted"], data["under"]) == (0, 1, None)
    parting = data["hands"][0]["parting"]
    assert parting["refusal"]["code"] == "not-held"
    assert (parting["move"], parting["line"]) == ("discard AC", line)


def test_the_command_plays_by_other_rules(run: Any) -> None:
    came = run("replay", str(GAMES / "burraco-fibur.txt"), "--under", "burraco")
    assert came.status == 0
    assert came.out.splitlines()[0] == (
        "hand 1: by burraco closed by E, NS 365, EW 730 (recorded: closed by E, NS 415, EW 730)"
    )
    came = run("replay", str(GOLDEN), "--under", "burraco-2p")
    assert (came.status, came.out) == (2, "")
    assert f"{GOLDEN}:" in came.err
    assert run("replay", str(GOLDEN), "--set", "match.target=1").status == 2
    assert run("replay", str(GOLDEN), "--under", "nowhere").status == 2


def test_the_command_tells_damage_with_its_line(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(GOLDEN_TEXT.replace("hand 1\n", "hand \x1b[31m\n"), encoding="utf-8")
    line = GOLDEN_TEXT.splitlines().index("hand 1") + 1
    came = run("replay", str(path))
    assert (came.status, came.out) == (2, "")
    assert came.err == f"{path}:{line}: `\ufffd[31m` is no whole number\n"
    came = run("replay", str(path), "--json")
    assert (came.status, came.err) == (2, "")
    assert json.loads(came.out)["faults"][0]["line"] == line
    assert run("replay", str(tmp_path / "none.txt")).status == 2


# --- hands recorded as they are simulated


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", [("greedy",), ("greedy", "random")])
def test_any_number_of_workers_records_the_same(form: str, players: tuple[str, ...]) -> None:
    kept: list[str] = []
    for workers in (1, 2):
        written: list[str] = []
        found = simulate(
            load("burraco-chiuso"), 9, 4, players,
            workers=workers, chunk=2, records=Records(form, written.append),
        )  # fmt: skip
        kept.append("".join(written))
    assert kept[0] == kept[1]
    records = list(read_records(kept[0]))
    assert len(records) == found.hands
    assert [record.number for record in records] == list(range(1, found.hands + 1))
    assert all(replay(record).ok for record in records)
    assert {record.players for record in records} == {
        tuple(players[(seat + shift) % len(players)] for seat in range(4))
        for shift in range(len(players))
    }
    if form == TEXT:
        assert "".join(written_records(records)) == kept[0]


def test_the_figures_are_those_of_the_records() -> None:
    written: list[str] = []
    records = Records(JSON, written.append)
    found = simulate(load("burraco"), 6, 2, workers=1, records=records)
    plain = simulate(load("burraco"), 6, 2, workers=1)
    estimates = [figure.estimate for figure in found.figures]
    assert estimates == [figure.estimate for figure in plain.figures]
    scores = [sum(record.score) for record in read_records("".join(written))]
    assert found.figure("points").mean == pytest.approx(sum(scores) / len(scores) / 2)


def test_the_suffix_names_the_form(run: Any, tmp_path: Path) -> None:
    for name, opening in (("hands.txt", "pozzetto record 1"), ("hands.jsonl", '{"format"')):
        path = tmp_path / name
        path.write_text(opening, encoding="utf-8")
        path.chmod(0o600)
        came = run("simulate", "--hands", "4", "--workers", "1", "--records", str(path))
        assert came.status == 0
        assert path.read_text(encoding="utf-8").startswith(opening)
        assert len(list(records_in(str(path)))) == 4
        assert path.stat().st_mode & 0o777 == 0o600
        assert run("replay", str(path)).out.endswith("4 ok, 0 parted\n")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["hands.jsonl", "hands.txt"]


def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    run: Any, tmp_path: Path
) -> None:
    for path in (tmp_path / "no" / "such", tmp_path):
        came = run("simulate", "--hands", "1000000", "--records", str(path))
        assert (came.status, came.out) == (2, "")
        assert came.err.startswith(f"error: {path} cannot be written: ")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert [each.name for each in tmp_path.iterdir()] == ["hands.txt"]


def test_what_fails_leaves_what_was_there_before(folder: Path) -> None:
    path = folder / "hands.txt"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        interrupted(str(path))
    assert path.read_text(encoding="utf-8") == "before"


def interrupted(path: str) -> None:
    with WholeFile(path) as file:
        file.write("half of it")
        raise KeyboardInterrupt


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is full")
def test_a_full_disk_is_told(run: Any) -> None:
    came = run("simulate", "--hands", "30", "--workers", "1", "--records", "/dev/full")
    assert came.status == 2
    assert "cannot be written: No space left" in came.err


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    arguments = ["simulate", "--hands", "1000000", "--workers", "2", "--records", str(path)]
    code = f"from pozzetto.cli import main; main({arguments!r})"
    running = subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    part = f"{path.name}.{running.pid}.part"
    deadline = time.monotonic() + 30
    while not any(each.stat().st_size for each in tmp_path.glob(part)):
        assert time.monotonic() < deadline, "nothing was recorded"
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert running.returncode == 130
    assert told.startswith("Stopped after ")
    assert list(tmp_path.iterdir()) == []
