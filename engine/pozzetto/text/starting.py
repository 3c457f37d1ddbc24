"""What a new plugin or ruleset begins with: small files, made from the templates that come
along, and never written over others."""

from __future__ import annotations

import keyword
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from pozzetto.errors import IllegalMove, PozzettoError
from pozzetto.game.melds import tier
from pozzetto.game.rules import Rules
from pozzetto.rulebook import library
from pozzetto.rulebook.shelf import NAME, ORDINARY, offers
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.rulebook.yaml_writing import flow
from pozzetto.text.notation import read_meld

PLUGIN, RULESET = "plugin", "ruleset"
NOT_OF_A_PROJECT = ("conftest", "setup", "tests")
"""Names that a file or folder beside a plugin's module has, or that pytest and pip look for."""
_DEVICE = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
KEPT = ("true", "false", "null", "none")
"""Words that mean something else in a ruleset."""
LONGEST = 60
"""As many characters as a plugin's name may have in a ruleset."""
SAMPLES = ("3H 4H 5H 6H 7H 8H 9H", "4C JK 6C", "9S 9H 9D", "2S 2H 2D", "3H JK 2C")
"""The melds of a new ruleset's cases file, with what they are under its parent."""


def new_plugin(name: str) -> dict[str, str]:
    """The files of a project with a house rule of this name, by their paths.

    Raises PozzettoError where nothing can be called so.
    """
    _check_name(name, "a plugin")
    module = name.replace("-", "_")
    if name == ORDINARY:
        raise _taken(f"`{name}` is what the ordinary rules are called")
    if name in NOT_OF_A_PROJECT:
        raise _taken(f"`{module}.py` means something else in a Python project")
    for offer in offers():
        if offer.name == name:
            raise _taken(f"`{name}` is a house rule already ({offer.origin})")
    if (
        keyword.iskeyword(module)
        or module in sys.stdlib_module_names
        or find_spec(module) is not None
    ):
        raise _taken(f"`{module}` is a word or a module of Python already")
    # to install a project of its name would take the other away
    with suppress(PackageNotFoundError):
        raise _taken(f"`{name}` is an installed distribution already ({name} {version(name)})")
    words = {"name": name, "module": module, "title": _title(name)}
    made = _filled(files("pozzetto") / "templates" / PLUGIN, words)
    return {f"{name}/{path.replace('NAME', module)}": text for path, text in made}


def new_ruleset(name: str, parent: str, folder: str) -> dict[str, str]:
    """The files of a ruleset of this name that extends another, by their paths in a folder.

    Raises PozzettoError where nothing can be called so, RulesetError where the parent
    cannot be used.
    """
    _check_name(name, "a ruleset")
    if name in library.names():
        raise _taken(f"`{name}` is an installed ruleset already")
    rules = library.load(parent)
    extends = parent
    if os.path.exists(parent):
        extends = Path(os.path.relpath(parent, folder)).as_posix()
        extends = extends if "/" in extends else f"./{extends}"
    words = {
        "name": name,
        "title": _title(name),
        "parent": parent,
        "extends": flow(extends),
        "melds": "\n".join(_case(cards, rules) for cards in SAMPLES),
    }
    made = _filled(files("pozzetto") / "templates" / RULESET, words)
    return {path.replace("NAME", name): text for path, text in made}


def place_of(folder: str, path: str) -> str:
    """The path of a file in a folder, as people write it."""
    return os.path.normpath(os.path.join(folder, path))


def write_new(folder: str, made: Mapping[str, str]) -> list[str]:
    """Write files into a folder; their paths. Either all are written or none.

    Raises PozzettoError where one is there already, or cannot be written.
    """
    places = [place_of(folder, path) for path in made]
    there = [place for place in places if os.path.lexists(place)]
    if there:
        raise PozzettoError(
            f"nothing is written over what is there already: {', '.join(there)}.", file=there[0]
        )
    done: list[str] = []
    try:
        for place, text in zip(places, made.values(), strict=True):
            os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
            with open(place, "x", encoding="utf-8", newline="\n") as stream:
                done.append(place)
                stream.write(text)
    except OSError as error:
        for place in done:
            with suppress(OSError):
                os.remove(place)
        reason = error.strerror or "it cannot be opened"
        raise PozzettoError(f"{place} cannot be written: {reason}.", file=place) from error
    return places


def _check_name(name: str, what: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST or name in KEPT:
        raise PozzettoError(
            f"`{shown(name)}` cannot be the name of {what}: it is made of small letters, digits "
            f"and hyphens, {LONGEST} at most, begins with a letter, and is none of "
            f"{', '.join(KEPT)}: my-club, for example."
        )

    if _DEVICE.fullmatch(name):
        raise _taken(f"`{name}` is a device of Windows, where no file can be called so")


def _taken(why: str) -> PozzettoError:
    return PozzettoError(f"{why}: choose another name.")


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _filled(
    folder: Traversable, words: Mapping[str, str], before: str = ""
) -> Iterator[tuple[str, str]]:
    # every template below a folder, its path without the ending that keeps it from being run
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = before + entry.name
        if entry.is_dir():
            yield from _filled(entry, words, f"{path}/")
        elif entry.name.endswith(".txt"):
            text = entry.read_text("utf-8").replace("\r\n", "\n")
            yield path.removesuffix(".txt"), Template(text).substitute(words)


def _case(cards: str, rules: Rules) -> str:
    # what a meld is under these rules, as a case says it
    try:
        meld = read_meld(cards, rules)
    except IllegalMove as error:
        return f"  - {{cards: {cards}, refused: {error.refusal.code}}}"
    paid = tier(meld, rules)
    burraco = f", burraco: {paid.name}" if paid else ""
    return f"  - {{cards: {cards}, is: {meld.kind}, wilds: {sum(meld.wild)}{burraco}}}"
