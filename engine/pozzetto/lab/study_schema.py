"""The tables of a study, and how a hand's result becomes a row of one and back again.

A column stands for a field of `HandResult`: a number is a column of its own, what is counted
by side is a column for each side, what is counted by side and tier a column for each of
both, under the tier's name, and what house rules have counted a column for each of their
measures. What a field is, its annotation says.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias, get_type_hints

from pozzetto.game.rules import Rules
from pozzetto.lab.result import ENDS, HandResult

FORMAT = 1
"""Raised by hand whenever a study is written otherwise."""
APPLICATION = 0x707A7A31
"""What SQLite files of pozzetto have as their application id: `pzz1`."""
UNKEPT = ("record",)
"""Fields that are no figures of the hand."""

BY_SIDE, BY_TIER = tuple[int, ...], tuple[tuple[int, ...], ...]
BY_HOUSE = tuple[tuple[str, int], ...]
"""What fields hold, besides numbers: one for each side, for each tier of each side, and for
each measure of a house rule, with its name."""

Row: TypeAlias = tuple[Any, ...]

TABLES = """
CREATE TABLE study (
  -- what was asked for: one row
  seed TEXT NOT NULL,          -- a whole number, as text since it may have any size
  epoch INTEGER NOT NULL,      -- the edition of the engine's rules
  began TEXT NOT NULL          -- when the study was begun, in UTC
);
CREATE TABLE rulesets (
  -- the rulesets that every deal is played under, in their order
  ruleset INTEGER PRIMARY KEY, -- its number, from 1
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL,   -- the sha256 of everything that decides how it is played
  rules TEXT NOT NULL          -- the ruleset with all it inherits, as JSON
);
CREATE TABLE plugins (
  -- the plugins that a ruleset plays with
  ruleset INTEGER NOT NULL,
  plugin TEXT NOT NULL,
  version TEXT NOT NULL        -- the sha256 of its code
);
CREATE TABLE seats (
  -- where people sit
  ruleset INTEGER NOT NULL,
  seat INTEGER NOT NULL,       -- from 0
  name TEXT NOT NULL,
  team TEXT NOT NULL,
  PRIMARY KEY (ruleset, seat)
);
CREATE TABLE players (
  -- who plays
  player TEXT PRIMARY KEY,
  version TEXT NOT NULL        -- the sha256 of the modules that the player is written in
);
CREATE TABLE seatings (
  -- who sits where; more than one where unequal players change sides
  seating INTEGER NOT NULL,    -- from 0
  seat INTEGER NOT NULL,
  player TEXT NOT NULL,
  side INTEGER NOT NULL,       -- the side, from 1, that the player in this seat belongs to
  PRIMARY KEY (seating, seat)
);
CREATE TABLE ends (
  -- how a hand can end
  ended INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);
CREATE TABLE sittings (
  -- every time the study was played on: by which versions
  sitting INTEGER PRIMARY KEY,
  began TEXT NOT NULL,         -- in UTC
  pozzetto TEXT NOT NULL,
  python TEXT NOT NULL
);
CREATE TABLE spans (
  -- the deals that are kept whole: first … past - 1
  first INTEGER PRIMARY KEY,
  past INTEGER NOT NULL
);
"""
"""Every table but `hands`, each column with what it holds. SQLite keeps these comments."""

FACTS = tuple(re.findall(r"CREATE TABLE (\w+)", TABLES))
"""The tables that say what the study is of."""
KEY = ("deal", "ruleset", "seating")
"""Which hand a row is: its deal from 0, its ruleset from 1, its seating from 0."""
SEAL = "seal"
"""The last column of `hands`, by which a row is known to be as it was written."""


class Column(NamedTuple):
    """A column of `hands`: the field it is taken from, and for what is counted by side (and
    tier) of which side, from 0 (and tier); for a house rule's count `tier` is its name."""

    name: str
    field: str
    side: int | None = None
    tier: str | None = None


def columns(rulesets: Sequence[Rules]) -> tuple[Column, ...]:
    """The columns of `hands`, without its key, when these rulesets are played."""
    sides = range(len(rulesets[0].teams))
    tiers = list(dict.fromkeys(tier.name for rules in rulesets for tier in rules.tiers))
    found: list[Column] = []
    for field, kind in _kept_fields():
        if kind is int:
            found.append(Column(field, field))
        elif kind == BY_HOUSE:
            names = [each.name for rules in rulesets for each, _ in rules.house.measures]
            found += [Column(f"house_{name}", field, None, name) for name in dict.fromkeys(names)]
        elif kind == BY_SIDE:
            found += [Column(f"{field}_{side + 1}", field, side) for side in sides]
        else:
            found += [
                Column(f"{field}_{side + 1}_{tier}", field, side, tier)
                for side in sides
                for tier in tiers
            ]
    return tuple(_told_apart(found))


