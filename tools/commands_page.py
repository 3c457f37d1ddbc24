"""The reference of commands, from their own help; and of what is measured."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pozzetto import cli
from pozzetto.lab.measures import measures
from pozzetto.rulebook import library

WIDTH = 78
"""What click makes of a terminal of 80 columns."""


def text() -> str:
    """The help of every command, and which of them take the common options."""
    return "\n".join(_all())


def measures_text() -> str:
    """Every measure that a shipped ruleset can give."""
    rulesets = [library.load(name) for name in library.names() if "2p" not in name]
    rows = [
        f"| {each.title} | `{each.name}` | {each.unit} | {each.sentence} |"
        for each in measures(rulesets, ("greedy", "random"))
    ]
    return "\n".join(["| Measure | Name in JSON | Unit | What it is |", "|---|---|---|---|", *rows])


def helps() -> dict[str, str]:
    """The help of each command, by its name; that of `pozzetto` itself under ``."""
    top = click.Context(
        cli.group,
        info_name="pozzetto",
        help_option_names=["-h", "--help"],
        terminal_width=WIDTH,
    )
    found = {"": cli.group.get_help(top)}
    for name in cli.COMMANDS:
        command = cli.group.get_command(top, name)
        assert command is not None
        within = click.Context(command, info_name=name, parent=top)
        found[name] = command.get_help(within)
    return found


def _all() -> Iterator[str]:
    found = helps()
    for option, what in (
        ("--lang", "In Italian with `--lang it`"),
        ("--set", "With `--set KEY=VALUE`"),
        ("--json", "As JSON with `--json`"),
    ):
        having = [name for name in cli.COMMANDS if option in _options(name)]
        yield f"- {what}: {', '.join(f'[`{name}`](#{name})' for name in having)}."
    yield ""
    for name, help_text in found.items():
        if name:
            yield f"## `{name}` {{ #{name} }}\n\n{cli.COMMANDS[name]}\n"
        yield f"```text\n{help_text.rstrip()}\n```\n"


def _options(name: str) -> set[str]:
    command = cli.group.get_command(click.Context(cli.group), name)
    assert command is not None
    return {option for parameter in command.params for option in parameter.opts}
