"""The deep check: it is silent about rules that hold, and names whatever does not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pozzetto.cli import run
from pozzetto.lab import deep
from pozzetto.lab.deep import examine
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load

IMPURE = """
met = []


def pozzetto_meld_objection(shape, options):
    # a plugin that remembers: what it met first decides about all the others
    met.append(shape.of)
    if shape.of > met[0]:
        return "it goes with the first"
"""

BY_HASH = """
def pozzetto_move_objection(position, move, options):
    # texts hash otherwise in every process
    if move.what == "discard" and len(position.hand) and sum(position.hand) > 2:
        if hash(str(move.cards)) % 4 == 0:
            return "not this one"
"""

BLIND = """
SUITS_ALIKE = True


def pozzetto_meld_objection(shape, options):
    # it promised not to look at suits
    if shape.kind == "run" and shape.of == 2:
        return "no diamonds"
"""

STATEFUL = """
calls = 0


def pozzetto_owes(position, options):
    global calls
    calls += 1
    if calls > 40 and position.turns > 8 and not position.melded:
        return "somebody has to meld by now"
"""

JUDGES_MORE = """
from pozzetto.api import RANK_OF, Shape


class Kings:
    name = "kings"

    def judge(self, cards):
        # three or four kings, whatever they are
        if len(cards) in (2, 3) and all(RANK_OF[kind] == 12 for kind in cards):
            return Shape("kings", 12, 0, tuple(sorted(cards)), (False,) * len(cards))

    def candidates(self, counts):
        # pairs alone: threes are forgotten
        kings = [kind for kind in range(12, 52, 13) if counts[kind]]
        for index, kind in enumerate(kings):
            for other in kings[index + 1 :]:
                yield self.judge((kind, other))

    def extensions(self, shape, counts):
        return ()


def pozzetto_kinds(options):
    return [Kings()]
"""


def ruleset(folder: Path, name: str, code: str) -> Path:
    """A ruleset with one house rule, whose file is joined."""
    plugin = folder / f"{name.replace('-', '_')}.py"
    plugin.write_text(code, encoding="utf-8")
    shelf.join(str(plugin))
    book = folder / "club.yaml"
    book.write_text(f"extends: burraco\nhouse_rules: [{name}]\n", encoding="utf-8")
    return book


def test_burraco_holds() -> None:
    assert examine(load("burraco"), hands=1, small_hands=60, patience=60) == []


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("first-rule", IMPURE, "asked again, in another order, "),
        ("blind-rule", BLIND, "a plugin that tells suits apart may not say SUITS_ALIKE"),
        ("hash-rule", BY_HASH, "in two processes: first "),
        ("count-rule", STATEFUL, "played again: first "),
        ("kings-rule", JUDGES_MORE, "is judged a legal kings, and is not enumerated"),
    ],
)
def test_what_does_not_hold_is_named(tmp_path: Path, name: str, code: str, told: str) -> None:
    found = examine(load(str(ruleset(tmp_path, name, code))), hands=1, small_hands=60, patience=60)
    assert any(told in sentence for sentence in found), found


NO_MOVE = "def pozzetto_move_objection(position, move): return 'sit still'"
NO_DISCARD = """
OBJECTS_TO = ("discard",)


def pozzetto_move_objection(position, move, options):
    return "keep it"
"""
NO_MELD = "def pozzetto_meld_objection(shape): return 'melds are for others'"
NO_LAY = """
OBJECTS_TO = ("lay",)


def pozzetto_move_objection(position, move, options):
    return "lay nothing"
"""
CHANGES = """
def pozzetto_score(position, team):
    for meld in position.melds(team):
        object.__setattr__(meld, "low", meld.low + 1)
    return ()
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        # the first seat of deal 0, at the dealer's left, has to draw or take
        (
            NO_MOVE,
            "greedy, deal 0 of seed 0: the house rule `still-rule` under club: it leaves E no move"
            ": Sit still.",
        ),
        (NO_DISCARD, "E no move: Keep it."),
        (
            NO_MELD,
            "in 2 hands nobody could ever lay a meld: the house rule `still-rule` says: Melds are "
            "for others.",
        ),
        (
            NO_LAY,
            "in 2 hands nobody could ever lay a meld: the house rule `still-rule` says: Lay "
            "nothing.",
        ),
        (CHANGES, "a house rule changed a meld of the table, and a hook changes nothing"),
    ],
)
def test_rules_that_leave_no_game(tmp_path: Path, code: str, told: str) -> None:
    rules = load(str(ruleset(tmp_path, "still-rule", code)))
    found = examine(rules, hands=1, small_hands=10, patience=60)
    assert any(told in sentence for sentence in found), found


def test_progress_comes_to_its_end_and_no_further(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    examine(
        load("burraco"),
        hands=1,
        small_hands=60,
        patience=60,
        progress=lambda done, of: told.append((done, of)),
    )
    # sixty small hands, and two hands played in each of two processes
    assert told[-1] == (64, 64)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {of for _, of in told} == {64}


ENDLESS = """
def pozzetto_meld_objection(shape):
    while len(shape.cards) > 3:
        pass
"""
LEAVES = """
import os
from os import _exit


def pozzetto_score(position, team):
    os._exit(9)
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            ENDLESS,
            "the house rule `bad-rule` in pozzetto_meld_objection under club: it did not come back "
            "for 1 second, in hand 0 of seed 0 (greedy); its worker was ended",
        ),
        (
            LEAVES,
            "the house rule `bad-rule` (file bad_rule.py) in pozzetto_score under club: "
            "SystemExit: 9 (bad_rule.py, line 7)",
        ),
        (
            LEAVES.replace("os._exit(9)", "os.kill(os.getpid(), 9)"),
            "A worker process died while it played hand 0 of seed 0 (greedy) under club (house "
            "rules: bad-rule). Was it killed",
        ),
    ],
)
def test_rules_that_stop_the_check_are_named(
    tmp_path: Path, code: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    book = ruleset(tmp_path, "bad-rule", code)
    words = ["check", str(book), "--deep", "--plugin", str(tmp_path / "bad_rule.py")]
    assert run([*words, "--patience", "1"]) == 2
    assert capsys.readouterr().out.startswith(f"{book}: {told}")


def test_check_deep_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # the command looks as long as it likes; here only what it says is of interest
    monkeypatch.setattr(deep, "examine", partial(examine, hands=1, small_hands=60))
    book = ruleset(tmp_path, "kings-rule", JUDGES_MORE)
    assert run(["check", str(book), "--deep", "--plugin", str(tmp_path / "kings_rule.py")]) == 2
    assert "is judged a legal kings, and is not enumerated" in capsys.readouterr().out
