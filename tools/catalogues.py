"""Collect every sentence for players, and build the catalogues of the other languages.

    python tools/catalogues.py          bring the catalogues up to date
    python tools/catalogues.py --check  only say what is wrong with them

Run it after any sentence has changed, write what is missing in the language's `.po`, and
run it again: it builds the `.mo` that is read at run time. All of them are committed.

A sentence is found where it is

- given to a voice or a translator: `voice("…")`, `voice.some("…", "…", count)`,
  `voice.team("…", "…")`, `_("…")`, `_.plural("…", "…", count)`;
- marked as a `Phrase("…")`, or kept with its words as `told("…", count=1)`;
- a value of a table called SENTENCES or BURRACOS;
- a description in the schema of rulesets.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine" / "pozzetto"
LOCALE = ENGINE / "locale"
TEMPLATE = LOCALE / "pozzetto.pot"
SCHEMA = ENGINE / "ruleset.schema.json"

SPEAKERS = {"voice", "_", "self"}
MARKS = {"Phrase", "told"}
PLURALS = {"some", "plural"}
PAIRS = {"team"}
TABLES = {"SENTENCES", "BURRACOS"}

PLURAL_FORMS = {"it": "nplurals=2; plural=(n != 1);"}
"""Where Babel knows more plural forms than anybody writes: Italian has one for millions."""

# no clock: the same sentences make the same files
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
AUTHORS = "pozzetto contributors"
COMMENT = """\
# Sentences of pozzetto for players.
# Built by tools/catalogues.py; translations are written here by hand."""

Id: TypeAlias = str | tuple[str, str]
"""A sentence, or its singular and plural."""


def template() -> Catalog:
    """Every sentence there is, in English."""
    catalogue = _catalogue()
    for file in sorted(ENGINE.rglob("*.py")):
        for sentence in sentences_in(ast.parse(file.read_text(encoding="utf-8"))):
            _add(catalogue, sentence, file)
    for description in _descriptions(json.loads(SCHEMA.read_text(encoding="utf-8"))):
        _add(catalogue, description, SCHEMA)
    return catalogue


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/pozzetto.po"))


def catalogue_of(lang: str) -> Catalog:
    """A language's catalogue, as it is written."""
    with _po(lang).open("rb") as stream:
        return read_po(stream, locale=lang, domain="pozzetto", ignore_obsolete=True)


def update() -> None:
    """Write the template, every `.po` with all sentences in it, and every `.mo`."""
    fresh = template()
    with TEMPLATE.open("wb") as stream:
        write_po(stream, fresh, include_lineno=False)
    for lang in languages():
        catalogue = _catalogue(lang)
        for message in catalogue_of(lang):
            if message.id:
                catalogue[message.id] = message
        catalogue.update(fresh, no_fuzzy_matching=True, update_creation_date=False)
        with _po(lang).open("wb") as stream:
            write_po(stream, catalogue, include_lineno=False, ignore_obsolete=True)
        with _po(lang).with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalogue)


def faults() -> list[str]:
    """Everything that is wrong with the catalogues, for people."""
    fresh = _ids(template())
    with TEMPLATE.open("rb") as stream:
        found = list(_compared(fresh, _ids(read_po(stream)), TEMPLATE))
    for lang in languages():
        catalogue = catalogue_of(lang)
        found += _compared(fresh, _ids(catalogue), _po(lang))
        for message in catalogue:
            if message.id:
                found += (f"{lang}: {fault}" for fault in _wrong(message))
        built = BytesIO()
        write_mo(built, catalogue)
        built.seek(0)
        with _po(lang).with_suffix(".mo").open("rb") as stream:
            if _sentences(stream) != _sentences(built):
                found.append(f"{lang}: the .mo is not what the .po says")
    return found


def sentences_in(tree: ast.AST) -> Iterator[Id]:
    """Every sentence that a module gives to a voice, marks or keeps in a table."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call):
            yield from _said(node)
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            if any(isinstance(each, ast.Name) and each.id in TABLES for each in targets):
                assert isinstance(node.value, ast.Dict), "such a table is written out"
                yield from filter(None, map(_text, node.value.values))


def _said(call: ast.Call) -> Iterator[Id]:
    texts = [_text(argument) for argument in call.args[:2]]
    match call.func:
        case ast.Name(id=name) if name in SPEAKERS | MARKS:
            if texts and texts[0]:
                yield texts[0]
        case ast.Attribute(value=ast.Name(id=name), attr=way) if name in SPEAKERS:
            one, other = [*texts, None, None][:2]
            if way in PLURALS and one and other:
                yield one, other
            elif way in PAIRS and one and other:
                yield one
                yield other


def _text(node: ast.expr) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None  # type: ignore[attr-defined]


def _descriptions(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("description"), str):
            yield node["description"]
        for inner in node.values():
            yield from _descriptions(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _descriptions(inner)


def _catalogue(lang: str | None = None) -> Catalog:
    catalogue = Catalog(
        locale=lang,
        domain="pozzetto",
        project="pozzetto",
        version="",
        header_comment=COMMENT,
        msgid_bugs_address=AUTHORS,
        last_translator=AUTHORS,
        language_team=AUTHORS,
        creation_date=NO_TIME,
        revision_date=NO_TIME,
        fuzzy=False,
    )
    if lang in PLURAL_FORMS:
        catalogue.mime_headers = [("Plural-Forms", PLURAL_FORMS[lang])]
    return catalogue


def _add(catalogue: Catalog, sentence: Id, file: Path) -> None:
    catalogue.add(sentence, locations=[(file.relative_to(ROOT).as_posix(), 0)])


def _po(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / "pozzetto.po"


def _ids(catalogue: Catalog) -> set[Id]:
    return {_id(message) for message in catalogue if message.id}


def _id(message: Message) -> Id:
    # a catalogue that was read has lists where one that is made has tuples
    one, *more = [message.id] if isinstance(message.id, str) else message.id
    return (one, more[0]) if more else one


def _compared(fresh: set[Id], there: set[Id], file: Path) -> Iterator[str]:
    name = file.relative_to(LOCALE).as_posix()
    yield from (f"{name} lacks {each!r}" for each in sorted(fresh - there, key=str))
    yield from (f"{name} has {each!r} for nothing" for each in sorted(there - fresh, key=str))


def _wrong(message: Message) -> Iterator[str]:
    """What is wrong with one translation."""
    said = message.string
    forms = [said or ""] if isinstance(said, str | None) else [form or "" for form in said]
    ids = [message.id] if isinstance(message.id, str) else message.id
    if message.fuzzy or not all(forms):
        yield f"not translated: {ids[0]!r}"
        return
    # the singular may leave the number out
    known = {name for each in ids for name in placeholders(each)}
    needed = set(placeholders(ids[-1]))
    for form in forms:
        if not set(placeholders(form)) <= known:
            yield f"{form!r} has a word that {ids[0]!r} has not"
    if set(placeholders(forms[-1])) != needed:
        yield f"{forms[-1]!r} has not just the words of {ids[-1]!r}"


def placeholders(text: str) -> list[str]:
    """The words in braces."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def _sentences(stream: Any) -> dict[Any, str]:
    found: dict[Any, str] = dict(GNUTranslations(stream)._catalog)  # type: ignore[attr-defined]
    found.pop("", None)
    return found


def main(arguments: Iterable[str]) -> int:
    """Update the catalogues, or only check them; the exit status."""
    if "--check" not in arguments:
        update()
    found = faults()
    for fault in found:
        sys.stdout.write(f"{fault}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
