"""One list of questions, asked of every ruleset that is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pozzetto.errors import IllegalMove
from pozzetto.game.deal import deal_hand
from pozzetto.game.hand import Hand
from pozzetto.game.moves import DISCARD, discard, lay, shape_of, what
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import State
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.run import play_hand
from pozzetto.players import make
from pozzetto.rulebook.library import load, names

SHAPES = {name: Shapes(load(name)) for name in names()}
POSITIONS = 10_000
EVERY = int(os.environ.get("POZZETTO_EVERY_POSITION", "5"))
"""Of so many positions one has its hidden cards dealt anew; 1 looks at them all."""
SHOWN = [name for name in dir(View) if not name.startswith("__")]
every_ruleset = pytest.mark.parametrize("name", names())


def positions(name: str, seed: int, hands: int, player: str = "random") -> Iterator[Table]:
    """Every position of some hands, played on as it is looked at."""
    shapes = SHAPES[name]
    choose = make(player, shapes).choose
    for hand in range(hands):
        table = Table.dealt(shapes, deal_hand(shapes.rules, seed, hand))
        random = Random(f"{seed}/{hand}").random
        while moves := table.legal():
            yield table
            table.advance(choose(View(table, table.to_move), moves, random))
        yield table


@every_ruleset
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64), player=st.sampled_from(["random", "greedy", "club"]))
def test_cards_are_conserved_and_every_hand_ends(name: str, seed: int, player: str) -> None:
    rules = SHAPES[name].rules
    deck = sorted(rules.deck)
    table = None
    for table in positions(name, seed, 1, player):
        assert table.cards() == deck
        assert table.turns <= rules.ends.turns
    assert table is not None
    # never stuck: no legal move is left only because the hand has ended
    assert table.ended
    assert len(score(table)) == len(rules.teams)


@every_ruleset
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_hand(name: str, seed: int) -> None:
    # another `Shapes`, filled in another order, numbers its melds otherwise
    rules = SHAPES[name].rules
    players = [make("greedy", SHAPES[name])] * len(rules.seats)
    fresh = Shapes(rules)
    first = play_hand(SHAPES[name], players, seed, 3)
    second = play_hand(fresh, [make("greedy", fresh)] * len(rules.seats), seed, 3)
    assert story(first) == story(second)


def story(table: Table) -> list[tuple[int, int, object]]:
    """The hand's moves with their melds spelled out, and how it ended."""
    moves = [
        (seat, what(move), table.shapes.melds[shape_of(move)] if what(move) in (2, 3) else move)
        for seat, move in View(table, 0).events
    ]
    return [*moves, (-1, table.turns, table.outcome()), (-2, 0, score(table))]


STORY = """
import zlib
from pozzetto.rulebook.library import load, names
from pozzetto.players import make
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.lab.run import play_hand
for name in names():
    shapes = Shapes(load(name))
    players = [make("greedy", shapes)] * len(shapes.rules.seats)
    for hand in range(3):
        table = play_hand(shapes, players, 11, hand)
        print(name, hand, table.log, score(table), table.outcome())
"""


def test_the_same_hand_under_any_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", STORY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1
    assert told.pop().count("\n") == 3 * len(names())


@every_ruleset
def test_legal_moves_are_accepted_and_refused_ones_change_nothing(name: str) -> None:
    random = Random(5)
    for table in positions(name, seed=5, hands=4, player="greedy"):
        legal = table.legal()
        others = [
            *map(discard, range(53)),
            *(lay(n) for n in range(0, len(SHAPES[name].melds), 97)),
        ]
        before = facts(table)
        for move in legal:
            assert table.refusal(move) is None
        for move in random.sample(others, 12):
            if table.refusal(move) is None:
                # a discard or a new meld that is accepted is listed, as it is or unmarked
                assert move in legal or what(move) != DISCARD
                continue
            assert move not in legal
            with pytest.raises(IllegalMove):
                table.apply(move)
        assert facts(table) == before
        if legal:
            twin = table.copy()
            twin.apply(random.choice(legal))
            assert facts(twin) != before
            assert facts(table) == before


