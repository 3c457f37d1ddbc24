"""YAML text read as plain data in which every key knows its place.

The part of YAML 1.2 that a person writes by hand: mappings, lists and the core scalars.
Keys are always text (`2:` is the rank), `no`, `on` and `1:10` are text too. Whatever can
surprise is a fault: keys written twice, anchors, tags, tabs, a second document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from pozzetto.errors import Fault
from pozzetto.rulebook.yaml_tree import ROOT, Path, Place, Tree, dotted, fault_at, shown

__all__ = [
    "ROOT",
    "Path",
    "Place",
    "Tree",
    "dotted",
    "not_utf8",
    "read_value",
    "read_yaml",
    "shown",
]

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 50
MOST_FAULTS = 100
LONGEST_NUMBER = 18

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAB_INDENT = re.compile(r"^ *\t[\t ]*(?=\S)", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
# line breaks to YAML 1.1 and to nobody else
_HIDDEN_BREAK = re.compile("[\x85\u2028\u2029]")
_NULL = re.compile(r"~|null|Null|NULL|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)


def not_utf8(raw: bytes, file: str) -> Fault | None:
    """Why these bytes are no text; None when they are."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        place = Place(before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        return fault_at("the text is not UTF-8: save the file as UTF-8", file, place, ROOT)
    return None


def read_yaml(text: str | bytes, file: str = "") -> Tree:
    """What the text says, which has to be one mapping; nothing is raised.

    Whoever asks looks at the tree's `faults` and raises the error of its own kind.
    """
    if isinstance(text, bytes):
        fault = not_utf8(text, file)
        if fault:
            return Tree(data=None, file=file, places={}, faults=(fault,))
        text = text.decode("utf-8")
    return _read(text, file, mapping=True)


def read_value(text: str, file: str = "") -> Tree:
    """What the text of a single value says: `300`, `none`, `[low]`, `{wilds: 0}`."""
    return _read(text, file, mapping=False)


def _read(text: str, file: str, *, mapping: bool) -> Tree:
    reading = _Reading(file)
    try:
        reading.accept(text)
        events = yaml.parse(text.removeprefix("\ufeff"), Loader=_LOADER)
        data = reading.document(events, mapping=mapping)
    except _Unreadable as stop:
        data = None
        reading.faults.append(stop.fault)
    except yaml.YAMLError as error:
        data = None
        reading.faults.append(_not_yaml(error, text, file, mapping=mapping))
    return Tree(data=data, file=file, places=reading.places, faults=tuple(reading.faults))


