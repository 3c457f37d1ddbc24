"""A study: every hand of a run, kept in one SQLite file as it is played.

What is kept is never played again, so that a run which is stopped, however roughly, goes on
where it was, and can later be made longer. Chunks are kept as they come in, each whole or not
at all, and given out in the order of the deals: whoever counts them sees the same hands as in
a run that was never stopped.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise
from os import PathLike, fspath
from typing import TYPE_CHECKING, Protocol

from pozzetto.errors import PozzettoError
from pozzetto.lab import study_file
from pozzetto.lab.study_facts import differences, write_facts, write_sitting
from pozzetto.lab.study_schema import (
    KEY,
    SEAL,
    TABLES,
    Row,
    columns,
    hands_table,
    keeps_seal,
    packer,
    quoted,
    sealed,
    unpacker,
)
from pozzetto.lab.workers import Keep, parts

if TYPE_CHECKING:
    from pozzetto.lab.run import DealResult, Run

READ_AT_ONCE = 500
"""Deals that are read from the file at a time."""


class Play(Protocol):
    """What plays chunks of deals, and tells each to whoever keeps it."""

    def __call__(
        self, deals: Iterable[range], /, *, keep: Keep[range, list[DealResult]] | None = None
    ) -> Generator[list[DealResult], None, None]:
        """The results of each chunk, in order."""


def continued(
    path: str | PathLike[str], run: Run, deals: int, chunk: int, play: Play
) -> Generator[list[DealResult], None, None]:
    """What becomes of deals 0 … `deals` − 1, in that order: what the study at `path` holds
    is read, the rest is played by `play`, in chunks of so many deals, and kept there.

    Raises PozzettoError when the file is no study, or one of another run; it says what
    differs.
    """
    with study_file.writing(path) as db:
        study = Study(db, run, fspath(path))
        gaps = list(study.gaps(deals))
        played = play((part for gap in gaps for part in parts(gap, chunk)), keep=study.keep)
        with closing(played):
            at = 0
            for gap in gaps:
                yield from study.kept(range(at, gap.start))
                for _ in parts(gap, chunk):
                    yield next(played)
                at = gap.stop
            yield from study.kept(range(at, deals))


class Study:
    """The study of a run in an open file; begun there if nothing is in it yet.

    Raises PozzettoError when it is one of another run.
    """

    def __init__(self, db: sqlite3.Connection, run: Run, name: str) -> None:
        self.db = db
        self.name = name
        wanted = columns(run.rulesets)
        names = [column.name for column in wanted]
        self.pack = [packer(rules, wanted) for rules in run.rulesets]
        self.unpack = [unpacker(rules, wanted) for rules in run.rulesets]
        self.seatings = len(run.seatings)
        self.without = [
            sum(each.tier not in (None, *(tier.name for tier in rules.tiers)) for each in wanted)
            for rules in run.rulesets
        ]
        self._width = len(KEY) + len(names)
        is_new = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        # a study begun before there were seals goes on without them
        self._seals = is_new or SEAL in _columns(db)
        listed = ", ".join(map(quoted, (*KEY, *names, *[SEAL] * self._seals)))
        marks = ", ".join("?" * (self._width + self._seals))
        self._insert = f"INSERT INTO hands ({listed}) VALUES ({marks})"
        self._select = (
            f"SELECT {listed} FROM hands WHERE deal >= ? AND deal < ? "
            f"ORDER BY {', '.join(map(quoted, KEY))}"
        )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        if is_new:
            with study_file.whole(db):
                for statement in TABLES.split(";\n"):
                    db.execute(statement)
                db.execute(hands_table(names))
                write_facts(db, run, now)
                study_file.begin(db)
            study_file.log_ahead(db)
        else:
            self._check(run, names)
            study_file.log_ahead(db)
            with study_file.whole(db):
                write_sitting(db, run, now)

    def _check(self, run: Run, names: Sequence[str]) -> None:
        differ = list(differences(self.db, run))
        if differ:
            raise PozzettoError(
                f"{self.name} is a study of something else: {'; '.join(differ)}. Name another "
                f"file, or ask for what it is of.",
                file=self.name,
            )
        found = [name for name in _columns(self.db) if name != SEAL]
        if found != [*KEY, *names]:
            apart = sorted({*found} ^ {*KEY, *names})
            raise PozzettoError(
                f"{self.name} was written by a pozzetto that counts other things in a hand "
                f"({', '.join(apart) or 'in another order'}). Name another file.",
                file=self.name,
            )

    def gaps(self, deals: int) -> Iterator[range]:
        """The deals, of so many, that are not kept yet, in order."""
        at = 0
        for first, past in self._spans():
            if first >= deals:
                break
            if first > at:
                yield range(at, first)
            at = past
        if at < deals:
            yield range(at, deals)

    def _spans(self) -> list[tuple[int, int]]:
        # the deals that are kept, checked: one behind the other, with gaps between
        spans = self.db.execute("SELECT first, past FROM spans ORDER BY first").fetchall()
        bounds = [bound for span in spans for bound in span]
        kept = {*map(type, bounds)} <= {int} and min(bounds, default=0) >= 0
        if not kept or any(one >= other for one, other in pairwise(bounds)):
            raise PozzettoError(
                f"{self.name} is damaged, or was changed by hand: which deals it holds is not as "
                f"it was written.",
                file=self.name,
            )
        return spans

    def keep(self, part: range, results: list[DealResult]) -> None:
        """Keep what became of these deals, whole or not at all."""
        rows = [
            (deal, ruleset + 1, seating, *self.pack[ruleset](hand))
            for deal, result in zip(part, results, strict=True)
            for ruleset, under in enumerate(result)
            for seating, hand in enumerate(under)
        ]
        if self._seals:
            rows = list(map(sealed, rows))
        with study_file.whole(self.db):
            try:
                self.db.executemany(self._insert, rows)
            except sqlite3.IntegrityError as error:
                raise PozzettoError(
                    f"{self.name} is damaged, or was changed by hand: it holds hands of the deals "
                    f"{part.start:,} to {part.stop - 1:,}, and says that it does not.",
                    file=self.name,
                ) from error
            self._extend_spans(part)

    def _extend_spans(self, part: range) -> None:
        # neighbours become one, so that few rows tell what is there
        first, past = part.start, part.stop
        db = self.db
        after = db.execute("SELECT past FROM spans WHERE first = ?", (past,)).fetchone()
        if after is not None:
            db.execute("DELETE FROM spans WHERE first = ?", (past,))
            past = after[0]
        before = db.execute(
            "SELECT first, past FROM spans WHERE first < ? ORDER BY first DESC LIMIT 1", (first,)
        ).fetchone()
        if before is not None and before[1] == first:
            first = before[0]
        db.execute("INSERT OR REPLACE INTO spans VALUES (?, ?)", (first, past))

    def _is_sound(self, row: Row) -> bool:
        # whole numbers, but for the tiers that the ruleset does not have
        ruleset = row[1]
        assert isinstance(ruleset, int)
        found = set(map(type, row))
        of_its_kind = found == {int} or (
            found == {int, type(None)} and row.count(None) == self.without[ruleset - 1]
        )
        return of_its_kind and (not self._seals or keeps_seal(row))

    def kept(self, deals: range) -> Iterator[list[DealResult]]:
        """What became of deals that are kept, in order, some at a time."""
        for part in parts(deals, READ_AT_ONCE):
            rows = self.db.execute(self._select, (part.start, part.stop)).fetchall()
            keys = [
                (deal, ruleset + 1, seating)
                for deal in part
                for ruleset in range(len(self.pack))
                for seating in range(self.seatings)
            ]
            if [row[: len(KEY)] for row in rows] != keys or not all(map(self._is_sound, rows)):
                raise PozzettoError(
                    f"{self.name} is damaged, or was changed by hand: hands of the deals "
                    f"{part.start:,} to {part.stop - 1:,} are not as they were written.",
                    file=self.name,
                )
            hands = (self.unpack[row[1] - 1](row[len(KEY) : self._width]) for row in rows)
            yield [
                tuple(
                    tuple(next(hands) for _ in range(self.seatings)) for _ in range(len(self.pack))
                )
                for _ in part
            ]


def _columns(db: sqlite3.Connection) -> list[str]:
    return [row[1] for row in db.execute("PRAGMA table_info(hands)")]
