"""`pozzetto diff`: what differs between two rulesets, in words."""

from __future__ import annotations

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import json_option, last_changes_option
from pozzetto.cli.output import say, say_data
from pozzetto.language import translator
from pozzetto.rulebook.library import load
from pozzetto.words import Difference, diff


@click.command("diff", epilog="Example: pozzetto diff burraco burraco-fibur")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@last_changes_option
@lang_option
@json_option("the differences")
def command(first: str, second: str, changes: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Tell what differs between the rulesets A and B.

    Each is an installed ruleset or a file. For each difference: the keys that make it, then
    what A says and what B says.
    """
    found = diff(load(first), load(second, changes), lang)
    if as_json:
        say_data(found.as_data())
    elif found.rows:
        _say_rows(found)
    else:
        _ = translator(lang)
        same = _("{first} and {second} are the same game.")
        say_paragraph(same.format(first=found.first, second=found.second))


def _say_rows(found: Difference) -> None:
    section = ""
    for row in found.rows:
        if row.section != section:
            if section:
                say()
            section = row.section
            say_paragraph(row.heading, bold=True)
        say_paragraph(", ".join(row.keys), indent=2, hanging=2, dim=True)
        for name, text in ((found.first, row.first), (found.second, row.second)):
            say_paragraph(f"{name}: {text}", indent=4, hanging=2)
