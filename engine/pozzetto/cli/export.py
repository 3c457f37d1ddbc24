"""`pozzetto export`: the hands of a study, for spreadsheets and other programs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from pozzetto.cli._lab import playing
from pozzetto.cli.lang import lang_option
from pozzetto.cli.options import json_option
from pozzetto.cli.output import say, say_data
from pozzetto.errors import PozzettoError
from pozzetto.fence import own_stdout
from pozzetto.language import Translator, translator

if TYPE_CHECKING:
    from pozzetto.lab.export import Hands

CSV, PARQUET = ".csv", ".parquet"


@click.command("export", epilog="Example: pozzetto export night.study --to hands.parquet")
@click.argument("study")
@click.option(
    "--to",
    "targets",
    metavar="FILE",
    multiple=True,
    help=f"Write FILE: its name ends in {CSV} or {PARQUET}. Can be repeated.",
)
@lang_option
@json_option("what the study is of, without its hands,")
def command(study: str, targets: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Write the hands of a STUDY as a table, one row a hand.

    STUDY is a file that `simulate` or `compare` kept with --study. Its hands are printed as
    CSV, or written to files. Parquet needs pyarrow: pip install 'pozzetto[parquet]'.
    """
    from pozzetto.lab.export import Hands, arrow, facts, write_csv
    from pozzetto.lab.study_file import reading

    for target in targets:
        _check_target(target, study)
    if any(target.endswith(PARQUET) for target in targets):
        arrow()
    translated = translator(lang)
    with reading(study) as db:
        hands, about = Hands(db), facts(db)
        for target in targets:
            _write(hands, target, about, translated)
        if not targets and not as_json:
            write_csv(hands, own_stdout(), lambda done: None)
    if as_json:
        say_data({"study": study, "written": list(targets), **about})
        return
    for target in targets:
        _ = translated
        told = _.plural("{file}: {count} hand", "{file}: {count} hands", hands.count)
        say(told.format(file=target, count=_.number(hands.count)))


def _check_target(target: str, study: str) -> None:
    if not target.endswith((CSV, PARQUET)):
        raise click.UsageError(f"{target}: the name of a file to write ends in {CSV} or {PARQUET}.")
    if os.path.exists(target) and os.path.exists(study) and os.path.samefile(target, study):
        raise PozzettoError(f"{target} is the study itself: name another file.", file=target)


def _write(hands: Hands, target: str, about: dict[str, Any], translated: Translator) -> None:
    from pozzetto.lab.export import write_csv, write_parquet
    from pozzetto.text.whole_file import WholeFile

    binary = target.endswith(PARQUET)
    with WholeFile(target, binary=binary) as file, playing(hands.count, translated) as told:

        def tell(done: int) -> None:
            told(done, hands.count)

        if binary:
            file.filled(lambda stream: write_parquet(hands, stream, about, tell))
        else:
            file.filled(lambda stream: write_csv(hands, stream, tell))
