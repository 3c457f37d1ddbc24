"""Positions: a table written as a mapping, made into a table that can be played on, and
a table described as such a mapping.

What is not written has its default; cards that nobody knows are filled by chance, from a
seed. Every mistake is told with its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any

from pozzetto.errors import CasesError, Fault
from pozzetto.game import chance
from pozzetto.game.aftermath import stock_runs_out
from pozzetto.game.cards import KINDS, arranged, written
from pozzetto.game.melds import written as meld_written
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.rulebook.yaml_text import Path, dotted
from pozzetto.text.fields import Fields
from pozzetto.text.written_table import PHASES, STOCK, TAKEN, UNOPENED, WAITING, WrittenTable

_PURPOSE = "position"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A table as it was written: the table, and each team's match total before the hand."""

    table: Table
    scores: tuple[int, ...]


def set_up(data: Mapping[str, Any], shapes: Shapes, *, seed: int = 0) -> Position:
    """The position that a mapping describes.

    Raises CasesError with every fault, each with its key path.
    """
    faults: list[Fault] = []
    fields = Fields(
        shapes, lambda message, path: faults.append(Fault(message=message, path=dotted(path)))
    )
    position = read_position(data, (), fields, seed=seed)
    if position is None:
        raise CasesError(faults)
    return position


def read_position(
    data: Any, path: Path, fields: Fields, *, seed: int = 0, complete: bool = False
) -> Position | None:
    """The position that is written at a path; None when there are faults, all of them told.

    `complete`: nothing may be guessed, since a score is asked for: every hand, every
    team's pozzetto and the end of the hand have to be written.
    """
    found: list[tuple[str, Path]] = []
    told = Fields(fields.shapes, lambda message, where: found.append((message, where)))
    table = WrittenTable(told, path)
    position = None
    if told.mapping(data, path) is not None:
        table.read(data)
        if complete:
            table.demand_everything(data)
        position = None if found else _made(table, seed)
    # in the order in which they are written, whatever was read first; what is missing last
    for message, where in sorted(found, key=lambda fault: _rank(data, fault[1][len(path) :])):
        fields.say(message, where)
    return position


def _rank(data: Any, path: Path) -> list[int]:
    # where a key stands: its place among its neighbours, from the outermost on
    if not path and isinstance(data, Mapping):
        return [len(data)]
    ranks: list[int] = []
    for key in path:
        if isinstance(key, int):
            ranks.append(key)
        elif isinstance(data, Mapping) and key in data:
            ranks.append(list(data).index(key))
        else:
            break
        data = data[key]
    return ranks


def described(table: Table) -> dict[str, Any]:
    """A table as the mapping that describes it, every hand laid open.

    The stock is told by its number and the pozzetti by who took them; `ended` is `no`
    while the hand goes on.
    """
    rules = table.rules
    seats, teams = rules.seats, rules.teams
    return {
        "dealer": seats[table.dealer],
        "to_move": seats[table.to_move],
        "phase": PHASES[table.drawn],
        "held": {
            seat: written(arranged(table.hands[index].cards())) for index, seat in enumerate(seats)
        },
        "melds": {
            team: [meld_written(table.shapes.melds[shape]) for shape in table.melds[index]]
            for index, team in enumerate(teams)
        },
        "pozzetti": {team: pozzetto_state(table, index) for index, team in enumerate(teams)},
        "stock": len(table.stock),
        "pile": written(table.pile),
        **({"facts": dict(table.facts)} if table.facts else {}),
        "ended": table.outcome() or "no",
    }


def pozzetto_state(table: Table, team: int) -> str:
    """How it stands with a team's pozzetto: `waiting`, `taken` or `unopened by N`."""
    if table.took[team] == NOBODY:
        return WAITING
    if table.unopened[team] == NOBODY:
        return TAKEN
    if len(table.rules.seats_of(team)) == 1:
        return UNOPENED
    return f"{UNOPENED} by {table.rules.seats[table.unopened[team]]}"


def _made(table: WrittenTable, seed: int) -> Position | None:
    # the cards that nobody knows come by chance: hands first, then pozzetti, then stock
    rules = table.fields.rules
    hands = [
        table.held.get(seat, () if seat == table.closer else rules.deal.cards)
        for seat in range(len(rules.seats))
    ]
    pozzetti = _pozzetti(table)
    stock = table.stock
    unknown = _unknown(table, seed)
    wanted = [each for each in (*hands, *pozzetti, stock) if isinstance(each, int)]
    if sum(wanted) > len(unknown):
        table.fields.say(
            f"{sum(wanted)} cards are needed for what is not written out, "
            f"and the deck has {len(unknown)} left",
            # a number of cards in the stock is what asks for too many
            (*table.path, "stock") if isinstance(stock, int) else table.path,
        )
        return None
    supply = iter(unknown)
    scores = tuple(table.scores.get(team, 0) for team in range(len(rules.teams)))
    made = Table(
        table.fields.shapes,
        dealer=_dealer(table),
        hands=[_filled(hand, supply) for hand in hands],
        pozzetti=[_filled(pozzetto, supply) for pozzetto in pozzetti],
        pile=table.pile,
        # whatever is not placed elsewhere lies in the stock
        stock=tuple(supply) if stock is None else _filled(stock, supply),
        totals=scores,
        facts=table.facts,
    )
    _settle(made, table)
    return Position(table=made, scores=scores)


def _pozzetti(table: WrittenTable) -> list[tuple[int, ...] | int]:
    # those written out; the others only by their number of cards
    waiting = table.waiting()
    if table.pozzetti is None:
        return list(waiting)
    rules = table.fields.rules.pozzetti
    # written as none, or as what is left in reserve, they are all there is
    if not table.pozzetti or (rules is not None and rules.become_stock):
        return list(table.pozzetti)
    return [*table.pozzetti, *waiting[len(table.pozzetti) :]]


def _filled(cards: tuple[int, ...] | int, supply: Iterator[int]) -> tuple[int, ...]:
    return tuple(islice(supply, cards)) if isinstance(cards, int) else cards


def _unknown(table: WrittenTable, seed: int) -> list[int]:
    # every card not named, in an order that the seed decides
    copies = table.fields.rules.copies
    left = [kind for kind in range(KINDS) for _ in range(copies[kind] - table.named[kind])]
    random = chance.stream(seed, 0, _PURPOSE)
    keys = [random() for _ in left]
    return [kind for _, kind in sorted(zip(keys, left, strict=True), key=itemgetter(0))]


def _dealer(table: WrittenTable) -> int:
    if table.dealer is not None:
        return table.dealer
    return ((table.to_move or 0) - 1) % len(table.fields.rules.seats)


def _settle(made: Table, table: WrittenTable) -> None:
    # what is written beside the cards, and what the rules then do by themselves
    if table.to_move is not None:
        made.to_move = table.to_move
    made.drawn = table.drawn
    made.turns = int(table.drawn)
    for team, shapes in table.melds.items():
        made.melds[team] = shapes[:]
    made.begin_turn()
    made.opening_melds = tuple(tuple(shapes) for shapes in made.melds)
    for team, seat in table.took.items():
        made.took[team] = seat
    for team, seat in table.unopened.items():
        # its cards are opened as soon as its turn comes
        if table.ended or seat != made.to_move:
            made.unopened[team] = seat
    made.ended, made.closer = table.ended, table.closer
    if made.ended:
        return
    ends = made.rules.ends
    if not made.drawn:
        stock_runs_out(made)
    elif ends.at_once and len(made.stock) <= ends.stock_left:
        made.ended = STOCK
