"""What playing costs: by cards held, by hands played, by workers, by layer of the API.

Run as `python tests/benchmarks/cost.py [RULESET]`; it takes some minutes. Times are of the
processor, so that other work on the machine counts little, and where a table is not about
empty tables of melds, the best of several rounds. Below them stands the speed of the chess
clock of `speed.py`, measured before and after.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from random import Random
from time import process_time

from speed import plies, rate

import pozzetto
from pozzetto.game.chance import shuffled
from pozzetto.game.moves import what
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.run import play_hand
from pozzetto.lab.simulate import simulate
from pozzetto.players import make
from pozzetto.rulebook.library import load
from pozzetto.text.notation import as_move

HELD = (11, 15, 20, 25, 30, 40)
SAMPLE = 300
PLAYED = (100, 1_000, 10_000)
WORKERS = (1, 2)
BY_WORKERS = 4_000
BY_LAYERS = 200
ROUNDS = 5

Step = Callable[[pozzetto.Game, Table, Random], None]


def packed(game: pozzetto.Game, table: Table, random: Random) -> None:
    """Packed ints: list the legal ones, make one of them."""
    moves = table.legal()
    table.advance(moves[int(random.random() * len(moves))])


def checked(game: pozzetto.Game, table: Table, random: Random) -> None:
    """The same, but the move is judged before it is made."""
    moves = table.legal()
    table.apply(moves[int(random.random() * len(moves))])


def viewed(game: pozzetto.Game, table: Table, random: Random) -> None:
    """Packed ints, and a look at all that the seat to move may see."""
    view = View(table, table.to_move)
    seen = [view.hand, view.pile, view.sizes, view.took]
    seen += [view.melds(team) for team in range(len(game.rules.teams))]
    assert all(seen[2:4])
    packed(game, table, random)


def one_object(game: pozzetto.Game, table: Table, random: Random) -> None:
    """Packed ints, and a Move object of the one that is made."""
    moves = table.legal()
    move = moves[int(random.random() * len(moves))]
    as_move(table, move)
    table.advance(move)


def objects(game: pozzetto.Game, table: Table, random: Random) -> None:
    """A Move object of every legal move; the one chosen is made as a packed int."""
    count = len(game.legal(table))
    table.advance(table.legal()[int(random.random() * count)])


def text(game: pozzetto.Game, table: Table, random: Random) -> None:
    """Every legal move written, and the one chosen played as a written turn."""
    moves = [str(move) for move in game.legal(table)]
    move = moves[int(random.random() * len(moves))]
    game.play(table, f"{game.rules.seats[table.to_move]}: {move}")


LAYERS: dict[str, Step] = {
    "packed ints, advance": packed,
    "packed ints, apply": checked,
    "packed ints and a view": viewed,
    "a Move of the move made": one_object,
    "a Move of every legal move": objects,
    "text in and out (Game.play)": text,
}


def holding(shapes: Shapes, cards: int) -> list[Table]:
    """Tables at which a seat has drawn and holds so many cards, nothing melded yet."""
    rules = shapes.rules
    tables = []
    for hand in range(SAMPLE):
        deck = shuffled(rules, 1, hand)
        others = [()] * (len(rules.seats) - 1)
        table = Table(
            shapes,
            dealer=len(rules.seats) - 1,
            hands=[deck[:cards], *others],
            pozzetti=[deck[cards : cards + 11]] * len(rules.teams),
            pile=(),
            stock=deck[cards + 11 :],
        )
        table.drawn = True
        tables.append(table)
    return tables


def listing(tables: list[Table]) -> float:
    """Seconds to list the legal moves at a table."""
    start = process_time()
    for table in tables:
        table.legal()
    return (process_time() - start) / len(tables)


def by_cards(ruleset: str) -> Iterator[str]:
    """The cost of the list of legal moves against the cards held."""
    yield f"{'cards held':>10}{'moves':>8}{'us, first time':>16}{'us, again':>11}"
    for cards in HELD:
        tables = holding(Shapes(load(ruleset)), cards)
        first = listing(tables)
        again = min(listing(tables) for _ in range(ROUNDS * 4))
        moves = sum(len(table.legal()) for table in tables) / SAMPLE
        yield f"{cards:>10}{moves:>8.1f}{first * 1e6:>16.0f}{again * 1e6:>11.1f}"


def memory() -> float:
    """The most memory that this process had so far, in MB; 0 where no system tells."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def growing(ruleset: str) -> list[str]:
    """The cost of a hand against the hands that were played before."""
    shapes = Shapes(load(ruleset))
    players = [make("greedy", shapes)] * len(shapes.rules.seats)
    rows = [f"{'hands':>10}{'hands/s':>9}{'melds':>9}{'answers':>10}{'MB':>6}"]
    start, before = process_time(), 0
    for upto in PLAYED:
        for hand in range(before, upto):
            play_hand(shapes, players, seed=1, hand=hand)
        speed = upto / (process_time() - start)
        known = f"{len(shapes.melds):>9,}{shapes.remembered:>10,}"
        rows.append(f"{upto:>10,}{speed:>9.0f}{known}{memory():>6.0f}")
        before = upto
    return rows


