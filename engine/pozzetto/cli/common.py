"""Options that every command has: house rules from files, and what helps their authors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pozzetto.cli.options import PLUGIN_FILES

PLACES = ("file", "files", "study", "reports", "records", "targets", "folder", "cluster")
"""The parameters that name a file, a folder or an address."""


def somewhere(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Refuse an empty name, which is a variable of a script that was never set."""
    if "" in (value if isinstance(value, tuple) else (value,)) and not ctx.resilient_parsing:
        raise click.BadParameter("it is empty, and has to name something.", ctx, param)
    return value


def _join(ctx: click.Context, param: click.Parameter, files: tuple[str, ...]) -> None:
    somewhere(ctx, param, files)
    if files and not ctx.resilient_parsing:
        from pozzetto.rulebook.shelf import join

        for file in files:
            join(file)
        ctx.meta[PLUGIN_FILES] = files


def _trace(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from pozzetto.rulebook.asking import tracing

        ctx.find_root().with_resource(tracing(_tell_call))


def _tell_call(plugin: str, hook: str, given: Mapping[str, Any], answer: object) -> None:
    from pozzetto.cli.output import shout
    from pozzetto.rulebook.told_calls import call_line

    shout(call_line(plugin, hook, given, answer), bare=True)


def _debug(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from pozzetto.rulebook.shelf import debugging

        ctx.find_root().with_resource(debugging(_tell_trace))


def _tell_trace(raised: BaseException) -> None:
    from pozzetto.cli.output import shout
    from pozzetto.rulebook.foreign import own_trace

    shout(own_trace(raised), bare=True)


OPTIONS = (
    click.Option(
        ["--plugin"],
        metavar="FILE",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=_join,
        help="Offer the house rule in a Python file to rulesets that name it. Can be repeated.",
    ),
    click.Option(
        ["--trace-hooks"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_trace,
        help="Tell every call of a house rule on a line of its own.",
    ),
    click.Option(
        ["--debug"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_debug,
        help="Show where an error came from, down to a house rule's own line.",
    ),
)
