"""Files of records that a command writes: in which form, and what they may replace."""

from __future__ import annotations

from pozzetto.cli._lab import check_free

JSON_LINES = ".jsonl"
OPENING = "pozzetto record"
"""What a file of records begins with."""


def form_of(path: str) -> str:
    """The form of the records in a file, one of `record_text.FORMS`: its name tells."""
    from pozzetto.text.record_text import JSON, TEXT

    return JSON if path.endswith(JSON_LINES) else TEXT


def check_replaceable(path: str) -> None:
    """Let only an earlier file of records be replaced. Raises PozzettoError."""

    def are_records(opening: str) -> bool:
        return opening.startswith(OPENING) or (
            path.endswith(JSON_LINES) and opening.startswith("{")
        )

    check_free(path, are_records, "records")
