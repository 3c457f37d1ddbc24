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


def test_check_deep_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # the command looks as long as it likes; here only what it says is of interest
    monkeypatch.setattr(deep, "examine", partial(examine, hands=1, small_hands=60))
    book = ruleset(tmp_path, "kings-rule", JUDGES_MORE)
    assert run(["check", str(book), "--deep", "--plugin", str(tmp_path / "kings_rule.py")]) == 2
    assert "is judged a legal kings, and is not enumerated" in capsys.readouterr().out
