"""Hand records: everything about one hand of cards, so that it can be played again exactly.

A record file holds hands one after the other, a match for instance; `record_text` writes
it, `record_reading` reads it, `replay` plays it. It is text that a player can read:

    pozzetto record 1                    the format and its version, always first
    ruleset: burraco                     the name of the ruleset
    fingerprint: 5ab4…                   the sha256 of its rules
    epoch: 1                             the edition of the engine's rules it was taken with
    rules:                               every rule, as YAML: all a ruleset says and inherits
      seats: [N, E, S, W]                but its titles and the clauses it cites
      …

    hand 1                               the first hand; its number is for people only
    note: seed 7, deal 0                 anything; nothing reads it (may be left out)
    players:                             who sat where
      N: Anna
      …
    scores: NS 0, EW 0                   the match totals before the hand
    dealer: N
    draw: N 3C, E KD, S 9H, W 5S         what who sits there drew for the first deal (may be
                                         left out); who drew again has several cards
    lift: 36                             how many cards were cut off, `none` without a cut
    deck:                                every card, top first, before the cut
      9H 4S …
    dealt:                               what the deck then deals, sorted; the number of cards
      N: 5S 10S …                        left as the stock comes last
      …
      pozzetto 1: 3S …
      pile: 8D
      stock: 41

    turns:                               one line a turn, in the notation of moves
      E: draw, lay 3H JK=4H 5H, discard KS
      *: time                            what the director calls, on a line of its own
      …

    ended: closed by S                   or stock, stalemate, limit, void, or a house rule's
                                         `time by time-out`; `no` where the record stops
    score: NS 545, EW 55                 before the end, and no score follows
    sheet:                               the score sheet, team by team: what is counted, of
      NS cards_melded   31    245        how many, the points, and `by PLUGIN` where a house
                                         rule pays them
      …
    end                                  the hand's last line

What stands under a key is indented. Lines that begin with `#` are comments; they stay where
they are, but for those after the last `end`. Blank lines, and a byte-order mark or Windows
line ends, mean nothing. A further `pozzetto record 1` begins hands of another ruleset.
Beside it there are JSON Lines: the same, every hand an object on a line of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pozzetto.game.cards import arranged
from pozzetto.game.deal import Dealt
from pozzetto.game.moves import AGREE, DECLINE, DIRECTOR, DISCARD, what
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import Line, sheets
from pozzetto.game.table import Table
from pozzetto.rulebook.compiler import NOT_RULES, RULES_EPOCH
from pozzetto.text.notation import EVENTS, Move, Turn, as_move

FORMAT = 1
OPENING = "pozzetto record"
UNENDED = "no"
ENDS = ("stock", "stalemate", "limit", "void")
CLOSED = "closed by "

HEAD_KEYS = (OPENING, "ruleset", "fingerprint", "epoch", "rules")
HAND_KEYS = (
    "hand", "note", "players", "scores", "dealer", "draw", "lift", "deck", "dealt",
    "turns", "ended", "score", "sheet", "end",
)  # fmt: skip
"""The keys of a file's head and of a hand, in the order in which they are written."""


