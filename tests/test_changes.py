"""Changes by --set: an anonymous child, merged as any other. Bad ones: cases/bad_rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pozzetto import cli
from pozzetto.errors import RulesetError
from pozzetto.rulebook import library
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.schema import completed
from pozzetto.rulebook.yaml_tree import Place


def at(book: Resolved, key: str) -> Any:
    value: Any = book.data
    for part in key.split("."):
        value = value[part]
    return value


@pytest.mark.parametrize(
    ("key", "value", "read"),
    [
        ("match.target", "300", 300),
        ("match.target", " 0x10 # hexadecimal", 16),
        ("match.hands", "none", "none"),
        ("pozzetti", "none", "none"),
        ("melds.run.ace", "[low]", ["low"]),
        ("melds.wilds.cards", "[JK, 2]", ["JK", "2"]),
        ("melds.set.ranks", "['A', K]", ["A", "K"]),
        ("closing.needs.burraco", "{wilds: 0}", {"wilds": 0}),
        ("draw.pile.return_single", "true", True),
        ("values.JK", "50", 50),
        ("summary.it", "no", "no"),
    ],
)
def test_a_value_is_read_as_yaml(key: str, value: str, read: object) -> None:
    changes = [f"{key}={value}"]
    if key == "pozzetti":
        changes += ["deal.pozzetti_from=stock", "closing.needs.pozzetto=not_needed"]
    book = library.resolve("burraco", changes)
    assert at(book, key) == read
    assert library.load("burraco", changes).name == book.name


def test_everything_else_stays_but_what_is_never_inherited() -> None:
    base = dict(library.resolve("burraco-fibur").data)
    changed = dict(library.resolve("burraco-fibur", ["match.hands=3"]).data)
    assert changed.pop("match") == {**base.pop("match"), "hands": 3}
    for key in ("name", "title", "summary"):
        del base[key], changed[key]
    assert changed == base


def test_one_key_of_a_tier_is_changed_alone_though_a_tier_is_replaced_whole() -> None:
    tiers = library.resolve("burraco").data["burracos"]
    changed = library.resolve("burraco", ["burracos.clean.points=300"]).data["burracos"]
    assert changed == {**tiers, "clean": {**tiers["clean"], "points": 300}}
    whole = library.resolve("burraco", ["burracos.clean={points: 300}"]).data["burracos"]
    assert whole["clean"] == completed({"burracos": {"x": {"points": 300}}})["burracos"]["x"]


def test_one_team_is_changed_alone_though_teams_are_replaced_whole() -> None:
    changes = ["teams.NS=[N, E]", "teams.EW=[S, W]"]
    assert library.load("burraco", changes).team_of == (0, 0, 1, 1)


def test_a_new_tier_and_a_tier_done_away_with() -> None:
    changes = ["burracos.royal={wilds: 0, cards: 9, points: 500}", "burracos.dirty=none"]
    rules = library.load("burraco", changes)
    assert [(tier.name, tier.points) for tier in rules.tiers] == [("royal", 500), ("clean", 200)]


def test_null_takes_a_key_away_so_that_the_default_holds() -> None:
    book = library.resolve(
        "burraco", ["deal.cut=null", "burracos.dirty=null", "burracos.clean.wilds=null"]
    )
    assert book.data["deal"]["cut"] == "none"
    assert list(book.data["burracos"]) == ["clean"]
    assert book.data["burracos"]["clean"]["wilds"] == "any"


def test_keys_with_dots_in_them() -> None:
    book = library.resolve("burraco", ["cites.melds.wilds.most=[OUR-1]"])
    assert book.data["cites"]["melds.wilds.most"] == ["OUR-1"]


def test_a_range_of_ranks() -> None:
    values = library.resolve("burraco", ["values.K-J=12"]).data["values"]
    assert [values[rank] for rank in ("A", "K", "Q", "J", "10")] == [15, 12, 12, 12, 10]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ([], "burraco"),
        (["burracos.clean.points=300"], "burraco[burracos.clean.points=300]"),
        ([" match.target =  0x10"], "burraco[match.target=16]"),
        (["match.hands=2", "match.tie=shared"], "burraco[match.hands=2, match.tie=shared]"),
        (["melds.run.ace=[ low,high ]"], "burraco[melds.run.ace=[low, high]]"),
        (["summary.it=\N{SNOWMAN}"], 'burraco[summary.it="\\u2603"]'),
        (["name=mine", "match.target=5"], "mine"),
    ],
)
def test_the_name_tells_the_changes(changes: list[str], name: str) -> None:
    assert library.load("burraco", changes).name == library.resolve("burraco", changes).name == name


def test_the_fingerprint_is_that_of_the_rules() -> None:
    base = library.load("burraco").fingerprint
    assert library.load("burraco", ["burracos.clean.points=300"]).fingerprint != base
    assert library.load("burraco", ["burracos.clean.points=200"]).fingerprint == base
    # an installed ruleset is kept in memory: the change must not be
    assert library.load("burraco").tiers[0].points == 200


def test_it_is_the_child_that_a_file_would_be(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "extends: burraco\nmelds: {run: {ace: [low]}}\nmatch: {target: 9}\n"
    )
    written = library.load(f"{tmp_path}/mine.yaml")
    changed = library.load("burraco", ["melds.run.ace=[low]", "match.target=9"])
    assert changed.fingerprint == written.fingerprint


def test_a_file_can_be_changed_and_what_was_changed_is_known(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: burraco\nmatch: {target: 9}\n")
    book = library.resolve(f"{tmp_path}/mine.yaml", ["match.target=10", "deck.jokers=2"])
    assert book.name == "mine[match.target=10, deck.jokers=2]"
    assert book.places["match", "target"] == ("--set match.target=10", Place())
    assert book.changes == 2
    assert book.files[2] == f"{tmp_path}/mine.yaml"


@pytest.mark.parametrize("parts", [11, 1000, 30_000])
def test_a_key_of_absurd_depth_is_refused_with_a_sentence(parts: int) -> None:
    with pytest.raises(RulesetError) as caught:
        library.load("burraco", [".".join(["a"] * parts) + "=3"])
    (fault,) = caught.value.faults
    assert fault.message == f"the key has {parts} parts, where none has more than 10"


@pytest.mark.parametrize("key", ["cites.\udcff", "\udcff", "match.tar\x1bget"])
def test_a_key_that_no_text_can_hold(key: str) -> None:
    with pytest.raises(RulesetError) as caught:
        library.load("burraco", [f"{key}=[X]"])
    str(caught.value).encode("utf-8")
    assert "cannot be printed" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (["house_rules=[no-clean]"], "burraco + no-clean"),
        (["house_rules=[no-clean, {few-melds: {most: 4}}]"], "burraco + no-clean + few-melds (most: 4)"),  # noqa: E501
        (["house_rules=[{no-clean: null}]"], "burraco + no-clean"),
        (["house_rules=[no-clean]", "match.target=500"], "burraco[match.target=500] + no-clean"),
        # what changes nothing is told as it was written
        (["house_rules=[]"], "burraco[house_rules=[]]"),
    ],
)  # fmt: skip
def test_house_rules_are_named_as_people_say_them(changes: list[str], name: str) -> None:
    assert library.load("burraco", changes).name == name


def test_house_rules_that_are_taken_away_or_changed_are_named_too(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("extends: burraco\nhouse_rules: [no-clean, few-melds]\n", "utf-8")

    def name(entries: str) -> str:
        return library.load(str(club), [f"house_rules=[{entries}]"]).name

    assert name("few-melds") == "club - no-clean"
    assert name("") == "club - no-clean - few-melds"
    assert name("no-clean, few-melds: {most: 3}") == "club + few-melds (most: 3)"
    assert name("exact-cut") == "club + exact-cut - no-clean - few-melds"
    # in another order they are others, though each is there
    assert name("few-melds, no-clean") == "club[house_rules=[few-melds, no-clean]]"


@pytest.mark.parametrize("name", ["my rules", "café", "a[b", "+ y", "a #b", "two\nlines", " x "])
def test_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    # what is played by it is kept and read again
    (tmp_path / f"{name}.yaml").write_text("extends: burraco\n", "utf-8")
    for change in ("title.it=Caffè", "house_rules=[{few-melds: {most: 3}}]"):
        for end in ("txt", "jsonl"):
            file = str(tmp_path / f"hands.{end}")
            words = ("--hands", "1", "--workers", "1", "--set", change, "--records", file)
            assert cli.run(["simulate", str(tmp_path / f"{name}.yaml"), *words]) == 0
            assert cli.run(["replay", file]) == 0


def test_what_is_shown_of_a_child_is_a_ruleset(tmp_path: Path, capsys: Any) -> None:
    for entries in ("no-clean", "no-clean, few-melds: {most: 3}"):
        words = ("--set", "match.target=500", "--set", f"house_rules=[{entries}]")
        assert cli.run(["show", "burraco", "--resolved", *words]) == 0
        shown = tmp_path / "shown.yaml"
        shown.write_text(capsys.readouterr().out, "utf-8")
        child = library.load("burraco", words[1::2])
        assert library.load(str(shown)).fingerprint == child.fingerprint
        assert library.load(str(shown)).name == child.name
