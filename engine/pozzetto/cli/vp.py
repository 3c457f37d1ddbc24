"""`pozzetto vp`: the victory points that a difference between two totals is worth."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pozzetto.cli.options import changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import RulesetError
from pozzetto.game.match import victory_points
from pozzetto.game.rules import Rules
from pozzetto.language import LANGUAGES, Translator, chosen, translator
from pozzetto.rulebook import library

SENTENCES: Mapping[str, str] = {
    "shared": "{won} to {lost}",
    "level": "{won} each",
    "after": "{difference} points apart after {hands} hands, by {name}.",
    "or": " or ",
    "no tables": "{name} has no victory points; for those of {others} add --in {first}",
    "none do": "{name} has no victory points, and no installed ruleset has any",
    "no table": "{name} has no table of victory points for {hands} hands, only for {known}",
    "how many": "say after how many hands, with --hands {known}",
}
"""What is said about victory points; what is in braces is filled in."""


# a difference may be negative, which must not be taken for an option
@click.command("vp", context_settings={"ignore_unknown_options": True})
@click.argument("difference", type=int)
@click.option(
    "--hands", metavar="N", type=int, help="After how many hands.  [default: the ruleset's]"
)
@click.option(
    "--in",
    "ruleset",
    default="burraco-fibur",
    show_default=True,
    metavar="NAME",
    help="The ruleset, or a path.",
)
@changes_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language.  [default: yours]")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    difference: int,
    hands: int | None,
    ruleset: str,
    changes: tuple[str, ...],
    lang: str | None,
    as_json: bool,
) -> int:
    """Turn the DIFFERENCE between the totals of two pairs into victory points.

    The pair with more points has the higher share; 0 is shared evenly.
    """
    rules = library.load(ruleset, changes)
    translated = translator(chosen(lang))
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
    apart = translated(SENTENCES["after"])
    say(apart.format(difference=abs(difference), hands=hands, name=rules.name))
    return 0


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
