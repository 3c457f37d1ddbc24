"""Every ruleset in cases/bad_rulesets is refused with just the faults that stand there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pozzetto.cli import run
from pozzetto.errors import RulesetError
from pozzetto.rulebook import library
from pozzetto.rulebook.yaml_text import read_yaml

CASES = Path(__file__).parent / "cases" / "bad_rulesets"
REST = "..."
"""Stands for any faults in between; at the end of a fault, for any end."""


def cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        tree = read_yaml(file.read_bytes(), file.name)
        assert not tree.faults, tree.faults
        for index, case in enumerate(tree.data["rulesets"]):
            line = tree.place(("rulesets", index)).line
            found.append(pytest.param(case, id=f"{file.name}:{line}"))
    return found


def raw(case: dict[str, Any]) -> bytes:
    """The ruleset: its text or bytes, then what is repeated so many times."""
    text: bytes = case.get("text", "").encode() + bytes.fromhex(str(case.get("hex", "")))
    repeated = case.get("repeated", {}).items()
    return text + b"".join(part.encode() * times for part, times in repeated)


def fits(found: str, expected: str) -> bool:
    if expected.endswith(REST):
        return found.startswith(expected.removesuffix(REST))
    return found == expected


@pytest.mark.parametrize("case", cases())
def test_a_bad_ruleset_is_refused_with_all_its_faults(
    case: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.yaml").write_bytes(raw(case))
    for name, text in case.get("beside", {}).items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    changes = [word for change in case.get("changes", []) for word in ("--set", change)]

    assert run(["check", "f.yaml", *changes]) == 2

    *found, count = capsys.readouterr().out.splitlines()
    assert count.startswith(f"{len(found)} fault")
    found = [line.removeprefix("f.yaml:").removeprefix(" ") for line in found]
    expected: list[str] = case["faults"]
    if REST in expected:
        before, after = expected.index(REST), len(expected) - expected.index(REST) - 1
        assert len(found) > before + after
        found[before : len(found) - after] = [REST]
    assert len(found) == len(expected), found
    for line, wanted in zip(found, expected, strict=True):
        assert fits(line, wanted), f"found    {line}\nexpected {wanted}"


def numbers(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The ways to every number and mapping of a ruleset."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, (*path, key))
    if isinstance(node, dict | int) and not isinstance(node, bool) and path:
        yield path


@pytest.mark.parametrize("parent", ["burraco-chiuso", "burraco-royal"])
def test_what_is_wrong_with_a_child_is_told_in_its_own_file(parent: str, tmp_path: Path) -> None:
    # its parent is right by itself, so whatever becomes of one change is the child's affair
    wrong: list[tuple[tuple[str, ...], Any, set[str]]]
    book, child, wrong = library.load(parent).book, tmp_path / "child.yaml", []
    for path in numbers(book):
        if path[0] in ("title", "summary", "cites", "values", "burracos", "scoring"):
            continue
        for value in (1, 40, "none"):
            data: Any = value
            for key in reversed(path):
                data = {key: data}
            child.write_text(yaml.safe_dump({"extends": parent, **data}), "utf-8")
            try:
                library.load(str(child))
            except RulesetError as error:
                wrong.append((path, value, {fault.file for fault in error.faults}))
    assert len(wrong) > 20
    assert [each for each in wrong if each[2] != {str(child)}] == []
