"""Patience: a worker that reports no hand for too long is ended, and what it hangs on is told.

A house rule, or a player, may never come back. Nothing in Python can be made to stop by
force, so that each worker has a watch of its own, which writes down what was asked last and
ends the worker's whole process.
"""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

from pozzetto.errors import PluginError, PozzettoError
from pozzetto.rulebook.asking import asked_now

_LOOKS = 4
"""The watch looks so many times before it loses patience."""

_hand: tuple[int, int, str] | None = None
_since = 0.0


def begins(seed: int, hand: int, ruleset: str) -> None:
    """A hand is begun: what came before it has come back."""
    global _hand, _since
    _since = time.monotonic()
    _hand = (seed, hand, ruleset)


def rests() -> None:
    """Nothing is played now, and nothing can take too long."""
    global _hand
    _hand = None


def watch(seconds: float, folder: str) -> None:
    """Watch this process from now on: where a hand takes more than so many seconds, write to
    a file in the folder what it hangs on, and end the process."""
    threading.Thread(target=_watch, args=(seconds, folder), daemon=True).start()


def _watch(seconds: float, folder: str) -> None:
    while True:
        time.sleep(seconds / _LOOKS)
        hand = _hand
        if hand is None or time.monotonic() - _since < seconds:
            continue
        seed, number, ruleset = hand
        plugin, hook = asked_now() or ("", "")
        told = {
            "seed": seed, "hand": number, "ruleset": ruleset, "plugin": plugin, "hook": hook,
            "seconds": seconds,
        }  # fmt: skip
        # whole, or not at all: it is read as soon as the process has gone
        file = Path(folder, str(os.getpid()))
        file.with_suffix(".part").write_text(json.dumps(told), encoding="utf-8")
        file.with_suffix(".part").replace(file)
        os._exit(1)


def lost(folder: str) -> PozzettoError | None:
    """What a worker hung on that was ended for it; None where none was."""
    for file in sorted(Path(folder).glob("[0-9]*[0-9]")):
        told = json.loads(file.read_text(encoding="utf-8"))
        where = f"hand {told['hand']} of seed {told['seed']}"
        seconds = f"{told['seconds']:g} second{'s' * (told['seconds'] != 1)}"
        if told["plugin"]:
            return PluginError(
                f"it did not come back for {seconds}, in {where}; its worker was ended",
                plugin=told["plugin"],
                hook=told["hook"],
                ruleset=told["ruleset"],
            )
        return PozzettoError(
            f"A worker reported no hand for {seconds}, and was ended: it was playing {where} under "
            f"{told['ruleset']}. With more --patience it may get there."
        )
    return None
