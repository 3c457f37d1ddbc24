"""`pozzetto schema`: the JSON Schema of rulesets."""

from __future__ import annotations

import click

from pozzetto.cli.output import say_styled
from pozzetto.rulebook import schema


@click.command("schema")
def command() -> None:
    """Write the JSON Schema of rulesets: every key with what it means and its default.

    Editors complete and explain rulesets by it; name it in a ruleset's first line:
    "# yaml-language-server: $schema=ruleset.schema.json".
    """
    say_styled(schema.text(), end="")
