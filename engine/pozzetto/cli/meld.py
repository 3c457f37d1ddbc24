"""`pozzetto meld`: what a meld is and what it counts, or why it is refused."""

from __future__ import annotations

from typing import Any

import click

from pozzetto.cli.options import changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.refused import say_refusal
from pozzetto.errors import IllegalMove
from pozzetto.game.melds import Meld, card_points, tier, turned
from pozzetto.game.melds import written as meld_written
from pozzetto.game.rules import Rules
from pozzetto.rulebook import library
from pozzetto.text.notation import read_meld


@click.command("meld")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@click.option("--in", "ruleset", default="burraco", metavar="NAME", help="The ruleset, or a path.")
@changes_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(cards: tuple[str, ...], ruleset: str, changes: tuple[str, ...], as_json: bool) -> int:
    """Tell what the CARDS are as a meld, such as "3H 4H JK 6H".

    A mark says what a card stands for: "3H JK=4H 5H" is judged as it is written.
    """
    rules = library.load(ruleset, changes)
    try:
        meld = read_meld(" ".join(cards), rules)
    except IllegalMove as error:
        if as_json:
            refusal = error.refusal.as_data()
            say_data({"ruleset": rules.name, "legal": False, "refusal": refusal})
        else:
            say_refusal(error.refusal)
        return 1
    facts = _facts(meld, rules)
    if as_json:
        say_data({"ruleset": rules.name, "legal": True, **facts})
    else:
        _say(facts)
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


def _say(facts: dict[str, Any]) -> None:
    wilds = _counted(facts["wilds"], "wild card")
    purity = "clean" if facts["clean"] else f"not clean, with {wilds}"
    say(f"{facts['reads']}", bold=True)
    say(f"kind     {facts['is']}, {purity}")
    if facts["burraco"] != "none":
        turned = f", {_counted(facts['turned'], 'card')} turned" if facts["turned"] else ""
        say(f"burraco  {facts['burraco']}, {_counted(facts['burraco_points'], 'point')}{turned}")
    say(f"cards    {_counted(facts['card_points'], 'point')}")


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
