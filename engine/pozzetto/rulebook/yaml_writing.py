"""Data written as YAML, so that `yaml_text` reads the very same data again."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pozzetto.rulebook.yaml_tree import Path

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.+-]*( [A-Za-z0-9_.+-]+)*")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
# what another reader, or an older one, could take for something else than text
_NOT_TEXT = re.compile(r"null|true|false|yes|no|on|off", re.IGNORECASE)

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def flow(value: Any) -> str:
    """The value on one line: `300`, `[low, high]`, `{wilds: 0}`."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{key_text(key)}: {flow(each)}" for key, each in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and not _NOT_TEXT.fullmatch(value)
        return value if plain else _quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    return repr(value)


def key_text(key: str) -> str:
    """The key of a mapping as it is written."""
    plain = _PLAIN_KEY.fullmatch(key) and not _NOT_TEXT.fullmatch(key)
    return key if plain else _quoted(key)


def lines(data: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[str, Path]]:
    """The mapping line by line, each with the path of the value on it.

    A mapping spreads over lines, a list stays on one; a line that only opens a mapping
    has the path of that mapping.
    """
    for key, value in data.items():
        here = (*path, key)
        opening = f"{'  ' * len(path)}{key_text(key)}:"
        if isinstance(value, Mapping) and value:
            yield opening, here
            yield from lines(value, here)
        else:
            yield f"{opening} {flow(value)}", here


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if " " <= char <= "~" or (char.isprintable() and char.isalpha()):
        return char
    code = ord(char)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )
