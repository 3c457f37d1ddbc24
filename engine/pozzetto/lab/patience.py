"""Patience: a worker that reports no hand for too long is ended, and what it hangs on is told;
so is what one was playing that died by itself.

A house rule, or a player, may never come back. Nothing in Python can be made to stop by
force, so that each worker has a watch of its own, which writes down what was asked last and
ends the worker's whole process.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from pozzetto.errors import PluginError, PozzettoError
from pozzetto.fence import end_process
from pozzetto.game import demands
from pozzetto.game.rules import Rules
from pozzetto.rulebook.asking import asked_last, asked_now

_LOOKS = 4
"""The watch looks so many times before it loses patience."""
_GLANCES, _GLANCE = 100, 0.005
"""How often, and after how many seconds each, it then sees which house rule is asked: one that
comes back every time, and is asked again and again, is not met by a single look."""
_ROOM = 400
"""Bytes for what a process is playing."""

_hand: tuple[str, str] | None = None
_since = 0.0
_note: mmap.mmap | None = None


def begins(where: str, rules: Rules) -> None:
    """Something is begun, `hand 3 of seed 7` of a ruleset: what came before it has come back."""
    global _hand, _since
    _since = time.monotonic()
    _hand = (where, rules.name)
    if _note is not None:
        plugins = rules.house.plugins
        with_them = f" (house rules: {', '.join(plugins)})" if plugins else ""
        _note[:] = f"{where} under {rules.name}{with_them}".encode()[:_ROOM].ljust(_ROOM)


def rests() -> None:
    """Nothing is played now, and nothing can take too long."""
    global _hand
    _hand = None
    if _note is not None:
        _note[:] = b" " * _ROOM


def watch(seconds: float | None, folder: str) -> None:
    """Watch this process from now on: keep in a file of the folder what it is playing, and
    where that takes more than so many seconds, write there what it hangs on, and end the
    process. Without `seconds` it is not ended."""
    global _note
    file = Path(folder, f"{os.getpid()}.now")
    file.write_bytes(b" " * _ROOM)
    with file.open("r+b") as stream:
        _note = mmap.mmap(stream.fileno(), _ROOM)
    if seconds is not None:
        threading.Thread(target=_watch, args=(seconds, folder), daemon=True).start()


def _watch(seconds: float, folder: str) -> None:
    while True:
        time.sleep(seconds / _LOOKS)
        hand = _hand
        if hand is None or time.monotonic() - _since < seconds:
            continue
        blamed, times = _glances()
        if _hand is not hand:
            # it has come back after all
            continue
        where, ruleset = hand
        plugin, hook = blamed or ("", "")
        told = {
            "where": where, "ruleset": ruleset, "plugin": plugin, "hook": hook,
            "seconds": seconds, "hangs": times == _GLANCES,
        }  # fmt: skip
        # whole, or not at all: it is read as soon as the process has gone
        file = Path(folder, f"{os.getpid()}.lost")
        file.with_suffix(".part").write_text(json.dumps(told), encoding="utf-8")
        file.with_suffix(".part").replace(file)
        end_process(1)


def _glances() -> tuple[tuple[str, str] | None, int]:
    # the plugin and hook that most of the time goes to, if any, and how often it was asked
    seen: Counter[tuple[str, str] | None] = Counter()
    asked: Counter[tuple[str, str] | None] = Counter()
    for _ in range(_GLANCES):
        now = asked_now()
        asked[now] += 1
        seen[now or (asked_last() if _demands() else None)] += 1
        time.sleep(_GLANCE)
    blamed = max(seen, key=lambda each: seen[each])
    return (blamed if 2 * seen[blamed] > _GLANCES else None), asked[blamed]


def _demands() -> bool:
    # whether the game just asks what house rules say of moves: to look for a way in which a
    # turn could end takes time between the questions too
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        if frame.f_code.co_filename == demands.__file__:
            return True
        frame = frame.f_back
    return False


def lost(folder: str) -> PozzettoError | None:
    """What a worker hung on that was ended for it; None where none was."""
    for file in sorted(Path(folder).glob("*.lost")):
        told = json.loads(file.read_text(encoding="utf-8"))
        where = told["where"]
        seconds = f"{told['seconds']:g} second{'s' * (told['seconds'] != 1)}"
        if not told["plugin"]:
            return PozzettoError(
                f"A worker reported no hand for {seconds}, and was ended: it was playing {where} "
                f"under {told['ruleset']}. With more --patience it may get there."
            )
        if told["hangs"]:
            message = f"it did not come back for {seconds}, in {where}; its worker was ended"
        else:
            message = (
                f"it was asked again and again for {seconds}, in {where}, and its worker was "
                f"ended. Is it slow, or does it demand what nobody can do? With more --patience "
                f"the hand may come to its end"
            )
        return PluginError(
            message, plugin=told["plugin"], hook=told["hook"], ruleset=told["ruleset"]
        )
    return None


def played_last(folder: str) -> list[str]:
    """What the workers of a folder were playing when they were last heard of."""
    notes = [file.read_bytes() for file in sorted(Path(folder).glob("*.now"))]
    told = [note.decode("utf-8", "replace").strip() for note in notes]
    return [each for each in dict.fromkeys(told) if each]
