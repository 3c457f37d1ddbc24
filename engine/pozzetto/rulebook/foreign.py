"""What strangers' code leaves behind, put into words: what it raised, and what it answered.
Nothing here fails, whatever a stranger's own methods do."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Coroutine, Generator
from math import log10
from pathlib import Path
from traceback import format_exception

from pozzetto.fence import is_stop
from pozzetto.rulebook.yaml_tree import shown

OURS = (str(Path(__file__).parent.parent), "<frozen")
"""How the files of the engine begin, and those of Python's own imports."""
_DIGITS = 60
"""Of a number with more digits only how many it has is told."""


def own_trace(raised: BaseException) -> str:
    """Where something was raised, from the first line that is no line of the engine."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(OURS):
        trace = trace.tb_next
    return "".join(format_exception(type(raised), raised, trace)).rstrip()


def told(error: BaseException) -> str:
    """What an exception says, on one line, and the last line of strangers' code before it."""
    try:
        said = str(error.msg if isinstance(error, SyntaxError) else error)
        words = shown(said.partition("\n")[0])
    except BaseException as failed:  # noqa: BLE001 — a stranger's `__str__` may do anything
        _let_stop(failed)
        words = "it cannot say what it is"
    return f"{type(error).__name__}{f': {words}' if words else ''}{_place(error)}"


def _place(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and isinstance(error.lineno, int):
        file, line = error.filename, error.lineno
        return f" ({shown(os.path.basename(str(file or '')))}, line {line})"
    trace, last = error.__traceback__, None
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(OURS):
            last = trace
        trace = trace.tb_next
    if last is None:
        return ""
    file = os.path.basename(last.tb_frame.f_code.co_filename)
    return f" ({shown(file)}, line {last.tb_lineno})"


def written(value: object) -> str:
    """A value as it stands in a sentence: `` `[5]` ``, nothing, a generator."""
    match value:
        case None:
            return "nothing"
        case Coroutine():
            # nobody awaits it, and Python would complain of that
            value.close()
            return "a coroutine, as `async` functions do"
        case AsyncGenerator():
            return "an asynchronous generator, as `async` functions with `yield` do"
        case Generator():
            return "a generator, as functions with `yield` do"
        case int() if value.bit_length() * log10(2) > _DIGITS:
            return f"a number of {int(value.bit_length() * log10(2)) + 1:,} digits or so"
    return f"`{plainly(value)}`"


def plainly(value: object) -> str:
    """A value as Python writes it, on one line and not too long."""
    try:
        return shown(repr(value))
    except BaseException as failed:  # noqa: BLE001 — a stranger's `__repr__` may do anything
        _let_stop(failed)
        return f"<{type(value).__name__}>"


def _let_stop(failed: BaseException) -> None:
    if is_stop(failed):
        raise failed
