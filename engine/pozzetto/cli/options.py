"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules

Command = TypeVar("Command", bound=Callable[..., Any])


def changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command of one ruleset."""
    return _option("Change a key of the ruleset, for this once")(command)


def last_changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command of several rulesets."""
    return _option("Change a key of the LAST ruleset named, for this once")(command)


def each_changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command that takes rulesets one by one."""
    return _option("Change a key of each ruleset, for this once")(command)


def load_all(names: Sequence[str], changes: Sequence[str]) -> list[Rules]:
    """The rules of each ruleset, the last one changed."""
    from pozzetto.rulebook.library import load

    return [*map(load, names[:-1]), load(names[-1], changes)]


def repeated(changes: Iterable[str]) -> list[str]:
    """The words of a command line that make these changes."""
    return [word for change in changes for word in ("--set", change)]


def _option(what: str) -> Callable[[Command], Command]:
    return click.option(
        "--set",
        "changes",
        metavar="KEY=VALUE",
        multiple=True,
        help=f"{what}: match.target=1000, pozzetti=none, melds.run.ace=[low]. "
        "May be given several times.",
    )
