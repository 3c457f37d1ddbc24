"""`pozzetto new`: what a house rule or a ruleset of one's own begins with."""

from __future__ import annotations

from shlex import join, quote

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import json_option, repeated
from pozzetto.cli.output import clean, say, say_data
from pozzetto.language import Translator, translator
from pozzetto.text.starting import PLUGIN, RULESET, new_plugin, new_ruleset, place_of, write_new


@click.command("new", epilog="Example: pozzetto new plugin clean-bonus")
@click.argument("what", type=click.Choice([PLUGIN, RULESET]))
@click.argument("name")
@click.option(
    "--from",
    "parent",
    metavar="NAME",
    show_default="burraco",
    help="The ruleset that a new ruleset extends, installed or a file.",
)
@click.option(
    "--dir",
    "folder",
    metavar="FOLDER",
    default=".",
    show_default="here",
    help="Where to write; made if it is not there.",
)
@click.option("--show", is_flag=True, help="Show the files, and write none.")
@lang_option
@json_option("the files")
def command(
    what: str, name: str, parent: str | None, folder: str, show: bool, lang: str, as_json: bool
) -> None:
    """Begin a house rule or a ruleset called NAME.

    A plugin is a folder that can be installed: a module with a small house rule, a ruleset
    that names it, cases, a test and a page that says how to go on. A ruleset is a file that
    extends another, and cases. Nothing is ever written over a file that is there.
    """
    _ = translator(lang)
    if what == PLUGIN:
        if parent is not None:
            raise click.UsageError("--from is for a new ruleset: a plugin extends none.")
        made = new_plugin(name)
    else:
        made = new_ruleset(name, parent or "burraco", folder)
    places = [place_of(folder, path) for path in made]
    if not show:
        places = write_new(folder, made)
    if as_json:
        say_data({"what": what, "name": name, "written": not show, "files": _data(places, made)})
    elif show:
        for path, text in made.items():
            say(f"--- {path}", bold=True)
            say(text)
    else:
        for place in places:
            say(place)
        say()
        _say_how_to_go_on(what, name, folder, _)


def _data(places: list[str], made: dict[str, str]) -> list[dict[str, str]]:
    return [
        {"file": clean(place), "text": text}
        for place, text in zip(places, made.values(), strict=True)
    ]


def _say_how_to_go_on(what: str, name: str, folder: str, _: Translator) -> None:
    if what == PLUGIN:
        say_paragraph(_("Install it and run its tests:"))
        say(f"  cd {quote(place_of(folder, name))}")
        say("  pip install -e '.[test]'")
        say("  pytest")
        return
    place = place_of(folder, name)
    say_paragraph(_("Check it, run its cases, and see what differs:"))
    for command, file in (("check", ".yaml"), ("judge", ".cases.yaml"), ("explain", ".yaml")):
        say(f"  {join(['pozzetto', command, f'{place}{file}', *repeated(())])}")
