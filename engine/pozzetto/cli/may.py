"""`pozzetto may`: whether some moves are allowed at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from pozzetto.cli.lang import lang_option, say_rows
from pozzetto.cli.options import changes_option, in_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.refused import say_refusal
from pozzetto.errors import CasesError, Fault
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library
from pozzetto.rulebook.yaml_text import Path, Tree, read_yaml
from pozzetto.text.cases.file import read_file, rules_of_table
from pozzetto.text.fields import Fields
from pozzetto.text.notation import Turn, read_turn
from pozzetto.text.playing import play, why_not
from pozzetto.text.position import Position, described, read_position
from pozzetto.text.table_words import how_it_ended, pozzetto_word
from pozzetto.text.written_table import PHASES

CASE_KEYS = ("ruleset", "table", "seed", "name", "clauses", "do", "expect")
"""What may stand beside a `table`: a case of play can be asked about as it is."""

BESIDE_TABLE = ("ruleset", "seed")

_PHASES: Mapping[str, str] = dict(zip(PHASES, (Phrase("draw"), Phrase("play")), strict=True))


@click.command("may", epilog='Example: pozzetto may table.yaml "N: draw, add 4H to M1, discard 9D"')
@click.argument("file")
@click.argument("turn", metavar="TURN")
@in_option(show="the file's, else burraco")
@changes_option
@lang_option
@json_option("the answer")
def command(
    file: str,
    turn: str,
    ruleset: str | None,
    changes: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> int:
    """Tell whether TURN is allowed at the table in FILE.

    FILE is YAML: a table, with a `ruleset` beside its keys if it is not burraco, or a
    mapping with the table at its key `table`. What is not written is filled by chance.
    """
    _ = translator(lang)
    tree = read_yaml(read_file(file), file)
    if tree.faults:
        raise CasesError(tree.faults)
    rules = _rules(tree, ruleset, changes)
    position, named = _position(tree, rules)
    asked = read_turn(turn, rules)
    table = position.table.copy()
    for number, move in enumerate(asked.moves):
        refused = why_not(table, asked.seat, move)
        if refused is None:
            play(table, asked.seat, move)
            continue
        if as_json:
            answer = {"allowed": False, "move": str(move), "number": number + 1}
            say_data({"ruleset": rules.name, **answer, "refusal": refused.as_data(_)})
        else:
            say_refusal(refused, _, [(_("move"), _move(asked, number, _))])
        return 1
    if as_json:
        say_data({"ruleset": rules.name, "allowed": True, "table": described(table)})
    else:
        say(_("Yes."), bold=True)
        _say_table(table, named | {asked.seat}, _)
    return 0


def _rules(tree: Tree, ruleset: str | None, changes: Sequence[str]) -> Rules:
    if ruleset is not None:
        return library.load(ruleset, changes)
    return rules_of_table(tree, changes)


def _position(tree: Tree, rules: Rules) -> tuple[Position, set[int]]:
    # the table, and the seats whose cards are written
    faults: list[Fault] = []
    fields = Fields(Shapes(rules), lambda message, path: faults.append(tree.fault(message, path)))
    data: Mapping[str, Any] = tree.data
    seed = fields.whole(data.get("seed", 0), ("seed",)) or 0
    path: Path = ()
    table: Any = {key: value for key, value in data.items() if key not in BESIDE_TABLE}
    if "table" in data:
        fields.mapping(data, (), CASE_KEYS)
        table, path = data["table"], ("table",)
    position = read_position(table, path, fields, seed=seed)
    if faults or position is None:
        raise CasesError(faults)
    held = fields.by_seat(table.get("held", {}), (*path, "held"))
    return position, {seat for seat, _, _ in held}


def _move(asked: Turn, number: int, _: Translator) -> str:
    move, before = asked.moves[number], asked.moves[:number]
    if not before:
        return str(move)
    return _("{move} (after {moves})").format(move=move, moves=", ".join(map(str, before)))


def _say_table(table: Table, named: set[int], _: Translator) -> None:
    """The table in a few lines; the cards of the seats named, the others by number."""
    facts = described(table)
    if table.ended:
        say(how_it_ended(facts["ended"], _))
    rows = [] if table.ended else [(_("to move"), _to_move(facts, _))]
    for seat, name in enumerate(table.rules.seats):
        size = table.hands[seat].size
        # a pozzetto that is not opened yet is hidden from its owner too (IT-POZ-09)
        shown = seat in named and size and seat not in table.unopened
        rows.append((name, facts["held"][name] if shown else _cards(size, _)))
    for name, melds in facts["melds"].items():
        rows += [(f"{name} M{index}", meld) for index, meld in enumerate(melds, 1)]
    rows.append((_("pile"), facts["pile"] or _("empty")))
    rows.append((_("stock"), _cards(facts["stock"], _)))
    if table.rules.pozzetti is not None:
        told = (f"{name} {pozzetto_word(state, _)}" for name, state in facts["pozzetti"].items())
        rows.append((_("pozzetti"), ", ".join(told)))
    say_rows(rows)


def _to_move(facts: Mapping[str, Any], _: Translator) -> str:
    return f"{facts['to_move']} ({_(_PHASES[facts['phase']])})"


def _cards(count: int, _: Translator) -> str:
    return _.plural("{count} card", "{count} cards", count).format(count=count)
