"""What differs between two games, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.rulebook.changes import is_made
from pozzetto.rulebook.variants import differing
from pozzetto.words.keys import NOTHING, at, clauses_of, has_a_say, idle, sentences_at, written
from pozzetto.words.sentence import Sentence
from pozzetto.words.sheet import Sheet, explain
from pozzetto.words.voice import Voice, voice_of

SOURCES = "sources"
"""The section of what is cited, after those of the rule sheet."""

MOST_CITED = 6
"""So many keys are listed that follow other clauses; more are only counted."""

OWN = ("name", "title", "summary")
"""What a ruleset never inherits, so that a child made by --set has none of it."""

_SOURCES = Phrase("The sources")

Place = tuple[int, int]
"""Where a sentence stands: its section, and its place there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One difference: the keys that make it, and what either game says there.

    Keys that the same sentences tell share a row.
    """

    section: str
    heading: str
    keys: tuple[str, ...]
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs between two rulesets, in a rule sheet's order."""

    first: str
    second: str
    lang: str
    rows: tuple[Row, ...]

    def as_data(self) -> dict[str, Any]:
        """The differences for a program."""
        return {
            "rulesets": [self.first, self.second],
            "language": self.lang,
            "differences": [
                {"section": row.section, "keys": list(row.keys), "says": [row.first, row.second]}
                for row in self.rows
            ],
        }


def diff(first: Rules, second: Rules, lang: str = "en") -> Difference:
    """What differs between two rulesets: for each key that does, what either says."""
    voice = voice_of(first, lang)
    sheets = explain(first, lang), explain(second, lang)
    books = first.book, second.book
    places = _places(sheets[0]) | _places(sheets[1])
    # what the two say, the keys of which they say it, and where that stands
    found: dict[tuple[str, str], tuple[list[str], Place]] = {}
    for key in _differing(first, second):
        said = [sentences_at(sheet, book, key) for sheet, book in zip(sheets, books, strict=True)]
        place = min((places[each] for side in said for each in side), default=None)
        if place is None:
            place = _nearest(key, places)
        texts = [" ".join(sentence.text for sentence in side) for side in said]
        if texts[0] == texts[1] and key.startswith("house_rules."):
            # a plugin that says nothing of its options
            texts = [
                f"{text} ({(written(at(book, key)) or '').strip('{}')})"
                for text, book in zip(texts, books, strict=True)
            ]
        elif texts[0] == texts[1]:
            texts = [
                _unsaid(key, book, voice, is_rule=at(book, key) is not NOTHING) for book in books
            ]
        one, other = (
            text or _unsaid(key, book, voice, is_rule=has_a_say(book, key))
            for text, book in zip(texts, books, strict=True)
        )
        keys, earlier = found.setdefault((one, other), ([], place))
        keys.append(key)
        found[one, other] = keys, min(place, earlier)
    rows = [
        Row(
            section=sheets[0].sections[place[0]].name,
            heading=sheets[0].sections[place[0]].heading,
            keys=tuple(keys),
            first=one,
            second=other,
        )
        for (one, other), (keys, place) in sorted(found.items(), key=lambda each: each[1][1])
    ]
    rows += _sources(first, second, voice)
    return Difference(first=first.name, second=second.name, lang=lang, rows=tuple(rows))


def _places(sheet: Sheet) -> dict[Sentence, Place]:
    return {
        sentence: (index, place)
        for index, section in enumerate(sheet.sections)
        for place, sentence in enumerate(section.sentences)
    }


def _unsaid(key: str, book: Mapping[str, Any], voice: Voice, *, is_rule: bool) -> str:
    """What is said of a key that the rule sheet leaves out."""
    return idle(key, book, voice) if is_rule else voice("There is no such rule.")


def _nearest(key: str, places: Mapping[Sentence, Place]) -> Place:
    """Where a key belongs of which nothing is said: by those that stand beside it."""
    while "." in key:
        key = key.rpartition(".")[0]
        beside = [place for sentence, place in places.items() if sentence.tells(key)]
        if beside:
            return min(beside)
    return (0, 0)


def _differing(first: Rules, second: Rules) -> Iterator[str]:
    """Every key of which the two say different things, clauses aside."""
    for key in map(".".join, differing(first.book, second.book)):
        if not (key.startswith("cites") or _is_nameless(key, first, second)):
            yield key


def _is_nameless(key: str, first: Rules, second: Rules) -> bool:
    """Whether a key differs only because a child made on the spot has no name of its own."""
    children = [rules for rules in (first, second) if is_made(rules.name)]
    return key in OWN and any(key == "name" or not child.book[key] for child in children)


def _sources(first: Rules, second: Rules, voice: Voice) -> Iterator[Row]:
    """The clauses that the two cite for the same key, where they are not the same."""
    keys = [
        key
        for key in {**first.cites, **second.cites}
        if clauses_of(first, key) != clauses_of(second, key)
    ]
    if not keys:
        return
    one, other = (_cited(rules, keys, voice) for rules in (first, second))
    yield Row(
        section=SOURCES,
        heading=voice(_SOURCES),
        keys=("cites",),
        first=one,
        second=other,
    )


def _cited(rules: Rules, keys: list[str], voice: Voice) -> str:
    cited = [f"{key}: {', '.join(clauses)}" for key in keys if (clauses := clauses_of(rules, key))]
    if not cited:
        return voice("It cites no clauses where the other does.")
    if len(cited) > MOST_CITED:
        # the other may cite for just as many: the first tells the two apart
        return voice(
            "It cites clauses for {count} keys for which the other cites others or none, such as "
            "{clauses}.",
            count=len(cited),
            clauses=cited[0],
        )
    return voice("It cites {clauses}.", clauses="; ".join(cited))
