"""`pozzetto deal`: what it shows, that its data replays, and which cuts it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli
from pozzetto.game.cards import cards, written
from pozzetto.game.chance import shuffled
from pozzetto.rulebook.library import load
from pozzetto.text.cases import judge, read_cases

RULESETS = ("burraco", "burraco-2p", "burraco-chiuso", "burraco-fibur")


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert cli.run(("deal", *arguments)) == status
    captured = capsys.readouterr()
    return captured.out if status == 0 else captured.out + captured.err


def deal_as_data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(run(capsys, *arguments, "--json"))


def listed(out: str, label: str) -> str:
    """The cards behind a label, on however many lines they stand."""
    lines = out.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith(f"{label}  "))
    found = [lines[at][len(label) :]]
    for line in lines[at + 1 :]:
        if not line.startswith("    "):
            break
        found.append(line)
    return " ".join(" ".join(found).split())


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("hand", [0, 1, 5])
def test_the_data_is_a_cases_file_that_holds(
    capsys: pytest.CaptureFixture[str], name: str, hand: int
) -> None:
    out = run(capsys, name, "--seed", "11", "--hand", str(hand), "--json")
    cases = read_cases(out, "deal.json")
    assert [case.kind for case in cases] == ["draws", "deals"]
    for case in cases:
        assert judge(case).passed
    data = json.loads(out)
    assert data["ruleset"] == name
    (dealt,) = data["deals"]
    rules = load(name)
    assert dealt["deck"] == written(shuffled(rules, 11, hand))
    assert dealt["dealer"] == rules.seats[hand % len(rules.seats)]


def test_a_deal_is_cut_as_it_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    data = deal_as_data(capsys, "--seed", "4", "--dealer", "E", "--cut", "22")
    (dealt,) = data["deals"]
    assert (dealt["dealer"], dealt["cutter"], dealt["lift"]) == ("E", "N", 22)
    deck = cards(dealt["deck"])
    left = deck[22:]
    # the dealer's left is first, and gets every fourth card; nothing of the packet is over
    assert dealt["expect"]["held"]["S"] == written(left[0:44:4])
    assert dealt["expect"]["held"]["E"] == written(left[3:44:4])
    assert dealt["expect"]["pozzetto_cards"] == [
        written(deck[21::-1][0::2]),
        written(deck[21::-1][1::2]),
    ]
    assert dealt["expect"]["pile"] == written(left[44:45])
    assert dealt["expect"]["stock"] == written(left[45:])


def test_what_is_shown_is_what_the_data_say(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("burraco", "--seed", "7", "--hand", "2")
    out, data = run(capsys, *arguments), deal_as_data(capsys, *arguments)
    (dealt,), (draw,) = data["deals"], data["draws"]
    assert "Hand 2: S deals, W begins." in out
    assert f"E cuts, and lifts {dealt['lift']} of 108 cards." in out
    for number, seat in enumerate("NESW", 1):
        assert sorted(listed(out, seat).split()) == sorted(dealt["expect"]["held"][seat].split())
        assert f"player {number} draws {draw['drawn'][seat]} " in out
    for number in (1, 2):
        pozzetto = dealt["expect"]["pozzetto_cards"][number - 1]
        assert sorted(listed(out, f"pozzetto {number}").split()) == sorted(pozzetto.split())
    assert listed(out, "upcard") == dealt["expect"]["pile"]
    assert listed(out, "stock, 41") == dealt["expect"]["stock"]
    dealer = "NESW".index(draw["dealer"]) + 1
    (line,) = [line for line in out.splitlines() if "deals first" in line]
    assert line.split()[:2] == ["player", str(dealer)]
    assert line.endswith("lowest: deals first, sits N")


def test_the_seats_after_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    # seed 7 draws 8D 7S 6S 5S: the last deals, the first sits at the dealer's left, the
    # second, who has the next high card, across from the first
    out = run(capsys, "--seed", "7")
    assert out.splitlines()[:7] == [
        "The draw for the first deal, seed 7:",
        "  player 1 draws 8D  highest: begins, sits E",
        "  player 2 draws 7S  sits W",
        "  player 3 draws 6S  sits S",
        "  player 4 draws 5S  lowest: deals first, sits N",
        "  NS: player 4 and player 3",
        "  EW: player 1 and player 2",
    ]


def test_the_table_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--seed", "7")
    for text in ("N 11 cards, dealer", "E 11 cards, to draw", "stock 41", "pozzetti 2"):
        assert text in out
    closed = run(capsys, "burraco-chiuso")
    assert "Nobody cuts." in closed
    assert "no card is turned up" in closed
    assert "stock 42" in closed
    assert "upcard" not in closed


def test_a_small_page_is_enough(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    for name in RULESETS:
        assert max(map(len, run(capsys, name).splitlines())) <= 50


def test_the_same_seed_deals_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--seed", "3") == run(capsys, "--seed", "3")
    assert run(capsys, "--seed", "3") != run(capsys, "--seed", "4")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--cut", "21"), 1, "The cutter lifts at least 22 cards, not 21."),
        (("--cut", "64"), 1, "At least 45 cards stay in the pack; a lift of 64 leaves 44."),
        (("--cut", "-3"), 1, "The cutter lifts at least 22 cards, not -3."),
        (("burraco-2p", "--cut", "30"), 2, "burraco-2p knows no cut"),
        (("--dealer", "X"), 2, "there is no seat 'X', but N, E, S, W"),
        (("--hand", "-1"), 2, "-1 is not in the range"),
        (("buraco",), 2, "did you mean `burraco`?"),
    ],
)
def test_what_cannot_be(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], status: int, told: str
) -> None:
    assert told in run(capsys, *arguments, status=status)


def test_a_bad_cut_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "--cut", "21", "--json", status=1))
    assert data["legal"] is False
    assert data["refusal"]["code"] == "lift-too-small"
    assert data["refusal"]["clauses"] == ["IT-CUT-02"]


def test_a_changed_rule_is_dealt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = run(capsys, "--set", "deal.upcard=0", "--seed", "5")
    assert "no card is turned up" in out
    file = tmp_path / "small.yaml"
    file.write_text("extends: burraco\ndeal: {cards: 9}\n")
    assert "N 9 cards" in run(capsys, str(file))