class Comment(NamedTuple):
    """A comment, with its `#`: it stands before row `row` of a key, or before the line of
    the key itself, which is row 0."""

    key: str
    row: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The rules that a hand was played by, as its record holds them: `data` is what the
    fingerprint stands for, `rules` what comes of it."""

    name: str
    fingerprint: str
    epoch: int
    data: Mapping[str, Any]
    rules: Rules = field(compare=False, repr=False)
    comments: tuple[Comment, ...] = ()

    @classmethod
    def of(cls, rules: Rules) -> Book:
        """The rules of a ruleset, to be written down."""
        return cls(
            name=rules.name,
            fingerprint=rules.fingerprint,
            epoch=RULES_EPOCH,
            data={key: value for key, value in rules.book.items() if key not in NOT_RULES},
            rules=rules,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand, from the deck to the score.

    By seat: `players`, `hands` as they were dealt, and `drawn`, the cards drawn for the
    first deal by who sits there, None where no draw is told. By team: `scores`, the match
    totals before the hand, and `sheets`. `deck` is top first, `lift` None where nobody
    cuts; hands and pozzetti are sorted, `stock` is a number of cards. `ended` is empty
    where the record stops before the hand does. `lines` tells on which lines of a file a
    key and its rows were written.
    """

    book: Book
    number: int = 1
    note: str = ""
    players: tuple[str, ...]
    scores: tuple[int, ...]
    dealer: int
    drawn: tuple[tuple[int, ...], ...] | None = None
    lift: int | None
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    pozzetti: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    stock: int
    turns: tuple[Turn, ...]
    ended: str
    sheets: tuple[tuple[Line, ...], ...]
    comments: tuple[Comment, ...] = ()
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        # whatever a player is called, the name stays on its line and steers no terminal
        object.__setattr__(self, "players", tuple(map(plain, self.players)))
        object.__setattr__(self, "note", plain(self.note))

    @property
    def rules(self) -> Rules:
        """The rules that the hand was played by."""
        return self.book.rules

    @property
    def score(self) -> tuple[int, ...]:
        """The hand's score of each team."""
        return tuple(sum(line.points for line in sheet) for sheet in self.sheets)

    def line(self, key: str, row: int = 0) -> int:
        """The line of a key, or of one of its rows counted from 1; 0 where it is not known."""
        lines = self.lines.get(key, ())
        return lines[min(row, len(lines) - 1)] if lines else 0


def recorded(
    table: Table,
    dealt: Dealt,
    *,
    players: Sequence[str],
    scores: Sequence[int] = (),
    number: int = 1,
    note: str = "",
    drawn: Sequence[Sequence[int]] | None = None,
    book: Book | None = None,
) -> Record:
    """The record of a hand that was played at a table from this deal on, finished or not.

    `players` are by seat; `scores` are the match totals before the hand, by team, the
    table's where none are given.
    """
    rules = table.rules
    return Record(
        book=book or Book.of(rules),
        number=number,
        note=note,
        players=tuple(players),
        scores=tuple(scores) or table.totals,
        dealer=dealt.dealer,
        drawn=None if drawn is None else tuple(map(tuple, drawn)),
        lift=dealt.lift,
        deck=dealt.deck,
        turns=turns_of(Table.dealt(table.shapes, dealt, table.totals), table.log),
        ended=table.outcome(),
        sheets=sheets(table) if table.ended else (),
        **as_written(dealt),
    )


def as_written(dealt: Dealt) -> dict[str, Any]:
    """What a record tells of a deal: `hands`, `pozzetti`, `pile`, `stock`."""
    return {
        "hands": tuple(tuple(arranged(hand)) for hand in dealt.hands),
        "pozzetti": tuple(tuple(arranged(pozzetto)) for pozzetto in dealt.pozzetti),
        "pile": dealt.pile,
        "stock": len(dealt.stock),
    }


def turns_of(table: Table, log: Sequence[int]) -> tuple[Turn, ...]:
    """The turns that a log tells, from the table at which it begins; the table is played
    on. A turn is over with its discard, or with an answer to a proposal; what the director
    calls meanwhile parts it in two."""
    turns: list[Turn] = []
    moves: list[Move] = []
    for entry in log:
        move, seat = entry >> 4, entry & 15
        if seat == DIRECTOR:
            if moves:
                turns.append(Turn(table.to_move, tuple(moves)))
                moves.clear()
            table.call(EVENTS[0])
            turns.append(Turn(DIRECTOR, (Move(EVENTS[0]),)))
            continue
        moves.append(as_move(table, move))
        table.advance(move)
        if what(move) in (DISCARD, AGREE, DECLINE):
            turns.append(Turn(seat, tuple(moves)))
            moves.clear()
    if moves:
        turns.append(Turn(log[-1] & 15, tuple(moves)))
    return tuple(turns)


def plain(text: str) -> str:
    """The text on one line, without anything that could steer a terminal."""
    return "".join(
        char if char.isprintable() else " " if char == "\t" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    ).strip()
