"""`pozzetto schema`: the JSON Schema of rulesets."""

from __future__ import annotations

import click

from pozzetto.rulebook import schema


@click.command("schema")
def command() -> None:
    """Write the JSON Schema of rulesets: every key with what it means and its default.

    Editors complete and explain rulesets by it; name it in a ruleset's first line:
    "# yaml-language-server: $schema=ruleset.schema.json".
    """
    click.echo(schema.text(), nl=False)
