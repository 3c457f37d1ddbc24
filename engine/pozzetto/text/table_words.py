"""The words in which a table is told: what its parts are called, and how a hand ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pozzetto.game.melds import RUN, SET
from pozzetto.game.refusals import SENTENCES as REFUSALS
from pozzetto.game.refusals import Phrase
from pozzetto.rulebook.yaml_tree import shown

SENTENCES: Mapping[str, str] = {
    "cards": "{count} cards",
    "one card": "1 card",
    "dealer": "dealer",
    "to draw": "to draw",
    "to play": "to play",
    "face down": "face down",
    "next turn": "for the next turn",
    "never opened": "never opened",
    "stock": "stock {count}",
    "pile": "pile {count}:",
    "pile top": "pile {count}, top:",
    "pile hidden": "pile {count}, face down",
    "pile empty": "pile empty",
    "pozzetti": "pozzetti {count}",
    "taken": "pozzetto taken",
    "unopened by": "pozzetto taken by {seat}, not opened yet",
    "waiting": "pozzetto waiting",
    "none taken": "no pozzetto taken",
    "no melds": "no melds",
}
"""The words of a drawing; what is in braces is filled in."""

_KINDS: Mapping[str, str] = {SET: Phrase("set"), RUN: Phrase("run")}

_BURRACOS: Mapping[str, str] = {
    "clean": Phrase("clean burraco"),
    "semi_clean": Phrase("semi-clean burraco"),
    "dirty": Phrase("dirty burraco"),
    "da_mille": Phrase("burraco da mille"),
    "noble": Phrase("noble burraco"),
    "royal": Phrase("royal burraco"),
    "dirty_royal": Phrase("dirty royal burraco"),
    "super": Phrase("super burraco"),
    "dirty_super": Phrase("dirty super burraco"),
    "super_clean": Phrase("super-clean burraco"),
    "over_the_top": Phrase("over the top burraco"),
}
_TIERS: Mapping[str, str] = {
    "clean": Phrase("clean"),
    "semi_clean": Phrase("semi-clean"),
    "dirty": Phrase("dirty"),
    "da_mille": Phrase("da mille"),
    "noble": Phrase("noble"),
    "royal": Phrase("royal"),
    "dirty_royal": Phrase("dirty royal"),
    "super": Phrase("super"),
    "dirty_super": Phrase("dirty super"),
    "super_clean": Phrase("super-clean"),
    "over_the_top": Phrase("over the top"),
}
_ANY_BURRACO = Phrase("{name} burraco")

_POZZETTO: Mapping[str, str] = {
    "waiting": Phrase("waiting"),
    "taken": Phrase("taken"),
    "unopened": Phrase("not opened yet"),
}
_UNOPENED_BY = Phrase("taken by {seat}, not opened yet")

_ENDS: Mapping[str, str] = {
    "stock": Phrase("the stock has come to its end"),
    "stalemate": Phrase("it was a stalemate"),
    "limit": Phrase("it came to the bound on turns"),
    "void": Phrase("it was declared void"),
}


def how_it_ended(outcome: str, translated: Callable[[str], str] = str) -> str:
    """How a hand ended, as a sentence; `outcome` is what a table says: `closed by N`, `stock`."""
    by = outcome.removeprefix("closed by ")
    if by != outcome:
        return translated(REFUSALS["hand-closed"]).format(seat=shown(by))
    reason, by, plugin = outcome.partition(" by ")
    if by:
        ended = translated(REFUSALS["hand-ended-by"])
        return ended.format(reason=shown(reason), plugin=shown(plugin))
    ended = translated(_ENDS[outcome]) if outcome in _ENDS else shown(outcome)
    return translated(REFUSALS["hand-over"]).format(ended=ended)


def pozzetto_word(state: str, translated: Callable[[str], str] = str) -> str:
    """How it stands with a team's pozzetto; `state` is what a position says: `waiting`,
    `unopened by S`."""
    word, by, seat = state.partition(" by ")
    if by:
        return translated(_UNOPENED_BY).format(seat=shown(seat))
    return translated(_POZZETTO[word]) if word in _POZZETTO else shown(word)


def kind_word(name: str, translated: Callable[[str], str] = str) -> str:
    """What a kind of meld is called; one that a house rule brings goes by its own name."""
    return translated(_KINDS[name]) if name in _KINDS else shown(name.replace("_", " "))


def burraco_name(name: str, translated: Callable[[str], str] = str) -> str:
    """What players call a tier of burraco; one that is not usual goes by its own name."""
    if name in _BURRACOS:
        return translated(_BURRACOS[name])
    return translated(_ANY_BURRACO).format(name=shown(name.replace("_", " ")))


def tier_word(name: str, translated: Callable[[str], str] = str) -> str:
    """The word that tells a tier from other burracos; one that is not usual is its own."""
    return translated(_TIERS[name]) if name in _TIERS else shown(name.replace("_", " "))
