"""What a report says, in one language and in the order it is read; how it looks is decided
where it is rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from string import ascii_uppercase
from typing import Any

from pozzetto.game.rules import Rules
from pozzetto.lab.compare import Comparison
from pozzetto.lab.distributions import Distributions
from pozzetto.lab.robust import Robust
from pozzetto.language import Translator, in_language, translator
from pozzetto.report.answer import answer
from pozzetto.report.caveats import before_deciding, method
from pozzetto.report.figures import legend, played
from pozzetto.report.pictures import Picture, pictures
from pozzetto.report.table import Group, table
from pozzetto.text.told import said
from pozzetto.words import Difference, diff
from pozzetto.words.difference import OWN, SOURCES
from pozzetto.words.sentence import from_outside

LONGEST_NAME = 22
"""Where a ruleset has a longer name, all are called by letters, and a list says which is
which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A ruleset: what the page calls it, and what it is."""

    called: str
    name: str
    title: str
    summary: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One place where the rules differ: the keys, and what either ruleset says."""

    keys: tuple[str, ...]
    base: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """The differing rules of one section of the rule sheet."""

    heading: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One ruleset beside the base: the answer, the figures, the pictures, the rules."""

    base: str
    other: str
    heading: str
    answer: tuple[str, str, str]
    groups: tuple[Group, ...]
    pictures: tuple[Picture, ...]
    topics: tuple[Topic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that a report says. `lettered` tells whether it calls the rulesets by
    letters; `robustness` says whether the conclusion holds whoever plays,
    where that was asked; `labels` are its headings and set phrases by name, `data` the figures and
    distributions for a program."""

    lang: str
    title: str
    lettered: bool
    played: str
    warning: str
    robustness: str
    legend: tuple[str, ...]
    entries: tuple[Entry, ...]
    parts: tuple[Part, ...]
    method: tuple[str, ...]
    caveats: tuple[str, ...]
    measures: tuple[tuple[str, str], ...]
    command: str
    made_with: str
    labels: dict[str, str]
    data: dict[str, Any]


def report(
    found: Comparison,
    rulesets: Sequence[Rules],
    seen: Distributions,
    command: str,
    lang: str = "en",
    robust: Robust | None = None,
) -> Report:
    """The report of a comparison of these rulesets, of which `seen` has the distributions;
    `command` is the line that repeats it. Where several players were asked in turn, `found` is
    what the first made of it, and `robust` knows the others."""
    _ = translator(lang)
    called = _called(found.names)
    differences = [diff(rulesets[0], rules, lang) for rules in rulesets[1:]]
    topics = [tuple(_topics(each)) for each in differences]
    parts = tuple(
        Part(
            base=called[0],
            other=called[index + 1],
            heading=_("{other} beside {base}").format(base=called[0], other=called[index + 1]),
            answer=answer(found, index, called, _),
            groups=table(found, index, _),
            pictures=pictures(found, seen, index, called, _),
            topics=topics[index],
        )
        for index in range(len(found.others))
    )
    answers = {name: part.answer for name, part in zip(found.others, parts, strict=True)}
    return Report(
        lang=lang,
        title=_title([*map(from_outside, found.names)], _),
        lettered=called[0] != from_outside(found.names[0]),
        played=played(found, _),
        warning=_(
            "The hands were played by a program, not by people: take the figures as a guide."
        ),
        entries=tuple(_entries(found, rulesets, called, lang)),
        robustness=robust.sentence(_, called) if robust else "",
        legend=legend(found, _),
        parts=parts,
        method=method(found, called, _),
        caveats=before_deciding(found, topics, called, _, robust=robust is not None),
        measures=tuple(
            (said(row.measure.title, _), said(row.measure.sentence, _)) for row in found.rows
        ),
        command=command,
        made_with=f"pozzetto {_version()}",
        labels={name: say(_) for name, say in _LABELS.items()},
        data={
            "comparison": (robust or found).data(lang),
            "answers": {name: list(sentences) for name, sentences in answers.items()},
            "distributions": {
                name: spread.data() for name, spread in zip(found.names, seen.spreads, strict=True)
            },
            "changes": {
                name: change.data() for name, change in zip(found.others, seen.changes, strict=True)
            },
            "rules": [each.as_data() for each in differences],
            "repeat": command,
            "version": _version(),
        },
    )


def _called(names: Sequence[str]) -> tuple[str, ...]:
    clean = [from_outside(name) for name in names]
    letters = ascii_uppercase[: len(names)]
    if len(letters) < len(names) or max(map(len, clean)) <= LONGEST_NAME:
        return tuple(clean)
    return tuple(letters)


def _title(names: Sequence[str], _: Translator) -> str:
    base, *others = names
    if len(others) == 1:
        return _("From {base} to {other}: what changes").format(base=base, other=others[0])
    *most, last = others
    listed = _("{most} and {last}").format(most=", ".join(most), last=last)
    return _("From {base} to {other}: what changes").format(base=base, other=listed)


def _entries(
    found: Comparison, rulesets: Sequence[Rules], called: Sequence[str], lang: str
) -> Iterator[Entry]:
    for name, rules, call in zip(found.names, rulesets, called, strict=True):
        title, summary = (
            from_outside(in_language(rules.book.get(key, ""), lang)) for key in ("title", "summary")
        )
        yield Entry(
            called=call,
            name=from_outside(name),
            title=title,
            summary=summary,
            fingerprint=rules.fingerprint,
        )


def _topics(found: Difference) -> Iterator[Topic]:
    # names and sources change no hand
    rows = [row for row in found.rows if row.section != SOURCES and not {*row.keys} <= {*OWN}]
    for heading, each in groupby(rows, key=lambda row: row.heading):
        rules = (Rule(keys=row.keys, base=row.first, other=row.second) for row in each)
        yield Topic(heading=heading, rules=tuple(rules))


def _version() -> str:
    try:
        return version("pozzetto")
    except PackageNotFoundError:
        return "?"


_LABELS: dict[str, Callable[[Translator], str]] = {
    "answer": lambda _: _("The answer"),
    "compared": lambda _: _("What is compared"),
    "figures": lambda _: _("The figures"),
    "measure": lambda _: _("measure"),
    "difference": lambda _: _("difference"),
    "effect": lambda _: _("effect"),
    "pictures": lambda _: _("In pictures"),
    "rules": lambda _: _("Where the rules differ"),
    "no_rules": lambda _: _("No rule of play differs."),
    "caveats": lambda _: _("Before you decide"),
    "method": lambda _: _("How it was found"),
    "meaning": lambda _: _("What is counted"),
    "repeat": lambda _: _("To repeat it"),
    "repeat_why": lambda _: _(
        "This command gives the same figures on every machine. A ruleset that is a file has to "
        "be there; its fingerprint tells whether it is the same."
    ),
    "fingerprint": lambda _: _("fingerprint"),
}
