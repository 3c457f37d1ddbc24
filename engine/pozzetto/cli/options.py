"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules

PATIENCE = 60.0
"""Seconds in which a worker has to report a hand; even the slowest player takes fewer."""

Command = TypeVar("Command", bound=Callable[..., Any])


def changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command of one ruleset."""
    return _option("Change a key of the ruleset, this once")(command)


def last_changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command of several rulesets."""
    return _option("Change a key of the LAST ruleset named, this once")(command)


def each_changes_option(command: Command) -> Command:
    """Add `--set KEY=VALUE` as `changes`, for a command that takes rulesets one by one."""
    return _option("Change a key of each ruleset, this once")(command)


def in_option(
    *, default: str | None = None, show: str | bool = True
) -> Callable[[Command], Command]:
    """Add `--in NAME` as `ruleset`; `show` says which ruleset it is where that depends."""
    return click.option(
        "--in",
        "ruleset",
        metavar="NAME",
        default=default,
        show_default=show,
        help="The ruleset, installed or a file.",
    )


def json_option(what: str) -> Callable[[Command], Command]:
    """Add `--json` as `as_json`, which prints this as JSON."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as JSON.")


def patience_option(when: str) -> Callable[[Command], Command]:
    """Add `--patience SECONDS` as `patience`; `when` says where it counts."""
    return click.option(
        "--patience",
        metavar="SECONDS",
        type=click.FloatRange(min=1),
        default=PATIENCE,
        show_default=True,
        help=f"{when}: end a worker that reports no hand for so long, and name the rule it hangs "
        "on.",
    )


def load_all(names: Sequence[str], changes: Sequence[str]) -> list[Rules]:
    """The rules of each ruleset, the last one changed."""
    from pozzetto.rulebook.library import load

    return [*map(load, names[:-1]), load(names[-1], changes)]


PLUGIN_FILES = "pozzetto.plugin_files"
"""Where a command's context keeps the files given with `--plugin`."""


def repeated(changes: Iterable[str]) -> list[str]:
    """The words of a command line that make these changes, and offer the same house rules."""
    context = click.get_current_context(silent=True)
    files = context.meta.get(PLUGIN_FILES, ()) if context else ()
    words = [word for file in files for word in ("--plugin", file)]
    return words + [word for change in changes for word in ("--set", change)]


def _option(what: str) -> Callable[[Command], Command]:
    return click.option(
        "--set",
        "changes",
        metavar="KEY=VALUE",
        multiple=True,
        help=f"{what}, such as match.target=1000 or pozzetti=none. Can be repeated.",
    )
