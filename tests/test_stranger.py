"""A stranger's plugin: a package of several files, offered by an entry point, joined without a
build; played, compared, recorded and played again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pozzetto
from plugged import distribution, nothing_joined, ruleset
from pozzetto import cli

__all__ = ["nothing_joined"]

RULE = '''\
"""Each king in a meld pays."""

# the work is done next door
from kit_stranger.counting import kings
from pozzetto.api import Line

API = 1


def pozzetto_options():
    return {"points": {"type": "integer", "default": 5, "description": "What a king pays."}}


def pozzetto_hand_end(position, options):
    return "twenty" if position.turns >= 20 else None


def pozzetto_score(position, team, options):
    count = kings(position.melds(team))
    if count:
        yield Line("kings", count, count * options.points, title={"en": "kings", "it": "re"})
'''
COUNTING = """\
from pozzetto.api import RANK_OF, cards

KING = RANK_OF[cards("KS")[0]]


def kings(melds):
    return sum(RANK_OF[kind] == KING for meld in melds for kind in meld.cards)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the stranger's distribution, and a ruleset that names its plugin."""
    package = tmp_path / "kit_stranger"
    package.mkdir()
    (package / "__init__.py").write_text(RULE, "utf-8")
    (package / "counting.py").write_text(COUNTING, "utf-8")
    distribution(tmp_path, "kit-stranger", {"kings-pay": "kit_stranger"}, version="0.3")
    ruleset(tmp_path, "kings-pay: {points: 10}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("kit_stranger")]:
        del sys.modules[name]


def answer(capsys: Any, *words: str, status: int = 0) -> Any:
    assert cli.run([*words, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_it_is_listed_and_not_imported(place: Path, capsys: Any) -> None:
    ours = [each for each in answer(capsys, "plugins") if each["name"] == "kings-pay"]
    assert ours == [
        {"name": "kings-pay", "version": "0.3", "distribution": "kit-stranger", "file": ""}
    ]
    assert "kit_stranger" not in sys.modules


def test_it_is_counted(place: Path) -> None:
    game = pozzetto.load("club.yaml")
    table = game.table(
        {
            "held": {"N": "", "E": "KS", "S": "4C", "W": "AD"},
            "melds": {"NS": ["KS KH KD", "QC KC AC"]},
            "pozzetti": {"NS": "taken", "EW": "taken"},
            "ended": "twenty by kings-pay",
        }
    )
    line = game.score(table)["NS"][-1]
    assert (line.what, line.count, line.points) == ("kings-pay.kings", 4, 40)


def test_it_is_played_compared_recorded_and_replayed(place: Path, capsys: Any) -> None:
    words = ["simulate", "club.yaml", "--hands", "30", "--seed", "3"]
    found = {each["name"]: each for each in answer(capsys, *words)["measures"]}
    assert found["turns"]["mean"] <= 20
    assert found["house"]["mean"] > 0
    # the same in other processes
    by_two = answer(capsys, *words, "--workers", "2")
    assert by_two == answer(capsys, *words, "--workers", "1")

    compared = answer(capsys, "compare", "burraco", "club.yaml", "--hands", "10")
    assert (compared["base"], compared["others"]) == ("burraco", ["club"])
    turns = next(each for each in compared["measures"] if each["name"] == "turns")
    assert turns["others"]["club"]["difference"]["mean"] < 0

    assert cli.run(["simulate", "club.yaml", "--hands", "3", "--records", "three.txt"]) == 0
    record = (place / "three.txt").read_text("utf-8")
    assert "kings-pay: {points: 10}" in record
    assert "ended: twenty by kings-pay" in record
    capsys.readouterr()
    assert cli.run(["replay", "three.txt"]) == 0
    # under other code of the plugin it is told apart
    rule = place / "kit_stranger" / "__init__.py"
    rule.write_text(RULE.replace(">= 20", ">= 16"), "utf-8")
    assert cli.run(["replay", "three.txt"]) == 2
    assert "kings-pay" in capsys.readouterr().err
    rule.write_text(RULE, "utf-8")
    # where the plugin is not installed, the record is refused with its name
    capsys.readouterr()
    sys.path.remove(str(place))
    assert cli.run(["replay", "three.txt"]) == 2
    sys.path.insert(0, str(place))
    assert "`kings-pay`" in capsys.readouterr().err


def fingerprint() -> str:
    return pozzetto.load("club.yaml").rules.fingerprint


def test_the_fingerprint_covers_its_code(place: Path, capsys: Any) -> None:
    before = fingerprint()
    assert answer(capsys, "show", "club.yaml", "--resolved")["fingerprint"] == before
    counting = place / "kit_stranger" / "counting.py"
    raw = counting.read_bytes()
    assert b"\r" not in raw
    counting.write_bytes(raw.replace(b"\n", b"\r\n"))
    assert fingerprint() == before
    counting.write_bytes(raw + b"# a comment is code\n")
    assert fingerprint() != before
    counting.write_bytes(raw)
    assert fingerprint() == before
    # so does another file beside it, an option, and the ruleset's other keys
    (place / "kit_stranger" / "more.py").write_text("", "utf-8")
    assert fingerprint() != before
    (place / "kit_stranger" / "more.py").unlink()
    ruleset(place, "kings-pay: {points: 15}")
    assert fingerprint() != before
    # a default that is written out is the same rule
    ruleset(place, "kings-pay: {points: 5}")
    written_out = fingerprint()
    ruleset(place, "kings-pay")
    assert fingerprint() == written_out
