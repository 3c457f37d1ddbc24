"""What holds for every test."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pozzetto.lab.workers import cores
from pozzetto.rulebook import shelf

MOST_PROCESSES = 8
"""Each reads every test and fills tables of its own: more would cost more than they save."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """The suite is shared out among the cores, unless `-n` or `-p no:xdist` says else.

    What is chosen of it, or is to be looked at while it runs, runs in one process.
    """
    option = config.option
    looked_at = option.usepdb or option.collectonly or option.capture == "no"
    # the settings name that mark
    chosen = option.keyword or option.markexpr != "not packaging"
    whole = not chosen and all(Path(each).is_dir() for each in config.args)
    worker = hasattr(config, "workerinput")
    if whole and not (looked_at or worker) and getattr(option, "numprocesses", 0) is None:
        option.numprocesses = min(cores(), MOST_PROCESSES)
        if option.numprocesses > 1 and option.dist == "no":
            option.dist = "worksteal"


def pytest_configure() -> None:
    """Ctrl-C means what it means, though a shell that starts the suite in the background has it
    ignored: the programs that tests stop by it would inherit that, and never stop."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Rubbish in rings is sought more seldom: looking through all that is kept, and telling
    hypothesis of it each time, was a tenth of the suite."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True, scope="session")
def english() -> Iterator[None]:
    """The language is English, whatever the locale of the machine, unless a test says else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", "en")
        yield


@pytest.fixture(autouse=True)
def only_what_is_installed() -> Iterator[None]:
    """House rules from files are offered in the test that joins them, and no further."""
    yield
    if shelf._joined:
        shelf._joined.clear()
        for forget in shelf._told:
            forget()
