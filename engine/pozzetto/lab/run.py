"""Runs: deals played by automatic players, one hand after another or by many workers.

Deal k of a run depends on the seed and on k alone, so deals can be played in any order, by
any number of workers, under any number of rulesets, and come out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import TypeAlias, TypeVar

from pozzetto.errors import PluginError, PozzettoError
from pozzetto.game import chance
from pozzetto.game.deal import deal_hand
from pozzetto.game.moves import DRAW, TAKE
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.desk import Desk, desk_of, tidy
from pozzetto.lab.patience import begins, rests
from pozzetto.lab.result import HandResult, hand_result
from pozzetto.lab.seating import Seating, seatings, side_names
from pozzetto.lab.workers import as_many, cores, in_order, parts
from pozzetto.players import Player
from pozzetto.text.record import Book, recorded
from pozzetto.text.record_text import FORMS

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many deals are played, and of how many."""
Found = TypeVar("Found")
Study: TypeAlias = str | PathLike[str] | None
"""The file of a study, or None where nothing is kept."""
DealResult: TypeAlias = tuple[tuple[HandResult, ...], ...]
"""What became of one deal: under each ruleset, with each seating."""

CHUNK = 10
"""Deals that a worker plays at a time: some hundredths of a second, so that handing them out
costs little and a stop is quick, even while the tables of melds are still empty."""


def play_hand(
    shapes: Shapes, players: Sequence[Player], seed: int, hand: int, dealer: int | None = None
) -> Table:
    """The table at the end of hand number `hand` of a run with this seed, one player a
    seat. Raises PozzettoError when a player chooses a move that is not legal."""
    rules = shapes.rules
    table = Table.dealt(shapes, deal_hand(rules, seed, hand, dealer))
    seats = range(len(rules.seats))
    views = [View(table, seat) for seat in seats]
    choose = [player.choose for player in players]
    randoms = [chance.later(seed, hand, chance.player(seat)) for seat in seats]
    legal, advance = table.legal, table.advance
    while moves := legal():
        if len(moves) == 1:
            advance(moves[0])
            continue
        seat = table.to_move
        move = choose[seat](views[seat], moves, randoms[seat])
        if move not in moves:
            raise PozzettoError(
                f"The player in seat {rules.seats[seat]} ({type(players[seat]).__name__}) chose "
                f"a move that is not legal, in hand {hand} of seed {seed} under {rules.name}."
            )
        advance(move)
    if not table.ended:
        raise stuck(table, f" in hand {hand} of seed {seed}")
    return table