def facts(table: Table) -> list[object]:
    """Everything that a move could change."""
    hands = [hand.cards() for hand in table.hands]
    slots = [getattr(table, slot) for slot in sorted(State.__slots__)]
    plain = [value for value in slots if isinstance(value, int | str | bool)]
    lists = [list(value) for value in (table.stock, table.pile, table.pozzetti, table.log)]
    return [hands, plain, lists, [list(shapes) for shapes in table.melds], list(table.took)]


@every_ruleset
def test_what_a_seat_may_do_never_depends_on_cards_it_cannot_see(name: str) -> None:
    random = Random(9)
    seen = 0
    met = islice(positions(name, seed=9, hands=400, player="random"), 0, POSITIONS, EVERY)
    for table in met:
        seen += 1
        seat = table.to_move
        other = reshuffled(table, seat, random)
        assert what_is_seen(table, seat) == what_is_seen(other, seat)
        assert table.legal() == other.legal()
        for move in [*map(discard, range(0, 53, 7)), 0, 1, 5]:
            assert table.refusal(move) == other.refusal(move)
    assert seen == ceil(POSITIONS / EVERY)


def reshuffled(table: Table, seat: int, random: Random) -> Table:
    """The same table as far as a seat can see, every hidden card dealt out anew."""
    other = table.copy()
    rules = table.rules
    hidden_hands = [place for place in range(len(rules.seats)) if place != seat]
    buried = len(table.pile) if rules.pile.seen == "top" and table.owed >= 0 else 0
    if rules.pile.seen == "top" and not buried:
        buried = max(0, len(table.pile) - 1)
    hidden = [kind for place in hidden_hands for kind in table.hands[place].cards()]
    hidden += table.stock + table.pile[:buried]
    hidden += [kind for pozzetto in table.pozzetti for kind in pozzetto]
    random.shuffle(hidden)
    for place in hidden_hands:
        size = table.hands[place].size
        other.hands[place] = Hand(table.shapes.counting, [hidden.pop() for _ in range(size)])
    other.stock = [hidden.pop() for _ in table.stock]
    other.pile[:buried] = [hidden.pop() for _ in range(buried)]
    other.pozzetti = [tuple(hidden.pop() for _ in pile) for pile in table.pozzetti]
    assert not hidden
    assert other.cards() == table.cards()
    return other


def what_is_seen(table: Table, seat: int) -> dict[str, object]:
    """Everything that a view shows."""
    view = View(table, seat)
    shown: dict[str, object] = {}
    for name in SHOWN:
        value = getattr(view, name)
        if callable(value):
            value = [value(number) for number in range(len(table.rules.teams))]
        shown[name] = value
    return shown


def test_a_view_shows_nothing_else() -> None:
    table = next(positions("burraco", 1, 1))
    view = View(table, 0)
    for name in (*State.__slots__, "table", "state", "_state", "_hidden_state", "hands"):
        if name not in dir(View):
            with pytest.raises(AttributeError):
                getattr(view, name)
    assert not hasattr(view, "__dict__")
    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]


def test_a_view_hides_the_unopened_pozzetto_of_its_own_seat() -> None:
    for table in positions("burraco", 2, 40, "greedy"):
        seat = table.unopened[0]
        if seat >= 0:
            view = View(table, seat)
            assert table.hands[seat].size == 11
            assert view.hand == (0,) * 53
            assert view.held == 0
            assert view.sizes[seat] == 11
            return
    raise AssertionError("no pozzetto was taken on a discard in 40 hands")


def test_a_view_knows_the_cards_of_a_pile_that_was_taken() -> None:
    # N takes the upcard 8D and lays nothing: all know it holds it, until it is played
    shapes = SHAPES["burraco"]
    eight = 2 * 13 + 7
    table = Table(
        shapes, dealer=3, hands=[[0, 5], [1, 6], [2, 7], [3, 8]], pozzetti=[], pile=[eight],
        stock=range(20, 40),
    )  # fmt: skip
    view = View(table, 1)
    assert view.known(0)[eight] == 0
    table.apply(1)
    assert view.known(0)[eight] == 1
    assert sum(view.known(0)) == 1
    table.apply(discard(0))
    assert view.known(0)[eight] == 1
    table.apply(1)
    assert view.known(1)[0] == 1
    assert view.known(0)[eight] == 1
