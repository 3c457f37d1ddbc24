"""The file of a study: opened, begun, and found to be none. Opening one imports nothing and
runs nothing that stands in it."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from pozzetto.errors import PozzettoError
from pozzetto.lab.study_schema import APPLICATION, FACTS, FORMAT

_SQLITE = b"SQLite format 3\0"
_IN_USE = 1.0
"""Seconds to wait for another who has the file open."""


@contextmanager
def reading(path: str | PathLike[str]) -> Iterator[sqlite3.Connection]:
    """A study to be read, which has to be there. Raises PozzettoError, in a sentence."""
    name = fspath(path)
    if not os.path.exists(name):
        raise PozzettoError(f"{name}: there is no such study.", file=name)
    with _opened(name) as db:
        if _is_empty(db):
            raise PozzettoError(f"{name} is empty: there is no study in it.", file=name)
        _check(db, name)
        db.execute("PRAGMA query_only = ON")
        yield db


@contextmanager
def writing(path: str | PathLike[str]) -> Iterator[sqlite3.Connection]:
    """A study to be played on; new, without any table, where there was none. Nobody else
    has it meanwhile. Raises PozzettoError, in a sentence."""
    name = fspath(path)
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise PozzettoError(f"{name} cannot be written: there is no folder {folder}.", file=name)
    is_new, is_empty = not os.path.exists(name), False
    try:
        with _opened(name) as db:
            # nobody else reads or writes it, and no second file is needed to see to that
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
            db.execute("COMMIT")
            if not _is_empty(db):
                _check(db, name)
            try:
                yield db
            finally:
                _as_one_file(db)
                with suppress(sqlite3.Error):
                    is_empty = _is_empty(db)
    finally:
        # what could not even be begun leaves nothing
        if is_new and is_empty:
            with suppress(OSError):
                os.remove(name)


@contextmanager
def whole(db: sqlite3.Connection) -> Iterator[None]:
    """A change that is made whole or not at all."""
    try:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException:
        # a full disk has already taken it back
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def begin(db: sqlite3.Connection) -> None:
    """Mark the file as a study, within the change that makes its tables."""
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {FORMAT}")


def log_ahead(db: sqlite3.Connection) -> None:
    """Have each change safe from a kill as soon as it is made, and the file whole even after
    the power fails, without waiting for the disk at every chunk."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def _opened(name: str) -> Iterator[sqlite3.Connection]:
    _check_kind(name)
    try:
        db = sqlite3.connect(os.path.abspath(name), timeout=_IN_USE, isolation_level=None)
    except sqlite3.Error as error:
        raise _failed(name, error) from error
    try:
        # a file from elsewhere may hold views and triggers: none of them may do anything
        db.execute("PRAGMA trusted_schema = OFF")
        yield db
    except sqlite3.Error as error:
        raise _failed(name, error) from error
    finally:
        with suppress(sqlite3.Error):
            db.close()


def _check_kind(name: str) -> None:
    if not name:
        raise PozzettoError("A study is kept in a file, which needs a name.")
    if not os.path.lexists(name):
        return
    try:
        if not Path(name).is_file():
            raise PozzettoError(f"{name} is no file that a study can be kept in.", file=name)
        with open(name, "rb") as stream:
            opening = stream.read(len(_SQLITE))
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise PozzettoError(f"{name} cannot be read: {reason}.", file=name) from error
    if opening and opening != _SQLITE:
        raise PozzettoError(
            f"{name} is no study: it is not an SQLite file, or it is damaged.", file=name
        )


def _is_empty(db: sqlite3.Connection) -> bool:
    # a study that was stopped while its tables were made has none
    marks = [pragma(db, "application_id"), pragma(db, "user_version")]
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not any(marks) and not tables


def _check(db: sqlite3.Connection, name: str) -> None:
    if pragma(db, "application_id") != APPLICATION:
        raise PozzettoError(
            f"{name} is no study: it is an SQLite file of another program.", file=name
        )
    found = pragma(db, "user_version")
    if found > FORMAT:
        raise PozzettoError(
            f"{name} is a study of format {found}, and this pozzetto knows format {FORMAT}: it "
            f"was written by a newer one.",
            file=name,
        )
    if found < FORMAT:
        raise PozzettoError(
            f"{name} is a study of format {found}, older than the format {FORMAT} that this "
            f"pozzetto knows: there never was such a one.",
            file=name,
        )
    _check_facts(db, name)


def _check_facts(db: sqlite3.Connection, name: str) -> None:
    # what is wrong with the hands shows when they are read
    for table in FACTS:
        ((found,),) = db.execute(f"PRAGMA quick_check({table})").fetchmany(1)
        if found != "ok":
            # SQLite says it in several lines, of pages and cells
            raise PozzettoError(
                f"{name} is damaged: its table `{table}` cannot be read whole.", file=name
            )
    rows = db.execute("SELECT seed, epoch FROM study").fetchall()
    if len(rows) != 1 or not all(re.fullmatch("-?[0-9]{1,4000}", str(each)) for each in rows[0]):
        raise PozzettoError(
            f"{name} is damaged, or was changed by hand: it has lost its seed.", file=name
        )


def pragma(db: sqlite3.Connection, key: str) -> Any:
    """What SQLite has under a key."""
    return db.execute(f"PRAGMA {key}").fetchone()[0]


def _as_one_file(db: sqlite3.Connection) -> None:
    # the log goes into the file, which can then be copied and read wherever it lies; where
    # there is no room for that, the log stays beside it
    with suppress(sqlite3.Error):
        db.execute("PRAGMA journal_mode = DELETE")


def _failed(name: str, error: sqlite3.Error) -> PozzettoError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return PozzettoError(
            f"{name} is in use by another run: wait until that is over, or name another file.",
            file=name,
        )
    if code == sqlite3.SQLITE_FULL:
        return PozzettoError(
            f"{name} cannot be written: the disk is full. What was played before is kept, and "
            f"the same command goes on from there once there is room.",
            file=name,
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return PozzettoError(f"{name} is damaged: {error}.", file=name)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return PozzettoError(f"{name} cannot be written: {error}.", file=name)
    if code == sqlite3.SQLITE_IOERR:
        return PozzettoError(
            f"{name} cannot be used: {error}. Is the disk full? What was played before is kept, "
            f"and the same command goes on from there once there is room.",
            file=name,
        )
    if code == sqlite3.SQLITE_ERROR:
        # tables or columns that are not there
        return PozzettoError(f"{name} is damaged, or was changed by hand: {error}.", file=name)
    return PozzettoError(f"{name} cannot be used: {error}.", file=name)
