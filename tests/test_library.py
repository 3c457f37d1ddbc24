"""Where rulesets are found, and what one takes from another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from pozzetto.errors import RulesetError
from pozzetto.rulebook import library
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.yaml_tree import Place

SHIPPED = [
    "burraco",
    "burraco-2p",
    "burraco-2p-tourney",
    "burraco-chiuso",
    "burraco-feburit",
    "burraco-fibur",
    "burraco-international",
    "burraco-reale",
    "burraco-royal",
]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a club's own rulesets, in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def resolved(folder: Path, **texts: str) -> Resolved:
    """The first of these rulesets, each written as NAME.yaml."""
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return library.resolve(f"{next(iter(texts))}.yaml")


def faults(folder: Path, **texts: str) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        resolved(folder, **texts)
    return [str(fault) for fault in caught.value.faults]


def a_shelf(folder: Path, name: str, **texts: str) -> None:
    """A stranger's installed package with rulesets, as pip would leave it."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    for ruleset, text in texts.items():
        (folder / name / f"{ruleset}.yaml").write_text(text, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n", encoding="utf-8")
    entry = f"[pozzetto.rulesets]\n{name} = {name}\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")


# ---- finding


def test_the_shipped_rulesets_are_installed() -> None:
    assert set(SHIPPED) <= set(library.names())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruleset_is_called_as_its_file_is(name: str) -> None:
    text, label = library.find(name)
    assert f"\nname: {name}\n" in text
    assert label == f"pozzetto_rulesets/{name}.yaml"
    assert library.load(name).name == name


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_names_the_schema_in_its_first_line(name: str) -> None:
    text, _ = library.find(name)
    assert text.splitlines()[0] == (
        "# yaml-language-server: $schema=../../engine/pozzetto/ruleset.schema.json"
    )


def test_an_unknown_name_is_answered_with_the_nearest_one_and_all_others() -> None:
    with pytest.raises(RulesetError) as caught:
        library.find("buraco")
    message = str(caught.value)
    assert message.startswith("there is no ruleset called `buraco`; did you mean `burraco`?")
    assert "burraco-2p" in message


def test_a_file_in_the_folder_is_offered_when_its_name_is_given(club: Path) -> None:
    (club / "zz.yaml").write_text("name: zz\n", encoding="utf-8")
    with pytest.raises(RulesetError, match=r"did you mean the file `zz\.yaml`"):
        library.find("zz")


def test_a_path_is_read_as_it_is_given(club: Path) -> None:
    (club / "sub").mkdir()
    (club / "sub" / "mine.yaml").write_text("deck: {packs: 2}\n", encoding="utf-8")
    assert library.find("sub/mine.yaml") == ("deck: {packs: 2}\n", "sub/mine.yaml")
    assert library.resolve("sub/mine.yaml").name == "mine"


@pytest.mark.parametrize("path", ["gone.yaml", "./gone", "."])
def test_a_path_that_is_no_file(club: Path, path: str) -> None:
    with pytest.raises(RulesetError):
        library.find(path)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("folder.yaml", "folder.yaml: this is a folder, where a file is expected"),
        ("./folder.yaml", "./folder.yaml: this is a folder, where a file is expected"),
        ("loop.yaml", "the file cannot be read: it is a link that leads back to itself"),
        ("lost.yaml", "this is a link to a file that is not there"),
        ("gone.yaml", "there is no such file"),
        ("a\0b.yaml", "there is no such file"),
        ("file/x.yaml", "there is no such file"),
        (f"{'x' * 300}.yaml", "the file cannot be read: File name too long"),
    ],
)
def test_what_is_wrong_with_a_path_is_told_truly(club: Path, path: str, says: str) -> None:
    (club / "folder.yaml").mkdir()
    (club / "loop.yaml").symlink_to("loop.yaml")
    (club / "lost.yaml").symlink_to("gone.yaml")
    (club / "file").touch()
    with pytest.raises(RulesetError) as caught:
        library.load(path)
    assert says in str(caught.value)


def test_a_parent_that_is_a_folder(club: Path) -> None:
    (club / "folder.yaml").mkdir()
    (told,) = faults(club, mine="extends: ./folder.yaml\n")
    assert told.startswith("mine.yaml:1:1: this is a folder, where a file is expected: folder.yaml")


def test_a_pipe_is_read_once_and_what_it_extends_is_seen_from_here(club: Path) -> None:
    (club / "parent.yaml").write_text("extends: burraco\nmatch: {target: 900}\n")
    os.mkfifo(club / "pipe.yaml")
    text = "extends: ./parent.yaml\nmatch: {hands: 3}\n"
    writing = Thread(target=(club / "pipe.yaml").write_text, args=(text,), daemon=True)
    writing.start()
    book = library.resolve("./pipe.yaml")
    writing.join()
    assert book.name == "pipe"
    assert (book.data["match"]["target"], book.data["match"]["hands"]) == (900, 3)


