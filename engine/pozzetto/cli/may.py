"""`pozzetto may`: whether some moves are allowed at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from pozzetto.cli.options import changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.refused import say_refusal
from pozzetto.errors import CasesError, Fault
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.rulebook import library
from pozzetto.rulebook.yaml_text import Path, Tree, read_yaml
from pozzetto.text.cases.file import named_rules, read_file
from pozzetto.text.fields import Fields
from pozzetto.text.notation import Turn, read_turn
from pozzetto.text.playing import play, why_not
from pozzetto.text.position import Position, described, read_position

CASE_KEYS = ("ruleset", "table", "seed", "name", "clauses", "do", "expect")
"""What may stand beside a `table`: a case of play can be asked about as it is."""

BESIDE_TABLE = ("ruleset", "seed")


@click.command("may")
@click.argument("file")
@click.argument("turn", metavar="TURN")
@click.option("--in", "ruleset", metavar="NAME", help="The ruleset, or a path.")
@changes_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    file: str, turn: str, ruleset: str | None, changes: tuple[str, ...], as_json: bool
) -> int:
    """Tell whether TURN, such as "N: take, discard 4C", is allowed at the table in FILE.

    FILE is YAML: a table, with a `ruleset` beside its keys if it is not burraco, or a
    mapping with the table at its key `table`. What is not written is filled by chance.
    """
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
            say_data({"ruleset": rules.name, **answer, "refusal": refused.as_data()})
        else:
            say_refusal(refused)
            say(f"move     {move}{_after(asked, number)}")
        return 1
    if as_json:
        say_data({"ruleset": rules.name, "allowed": True, "table": described(table)})
    else:
        say("Yes.", bold=True)
        for text in _told(table, named | {asked.seat}):
            say(text)
    return 0


def _rules(tree: Tree, ruleset: str | None, changes: Sequence[str]) -> Rules:
    if ruleset is not None:
        return library.load(ruleset, changes)
    return named_rules(tree.data.get("ruleset", "burraco"), tree.file, changes)


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


def _after(asked: Turn, number: int) -> str:
    if number == 0:
        return ""
    return f" (after {', '.join(str(move) for move in asked.moves[:number])})"


def _told(table: Table, named: set[int]) -> list[str]:
    """The table in a few lines; the cards of the seats named, the others by number."""
    facts = described(table)
    if table.ended:
        lines = [f"the hand has ended: {facts['ended']}"]
    else:
        lines = [f"to move  {facts['to_move']} ({facts['phase']})"]
    for seat, name in enumerate(table.rules.seats):
        size = table.hands[seat].size
        cards = facts["held"][name] if seat in named and size else f"{size} cards"
        lines.append(f"{name:<8} {cards}")
    for name, melds in facts["melds"].items():
        lines += [f"{name + f' M{index}':<8} {meld}" for index, meld in enumerate(melds, 1)]
    lines.append(f"pile     {facts['pile'] or 'empty'}")
    lines.append(f"stock    {facts['stock']} cards")
    if table.rules.pozzetti is not None:
        told = ", ".join(f"{name} {state}" for name, state in facts["pozzetti"].items())
        lines.append(f"pozzetti {told}")
    return lines
