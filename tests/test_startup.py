"""What is imported at start-up, which is what takes the time of a short command."""

from __future__ import annotations

import subprocess
import sys

import pytest

HELP = {
    "click",
    "pozzetto",
    "pozzetto.cli",
    "pozzetto.cli.output",
    "pozzetto.errors",
    "pozzetto.fence",
}
"""All that may be imported to list the commands, besides the standard library."""

OF_A_RULESET = {
    "pozzetto.game",
    "pozzetto.rulebook",
    "pozzetto.rulebook.card_values",
    "pozzetto.game.cards",
    "pozzetto.rulebook.changes",
    "pozzetto.rulebook.checks",
    "pozzetto.rulebook.compiler",
    "pozzetto.rulebook.house_entries",
    "pozzetto.rulebook.inheritance",
    "pozzetto.rulebook.library",
    "pozzetto.game.melds",
    "pozzetto.rulebook.objections",
    "pozzetto.rulebook.reach",
    "pozzetto.game.refusals",
    "pozzetto.game.rules",
    "pozzetto.rulebook.ruleset",
    "pozzetto.rulebook.schema",
    "pozzetto.rulebook.yaml_text",
    "pozzetto.rulebook.yaml_tree",
    "pozzetto.rulebook.yaml_writing",
    "pozzetto_rulesets",
    # and what they need of others
    "jsonschema",
    "yaml",
}
OF_CHECK = {
    "pozzetto.game.house",
    "pozzetto.game.standard",
    "pozzetto.rulebook.foreign",
    "pozzetto.rulebook.shelf",
    "pozzetto.cli.check",
    "pozzetto.cli.common",
    "pozzetto.cli.lang",
    "pozzetto.cli.options",
    "pozzetto.language",
    "pozzetto.rulebook.meld_count",
}
OF_JSONSCHEMA = {"attr", "attrs", "idna", "jsonschema_specifications", "referencing", "rpds"}
WITH_CARE = {"importlib.metadata", "email", "yaml", "jsonschema", "rich", "asyncio"}
"""Slow to import: nothing that only lists commands needs them, nor does their help."""


def imported(*words: str) -> set[str]:
    """Every module that a command imports: of pozzetto each, of others the package."""
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from pozzetto.cli import run\n"
        f"run({[*words]!r})\n"
        "print(*set(sys.modules) - before)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def ours_and_others(modules: set[str]) -> set[str]:
    """Without the standard library, and without the parts of other packages."""
    named = {name if name.startswith("pozzetto") else name.partition(".")[0] for name in modules}
    # an extension may bring modules that are no files
    inner = {name for name in named if name.startswith("_") or "cython" in name}
    return named - set(sys.stdlib_module_names) - inner - {"colorama", "typing_extensions"}


@pytest.mark.parametrize("words", [["--help"], []])
def test_listing_the_commands_imports_none_of_them(words: list[str]) -> None:
    modules = imported(*words)
    assert ours_and_others(modules) == HELP
    assert not modules & (WITH_CARE)


@pytest.mark.parametrize("words", [["check", "burraco"], ["check", "burraco-fibur", "--json"]])
def test_checking_a_ruleset_imports_no_game(words: list[str]) -> None:
    modules = ours_and_others(imported(*words))
    assert modules - OF_JSONSCHEMA == HELP | OF_A_RULESET | OF_CHECK


def test_the_schema_is_written_without_checking_anything() -> None:
    assert ours_and_others(imported("schema")) == HELP | {
        "pozzetto.cli.common",
        "pozzetto.cli.options",
        "pozzetto.cli.schema",
        "pozzetto.rulebook",
        "pozzetto.rulebook.schema",
    }