def by_hands(ruleset: str) -> Iterator[str]:
    """The same from a process of its own, whose memory holds nothing else."""
    with get_context("spawn").Pool(1) as pool:
        yield from pool.apply(growing, (ruleset,))


def by_workers(ruleset: str) -> Iterator[str]:
    """Processor time of all processes against workers, their start included; and the hands
    a second that it comes to where each worker has a core."""
    yield f"{'workers':>10}{'seconds':>9}{'hands/s':>9}"
    rules = load(ruleset)
    for workers in WORKERS:
        start = sum(os.times()[:4])
        simulate(rules, BY_WORKERS, 1, workers=workers)
        spent = sum(os.times()[:4]) - start
        yield f"{workers:>10}{spent:>9.1f}{BY_WORKERS * workers / spent:>9.0f}"


def play(game: pozzetto.Game, step: Step) -> tuple[int, int, float]:
    """Play random hands: the moves made, a checksum of them, and the seconds it took."""
    made = checksum = 0
    start = process_time()
    for hand in range(BY_LAYERS):
        table, random = game.deal(1, hand), Random(hand)
        while not table.ended:
            step(game, table, random)
        made += len(table.log)
        checksum += sum(what(entry >> 4) for entry in table.log)
    return made, checksum, process_time() - start


def by_layers(ruleset: str) -> Iterator[str]:
    """The cost of a move, listed, chosen and made, through each layer of the API."""
    game = pozzetto.load(ruleset)
    first = play(game, packed)
    yield f"{'layer':<28}{'hands/s':>9}{'us a move':>11}{'times':>7}"
    base = 0.0
    for name, step in LAYERS.items():
        rounds = [play(game, step) for _ in range(ROUNDS)]
        assert {each[:2] for each in rounds} == {first[:2]}, f"{name} played other moves"
        seconds = min(each[2] for each in rounds)
        base = base or seconds
        cost = f"{seconds / first[0] * 1e6:>11.1f}{seconds / base:>7.1f}"
        yield f"{name:<28}{BY_LAYERS / seconds:>9.0f}{cost}"


def main(ruleset: str) -> None:
    """Measure and print."""
    clock = rate(plies)
    tables = {
        f"{ruleset}: legal(), {SAMPLE} random hands each": by_cards,
        f"{ruleset}: greedy hands from empty tables, one process": by_hands,
        f"{ruleset}: {BY_WORKERS:,} greedy hands by workers": by_workers,
        f"{ruleset}: {BY_LAYERS} random hands by layer": by_layers,
    }
    for title, rows in tables.items():
        print(f"{title}\n")
        for row in rows(ruleset):
            print(row, flush=True)
        print()
    print(f"the chess clock made {clock:,.0f} plies/s before and {rate(plies):,.0f} after")


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["burraco"])
