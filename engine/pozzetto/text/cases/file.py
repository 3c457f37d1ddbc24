"""Cases files read: every fault of a file is found before anything is played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pozzetto.errors import CasesError, Fault, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.rulebook import library
from pozzetto.rulebook.changes import OPTION
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_text import MOST_BYTES, Path, Tree, read_yaml, shown
from pozzetto.text.cases.case import COMMON_KEYS, Case, Judge, demand_a_check
from pozzetto.text.cases.deals import DEAL_CHECKS, DRAW_CHECKS, read_deal, read_draw
from pozzetto.text.cases.matches import MATCH_CHECKS, read_match
from pozzetto.text.cases.melds import MELD_CHECKS, read_meld_case
from pozzetto.text.cases.plays import PLAY_CHECKS, read_play, read_score
from pozzetto.text.cases.sheets import SHEET_KEYS
from pozzetto.text.cases.views import VIEW_CHECKS, read_view
from pozzetto.text.fields import Fields

READERS: Mapping[str, Callable[[Mapping[str, Any], Path, Fields], Judge | None]] = {
    "melds": read_meld_case,
    "plays": read_play,
    "scores": read_score,
    "draws": read_draw,
    "deals": read_deal,
    "views": read_view,
    "matches": read_match,
}
"""What reads an item of each list; it answers None only when it has told a fault."""

CHECKS: Mapping[str, Sequence[str]] = {
    "melds": MELD_CHECKS,
    "plays": PLAY_CHECKS,
    "scores": SHEET_KEYS,
    "draws": DRAW_CHECKS,
    "deals": DEAL_CHECKS,
    "views": VIEW_CHECKS,
    "matches": MATCH_CHECKS,
}
"""The keys of each list's items that say what has to come; one of them has to be there."""


def cases_in(path: str, rules: Rules | None = None) -> tuple[Case, ...]:
    """The cases of a file, under the ruleset it names or, where given, under these rules.

    Raises CasesError with every fault, each with its place.
    """
    return read_cases(read_file(path), path, rules)


def read_file(path: str) -> bytes:
    """What is in a file. Raises CasesError when it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        message = f"the file cannot be read: {reason}"
        raise CasesError([Fault(message=message, file=path)]) from error


def read_cases(text: str | bytes, file: str = "", rules: Rules | None = None) -> tuple[Case, ...]:
    """The cases that a text holds, under the ruleset it names or under these rules.

    Raises CasesError with every fault, each with its place.
    """
    tree = read_yaml(text, file)
    faults = list(tree.faults)
    cases: list[Case] = []
    if tree.data is not None:
        faults += _unknown_keys(tree)
        if rules is None:
            rules = _rules(tree, faults)
        if rules is not None:
            fields = Fields(
                Shapes(rules), lambda message, path: faults.append(tree.fault(message, path))
            )
            cases = _cases(tree, fields)
    if not cases and not faults:
        faults.append(_at_the_top(tree, "this file holds no case"))
    if faults:
        raise CasesError(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    return tuple(cases)


def named_rules(name: Any, file: str, changes: Iterable[str] = ()) -> Rules:
    """The rules of a ruleset that a file names; a path begins at that file's folder.
    `changes` are made to it, as by `library.load`.

    Raises RulesetError when there is none such.
    """
    if not name or not isinstance(name, str):
        message = "the file names its ruleset: write `ruleset: burraco`, or a path"
        raise RulesetError([Fault(message=message)])
    beside = os.path.join(os.path.dirname(file), name)
    is_path = name.endswith(library.SUFFIXES) or "/" in name
    return library.load(beside if is_path and os.path.lexists(beside) else name, changes)


def rules_of_table(tree: Tree, changes: Iterable[str] = ()) -> Rules:
    """The rules that a table's file names, burraco's where it names none, with `changes`.

    Raises CasesError, told where they are named, when there are none such.
    """
    try:
        return named_rules(tree.data.get("ruleset", "burraco"), tree.file, changes)
    except RulesetError as error:
        # a fault inside a ruleset's own file, or in a change, keeps its place there
        faults = [
            fault if fault.line or fault.file.startswith(OPTION) else _misnamed(fault, tree)
            for fault in error.faults
        ]
        raise CasesError(faults) from None


def _rules(tree: Tree, faults: list[Fault]) -> Rules | None:
    try:
        return named_rules(tree.data.get("ruleset"), tree.file)
    except RulesetError as error:
        # a fault inside a ruleset's own file keeps its place there
        faults += [fault if fault.line else _misnamed(fault, tree) for fault in error.faults]
        return None


def _misnamed(fault: Fault, tree: Tree) -> Fault:
    # what is wrong with a ruleset as a whole is told where it is named
    if "ruleset" not in tree.data:
        return _at_the_top(tree, fault.message, ("ruleset",))
    which = f": {shown(os.path.basename(fault.file))}" if fault.file else ""
    return tree.fault(f"{fault.message}{which}", ("ruleset",))


def _at_the_top(tree: Tree, message: str, path: Path = ()) -> Fault:
    return replace(tree.fault(message, path), line=1, column=1)


def _unknown_keys(tree: Tree) -> list[Fault]:
    known = ("ruleset", *READERS)
    return [
        tree.fault(
            f"`{shown(key)}` is no key of a cases file"
            f"{meant(key, known) or ': there are ' + ', '.join(known)}",
            (key,),
        )
        for key in tree.data
        if key not in known
    ]


def _cases(tree: Tree, fields: Fields) -> list[Case]:
    cases = []
    for kind, reader in READERS.items():
        if kind not in tree.data:
            continue
        for item, path in fields.listing(tree.data[kind], (kind,)):
            data = fields.mapping(item, path)
            if data is None:
                continue
            name, clauses = _common(data, path, fields)
            play = reader(data, path, fields)
            place = tree.place(path)
            if play is not None:
                demand_a_check(data, CHECKS[kind], path, fields)
                cases.append(
                    Case(
                        kind=kind,
                        number=int(path[-1]) + 1,
                        name=name,
                        clauses=clauses,
                        file=tree.file,
                        line=place.line,
                        column=place.column,
                        play=play,
                    )
                )
    return cases


def _common(data: Mapping[str, Any], path: Path, fields: Fields) -> tuple[str, tuple[str, ...]]:
    # what any case may carry; the seed is read where it is used
    name = data.get("name", "")
    if isinstance(name, Mapping | list) or name is None:
        fields.text(name, (*path, "name"))
        name = ""
    clauses = (
        fields.text(each, where)
        for each, where in fields.listing(data.get("clauses", []), (*path, "clauses"))
    )
    return str(name), tuple(each for each in clauses if each is not None)


__all__ = ["COMMON_KEYS", "cases_in", "named_rules", "read_cases", "read_file"]
