"""The entries of `house_rules` as data: which plugins two rulesets name with which options, and
one list with a single entry of another. None of them is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.rulebook.shelf import NAME
from pozzetto.rulebook.yaml_writing import flow

KEY = "house_rules"


def by_name(entries: Any) -> dict[str, Mapping[str, Any]] | None:
    """The options that each plugin is given, by its name, in order; None where this is no list
    of plugins, or names one twice."""
    found: dict[str, Mapping[str, Any]] = {}
    for entry in entries if isinstance(entries, list) else [None]:
        one = {entry: None} if isinstance(entry, str) else entry
        if not isinstance(one, Mapping) or len(one) != 1:
            return None
        ((name, options),) = one.items()
        if not isinstance(name, str) or not NAME.fullmatch(name) or name in found:
            return None
        if options is not None and not isinstance(options, Mapping):
            return None
        found[name] = options or {}
    return found


def differing(first: Any, second: Any) -> list[str] | None:
    """The plugins that only one of two lists names, or either with other options; None where
    that does not tell them apart, such as another order."""
    one, other = by_name(first), by_name(second)
    if one is None or other is None:
        return None
    return [name for name in {**one, **other} if one.get(name) != other.get(name)] or None


def with_one(first: Any, second: Any, name: str) -> list[Any]:
    """The first list with what the second has under this name: a plugin added after those that
    come before it there, taken away, or with its other options."""
    entries, wanted = dict(by_name(first) or {}), by_name(second) or {}
    if name not in wanted:
        del entries[name]
    elif name in entries:
        entries[name] = wanted[name]
    else:
        before = {*list(wanted)[: list(wanted).index(name)]}
        after = max((place for place, each in enumerate(entries, 1) if each in before), default=0)
        items = list(entries.items())
        entries = dict([*items[:after], (name, wanted[name]), *items[after:]])
    return [{each: dict(options)} if options else each for each, options in entries.items()]


def told_apart(first: Any, second: Any) -> str:
    """What a person says that changes from one list to another: ` + no-clean - few-melds`, with
    options ` + few-melds (most: 3)`; empty where that does not tell them apart."""
    names = differing(first, second)
    if names is None:
        return ""
    wanted = by_name(second) or {}
    added = [
        f" + {name}{f' ({flow(dict(wanted[name]))[1:-1]})' if wanted[name] else ''}"
        for name in wanted
        if name in names
    ]
    return "".join([*added, *(f" - {name}" for name in names if name not in wanted)])
