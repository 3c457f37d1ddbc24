"""`pozzetto list`: the rulesets that are installed."""

from __future__ import annotations

from typing import Any

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import RulesetError
from pozzetto.language import in_language, translator
from pozzetto.rulebook.library import names, resolve


@click.command("list", epilog="Example: pozzetto list --lang it")
@lang_option
@json_option("the list")
def command(lang: str, as_json: bool) -> None:
    """List the installed rulesets: what they are called, for how many, and what they are."""
    found = [_known(name, lang) for name in names()]
    if as_json:
        say_data(found)
        return
    _ = translator(lang)
    for index, each in enumerate(found):
        if index:
            say()
        if "faults" in each:
            say_paragraph(each["name"], bold=True)
            say_paragraph(_("It cannot be used: {fault}").format(fault=each["faults"][0]), indent=2)
            continue
        say_paragraph(f"{each['name']}: {each['title']}", hanging=2, bold=True)
        players = _("{count} players.").format(count=len(each["seats"]))
        say_paragraph(f"{each['summary']} {players}".strip(), indent=2)


def _known(name: str, lang: str) -> dict[str, Any]:
    """A ruleset as it is listed; one that cannot be read is listed with its faults."""
    try:
        book = resolve(name).data
    except RulesetError as error:
        return {"name": name, "faults": [str(fault) for fault in error.faults]}
    title = in_language(book["title"], lang) or name
    summary = in_language(book["summary"], lang)
    return {"name": name, "title": title, "seats": list(book["seats"]), "summary": summary}
