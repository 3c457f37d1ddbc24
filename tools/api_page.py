"""The reference of the Python API, from its docstrings."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from textwrap import dedent
from types import FunctionType
from typing import Any

import pozzetto
from pozzetto.game.match import MatchEnd, Outcome
from pozzetto.game.state import State
from pozzetto.game.views import Window
from pozzetto.lab.compare import Comparison, Difference, Row
from pozzetto.lab.example import Example, Side
from pozzetto.lab.ladder import Ladder, Pace, Step
from pozzetto.lab.measures import Measure
from pozzetto.lab.parting import Parting
from pozzetto.lab.plan import Plan
from pozzetto.lab.power import Need
from pozzetto.lab.robust import Robust, Standing
from pozzetto.lab.share import Share
from pozzetto.lab.simulate import Figure, Simulation
from pozzetto.lab.statistics import Estimate
from pozzetto.lab.why import Reason, Why

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Begin here": ("load", "rulesets", "Game"),
    "What a game gives": (
        "Table",
        "View",
        "Move",
        "Meld",
        "Line",
        "Match",
        "Player",
        "Refusal",
        "Rules",
    ),
    "Simulate and compare": ("simulate", "compare", "why", "robust", "plan", "ladder"),
    "Errors": (
        "PozzettoError",
        "NotationError",
        "IllegalMove",
        "RulesetError",
        "CasesError",
        "RecordError",
        "PluginError",
        "Fault",
    ),
}
"""The public names, as they are told; what is in none of these comes last."""

OF_STATE = ("team", "hand", "outcome", "cards")
"""What a table has from the state below it, and a program may ask."""

RETURNED = (
    *(Outcome, MatchEnd),
    *(Simulation, Figure, Comparison, Row, Difference, Estimate, Measure),
    *(Why, Reason, Parting, Example, Side, Share),
    *(Robust, Standing, Plan, Need, Ladder, Step, Pace),
)
"""Values that come back, and that nobody makes: read their fields."""


def text() -> str:
    """Every public name, and the values that come back from them."""
    return "\n".join(_all())


def _all() -> Iterator[str]:
    told = [name for names in GROUPS.values() for name in names]
    rest = tuple(name for name in pozzetto.__all__ if name not in told)
    for title, names in {**GROUPS, "More": rest}.items():
        if names:
            yield f"## {title}\n"
            for name in names:
                if name in pozzetto.__all__:
                    yield from entry(f"pozzetto.{name}", getattr(pozzetto, name))
    yield "## Values that come back\n"
    yield "Read them; they are not made by hand, and are not imported from `pozzetto`.\n"
    for value in RETURNED:
        yield from entry(value.__name__, value)


def entry(name: str, value: Any, *, short: bool = False) -> Iterator[str]:
    """What is written of a name; `short`: without its fields and methods."""
    last = name.rpartition(".")[2]
    yield f"### `{name}` {{ #{last.lower()} }}\n"
    if inspect.isfunction(value):
        yield f"```text\n{_signature(last, value)}\n```\n"
        yield _doc(value)
        return
    if short:
        yield _doc(value)
        return
    made = value.__dict__.get("__init__")
    if dataclasses.is_dataclass(value):
        yield f"```text\n{_wrapped(last, list(_fields(value)), '')}\n```\n"
    elif made and value is pozzetto.Game:
        yield f"```text\n{_signature(last, made)}\n```\n"
    yield _doc(value)
    if value is pozzetto.Table:
        # what the state below it says of its attributes
        yield _doc(State).partition("\n\n")[2]
    if issubclass(value, Enum):
        yield "\n".join(f"- `{each.name}`: {each.value}" for each in value) + "\n"
    yield from _members(value)


def _fields(value: Any) -> Iterator[str]:
    # a field that has a default need not be given
    fields = [each for each in dataclasses.fields(value) if each.init]
    if fields and fields[0].kw_only:
        yield "*"
    for each in fields:
        default = "" if each.default is dataclasses.MISSING else f" = {each.default!r}"
        yield f"{each.name}: {each.type}{default}"


def _members(value: type) -> Iterator[str]:
    members = dict(vars(value))
    if value is pozzetto.Table:
        members |= {name: vars(State)[name] for name in OF_STATE}
    elif issubclass(value, Window):
        # what is seen comes before what may be asked besides
        members = vars(Window) | members
    for name, member in members.items():
        if name.startswith("_"):
            continue
        if isinstance(member, classmethod | staticmethod):
            member = member.__func__
        if isinstance(member, property):
            returns = inspect.signature(member.fget or _doc).return_annotation
            yield f"`{name}` → `{returns}`\n:   {_doc(member, '    ')}\n"
        elif isinstance(member, FunctionType):
            yield f"`{_signature(name, member, width=400)}`\n:   {_doc(member, '    ')}\n"


def _signature(name: str, value: Any, width: int = 88) -> str:
    found = inspect.signature(value)
    words = []
    star = False
    for parameter in found.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            star = True
            words.append("*")
        words.append(str(parameter))
    returns = found.return_annotation
    end = "" if returns in (found.empty, "None") or name == "__init__" else f" -> {returns}"
    return _wrapped(name, words, end, width)


def _wrapped(name: str, words: list[str], end: str, width: int = 88) -> str:
    # the annotations are text already, and are not quoted again
    plain = [re.sub(r": '(.*?)'( = |$)", r": \1\2", word) for word in words]
    # a default without a name of its own is left to the docstring
    plain = [re.sub(r"<class '(.*)'>", r"\1", word) for word in plain]
    plain = [re.sub(r"<.*>$", "...", word) for word in plain]
    line = f"{name}({', '.join(plain)}){end.replace(chr(39), '')}"
    if len(line) <= width:
        return line
    return f"{name}(\n" + "".join(f"    {word},\n" for word in plain) + f"){end}"


def _doc(value: Any, indent: str = "") -> str:
    doc = inspect.getdoc(value) or ""
    # numbers such as (2.16) count decisions that the code was written by
    doc = re.sub(r" \((?:decisions? )?\d\.\d+(?:, \d\.\d+)*\)", "", dedent(doc))
    doc = doc.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n").rstrip()
    return doc + "\n" * (not indent)
