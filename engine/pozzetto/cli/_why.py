"""Why the hands of a comparison part, as it is printed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pozzetto.cli._lab import Page, playing
from pozzetto.cli._records import JSON_LINES, check_replaceable, form_of
from pozzetto.cli.lang import say_paragraph
from pozzetto.cli.replay import outcome_told
from pozzetto.game.refusals import Phrase
from pozzetto.lab.example import Example, Side
from pozzetto.lab.parting import DEAL, PLAY
from pozzetto.lab.share import Share
from pozzetto.lab.why import HANDS, SEVERAL, Reason, Why, why
from pozzetto.language import Translator

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules
    from pozzetto.lab.compare import Comparison
    from pozzetto.words import Row

Command = TypeVar("Command", bound=Callable[..., Any])

_RULE = Phrase("rule changed alone")
_MOST_UNSPLIT = 6
"""So many keys are listed that cannot be changed alone; more are only counted."""


class Names(NamedTuple):
    """What the two rulesets are called on the page."""

    base: str
    other: str


def why_options(command: Command) -> Command:
    """Add `--why` as `with_why`, `--why-hands` and `--records`."""
    options = [
        click.option(
            "--why",
            "with_why",
            is_flag=True,
            help="Say in how many hands play parts, where, and by which rule; with three of them.",
        ),
        click.option(
            "--why-hands",
            metavar="N",
            type=click.IntRange(min=1),
            show_default=f"{HANDS}, or all if fewer",
            help="How many hands --why looks into.",
        ),
        click.option(
            "--records",
            metavar="FILE",
            help="Write the hands that --why shows to FILE, for `pozzetto replay`, each as it went "
            f"under A and then under B: as JSON Lines where the name ends in {JSON_LINES}, else as "
            "text.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def check_why(with_why: bool, why_hands: int | None, records: str | None) -> None:
    """Refuse options that say more of `--why` without it, and a file that may not be
    replaced, before anything is played."""
    if not with_why and (why_hands is not None or records is not None):
        raise click.UsageError("--why-hands and --records belong to --why: add it.")
    if records is not None:
        check_replaceable(records)


def look_into(
    rulesets: Sequence[Rules],
    found: Comparison,
    hands: int | None,
    workers: int | None,
    translated: Translator,
    patience: float | None = None,
) -> list[Why]:
    """Why each of the others comes out otherwise than the base, in the deals compared: so
    many of them, by default `HANDS` or all."""
    hands = hands or min(found.pairs, HANDS)
    whys = []
    for other in rulesets[1:]:
        with playing(hands, translated) as tell:
            whys.append(
                why(
                    rulesets[0], other, hands, found.seed, found.players,
                    workers=workers, progress=tell, patience=patience,
                )
            )  # fmt: skip
    return whys


def keep(whys: Iterable[Why], path: str) -> None:
    """Write the examples to a file of records."""
    from pozzetto.text.record_text import JSON, json_line, written_records
    from pozzetto.text.whole_file import WholeFile

    records = [record for each in whys for record in each.records]
    as_json = form_of(path) == JSON
    with WholeFile(path) as file:
        for text in map(json_line, records) if as_json else written_records(records):
            file.write(text)


def say_kept(whys: Iterable[Why], path: str | None, page: Page) -> None:
    """Print where the examples can be replayed from, or how they would be kept."""
    if not any(each.examples for each in whys):
        return
    _ = page.translated
    if path is None:
        text = _("With --records FILE these hands are kept for `pozzetto replay FILE`.")
    else:
        text = _("To see these hands: pozzetto replay {file}").format(file=shlex.quote(path))
    page.say()
    page.say(text)


def by_name(whys: Iterable[Why], found: Comparison) -> dict[str, Any]:
    """The answers as plain data, by what the comparison calls the other rulesets."""
    return {name: each.data() for name, each in zip(found.others, whys, strict=True)}


def say_why(found: Why, names: Names, rows: Sequence[Row], page: Page) -> None:
    """Print why two rulesets come out otherwise; `rows` are what differs between them, in
    words."""
    _ = page.translated
    page.say()
    page.say(_summary(found, names, _), style="bold")
    if not found.reasons:
        return
    page.say()
    tried = _(
        "Where a hand parts, each rule that differs is changed alone in {base}, to see whether "
        "that is enough to part it:"
    )
    page.say(tried.format(base=names.base))
    if page.narrow:
        for reason in found.reasons:
            page.say(_called(reason, _))
            page.say(f"  {_share(reason.share, _)}")
    else:
        _print_table(found.reasons, page)
    page.say(_legend(found, _))
    told: set[str] = set()
    for example in found.examples:
        page.say()
        _say_example(example, names, _)
        for key in example.keys:
            if key not in told:
                _say_rule(key, names, rows)
                told.add(key)


def _summary(found: Why, names: Names, _: Translator) -> str:
    differ = found.differ
    if not differ.count and not found.tried and not found.unsplit:
        return _(
            "Why? There is nothing to explain: the rules by which a hand is played and counted "
            "are the same."
        )
    if not differ.count:
        alike = _.plural(
            "Why? There is nothing to explain: the first hand came out the same under {other} as "
            "under {base}.",
            "Why? There is nothing to explain: each of the first {count} hands came out the same "
            "under {other} as under {base}. Of all hands, up to {most} may not (95 % interval).",
            found.hands,
        )
        return alike.format(
            count=_.number(found.hands), most=_per_cent(differ.high, _), **names._asdict()
        )
    parted = _.plural(
        "Why? The first hand went otherwise under {other} than under {base}: {deal} dealt "
        "otherwise, {play} played otherwise, {score} only counted otherwise.",
        "Why? Of the first {all} hands {count} went otherwise under {other} than under {base}, "
        "{share}: {deal} dealt otherwise, {play} played otherwise, {score} only counted otherwise.",
        found.hands,
    )
    counts = {at: _.number(count) for at, count in found.parted.items()}
    return parted.format(
        all=_.number(found.hands),
        count=_.number(differ.count),
        share=_share(differ, _),
        **counts,
        **names._asdict(),
    )


def _print_table(reasons: Iterable[Reason], page: Page) -> None:
    from rich.text import Text

    _ = page.translated
    table = page.table(_RULE)
    table.add_column(_("hands"), justify="right")
    table.add_column(_("share of all hands"), justify="right")
    for reason in reasons:
        share = reason.share
        table.add_row(Text(_called(reason, _)), _.number(share.count), _share(share, _))
    page.console.print(table)


def _legend(found: Why, _: Translator) -> str:
    sentences = [_("In brackets is the 95 % interval of a share.")]
    if sum(each.share.count for each in found.reasons) > found.differ.count:
        sentences.append(_("A hand counts for every rule that is enough by itself."))
    unsplit = found.unsplit
    if unsplit:
        told = _.plural(
            "One rule makes no game when it is changed alone, and was not tried: {keys}.",
            "{count} rules make no game when they are changed alone, and were not tried: {keys}.",
            len(unsplit),
        )
        more = ", …" if len(unsplit) > _MOST_UNSPLIT else ""
        keys = ", ".join(_rule(key, _) for key in unsplit[:_MOST_UNSPLIT]) + more
        sentences.append(told.format(count=_.number(len(unsplit)), keys=keys))
    return " ".join(sentences)


def _called(reason: Reason, _: Translator) -> str:
    if reason.key == SEVERAL:
        return _("none alone, but several together")
    return _rule(reason.key, _)


def _rule(key: str, _: Translator) -> str:
    # a key, but for a house rule what people call it
    _house, of_house, name = key.partition("house_rules.")
    return _("house rule {name}").format(name=name) if of_house else key


def _share(share: Share, _: Translator) -> str:
    low, high = (_.number(100 * end, ".1f") for end in (share.low, share.high))
    return f"{_per_cent(share.mean, _)} ({low}–{high})"


def _per_cent(part: float, _: Translator) -> str:
    return f"{_.number(100 * part, '.1f')} %"


def _say_example(example: Example, names: Names, _: Translator) -> None:
    if example.at == DEAL:
        where = _("Hand {number} is dealt otherwise, {what}:")
    elif example.at == PLAY and example.line:
        where = _("Hand {number} parts in turn {turn}, after {line}:")
    elif example.at == PLAY:
        where = _("Hand {number} parts in turn {turn}, at once:")
    else:
        where = _("Hand {number} is played alike and counted otherwise:")
    where = where.format(
        number=_.number(example.deal + 1),
        turn=_.number(example.turn),
        line=example.line,
        what=example.line,
    )
    say_paragraph(where, bold=True)
    wide = max(map(len, names))
    for name, side in zip(names, (example.base, example.other), strict=True):
        say_paragraph(f"{name.ljust(wide)}  {_did(side, _)}", indent=2, hanging=wide + 2)
    if not example.keys:
        say_paragraph(_("because of several rules together"), indent=2)
        return
    because = _.plural("because of {keys}", "because of each of {keys}", len(example.keys))
    keys = ", ".join(_rule(key, _) for key in example.keys)
    say_paragraph(because.format(keys=keys), indent=2, hanging=2)


def _did(side: Side, _: Translator) -> str:
    if side.ended:
        return _("the hand is over: {how}").format(how=outcome_told(side.ended, _))
    return side.did or _("nothing")


def _say_rule(key: str, names: Names, rows: Iterable[Row]) -> None:
    # a mapping changed as a whole is told by its keys
    said = [
        row for row in rows if any(each == key or each.startswith(f"{key}.") for each in row.keys)
    ]
    for row in said:
        for name, text in zip(names, (row.first, row.second), strict=True):
            say_paragraph(f"{name}: {text}", indent=4, hanging=2)
