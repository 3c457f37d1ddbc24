"""`pozzetto show`: a ruleset as it is written, or with all it inherits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import RulesetError
from pozzetto.game.refusals import Phrase
from pozzetto.language import translator
from pozzetto.rulebook import library
from pozzetto.rulebook.compiler import compile_rules, fingerprint
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.yaml_tree import Path, dotted
from pozzetto.rulebook.yaml_writing import lines

WIDEST = 48
"""Lines longer than this do not push the notes beside the others to the right."""

_DEFAULT = Phrase("default")
_BY_CHANGES = Phrase("named after its changes")
_BY_FILE = Phrase("named after its file")


@click.command("show", epilog="Example: pozzetto show burraco-fibur --resolved")
@click.argument("name")
@click.option("--resolved", is_flag=True, help="With all it inherits and every default.")
@changes_option
@lang_option
@json_option("the resolved ruleset")
def command(name: str, resolved: bool, changes: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Show the ruleset NAME, installed or a file: as it is written, or resolved.

    Resolved, each value stands beside what set it: a file and its line, a --set, or
    nobody, so that the default holds. That is YAML too, and the same ruleset.
    """
    if not (resolved or changes or as_json):
        text, _ = library.find(name)
        say(text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n"))
        return
    book = library.resolve(name, changes)
    if as_json:
        say_data(_data(book))
        return
    _ = translator(lang)
    title = _("{name}, resolved: beside each value, what set it")
    say(f"# {title.format(name=book.name)}")
    if mark := _fingerprint(book):
        say("# " + _("fingerprint {fingerprint}").format(fingerprint=mark))
    written = list(lines(book.data))
    width = max(len(line) for line, _ in written if len(line) <= WIDEST)
    for line, path in written:
        note = "" if line.endswith(":") else f"  # {_(_set_by(book, path))}"
        say(f"{line:<{width}}{note}" if note else line)


def _fingerprint(book: Resolved) -> str:
    # that of house rules takes their code; empty where it cannot be had
    if not book.data["house_rules"]:
        return fingerprint(book.data)
    try:
        return compile_rules(book).fingerprint
    except RulesetError:
        return ""


def _set_by(book: Resolved, path: Path) -> str:
    if path not in book.places:
        return _not_written(book, path)
    file, place = book.places[path]
    return f"{file}:{place.line}" if place.line else file


def _not_written(book: Resolved, path: Path) -> str:
    if path != ("name",):
        return _DEFAULT
    return _BY_CHANGES if book.changes else _BY_FILE


def _data(book: Resolved) -> dict[str, Any]:
    return {
        "name": book.name,
        "fingerprint": _fingerprint(book),
        "files": list(book.files),
        "data": book.data,
        "set_by": {dotted(path): _set_by(book, path) for path in _leaves(book.data)},
    }


def _leaves(data: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key)
