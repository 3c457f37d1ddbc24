"""The expert player: the worlds it deals agree with all that its seat has seen, and what it
does in them is worked out at tables where the answer is certain."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pozzetto.game.cards import NAMES, card, cards, written
from pozzetto.game.moves import DISCARD, TAKE, what
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.simulate import simulate
from pozzetto.playable import Game, load
from pozzetto.players import make
from pozzetto.players.expert import Expert
from pozzetto.players.worlds import Worlds
from pozzetto.text.notation import as_move
from pozzetto.text.record_reading import read_records
from test_every_ruleset import what_is_seen

GAMES = {name: load(name) for name in ("burraco", "burraco-2p", "burraco-chiuso")}
UNWRITTEN = {"events", "known", "ended"}
"""What a world need not show as the table does: how it came about."""


def positions(game: Game, seed: int, hands: int, player: str = "club") -> list[Table]:
    """Tables in the course of some hands."""
    found = []
    choose, random = make(player, game.shapes).choose, Random(seed).random
    for hand in range(hands):
        table = game.deal(seed, hand)
        while moves := table.legal():
            found.append(table.copy())
            table.advance(choose(View(table, table.to_move), moves, random))
    return found


def a_world(table: Table, seed: int) -> Table:
    view = View(table, table.to_move)
    return Worlds(table.shapes, view, table.legal()).deal(Random(seed).random)


# --- worlds


@pytest.mark.parametrize("name", GAMES)
def test_a_world_looks_to_its_seat_as_the_table_does(name: str) -> None:
    for number, table in enumerate(positions(GAMES[name], 4, 3)):
        world = a_world(table, number)
        seat = table.to_move
        seen, dealt = what_is_seen(table, seat), what_is_seen(world, seat)
        assert {key: seen[key] for key in seen.keys() - UNWRITTEN} == {
            key: dealt[key] for key in dealt.keys() - UNWRITTEN
        }
        assert world.cards() == table.cards()


@pytest.mark.parametrize("name", [*GAMES])
def test_what_is_legal_at_the_table_is_legal_in_a_world(name: str) -> None:
    # but for a stalemate, whose laps a world does not count
    for number, table in enumerate(positions(GAMES[name], 6, 3)):
        if table.proposer < 0:
            moves = [move for move in table.legal() if what(move) < 5]
            assert a_world(table, number).legal() == moves


def test_worlds_differ_in_what_is_hidden() -> None:
    table = positions(GAMES["burraco"], 4, 1)[30]
    others = [seat for seat in range(4) if seat != table.to_move]
    hands = {tuple(a_world(table, n).hands[others[0]].cards()) for n in range(20)}
    assert len(hands) > 10


def test_cards_known_from_a_pile_stay_where_they_are() -> None:
    # E took 8D 9D KC and threw the king again: in every world it holds the two others
    game = GAMES["burraco"]
    table = game.table({"to_move": "E", "held": {"E": "3S 5C 7H JH"}, "pile": "8D 9D KC"})
    game.play(table, "E: take, discard KC")
    for number in range(10):
        world = a_world(table, number)
        assert world.hands[1].has(cards("8D 9D"))
        assert world.hands[1].size == 6


def test_a_closed_pile_is_remembered_as_it_fell() -> None:
    # CH-TRN-03 shows the top card alone, but every discard was seen when it fell
    game = GAMES["burraco-chiuso"]
    table = game.table(
        {"to_move": "N", "held": {"N": "3S 4D", "E": "9C 4D", "S": "QD 4C", "W": "7H 4C"}}
    )
    for turn in ("N: draw, discard 3S", "E: draw, discard 9C", "S: draw, discard QD"):
        game.play(table, turn)
    assert written(View(table, 3).pile) == "QD"
    for number in range(5):
        assert written(a_world(table, number).pile) == "3S 9C QD"


def test_a_card_that_may_not_go_back_may_not_in_a_world_either() -> None:
    game = GAMES["burraco"]
    table = game.table({"held": {"N": "3S 9D JC KH"}, "pile": "5C"})
    game.play(table, "N: take")
    world = a_world(table, 1)
    assert world.barred == table.barred == card("5C")


def test_what_is_owed_at_the_table_is_owed_in_a_world() -> None:
    game = GAMES["burraco-chiuso"]
    owing = [table for table in positions(game, 5, 6) if table.owed >= 0]
    assert owing
    for table in owing:
        assert NAMES[a_world(table, 2).owed] == NAMES[table.owed]


def test_hands_that_have_had_their_turn_can_lay_little() -> None:
    # a hand of eleven dealt blindly holds four new melds or so on average; in a world, whose
    # hands have laid what they could, clearly fewer
    game = GAMES["burraco"]
    table = next(
        table
        for table in positions(game, 12, 1)
        if (table.turns > 8 and not any(table.melds)) or table.turns > 10
    )
    seat = (table.to_move + 1) % 4
    worlds = Worlds(game.shapes, View(table, table.to_move), table.legal())
    in_worlds, blind = 0, 0
    random = Random(1)
    for _ in range(60):
        in_worlds += len(game.shapes.new_melds(worlds.deal(random.random).hands[seat], 0))
        hidden = Counter(worlds.hidden)
        pool = list(hidden.elements())
        random.shuffle(pool)
        known = worlds.known[seat]
        hand = type(table.hands[0])(
            game.shapes.counting, [*known, *pool[: table.hands[seat].size - len(known)]]
        )
        blind += len(game.shapes.new_melds(hand, 0))
    assert in_worlds < 0.7 * blind


# --- the player


def test_it_does_what_club_does_where_there_is_nothing_to_choose() -> None:
    game = GAMES["burraco"]
    expert, club = Expert(game.shapes, 4), make("club", game.shapes)
    table = game.table({"phase": "play", "held": {"N": "4D 4D"}, "pozzetti": {"NS": "waiting"}})
    moves = table.legal()[-1:]
    view = View(table, 0)
    assert expert.choose(view, moves, Random(1).random) == club.choose(view, moves, float)


def test_it_leaves_the_table_as_it_is() -> None:
    game = GAMES["burraco"]
    table = positions(game, 4, 1)[25]
    before = game.described(table)
    make("expert:4", game.shapes).choose(View(table, table.to_move), table.legal(), float)
    assert game.described(table) == before


def test_it_takes_the_pile_with_which_it_can_close() -> None:
    # with the pile all goes: 10H onto the run, 6C 7C with 5C, and a card to throw; what is in
    # it is no better than the stock otherwise
    game = GAMES["burraco"]
    table = game.table(
        {
            "held": {"N": "6C 7C 4D"},
            "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"]},
            "pile": "10H 5C",
            "pozzetti": {"NS": "taken", "EW": "taken"},
        }
    )
    for seed in range(3):
        moves = table.legal()
        move = make("expert:8", game.shapes).choose(View(table, 0), moves, Random(seed).random)
        assert move == TAKE


def test_the_same_seed_gives_the_same_hands_with_any_number_of_workers() -> None:
    rules = GAMES["burraco-2p"].rules
    one = simulate(rules, 2, 3, ["expert:2", "club"], workers=1, chunk=1)
    two = simulate(rules, 2, 3, ["expert:2", "club"], workers=2, chunk=1)
    assert [each.estimate for each in one.figures] == [each.estimate for each in two.figures]
    assert one.players == ("expert:2", "club")


def test_its_budget_stands_in_the_record() -> None:
    from pozzetto.lab.simulate import Records
    from pozzetto.text.record_text import TEXT

    told: list[str] = []
    rules = GAMES["burraco-2p"].rules
    simulate(rules, 1, 3, ["expert:2", "club"], workers=1, records=Records(TEXT, told.append))
    first, second = read_records("".join(told))
    assert first.players == ("expert:2", "club")
    assert second.players == ("club", "expert:2")


def test_a_larger_budget_is_another_player() -> None:
    # at some decision of some hand more playouts change its mind
    game = GAMES["burraco"]
    little, much = (make(f"expert:{budget}", game.shapes) for budget in (2, 24))
    for number, table in enumerate(positions(game, 9, 2)):
        moves = table.legal()
        if len(moves) == 1 or what(moves[0]) == DISCARD:
            continue
        view = View(table, table.to_move)
        chosen = [each.choose(view, moves, Random(number).random) for each in (little, much)]
        if chosen[0] != chosen[1]:
            assert str(as_move(table, chosen[0])) != str(as_move(table, chosen[1]))
            return
    raise AssertionError("no decision of two hands depends on the budget")
