"""Changes given on the spot: `burracos.clean.points=300` makes a child of a ruleset.

The child has no file and no name of its own. It is merged as any other child, with one
thing more: a key within a mapping that is else replaced whole changes that key alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pozzetto.rulebook import house_entries, schema
from pozzetto.rulebook.inheritance import Inheritance, replaced_whole
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.ruleset import checked
from pozzetto.rulebook.yaml_text import read_value
from pozzetto.rulebook.yaml_tree import Path, Place, Tree, dotted, shown
from pozzetto.rulebook.yaml_writing import flow

OPTION = "--set"
LONGEST_PATH = 10
_MADE = re.compile(r"(\]| [+-] [a-z][a-z0-9-]*( \(.*\))?)$")


def lay_changes(ruleset: Inheritance, name: str, changes: Iterable[str]) -> str:
    """Lay each `KEY=VALUE` over a ruleset; what the child is called.

    `name` is the ruleset's. The child's name tells the changes in brackets, several with a comma
    between, and house rules as people say them: `burraco[burracos.clean.points=300]`,
    `burraco + no-clean`.
    """
    played = ruleset.data.get(house_entries.KEY, [])
    ruleset.begin()
    made: dict[Path, str] = {}
    added = ""
    for change in changes:
        tree, path = _read(change)
        if path in made and not tree.faults:
            tree = _with(tree, f"`{dotted(path)}` is set twice", path)
        if not tree.faults:
            tree = _judged(tree, path, ruleset.data)
        value = _at(tree.data, path)
        made[path] = f"{'.'.join(map(str, path))}={flow(value)}"
        if path == (house_entries.KEY,):
            added = house_entries.told_apart(played, value)
            made[path] *= not added
        ruleset.changes += 1
        ruleset.lay(tree, within={path[:length] for length in range(1, len(path))})
    inside = ", ".join(filter(None, made.values()))
    return name + (f"[{inside}]" if inside else "") + added


def is_made(name: str) -> bool:
    """Whether this is what `lay_changes` calls a child."""
    return _MADE.search(name) is not None


def _read(change: str) -> tuple[Tree, Path]:
    """The change as a ruleset of one key, and that key's path."""
    key, equals, text = change.partition("=")
    key = key.strip()
    label = f"{OPTION} {shown(change)}"
    nothing = Tree(data={}, file=label, places={})
    parts = key.count(".") + 1
    if not equals or not key.strip("."):
        return _with(nothing, "a change is written KEY=VALUE, such as match.target=1000"), ()
    if parts > LONGEST_PATH:
        message = f"the key has {parts} parts, where none has more than {LONGEST_PATH}"
        return _with(nothing, message), ()
    if not key.isprintable():
        return _with(nothing, f"`{shown(key)}` is no key: it holds what cannot be printed"), ()
    path = _path(key)
    ways = {path[:length]: Place() for length in range(1, len(path) + 1)}
    tree = Tree(data=_nested(path, None), file=label, places=ways)
    if not text.strip():
        message = "no value is given: write null to take the key away"
        return _with(tree, message, path), path
    if path == ("extends",):
        message = "a change extends the ruleset that it is made to: name another ruleset instead"
        return _with(tree, message, path), path
    value = read_value(text.strip(), label)
    faults = (replace(fault, line=0, column=0, path=dotted(path)) for fault in value.faults)
    inside = {(*path, *inner): Place() for inner in value.places}
    return replace(
        tree,
        data=_nested(path, value.data),
        places={**tree.places, **inside},
        faults=tuple(faults),
    ), path


def _judged(tree: Tree, path: Path, inherited: Mapping[str, Any]) -> Tree:
    """The tree with what the schema objects to in it."""
    around: Any = inherited
    for index, key in enumerate(path[:-1], start=1):
        parent = _node(path[: index - 1])
        there = around.get(key) if isinstance(around, Mapping) else None
        if schema.is_open(parent) and not isinstance(there, Mapping):
            near = meant(key, around) if isinstance(around, Mapping) else ""
            return _with(
                tree, f"`{shown(str(key))}` is not there to be changed{near}", path[:index]
            )
        around = there
    # a tier is judged as a whole, since it needs keys that the change leaves alone
    whole = replace(tree, data=_seeded(tree.data, inherited, path))
    return replace(tree, faults=checked(whole).faults)


def _seeded(said: Any, inherited: Any, path: Path, above: Path = ()) -> Any:
    """What is said, with its inherited neighbours in what is else replaced whole."""
    if not path or not isinstance(inherited, Mapping):
        return said
    key = path[0]
    whole = _seeded(said[key], inherited.get(key), path[1:], (*above, key))
    return {**(inherited if replaced_whole(above) else {}), key: whole}


def _path(key: str) -> Path:
    """The path of a dotted key. Where keys have dots in them, the rest is one of them."""
    path: Path = ()
    parts = key.split(".")
    while parts:
        node = _node(path)
        leaf = schema.inside(node, parts[0])
        if schema.is_open(node) and leaf is not None and not schema.branch(leaf, "object"):
            return (*path, ".".join(parts))
        path = (*path, parts.pop(0))
    return path


def _node(path: Path) -> schema.Node:
    node: schema.Node | None = schema.schema()
    for key in path:
        node = schema.inside(node, str(key)) if node else None
    return node or {}


def _nested(path: Path, value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _with(tree: Tree, message: str, path: Path = ()) -> Tree:
    return replace(tree, faults=(*tree.faults, tree.fault(message, path)))
