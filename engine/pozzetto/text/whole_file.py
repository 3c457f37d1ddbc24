"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import IO, Any

from pozzetto.errors import PozzettoError


class WholeFile:
    """A file being written: `with WholeFile(path) as file: file.write(…)`. It is text unless
    it is `binary`.

    It is written beside its place under a name that ends in `.part`, and takes its name
    when all is written; if that fails, or is interrupted, whatever had the name before is
    still there, and nothing else. What is no ordinary file, such as a pipe, is written as
    it is. Raises PozzettoError where the file cannot be written.
    """

    def __init__(self, path: str, *, binary: bool = False) -> None:
        self.path = path
        self._binary = binary
        self._special = os.path.exists(path) and not os.path.isfile(path)
        # a link keeps its place; what is no file may have no other name than this
        self._place = path if self._special else os.path.realpath(path)
        self._part = f"{self._place}.{os.getpid()}.part"
        self._stream: IO[Any] | None = None

    def __enter__(self) -> WholeFile:
        try:
            place = self._place if self._special else self._part
            if self._binary:
                self._stream = open(place, "wb")
            else:
                self._stream = open(place, "w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise self._failed(error) from error
        return self

    def write(self, text: str) -> None:
        """Write some text."""
        assert self._stream is not None
        try:
            self._stream.write(text)
        except OSError as error:
            raise self._failed(error) from error

    def filled(self, fill: Callable[[IO[Any]], object]) -> None:
        """Let something else write: it is given the open file."""
        assert self._stream is not None
        try:
            fill(self._stream)
        except OSError as error:
            raise self._failed(error) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._stream is not None
        done = False
        try:
            self._stream.close()
            if kind is None and not self._special:
                if os.path.exists(self._place):
                    os.chmod(self._part, stat.S_IMODE(os.stat(self._place).st_mode))
                os.replace(self._part, self._place)
                done = True
        except OSError as wrong:
            # what went wrong before is the better reason
            if kind is None:
                raise self._failed(wrong) from wrong
        finally:
            if not done and not self._special:
                _remove(self._part)

    def _failed(self, error: OSError) -> PozzettoError:
        reason = error.strerror or "it cannot be opened"
        return PozzettoError(f"{self.path} cannot be written: {reason}.", file=self.path)


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)
