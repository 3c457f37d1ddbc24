"""A house rule that brings a kind of meld, a tier, an end, a refusal, lines, a measure, a player
and a fact of its own: every command that can meet them tells of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from plugged import nothing_joined, written
from pozzetto import cli

__all__ = ["nothing_joined"]

RULE = '''\
"""A court is a meld, and much else."""

from pozzetto.api import JOKER, HouseMeasure, Line, Objection, Shape, cards

API = 1
COURT = cards("JH QS KD")
CLUB = cards("8C 9C")


class Court:
    name = "court"

    def judge(self, given):
        # `of` and `low` are the kind's own affair; a joker may stand for the king, a club lie by
        club = [kind for kind in given if kind in CLUB]
        lying = [kind for kind in COURT if kind in given]
        lying += [kind for kind in given if kind == JOKER] + club
        if len(given) - len(club) == 3 and sorted(lying) == sorted(given) and len(club) < 2:
            wild = tuple(kind == JOKER for kind in lying)
            return Shape("court", 99, 40, tuple(lying), wild)

    def candidates(self, counts):
        for given in (COURT, (*COURT[:2], JOKER)):
            if all(counts[kind] for kind in given):
                yield self.judge(given)

    def extensions(self, shape, counts):
        for kind in CLUB:
            if counts[kind] and len(shape.cards) == 3:
                yield self.judge((*shape.cards, kind))


def pozzetto_options():
    return {"points": {"type": "integer", "default": 5, "description": "What everybody gets."}}


def pozzetto_kinds(options):
    return [Court()]


def pozzetto_tier(shape, tier, options):
    return True


def pozzetto_meld_objection(shape, options):
    if shape.kind == "set" and shape.of == 4:
        return Objection({"en": "No fives.", "it": "Niente cinque."}, "no-fives")


def pozzetto_setup(dealt, options):
    return "a fact"


def pozzetto_hand_end(position, options):
    return "twenty" if position.turns >= 20 else None


def pozzetto_score(position, team, options):
    yield Line("gift", 1, options.points, title={"en": "a gift", "it": "un regalo"})


def pozzetto_measures(options):
    def courts(position):
        return sum(meld.kind == "court" for team in (0, 1) for meld in position.melds(team))

    def quick(position):
        return int(position.turns < 10)

    about = {"sentence": "What a test counts."}
    yield HouseMeasure(name="courts", title="courts", unit="number", count=courts, **about)
    yield HouseMeasure(name="quick", title="quick", unit="share", count=quick, **about)


def pozzetto_players(options):
    class First:
        def __init__(self, shapes):
            pass

        def choose(self, view, moves, random):
            return moves[0]

    return {"first": First}
'''
CLUB = """\
extends: burraco
house_rules: [{stranger: {points: 7}}]
burracos:
  court: {kinds: [run, set, court], cards: 3, wilds: 1, points: 50, by: stranger}
"""
TABLE = """\
to_move: N
held: {N: JH QS JK 4S 9C}
melds: {NS: [6H 7H 8H]}
pile: QS KS
"""
FINISHED = """\
ended: twenty by stranger
facts: {stranger: a fact}
held: {N: 9C, E: KS 9H, S: 4C, W: AD}
melds: {NS: [JH QS JK], EW: [3D 4D 5D 6D 7D 8D 9D]}
pozzetti: {NS: taken, EW: waiting}
pozzetto_cards: [3S 3S 4S 4S 5S 5S 6S 6S 7S 7S 8S]
"""
CASES = """\
ruleset: club.yaml
melds:
  - {cards: JH QS KD, is: court, burraco: court, clean: true}
  - {cards: JH QS JK, is: court, wilds: 1}
  - {cards: JH QS KD, refused: true}
  - {cards: 5H 5S 5D, refused: stranger.no-fives}
