"""One ruleset with single keys of another: which keys differ, and what each makes alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pozzetto.errors import PozzettoError, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.rulebook import house_entries
from pozzetto.rulebook.compiler import NOT_RULES, compile_rules
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.yaml_writing import flow

Keys = tuple[str, ...]
"""The way to a value of a ruleset, through mappings only."""

WHOLE = ("title", "summary", "teams")
"""The mappings that say one thing, whichever of their keys differ."""

ORDERED = ("burracos", "teams")
"""The mappings whose order means something: of tiers that are paid the same the first
counts, and the first team has the first seat."""

HOUSE_RULES = house_entries.KEY
_NOTHING = object()
_NO_FILE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A base ruleset with what another one says at one key.

    `key` is dotted; `base` and `other` are what the two say there, as YAML on one line,
    None where one says nothing. `rules` are the base's with that one change; None where
    they cannot be played, however much around the key is changed along with it.
    """

    key: str
    base: str | None
    other: str | None
    rules: Rules | None

    def within(self, key: str) -> bool:
        """Whether this is a part of what another key stands for."""
        return self.key.startswith(f"{key}.")


def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Keys]:
    """Every key of which two resolved rulesets say different things, the innermost ones; of
    house rules each plugin by its name."""
    yield from _differing(first, second, ())
    for key in ORDERED:
        one, other = (_order(book.get(key)) for book in (first, second))
        if one != other and sorted(one) == sorted(other):
            yield (key,)


def one_key_at_a_time(base: Rules, other: Rules) -> tuple[Variant, ...]:
    """The base with each single thing in which the other ruleset differs from it.

    A key that cannot be changed alone, such as a cut without its bounds, is changed
    together with the smallest mapping around it that makes a game. Names, titles and cited
    clauses are no rules. Both must come from rulesets, not be written out in Python: raises
    PozzettoError for rules without a book.
    """
    for rules in (base, other):
        if not rules.book:
            raise PozzettoError(f"{rules.name} was not read from a ruleset, so it has no keys.")
    found: dict[Keys, Variant] = {}
    for path in differing(base.book, other.book):
        if path[0] in NOT_RULES:
            continue
        for length in range(len(path), 0, -1):
            here = path[:length]
            if here in found:
                break
            variant = _variant(base, other, here)
            if variant.rules is not None:
                found[here] = variant
                break
        else:
            found[path] = _variant(base, other, path)
    return tuple(found.values())


def _differing(first: Mapping[str, Any], second: Mapping[str, Any], before: Keys) -> Iterator[Keys]:
    for key in {**first, **second}:
        here = (*before, key)
        one, other = first.get(key, _NOTHING), second.get(key, _NOTHING)
        both = isinstance(one, Mapping) and isinstance(other, Mapping)
        if both and ".".join(here) not in WHOLE:
            yield from _differing(one, other, here)
        elif one != other and here == (HOUSE_RULES,):
            names = house_entries.differing(one, other)
            yield from [here] if names is None else [(HOUSE_RULES, name) for name in names]
        elif one != other:
            yield here


def _order(value: Any) -> list[str]:
    return list(value) if isinstance(value, Mapping) else []


def _variant(base: Rules, other: Rules, path: Keys) -> Variant:
    key = ".".join(path)
    one, another = _at(base.book, path), _at(other.book, path)
    if path[0] == HOUSE_RULES and len(path) > 1:
        first, second = (book[HOUSE_RULES] for book in (base.book, other.book))
        entries = house_entries.with_one(first, second, path[1])
        data = _with(base.book, (HOUSE_RULES,), entries)
    else:
        data = _with(base.book, path, another)
    changed = Resolved(
        name=f"{base.name}[{key}]",
        data=data,
        places={},
        files=(_NO_FILE,),
    )
    try:
        rules = compile_rules(changed)
    except RulesetError:
        rules = None
    return Variant(key=key, base=_text(one), other=_text(another), rules=rules)


def _at(book: Any, path: Keys) -> Any:
    for key in path:
        if isinstance(book, list):
            # the house rules, each by its name
            book = house_entries.by_name(book)
        book = book.get(key, _NOTHING) if isinstance(book, Mapping) else _NOTHING
    return book


def _with(book: Mapping[str, Any], path: Keys, value: Any) -> dict[str, Any]:
    """The mapping with this value at the path, or without the key where there is none."""
    key, *rest = path
    changed = dict(book)
    if rest:
        changed[key] = _with(book[key], tuple(rest), value)
    elif value is _NOTHING:
        del changed[key]
    else:
        changed[key] = value
    return changed


def _text(value: Any) -> str | None:
    return None if value is _NOTHING else flow(value)
