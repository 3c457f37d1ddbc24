"""A plugin for pytest: files called `*.cases.yaml` are collected, each case a test.

pytest finds it wherever pozzetto is installed, and nothing else of pozzetto is imported
before such a file is met. `pozzetto_plugins` in pytest's settings lists house rules in
files, which are offered to the rulesets that the cases name.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pozzetto.text.cases import Case, Result

SUFFIX = ".cases.yaml"
OURS = re.compile(rb"^(ruleset|melds|plays|scores|draws|deals|views|matches)[ \t]*:", re.MULTILINE)
"""A key of a cases file; another program may have files of such a name too."""
MOST_BYTES = 1_000_000
"""A larger file is no cases file."""
OFFERED = "pozzetto_plugins"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that lists house rules in files."""
    parser.addini(
        OFFERED,
        "Files with house rules, seen from this file, that rulesets of cases may name.",
        type="paths",
        default=[],
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CasesFile | None:
    """The cases of a file, where its name and its keys say that it has some."""
    if not file_path.name.endswith(SUFFIX) or not _is_ours(file_path):
        return None
    made: CasesFile = CasesFile.from_parent(parent, path=file_path)
    return made


def _is_ours(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return OURS.search(stream.read(MOST_BYTES)) is not None
    except OSError:
        # why it cannot be read is told where it is read
        return True


class CasesFile(pytest.File):
    """A cases file. One that cannot be used is a single error, which tells every fault."""

    def collect(self) -> Iterator[CaseItem]:
        """A test for each case, called as the case is."""
        from pozzetto.errors import PozzettoError
        from pozzetto.rulebook.shelf import join
        from pozzetto.text.cases import cases_in

        try:
            for file in self.config.getini(OFFERED):
                join(str(file))
            cases = cases_in(os.path.relpath(self.path))
        except PozzettoError as error:
            raise self.CollectError(str(error)) from error
        alike = Counter(case.label for case in cases)
        for case in cases:
            where = f" ({case.kind} {case.number})" if alike[case.label] > 1 else ""
            name = "".join(char if char.isprintable() else " " for char in case.label + where)
            yield CaseItem.from_parent(self, name=name, case=case)


class CaseItem(pytest.Item):
    """A case, played through the rules."""

    def __init__(self, *, case: Case, **settings: Any) -> None:
        super().__init__(**settings)
        self.case = case

    def runtest(self) -> None:
        """Judge the case."""
        from pozzetto.fence import fenced
        from pozzetto.text.cases import judge

        with fenced():
            result = judge(self.case)
        if not result.passed:
            raise _NotAsExpectedError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and what came; of a house rule that failed, its own lines."""
        from pozzetto.errors import PluginError

        error = excinfo.value
        if isinstance(error, _NotAsExpectedError):
            return str(error)
        if isinstance(error, PluginError):
            from pozzetto.rulebook.foreign import own_trace

            own = f"{own_trace(error.__cause__)}\n\n" if error.__cause__ else ""
            return f"{own}{self.case.place}: {self.case.label}: {error}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case is written, and what it is called."""
        return self.path, self.case.line - 1, self.name


class _NotAsExpectedError(Exception):
    """Something else came of a case than it expects."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        lines = [f"{self.result.case.place}: {self.result.case.label}"]
        for each in self.result.differences:
            data = each.as_data()
            lines += [
                f"  {data['what']}",
                f"    expected: {data['expected'] or 'none'}",
                f"    came:     {data['came'] or 'none'}",
            ]
        return "\n".join(lines)
