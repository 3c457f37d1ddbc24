"""`pozzetto rescore`: recorded hands counted again at the prices of other rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from pozzetto.cli._lab import Page
from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, json_option
from pozzetto.cli.output import say_data
from pozzetto.errors import Fault, PozzettoError, RecordError
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.lab.repricing import Counting, Summary, ahead
from pozzetto.lab.rescore import Pricing, Rescored, RescoredMatch, Standing, matches
from pozzetto.lab.statistics import Estimate
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library
from pozzetto.text.record_reading import records_in
from pozzetto.text.record_text import line_data
from pozzetto.text.told import said

MOST_APART = 10
"""Hands without a price so many are told of one by one; --json tells all."""

_MATCH = Phrase("match")


@click.command("rescore", epilog="Example: pozzetto rescore evening.txt --under burraco-fibur")
@click.argument("files", metavar="RECORDS...", nargs=-1, required=True)
@click.option(
    "--under",
    metavar="NAME",
    required=True,
    help="The ruleset whose prices count, installed or a file.",
)
@changes_option
@lang_option
@json_option("what came")
def command(
    files: tuple[str, ...], under: str, changes: tuple[str, ...], lang: str, as_json: bool
) -> int:
    """Count recorded hands again at the prices of other rules.

    RECORDS are files of records, as text or as JSON Lines. The play stays as it was: each
    hand is played by its own rules, and what then lies on the table is counted by the
    ruleset that --under names. Hands that go on from each other's totals are a match: its
    totals, its winner and its victory points are told by both. A hand with a meld that the
    other rules refuse has no price and is told apart. Whether every move would have been
    allowed is asked by `replay --under`, and how people would have played by `compare`.
    The exit status is 1 when no hand has a price.
    """
    translated = translator(lang)
    rules = library.load(under, changes)
    counting = Counting(rules)
    told: list[dict[str, Any]] = []
    page = Page(translated)
    apart: list[str] = []
    for file in files:
        for match in matches(_rescored(file, rules), rules):
            counting.add(match)
            if as_json:
                told.append(_match_data(match, file, translated))
                continue
            apart += [_apart(hand, file, translated) for hand in match.hands if hand.why]
            if len(match.hands) > 1:
                _print_match(match, file, rules, page)
    found = counting.summary()
    if as_json:
        say_data({"under": rules.name, **_summary_data(found), "matches": told})
    else:
        _print(found, rules, page)
        _print_apart(apart, page)
    return 0 if found.priced else 1


def _rescored(file: str, rules: Rules) -> Iterator[Rescored]:
    pricing = Pricing(rules)
    for record in records_in(file):
        try:
            yield pricing.rescored(record)
        except PozzettoError as error:
            message = f"hand {record.number}: {error}"
            fault = Fault(message=message, file=file, line=record.line("hand"))
            raise RecordError([fault]) from None


def _apart(hand: Rescored, file: str, _: Translator) -> str:
    number = _("hand {number}").format(number=hand.record.number)
    return f"{file}:{hand.record.line('hand')}: {number}: {said(hand.why, _)}"


def _print_match(match: RescoredMatch, file: str, rules: Rules, page: Page) -> None:
    from rich.text import Text

    _ = page.translated
    first = match.hands[0].record
    count = _.plural("{count} hand", "{count} hands", len(match.hands))
    page.say(f"{file}:{first.line('hand')}: {count.format(count=len(match.hands))}", "bold")
    standings = [match.played, match.priced]
    rows = [
        (team, [str(each.totals[index]) if each else "" for each in standings])
        for index, team in enumerate(rules.teams)
    ]
    rows.append((_("won by"), [_winner(each, match, rules.teams, _) for each in standings]))
    if any(each is not None and each.victory_points for each in standings):
        shares = [_shares(each, rules.teams) if each else "" for each in standings]
        rows.append((_("victory points"), shares))
    if page.narrow:
        for title, (was, now) in rows:
            page.say(title)
            page.say(f"  {was} {page.arrow} {now}")
    else:
        table = page.table(_MATCH)
        for title in (_("as played"), _("re-priced")):
            table.add_column(Text(title), justify="right")
        for title, cells in rows:
            table.add_row(Text(title), *map(Text, cells))
        page.console.print(table)
    page.say()


def _winner(
    standing: Standing | None, match: RescoredMatch, teams: Sequence[str], _: Translator
) -> str:
    if standing is None:
        return _("not priced")
    outcome = standing.outcome
    if outcome is None:
        team = ahead(standing.totals)
        return _("not over, {team} ahead").format(team=teams[team]) if team is not None else "-"
    winner = _("nobody") if outcome.winner is None else teams[outcome.winner]
    if standing.after == len(match.hands):
        return winner
    return _("{team}, after hand {number}").format(team=winner, number=standing.after)


def _shares(standing: Standing, teams: Sequence[str]) -> str:
    shares = zip(teams, standing.victory_points, strict=False)
    return ", ".join(f"{team} {points}" for team, points in shares)


def _print(found: Summary, rules: Rules, page: Page) -> None:
    _ = page.translated
    page.say(_priced(found, rules, _), style="bold")
    if not found.rows:
        return
    if page.narrow:
        for row in found.rows:
            before = page.figure(row.measure, row.played)
            after = page.figure(row.measure, row.priced)
            page.say(page.title(row.measure))
            page.say(f"  {before} {page.arrow} {after}")
            page.say(f"  {page.figure(row.measure, row.difference, '+')}")
    else:
        _print_table(found, page)
    shown = [each for row in found.rows for each in (row.played, row.priced, row.difference)]
    page.legend([*shown, *([found.turned] if found.turned else [])])
    _print_turned(found, page)


def _print_table(found: Summary, page: Page) -> None:
    from rich.text import Text

    _ = page.translated
    table = page.table()
    titles = (_("as played"), _("re-priced"), _("difference"))
    for title in titles:
        table.add_column(Text(title), justify="right")
    for row in found.rows:
        table.add_row(
            page.title(row.measure),
            page.cell(row.measure, row.played),
            page.cell(row.measure, row.priced),
            page.cell(row.measure, row.difference, "+"),
        )
    page.console.print(table)


def _print_turned(found: Summary, page: Page) -> None:
    _ = page.translated
    if found.turned is not None:
        share = found.turned.written(
            lambda part, sign: _.number(part * 100, f"{sign}.1f"),
            plus_minus=f" {page.plus_minus} ",
            unit=" %",
        )
        turned = _("Another team comes out ahead in {share} of the hands.")
        page.say(turned.format(share=share))
    if found.matches > 1:
        told = _("Another team is ahead at the end of {turned} of {count} matches.")
        page.say(told.format(turned=_.number(found.turned_matches), count=_.number(found.matches)))


def _print_apart(apart: Sequence[str], page: Page) -> None:
    if not apart:
        return
    _ = page.translated
    page.say()
    told = _.plural("{count} hand has no price:", "{count} hands have no price:", len(apart))
    page.say(told.format(count=_.number(len(apart))), style="bold")
    for line in apart[:MOST_APART]:
        page.say(line)
    if len(apart) > MOST_APART:
        page.say(_("and {count} more").format(count=_.number(len(apart) - MOST_APART)))


def _priced(found: Summary, rules: Rules, _: Translator) -> str:
    told = _.plural(
        "{priced} of {count} hand counted at the prices of {name}",
        "{priced} of {count} hands counted at the prices of {name}",
        found.hands,
    )
    return told.format(priced=_.number(found.priced), count=_.number(found.hands), name=rules.name)


def _summary_data(found: Summary) -> dict[str, Any]:
    return {
        "hands": found.hands,
        "priced": found.priced,
        "measures": [
            {
                "name": row.measure.name,
                "unit": row.measure.unit,
                "played": _estimate_data(row.played),
                "priced": _estimate_data(row.priced),
                "difference": _estimate_data(row.difference),
            }
            for row in found.rows
        ],
        "turned": _estimate_data(found.turned) if found.turned else None,
    }


def _estimate_data(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _match_data(match: RescoredMatch, file: str, translated: Translator) -> dict[str, Any]:
    teams = match.hands[0].record.rules.teams
    return {
        "file": file,
        "played": _standing_data(match.played, teams),
        "priced": _standing_data(match.priced, teams) if match.priced else None,
        "hands": [_hand_data(hand, teams, translated) for hand in match.hands],
    }


def _standing_data(standing: Standing, teams: Sequence[str]) -> dict[str, Any]:
    outcome, shares = standing.outcome, standing.victory_points
    return {
        "totals": dict(zip(teams, standing.totals, strict=True)),
        "over": outcome is not None,
        "winner": teams[outcome.winner] if outcome and outcome.winner is not None else None,
        "after": standing.after if outcome else None,
        "victory_points": dict(zip(teams, shares, strict=True)) if shares else None,
    }


def _hand_data(hand: Rescored, teams: Sequence[str], translated: Translator) -> dict[str, Any]:
    return {
        "hand": hand.record.number,
        "line": hand.record.line("hand"),
        "ruleset": hand.record.book.name,
        "played": dict(zip(teams, hand.played, strict=True)) if hand.played else None,
        "priced": dict(zip(teams, hand.score, strict=True)) if hand.priced else None,
        "sheet": {
            team: [line_data(line) for line in sheet]
            for team, sheet in zip(teams, hand.priced, strict=True)
        }
        if hand.priced
        else None,
        "why": said(hand.why, translated) if hand.why else None,
    }
