"""Where rulesets are found: on the shelves that installed packages offer, or in a file.

A shelf is a package that an entry point of the group `pozzetto.rulesets` names; every
YAML file in it is a ruleset, called as the file is. No other module reads a shelf.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.rulebook.changes import lay_changes
from pozzetto.rulebook.compiler import compile_rules
from pozzetto.rulebook.inheritance import Inheritance, Resolved
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.ruleset import read
from pozzetto.rulebook.shelf import on_join
from pozzetto.rulebook.yaml_text import MOST_BYTES, not_utf8
from pozzetto.rulebook.yaml_tree import Tree, shown

GROUP = "pozzetto.rulesets"
SUFFIXES = (".yaml", ".yml")
_HALF = re.compile("[\ud800-\udfff]")


def names() -> list[str]:
    """The names of all installed rulesets, in alphabetical order."""
    return sorted({_stem(entry.name) for _, entry in _shelved()})


def find(name_or_path: str) -> tuple[str, str]:
    """The text of a ruleset, and what its file is called in messages.

    Raises RulesetError when there is no such ruleset, or when it cannot be read.
    """
    book = _open(name_or_path)
    return book.text(), book.label


def resolve(name_or_path: str, changes: Iterable[str] = ()) -> Resolved:
    """The ruleset with all it inherits. Raises RulesetError with every fault.

    `changes` make a child of it: `match.target=1000`, `melds.run.ace=[low]`.
    """
    resolved = draft(name_or_path, changes)
    if resolved.faults:
        raise RulesetError(resolved.from_top(resolved.faults))
    return resolved


def load(name_or_path: str = "burraco", changes: Iterable[str] = ()) -> Rules:
    """The rules of a ruleset, ready to play. Raises RulesetError with every fault.

    `changes` make a child of it, as for `resolve`. An installed ruleset without any is
    read once; a file anew each time, since it may be edited.
    """
    changes = (changes,) if isinstance(changes, str) else tuple(changes)
    if changes or _is_path(name_or_path):
        return compile_rules(draft(name_or_path, changes))
    return _load_installed(name_or_path)


@cache
def _load_installed(name: str) -> Rules:
    return compile_rules(draft(name, ()))


on_join(_load_installed.cache_clear)


def draft(name_or_path: str, changes: Iterable[str]) -> Resolved:
    """The ruleset as far as it can be read, with every fault of what was read."""
    book = _open(name_or_path)
    name = _stem(book.source.name)
    ruleset = Inheritance()
    for tree in reversed(_chain(book)):
        ruleset.begin()
        ruleset.lay(tree)
    changes = tuple(changes)
    if changes:
        name = lay_changes(ruleset, str(ruleset.data.get("name") or name), changes)
    return ruleset.resolved(name)


def _chain(book: _Book) -> list[Tree]:
    """The ruleset's text, then what it extends, and so on as far as that can be found."""
    opened = [book]
    trees = [read(book.text(), book.label)]
    while (parent := _parent_named(trees[-1])) != "none":
        try:
            book = _parent(parent, book)
            opened.append(book)
            if book.source in [earlier.source for earlier in opened[:-1]]:
                chain = " extends ".join(each.label for each in opened)
                raise _error(f"a ruleset cannot extend itself: {chain}")
            text = book.text()
        except RulesetError as error:
            lost = [_lost(fault, trees[-1]) for fault in error.faults]
            trees[-1] = replace(trees[-1], faults=(*trees[-1].faults, *lost))
            break
        trees.append(read(text, book.label))
    return trees


def _lost(fault: Fault, tree: Tree) -> Fault:
    """Why a parent is not found, said of the key that names it; what is wrong within the
    parent stays there."""
    if fault.line:
        return fault
    which = f": {shown(fault.file)}" if fault.file else ""
    return tree.fault(f"{fault.message}{which}", ("extends",))


def _parent_named(tree: Tree) -> str:
    return tree.data.get("extends") or "none" if "extends" in tree.sound_keys() else "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Book:
    """A ruleset's file; `folder` is where a path that it extends begins, `beside` what that
    folder is called in messages."""

    source: Traversable
    folder: Traversable
    label: str
    beside: str

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
        return _file(Path(name_or_path), printable(name_or_path))
    return _installed(name_or_path)


def _parent(text: str, book: _Book) -> _Book:
    """The ruleset that a book extends."""
    if not _is_path(text):
        return _installed(text)
    label = os.path.normpath(os.path.join(book.beside, text))
    return _file(book.folder.joinpath(text), label)


def _file(source: Traversable, label: str) -> _Book:
    beside = os.path.dirname(label)
    if not isinstance(source, Path):
        if not _is_file(source):
            raise _error("there is no such file", label)
        return _Book(source=source, folder=source, label=label, beside=beside)
    kind = _kind(source, label)
    if stat.S_ISDIR(kind):
        raise _error("this is a folder, where a file is expected", label)
    if not stat.S_ISREG(kind):
        # a pipe has no place of its own: what it extends is seen from here
        return _Book(source=source, folder=Path(), label=label, beside="")
    source = source.resolve()
    return _Book(source=source, folder=source.parent, label=label, beside=beside)


def _kind(file: Path, label: str) -> int:
    """What kind of file it is, by its mode. Raises RulesetError when it cannot be seen."""
    try:
        return os.stat(file).st_mode
    # no file system takes such a name
    except ValueError as error:
        raise _error("there is no such file", label) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        link = os.path.islink(file)
        message = "this is a link to a file that is not there" if link else "there is no such file"
        raise _error(message, label) from error
    except OSError as error:
        loop = error.errno == errno.ELOOP
        reason = "it is a link that leads back to itself" if loop else error.strerror
        raise _error(f"the file cannot be read: {reason}", label) from error


def _is_file(source: Traversable) -> bool:
    try:
        return source.is_file()
    # no file system takes such a name, or this one does not let us look
    except (OSError, ValueError):
        return False


def _installed(name: str) -> _Book:
    found = [(shelf, entry) for shelf, entry in _shelved() if _stem(entry.name) == name]
    if len(found) > 1:
        shelves = " and ".join(shelf for shelf, _ in found)
        raise _error(f"`{name}` stands on several shelves: {shelves}")
    if not found:
        raise _error(_unknown(name))
    shelf, entry = found[0]
    label = printable(f"{shelf}/{entry.name}")
    return _Book(source=entry, folder=files(shelf), label=label, beside=shelf)


def _unknown(name: str) -> str:
    if not name:
        return "no ruleset is named: the name is empty"
    known = names()
    near = meant(name, known)
    if not near and any(_is_file(Path(name + suffix)) for suffix in SUFFIXES):
        near = f"; did you mean the file `{shown(name)}.yaml`?"
    if not near and os.path.isdir(name):
        near = ": it is a folder"
    elif not near and os.path.isfile(name):
        near = ": it is a file, and one of a ruleset ends in .yaml"
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
    # a name goes into records and tables, each on one line
    stem = printable(file_name).removesuffix(".yaml").removesuffix(".yml")
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in stem)


def printable(file_name: str) -> str:
    """A file's name as any text can hold it, whatever bytes it is made of."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", file_name)


def _error(message: str, file: str = "") -> RulesetError:
    return RulesetError([Fault(message=message, file=file)])
