"""`pozzetto replay`: play recorded hands again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import Fault, PozzettoError, RecordError
from pozzetto.game.refusals import Phrase
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library
from pozzetto.text.record_reading import records_in
from pozzetto.text.record_text import line_data
from pozzetto.text.replay import Parting, Replay, replay

_OUTCOMES = {
    "stock": Phrase("stock"),
    "stalemate": Phrase("stalemate"),
    "limit": Phrase("limit"),
    "void": Phrase("void"),
    "no": Phrase("no"),
}
"""How a hand can end, other than by closing, as records say it."""


@click.command("replay", epilog="Example: pozzetto replay hands.txt --under burraco-fibur")
@click.argument("file")
@click.option(
    "--under",
    metavar="NAME",
    show_default="each hand's own",
    help="The ruleset to play by, installed or a file.",
)
@changes_option
@lang_option
@json_option("what came")
def command(
    file: str, under: str | None, changes: tuple[str, ...], lang: str, as_json: bool
) -> int:
    """Play the hands recorded in FILE again, move by move.

    FILE holds records, as text or as JSON Lines. One line a hand: that it went as recorded,
    or the first thing that did not: a move that the rules refuse, other cards, another end,
    another score. Then a count, which is the same in every language. With --under the hands
    are played by other rules than their own, which must have the same seats, deck and deal:
    the first move that those refuse, or the score that they give. A file that is damaged is
    told line by line.
    """
    translated = translator(lang)
    if changes and under is None:
        raise click.UsageError("--set changes the ruleset that --under names: name one.")
    other = library.load(under, changes) if under is not None else None
    went = parted = 0
    hands: list[dict[str, Any]] = []
    for record in records_in(file):
        try:
            came = replay(record, other)
        except PozzettoError as error:
            message = f"hand {record.number}: {error}"
            fault = Fault(message=message, file=file, line=record.line("hand"))
            raise RecordError([fault]) from None
        went += came.ok
        parted += not came.ok
        if as_json:
            hands.append(_as_data(came, translated))
        else:
            say(_line(came, file, under, translated))
    if as_json:
        say_data({"under": under, "ok": went, "parted": parted, "hands": hands})
    else:
        # programs read this line
        say(f"{went} ok, {parted} parted", fg="red" if parted else "green")
    return 1 if parted else 0


def _line(came: Replay, file: str, under: str | None, _: Translator) -> str:
    record, rules = came.record, came.rules
    hand = _("hand {number}").format(number=record.number)
    if came.parting is not None:
        return f"{file}:{came.parting.line}: {hand}: {_parting(came.parting, _)}"
    outcome = came.table.outcome() if came.table else ""
    told = _("not over")
    if outcome:
        told = f"{outcome_told(outcome, _)}, {_points(rules.teams, came.score)}"
    if under is None:
        return _("{hand}: ok, {told}").format(hand=hand, told=told)
    was = _points(record.rules.teams, record.score) if record.ended else _("not over")
    line = _("{hand}: by {name} {told} (recorded: {ended}, {was})")
    ended = outcome_told(record.ended or "no", _)
    return line.format(hand=hand, name=rules.name, told=told, ended=ended, was=was)


def outcome_told(outcome: str, _: Translator) -> str:
    """How a hand ended, as records say it, in words."""
    closed = outcome.removeprefix("closed by ")
    if closed != outcome:
        return _("closed by {seat}").format(seat=closed)
    return _(_OUTCOMES.get(outcome, outcome))


def _parting(parting: Parting, _: Translator) -> str:
    if not parting.turn:
        return _sentence(parting, _)
    refused = _("{seat} may not {move}: {why}")
    seat = parting.turn.partition(":")[0]
    return refused.format(seat=seat, move=parting.move, why=_sentence(parting, _))


def _sentence(parting: Parting, translated: Translator) -> str:
    # what is not refused by a rule is told in English
    return parting.refusal.say(translated) if parting.refusal else parting.sentence


def _points(teams: Sequence[str], score: Sequence[int]) -> str:
    return ", ".join(f"{team} {points}" for team, points in zip(teams, score, strict=True))


def _as_data(came: Replay, translated: Translator) -> dict[str, Any]:
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
        "parting": _parting_data(came.parting, translated) if came.parting else None,
    }
    return data


def _parting_data(parting: Parting, translated: Translator) -> Mapping[str, Any]:
    return {
        "at": parting.at,
        "line": parting.line,
        "sentence": _sentence(parting, translated),
        "turn": parting.turn or None,
        "move": parting.move or None,
        "refusal": parting.refusal.as_data(translated) if parting.refusal else None,
        "recorded": parting.recorded or None,
        "came": parting.came or None,
    }
