"""The docs are true: every example does what is shown, and everything has its place there."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import examples
import pozzetto
import reference
import refusals_page
from pozzetto import cli
from pozzetto.game.moves import VERBS
from pozzetto.game.refusals import SENTENCES
from pozzetto.lab.measures import measures
from pozzetto.rulebook import library, schema
from pozzetto.rulebook.checks import STABLE_NAMES
from pozzetto.text.cases import deals, file, matches, melds, plays, views
from pozzetto.text.record import HAND_KEYS, HEAD_KEYS
from pozzetto.text.written_table import KEYS as TABLE_KEYS

DOCS = reference.DOCS


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def named(text: str) -> set[str]:
    """What stands in backticks."""
    return {word for found in re.findall(r"`([^`\n]+)`", text) for word in (found, *found.split())}


@pytest.mark.parametrize("path", examples.PAGES, ids=lambda path: path.stem)
def test_every_example_does_what_is_shown(path: Path) -> None:
    assert "\n\n".join(examples.run(path).wrong) == ""


@pytest.mark.parametrize("path", reference.pages(), ids=lambda path: path.stem)
def test_what_is_generated_is_fresh(path: Path) -> None:
    same = reference.fresh(path) == path.read_text("utf-8")
    assert same, f"{path.name} is stale: run `python tools/reference.py`"


# --- everything has its place


def test_every_ruleset_key_is_documented() -> None:
    headings = set(re.findall(r"^#+ `(.*?)`", page("reference/ruleset.md"), re.MULTILINE))
    tiers = {key for key in headings if key.startswith("burracos.NAME.")}
    tier = schema.schema()["$defs"]["tier"]["properties"]
    assert headings - tiers == set(schema.known_keys())
    assert {f"burracos.NAME.{key}" for key in tier} <= tiers
    assert named(page("reference/ruleset.md")) >= STABLE_NAMES


def test_every_command_is_documented() -> None:
    headings = re.findall(r"^## `(.*?)`", page("reference/commands.md"), re.MULTILINE)
    assert headings == list(cli.COMMANDS)


def test_the_help_documented_is_the_help_given(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = page("reference/commands.md")
    for name in ("", *cli.COMMANDS):
        assert cli.run([*filter(None, [name]), "--help"]) == 0
        assert f"```text\n{capsys.readouterr().out}```" in text


def test_every_measure_is_documented() -> None:
    rulesets = [library.load(name) for name in library.names()]
    known = named(page("reference/measures.md"))
    for rules in rulesets:
        assert {each.name for each in measures([rules])} <= known


def test_every_public_name_is_documented() -> None:
    headings = re.findall(r"^### `pozzetto\.(.*?)`", page("reference/api.md"), re.MULTILINE)
    assert sorted(headings) == pozzetto.__all__


def test_every_error_is_documented() -> None:
    def below(error: type) -> set[str]:
        return {error.__name__}.union(*map(below, error.__subclasses__()))

    errors = {name for name in below(pozzetto.PozzettoError) if not name.startswith("_")}
    assert errors <= named(page("reference/errors.md"))


def test_every_word_of_the_notation_is_documented() -> None:
    words = {*VERBS, *TABLE_KEYS, *HEAD_KEYS, *HAND_KEYS, *file.READERS, *file.COMMON_KEYS}
    for keys in (melds.KEYS, plays.PLAY_KEYS, plays.SCORE_KEYS, matches.KEYS, views.KEYS):
        words |= set(keys)
    words |= {*deals.DRAW_KEYS, *deals.DEAL_KEYS, *deals.EXPECT_KEYS, *views.SEES_KEYS}
    assert words <= named(page("reference/notation.md"))


def test_every_ruleset_that_comes_along_is_named_in_the_docs() -> None:
    known = named(page("reference/ruleset.md"))
    assert {name for name in library.names() if name.startswith("burraco")} <= known


# --- refusals


def test_every_code_has_its_place_and_a_way_to_meet_it() -> None:
    met = {way["code"] for way in refusals_page.ways()}
    headings = set(re.findall(r"^### `(.*?)`", page("reference/errors.md"), re.MULTILINE))
    assert headings == set(SENTENCES)
    assert set(SENTENCES) == met


@pytest.mark.parametrize("way", refusals_page.ways(), ids=lambda way: way["code"])
def test_every_code_is_met(way: dict[str, Any]) -> None:
    refused = refusals_page.refused(way)
    assert refused is not None
    told = refusals_page.told(refused, way["code"])
    assert told is not None, f"came {refused.code}: {refused.sentence}"
    # a way of its own: the words of the sentence are filled in, and the rule is known
    assert "{" not in told.sentence
    key = told.key.partition(".")[0] if told.key.startswith("house_rules.") else told.key
    assert key in STABLE_NAMES or schema.at(key) is not None


# --- the examples' reader, and the site


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```console\n$ pozzetto vp 0\n10 each\n…\n```\n", ""),
        ("```console\n$ pozzetto vp 0\n11 each\n…\n```\n", "11 each"),
        ("```console\n$ pozzetto vp 0 > vp.txt\n\n$ head -1 vp.txt\n10 each\n```\n", ""),
        ("```console\n$ pozzetto meld 3H > no.txt\n\n$ echo $?\n0\n```\n", "--- came\n1"),
        ("```python\n>>> 1 + 1\n3\n\n```\n", "Got:"),
        ("```yaml\nmelds: {smallest: 9}\n```\n", ""),
        ("```yaml\nmelds: {smallest: 99}\n```\n", "at most 14"),
        ("```yaml\nheld: {N: 3H 3H 3H}\n```\n", "only 2 of 3H"),
        ("```yaml\nmelds:\n  - {cards: 3H 4H 5H, is: set}\n```\n", "expected set, came run"),
        ("```yaml\nnothing: known\n```\n", "no ruleset, table or cases"),
        ("In `own.yaml`:\n\n```yaml\nmatch: {target: 0}\n```\n", "at least 1"),
    ],
)
def test_an_example_that_is_not_so_is_told(
    text: str, wrong: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(examples, "ROOT", tmp_path)
    path = tmp_path / "page.md"
    path.write_text(text, "utf-8")
    told = "\n".join(examples.run(path).wrong)
    assert wrong in told
    assert bool(wrong) == bool(told)


def test_a_page_is_written_with_what_its_commands_print(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(examples, "ROOT", tmp_path)
    path = tmp_path / "page.md"
    path.write_text("```console\n$ pozzetto vp 0\n\n$ pozzetto vp 0 > vp.txt\n```\n", "utf-8")
    text = examples.written(path)
    assert text.startswith("```console\n$ pozzetto vp 0\n10 each\n")
    path.write_text(text, "utf-8")
    assert examples.written(path) == text
    assert examples.run(path).wrong == []


@pytest.mark.skipif(
    find_spec("material") is None,
    reason="mkdocs-material is not installed: pip install -e '.[docs]' builds the site too",
)
def test_the_site_builds(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    # nothing is fetched from elsewhere to read it
    home = (tmp_path / "index.html").read_text("utf-8")
    assert not re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)"', home)
    assert "fonts.googleapis.com" not in home
