"""`pozzetto replay`: play recorded hands again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from pozzetto.cli.options import changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import PozzettoError, RecordError
from pozzetto.rulebook import library
from pozzetto.text.record_reading import records_in
from pozzetto.text.record_text import line_data
from pozzetto.text.replay import Parting, Replay, replay


@click.command("replay")
@click.argument("file")
@click.option("--under", metavar="NAME", help="Play the hands by this ruleset, or path, instead.")
@changes_option
@click.option("--json", "as_json", is_flag=True, help="Print what came as JSON.")
def command(file: str, under: str | None, changes: tuple[str, ...], as_json: bool) -> int:
    """Play the hands recorded in FILE again, move by move.

    FILE holds records, as text or as JSON Lines. One line a hand: that it went as recorded,
    or the first thing that did not: a move that the rules refuse, other cards, another end,
    another score. Then a count. With --under the hands are played by other rules than their
    own, which must have the same seats, deck and deal: the first move that those refuse, or
    the score that they give. A file that is damaged is told line by line.
    """
    if changes and under is None:
        raise click.UsageError("--set changes the ruleset that --under names: name one.")
    other = library.load(under, changes) if under is not None else None
    went = parted = 0
    hands: list[dict[str, Any]] = []
    try:
        for record in records_in(file):
            try:
                came = replay(record, other)
            except PozzettoError as error:
                place = f"{file}:{record.line('hand')}"
                raise PozzettoError(f"{place}: hand {record.number}: {error}") from None
            went += came.ok
            parted += not came.ok
            if as_json:
                hands.append(_as_data(came))
            else:
                say(_line(came, file, under))
    except RecordError as error:
        if not as_json:
            raise
        say_data({"faults": [asdict(fault) for fault in error.faults]})
        return 2
    if as_json:
        say_data({"under": under, "ok": went, "parted": parted, "hands": hands})
    else:
        say(f"{went} ok, {parted} parted", fg="red" if parted else "green")
    return 1 if parted else 0


def _line(came: Replay, file: str, under: str | None) -> str:
    record, rules = came.record, came.rules
    hand = f"hand {record.number}"
    if came.parting is not None:
        return f"{file}:{came.parting.line}: {hand}: {_parting(came.parting)}"
    outcome = came.table.outcome() if came.table else ""
    told = f"{outcome}, {_points(rules.teams, came.score)}" if outcome else "not over"
    if under is None:
        return f"{hand}: ok, {told}"
    was = _points(record.rules.teams, record.score) if record.ended else "not over"
    return f"{hand}: by {rules.name} {told} (recorded: {record.ended or 'no'}, {was})"


def _parting(parting: Parting) -> str:
    if parting.turn:
        return f"{parting.turn.partition(':')[0]} may not {parting.move}: {parting.sentence}"
    return parting.sentence


def _points(teams: Sequence[str], score: Sequence[int]) -> str:
    return ", ".join(f"{team} {points}" for team, points in zip(teams, score, strict=True))


def _as_data(came: Replay) -> dict[str, Any]:
    record, rules = came.record, came.rules
    data: dict[str, Any] = {
        "hand": record.number,
        "line": record.line("hand"),
        "ruleset": record.book.name,
        "by": rules.name,
        "ok": came.ok,
        "ended": came.table.outcome() or "no" if came.table else None,
        "score": dict(zip(rules.teams, came.score, strict=True)) if came.score else None,
        "sheet": {
            team: [line_data(line) for line in sheet]
            for team, sheet in zip(rules.teams, came.sheets, strict=True)
        }
        if came.sheets
        else None,
        "parting": _parting_data(came.parting) if came.parting else None,
    }
    return data


def _parting_data(parting: Parting) -> Mapping[str, Any]:
    return {
        "at": parting.at,
        "line": parting.line,
        "sentence": parting.sentence,
        "turn": parting.turn or None,
        "move": parting.move or None,
        "refusal": parting.refusal.as_data() if parting.refusal else None,
        "recorded": parting.recorded or None,
        "came": parting.came or None,
    }
