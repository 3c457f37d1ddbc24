"""The blocks of a record file, its heads and its hands, before anything in them is judged:
each key with its value, its rows and their lines. Text and JSON Lines give the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pozzetto.errors import NotationError
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_text import MOST_DEPTH
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.text.record import HAND_KEYS, HEAD_KEYS, OPENING, Comment

Say: TypeAlias = Callable[[str, int], None]
"""What takes a complaint: what is wrong, and on which line."""

HAND, END = "hand", "end"
FORMAT_KEY = "format"
"""What opens a text is the value of this key in JSON."""

_NOT_WORDS = ("players", "dealt", "scores", "score", "draw", "deck", "turns", "sheet")
_KEY = re.compile(r"([a-z]+)\s*:(.*)")
_MARK = re.compile(rf"({OPENING}|{HAND}|{END})(?![a-z:])(.*)")
"""The lines that begin and end a block; their key has no colon."""


@dataclass(slots=True)
class Part:
    """A key of a block: its value, and the rows under it with their lines. `data` is its
    value where that is no text: the rules on a line of JSON."""

    line: int
    value: str = ""
    rows: list[tuple[int, str]] = field(default_factory=list)
    data: Any = None


@dataclass(slots=True)
class Block:
    """A head or a hand: its keys in the order in which they stand."""

    line: int
    is_head: bool
    last: int = 0
    parts: dict[str, Part] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)

    def take(self, text: str, line: int, comments: Iterable[str], say: Say) -> None:
        """Take a line of text, and the comments before it."""
        self.last = line
        if text[0] in " \t":
            if not self.parts:
                say("this line stands under no key", line)
                return
            key = next(reversed(self.parts))
            rows = self.parts[key].rows
            rows.append((line, text))
            self.comments += [Comment(key, len(rows), comment) for comment in comments]
            return
        found = _MARK.fullmatch(text) or _KEY.fullmatch(text)
        if not found:
            say(f"`{shown(text)}` is no line of a record: it has no key", line)
            # what stands under it is not another key's
            self.parts.setdefault(text, Part(line))
        elif END in self.parts:
            say(f"the hand is over at its `{END}`, and a further line follows", line)
        else:
            self.put(found[1], Part(line, found[2].strip()), say)
            self.comments += [Comment(found[1], 0, comment) for comment in comments]

    def put(self, key: str, part: Part, say: Say) -> None:
        """Put a key in its place, unless it is unknown or stands there already."""
        keys = HEAD_KEYS if self.is_head else HAND_KEYS
        if key not in keys:
            where = "head of a record" if self.is_head else "hand"
            near = meant(key, keys)
            say(f"`{shown(key)}` is no key in the {where}{near}", part.line)
        elif key in self.parts:
            earlier = self.parts[key].line
            say(f"`{key}` is written twice, here and on line {earlier}", part.line)
            return
        # an unknown one is kept as well, so that its rows are not taken for another's
        self.parts[key] = part


def blocks_of_text(lines: Iterable[tuple[int, str]], say: Say) -> Iterator[Block]:
    """The blocks of a text. Raises NotationError where it does not begin as a record."""
    block: Block | None = None
    pending: list[str] = []
    for line, text in lines:
        bare = text.strip()
        if bare.startswith("#"):
            pending.append(bare)
            continue
        mark = _MARK.fullmatch(text)
        if mark and mark[1] != END:
            if block is not None:
                yield block
            block = Block(line, mark[1] == OPENING)
        if block is None:
            raise NotationError(f"this is no hand record: it does not begin with `{OPENING} 1`")
        block.take(text, line, pending, say)
        pending = []
    if block is not None:
        yield block


def blocks_of_json(lines: Iterable[tuple[int, str]], say: Say) -> Iterator[Block]:
    """The blocks of JSON Lines: a hand for each line, with a head before it where that is
    not the same as in the line before. Raises NotationError where a line is no record."""
    known: object = None
    for line, text in lines:
        try:
            data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        except NotationError as error:
            say(str(error), line)
            continue
        except json.JSONDecodeError as error:
            say(f"this line is no whole JSON object: {error.msg}, column {error.colno}", line)
            continue
        except (ValueError, RecursionError):
            say("this line is no JSON that a record could hold", line)
            continue
        if not isinstance(data, dict):
            say("a line of JSON is an object, `{…}`", line)
            continue
        if _is_deep(data):
            say(f"nested deeper than {MOST_DEPTH} levels", line)
            continue
        head, hand = _blocks_of(data, line, say)
        said = [*(data.get(key) for key in (FORMAT_KEY, *HEAD_KEYS)), head.comments]
        if said != known:
            yield head
        known = said
        yield hand


def _blocks_of(data: dict[str, Any], line: int, say: Say) -> tuple[Block, Block]:
    head, hand = Block(line, is_head=True, last=line), Block(line, is_head=False, last=line)
    opening = data.get(FORMAT_KEY)
    if not isinstance(opening, str) or not opening.startswith(OPENING):
        raise NotationError(f'this is no hand record: it has no `"{FORMAT_KEY}": "{OPENING} 1"`')
    head.put(OPENING, Part(line, opening.removeprefix(OPENING).strip()), say)
    hand.put(END, Part(line), say)
    for key, value in data.items():
        if key in (FORMAT_KEY, "comments"):
            continue
        part = Part(line)
        try:
            part = Part(line, data=value) if key == "rules" else _part(key, value, line)
        except NotationError as error:
            say(str(error), line)
        (head if key in HEAD_KEYS else hand).put(key, part, say)
    for comment in _comments(data.get("comments", []), line, say):
        (head if comment.key in HEAD_KEYS else hand).comments.append(comment)
    return head, hand


def _comments(data: Any, line: int, say: Say) -> list[Comment]:
    keys = (*HEAD_KEYS, *HAND_KEYS)
    comments = []
    for each in data if isinstance(data, list) else [data]:
        match each:
            case [str(key), int(row), str(text)] if key in keys and text.startswith("#"):
                comments.append(Comment(key, row, text))
            case _:
                say('a comment is written ["turns", 3, "# text"]: key, row and text', line)
    return sorted(comments, key=lambda comment: (keys.index(comment.key), comment.row))


def _is_deep(data: dict[str, Any]) -> bool:
    level: list[Any] = [data]
    for _ in range(MOST_DEPTH):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
    return bool(level)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise NotationError(f'`"{shown(key)}"` is written twice')
        data[key] = value
    return data


def _no_constant(name: str) -> None:
    raise NotationError(f"{name} is no number that can stand here")


def _part(key: str, value: Any, line: int) -> Part:
    # the value as the text form has it: on its line, or in rows under the key
    match key, value:
        case "players" | "dealt", Mapping():
            return _rows(line, (f"{name}: {_word(key, each)}" for name, each in value.items()))
        case "scores" | "score" | "draw", Mapping():
            each = (f"{name} {_word(key, each)}" for name, each in value.items())
            return Part(line, ", ".join(each))
        case "deck", str():
            return _rows(line, [value])
        case "turns", list():
            return _rows(line, (_word(key, each) for each in value))
        case "sheet", Mapping():
            return _rows(line, _sheet(value))
        case "lift", None:
            return Part(line, "none")
    if key in _NOT_WORDS:
        raise NotationError(f"`{key}` cannot be {shown(json.dumps(value))}")
    return Part(line, _word(key, value))


def _sheet(value: Mapping[str, Any]) -> Iterator[str]:
    for team, lines in value.items():
        for each in lines if isinstance(lines, list) else [lines]:
            match each:
                case {"what": str(what), "count": int(count), "points": int(points), **rest} if (
                    not rest
                ):
                    yield f"{team} {what} {count} {points}"
                case {"what": str(what), "count": int(count), "points": int(points),
                      "plugin": str(plugin), **rest} if not rest:  # fmt: skip
                    yield f"{team} {what} {count} {points} by {plugin}"
                case _:
                    raise NotationError(
                        "a line of the `sheet` has `what`, `count` and `points`, "
                        f"not {shown(json.dumps(each))}"
                    )


def _rows(line: int, rows: Iterable[str]) -> Part:
    return Part(line, rows=[(line, row) for row in rows])


def _word(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise NotationError(f"`{key}` cannot hold {shown(json.dumps(value))}")
