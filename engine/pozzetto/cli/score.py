"""`pozzetto score`: a finished table, counted line by line as on a club's score sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, in_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.picture import say_table, width
from pozzetto.errors import CasesError, Fault
from pozzetto.game.match import Match
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import (
    BURRACO,
    CLOSING,
    HELD,
    MELDED,
    UNOPENED,
    UNTAKEN,
    Line,
    sheets,
)
from pozzetto.game.shapes import Shapes
from pozzetto.language import Translator, in_language, translator
from pozzetto.rulebook import library
from pozzetto.rulebook.yaml_text import read_yaml
from pozzetto.rulebook.yaml_tree import Path, Tree, shown
from pozzetto.text.cases.case import COMMON_KEYS
from pozzetto.text.cases.file import READERS, read_file, rules_of_table
from pozzetto.text.cases.matches import DRAWN, GOES_ON, match_word
from pozzetto.text.cases.plays import SCORE_KEYS, read_seed
from pozzetto.text.drawing import MIDDLE
from pozzetto.text.fields import Fields
from pozzetto.text.position import Position, read_position
from pozzetto.text.record_text import line_data
from pozzetto.text.table_words import burraco_name

SENTENCES: Mapping[str, str] = {
    MELDED: "cards melded",
    HELD: "cards held",
    CLOSING: "closing",
    UNTAKEN: "pozzetto not taken",
    UNOPENED: "pozzetto unopened",
    "hand": "this hand",
    "before": "before it",
    "total": "total",
    "nothing": "Nothing is counted.",
    "goes on": "The match goes on.",
    "won": "The match is won by {team}.",
    "drawn": "The match is drawn.",
    "unknown": "A match of {hands} hands: how many have been played is not written here.",
}
"""What stands on a score sheet; what is in braces is filled in."""

CELL, COUNT = 7, 5
"""How wide a team's points are written, and the number of cards behind them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A finished table and what it came to. `written` are the keys of the table in the
    file. `totals` and `match` are None where no totals before the hand are written, or
    where nobody could tell."""

    name: str
    written: frozenset[str]
    position: Position
    sheets: tuple[tuple[Line, ...], ...]
    totals: tuple[int, ...] | None
    match: str | None

    @property
    def score(self) -> tuple[int, ...]:
        """The hand's score of each team."""
        return tuple(sum(line.points for line in sheet) for sheet in self.sheets)


