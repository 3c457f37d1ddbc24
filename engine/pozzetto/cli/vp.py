"""`pozzetto vp`: the victory points that a difference between two totals is worth."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import changes_option, in_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import RulesetError
from pozzetto.game.match import victory_points
from pozzetto.game.rules import Rules
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library

SENTENCES: Mapping[str, str] = {
    "shared": "{won} to {lost}",
    "level": "{won} each",
    "or": " or ",
    "no tables": "{name} has no victory points; for those of {others} add --in {first}",
    "none do": "{name} has no victory points, and no installed ruleset has any",
    "no table": "{name} has no table of victory points for {hands} hands, only for {known}",
    "how many": "say after how many hands, with --hands {known}",
}
"""What is said about victory points; what is in braces is filled in."""


# a difference may be negative, which must not be taken for an option
@click.command(
    "vp",
    context_settings={"ignore_unknown_options": True},
    epilog="Example: pozzetto vp 1505 --hands 3",
)
@click.argument("difference", type=int)
@click.option(
    "--hands",
    metavar="N",
    type=int,
    show_default="the ruleset's",
    help="After how many hands.",
)
@in_option(default="burraco-fibur")
@changes_option
@lang_option
@json_option("the answer")
def command(
    difference: int,
    hands: int | None,
    ruleset: str,
    changes: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> int:
    """Turn the DIFFERENCE between two totals into victory points.

    Whoever has more points has the higher share; 0 is shared evenly.
    """
    rules = library.load(ruleset, changes)
    translated = translator(lang)
    hands = _hands(rules, hands, translated)
    won, lost = victory_points(rules, difference, hands)
    if as_json:
        say_data(
            {
                "ruleset": rules.name,
                "difference": difference,
                "hands": hands,
                "victory_points": [won, lost],
            }
        )
        return 0
    shares = translated(SENTENCES["level" if won == lost else "shared"])
    say(shares.format(won=won, lost=lost), bold=True)
    _say_what_for(abs(difference), hands, rules.name, translated)
    return 0


def _say_what_for(difference: int, hands: int, name: str, _: Translator) -> None:
    points = _.plural("{points} point", "{points} points", difference)
    played = _.plural("{count} hand", "{count} hands", hands)
    say(
        _("{points} apart after {hands}, by {name}.").format(
            points=points.format(points=difference), hands=played.format(count=hands), name=name
        )
    )


def _hands(rules: Rules, hands: int | None, translated: Translator) -> int:
    # a number of hands for which there is a table; else what to ask instead
    def misused(key: str, **values: object) -> click.UsageError:
        return click.UsageError(translated(SENTENCES[key]).format(name=rules.name, **values))

    tables = rules.match.victory_points
    either = translated(SENTENCES["or"])
    if not tables:
        others = [name for name in library.names() if _has_tables(name)]
        if not others:
            raise misused("none do")
        raise misused("no tables", others=either.join(others), first=others[0])
    known = either.join(str(number) for number in sorted(tables))
    if hands is None:
        hands = rules.match.hands if len(tables) > 1 else next(iter(tables))
    if hands is None:
        raise misused("how many", known=known)
    if hands not in tables:
        raise misused("no table", hands=hands, known=known)
    return hands


def _has_tables(name: str) -> bool:
    try:
        return bool(library.load(name).match.victory_points)
    except RulesetError:
        return False
