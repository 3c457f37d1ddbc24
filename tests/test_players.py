"""The players: what each is meant to do, at tables written out by hand, and that none of
them knows more than its seat does, remembers anything or knows the numbers of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from given import burraco_rules
from pozzetto.errors import PozzettoError
from pozzetto.game.moves import AGREE, DECLINE, DISCARD, what
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View
from pozzetto.lab.run import play_hand
from pozzetto.playable import load
from pozzetto.players import NAMES, is_player, make, takes_budget, with_budget
from pozzetto.text.notation import as_move
from test_every_ruleset import reshuffled, story

THINKERS = ("greedy", "club", "expert:4")
GAMES = {name: load(name) for name in ("burraco", "burraco-2p", "burraco-chiuso")}
HOUSES = {
    "any meld": load("burraco", ["draw.pile.needs=any_meld"]),
    "three packs": load("burraco", ["deck.packs=3"]),
    "no pozzetti": load("burraco", ["pozzetti=none", "closing.needs.pozzetto=not_needed"]),
    "no sets": load("burraco", ["melds.set=none"]),
    "no runs": load("burraco", ["melds.run=none"]),
}


def chosen(player: str, table: Mapping[str, Any], ruleset: str = "burraco") -> str:
    """What the seat to move does at a table, as it is written."""
    game = GAMES[ruleset]
    set_up = game.table(table)
    moves = set_up.legal()
    view = View(set_up, set_up.to_move)
    move = make(player, game.shapes).choose(view, moves, Random(1).random)
    assert move in moves
    return str(as_move(set_up, move))


def turn(player: str, table: Mapping[str, Any], ruleset: str = "burraco") -> list[str]:
    """All that the seat to move does in its turn, as it is written."""
    game = GAMES[ruleset]
    set_up = game.table(table)
    choose, seat, told = make(player, game.shapes).choose, set_up.to_move, []
    view = View(set_up, seat)
    while set_up.to_move == seat and (moves := set_up.legal()):
        move = choose(view, moves, Random(1).random)
        told.append(str(as_move(set_up, move)))
        set_up.apply(move)
    return told


# --- names


def test_the_players_stand_in_the_order_of_their_strength() -> None:
    assert NAMES == ("random", "greedy", "club", "expert")
    assert [name for name in NAMES if takes_budget(name)] == ["expert"]


@pytest.mark.parametrize("name", [*NAMES, "expert:1", "expert:250"])
def test_a_player_has_its_name(name: str) -> None:
    assert is_player(name)
    assert make(name, GAMES["burraco"].shapes)


@pytest.mark.parametrize(
    "name",
    ["", "Club", "club:5", "expert:", "expert:0", "expert:-1", "expert:2.5", "expert:x", "expert:²",
     "expert:1:2", "expert:05", "expert:99999999999"],
)  # fmt: skip
def test_nobody_else_has_one(name: str) -> None:
    assert not is_player(name)
    with pytest.raises(PozzettoError, match=r"There is no player|budget"):
        make(name, GAMES["burraco"].shapes)


def test_what_a_budget_may_be_is_told() -> None:
    shapes = GAMES["burraco"].shapes
    may_be = "a whole number from 1 to 100,000, as in expert:50"
    for name in ("expert:0", "expert:abc", "expert:99999999999", "expert:-1", "expert:٣"):
        with pytest.raises(PozzettoError, match=may_be):
            make(name, shapes)
    with pytest.raises(PozzettoError, match="club takes no budget, only expert does"):
        make("club:5", shapes)


def test_a_budget_is_part_of_the_name() -> None:
    assert with_budget("expert", 30) == "expert:30"
    assert with_budget("expert:8", 30) == "expert:30"
    assert with_budget("expert:8", None) == "expert:8"
    assert with_budget("club", 30) == "club"


# --- the club player draws


def test_club_takes_a_pile_that_makes_a_meld() -> None:
    table = {"held": {"N": "5H 6H 9S KD JC 3C"}, "pile": "7H"}
    assert chosen("club", table) == "take"


def test_club_leaves_a_pile_that_it_has_no_use_for() -> None:
    # a lone card, which fits nothing of anybody's, is worse than the top of the stock
    table = {"held": {"N": "5H 6H 9S KD JC 3C"}, "pile": "9D"}
    taken = {"held": {"N": "5H 6H 9S KD JC 3C"}, "pile": "QH"}
    assert "draw" in (chosen("club", table), chosen("club", taken))


def test_club_takes_a_pile_that_goes_onto_its_own_meld() -> None:
    table = {"held": {"N": "5H 6H 9S KD JC 3C"}, "pile": "JS", "melds": {"NS": ["8S 9S 10S"]}}
    assert chosen("club", table) == "take"


# --- the club player melds


def test_club_keeps_a_wild_that_would_only_dirty_a_clean_run() -> None:
    table = {
        "phase": "play",
        "held": {"N": "7H 8H 9H JK KD 4C QS 6D 3S"},
    }
    told = turn("club", table)
    assert told[0] == "lay 7H 8H 9H"
    assert not any("JK" in move for move in told)


def test_club_makes_a_dirty_burraco_when_only_the_wild_is_missing_to_close() -> None:
    # six clean cards, the pozzetto taken and nothing in hand but the wild and one card
    table = {
        "phase": "play",
        "held": {"N": "JK KD"},
        "melds": {"NS": ["3H 4H 5H 6H 7H 8H"]},
        "pozzetti": {"NS": "taken"},
    }
    told = turn("club", table)
    assert told[0].startswith("add JK")
    assert told[1] == "discard KD"


def test_club_races_for_the_pozzetto_with_its_last_cards() -> None:
    # the wild is dear, but with it the hand is empty and the pozzetto comes
    table = {"phase": "play", "held": {"N": "9C 10C JK 4D"}}
    assert turn("club", table)[1:2] == ["discard 4D"]


def test_club_plans_the_turn_and_not_one_meld() -> None:
    # the nines would take 9S out of the run, and leave four cards; the run first, then the
    # kings, leaves the discard alone: the pozzetto
    table = {"phase": "play", "held": {"N": "7S 8S 9S 9H KS KH KD"}}
    told = turn("club", table)
    assert sorted(told[:2]) == ["lay 7S 8S 9S", "lay KS KH KD"]
    assert told[2] == "discard 9H"


def test_club_closes_when_it_can() -> None:
    table = {
        "phase": "play",
        "held": {"N": "10H 4D"},
        "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"]},
        "pozzetti": {"NS": "taken", "EW": "waiting"},
    }
    assert turn("club", table) == ["add 10H to M1", "discard 4D"]


def test_club_holds_back_while_its_partner_still_holds_far_more_than_the_others() -> None:
    # closing pays 100, and would leave the partner with thirty cards of ten points against
    # two of the others': the turn is ended with a card left
    table = {
        "phase": "play",
        "held": {
            "N": "10H 4D",
            "E": "9C",
            "S": "AS AH AD AC AS AH AD AC KS KH KD KC KS KH KD KC QS QH QD QC QS QH QD QC JS JH",
            "W": "9D",
        },
        "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"]},
        "pozzetti": {"NS": "taken", "EW": "taken"},
    }
    assert turn("club", table) in (["discard 4D"], ["discard 10H"])


# --- the club player discards


def test_club_does_not_throw_what_the_next_seat_can_add() -> None:
    # two lone cards of the same worth; E and W can add the queen
    table = {
        "phase": "play",
        "held": {"N": "QS JD 3C 4C 5D 6D"},
        "melds": {"EW": ["9S 10S JS"]},
    }
    assert turn("club", table)[-1] == "discard JD"


def test_club_does_not_throw_what_joins_a_card_known_in_the_next_hand() -> None:
    # W threw 8D, 9D and KC, E took all three: a 10D would make three in a row, a 10S not
    game = GAMES["burraco"]
    held = "10D 10S 3C 4C 5H 6H"

    def thrown(taken: bool) -> str:
        table = game.table(
            {
                "to_move": "E",
                "held": {"N": held, "E": "3S 5C 7H JH", "S": "4S", "W": "AD"},
                "pile": "8D 9D KC",
                "pozzetti": {"NS": "taken", "EW": "taken"},
            }
        )
        game.play(table, f"E: {'take' if taken else 'draw'}, discard 3S")
        game.play(table, "S: draw, discard 4S")
        game.play(table, "W: draw, discard AD")
        game.play(table, "N: draw")
        table.hands[0] = game.table({"held": {"N": held}}).hands[0]
        choose = make("club", game.shapes).choose
        discards = [move for move in table.legal() if what(move) == DISCARD]
        return str(as_move(table, choose(View(table, 0), discards, Random(1).random)))

    assert thrown(taken=True) != "discard 10D"


def test_a_proposed_stalemate_is_declined() -> None:
    game = GAMES["burraco"]
    table = game.table({})
    for player in ("club", "expert:2"):
        move = make(player, game.shapes).choose(View(table, 0), [AGREE, DECLINE], Random(1).random)
        assert move == DECLINE


@pytest.mark.parametrize("player", THINKERS)
def test_only_moves_that_are_given_are_chosen(player: str) -> None:
    # as where a plugin takes moves away: one after the other is barred
    game, random = GAMES["burraco"], Random(3)
    choose = make(player, game.shapes).choose
    for hand in range(2):
        table = game.deal(5, hand)
        while moves := table.legal():
            view = View(table, table.to_move)
            for _ in range(3):
                some = [move for move in moves if random.random() < 0.6]
                if some:
                    assert choose(view, some, random.random) in some
            table.advance(choose(view, moves, random.random))


# --- every player, under every house's rules


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("player", ["club", "expert:2"])
def test_it_plays_by_any_rules_to_the_end(player: str, house: str) -> None:
    game = HOUSES[house]
    seats = len(game.rules.seats)
    for hand in range(8 if player == "club" else 1):
        table = play_hand(game.shapes, [make(player, game.shapes)] * seats, 3, hand)
        assert table.ended
        assert table.cards() == sorted(game.rules.deck)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", THINKERS)
def test_no_choice_depends_on_a_card_that_the_seat_cannot_see(name: str, player: str) -> None:
    game, random = GAMES[name], Random(9)
    choose, greedy = make(player, game.shapes).choose, make("greedy", game.shapes)
    asked = 0
    for hand in range(20 if player == "expert:4" else 40):
        table = game.deal(31, hand)
        while moves := table.legal():
            if asked % 3 == 0:
                seat = table.to_move
                other = reshuffled(table, seat, random)
                assert choose(View(table, seat), moves, Random(asked).random) == choose(
                    View(other, seat), moves, Random(asked).random
                )
            asked += 1
            table.advance(greedy.choose(View(table, table.to_move), moves, random.random))
            if asked > (150 if player == "expert:4" else 600):
                return


@pytest.mark.parametrize("player", ["club", "expert:4"])
def test_nothing_is_remembered_from_one_move_to_the_next(player: str) -> None:
    # asked in the middle of a hand for the first time, it does what it did in the course of it
    game = GAMES["burraco"]
    table, old = game.deal(8, 1), make(player, game.shapes)
    for step in range(60):
        moves = table.legal()
        if not moves:
            break
        view = View(table, table.to_move)
        fresh = make(player, game.shapes)
        move = old.choose(view, moves, Random(step).random)
        assert fresh.choose(view, moves, Random(step).random) == move
        table.advance(move)


def times_four(rules: Rules) -> Rules:
    """The same game, everything that is counted being worth four times as much."""
    return replace(
        rules,
        values=tuple(4 * value for value in rules.values),
        tiers=tuple(replace(tier, points=4 * tier.points) for tier in rules.tiers),
        scoring=replace(
            rules.scoring,
            closing=4 * rules.scoring.closing,
            pozzetto_untaken=4 * rules.scoring.pozzetto_untaken,
            unopened_flat=4 * rules.scoring.unopened_flat,
        ),
    )


@pytest.mark.parametrize("player", THINKERS)
def test_it_knows_no_number_of_the_game(player: str) -> None:
    # were any number of points its own, a game that counts in fours would be played otherwise
    rules = burraco_rules()
    shapes, fourfold = Shapes(rules), Shapes(times_four(rules))
    for hand in range(1 if player == "expert:4" else 6):
        plain = play_hand(shapes, [make(player, shapes)] * 4, 17, hand)
        counted = play_hand(fourfold, [make(player, fourfold)] * 4, 17, hand)
        assert [4 * points for points in score(plain)] == list(score(counted))
        assert plain.turns == counted.turns


def test_what_a_burraco_pays_changes_how_club_plays() -> None:
    # were it deaf to the rules, all would be the same
    plain, dear = burraco_rules(), burraco_rules()
    dear = replace(dear, tiers=tuple(replace(tier, points=900) for tier in dear.tiers))
    logs = []
    for rules in (plain, dear):
        shapes = Shapes(rules)
        logs.append([play_hand(shapes, [make("club", shapes)] * 4, 2, n).turns for n in range(8)])
    assert logs[0] != logs[1]


# --- how a competent hand looks


def test_club_hands_look_like_hands() -> None:
    # on burraco most hands are closed, and both sides make burracos
    game = GAMES["burraco"]
    players = [make("club", game.shapes)] * 4
    tables = [play_hand(game.shapes, players, 2026, hand) for hand in range(60)]
    closed = sum(table.ended == "closed" for table in tables)
    burracos = [
        sum(game.shapes.tiers[shape] >= 0 for table in tables for shape in table.melds[team])
        for team in range(2)
    ]
    turns = sum(table.turns for table in tables) / len(tables)
    assert closed > 50
    assert min(burracos) > 30
    assert 16 < turns < 60


def points_of(upper: str, lower: str, deals: int) -> float:
    """By how many points a hand one player beats another, sides changed."""
    game = GAMES["burraco"]
    ours, theirs = make(upper, game.shapes), make(lower, game.shapes)
    lead = 0
    for deal in range(deals):
        for first in (True, False):
            pair = [ours, theirs] if first else [theirs, ours]
            points = score(play_hand(game.shapes, pair * 2, 2027, deal))
            lead += points[not first] - points[first]
    return lead / (2 * deals)


def test_each_rung_beats_the_one_below() -> None:
    assert points_of("greedy", "random", 20) > 300
    assert points_of("club", "greedy", 60) > 60


@pytest.mark.parametrize("name", GAMES)
def test_the_same_hand_whatever_was_played_before(name: str) -> None:
    # another `Shapes`, filled in another order, numbers its melds otherwise
    rules = GAMES[name].rules
    for player, hands in (("club", 6), ("expert:2", 1)):
        shapes, fresh = GAMES[name].shapes, Shapes(rules)
        for hand in range(40, 40 + hands):
            first = play_hand(shapes, [make(player, shapes)] * len(rules.seats), 3, hand)
            second = play_hand(fresh, [make(player, fresh)] * len(rules.seats), 3, hand)
            assert story(first) == story(second)
