"""Rules in words: the rule sheet of a game, one key of it, and what differs between two.

Every sentence is made from the data of a ruleset; none is written for one game.
"""

from pozzetto.words.difference import Difference, Row, diff
from pozzetto.words.keys import KeyInWords, explain_key
from pozzetto.words.sentence import Section, Sentence
from pozzetto.words.sheet import Sheet, explain

__all__ = [
    "Difference",
    "KeyInWords",
    "Row",
    "Section",
    "Sentence",
    "Sheet",
    "diff",
    "explain",
    "explain_key",
]
