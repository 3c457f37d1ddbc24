"""The rules in the head of a record read, proved by their fingerprint and made ready to play.

They stand there whole: neither the ruleset nor anything it names has to be installed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.house import House
from pozzetto.game.rules import Rules
from pozzetto.rulebook.compiler import RULES_EPOCH, compile_rules, fingerprint
from pozzetto.rulebook.inheritance import Inheritance
from pozzetto.rulebook.ruleset import checked
from pozzetto.rulebook.yaml_text import read_yaml
from pozzetto.rulebook.yaml_tree import Place, Tree, shown
from pozzetto.text.record import Book
from pozzetto.text.record_blocks import Block

_NOT_THESE = "these are not the rules that the fingerprint stands for"
_EPOCH = re.compile(r"[0-9]{1,9}")
_HASH = re.compile(r"[0-9a-f]{64}")


def read_book(block: Block, file: str, say: Callable[[Fault], None]) -> Book | None:
    """The rules that a head holds; None when there are faults, all of them told."""
    told = 0

    def complain(message: str, line: int) -> None:
        nonlocal told
        told += 1
        say(Fault(message=message, file=file, line=line))

    parts = block.parts
    for key in ("ruleset", "fingerprint", "epoch", "rules"):
        if key not in parts:
            complain(f"`{key}` is missing in the head of the record", block.line)
    if told:
        return None
    # a file may be called anything, and so may what --set makes of it
    if not parts["ruleset"].value.strip() or not parts["ruleset"].value.isprintable():
        complain(f"`{shown(parts['ruleset'].value)}` is no ruleset's name", parts["ruleset"].line)
    mark = parts["fingerprint"].value
    if not _HASH.fullmatch(mark):
        complain("a fingerprint is 64 digits and letters from a to f", parts["fingerprint"].line)
    if not _EPOCH.fullmatch(parts["epoch"].value):
        complain(f"`{shown(parts['epoch'].value)}` is no epoch, a number", parts["epoch"].line)
    if told:
        return None
    name, epoch, tree = parts["ruleset"].value, int(parts["epoch"].value), _tree(block, file)
    if tree.data is None:
        for fault in tree.faults:
            say(fault)
        return None
    # the rules of another epoch cannot be proved any more; playing the hand will show
    unproved = not tree.faults and epoch == RULES_EPOCH
    # house rules are part of what is proved: they have to be there first
    if unproved and not tree.data.get("house_rules") and not _proves(tree.data, mark, None):
        complain(f"{_NOT_THESE}: the file was changed, or is damaged", parts["fingerprint"].line)
        return None
    try:
        rules = _compiled(name, tree)
    except RulesetError as error:
        for fault in error.faults:
            say(fault if fault.line else replace(fault, file=file, line=parts["rules"].line))
        return None
    house = rules.house_rules
    if unproved and house is not None and not _proves(tree.data, mark, house):
        plugins = ", ".join(house.plugins)
        complain(
            f"{_NOT_THESE}: the file was changed, or the code of {plugins} is not that by which "
            "the hands were played",
            parts["fingerprint"].line,
        )
        return None
    return Book(
        name=name,
        fingerprint=mark,
        epoch=epoch,
        data=tree.data,
        rules=rules,
        comments=tuple(block.comments),
    )


def _tree(block: Block, file: str) -> Tree:
    # the rules as YAML read them, each key with its line in the file
    part = block.parts["rules"]
    if part.data is not None:
        data = part.data
        if isinstance(data, dict):
            return checked(Tree(data=data, file=file, places={}))
        fault = Fault(message="the rules are a mapping of keys to values", file=file)
        return Tree(data=None, file=file, places={}, faults=(replace(fault, line=part.line),))
    first = part.rows[0][0] if part.rows else part.line
    text, at = [], first
    for line, row in part.rows:
        text.append("\n" * (line - at) + row)
        at = line
    tree = read_yaml("".join(text), file)
    lower = first - 1
    tree = replace(
        tree,
        places={path: Place(at.line + lower, at.column) for path, at in tree.places.items()},
        faults=tuple(
            replace(fault, line=fault.line + lower if fault.line else part.line)
            for fault in tree.faults
        ),
    )
    return tree if tree.data is None else checked(tree)


def _proves(data: dict[str, Any], mark: str, house: House | None) -> bool:
    ordered = (data.get(key) for key in ("teams", "burracos"))
    if not all(isinstance(each, dict) or each == "none" for each in ordered):
        return False
    return fingerprint(data, house) == mark


def _compiled(name: str, tree: Tree) -> Rules:
    whole = Inheritance()
    whole.begin()
    whole.lay(tree)
    return compile_rules(whole.resolved(name))
