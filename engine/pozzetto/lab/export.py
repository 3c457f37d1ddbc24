"""The hands of a study as one flat table, for spreadsheets and for programs."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import IO, Any

from pozzetto.errors import PozzettoError
from pozzetto.lab.study_file import pragma
from pozzetto.lab.study_schema import KEY, SEAL, keeps_seal, quoted
from pozzetto.text.record import plain

AT_ONCE = 20_000
"""Rows that are read and written at a time."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet may take for the beginning of a formula."""

Told = Callable[[int], object]
"""Told how many hands are written."""


class Hands:
    """The hands of an open study as rows: `header` names their columns, `count` says how many
    there are. A row is as in the table `hands`, with the ruleset's name after its number, how
    the hand ended in a word, and who closed it by the seat's name."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._own = [row[1] for row in db.execute("PRAGMA table_info(hands)")]
        if not set(KEY) < set(self._own):
            raise PozzettoError("The study is damaged: it has no table of hands.")
        self._names = dict(db.execute("SELECT ruleset, name FROM rulesets"))
        self._ends = dict(db.execute("SELECT ended, name FROM ends"))
        self._seats = {
            (ruleset, seat): name
            for ruleset, seat, name in db.execute("SELECT ruleset, seat, name FROM seats")
        }
        self._rest = [name for name in self._own if name not in (*KEY, SEAL)]
        self.header = ("deal", "ruleset", "name", "seating", *self._rest)
        self.texts = ("name", "ended", "closer")
        self.count: int = db.execute("SELECT count(*) FROM hands").fetchone()[0]

    def batches(self) -> Iterator[list[list[Any]]]:
        """All rows, in the order of the deals, many at a time."""
        listed = ", ".join(map(quoted, (*KEY, *self._rest, *[SEAL] * (SEAL in self._own))))
        ordered = ", ".join(map(quoted, KEY))
        cursor = self._db.execute(f"SELECT {listed} FROM hands ORDER BY {ordered}")
        ended, closer = (self.header.index(name) for name in ("ended", "closer"))
        while rows := cursor.fetchmany(AT_ONCE):
            batch = []
            for deal, ruleset, seating, *rest in map(self._checked, rows):
                row = [deal, ruleset, self._names.get(ruleset), seating, *rest]
                row[closer] = self._seats.get((ruleset, row[closer]))
                row[ended] = self._ends.get(row[ended])
                batch.append(row)
            yield batch

    def _checked(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        # the row without its seal; a study begun before there were seals has none
        sound = {*map(type, row)} <= {int, type(None)} and None not in row[: len(KEY)]
        if sound and SEAL in self._own:
            sound, row = keeps_seal(row), row[:-1]
        if not sound:
            raise PozzettoError(
                "The study is damaged, or was changed by hand: a hand is not as it was written."
            )
        return row


def facts(db: sqlite3.Connection) -> dict[str, Any]:
    """What a study is of and how far it is played, as plain data."""
    ((seed, epoch, began),) = db.execute("SELECT seed, epoch, began FROM study").fetchall()
    deals = db.execute("SELECT coalesce(sum(past - first), 0) FROM spans").fetchone()[0]
    plugins = db.execute("SELECT ruleset, plugin, version FROM plugins").fetchall()
    return {
        "format": pragma(db, "user_version"),
        "seed": int(seed),
        "epoch": epoch,
        "began": began,
        "rulesets": [
            {
                "name": name,
                "fingerprint": fingerprint,
                "plugins": {plugin: version for of, plugin, version in plugins if of == number},
            }
            for number, name, fingerprint in db.execute(
                "SELECT ruleset, name, fingerprint FROM rulesets ORDER BY ruleset"
            ).fetchall()
        ],
        "players": dict(db.execute("SELECT player, version FROM players").fetchall()),
        "sittings": [
            {"began": when, "pozzetto": pozzetto, "python": python}
            for when, pozzetto, python in db.execute(
                "SELECT began, pozzetto, python FROM sittings ORDER BY sitting"
            ).fetchall()
        ],
        "deals": deals,
        "hands": db.execute("SELECT count(*) FROM hands").fetchone()[0],
    }


def write_csv(hands: Hands, stream: IO[str], tell: Told) -> None:
    """Write the hands as CSV. A text that a spreadsheet would take for a formula is quoted by
    an apostrophe."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(harmless, hands.header))
    done = 0
    for batch in hands.batches():
        writer.writerows([[harmless(cell) for cell in row] for row in batch])
        done += len(batch)
        tell(done)


def harmless(cell: Any) -> Any:
    """A cell as a spreadsheet, or a terminal, may have it: text stays text."""
    if not isinstance(cell, str):
        return cell
    return plain(f"'{cell}" if cell.startswith(FORMULAS) else cell)


def write_parquet(hands: Hands, stream: IO[bytes], about: dict[str, Any], tell: Told) -> None:
    """Write the hands as Parquet; `about` goes into its metadata, as JSON under `pozzetto`.

    Raises PozzettoError where pyarrow is not installed.
    """
    pyarrow = arrow()
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {name: pyarrow.string() for name in hands.texts} | {"deal": pyarrow.int64()}
    fields = [(name, kinds.get(name, pyarrow.int32())) for name in hands.header]
    schema = pyarrow.schema(fields, metadata={"pozzetto": json.dumps(about)})
    done = 0
    with parquet.ParquetWriter(stream, schema) as writer:
        for batch in hands.batches():
            columns: Sequence[Sequence[Any]] = list(zip(*batch, strict=True))
            writer.write_table(pyarrow.table(list(map(list, columns)), schema=schema))
            done += len(batch)
            tell(done)


def arrow() -> Any:
    """pyarrow, which writes Parquet. Raises PozzettoError where it is not installed."""
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise PozzettoError(
            f"Parquet is written by pyarrow, which is not here ({error}): "
            f"pip install 'pozzetto[parquet]'."
        ) from error
