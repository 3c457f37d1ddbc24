"""How a refusal is printed: the sentence, the rule that says no, its clauses."""

from __future__ import annotations

from pozzetto.cli.output import say
from pozzetto.game.refusals import Refusal


def say_refusal(refusal: Refusal) -> None:
    """Print why not."""
    say(f"No. {refusal.sentence}", bold=True)
    value = refusal.value
    if isinstance(value, bool):
        value = str(value).lower()
    said = f": {value}" if isinstance(value, str | int) else ""
    say(f"rule     {refusal.key}{said}")
    if refusal.clauses:
        say(f"clauses  {', '.join(refusal.clauses)}")
    if refusal.plugin:
        say(f"by       the house rule {refusal.plugin}")
