"""The fence around strangers' code while a command, or a worker, is at work.

What a house rule prints goes to the error stream, so that the answer is the engine's alone;
`os._exit` raises SystemExit, as `sys.exit` does, so that no rule ends the program unheard; and
only a signal stops it: a KeyboardInterrupt that a rule raises itself is the rule's own fault.
This is no cage (see docs/understand/plugins.md): it is there for what goes wrong unmeant.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn, TextIO

end_process = os._exit
"""Ends this process at once, whatever the fence makes of `os._exit`."""

_stdout: TextIO | None = None
_tells_stops = False


class Stopped(KeyboardInterrupt):
    """Stopped by a signal: Ctrl-C, a polite kill, a terminal that is closed."""

    def __init__(self, number: int) -> None:
        self.number = number


def is_stop(error: BaseException) -> bool:
    """Whether this is somebody who stops the program, and not what a rule raised itself.
    Without a fence nobody can tell, and every KeyboardInterrupt is taken for Ctrl-C."""
    return isinstance(error, Stopped) or (isinstance(error, KeyboardInterrupt) and not _tells_stops)


def own_stdout() -> TextIO:
    """Where answers go: the stream that was `sys.stdout` outside the fence."""
    return sys.stdout if _stdout is None else _stdout


def stop(number: int, frame: object) -> NoReturn:
    """Answer a signal: raises Stopped."""
    raise Stopped(number)


@contextmanager
def fenced() -> Iterator[None]:
    """The fence, while a command is at work."""
    global _stdout, _tells_stops
    before = _stdout, _tells_stops, sys.stdout, os._exit
    hears = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if hears:
        signal.signal(signal.SIGINT, stop)
    _stdout = own_stdout()
    _begin()
    try:
        yield
    finally:
        _stdout, _tells_stops, sys.stdout, os._exit = before
        if hears:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def fence_worker() -> None:
    """The fence around a worker, for as long as it lives: Ctrl-C is not for it to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _begin()


def _begin() -> None:
    global _tells_stops
    # a SIGINT that somebody else answers may well raise a KeyboardInterrupt
    _tells_stops = signal.getsignal(signal.SIGINT) in (stop, signal.SIG_IGN)
    sys.stdout, os._exit = sys.stderr, _leave


def _leave(status: int) -> NoReturn:
    raise SystemExit(status)
