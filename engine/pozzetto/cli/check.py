"""`pozzetto check`: every fault of rulesets, before anybody plays them."""

from __future__ import annotations

from dataclasses import asdict, replace

import click

from pozzetto.cli.options import each_changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import Fault, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.rulebook import library
from pozzetto.rulebook.meld_count import FEW_ENOUGH, melds_possible


@click.command("check")
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@each_changes_option
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(names: tuple[str, ...], changes: tuple[str, ...], as_json: bool) -> int:
    """Tell every fault of each FILE, or that it is fine: a ruleset's file or name.

    A fault stands with its file, line and column, what was expected, and its key.
    """
    found = {name: _checked(name, changes) for name in names}
    faults = list(dict.fromkeys(fault for faults, _ in found.values() for fault in faults))
    if as_json:
        say_data({"rulesets": [_as_data(name, *found[name]) for name in found]})
    else:
        for fault in faults:
            say(str(fault))
        for name, (wrong, notes) in found.items():
            if not wrong:
                say(f"{name}: fine", fg="green")
                for note in notes:
                    say(f"{name}: note: {note}")
        if faults:
            say(f"{len(faults)} fault{'' if len(faults) == 1 else 's'}", fg="red")
    return 2 if faults else 0


def _checked(name: str, changes: tuple[str, ...]) -> tuple[list[Fault], list[str]]:
    """The faults of a ruleset, and what is worth knowing of one that has none."""
    try:
        return [], _notes(library.load(name, changes))
    except RulesetError as error:
        return [fault if fault.file else replace(fault, file=name) for fault in error.faults], []


def _notes(rules: Rules) -> list[str]:
    melds = melds_possible(rules)
    if melds <= FEW_ENOUGH:
        return []
    return [
        f"about {melds:,} different melds are possible; above {FEW_ENOUGH:,} their tables are "
        "emptied now and then, and playing many hands is slower"
    ]


def _as_data(name: str, faults: list[Fault], notes: list[str]) -> dict[str, object]:
    return {
        "ruleset": name,
        "fine": not faults,
        "faults": [asdict(fault) for fault in faults],
        "notes": notes,
    }