class _Unreadable(Exception):
    """Reading cannot go on after this fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class _Reading:
    """One text being read: the places and faults found so far.

    It works on the parser's events rather than on composed nodes, so that depth and
    anchors are refused before anything is built.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.places: dict[Path, Place] = {}
        self.faults: list[Fault] = []

    def accept(self, text: str) -> None:
        """Stop at a text that is too long, is no text, or is indented by tabs."""
        # a lone surrogate can stand in a str, but in no file
        size = len(text.encode("utf-8", errors="surrogatepass"))
        if size > MOST_BYTES:
            message = f"the file is too large: more than {MOST_BYTES:,} bytes"
            raise self._stop(message, Place())
        surrogate = next((at for at, char in enumerate(text) if "\ud800" <= char <= "\udfff"), -1)
        if surrogate >= 0:
            raise self._stop("half a character, which no file can hold", _where(text, surrogate))
        hidden = _HIDDEN_BREAK.search(text)
        if hidden:
            message = "an invisible line break stands here, which an editor does not show"
            raise self._stop(message, _where(text, hidden.start()))
        tabs = list(_TAB_INDENT.finditer(text))
        if tabs:
            more = f" and {len(tabs) - 1} more" if len(tabs) > 1 else ""
            message = f"a tab indents this line{more}: YAML takes spaces only"
            raise self._stop(message, _where(text, tabs[0].group().index("\t") + tabs[0].start()))

    def document(self, events: Iterator[yaml.Event], *, mapping: bool) -> Any:
        """The one mapping, or the one value of any kind, that the events tell."""
        expected = "a mapping of keys to values" if mapping else "a value"
        next(events)
        event = next(events)
        if not isinstance(event, yaml.StreamEndEvent):
            event = next(events)
        if isinstance(event, yaml.StreamEndEvent) or (
            isinstance(event, yaml.ScalarEvent) and event.value == "" and not event.style
        ):
            empty = "the file is empty" if mapping else "nothing is written"
            raise self._stop(f"{empty}: expected {expected}", Place())
        if mapping and not isinstance(event, yaml.MappingStartEvent):
            found = "a list" if isinstance(event, yaml.SequenceStartEvent) else "a single value"
            raise self._stop(f"expected {expected} at the top, not {found}", _at(event))
        data = self._value(event, events, ROOT)
        next(events)
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._add("a second document begins here: expected only one in a file", _at(after))
        return data

    def _value(self, event: yaml.Event, events: Iterator[yaml.Event], path: Path) -> Any:
        if isinstance(event, yaml.AliasEvent):
            name = shown(event.anchor or "")
            self._add(f"`*{name}` is an alias: write the value out instead", _at(event), path)
            return None
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            self._unmarked(event, path)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if len(path) >= MOST_DEPTH:
            raise self._stop(f"nested deeper than {MOST_DEPTH} levels", _at(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(events, path)
        return self._list(events, path)

    def _mapping(self, events: Iterator[yaml.Event], path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, events, path)
            inside = (*path, key)
            if key in data:
                message = f"`{shown(key)}` is written twice, here and on line {lines[key]}"
                self._add(message, _at(event), inside)
            # the second one is read for its own faults, but the first one stands
            lines.setdefault(key, _at(event).line)
            self.places.setdefault(inside, _at(event))
            value = self._value(next(events), events, inside)
            data.setdefault(key, value)
        return data

    def _unmarked(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, path: Path) -> None:
        """Object to a value that carries an anchor or a tag."""
        if event.anchor is not None:
            message = f"`&{shown(event.anchor)}` is an anchor: write values out where they stand"
            self._add(message, _at(event), path)
        if event.tag is not None:
            tag = shown(event.tag.replace("tag:yaml.org,2002:", "!!"))
            self._add(f"`{tag}` is a tag: values need none", _at(event), path)

    def _key(self, event: yaml.Event, events: Iterator[yaml.Event], path: Path) -> str:
        if isinstance(event, yaml.ScalarEvent):
            self._unmarked(event, path)
            return str(event.value)
        raise self._stop("a key is plain text, not a list, a mapping or an alias", _at(event), path)

    def _list(self, events: Iterator[yaml.Event], path: Path) -> list[Any]:
        data: list[Any] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            inside = (*path, len(data))
            self.places.setdefault(inside, _at(event))
            data.append(self._value(event, events, inside))
        return data

    def _scalar(self, event: yaml.ScalarEvent, path: Path) -> Any:
        text: str = event.value
        if event.style:
            return text
        if _NULL.fullmatch(text):
            return None
        if _BOOL.fullmatch(text):
            return text.lower() == "true"
        number = _INT.fullmatch(text) or _FLOAT.fullmatch(text)
        if not number:
            return text
        if len(text) > LONGEST_NUMBER:
            message = f"a number of {len(text)} characters: put it in quotes if it is text"
            self._add(message, _at(event), path)
            return 0
        if _INT.fullmatch(text):
            # Python reads a leading zero as a slip, YAML as nothing
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        special = text[-3:].lower() in ("inf", "nan")
        return float(text.replace(".", "") if special else text)

    def _add(self, message: str, place: Place, path: Path = ROOT) -> None:
        if len(self.faults) >= MOST_FAULTS:
            raise self._stop(f"reading stops here, after {MOST_FAULTS} faults", place)
        self.faults.append(fault_at(message, self.file, place, path))

    def _stop(self, message: str, place: Place, path: Path = ROOT) -> _Unreadable:
        return _Unreadable(fault_at(message, self.file, place, path))


def _at(event: yaml.Event) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place()


def _where(text: str, offset: int) -> Place:
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _not_yaml(error: yaml.YAMLError, text: str, file: str, *, mapping: bool) -> Fault:
    """The parser's objection as a fault."""
    if not isinstance(error, yaml.MarkedYAMLError):
        control = _CONTROL.search(text)
        place = _where(text, control.start()) if control else Place()
        return fault_at(
            "a control character stands here, which YAML does not take", file, place, ROOT
        )
    mark = error.problem_mark or error.context_mark
    place = Place(mark.line + 1, mark.column + 1) if mark else Place()
    if "nesting depth" in (error.problem or ""):
        return fault_at(f"nested deeper than {MOST_DEPTH} levels", file, place)
    problem = _IN_WORDS.get(error.problem or "", error.problem or "the text breaks off")
    began = error.context_mark
    # a single value stands on a line of its own, and its end is no second line
    since = f", {error.context}" if began else ""
    if began and (mapping or "\n" in text):
        since += f" that began on line {began.line + 1}"
    return fault_at(f"this cannot be read as YAML: {shown(problem)}{since}", file, place, ROOT)


_IN_WORDS = {
    "mapping values are not allowed in this context": "a `:` too many, or a wrong indentation",
    "mapping values are not allowed here": "a `:` too many, or a wrong indentation",
    "found character that cannot start any token": "a value that begins so needs quotes",
    "found unexpected end of stream": "a quotation mark is never closed",
    "could not find expected ':'": "a key without its `:`",
}