def test_a_ruleset_from_the_standard_input(club: Path) -> None:
    (club / "mine.yaml").write_text("extends: burraco\nmatch: {target: 900}\n")
    program = (
        "from pozzetto.rulebook import library; print(library.load('/dev/stdin').match.target)"
    )
    piped = subprocess.run(
        [sys.executable, "-c", program],
        input=(club / "mine.yaml").read_text(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert piped.stdout == "900\n"
    with (club / "mine.yaml").open() as file:
        command = [sys.executable, "-c", program]
        redirected = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    assert redirected.stdout == "900\n"


def test_a_name_that_is_no_text_is_written_with_replacement_characters(club: Path) -> None:
    name = os.fsdecode(b"x\xff.yaml")
    Path(name).write_text("extends: burraco\nmatch: {target: no}\n")
    with pytest.raises(RulesetError) as caught:
        library.load(name)
    assert str(caught.value).startswith("x\N{REPLACEMENT CHARACTER}.yaml:2:9: ")
    Path(name).write_text("extends: burraco\n")
    rules = library.load(name)
    assert rules.name == "x\N{REPLACEMENT CHARACTER}"
    assert library.find(name)[1] == "x\N{REPLACEMENT CHARACTER}.yaml"


def test_capitals_are_no_other_name() -> None:
    for name in ("BURRACO", "Burraco", "BURACO"):
        with pytest.raises(RulesetError, match="did you mean `burraco`"):
            library.load(name)
    with pytest.raises(RulesetError, match="did you mean `burraco-2p`"):
        library.load("Burraco-2P")


def test_a_file_that_is_no_text(club: Path) -> None:
    (club / "x.yaml").write_bytes(b"name: \xff\n")
    with pytest.raises(RulesetError, match=r"x\.yaml:1:7: the text is not UTF-8"):
        library.find("x.yaml")


def test_a_file_that_is_too_large_is_not_read_to_its_end(club: Path) -> None:
    (club / "x.yaml").write_bytes("é".encode() * 2_000_000)
    with pytest.raises(RulesetError, match="the file is too large"):
        library.resolve("x.yaml")


def test_installed_rules_are_compiled_once_and_files_anew(club: Path) -> None:
    assert library.load("burraco") is library.load("burraco")
    (club / "mine.yaml").write_text("deal: {cards: 12}\n", encoding="utf-8")
    assert library.load("mine.yaml").deal.cards == 12
    (club / "mine.yaml").write_text("deal: {cards: 10}\n", encoding="utf-8")
    assert library.load("mine.yaml").deal.cards == 10


# ---- other people's shelves


def test_a_strangers_package_is_a_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_shelf(tmp_path, "their_rulesets_a", theirs="extends: burraco\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "theirs" in library.names()
    assert library.resolve("theirs").data["match"]["target"] == 2000


def test_one_name_on_two_shelves_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_shelf(tmp_path, "their_rulesets_b", burraco="name: burraco\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RulesetError, match="pozzetto_rulesets and their_rulesets_b"):
        library.find("burraco")


def test_a_broken_shelf_is_named_and_keeps_nothing_else_from_being_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_shelf(tmp_path, "their_rulesets_c")
    (tmp_path / "their_rulesets_c" / "__init__.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert library.find("burraco")
    with pytest.raises(RulesetError, match="`their_rulesets_c` cannot be opened: division by zero"):
        library.find("theirs")


def test_the_engine_names_no_shelf() -> None:
    engine = Path(library.__file__).parent
    for module in engine.rglob("*.py"):
        assert "pozzetto_rulesets" not in module.read_text(encoding="utf-8"), module


def test_finding_a_ruleset_does_not_wait_for_jsonschema() -> None:
    code = "import sys; from pozzetto.rulebook import library; library.names(); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "jsonschema" not in ran.stdout.split()


# ---- extending


def test_mappings_merge_key_by_key(club: Path) -> None:
    data = resolved(club, a="extends: burraco\nmelds: {wilds: {most: 2}}\n").data
    assert data["melds"]["wilds"] == {"cards": ["JK", "2"], "most": 2, "move": "end_free"}
    assert data["melds"]["run"]["paired_twos"] is True


def test_lists_seats_and_teams_are_replaced_whole(club: Path) -> None:
    text = "extends: burraco\nseats: [N, S]\nteams: {N: [N], S: [S]}\npozzetti: {piles: [13, 13]}\n"
    data = resolved(club, a=text).data
    assert data["seats"] == ["N", "S"]
    assert data["teams"] == {"N": ["N"], "S": ["S"]}
    assert data["pozzetti"]["piles"] == [13, 13]


def test_a_tier_is_replaced_whole_and_the_others_stay(club: Path) -> None:
    text = "extends: burraco\nburracos: {clean: {wilds: 0, points: 300}, royal: {points: 500}}\n"
    data = resolved(club, a=text).data
    assert list(data["burracos"]) == ["clean", "dirty", "royal"]
    # its two turned cards are gone with the rest: the default is one
    assert data["burracos"]["clean"]["turned"] == 1
    assert data["burracos"]["dirty"]["points"] == 100


def test_values_are_spread_over_the_ranks_before_they_merge(club: Path) -> None:
    values = resolved(club, a="extends: burraco\nvalues: {9-8: 7, JK: 50}\n").data["values"]
    assert values == {
        "JK": 50, "2": 20, "A": 15, "K": 10, "Q": 10, "J": 10, "10": 10,
        "9": 7, "8": 7, "7": 5, "6": 5, "5": 5, "4": 5, "3": 5,
    }  # fmt: skip


def test_none_does_away_with_a_rule_and_a_mapping_brings_it_back(club: Path) -> None:
    texts = {
        "a": "extends: b.yaml\nmelds: {set: {largest: 8}}\n",
        "b": "extends: burraco\nmelds: {set: none}\npozzetti: none\n",
    }
    data = resolved(club, **texts).data
    assert data["pozzetti"] == "none"
    assert data["melds"]["set"] == {"ranks": "all", "largest": 8, "one_per_rank": True}


def test_null_takes_an_inherited_key_away_so_that_the_default_holds(club: Path) -> None:
    text = (
        "extends: burraco\ndraw_for_deal: null\ndeal: {cut: null, pozzetti_from: null}\n"
        "burracos: {dirty: null}\ncites: {melds.kinds: null}\n"
    )
    data = resolved(club, a=text).data
    assert data["draw_for_deal"] == "none"
    assert data["deal"] == {"cards": 11, "cut": "none", "pozzetti_from": "stock", "upcard": 1}
    assert list(data["burracos"]) == ["clean"]
    assert "melds.kinds" not in data["cites"]


def test_the_parent_is_extended_as_it_is_played_with_its_defaults(club: Path) -> None:
    texts = {"a": "extends: b.yaml\nburracos: {royal: {points: 500}}\n", "b": "match: {hands: 3}\n"}
    data = resolved(club, **texts).data
    assert list(data["burracos"]) == ["clean", "dirty", "royal"]
    text = "extends: b.yaml\nvalues: {JK: 50}\nburracos: {dirty: null}\n"
    data = resolved(club, a=text).data
    assert data["values"] == {**library.resolve("burraco").data["values"], "JK": 50}
    assert list(data["burracos"]) == ["clean"]


def test_each_value_knows_what_set_it(club: Path) -> None:
    texts = {
        "a": "extends: b.yaml\nmelds:\n  smallest: 4\n",
        "b": "values: {K-8: 9}\nmelds: {set: none}\n",
    }
    ruleset = resolved(club, **texts)
    assert ruleset.files == ("a.yaml", "b.yaml")
    assert ruleset.places["melds", "smallest"] == ("a.yaml", Place(3, 3))
    assert ruleset.places["melds", "set"] == ("b.yaml", Place(2, 9))
    assert ruleset.places["values", "9"] == ("b.yaml", Place(1, 10))
    assert ("melds", "run") not in ruleset.places
    # what another mapping takes the place of is nobody's any more
    ruleset = resolved(club, a="extends: b.yaml\nmelds: {set: {largest: 8}}\n")
    assert ruleset.places["melds", "set"] == ("a.yaml", Place(2, 9))


def test_name_title_and_summary_are_never_inherited(club: Path) -> None:
    ruleset = resolved(club, mine="extends: burraco\n")
    assert ruleset.name == ruleset.data["name"] == "mine"
    assert ruleset.data["title"] == ruleset.data["summary"] == ""
    assert "extends" not in ruleset.data


def test_a_path_to_extend_is_seen_from_the_files_own_folder(club: Path) -> None:
    (club / "deep").mkdir()
    (club / "deep" / "b.yaml").write_text("extends: ../c.yaml\n", encoding="utf-8")
    ruleset = resolved(club, a="extends: deep/b.yaml\n", c="deal: {cards: 9}\n")
    assert ruleset.data["deal"]["cards"] == 9
