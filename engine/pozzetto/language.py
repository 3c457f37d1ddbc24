"""Languages: which one a reader wants, and English sentences put into it.

English is the language of the code, every other one a gettext catalogue in `locale`.
`tools/catalogues.py` collects the sentences and builds the catalogues.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Any

ENGLISH = "en"
LANGUAGES = (ENGLISH, "it")
"""Every language that there is, by its two letters."""

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment says which language is wanted; the first that is set counts."""

_NUMERALS = {"it": str.maketrans(",.", ".,")}
"""How the signs of an English number, 1,234.5, are written where they are others."""


class Translator:
    """Puts English sentences into one language: `translator("it")("The hand is over.")`.

    A sentence that the language lacks stays English.
    """

    def __init__(self, lang: str, catalogue: NullTranslations) -> None:
        self.lang = lang
        self._catalogue = catalogue

    def __call__(self, text: str) -> str:
        """The sentence in this language."""
        # gettext keeps its own heading under the empty text
        return self._catalogue.gettext(text) if text else ""

    def plural(self, one: str, many: str, count: int) -> str:
        """The form of the sentence that goes with this number."""
        return self._catalogue.ngettext(one, many, count)

    def number(self, number: float, form: str = ",") -> str:
        """The number in a form such as `,` or `.1f`, with the signs of this language."""
        return f"{number:{form}}".translate(_NUMERALS.get(self.lang, {}))


@cache
def translator(lang: str = ENGLISH) -> Translator:
    """What puts English sentences into a language; one of `LANGUAGES`."""
    if lang == ENGLISH:
        return Translator(lang, NullTranslations())
    catalogue = files("pozzetto").joinpath("locale", lang, "LC_MESSAGES", "pozzetto.mo")
    with catalogue.open("rb") as stream:
        return Translator(lang, GNUTranslations(stream))


def chosen(option: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """The language asked for, else that of the locale, else English."""
    if option is not None:
        return option
    environment = os.environ if environment is None else environment
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    for locale in wanted.split(":"):
        # it_IT.UTF-8@euro
        lang = locale.replace("-", "_").replace(".", "_").partition("_")[0].lower()
        if lang in LANGUAGES:
            return lang
    return ENGLISH


def in_language(words: Any, lang: str) -> str:
    """A text that a ruleset gives once, or once a language: in this one, else in English,
    else in whatever there is."""
    if not isinstance(words, Mapping):
        return str(words)
    order = (lang, ENGLISH, *LANGUAGES)
    return next((words[each] for each in order if words.get(each)), "")
