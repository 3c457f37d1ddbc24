"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pozzetto.rulebook import shelf


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
