"""A report as Markdown: all of it but the pictures, of which the captions are left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pozzetto.report.contents import Part, Report
from pozzetto.report.pictures import Intervals

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&])")
_OPENING = re.compile(r"^(\d*)([-+=#.)])(?=\s|$|[-=#])")
"""What is a mark only where a line begins: of a list, a heading, a rule."""


def markdown(report: Report) -> str:
    """The report as Markdown; whatever a text from outside has in it is shown as it is."""
    text = "\n".join(_lines(report))
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def escaped(text: str) -> str:
    """The text with nothing in it that Markdown or HTML would obey."""
    return _OPENING.sub(r"\1\\\2", _inline(text))


def _inline(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _lines(report: Report) -> Iterator[str]:
    labels, several = report.labels, len(report.parts) > 1
    yield "<!-- pozzetto report -->"
    yield f"# {escaped(report.title)}"
    if report.lettered:
        yield ""
        yield from _entries(report)
    for part in report.parts:
        yield ""
        if several:
            yield f"**{escaped(part.heading)}**"
            yield ""
        for sentence in part.answer:
            yield f"- {escaped(sentence)}"
    if report.robustness:
        yield ""
        yield escaped(report.robustness)
    yield ""
    yield f"{escaped(report.played[:1].upper() + report.played[1:])}. {escaped(report.warning)}"
    if not report.lettered:
        yield from _heading(2, labels["compared"])
        yield from _entries(report)
    for part in report.parts:
        if several:
            yield from _heading(2, part.heading)
        yield from _part(part, report, 3 if several else 2)
    for label, sentences in (("caveats", report.caveats), ("method", report.method)):
        yield from _heading(2, labels[label])
        for sentence in sentences:
            yield f"- {escaped(sentence)}"
    yield from _heading(2, labels["meaning"])
    for title, sentence in report.measures:
        yield f"- **{escaped(title)}**: {escaped(sentence)}"
    yield from _heading(2, labels["rules"])
    for part in report.parts:
        if several:
            yield from _heading(3, part.heading)
        yield from _rules(part, report)
    yield from _heading(2, labels["repeat"])
    yield from (f"    {line}" for line in report.command.splitlines())
    yield ""
    yield escaped(labels["repeat_why"])
    yield ""
    for each in report.entries:
        yield f"- **{escaped(each.called)}**: {labels['fingerprint']} {_code(each.fingerprint)}"
    yield ""
    yield escaped(report.made_with)


def _part(part: Part, report: Report, level: int) -> Iterator[str]:
    labels = report.labels
    yield from _heading(level, labels["figures"])
    titles = (labels["measure"], part.base, part.other, labels["difference"], "", labels["effect"])
    yield f"| {' | '.join(map(_inline, titles))} |"
    yield "|---|--:|--:|--:|---|--:|"
    for group in part.groups:
        for row in group.rows:
            cells = (row.title, row.base, row.other, row.difference, row.mark, row.effect)
            yield f"| {' | '.join(map(_inline, cells))} |"
    yield ""
    yield escaped(" ".join(report.legend))
    for picture in part.pictures:
        if not isinstance(picture.drawing, Intervals):
            said = " ".join(filter(None, (picture.caption, picture.described)))
            yield ""
            yield f"**{escaped(picture.title)}.** {escaped(said)}"


def _entries(report: Report) -> Iterator[str]:
    for each in report.entries:
        name = "" if each.name == each.called else _code(each.name)
        said = filter(None, (name, *map(escaped, filter(None, (each.title, each.summary)))))
        yield f"- **{escaped(each.called)}**: {'. '.join(said)}"


def _rules(part: Part, report: Report) -> Iterator[str]:
    if not part.topics:
        yield escaped(report.labels["no_rules"])
    for topic in part.topics:
        yield f"**{escaped(topic.heading)}**"
        yield ""
        for rule in topic.rules:
            yield f"- {escaped(part.base)}: {escaped(rule.base)}"
            yield f"- {escaped(part.other)}: {escaped(rule.other)}"
            yield ""


def _heading(level: int, text: str) -> Iterator[str]:
    yield from ("", f"{'#' * level} {escaped(text)}", "")


def _code(text: str) -> str:
    # as many backticks as the text has not
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"
