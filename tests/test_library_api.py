"""The public API: what `import pozzetto` offers, and a hand played through it."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import pozzetto

CLOSED = {
    "phase": "play",
    "held": {"N": "7C 5D", "S": "QC", "E": "4C", "W": "9D"},
    "melds": {"NS": ["4C 5C 6C", "3H 4H 5H 6H 7H 8H 9H"], "EW": ["KS KH KD"]},
    "pozzetti": {"NS": "taken", "EW": "taken"},
}


def test_all_is_sorted_and_every_name_is_there() -> None:
    assert pozzetto.__all__ == sorted(pozzetto.__all__)
    assert set(pozzetto.__all__) == set(pozzetto._WHERE)
    for name in pozzetto.__all__:
        assert getattr(pozzetto, name).__name__ == name
    assert set(pozzetto.__all__) <= set(dir(pozzetto))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pozzetto.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import pozzetto, sys; print(*[n for n in sys.modules if n.startswith('pozzetto.')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""


def test_the_example_in_the_package_is_true() -> None:
    assert doctest.testmod(pozzetto).failed == 0


def test_a_turn_is_judged_played_and_scored() -> None:
    game = pozzetto.load("burraco")
    table = game.table(CLOSED)
    refusal = game.why_not(table, "N", "discard KD")
    assert refusal is not None
    assert refusal.code == "not-held"
    assert game.why_not(table, "N", "add 7C to M1") is None
    assert "add 7C to M1" in map(str, game.legal(table))
    game.play(table, "N: add 7C to M1, discard 5D")
    assert table.outcome() == "closed by N"
    # by hand: 4C…7C 20 + 3H…9H 45 + clean 200 + closing 100 − QC 10 = 355; KKK 30 − 5 − 10
    totals = {team: sum(line.points for line in sheet) for team, sheet in game.score(table).items()}
    assert totals == {"NS": 355, "EW": 15}
    match = game.match().after((355, 15))
    assert match.outcome is None
    assert match.totals == (355, 15)


def test_a_turn_that_is_refused_changes_nothing() -> None:
    game = pozzetto.load("burraco")
    table = game.table({**CLOSED, "held": {"N": "7C 8C"}})
    before = game.described(table)
    with pytest.raises(pozzetto.IllegalMove, match="last card is discarded"):
        game.play(table, "N: add 7C to M1, add 8C to M1")
    assert game.described(table) == before


def test_a_hand_is_dealt_seen_and_played_out() -> None:
    game = pozzetto.load("burraco-2p")
    table = game.deal(seed=4, hand=1)
    assert table.rules.seats[table.dealer] == "S"
    assert game.deal(seed=4, hand=1, dealer="N").dealer == 0
    view = game.view(table, "N")
    assert view.sizes == (11, 11)
    assert sum(view.hand) == 11
    greedy = game.player("greedy")
    game.play_out(table, [greedy, greedy], [lambda: 0.5, lambda: 0.5])
    assert table.ended


def test_changes_make_another_game() -> None:
    game = pozzetto.load("burraco", ["burracos.clean.points=300"])
    assert game.rules.tiers[0].points == 300
    assert game.burraco(game.meld("3H 4H 5H 6H 7H 8H 9H")) == "clean"
    assert game.burraco(game.meld("3H 4H 5H")) is None
    assert "burraco" in pozzetto.rulesets()
    with pytest.raises(pozzetto.RulesetError, match="burracco"):
        pozzetto.load("burracco")
