"""`pozzetto judge`: run cases files."""

from __future__ import annotations

import click

from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import CasesError, Fault
from pozzetto.language import Translator, translator
from pozzetto.text.cases import Case, Result, cases_in
from pozzetto.text.cases import judge as judged


@click.command("judge", epilog="Example: pozzetto judge cases.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@lang_option
@json_option("the results")
def command(files: tuple[str, ...], lang: str, as_json: bool) -> int:
    """Run the cases of each FILE under the ruleset that it names.

    One line for each case that fails, then a count, which is the same in every language. A
    file with a mistake is not run, and no other one either: every mistake is told, with its
    file, line and column.
    """
    _ = translator(lang)
    cases, faults = _read(files)
    if faults:
        raise CasesError(faults)
    results = [judged(case) for case in cases]
    failed = sum(not result.passed for result in results)
    if as_json:
        _say_as_data(results, failed, _)
    else:
        for result in results:
            if not result.passed:
                say(result.say(_))
        # programs read this line
        count = f"{len(results) - failed} passed, {failed} failed"
        say(count, fg="red" if failed else "green")
    return 1 if failed else 0


def _read(files: tuple[str, ...]) -> tuple[list[Case], list[Fault]]:
    cases: list[Case] = []
    faults: list[Fault] = []
    for file in files:
        try:
            cases += cases_in(file)
        except CasesError as error:
            faults += error.faults
    return cases, faults


def _say_as_data(results: list[Result], failed: int, translated: Translator) -> None:
    say_data(
        {
            "passed": len(results) - failed,
            "failed": failed,
            "cases": [result.as_data(translated) for result in results],
        }
    )
