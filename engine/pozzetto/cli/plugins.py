"""`pozzetto plugins`: the house rules that could be played, and what one of them is."""

from __future__ import annotations

from typing import Any

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import json_option
from pozzetto.cli.output import say, say_data
from pozzetto.language import Translator, in_language, translator
from pozzetto.rulebook.shelf import Offer, offers


@click.command("plugins", epilog="Example: pozzetto plugins bonus-suit")
@click.argument("name", required=False)
@lang_option
@json_option("the list, or the plugin")
def command(name: str | None, lang: str, as_json: bool) -> None:
    """List the house rules that rulesets may name, or tell about one.

    The list is read from what is installed, and runs nothing. With the NAME of a plugin, that
    one is loaded, and its options and hooks are told.
    """
    _ = translator(lang)
    if name is None:
        _list(offers(), _, as_json=as_json)
        return
    from pozzetto.rulebook.plugins import found
    from pozzetto.rulebook.portrait import portrait

    told = portrait(found(name))
    if as_json:
        say_data(told)
    else:
        _say(told, _)


def _list(found: list[Offer], _: Translator, *, as_json: bool) -> None:
    rows = [
        {
            "name": offer.name,
            "version": offer.version,
            "distribution": offer.distribution,
            "file": offer.file,
        }
        for offer in found
    ]
    if as_json:
        say_data(rows)
        return
    if not rows:
        say(_("No plugin is installed."))
        return
    names = [offer.name for offer in found]
    widest = max(map(len, names))
    for offer in found:
        twice = f"  ({_('two of this name: neither can be used')})"
        say(f"{offer.name:<{widest}}  {offer.origin}{twice * (names.count(offer.name) > 1)}")


def _say(told: dict[str, Any], _: Translator) -> None:
    say_paragraph(f"{told['name']} ({told['origin']})", bold=True)
    if told["about"]:
        say_paragraph(told["about"])
    say()
    say_paragraph(_("Played as:") + " " + in_language(told["explained"], _.lang), hanging=2)
    if told["options"]:
        say()
        say_paragraph(_("Options"), bold=True)
    for name, option in told["options"].items():
        default = _("default {value}").format(value=option["default"])
        say_paragraph(f"{name} ({default}): {option['description']}", hanging=2)
    say()
    say_paragraph(_("Hooks: {hooks}").format(hooks=", ".join(told["hooks"])), hanging=2)
    for key, words in (
        ("needs", _("Needs: {names}")),
        ("conflicts", _("Cannot be played with: {names}")),
    ):
        if told[key]:
            say_paragraph(words.format(names=", ".join(told[key])), hanging=2)
