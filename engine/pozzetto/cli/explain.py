"""`pozzetto explain`: the rules of a game in words, or what one key of them means."""

from __future__ import annotations

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import changes_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library, schema
from pozzetto.rulebook.library import load
from pozzetto.words import KeyInWords, Sheet, explain, explain_key


@click.command("explain", epilog="Example: pozzetto explain burraco-fibur closing")
@click.argument("name", default="burraco")
@click.argument("key", required=False)
@changes_option
@lang_option
@json_option("the rules")
def command(name: str, key: str | None, changes: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Tell the rules of a game, good enough to play from.

    NAME is an installed ruleset or a file; burraco when it is left out. KEY is a key of it,
    such as melds.wilds.most, or a section, such as melds: then only that is told, with its
    value and the clauses it follows. A KEY alone is one of burraco.
    """
    if key is None and schema.at(name) is not None and name not in library.names():
        name, key = "burraco", name  # the rule of a refusal, say, without a game
    rules = load(name, changes)
    told = explain(rules, lang) if key is None else explain_key(rules, key, lang)
    if as_json:
        say_data(told.as_data())
    elif isinstance(told, Sheet):
        _say_sheet(told)
    else:
        _say_key(told, translator(lang))


def _say_sheet(sheet: Sheet) -> None:
    say_paragraph(sheet.title, bold=True)
    for section in sheet.sections:
        if not section.texts:
            continue  # nothing but what goes without saying
        say()
        say_paragraph(section.heading, bold=True)
        for text in section.texts:
            say_paragraph(text)


def _say_key(told: KeyInWords, _: Translator) -> None:
    say_paragraph(told.key, bold=True)
    if told.sentences:
        say_paragraph(" ".join(told.sentences))
    else:
        say_paragraph(_("{name} says nothing about it.").format(name=told.ruleset))
    say()
    if told.description:
        say_paragraph(_("What the key says: {description}").format(description=told.description))
    else:
        say_paragraph(_("No key of a ruleset sets this rule."))
    if told.value is not None and told.value == told.default:
        say_paragraph(_("Value: {value}, the default").format(value=told.value), hanging=2)
    elif told.value is not None:
        say_paragraph(_("Value: {value}").format(value=told.value), hanging=2)
    if told.default is not None and told.value != told.default:
        say_paragraph(_("Default: {value}").format(value=told.default), hanging=2)
    if told.clauses:
        clauses = ", ".join(told.clauses)
        say_paragraph(_("Clauses: {clauses}").format(clauses=clauses), hanging=2)
