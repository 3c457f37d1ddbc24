"""Languages: which one is chosen, and catalogues that lack nothing."""

from __future__ import annotations

import ast
from string import Formatter

import pytest

import catalogues
from pozzetto.game.refusals import SENTENCES, Phrase, Refusal
from pozzetto.language import ENGLISH, LANGUAGES, chosen, in_language, translator

# ---- which language


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "it-IT"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "it_IT", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LC_MESSAGES": "it_IT", "LC_ALL": ""}, "it"),
        ({"LC_ALL": "en_GB", "LANGUAGE": "it"}, "it"),
        ({"LANGUAGE": "de:it:en"}, "it"),
        ({"LANGUAGE": "de:fr", "LANG": "it_IT"}, "en"),
        ({"LANG": "italian"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], lang: str) -> None:
    assert chosen(None, environment) == lang


def test_the_option_is_stronger_than_the_locale() -> None:
    assert chosen("en", {"LANG": "it_IT"}) == "en"


@pytest.mark.parametrize(
    ("words", "lang", "text"),
    [
        ("One text", "it", "One text"),
        ({"en": "English", "it": "Italiano"}, "it", "Italiano"),
        ({"en": "English"}, "it", "English"),
        ({"it": "Italiano"}, "en", "Italiano"),
        ({"en": "", "it": "Italiano"}, "en", "Italiano"),
        ({}, "en", ""),
    ],
)
def test_a_text_of_a_ruleset_in_a_language(words: object, lang: str, text: str) -> None:
    assert in_language(words, lang) == text


# ---- translating


def test_english_stays_as_it_is() -> None:
    _ = translator(ENGLISH)
    assert _("The discard pile is empty.") == "The discard pile is empty."
    assert _.plural("one card", "{count} cards", 1) == "one card"
    assert _.plural("one card", "{count} cards", 2) == "{count} cards"


def test_italian() -> None:
    _ = translator("it")
    assert _("The discard pile is empty.") == "Il monte degli scarti è vuoto."
    assert _.plural("one card", "{count} cards", 1) == "una carta"
    assert _.plural("one card", "{count} cards", 0) == "{count} carte"
    assert _.plural("one card", "{count} cards", 1_000_000) == "{count} carte"


def test_what_has_no_translation_stays_english() -> None:
    assert translator("it")("Nobody has said this.") == "Nobody has said this."
    assert translator("it")("") == ""


@pytest.mark.parametrize("code", SENTENCES)
def test_a_refusal_can_be_said_in_italian(code: str) -> None:
    names = {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}
    refusal = Refusal(code=code, key="", words=dict.fromkeys(names, "4C"))
    italian = refusal.say(translator("it"))
    assert italian != refusal.say()
    assert italian.endswith(".")


def test_a_reason_inside_a_refusal_is_said_in_its_language() -> None:
    reason = Refusal(code="same-card-back", key="", words={"card": "KS"})
    refusal = Refusal(code="cannot-finish", key="", words={"because": reason})
    said = refusal.say(translator("it"))
    assert (
        said == "Dopo non si potrebbe più finire il turno: la carta KS era sola nel monte degli "
        "scarti e non si può riscartare subito."
    )


def test_a_phrase_inside_a_refusal_is_said_in_its_language() -> None:
    refusal = Refusal(
        code="hand-over", key="", words={"ended": Phrase("the stock has come to its end")}
    )
    assert refusal.say(translator("it")) == "La smazzata è finita: il tallone è esaurito."


# ---- the catalogues


def test_every_language_but_english_has_its_catalogue() -> None:
    assert [ENGLISH, *catalogues.languages()] == list(LANGUAGES)


def test_the_catalogues_lack_nothing_and_are_up_to_date() -> None:
    """Each sentence is there, translated, with the same words in braces, and built.

    When this fails: `python tools/catalogues.py`, then write what it asks for.
    """
    assert catalogues.faults() == []


def test_sentences_are_found_wherever_they_stand() -> None:
    tree = ast.parse(
        """
SENTENCES: Mapping[str, str] = {"a": "in a table, " "written in two"}
_WORD = Phrase("a phrase")
told("kept with its words", count=1)
voice("given to a voice", count=1)
voice.some("one", "many", 3)
voice.team("together", "alone", count=1)
_("given to a translator").format(count=1)
_.plural("one thing", "{count} things", 2)
page.say("for nobody to translate")
"""
    )
    assert list(catalogues.sentences_in(tree)) == [
        "in a table, written in two",
        "a phrase",
        "kept with its words",
        "given to a voice",
        ("one", "many"),
        "together",
        "alone",
        "given to a translator",
        ("one thing", "{count} things"),
    ]
