"""Where rulesets are found: on the shelves that installed packages offer, or in a file.

A shelf is a package that an entry point of the group `pozzetto.rulesets` names; every
YAML file in it is a ruleset, called as the file is. No other module reads a shelf.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pozzetto.compiler import compile_rules
from pozzetto.errors import Fault, RulesetError
from pozzetto.inheritance import Resolved, inherit
from pozzetto.objections import meant
from pozzetto.rules import Rules
from pozzetto.ruleset import parse
from pozzetto.yaml_text import MOST_BYTES, Tree, not_utf8, shown

GROUP = "pozzetto.rulesets"
SUFFIXES = (".yaml", ".yml")


def names() -> list[str]:
    """The names of all installed rulesets, in alphabetical order."""
    return sorted({_stem(entry.name) for _, entry in _shelved()})


def find(name_or_path: str) -> tuple[str, str]:
    """The text of a ruleset, and what its file is called in messages.

    Raises RulesetError when there is no such ruleset, or when it cannot be read.
    """
    book = _open(name_or_path)
    return book.text(), book.label


def resolve(name_or_path: str) -> Resolved:
    """The ruleset with all it inherits. Raises RulesetError with every fault."""
    book = _open(name_or_path)
    name = _stem(book.source.name)
    opened = [book]
    trees = [parse(book.text(), book.label)]
    while (parent := trees[-1].data.get("extends") or "none") != "none":
        book = _parent(parent, book, trees[-1])
        opened.append(book)
        if book.source in [earlier.source for earlier in opened[:-1]]:
            chain = " extends ".join(each.label for each in opened)
            message = f"a ruleset cannot extend itself: {chain}"
            raise RulesetError([trees[-1].fault(message, ("extends",))])
        trees.append(parse(book.text(), book.label))
    return inherit(trees, name)


def load(name_or_path: str = "burraco") -> Rules:
    """The rules of a ruleset, ready to play. Raises RulesetError with every fault.

    An installed ruleset is read once; a file anew each time, since it may be edited.
    """
    return _load_file(name_or_path) if _is_path(name_or_path) else _load_installed(name_or_path)


def _load_file(path: str) -> Rules:
    return compile_rules(resolve(path))


_load_installed = cache(_load_file)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Book:
    """A ruleset's file; `folder` is where a path that it extends begins."""

    source: Traversable
    folder: Traversable
    label: str

    def text(self) -> str:
        """What is written in it."""
        try:
            with self.source.open("rb") as stream:
                raw = stream.read(MOST_BYTES + 1)
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            raise _error(f"the file cannot be read: {reason}", self.label) from error
        fault = not_utf8(raw, self.label)
        # a file cut off at the limit may end inside a character: its size is the fault
        if fault and len(raw) <= MOST_BYTES:
            raise RulesetError([fault])
        return raw.decode("utf-8", errors="replace")


def _open(name_or_path: str) -> _Book:
    if _is_path(name_or_path):
        return _file(Path(name_or_path), name_or_path)
    return _installed(name_or_path)


def _parent(text: str, book: _Book, tree: Tree) -> _Book:
    """The ruleset that a book extends."""
    try:
        if not _is_path(text):
            return _installed(text)
        label = os.path.normpath(os.path.join(os.path.dirname(book.label), text))
        return _file(book.folder.joinpath(text), label)
    except RulesetError as error:
        faults = [tree.fault(fault.message, ("extends",)) for fault in error.faults]
        raise RulesetError(faults) from None


def _file(source: Traversable, label: str) -> _Book:
    if not source.is_file():
        raise _error("there is no such file", label)
    if isinstance(source, Path):
        source = source.resolve()
        return _Book(source=source, folder=source.parent, label=label)
    return _Book(source=source, folder=source, label=label)


def _installed(name: str) -> _Book:
    found = [(shelf, entry) for shelf, entry in _shelved() if _stem(entry.name) == name]
    if len(found) > 1:
        shelves = " and ".join(shelf for shelf, _ in found)
        raise _error(f"`{name}` stands on several shelves: {shelves}")
    if not found:
        raise _error(_unknown(name))
    shelf, entry = found[0]
    return _Book(source=entry, folder=files(shelf), label=f"{shelf}/{entry.name}")


def _unknown(name: str) -> str:
    known = names()
    near = meant(name, known)
    if not near and any(Path(name + suffix).is_file() for suffix in SUFFIXES):
        near = f"; did you mean the file `{shown(name)}.yaml`?"
    listed = f" (installed: {', '.join(known)})" if known else " (none is installed)"
    broken = "".join(
        f"; the shelf `{shelf}` cannot be opened: {shown(str(folder))}"
        for shelf, folder in _shelves()
        if isinstance(folder, Exception)
    )
    return f"there is no ruleset called `{shown(name)}`{near}{listed}{broken}"


def _shelves() -> Iterator[tuple[str, Traversable | Exception]]:
    """Every registered shelf: its package, and its folder or why it cannot be opened."""
    for shelf in sorted({point.module for point in entry_points(group=GROUP)}):
        try:
            yield shelf, files(shelf)
        # a stranger's package may fail in any way, and must not keep ours from being found
        except Exception as error:  # noqa: BLE001
            yield shelf, error


def _shelved() -> Iterator[tuple[str, Traversable]]:
    """Every ruleset on every shelf, with the shelf's package."""
    for shelf, folder in _shelves():
        if not isinstance(folder, Exception):
            for entry in folder.iterdir():
                if entry.name.endswith(SUFFIXES):
                    yield shelf, entry


def _is_path(text: str) -> bool:
    return text.endswith(SUFFIXES) or "/" in text or os.sep in text


def _stem(file_name: str) -> str:
    return file_name.removesuffix(".yaml").removesuffix(".yml")


def _error(message: str, file: str = "") -> RulesetError:
    return RulesetError([Fault(message=message, file=file)])
