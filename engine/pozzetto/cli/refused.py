"""How a refusal is printed: the sentence, the rule that says no, its clauses."""

from __future__ import annotations

from collections.abc import Iterable

from pozzetto.cli.lang import say_rows
from pozzetto.cli.output import say
from pozzetto.game.refusals import Refusal
from pozzetto.language import Translator


def say_refusal(refusal: Refusal, _: Translator, more: Iterable[tuple[str, str]] = ()) -> None:
    """Print why not, and whatever more there is to tell, each with its label."""
    say(_("No. {why}").format(why=refusal.say(_)), bold=True)
    value = refusal.value
    if isinstance(value, bool):
        value = str(value).lower()
    told = f": {value}" if isinstance(value, str | int) else ""
    rows = [(_("rule"), f"{refusal.key}{told}")]
    if refusal.clauses:
        rows.append((_("clauses"), ", ".join(refusal.clauses)))
    if refusal.plugin:
        rows.append((_("by"), _("the house rule {plugin}").format(plugin=refusal.plugin)))
    say_rows([*rows, *more])
