"""House rules for tests: written into a file, offered, and named by a small ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import pozzetto
from pozzetto.rulebook import shelf


@pytest.fixture(autouse=True)
def nothing_joined(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No file is offered before a test, nor after it."""
    monkeypatch.setattr(shelf, "_joined", {})
    yield
    if shelf._joined:
        for forget in shelf._told:
            forget()


def written(folder: Path, name: str, code: str) -> Path:
    """The file of a house rule of this name."""
    file = folder / f"{name.replace('-', '_')}.py"
    file.write_text(dedent(code), "utf-8")
    return file


def ruleset(folder: Path, *entries: str, more: str = "") -> Path:
    """The file of a ruleset that names these house rules."""
    file = folder / "club.yaml"
    text = f"extends: burraco\nhouse_rules: [{', '.join(entries)}]\n{dedent(more)}"
    file.write_text(text, "utf-8")
    return file


def plugged(
    folder: Path, name: str, code: str, *, entry: str = "", more: str = ""
) -> pozzetto.Game:
    """A game with one house rule, whose entry in the ruleset is its name or `entry`."""
    shelf.join(str(written(folder, name, code)))
    return pozzetto.load(ruleset(folder, entry or name, more=more))


def distribution(folder: Path, name: str, plugins: dict[str, str], version: str = "1.0") -> None:
    """The metadata of a distribution with these plugins, by name and entry point: what an
    installer would lay beside the modules."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8"
    )
    lines = [f"[{shelf.GROUP}]", *(f"{each} = {point}" for each, point in plugins.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
