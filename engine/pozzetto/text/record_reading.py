"""Hand records read, from text or from JSON Lines: every fault with its line.

Hands come one by one, so that a file may be as long as it likes. After the first fault
none come any more, but the rest is read for its own faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from pozzetto.errors import Fault, NotationError, RecordError
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.text.record import FORMAT, OPENING, Book, Record
from pozzetto.text.record_blocks import Block, blocks_of_json, blocks_of_text
from pozzetto.text.record_hand import read_hand
from pozzetto.text.record_rules import read_book

MOST_FAULTS = 100
LONGEST_LINE = 1024 * 1024
_VERSION = re.compile(r"[0-9]{1,9}")


def records_in(path: str) -> Iterator[Record]:
    """The hands of a file, in order. Raises RecordError with every fault, each with its line.

    Whether it is text or JSON Lines shows from how it begins.
    """
    try:
        with open(path, "rb") as stream:
            # a line that is too long comes in pieces, and the first is refused for its length
            yield from _read(iter(lambda: stream.readline(LONGEST_LINE + 1), b""), path)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        message = f"the file cannot be read: {reason}"
        raise RecordError([Fault(message=message, file=path)]) from error


def read_records(text: str | bytes, file: str = "") -> Iterator[Record]:
    """The hands that a text holds, in order. Raises RecordError with every fault."""
    raw = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
    return _read(raw.split(b"\n"), file)


def _read(lines: Iterable[bytes], file: str) -> Iterator[Record]:
    reading = _Reading(file)
    with suppress(_Unreadable):
        yield from reading.records(reading.decoded(lines))
    if reading.faults:
        raise RecordError(sorted(reading.faults, key=lambda fault: fault.line))


class _Unreadable(Exception):
    """Reading cannot go on after the last fault told."""


class _Reading:
    """One file being read: the rules of the hands to come, and the faults found so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.book: Book | None = None
        self.last = 1

    def records(self, lines: Iterator[tuple[int, str]]) -> Iterator[Record]:
        """The hands, up to the first fault."""
        hands = 0
        for block in self._blocks(lines):
            if block.is_head:
                self._check_version(block)
                self.book = read_book(block, self.file, self._add)
                continue
            hands += 1
            record = read_hand(block, self.book, self._say) if self.book else None
            if record is not None and not self.faults:
                yield record
        if not hands and not self.faults:
            self._say("the file breaks off: there is no hand in it", self.last)

    def decoded(self, lines: Iterable[bytes]) -> Iterator[tuple[int, str]]:
        """The lines that say something, each with its number."""
        for number, raw in enumerate(lines, 1):
            if len(raw) > LONGEST_LINE:
                raise self._stop(f"a line of more than {LONGEST_LINE:,} bytes", number)
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip()
            except UnicodeDecodeError:
                raise self._stop("the text is not UTF-8: save the file as UTF-8", number) from None
            if text:
                self.last = number
                yield number, text

    def _blocks(self, lines: Iterator[tuple[int, str]]) -> Iterator[Block]:
        first = next(lines, None)
        if first is None:
            raise self._stop(f"the file is empty: a record begins with `{OPENING} {FORMAT}`", 1)
        blocks = blocks_of_json if first[1].startswith("{") else blocks_of_text
        try:
            yield from blocks(chain([first], lines), self._say)
        except NotationError as error:
            raise self._stop(str(error), self.last) from None

    def _check_version(self, block: Block) -> None:
        opening = block.parts[OPENING]
        if opening.value == str(FORMAT):
            return
        if not _VERSION.fullmatch(opening.value):
            wanted = f"write `{OPENING} {FORMAT}`"
            message = f"`{shown(opening.value)}` is no version of a record: {wanted}"
        elif int(opening.value) > FORMAT:
            message = (
                f"this is a record of format {opening.value}, and this pozzetto reads format "
                f"{FORMAT}: it was written by a newer one"
            )
        else:
            message = (
                f"this is a record of format {opening.value}, older than the format {FORMAT} "
                f"that this pozzetto reads: there never was such a one"
            )
        raise self._stop(message, opening.line)

    def _say(self, message: str, line: int) -> None:
        self._add(Fault(message=message, file=self.file, line=line))

    def _add(self, fault: Fault) -> None:
        self.faults.append(fault)
        if len(self.faults) == MOST_FAULTS:
            raise self._stop(f"reading stops here, after {MOST_FAULTS} faults", fault.line)

    def _stop(self, message: str, line: int) -> _Unreadable:
        self.faults.append(Fault(message=message, file=self.file, line=line))
        return _Unreadable(message)
