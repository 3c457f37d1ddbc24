"""Files of records that a command writes: in which form, and what they may replace."""

from __future__ import annotations

import os

from pozzetto.errors import PozzettoError

JSON_LINES = ".jsonl"
OPENING = "pozzetto record"
"""What a file of records begins with."""


def form_of(path: str) -> str:
    """The form of the records in a file, one of `record_text.FORMS`: its name tells."""
    from pozzetto.text.record_text import JSON, TEXT

    return JSON if path.endswith(JSON_LINES) else TEXT


def check_free(path: str) -> None:
    """Refuse to replace anything but an earlier file of records, such as a ruleset or a
    table. Raises PozzettoError."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return
    with open(path, "rb") as stream:
        opening = stream.read(len(OPENING)).decode("utf-8", "replace")
    if opening != OPENING and not (path.endswith(JSON_LINES) and opening.startswith("{")):
        raise PozzettoError(
            f"{path} is there already and holds no records: name another file, or remove it."
        )
