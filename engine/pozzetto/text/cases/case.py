"""A case read from a file, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pozzetto.game.refusals import SENTENCES, Phrase, Refusal
from pozzetto.rulebook import schema
from pozzetto.rulebook.checks import STABLE_NAMES
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.fields import Fields
from pozzetto.text.told import Words, said, told

_NONE = Phrase("none")
_DIFFERS = Phrase("{what}: expected {expected}, came {came}")
_AS_EXPECTED = Phrase("as expected")

_A_REFUSAL = Phrase("a refusal")
ACCEPTED = Phrase("accepted")
"""What came of a move that the rules allow."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that did not come as expected: `what` it is, in the file's own keys."""

    what: str
    expected: Words
    came: Words

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The difference in one language."""
        expected, came = (said(words or _NONE, translated) for words in (self.expected, self.came))
        return translated(_DIFFERS).format(what=self.what, expected=expected, came=came)

    def as_data(self, translated: Callable[[str], str] = str) -> dict[str, str]:
        """The difference for a program."""
        return {
            "what": self.what,
            "expected": said(self.expected, translated),
            "came": said(self.came, translated),
        }

    def __str__(self) -> str:
        return self.say()


Judge: TypeAlias = Callable[[], list[Difference]]
"""What plays a case through the rules and tells each difference."""

Wanted: TypeAlias = bool | str
"""What a case says of a refusal: true, or the code or key that refuses."""

COMMON_KEYS = ("name", "clauses", "seed")
_NESTED = ("expect", "sees")
_EMPTY_SAYS = ("legal_exactly", "pozzetto_cards")


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

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The result on one line, with its place."""
        differences = "; ".join(each.say(translated) for each in self.differences)
        came = differences or translated(_AS_EXPECTED)
        return f"{self.case.place}: {self.case.label}: {came}"

    def __str__(self) -> str:
        return self.say()

    def as_data(self, translated: Callable[[str], str] = str) -> dict[str, Any]:
        """The result for a program."""
        case = self.case
        return {
            "file": case.file,
            "line": case.line,
            "kind": case.kind,
            "name": case.label,
            "clauses": list(case.clauses),
            "passed": self.passed,
            "differences": [each.as_data(translated) for each in self.differences],
        }


def demand_a_check(
    data: Mapping[str, Any], keys: Sequence[str], path: Path, fields: Fields
) -> None:
    """Complain of a case of which nothing would be checked, none of these keys saying anything."""
    if not any(_says(key, data[key]) for key in keys if key in data):
        listed = " or ".join(filter(None, [", ".join(keys[:-1]), keys[-1]]))
        fields.say(f"this case says nothing to check: write {listed}", path)


def _says(key: str, value: Any) -> bool:
    if key in _NESTED and isinstance(value, Mapping):
        return any(_says(inner, each) for inner, each in value.items())
    # an empty list says something only where it is all that there may be
    return value not in ({}, []) or key in _EMPTY_SAYS


def judge(case: Case) -> Result:
    """What comes of a case, played through the rules."""
    return Result(case, tuple(case.play()))


def read_refused(value: Any, path: Path, fields: Fields) -> Wanted:
    """What is written at `refused`: true, false, a refusal's code or its key."""
    if isinstance(value, bool):
        return value
    text = fields.text(value, path)
    if text is None:
        return True
    plugin = text.removeprefix("house_rules.").partition(".")[0]
    if (
        text not in SENTENCES
        and text not in STABLE_NAMES
        and schema.at(text) is None
        and plugin not in fields.rules.house.plugins
    ):
        known = [*SENTENCES, *sorted(STABLE_NAMES), *schema.known_keys()]
        fields.say(
            f"`{text}` is neither the code of a refusal nor the key of a rule{meant(text, known)}",
            path,
        )
    return text


def refused_by(refusal: Refusal) -> Words:
    """A refusal where a move was to be made."""
    return told("refused by {key}: {why}", key=refusal.key, why=refusal)


def refusal_difference(wanted: Wanted, refused: Refusal | None) -> Difference | None:
    """How a refusal, or its absence, differs from what is wanted."""
    if refused is None:
        if not wanted:
            return None
        return Difference("refused", _A_REFUSAL if wanted is True else str(wanted), ACCEPTED)
    came = told("{code} ({key}): {why}", code=refused.code, key=refused.key, why=refused)
    if not wanted:
        return Difference("refused", ACCEPTED, came)
    if wanted is True or wanted in (refused.code, refused.key):
        return None
    return Difference("refused", str(wanted), came)
