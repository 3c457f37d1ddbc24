"""The command line: `pozzetto COMMAND`. Each command is a module here that is imported
only when it is called.

An exit status says what came: 0 fine, 1 the answer is no, 2 the input cannot be used.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from errno import EFBIG, EIO, ENOSPC
from functools import cache
from importlib import import_module
from shutil import get_terminal_size
from typing import NoReturn

import click

from pozzetto.cli.output import make_ready, mute, say_data, say_styled, shout
from pozzetto.errors import (
    CasesError,
    Fault,
    IllegalMove,
    PluginError,
    PozzettoError,
    RecordError,
    RulesetError,
)
from pozzetto.fence import fenced

FINE, NO, UNUSABLE = 0, 1, 2
INTERRUPTED, CLOSED_PIPE = 130, 141
"""As a shell reports a command ended by Ctrl-C, and by a pipe that nobody reads."""
WIDEST_HELP, NARROWEST_HELP = 80, 30
"""The columns that help is set in, whatever the terminal has."""

COMMANDS = {
    "list": "The installed rulesets.",
    "explain": "The rules of a game in words, or what one key means.",
    "diff": "What differs between two rulesets, in words.",
    "meld": "What a meld is, and what it counts; or why it is refused.",
    "may": "Whether some moves are allowed at a table.",
    "judge": "Run cases files: does the ruleset do what they expect?",
    "check": "Every fault of a ruleset, or that it is fine.",
    "show": "A ruleset as it is written, or with all it inherits.",
    "plugins": "The house rules that rulesets may name.",
    "new": "A house rule or a ruleset of your own, begun.",
    "schema": "The JSON Schema of rulesets, for editors.",
    "deal": "Draw for the first deal, cut and deal a hand.",
    "score": "Count a finished table, line by line.",
    "vp": "The victory points of a difference in points.",
    "simulate": "Play many hands by computer and count what happens.",
    "ladder": "How much each automatic player beats the one below it.",
    "compare": "Play hands from the same shuffled decks under several rulesets.",
    "replay": "Play recorded hands again, by their own rules or by others.",
    "rescore": "Count recorded hands again, at the prices of other rules.",
    "export": "The hands of a study as a table, for spreadsheets and programs.",
}
"""Every command and what it does, in the order in which they are listed."""

# a module called `list` would hide the built-in one in this package
MODULES = {"list": "listing"}


class Commands(click.Group):
    """A group whose commands are imported when they are called, not when they are listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None when there is none."""
        return _command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; where there is none, the nearest is named."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            if not near:
                raise
            message = f"There is no command '{args[0]}'. Did you mean '{near[0]}'?"
            raise click.UsageError(message, ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@cache
def _command(name: str) -> click.Command:
    # what every command has besides its own: some options, and a fence around house rules
    from pozzetto.cli.common import OPTIONS, PLACES, somewhere

    command = import_module(f"pozzetto.cli.{MODULES.get(name, name)}").command
    assert isinstance(command, click.Command)
    assert command.callback is not None
    command.params += OPTIONS
    for param in command.params:
        if param.name in PLACES and param.callback is None:
            param.callback = somewhere
    command.callback = fenced()(command.callback)
    return command


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("pozzetto")
    except PackageNotFoundError:
        number = "not installed"
    say_styled(f"pozzetto {number}")
    ctx.exit()


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def group(ctx: click.Context) -> None:
    """A rummy engine that plays the rules you write down.

    Exit status: 0 fine, 1 the answer is no, 2 the input cannot be used.
    """
    if ctx.invoked_subcommand is None:
        say_styled(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    make_ready()
    stdout, stderr = sys.stdout, sys.stderr
    try:
        status = _answered(arguments)
        stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        status = CLOSED_PIPE
    except SystemExit as leaving:
        # rich meets a closed pipe by leaving with the status of a "no"
        if sys.stdout is stdout and not isinstance(leaving.__context__, BrokenPipeError):
            raise
        status = CLOSED_PIPE
    except OSError as error:
        mute(stdout)
        shout(_refused_by_system(error))
        return UNUSABLE
    if sys.stdout is not stdout:
        # so does click, and puts mute streams in place of both
        sys.stdout, sys.stderr = stdout, stderr
        status = CLOSED_PIPE
    if status == CLOSED_PIPE:
        # whoever read has gone; nothing is left to say, not even at exit
        mute(stdout)
    return status


def _answered(arguments: Sequence[str] | None) -> int:
    try:
        status = group.main(
            args=None if arguments is None else list(arguments),
            prog_name="pozzetto",
            standalone_mode=False,
            # click never goes below 50 columns by itself
            terminal_width=max(min(get_terminal_size().columns, WIDEST_HELP), NARROWEST_HELP) - 2,
        )
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        if _wants_json(arguments):
            return _unusable([Fault(message=error.format_message())])
        return _misused(error)
    except IllegalMove as error:
        shout(str(error))
        return NO
    except (CasesError, RecordError, RulesetError) as error:
        if _wants_json(arguments):
            return _unusable(error.faults)
        for fault in error.faults:
            shout(str(fault), bare=bool(fault.file))
        return UNUSABLE
    except PozzettoError as error:
        if isinstance(error, PluginError) and _wants("--debug", arguments):
            _show_remote_trace(error)
        if _wants_json(arguments):
            return _unusable([Fault(message=str(error), file=error.file)])
        shout(str(error))
        return UNUSABLE
    except OSError as error:
        if error.filename is None or not _wants_json(arguments):
            raise
        told = Fault(message=_refused_by_system(error), file=str(error.filename))
        return _unusable([told])
    except EOFError:
        raise
    # nobody who does not ask for it has to read a traceback
    except Exception as error:  # noqa: BLE001
        if _wants("--debug", arguments):
            _show_trace(error)
        if _wants_json(arguments):
            return _unusable([Fault(message=_unforeseen(error))])
        shout(_unforeseen(error))
        return UNUSABLE
    return status if isinstance(status, int) else FINE


def _wants_json(arguments: Sequence[str] | None) -> bool:
    return _wants("--json", arguments)


def _wants(option: str, arguments: Sequence[str] | None) -> bool:
    return option in (sys.argv[1:] if arguments is None else arguments)


def _show_remote_trace(error: PluginError) -> None:
    # what was raised here has been shown; what was raised in a worker comes as a text
    cause = error.__cause__
    if type(cause).__name__ == "_RemoteTraceback":
        shout(str(cause).partition("\n\nThe above exception")[0].strip('"\n'), bare=True)


def _show_trace(error: Exception) -> None:
    from traceback import format_exception

    shout("".join(format_exception(error)).rstrip(), bare=True)


def _unforeseen(error: Exception) -> str:
    # what nothing in the engine raises on purpose
    from pozzetto.rulebook.foreign import told
    from pozzetto.rulebook.shelf import in_use

    if isinstance(error, MemoryError):
        return (
            "there is not enough memory for this. Where a meld may hold several wild cards, "
            "there are very many melds to know: let fewer --workers play, or allow fewer wild "
            "cards."
        )
    rules = ", ".join(f"`{name}`" for name in in_use())
    whose = (
        f"a house rule may have changed what it was given ({rules}), or it is a fault of pozzetto"
        if rules
        else "a fault of pozzetto, please report it"
    )
    return f"this went wrong unforeseen: {told(error)}; {whose}. --debug shows where it came from."


def _unusable(faults: Sequence[Fault]) -> int:
    # a program is told what is wrong as data too
    say_data({"faults": [asdict(fault) for fault in faults]})
    return UNUSABLE


def _misused(error: click.ClickException) -> int:
    # a command called as it cannot be: what is wrong, and where help is
    shout(error.format_message())
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is not None:
        shout(f"{ctx.get_usage()}\nTry '{ctx.command_path} --help'.", bare=True)
    return UNUSABLE


def _refused_by_system(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename} cannot be used: {reason}."
    if error.errno in (ENOSPC, EFBIG, EIO):
        return f"the output cannot be written: {reason}."
    return f"the system refuses: {reason}."
