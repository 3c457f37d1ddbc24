"""Texts spoiled by chance: characters, lines, words and structure, the same for a seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pozzetto.rulebook.yaml_text import read_yaml
from pozzetto.rulebook.yaml_writing import lines

CHARACTERS = "\t\n\r \"'#&*!|>%@`,[]{}:?-.=~<0123456789aAnN\x00\x07\x1b\x85é♠\u2028\ufeff\ud800😀"
VALUES: Sequence[Any] = (
    None, True, False, 0, 1, 2, 7, -1, 10**9, 0.5, "", "none", "null", "any", "all", "no", "on",
    "1:10", "JK", "2", "A-K", "N", "NS", "burraco", "stock", "x" * 200, [], {}, [[]], {"": {}},
    ["JK", 2], {"points": 5}, {"wilds": 0}, [11, 11], "draw, discard KS", "3H 4H 5H",
)  # fmt: skip
WORDS = re.compile(r"[A-Za-z0-9_.+-]+")


def spoiled(text: str, random: Random) -> str:
    """The text after one to three mutations."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        mutation = random.choice(MUTATIONS)
        text = mutation(text, random)
    return text


def _character(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    gone = random.choice((0, 0, 1, 1, 5))
    return text[:at] + random.choice(("", random.choice(CHARACTERS))) + text[at + gone :]


def _line(text: str, random: Random) -> str:
    rows = text.splitlines(keepends=True) or [""]
    at, other = random.randrange(len(rows)), random.randrange(len(rows))
    match random.randrange(5):
        case 0:
            del rows[at]
        case 1:
            rows.insert(other, rows[at])
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case 3:
            rows[at] = " " * random.randrange(1, 5) + rows[at]
        case _:
            rows[at] = rows[at].lstrip() if random.random() < 0.5 else rows[at][2:]
    return "".join(rows)


def _word(text: str, random: Random) -> str:
    words = list(WORDS.finditer(text))
    if not words:
        return text
    old = random.choice(words)
    new = random.choice(words).group() if random.random() < 0.5 else str(random.choice(VALUES))
    return text[: old.start()] + new + text[old.end() :]


def _structure(text: str, random: Random) -> str:
    data = read_yaml(text).data
    if not data:
        return text
    holders: list[Any] = [data]
    for each in holders:
        inside = each.values() if isinstance(each, dict) else each
        holders += [part for part in inside if isinstance(part, dict | list) and part]
    holder = random.choice(holders)
    key: Any = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match random.randrange(4):
        case 0:
            del holder[key]
        case 1:
            holder[key] = random.choice(VALUES)
        case 2:
            other: Any = random.choice(holders)
            # a part is never put into itself
            holder[key] = read_yaml("a: " + " " + _flow(other)).data["a"]
        case _ if isinstance(holder, dict):
            holder[random.choice((f"{key}s", key[:-1], str(key).upper()))] = holder.pop(key)
        case _:
            holder.append(holder[key])
    return "".join(f"{line}\n" for line, _ in lines(data))


def _flow(value: Any) -> str:
    return next(line for line, _ in lines({"a": [value]})).removeprefix("a: [").removesuffix("]")


MUTATIONS: Sequence[Callable[[str, Random], str]] = (_character, _line, _word, _structure)
