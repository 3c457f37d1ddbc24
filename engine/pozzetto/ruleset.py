"""One ruleset's text, read and checked against the schema, before what it extends."""

from __future__ import annotations

from pozzetto import card_values
from pozzetto.errors import Fault, RulesetError
from pozzetto.objections import objections
from pozzetto.yaml_text import Tree, read_yaml


def parse(text: str | bytes, file: str = "") -> Tree:
    """What a ruleset's own text says, each key with its place.

    Keys it leaves out stay out, and a null stays null: both mean something where the
    ruleset extends another. Raises RulesetError with every fault of the text.
    """
    tree = read_yaml(text, file)
    faults = list(tree.faults)
    # half a file would only draw objections to what is missing from it
    if tree.data is not None:
        faults += objections(tree)
    if not faults:
        faults = _overlaps(tree)
    if faults:
        raise RulesetError(faults)
    return tree


def _overlaps(tree: Tree) -> list[Fault]:
    values = tree.data.get("values") or {}
    return [
        tree.fault(f"`{key}` gives {rank} a value again, after `{earlier}`", ("values", key))
        for key, earlier, rank in card_values.overlaps(values)
    ]
