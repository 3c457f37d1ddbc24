"""Why a move is refused: a code, a sentence, and the rule that says no.

Every sentence that explains a refusal is composed here, from a code and a few values.
`key` names the rule: a ruleset key (`melds.wilds.most`), or a stable name of its own
where no key sets the rule (`turn.order`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


class Phrase(str):
    """English words inside a sentence, to be put into the reader's language with it."""

    __slots__ = ()


class Spoken:
    """Words inside a sentence that know themselves how they are said in each language."""

    __slots__ = ()

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The words in the language that `translated` puts English into."""
        raise NotImplementedError


SENTENCES: Mapping[str, str] = {
    # whose turn, and what it begins with
    "hand-over": "The hand is over: {ended}.",
    "hand-closed": "The hand is over: {seat} has closed it.",
    "hand-ended-by": "The hand is over: the house rule {plugin} ended it ({reason}).",
    "not-your-turn": "It is {mover}'s turn, not {seat}'s.",
    "draw-first": "A turn begins by drawing from the stock or taking the discard pile.",
    "already-drawn": "A card has already been drawn this turn: lay, add or discard.",
    "stock-empty": "The stock has no card left to draw.",
    "pile-empty": "The discard pile is empty.",
    "answer-first": "{proposer} has proposed to end the hand: answer agree or decline.",
    "no-proposal": "A stalemate may be proposed only while the pile has one card and "
    "the whole last lap did nothing but swap it.",
    "declined-lately": "A stalemate was declined: it may be proposed again after another "
    "whole lap of mere swaps.",
    "nothing-proposed": "Nobody has proposed to end the hand.",
    "by-laps-only": "These rules know no stalemate by agreement.",
    "not-held": "{seat} does not hold {cards}.",
    # the cut
    "lift-too-small": "The cutter lifts at least {least} cards, not {lift}.",
    "lift-too-large": "At least {leaves} cards stay in the pack; a lift of {lift} leaves {left}.",
    # the pile
    "pile-unjustified": "The pile may be taken only if its top card, {card}, "
    "can be melded at once with cards from the hand.",
    "justify-first": "The pile's top card, {card}, has to be melded before anything else.",
    "must-meld-pile": "Who takes the pile has to meld a card in the same turn.",
    "same-card-back": "{card} was taken alone from the pile and may not be thrown straight back.",
    # melds
    "too-few-cards": "A meld has at least {least} cards, not {found}.",
    "no-meld": "{cards} are neither a set nor a run.",
    "no-sets": "These rules know no sets.",
    "no-runs": "These rules know no runs.",
    "set-rank": "A set may not be made of this rank: {rank}.",
    "set-too-long": "A set has at most {most} cards, not {found}.",
    "set-mixed": "A set holds cards of one rank; {card} is not a {rank}.",
    "only-wilds": "A meld may not be made of wild cards alone.",
    "too-many-wilds": "Of wild cards a meld takes at most {most}; here there are {found}.",
    "run-too-long": "A run has at most {most} cards, not {found}.",
    "run-mixed": "A run holds cards of one suit, each in its place: "
    "{card} cannot stand for {place}.",
    "run-gap": "The cards of a run follow one another.",
    "run-twice": "A run has each card once.",
    "ace-low": "The ace may not stand below the two.",
    "ace-high": "The ace may not stand above the king.",
    "ace-both": "The ace stands at one end of a run only, below the two or above the king.",
    "off-the-end": "A run does not go on beyond its ace.",
    "parked-wild": "A wild card can be parked only beside a whole run of natural cards.",
    "more-than-deck": "The deck has only {copies} of {card}.",
    "set-repeated": "There is already an own set of this rank ({rank}): add the cards to it.",
    "no-such-meld": "There is no own meld {meld}.",
    "does-not-fit": "{cards} cannot be added to {melded}.",
    "mark-does-not-fit": "{card} cannot stand for {place} when it is added to {melded}.",
    # the end of a turn
    "cannot-finish": "The turn could not be ended after that: {because}.",
    "closing-pozzetto": "nobody closes before taking the pozzetto",
    "closing-burraco": "nobody closes without a burraco",
    "closing-clean": "nobody closes without a clean burraco",
    "closing-few-wilds": "nobody closes without a burraco of at most {wilds} wild cards",
    "closing-by-discard": "the last card is discarded, not melded",
    "closing-by-laying": "the last card is melded, not discarded",
    "closing-wild": "the closing discard may not be a wild card, and {card} is one",
    "pozzetto-direct": "the pozzetto is taken on the discard only",
    "pozzetto-discard": "the pozzetto is taken only by melding every card",
    # the director
    "no-such-event": "These rules know no time-out.",
    "time-called": "Time has been called already.",
}
"""The sentence of each refusal code. Codes whose sentence opens with a small letter are
reasons why a turn could not be ended, used inside another sentence as well. A plugin's
refusal has a sentence of its own, the word `sentence`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why not: which rule refuses, in which words.

    `code` is short and stable, for programs; `key` is the ruleset key that says no, with
    the `value` it has there and the catalogue `clauses` the ruleset cites for it. Where a
    house rule objects, `plugin` names it, and the code begins with that name.
    """

    code: str
    key: str
    value: Any = None
    clauses: tuple[str, ...] = ()
    plugin: str | None = None
    bounded: bool = False
    words: Mapping[str, Any] = field(default_factory=dict)

    def say(self, translated: Callable[[str], str] = str) -> str:
        """The refusal as a player would say it; `translated` puts an English template
        into another language."""
        text = self._phrase(translated)
        text = text[0].upper() + text[1:]
        return text if text.endswith(".") else text + "."

    def _phrase(self, translated: Callable[[str], str]) -> str:
        words = {}
        for name, word in self.words.items():
            if isinstance(word, Refusal):
                # as part of another sentence: no capital, no full stop
                word = word._phrase(translated).rstrip(".")
            elif isinstance(word, Phrase):
                word = translated(word)
            elif isinstance(word, Spoken):
                word = word.say(translated).rstrip(".")
            words[name] = word
        return translated(SENTENCES.get(self.code, "{sentence}")).format_map(words)

    @property
    def sentence(self) -> str:
        """The refusal in English."""
        return self.say()

    def as_data(self, translated: Callable[[str], str] = str) -> dict[str, Any]:
        """The refusal for a program."""
        data: dict[str, Any] = {
            "code": self.code,
            "sentence": self.say(translated),
            "key": self.key,
            "value": self.value,
            "clauses": list(self.clauses),
            "plugin": self.plugin,
        }
        if self.bounded:
            data["bounded"] = True
        return data