@cache
def _kept_fields() -> tuple[tuple[str, Any], ...]:
    fields = [
        (field, kind) for field, kind in get_type_hints(HandResult).items() if field not in UNKEPT
    ]
    for field, kind in fields:
        if kind not in (int, BY_SIDE, BY_TIER, BY_HOUSE):
            raise TypeError(f"no column of a study is known for HandResult.{field}: {kind}")
    return tuple(fields)


def _told_apart(found: Iterable[Column]) -> Iterator[Column]:
    # names of columns differ in more than capitals; those of tiers need not
    used = {*KEY, SEAL}
    for column in found:
        name, number = column.name, 1
        while name.lower() in used:
            number += 1
            name = f"{column.name}_{number}"
        used.add(name.lower())
        yield column._replace(name=name)


def hands_table(names: Iterable[str]) -> str:
    """What makes the table `hands` with these columns."""
    lines = [f"  {quoted(name)} INTEGER,\n" for name in (*KEY, *names, SEAL)]
    key = ", ".join(KEY)
    return f"CREATE TABLE hands (\n{''.join(lines)}  PRIMARY KEY ({key})\n) WITHOUT ROWID"


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def sealed(row: Row) -> Row:
    """A row of `hands`, its key included, with its seal: SQLite does not see that a byte of a
    number has changed on the disk, and a figure would be wrong without a word."""
    return (*row, seal(row))


def seal(row: Row) -> int:
    """The CRC-32 of a row without its seal: its numbers in decimal and `NULL`, with commas."""
    written = ",".join(["NULL" if value is None else f"{value:d}" for value in row])
    return zlib.crc32(written.encode())


def keeps_seal(row: Row) -> bool:
    """Whether a sealed row is as it was written."""
    return bool(seal(row[:-1]) == row[-1])


def packer(rules: Rules, wanted: Sequence[Column]) -> Callable[[HandResult], Row]:
    """What makes a row, without its key, of a hand's result under these rules. A tier that
    these rules do not have is NULL, and so is a house rule's count."""
    tiers = [tier.name for tier in rules.tiers]
    counted = [measure.name for measure, _ in rules.house.measures]
    fields = HandResult._fields
    places: list[tuple[int, int | None, int | None]] = []
    for column in wanted:
        tier = None
        if column.tier is not None:
            names = tiers if column.side is not None else counted
            tier = names.index(column.tier) if column.tier in names else -1
        places.append((fields.index(column.field), column.side, tier))

    def pack(hand: HandResult) -> Row:
        row: list[Any] = []
        for field, side, tier in places:
            value: Any = hand[field]
            if side is not None:
                value = value[side]
                if tier is not None:
                    value = None if tier < 0 else value[tier]
            elif tier is not None:
                value = None if tier < 0 else value[tier][1]
            row.append(value)
        return tuple(row)

    return pack


def unpacker(rules: Rules, wanted: Sequence[Column]) -> Callable[[Row], HandResult]:
    """What makes a hand's result under these rules of a row without its key."""
    sides = range(len(rules.teams))
    tiers = [tier.name for tier in rules.tiers]
    counted = [measure.name for measure, _ in rules.house.measures]
    places = {(each.field, each.side, each.tier): at for at, each in enumerate(wanted)}
    house: tuple[str, list[tuple[str, int]]] = ("", [])
    layout: list[tuple[str, int | list[int] | list[list[int]]]] = []
    for field, kind in _kept_fields():
        if kind is int:
            layout.append((field, places[field, None, None]))
        elif kind == BY_HOUSE:
            house = (field, [(name, places[field, None, name]) for name in counted])
        elif kind == BY_SIDE:
            layout.append((field, [places[field, side, None] for side in sides]))
        else:
            layout.append(
                (field, [[places[field, side, tier] for tier in tiers] for side in sides])
            )

    def unpack(row: Row) -> HandResult:
        values: dict[str, Any] = {}
        for field, at in layout:
            if isinstance(at, int):
                values[field] = row[at]
                continue
            values[field] = tuple(
                [
                    row[each] if isinstance(each, int) else tuple([row[place] for place in each])
                    for each in at
                ]
            )
        if house[1]:
            values[house[0]] = tuple([(name, row[at]) for name, at in house[1]])
        return HandResult(**values)

    return unpack


def ends() -> list[Row]:
    """The rows of `ends`."""
    return list(enumerate(ENDS))
