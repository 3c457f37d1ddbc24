"""The rule sheet of a game, made from its data alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.words import burraco, deal, ending, laying, match, play, scoring, setting
from pozzetto.words.sentence import Section, Sentence, Teller, aside, from_outside, told
from pozzetto.words.voice import Voice, voice_of

Paragraphs = Iterable[tuple[Sentence, ...]]


def _told_by(*tellers: Teller) -> Callable[[Rules, Voice], Paragraphs]:
    """A section of which each of these tells a paragraph."""
    return lambda rules, voice: (tuple(teller(rules, voice)) for teller in tellers)


def _burracos(rules: Rules, voice: Voice) -> Paragraphs:
    yield tuple(burraco.burracos(rules, voice))
    yield from burraco.tiers(rules, voice)


def _house(rules: Rules, voice: Voice) -> Paragraphs:
    # what plugins add, each in its own words
    if not rules.house.explained:
        yield (aside(voice("No house rules are played besides."), "house_rules"),)
    for name, words in rules.house.explained.items():
        text = from_outside(words.say(voice.translated))
        yield (told(f"{text} [{name}]", "house_rules", f"house_rules.{name}"),)


_SECTIONS: tuple[tuple[str, Phrase, Callable[[Rules, Voice], Paragraphs]], ...] = (
    ("game", Phrase("The game"), _told_by(setting.game)),
    ("players", Phrase("Players"), _told_by(setting.players)),
    ("cards", Phrase("Cards"), _told_by(setting.cards)),
    ("deal", Phrase("The deal"), _told_by(deal.first_dealer, deal.deal)),
    ("turn", Phrase("The turn"), _told_by(play.drawing, play.melding)),
    ("melds", Phrase("Melds"), _told_by(laying.melds, laying.sets, laying.runs)),
    ("wilds", Phrase("Wild cards"), _told_by(laying.wilds, laying.wild_runs)),
    ("burraco", Phrase("Burraco"), _burracos),
    ("pozzetto", Phrase("The pozzetto"), _told_by(play.pozzetto)),
    ("closing", Phrase("Closing"), _told_by(play.closing)),
    ("end", Phrase("The end of a hand"), _told_by(ending.hand_ends)),
    ("score", Phrase("The score"), _told_by(scoring.scoring)),
    ("match", Phrase("The match"), _told_by(match.match, match.victory_points)),
    ("house", Phrase("House rules"), _house),
)
"""The sections of every rule sheet, in its order, and what tells each."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rules of a game in words: its title, and its sections in a rule sheet's order."""

    name: str
    lang: str
    title: str
    sections: tuple[Section, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence of it, the asides too."""
        return tuple(each for section in self.sections for each in section.sentences)

    def as_data(self) -> dict[str, Any]:
        """The sheet for a program."""
        return {
            "ruleset": self.name,
            "language": self.lang,
            "title": self.title,
            "sections": [
                {
                    "name": section.name,
                    "heading": section.heading,
                    "paragraphs": [
                        [
                            {"text": sentence.text, "keys": list(sentence.keys)}
                            for sentence in paragraph
                            if not sentence.aside
                        ]
                        for paragraph in section.paragraphs
                    ],
                }
                for section in self.sections
                if section.texts
            ],
        }


def explain(rules: Rules, lang: str = "en") -> Sheet:
    """The rules in words, good enough to play from."""
    voice = voice_of(rules, lang)
    sections = (
        Section(name, voice(heading), tuple(tell(rules, voice)))
        for name, heading, tell in _SECTIONS
    )
    return Sheet(rules.name, lang, setting.title(rules, lang), tuple(sections))