def stuck(table: Table, where: str = "") -> PozzettoError:
    """Why nobody can move at a table whose hand is not over: the house rule that refuses every
    move; without one it is a fault of the engine."""
    rules, seat = table.rules, table.rules.seats[table.to_move]
    if not rules.house.watches_moves:
        return PozzettoError(
            f"{seat} has no legal move{where} under {rules.name}, and the hand is not over: a "
            f"fault of the engine, please report it."
        )
    moves = table.shapes.discards(table.hand.held) if table.drawn else [DRAW, TAKE]
    said = {refused.plugin: refused for refused in map(table.refusal, moves) if refused}
    said.pop(None, None)
    why = f": {next(iter(said.values())).sentence}" if said else ""
    return PluginError(
        f"it leaves {seat} no move{where}{why}",
        plugin=next(filter(None, said), ", ".join(rules.house.plugins)),
        ruleset=rules.name,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What is to be played: the deals of a seed, under each ruleset in turn, by players
    named for each seat, who change sides where they are unequal. `form`, where it is one of
    `record_text.FORMS`, is how each hand is recorded."""

    rulesets: tuple[Rules, ...]
    players: Seating
    seed: int
    form: str = ""

    @property
    def seatings(self) -> tuple[tuple[int, Seating], ...]:
        """The ways in which the players are seated; each deal is played once with each."""
        return seatings(self.rulesets[0], self.players)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides; empty where all are equal."""
        return side_names(self.rulesets[0], self.players)


def play_deals(run: Run, deals: range) -> list[DealResult]:
    """What becomes of each of these deals."""
    tidy()
    desks = [desk_of(rules) for rules in run.rulesets]
    ways = run.seatings
    try:
        return [tuple([_played(desk, run, deal, ways) for desk in desks]) for deal in deals]
    finally:
        rests()


def _played(
    desk: Desk, run: Run, deal: int, ways: Sequence[tuple[int, Seating]]
) -> tuple[HandResult, ...]:
    found = []
    for number, (shift, seated) in enumerate(ways, deal * len(ways) + 1):
        where = f"hand {deal} of seed {run.seed}"
        begins(where, desk.rules)
        try:
            table = play_hand(desk.shapes, [*map(desk.player, seated)], run.seed, deal)
            result = hand_result(table, shift)
        except PluginError as error:
            if where not in error.message:
                error.message = f"{error.message}, in {where}"
            raise
        if run.form:
            record = recorded(
                table,
                deal_hand(desk.rules, run.seed, deal),
                players=seated,
                number=number,
                note=f"seed {run.seed}, deal {deal}",
                book=Book.of(desk.rules),
            )
            result = result._replace(record=FORMS[run.form](record))
        found.append(result)
    return tuple(found)


def played(
    run: Run,
    deals: int,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    study: Study = None,
    cluster: str | None = None,
    patience: float | None = None,
) -> Generator[DealResult, None, None]:
    """What becomes of deals 0 … `deals` − 1, in that order, whoever plays them.

    As many workers as there are cores, unless told otherwise; never more than have work.
    With the address of a `cluster` its workers play (see `lab.cluster`). What the file of a
    `study` holds is not played again, and what is played is kept there (see `lab.study`). A
    worker that reports no hand for `patience` seconds is ended (see `lab.patience`).
    """
    _check(deals)
    work: Callable[[range], list[DealResult]] = partial(play_deals, run)
    with ExitStack() as stack:
        if cluster is not None:
            if workers is not None:
                raise PozzettoError(
                    "Where a cluster plays it says itself how many workers it has: leave out "
                    "their number."
                )
            from pozzetto.lab.cluster import connected

            there = stack.enter_context(connected(cluster, run))
            work, executor, workers = there.work, there.executor, there.workers
            chunk = max(chunk, there.chunk)
        elif executor is None:
            workers = as_many(workers, -(-deals // chunk))
        play = partial(
            in_order, work, workers=workers or cores(), executor=executor, patience=patience
        )
        if study is None:
            batches = play(parts(range(deals), chunk))
        else:
            from pozzetto.lab.study import continued

            batches = continued(study, run, deals, chunk, play)
        stack.enter_context(closing(batches))
        yield from _one_by_one(batches, deals, progress)


def spread(
    work: Callable[[range], Sequence[Found]],
    deals: int,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    patience: float | None = None,
) -> Generator[Found, None, None]:
    """What `work` finds of each of deals 0 … `deals` − 1, in that order, `chunk` of them at a
    time; `work` has to be picklable. Workers are as many, and as patient, as for `played`."""
    _check(deals)
    if executor is None:
        workers = as_many(workers, -(-deals // chunk))
    batches = in_order(
        work,
        parts(range(deals), chunk),
        workers=workers or cores(),
        executor=executor,
        patience=patience,
    )
    with closing(batches):
        yield from _one_by_one(batches, deals, progress)


def _check(deals: int) -> None:
    if deals < 1:
        raise PozzettoError(f"At least one hand has to be played, not {deals}.")


def _one_by_one(
    batches: Iterable[Sequence[Found]], deals: int, progress: Progress | None
) -> Iterator[Found]:
    done = 0
    for batch in batches:
        yield from batch
        done += len(batch)
        if progress is not None:
            progress(done, deals)
