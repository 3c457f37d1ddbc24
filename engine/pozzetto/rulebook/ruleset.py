"""One ruleset's text, read and checked against the schema, before what it extends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pozzetto.errors import Fault, RulesetError
from pozzetto.rulebook import card_values, schema
from pozzetto.rulebook.objections import objections
from pozzetto.rulebook.yaml_text import read_yaml
from pozzetto.rulebook.yaml_tree import Tree


def parse(text: str | bytes, file: str = "") -> Tree:
    """What a ruleset's own text says, each key with its place.

    Keys it leaves out stay out, and a null stays null: both mean something where the
    ruleset extends another. Raises RulesetError with every fault of the text.
    """
    tree = read(text, file)
    if tree.faults:
        raise RulesetError(tree.faults)
    return tree


def read(text: str | bytes, file: str = "") -> Tree:
    """What a ruleset's own text says, with every fault of it; nothing is raised."""
    tree = read_yaml(text, file)
    # half a file would only draw objections to what is missing from it
    return tree if tree.data is None else checked(tree)


def checked(tree: Tree) -> Tree:
    """The tree with the faults that the schema finds in it, from top to bottom."""
    found = [fault for fault in objections(tree) if not _follows(fault, tree.faults)]
    tree = _with(tree, found)
    return _with(tree, _overlaps(tree)) if "values" in tree.sound_keys() else tree


def _follows(objection: Fault, faults: Iterable[Fault]) -> bool:
    """Whether the schema may only object since a value could not be read."""
    path = objection.path
    return schema.at(path) is not None and any(
        fault.path == path or fault.path.startswith((f"{path}.", f"{path}[")) for fault in faults
    )


def _overlaps(tree: Tree) -> Iterator[Fault]:
    for key, earlier, rank in card_values.overlaps(tree.data["values"] or {}):
        message = f"`{key}` gives {rank} a value again, after `{earlier}`"
        yield tree.fault(message, ("values", key))


def _with(tree: Tree, faults: list[Fault] | Iterator[Fault]) -> Tree:
    every = sorted((*tree.faults, *faults), key=lambda fault: (fault.line, fault.column))
    return replace(tree, faults=tuple(every))
