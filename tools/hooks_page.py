"""The reference of hooks, from the docstrings of their specifications, and of `pozzetto.api`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

import api_page
from pozzetto import api
from pozzetto.rulebook import hookspecs
from pozzetto.rulebook.plugin_module import PREFIX, arguments

PARTS = ("Asked", "Answer", "Purity", "Together")
"""What the docstring of every hook says, each in a paragraph that begins with its word."""

GROUPS = {
    "What hooks are given": ("Position", "Action", "Shape", "Tier", "Dealt", "Match", "Options"),
    "What hooks answer with": (
        "Line",
        "Objection",
        "Kind",
        "Outcome",
        "MatchEnd",
        "HouseMeasure",
    ),
    "The rules": ("Rules",),
    "Cards": ("cards", "written", "cutter"),
}
"""The names of `pozzetto.api`, as they are told; its constants come last."""

CONSTANTS = {
    "ACE": "the rank of aces",
    "BURRACO": "what the line of a burraco begins with, before a point and the tier's name",
    "JOKER": "the kind of the joker",
    "KINDS": "how many kinds of card there are",
    "NAMES": "the name of each kind",
    "RANK_OF": "the rank of each kind: the ace 0, the two 1, up to the king 12; the joker 13",
    "RUN": "the kind of a meld that is a run",
    "SET": "the kind of a meld that is a set",
    "SUIT_OF": "the suit of each kind: spades 0, hearts 1, diamonds 2, clubs 3; the joker 4",
    "TWO": "the rank of twos",
    "VERSION": "the version of these names: what a plugin sets as `API`",
}
IN_SHORT = ("Rules",)
"""Of these the fields are told elsewhere: they are called as the ruleset's keys."""


@dataclass(frozen=True, slots=True)
class Hook:
    """What the docstring of a hook says: its first sentence, its parts by their words, what
    its example is, and the example's code."""

    name: str
    summary: str
    parts: dict[str, str]
    example: str
    code: str


def hooks() -> list[Hook]:
    """Every hook, in the order of the specifications."""
    return [hook(name) for name in vars(hookspecs) if name.startswith(PREFIX)]


def hook(name: str) -> Hook:
    """What is written of one hook."""
    doc = inspect.getdoc(vars(hookspecs)[name]) or ""
    words, _, code = doc.partition("\n\n    ")
    summary, *paragraphs = words.split("\n\n")
    said = dict(paragraph.split(": ", 1) for paragraph in paragraphs if ": " in paragraph)
    return Hook(name, summary, said, said.pop("Example", ""), dedent(f"    {code}").strip() + "\n")


def hooks_text() -> str:
    """Every hook: a table of all, then each with its example."""
    return "\n".join(_hooks())


def api_text() -> str:
    """Every name of `pozzetto.api`."""
    return "\n".join(_api())


def _hooks() -> Iterator[str]:
    every = hooks()
    yield "| Hook | What it answers |\n|---|---|"
    for each in every:
        yield f"| [`{each.name}`](#{each.name}) | {_on_one_line(each.summary)} |"
    yield ""
    for each in every:
        given = ", ".join(arguments(vars(hookspecs)[each.name]))
        yield f"### `{each.name}({given})` {{ #{each.name} }}\n"
        yield f"{each.summary}\n"
        for word in PARTS:
            yield f"- **{word}:** {_on_one_line(each.parts[word])}"
        yield f"\nFor example, {each.example}\n" if each.example else ""
        yield f"```py\n{each.code.rstrip()}\n```\n"


def _on_one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _api() -> Iterator[str]:
    for title, names in GROUPS.items():
        yield f"### {title}\n"
        for name in names:
            yield from _value(name)
    yield "### Constants\n"
    for name, what in CONSTANTS.items():
        yield f"- `{name}` = `{_written(getattr(api, name))}`: {what}"
    yield ""


def _value(name: str) -> Iterator[str]:
    for line in api_page.entry(name, getattr(api, name), short=name in IN_SHORT):
        # a plugin knows a meld as a Shape; a heading comes one level below
        line = re.sub(r"\bMeld\b", "Shape", line)
        yield re.sub(r"^### (.*?) \{ #.* \}", rf"#### \1 {{ #api-{name.lower()} }}", line)


def _written(value: object) -> str:
    text = repr(value)
    return text if len(text) < 40 else f"{text[:30]}…"