@click.command("score", epilog="Example: pozzetto score table.yaml")
@click.argument("file")
@in_option(show="the file's, else burraco")
@changes_option
@lang_option
@json_option("the sheets")
def command(
    file: str,
    ruleset: str | None,
    changes: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> int:
    """Count the finished table in FILE.

    FILE is YAML: a table, with a `ruleset` beside its keys if it is not burraco; or a
    mapping with the table at its key `table`; or a cases file, whose `scores` are counted
    one by one. Nothing is guessed: every hand, every pozzetto and how the hand ended have
    to be written. With the totals before the hand, `scores`, the match is counted as well.
    """
    tree = read_yaml(read_file(file), file)
    if tree.faults:
        raise CasesError(tree.faults)
    rules = _rules(tree, ruleset, changes)
    hands = _counted(tree, rules)
    if as_json:
        say_data({"ruleset": rules.name, "scores": [_as_data(hand) for hand in hands]})
        return 0
    for number, hand in enumerate(hands):
        if number:
            say()
        if hand.name:
            say(hand.name, bold=True)
            say()
        _say(hand, translator(lang))
    return 0


def _rules(tree: Tree, ruleset: str | None, changes: tuple[str, ...]) -> Rules:
    return rules_of_table(tree, changes) if ruleset is None else library.load(ruleset, changes)


def _counted(tree: Tree, rules: Rules) -> list[Counted]:
    faults: list[Fault] = []
    fields = Fields(Shapes(rules), lambda message, path: faults.append(_fault(tree, message, path)))
    data: Mapping[str, Any] = tree.data
    found: list[Counted | None] = []
    if isinstance(data.get("scores"), list):
        fields.mapping(data, (), ("ruleset", *READERS))
        for item, path in fields.listing(data["scores"], ("scores",)):
            found.append(_case(item, path, fields))
        if not found:
            fields.say("no finished table stands here", ("scores",))
    elif "table" in data:
        rest = {key: value for key, value in data.items() if key != "ruleset"}
        found.append(_case(rest, (), fields))
    elif set(data) & (set(READERS) - {"melds", "scores"}):
        fields.say("this cases file has no `scores`, so there is nothing to count", ())
    else:
        # a table alone, and beside its keys those that a case may carry
        beside = ("ruleset", *COMMON_KEYS)
        table = {key: value for key, value in data.items() if key not in beside}
        seed = read_seed(data, (), fields)
        found.append(_hand(str(data.get("name", "")), table, (), fields, seed))
    if faults:
        raise CasesError(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    return [hand for hand in found if hand is not None]


def _fault(tree: Tree, message: str, path: Path) -> Fault:
    # what is missing from the whole file is missing where it begins
    fault = tree.fault(message, path)
    return fault if fault.line else replace(fault, line=1, column=1)


def _case(item: Any, path: Path, fields: Fields) -> Counted | None:
    data = fields.mapping(item, path, SCORE_KEYS)
    if data is None:
        return None
    if "table" not in data:
        fields.say("a score is counted on a table: write `table`", path)
        return None
    name, seed = str(data.get("name", "")), read_seed(data, path, fields)
    return _hand(name, data["table"], (*path, "table"), fields, seed)


def _hand(name: str, table: Any, path: Path, fields: Fields, seed: int) -> Counted | None:
    position = read_position(table, path, fields, seed=seed, complete=True)
    if position is None:
        return None
    counted = sheets(position.table)
    score = tuple(sum(line.points for line in sheet) for sheet in counted)
    totals = match = None
    if table.get("scores"):
        before = Match(rules=fields.rules, totals=position.scores)
        if before.outcome is not None:
            fields.say("with these totals the match was over before the hand", (*path, "scores"))
            return None
        after = before.after(score)
        totals = after.totals
        if fields.rules.match.target is not None or (fields.rules.match.hands or 1) == 1:
            match = match_word(after)
    return Counted(
        name=name,
        written=frozenset(table),
        position=position,
        sheets=counted,
        totals=totals,
        match=match,
    )


def _as_data(hand: Counted) -> dict[str, Any]:
    teams = hand.position.table.rules.teams

    def by_team(values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(teams, values, strict=True))

    data: dict[str, Any] = {"name": hand.name} if hand.name else {}
    data["ended"] = hand.position.table.outcome()
    data["lines"] = by_team([[line_data(line) for line in sheet] for sheet in hand.sheets])
    data["score"] = by_team(hand.score)
    if hand.totals is not None:
        data["before"] = by_team(hand.position.scores)
        data["totals"] = by_team(hand.totals)
    if hand.match is not None:
        data["match"] = hand.match
    return data


def _say(hand: Counted, translated: Translator) -> None:
    table = hand.position.table
    # what is not written of the stock and the pile does not count, and is not known either
    middle = {*hand.written & set(MIDDLE), "pozzetti"}
    say_table(table, middle=middle, translated=translated)
    say()
    rows = [(translated(SENTENCES["hand"]), hand.score)]
    if hand.totals is not None:
        rows.append((translated(SENTENCES["before"]), hand.position.scores))
        rows.append((translated(SENTENCES["total"]), hand.totals))
    _say_rows(hand, _labels(hand, translated), rows)
    if not any(hand.sheets):
        say(translated(SENTENCES["nothing"]))
    match = table.rules.match
    if hand.match is not None:
        key = {GOES_ON: "goes on", DRAWN: "drawn"}.get(hand.match, "won")
        say(translated(SENTENCES[key]).format(team=hand.match.removeprefix("won by ")))
    elif hand.totals is not None:
        say(translated(SENTENCES["unknown"]).format(hands=match.hands))


def _say_rows(
    hand: Counted, labels: Mapping[str, str], sums: Sequence[tuple[str, tuple[int, ...]]]
) -> None:
    names = hand.position.table.rules.teams
    room = max(width() - len(names) * CELL, CELL)
    first = min(max(map(len, [*labels.values(), *(label for label, _ in sums)])), room)
    counts = COUNT if first + len(names) * (CELL + COUNT) <= width() else 0

    def row(label: str, cells: Iterable[str], *, bold: bool = False) -> None:
        *above, last = textwrap.wrap(label, first) or [""]
        for line in above:
            say(line, bold=bold)
        say((last.ljust(first) + "".join(cells)).rstrip(), bold=bold)

    row("", (_cell(name, counts) for name in names), bold=True)
    for what, label in labels.items():
        cells = []
        for sheet in hand.sheets:
            points = [line.points for line in sheet if line.what == what]
            number = sum(line.count for line in sheet if line.what == what)
            told = f" ({number})" if points and number > 1 else ""
            cells.append(_cell(str(sum(points)) if points else "", counts, told))
        row(label, cells)
    for label, values in sums:
        row(label, (_cell(str(points), counts) for points in values), bold=True)


def _labels(hand: Counted, translated: Translator) -> dict[str, str]:
    # what stands on the sheets, in its order, and whatever else the rules have counted
    known = {MELDED: translated(SENTENCES[MELDED])}
    for tier in hand.position.table.rules.tiers:
        known[f"{BURRACO}.{tier.name}"] = burraco_name(tier.name, translated)
    known |= {what: translated(SENTENCES[what]) for what in (HELD, CLOSING, UNTAKEN, UNOPENED)}
    counted = {line.what: line for sheet in hand.sheets for line in sheet}
    ordered = [what for what in known if what in counted]
    ordered += [what for what in counted if what not in known]
    return {what: known.get(what) or _of_house(counted[what], translated) for what in ordered}


def _of_house(line: Line, translated: Translator) -> str:
    # a house rule's line goes by the rule's name too, so that nobody takes it for an ordinary one
    title = in_language(line.title, translated.lang) if line.title else line.what
    return f"{shown(title)} [{line.plugin}]" if line.plugin else shown(title)


def _cell(text: str, counts: int, told: str = "") -> str:
    return shown(text)[: CELL - 1].rjust(CELL) + told.ljust(counts)[:counts]