plays:
  - table:
      to_move: N
      held: {N: JH QS JK 4S 9C}
    do: ["N: draw, lay JH QS JK, add 9C to M1, discard 4S"]
    expect: {melds: {NS: [JH QS JK 9C]}}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the rule, a ruleset that names it, a table, a finished one and cases."""
    written(tmp_path, "stranger", RULE)
    texts = {"club": CLUB, "table": TABLE, "finished": FINISHED, "cases": CASES}
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def came(capsys: Any, *words: str, status: int = 0) -> str:
    """What a command prints, on one line."""
    got = cli.run([*words, "--plugin", "stranger.py"])
    out, err = capsys.readouterr()
    assert (got, err) == (status, ""), (words, out, err)
    return " ".join(out.split())


def test_a_kind_of_its_own_is_told(place: Path, capsys: Any) -> None:
    inside = ("--in", "club.yaml")
    assert "court, clean burraco court, 50 points" in came(capsys, "meld", "JH QS KD", *inside)
    told = came(capsys, "meld", "JH QS JK", *inside, "--lang", "it")
    assert "court, non pulita" in told or "court, non pulito" in told
    assert "No fives." in came(capsys, "meld", "5H 5S 5D", *inside, status=1)
    told = came(capsys, "may", "table.yaml", "N: draw, lay JH QS JK, add 9C to M2", *inside)
    assert "NS M2 JH QS JK 9C" in told
    # a case that expects a refusal and gets the meld says which it got
    told = came(capsys, "judge", "cases.yaml", status=1)
    assert "the court JH QS KD" in told
    assert "4 passed, 1 failed" in told


def test_a_kind_of_its_own_is_explained(place: Path, capsys: Any) -> None:
    told = came(capsys, "explain", "club.yaml")
    assert "A house rule adds a kind of meld: court." in told
    assert (
        "Court burraco, 50 points: a run or a set of at least three cards with at most one wild "
        "card, or a court of at least three cards with at most one wild card."
    ) in told
    for lang in ("en", "it"):
        for words in (
            ("explain", "club.yaml"),
            ("explain", "club.yaml", "burracos"),
            ("explain", "club.yaml", "burracos.court.kinds"),
            ("explain", "club.yaml", "melds"),
            ("diff", "burraco", "club.yaml"),
            ("diff", "club.yaml", "burraco"),
        ):
            assert "court" in came(capsys, *words, "--lang", lang)


def test_every_table_and_sheet(place: Path, capsys: Any) -> None:
    told = came(capsys, "score", "finished.yaml", "--in", "club.yaml", "--lang", "it")
    assert "un regalo" in told
    assert "court" in told
    came(capsys, "deal", "club.yaml")
    came(capsys, "check", "club.yaml")
    came(capsys, "show", "club.yaml", "--resolved")
    assert "pozzetto_kinds" in came(capsys, "plugins", "stranger")


def test_every_run_and_what_it_leaves(place: Path, capsys: Any) -> None:
    quick = ("--hands", "3", "--workers", "1")
    told = came(capsys, "simulate", "club.yaml", *quick, "--records", "hands.txt")
    assert "burracos, court" in told
    assert "ended by a house rule" in told
    assert "courts" in told
    came(capsys, "simulate", "club.yaml", *quick, "--records", "hands.jsonl")
    came(capsys, "simulate", "club.yaml", *quick, "--players", "first,greedy")
    for lang in ("en", "it"):
        for file in ("hands.txt", "hands.jsonl"):
            assert "twenty" in came(capsys, "replay", file, "--lang", lang)
        # by the ordinary rules those hands go on
        told = came(capsys, "replay", "hands.txt", "--under", "burraco", "--lang", lang)
        assert "by burraco not over (recorded: twenty by stranger" in told or lang == "it"
        came(capsys, "rescore", "hands.txt", "--under", "burraco", "--lang", lang)
        came(capsys, "rescore", "hands.txt", "--under", "club.yaml", "--lang", lang)
        reports = [f"--report=club.{lang}.{end}" for end in ("html", "md", "json")]
        words = ("compare", "burraco", "club.yaml", *quick, "--why", "--lang", lang)
        came(capsys, *words, *reports, f"--records=why.{lang}.txt")
        for end in ("html", "md", "json"):
            text = (place / f"club.{lang}.{end}").read_text("utf-8")
            assert "court" in text
    came(capsys, "replay", "why.en.txt")
    data = json.loads(came(capsys, "compare", "burraco", "club.yaml", *quick, "--json"))
    assert "court" in json.dumps(data)
    came(capsys, "compare", "burraco", "club.yaml", *quick, "--study", "kept.study")
    assert "burracos_1_court" in came(capsys, "export", "kept.study")


def test_a_tier_that_no_run_or_set_meets_is_told(place: Path, capsys: Any) -> None:
    # no house rule can bring a run to a ruleset without runs, nor ends to another kind of meld
    for tier in ("kinds: [run], cards: 7", "kinds: [set, court], cards: 7, ends: [A, K]"):
        change = ("--set", "melds.run=none", "--set", f"burracos.long={{{tier}, points: 5}}")
        told = came(capsys, "check", "club.yaml", *change, status=2)
        assert "no meld can be a burraco of the tier `long`" in told


def shares(data: Any) -> list[dict[str, float]]:
    """Every share and difference of shares in what a command answers: mean, low and high."""
    if isinstance(data, list):
        return [each for item in data for each in shares(item)]
    if not isinstance(data, dict):
        return []
    if data.get("unit") == "share":
        found = [data, *data.get("others", {}).values()]
        found += [each.get("difference", {}) for each in found]
        found += [data.get(key, {}) for key in ("played", "priced")]
        return [each for each in found if each.get("low") is not None]
    return [each for item in data.values() for each in shares(item)]


@pytest.mark.parametrize("hands", ["2", "8"])
def test_no_share_is_below_none_or_above_all(place: Path, capsys: Any, hands: str) -> None:
    quick = ("--hands", hands, "--workers", "1")
    runs = [
        ("simulate", "burraco", *quick, "--players", "greedy,random"),
        ("compare", "burraco", "club.yaml", *quick, "--report", "r.md", "--report", "r.json"),
        ("rescore", "hands.txt", "--under", "burraco-fibur"),
    ]
    came(capsys, "simulate", "burraco", *quick, "--records", "hands.txt")
    for words in runs:
        found = shares(json.loads(came(capsys, *words, "--json")))
        assert found
        for each in found:
            least = -1 if "deviation" not in each or each["low"] < 0 else 0
            assert least <= each["low"] <= each["mean"] <= each["high"] <= 1
    text = "\n".join([*(came(capsys, *words) for words in runs), Path("r.md").read_text("utf-8")])
    for mean, half in re.findall(r"(?<![-+0-9.])([0-9.]+) ?± ?([0-9.]+) %", text):
        assert 0 <= float(mean) - float(half) <= float(mean) + float(half) <= 100
    for mean, half in re.findall(r"([-+][0-9.]+) ?± ?([0-9.]+) %", text):
        assert -100 <= float(mean) - float(half) <= float(mean) + float(half) <= 100


def test_what_a_house_rule_pays_is_kept_or_refused(place: Path, capsys: Any) -> None:
    quick = ("--hands", "1", "--workers", "1")
    for points, fits in ((-(10**6), True), (10**6 + 1, False)):
        written(place, "stranger", RULE.replace("1, options.points", f"1, {points}"))
        for end in ("txt", "jsonl"):
            words = ("simulate", "club.yaml", *quick, "--records", f"hands.{end}")
            if fits:
                came(capsys, *words)
                assert "1 ok, 0 parted" in came(capsys, "replay", f"hands.{end}")
            else:
                assert cli.run([*words, "--plugin", "stranger.py"]) == 2
                assert "the house rule `stranger`" in capsys.readouterr().err
    # a measure that no study could hold
    written(place, "stranger", RULE.replace("return int(position.turns < 10)", "return 10**40"))
    too_much = ["simulate", "club.yaml", *quick, "--study", "kept.study"]
    assert cli.run([*too_much, "--plugin", "stranger.py"]) == 2
    assert "1 or 0 of the measure" in capsys.readouterr().err
