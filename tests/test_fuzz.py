"""Spoiled rulesets and cases files: each is refused with faults, or is just what it says.

POZZETTO_FUZZ=20000 in the environment tries so many texts instead of 1,000.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
import yaml

from mutations import spoiled
from pozzetto.errors import CasesError, Fault, RulesetError
from pozzetto.rulebook import library
from pozzetto.rulebook.card_values import ranks_in
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.yaml_text import read_yaml
from pozzetto.rulebook.yaml_writing import flow, lines
from pozzetto.text.cases import read_cases
from pozzetto.text.cases.file import READERS

EACH = int(os.environ.get("POZZETTO_FUZZ", "1000")) // 2
MOST_SECONDS = 5
"""Of computing, not of waiting: so many that only a text without end takes them."""

# of the two parsers of PyYAML the one that pozzetto reads with: they differ in oddities
LITERAL = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
Answer = TypeVar("Answer")

CASES = Path(__file__).parent / "cases"
CLUB = """\
name: club
extends: burraco-fibur
burracos: {royal: {kinds: [run], wilds: 0, cards: 13, points: 500, ends: [A, K]}}
values: {9-8: 7, JK: 50}
melds: {wilds: {most: 2}, set: none}
scoring: {closing: {points: null}}
"""


@contextmanager
def bounded(text: str) -> Iterator[None]:
    """Fail, and show the text, when reading it takes for ever or breaks down."""

    def stop(*_: object) -> None:
        raise AssertionError(f"no end after {MOST_SECONDS} seconds")

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    except Exception as error:
        error.add_note(f"in this text:\n{text!r}")
        raise
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def answered(read: Callable[..., Answer], *given: object) -> tuple[Answer | None, Sequence[Fault]]:
    """What comes of reading; or its faults, and any other error is a failure."""
    try:
        return read(*given), ()
    except (RulesetError, CasesError) as error:
        return None, error.faults


def means(read: Any, written: Any) -> bool:
    """Whether what was read is what another reader found written, who takes every scalar
    for text."""
    if isinstance(read, dict):
        return (
            isinstance(written, dict)
            and list(read) == list(written)
            and all(means(read[key], written[key]) for key in read)
        )
    if isinstance(read, list):
        return (
            isinstance(written, list)
            and len(read) == len(written)
            and all(map(means, read, written))
        )
    if read is None:
        return str(written).lower() in ("", "~", "null")
    if isinstance(read, bool):
        return bool(str(written).lower() == str(read).lower())
    if isinstance(read, int | float):
        return float(int(written, 0) if written[:2] in ("0x", "0o") else written) == read
    return bool(read == written)


def assert_nothing_was_repaired(text: str) -> None:
    data = read_yaml(text).data
    written = yaml.load(text.removeprefix("\ufeff"), Loader=LITERAL)
    assert means(data, written)
    again = "".join(f"{line}\n" for line, _ in lines(data))
    assert read_yaml(again).data == data or "nan" in text.lower()
    assert read_yaml(f"a: {flow(data)}").data == {"a": data} or "nan" in text.lower()


def assert_says(resolved: Any, written: Any) -> None:
    """Everything written stands in what was resolved, as it was written."""
    if isinstance(written, dict) and isinstance(resolved, dict):
        for key, value in written.items():
            if value is not None:
                assert_says(resolved[key], value)
    elif isinstance(written, list):
        assert list(map(str, resolved)) == list(map(str, written))
    else:
        assert resolved == written


def assert_is_what_it_says(text: str, book: Resolved, club: Path) -> None:
    assert_nothing_was_repaired(text)
    said = dict(read_yaml(text).data)
    said.pop("extends", None)
    if not said.get("name"):
        said.pop("name", None)
    values = said.pop("values", None) or {}
    assert_says(book.data, said)
    for key, points in values.items():
        for rank in ranks_in(key):
            assert book.data["values"].get(rank) == points
    (club / "g.yaml").write_text("".join(f"{line}\n" for line, _ in lines(book.data)))
    assert library.resolve(f"{club}/g.yaml").data == book.data


def test_spoiled_rulesets(tmp_path: Path) -> None:
    texts = [CLUB, *(library.find(name)[0] for name in library.names())]
    fine = 0
    for seed in range(EACH):
        random = Random(seed)
        text = spoiled(random.choice(texts), random)
        file = tmp_path / "f.yaml"
        file.write_bytes(text.encode("utf-8", errors="surrogatepass"))
        with bounded(text):
            book, faults = answered(library.resolve, f"{file}")
            if book is None:
                assert faults
                assert all(fault.message and fault.file for fault in faults)
                continue
            assert_is_what_it_says(text, book, tmp_path)
            fine += 1
            rules, faults = answered(library.load, f"{file}")
            assert rules is not None or faults
            assert all(fault.path for fault in faults)
    assert EACH // 10 < fine < EACH


def test_spoiled_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    texts = [path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.yaml"))]
    texts = [part for text in texts for part in shorter(text)]
    fine = 0
    for seed in range(EACH):
        random = Random(seed)
        text = spoiled(random.choice(texts), random)
        with bounded(text):
            raw = text.encode("utf-8", errors="surrogatepass")
            cases, faults = answered(read_cases, raw, "f.yaml")
            if cases is None:
                assert faults
                assert all(fault.message and fault.file for fault in faults)
                continue
            assert_nothing_was_repaired(text)
            data = read_yaml(text).data
            assert len(cases) == sum(len(data.get(kind, ())) for kind in READERS)
            fine += 1
    assert EACH // 10 < fine < EACH


def shorter(text: str) -> list[str]:
    """The cases of a file in files of a few, so that one mutation matters."""
    data = read_yaml(text).data
    return [
        "".join(
            f"{line}\n"
            for line, _ in lines({"ruleset": data["ruleset"], kind: data[kind][at : at + 3]})
        )
        for kind in READERS
        for at in range(0, len(data.get(kind, ())), 3)
    ]
