"""A hand that parts under two rulesets, to be looked at: what both did up to there, and what
either did next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pozzetto.game.cards import written
from pozzetto.game.deal import deal_hand
from pozzetto.game.scoring import score
from pozzetto.game.table import Table
from pozzetto.lab.parting import DEAL, PLAY, SCORE, Pair, Parting, both_played
from pozzetto.text.notation import written_move
from pozzetto.text.record import Record, recorded, turns_of
from pozzetto.text.record_text import dealt_lines

STOCK = "stock"
LAST_OF_A_TURN = ("discard", "agree", "decline")
FEW_CARDS = 5
"""So many cards of a stock are shown, from the first on that is not the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What came next under one ruleset.

    `did` is text: a move with its seat; at the deal some cards; the points of each team
    where only these differ. Where the hand was over instead, `ended` says how, as records
    do. `record` is the whole hand.
    """

    did: str
    ended: str
    record: Record

    def data(self) -> dict[str, object]:
        """What came next, as plain data, without the record."""
        return {"did": self.did or None, "ended": self.ended or None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One hand that parts.

    `at` is what parted: "deal", "play" or "score". `turn` is the turn of it, as the records
    count them, and `line` what that turn, or the one before where it had not begun, did up
    to there under both rulesets: `N: draw, lay 3H 4H 5H`. Where the deal parts, `turn` is 0
    and `line` says which of the cards are shown: a seat, `pozzetto 1`, `pile` or `stock`.
    `keys` are those that are reason enough, none where it takes several.
    """

    deal: int
    at: str
    turn: int
    line: str
    keys: tuple[str, ...]
    base: Side
    other: Side

    def data(self) -> dict[str, object]:
        """The hand as plain data."""
        return {
            "deal": self.deal,
            "at": self.at,
            "turn": self.turn,
            "line": self.line,
            "keys": list(self.keys),
            "base": self.base.data(),
            "other": self.other.data(),
        }

    @property
    def records(self) -> tuple[Record, Record]:
        """The hand as it went under the base and under the other ruleset."""
        return self.base.record, self.other.record


def example(pair: Pair, parting: Parting) -> Example:
    """A hand as it parts, played again under both rulesets."""
    tables = both_played(pair, parting.deal)
    records = [_record(pair, table, parting) for table in tables]
    did, ended = ["", ""], ["", ""]
    if parting.at == DEAL:
        turn, (line, *did) = 0, _dealt_apart(pair, *records)
    else:
        turn, line = _turn(tables[0], pair, parting)
        if parting.at == PLAY:
            did = [_move(table, pair, parting) for table in tables]
            ended = [
                "" if move else table.outcome() for move, table in zip(did, tables, strict=True)
            ]
        else:
            did = [_points(table) for table in tables]
    base, other = (
        Side(did=text, ended=end, record=replace(record, note=_note(pair, parting, turn)))
        for text, end, record in zip(did, ended, records, strict=True)
    )
    return Example(
        deal=parting.deal,
        at=parting.at,
        turn=turn,
        line=line,
        keys=parting.keys,
        base=base,
        other=other,
    )


def _record(pair: Pair, table: Table, parting: Parting) -> Record:
    return recorded(
        table,
        deal_hand(table.rules, pair.seed, parting.deal),
        players=pair.players,
        number=parting.deal + 1,
    )


def _note(pair: Pair, parting: Parting, turn: int) -> str:
    parts = {DEAL: "the deal parts", PLAY: f"turn {turn} parts", SCORE: "only the score parts"}
    keys = " or ".join(parting.keys) or "several keys together"
    return f"seed {pair.seed}, deal {parting.deal}: {parts[parting.at]}, by {keys}"


def _turn(table: Table, pair: Pair, parting: Parting) -> tuple[int, str]:
    """The number of the turn in which a hand parts, and what was done in it before, or in
    the turn before it where that had not begun."""
    turns = turns_of(_dealt(table, pair, parting), table.log[: parting.moves])
    if not turns:
        return 1, ""
    finished = turns[-1].moves[-1].verb in LAST_OF_A_TURN
    begins_one = finished and parting.at == PLAY
    return len(turns) + begins_one, turns[-1].written(table.rules)


def _move(table: Table, pair: Pair, parting: Parting) -> str:
    """The move by which a hand parts, with its seat; empty where the hand was over there."""
    if parting.moves == len(table.log):
        return ""
    begun = _dealt(table, pair, parting)
    for entry in table.log[: parting.moves]:
        begun.advance(entry >> 4)
    entry = table.log[parting.moves]
    return f"{table.rules.seats[entry & 15]}: {written_move(begun, entry >> 4)}"


def _dealt(table: Table, pair: Pair, parting: Parting) -> Table:
    return Table.dealt(table.shapes, deal_hand(table.rules, pair.seed, parting.deal))


def _points(table: Table) -> str:
    teams = zip(table.rules.teams, score(table), strict=True)
    return ", ".join(f"{team} {points}" for team, points in teams)


def _dealt_apart(pair: Pair, base: Record, other: Record) -> tuple[str, str, str]:
    """The first part of the deal that is not the same, and what it is in either: cards."""
    lines = dealt_lines(base), dealt_lines(other)
    for part in {**lines[0], **lines[1]}:
        cards = [str(each.get(part, "")) for each in lines]
        if cards[0] != cards[1] and part != STOCK:
            return part, cards[0], cards[1]
    stocks = [
        deal_hand(rules, pair.seed, base.number - 1).stock for rules in (pair.base, pair.other)
    ]
    pairs = enumerate(zip(*stocks, strict=False))
    alike = next(
        (place for place, (one, another) in pairs if one != another), min(map(len, stocks))
    )
    first, second = (written(stock[alike : alike + FEW_CARDS]) for stock in stocks)
    return STOCK, first, second
