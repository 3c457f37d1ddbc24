"""A case read from a file, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pozzetto.game.refusals import Refusal
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.fields import Fields


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that did not come as expected: `what` it is, in the file's own keys."""

    what: str
    expected: str
    came: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected or 'none'}, came {self.came or 'none'}"


Judge: TypeAlias = Callable[[], list[Difference]]
"""What plays a case through the rules and tells each difference."""

Wanted: TypeAlias = bool | str
"""What a case says of a refusal: true, or the code or key that refuses."""

COMMON_KEYS = ("name", "clauses", "seed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case of a file.

    `kind` is the list it stands in (`melds`, `plays`, …) and `number` its place there,
    from 1; `clauses` are the catalogue's IDs that it serves.
    """

    kind: str
    number: int
    name: str
    clauses: tuple[str, ...]
    file: str
    line: int
    column: int
    play: Judge

    @property
    def label(self) -> str:
        """What the case is called: its name, or its place in the list."""
        return self.name or f"{self.kind} {self.number}"

    @property
    def place(self) -> str:
        """Where it is written: file and line."""
        return f"{self.file}:{self.line}" if self.file else f"line {self.line}"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case."""

    case: Case
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Whether everything came as expected."""
        return not self.differences

    def __str__(self) -> str:
        told = "; ".join(map(str, self.differences)) or "as expected"
        return f"{self.case.place}: {self.case.label}: {told}"

    def as_data(self) -> dict[str, Any]:
        """The result for a program."""
        case = self.case
        return {
            "file": case.file,
            "line": case.line,
            "kind": case.kind,
            "name": case.label,
            "clauses": list(case.clauses),
            "passed": self.passed,
            "differences": [
                {"what": each.what, "expected": each.expected, "came": each.came}
                for each in self.differences
            ],
        }


def judge(case: Case) -> Result:
    """What comes of a case, played through the rules."""
    return Result(case, tuple(case.play()))


def read_refused(value: Any, path: Path, fields: Fields) -> Wanted:
    """What is written at `refused`: true, false, a refusal's code or its key."""
    if isinstance(value, bool):
        return value
    return fields.text(value, path) or True


def refusal_difference(wanted: Wanted, refused: Refusal | None) -> Difference | None:
    """How a refusal, or its absence, differs from what is wanted."""
    if refused is None:
        if not wanted:
            return None
        return Difference("refused", "a refusal" if wanted is True else str(wanted), "accepted")
    came = f"{refused.code} ({refused.key}): {refused.sentence}"
    if not wanted:
        return Difference("refused", "accepted", came)
    if wanted is True or wanted in (refused.code, refused.key):
        return None
    return Difference("refused", str(wanted), came)
