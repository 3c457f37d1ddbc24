"""`pozzetto check`: every fault of rulesets, before anybody plays them."""

from __future__ import annotations

from dataclasses import asdict, replace

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import each_changes_option, json_option, patience_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import Fault, PozzettoError, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library, schema
from pozzetto.rulebook.compiler import compile_rules
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.meld_count import FEW_ENOUGH, melds_possible

NO_RULES = frozenset({"name", "title", "summary", "extends", "house_rules", "cites"})
"""The keys of a ruleset that say nothing of how it is played."""


@click.command("check", epilog="Example: pozzetto check club.yaml")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@each_changes_option
@click.option(
    "--deep",
    is_flag=True,
    help="Also try whether the rules and their plugins answer the same whenever they are asked, "
    "and leave a game to play.",
)
@patience_option("With --deep")
@lang_option
@json_option("what was found")
def command(
    names: tuple[str, ...],
    changes: tuple[str, ...],
    deep: bool,
    patience: float,
    lang: str,
    as_json: bool,
) -> int:
    """Tell every fault of each ruleset NAME, installed or a file, or that it is fine.

    A fault stands with its file, line and column, what was expected, and its key. Faults
    are told in English, whatever the language.
    """
    _ = translator(lang)
    found = {name: _checked(name, changes, _, patience if deep else None) for name in names}
    faults = list(dict.fromkeys(fault for faults, _ in found.values() for fault in faults))
    if as_json:
        say_data({"rulesets": [_as_data(name, *found[name]) for name in found]})
    else:
        for fault in faults:
            say(str(fault))
        for name, (wrong, notes) in found.items():
            if not wrong:
                say(_("{name}: fine").format(name=name), fg="green")
                for note in notes:
                    say(_("{name}: note: {note}").format(name=name, note=note))
        if faults:
            count = _.plural("{count} fault", "{count} faults", len(faults))
            say(count.format(count=len(faults)), fg="red")
    return 2 if faults else 0


def _checked(
    name: str, changes: tuple[str, ...], translated: Translator, patience: float | None
) -> tuple[list[Fault], list[str]]:
    """The faults of a ruleset, and what is worth knowing of one that has none; with `patience`
    (in seconds) it is checked deeply."""
    try:
        # read once: what comes through a pipe is gone then
        draft = library.draft(name, changes)
        rules = compile_rules(draft)
        if patience is not None:
            return _deeply(rules, name, translated, patience), []
        return [], _defaults(draft, translated) + _sizes(rules, translated)
    except RulesetError as error:
        return [fault if fault.file else replace(fault, file=name) for fault in error.faults], []


def _deeply(rules: Rules, name: str, translated: Translator, patience: float) -> list[Fault]:
    # some seconds, so that it is asked for
    from pozzetto.cli._lab import playing
    from pozzetto.lab.deep import SMALL_HANDS, examine

    try:
        with playing(SMALL_HANDS, translated) as tell:
            found = examine(rules, progress=tell, patience=patience)
    except PozzettoError as error:
        found = [str(error)]
    return [Fault(message=message, file=name) for message in found]


def _defaults(resolved: Resolved, _: Translator) -> list[str]:
    # who forgets `extends` gets another game than the one in mind
    if len(resolved.files) - resolved.changes > 1:
        return []
    left_out = [key for key in schema.schema()["properties"] if key not in NO_RULES]
    left_out = [key for key in left_out if (key,) not in resolved.places]
    if not left_out:
        return []
    note = _(
        "it extends no other ruleset, so what it leaves out has its default, which is not "
        "burraco's everywhere: {keys}"
    )
    return [note.format(keys=", ".join(left_out))]


def _sizes(rules: Rules, _: Translator) -> list[str]:
    melds = melds_possible(rules)
    if melds <= FEW_ENOUGH:
        return []
    note = _(
        "about {melds} different melds are possible; above {enough} their tables are emptied "
        "now and then, and playing many hands is slower"
    )
    return [note.format(melds=_.number(melds), enough=_.number(FEW_ENOUGH))]


def _as_data(name: str, faults: list[Fault], notes: list[str]) -> dict[str, object]:
    return {
        "ruleset": name,
        "fine": not faults,
        "faults": [asdict(fault) for fault in faults],
        "notes": notes,
    }
