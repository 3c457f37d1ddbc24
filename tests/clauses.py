"""Which clauses of the rules no case and no test names: `python tests/clauses.py`.

The clauses stand in `clauses.yaml`. A case names those it tests in its list `clauses`, a
test in its marker: `@pytest.mark.clause("IT-DCK-01")`. The exit status is 1 when a clause
is named nowhere, when somebody names one that there is not, or one said to be untestable.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pozzetto.rulebook.yaml_text import read_yaml

HERE = Path(__file__).parent
LISTS = ("melds", "plays", "scores", "draws", "deals", "views", "matches")


def catalogue(folder: Path = HERE) -> tuple[dict[str, str], dict[str, str]]:
    """Every clause with what it demands, and those that cannot be tested with the reason."""
    data = _read(folder / "clauses.yaml")
    return data["clauses"], data["untestable"]


def named(folder: Path = HERE) -> dict[str, list[str]]:
    """Each clause that a case or a test names, and where: file and line."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((folder / "cases").rglob("*.yaml")):
        for clause, line in _in_cases(path):
            places[clause].append(f"{path.relative_to(folder)}:{line}")
    for path in sorted(folder.glob("test_*.py")):
        for clause, line in _in_tests(path):
            places[clause].append(f"{path.relative_to(folder)}:{line}")
    return dict(places)


def complaints(folder: Path = HERE) -> list[str]:
    """What is wrong: clauses that nobody names, and names of no clause."""
    clauses, untestable = catalogue(folder)
    places = named(folder)
    found = [
        f"{clause}: no case and no test names it ({demand})"
        for clause, demand in clauses.items()
        if clause not in places and clause not in untestable
    ]
    for clause in untestable:
        if clause not in clauses:
            found.append(f"{clause}: said to be untestable, and there is no such clause")
    for clause, where in places.items():
        if clause not in clauses:
            found.append(f"{clause}: there is no such clause, named at {', '.join(where)}")
        elif clause in untestable:
            found.append(f"{clause}: said to be untestable, and named at {', '.join(where)}")
    return found


def _in_cases(path: Path) -> Iterator[tuple[str, int]]:
    tree = read_yaml(path.read_text(encoding="utf-8"), path.name)
    for kind in LISTS:
        for index, case in enumerate(tree.data.get(kind) or ()):
            if isinstance(case, Mapping):
                for clause in case.get("clauses") or ():
                    yield str(clause), tree.place((kind, index)).line


def _in_tests(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path.name)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
            for argument in node.args:
                # whatever is not written out names no clause, and is complained of as such
                text = argument.value if isinstance(argument, ast.Constant) else None
                yield str(text or ast.unparse(argument)), node.lineno


def _read(path: Path) -> dict[str, Any]:
    tree = read_yaml(path.read_text(encoding="utf-8"), path.name)
    if tree.faults:
        raise SystemExit("\n".join(map(str, tree.faults)))
    data: dict[str, Any] = tree.data
    return data


def main() -> int:
    """Print what is wrong and a count; the exit status."""
    wrong = complaints()
    for line in wrong:
        print(line)  # noqa: T201
    clauses, untestable = catalogue()
    print(  # noqa: T201
        f"{len(clauses)} clauses, {len(untestable)} of them untestable, {len(wrong)} complaints"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
