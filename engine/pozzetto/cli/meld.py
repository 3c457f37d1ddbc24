"""`pozzetto meld`: what a meld is and what it counts, or why it is refused."""

from __future__ import annotations

from typing import Any

import click

from pozzetto.cli.lang import lang_option, say_rows
from pozzetto.cli.options import changes_option, in_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.refused import say_refusal
from pozzetto.errors import IllegalMove
from pozzetto.game.melds import Meld, card_points, tier, turned
from pozzetto.game.melds import written as meld_written
from pozzetto.game.rules import Rules
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library
from pozzetto.text.notation import read_meld
from pozzetto.text.table_words import kind_word, tier_word


@click.command("meld", epilog='Example: pozzetto meld "3H 4H JK 6H" --in burraco-fibur')
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@in_option(default="burraco")
@changes_option
@lang_option
@json_option("the answer")
def command(
    cards: tuple[str, ...], ruleset: str, changes: tuple[str, ...], lang: str, as_json: bool
) -> int:
    """Tell what the CARDS are as a meld, and what they count.

    A mark says what a card stands for: "3H JK=4H 5H" is judged as it is written.
    """
    _ = translator(lang)
    rules = library.load(ruleset, changes)
    try:
        meld = read_meld(" ".join(cards), rules)
    except IllegalMove as error:
        if as_json:
            refusal = error.refusal.as_data(_)
            say_data({"ruleset": rules.name, "legal": False, "refusal": refusal})
        else:
            say_refusal(error.refusal, _)
        return 1
    facts = _facts(meld, rules)
    if as_json:
        say_data({"ruleset": rules.name, "legal": True, **facts})
    else:
        _say(facts, _)
    return 0


def _facts(meld: Meld, rules: Rules) -> dict[str, Any]:
    paid = tier(meld, rules)
    return {
        "is": meld.kind,
        "reads": meld_written(meld),
        "wilds": sum(meld.wild),
        "clean": meld.is_clean,
        "burraco": paid.name if paid else "none",
        "burraco_points": paid.points if paid else 0,
        "turned": turned(meld, rules),
        "card_points": card_points(meld, rules),
    }


def _say(facts: dict[str, Any], _: Translator) -> None:
    say(facts["reads"], bold=True)
    kind, wilds = kind_word(facts["is"], _), facts["wilds"]
    if facts["clean"]:
        told = _("{kind}, clean").format(kind=kind)
    else:
        told = _.plural(
            "{kind}, not clean, with {count} wild card",
            "{kind}, not clean, with {count} wild cards",
            wilds,
        ).format(kind=kind, count=wilds)
    rows = [(_("kind"), told)]
    if facts["burraco"] != "none":
        told = f"{tier_word(facts['burraco'], _)}, {_points(facts['burraco_points'], _)}"
        if facts["turned"]:
            sideways = _.plural(
                "{count} card turned", "{count} cards turned", facts["turned"]
            ).format(count=facts["turned"])
            told = f"{told}, {sideways}"
        rows.append((_("burraco"), told))
    rows.append((_("cards"), _points(facts["card_points"], _)))
    say_rows(rows)


def _points(points: int, _: Translator) -> str:
    return _.plural("{points} point", "{points} points", abs(points)).format(points=points)
