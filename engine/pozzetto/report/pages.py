"""A report written as a page for people (HTML), as text (Markdown) or as data (JSON)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pozzetto.errors import PozzettoError
from pozzetto.language import translator
from pozzetto.report.contents import LONGEST_NAME, Report
from pozzetto.report.figures import typeset
from pozzetto.report.marked_text import markdown
from pozzetto.report.pictures import Picture

if TYPE_CHECKING:
    from markupsafe import Markup

MARK = "pozzetto report"
"""Stands near the beginning of every report, whatever its form."""

_AFTER_SIGNS = re.compile(r"(?<=[\].,:;=/\[_])")

NEEDED = ("jinja2", "matplotlib")
"""What a page needs and the engine does not."""


def form_of(path: str) -> str:
    """The form that a file of this name has, one of `FORMS`. Raises PozzettoError where its
    ending tells none, and where what the form needs is not installed."""
    form = path.rpartition(".")[2].lower()
    form = "html" if form == "htm" else form
    if "." not in path or form not in FORMS:
        raise PozzettoError(
            f"A report is a file that ends in .html, .md or .json, and {path} does not.",
            file=path,
        )
    if form == "html" and not all(map(find_spec, NEEDED)):
        raise PozzettoError(
            "A page needs jinja2 and matplotlib, which are not installed: install pozzetto[lab], "
            "or write the report as .md or .json, which need neither."
        )
    return form


def is_ours(opening: str) -> bool:
    """Whether a file that begins so is an earlier report."""
    return MARK in opening.partition("<html")[0]


def html(report: Report) -> str:
    """The report as one page that needs nothing else: no script, no other file, no network."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    from pozzetto.report.charts import svg

    _ = translator(report.lang)

    def draw(picture: Picture) -> Markup:
        return Markup(svg(picture, _))

    here = files("pozzetto.report")
    # what a text from outside has in it is shown, never obeyed
    jinja = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    jinja.filters |= {"draw": draw, "sentence": sentence, "typeset": typeset, "whole": whole}
    template = jinja.from_string(here.joinpath("page.html").read_text("utf-8"))
    style = Markup(here.joinpath("page.css").read_text("utf-8").strip())
    return template.render(r=report, style=style) + "\n"


def data(report: Report) -> str:
    """The report as JSON."""
    return json.dumps({"format": MARK, "language": report.lang, **report.data}, indent=2) + "\n"


def sentence(text: str) -> str:
    """The text as a sentence: with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def whole(text: str) -> Markup:
    """The text as print has it: hyphenated words, such as names of rulesets, are not broken in
    two, and long ones, such as keys, only after their signs."""
    from markupsafe import Markup, escape

    def kept(word: str) -> Markup:
        if len(word) > LONGEST_NAME:
            return Markup("<wbr>").join(map(escape, _AFTER_SIGNS.split(word)))
        return Markup('<span class="whole">{}</span>').format(word) if "-" in word else escape(word)

    text = typeset(text).replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")
    return Markup(" ").join(map(kept, text.split(" ")))


FORMS: Mapping[str, Callable[[Report], str]] = {"html": html, "md": markdown, "json": data}
"""How a report is written in each form."""
