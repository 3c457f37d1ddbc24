"""What house rules want done, looked at the long way: every way to end the turn is played.

Nothing of `game.demands` is used but what it answers. Of the ways to end the turn those count
that leave least undone; where unseen cards come, everything may still be done (2.46).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from pozzetto import Game, load
from pozzetto.game.moves import ADD, DISCARD, LAY, TAKE, what
from pozzetto.game.table import Table
from pozzetto.game.turn import ordinary_moves

BASES = ("burraco", "burraco-2p", "burraco-chiuso", "burraco-international", "burraco-reale")
DEMANDS = (
    "{opening-minimum: {who: all}}",
    "{opening-minimum: {who: all, bands: [{from: 0, least: 30}]}}",
    "lone-two",
    "{lone-two: {meld: any_new}}",
    "{few-melds: {most: 1}}",
    "{few-melds: {most: 2}}",
)
NOTHING: frozenset[int] = frozenset()


@cache
def game(base: str, rules: tuple[str, ...]) -> Game:
    """A ruleset with these house rules."""
    return load(base, [f"house_rules=[{', '.join(rules)}]"])


def debts(table: Table) -> frozenset[int]:
    """Which house rules still want something done."""
    asks = enumerate(table.rules.house.owes)
    return frozenset(number for number, ask in asks if ask(table) is not None)


def free(table: Table) -> Iterator[int]:
    """The moves that the ordinary rules allow, and that no house rule objects to."""
    watches = table.rules.house.move_objections
    for move in ordinary_moves(table):
        if all(watch.judge(table)(move) is None for watch in watches):
            yield move


def after(table: Table, move: int) -> set[frozenset[int]]:
    """What may be left undone once the turn has gone on by this move."""
    if what(move) == DISCARD:
        return {debts(table)}
    then = table.copy()
    then.advance(move)
    if then.took != table.took or (table.owed >= 0 and table.pile):
        return {NOTHING}
    if then.ended:
        return {debts(then)}
    return {end for each in free(then) for end in after(then, each)}


def allowed(table: Table) -> set[int]:
    """The moves that leave least undone."""
    ways = {move: after(table, move) for move in free(table)}
    ends = {end for found in ways.values() for end in found}
    least = {end for end in ends if not any(other < end for other in ends)}
    return {move for move, found in ways.items() if found & least}


def position(random: Random, two_players: bool, jokers: int) -> dict[str, object]:
    """A small hand before or after the draw, a pozzetto of which some cards go together."""
    ranks = random.choice(("A 2 3 4", "2 3 4 5", "2 J Q K", "2 3 9 10"))
    deck = [rank + suit for rank in ranks.split() for suit in "SH"] * 2 + ["JK"] * min(jokers, 1)
    random.shuffle(deck)
    pair = random.choice((["QC", "QD"], ["KD", "QD"], ["4D", "5D"], []))
    held = pair or deck[:4]
    rest = deck[0 if pair else 4 :]
    side = "N" if two_players else "NS"
    twos = [card for card in rest if card[0] == "2"]
    pile = [twos[0]] if twos and random.random() < 0.6 else rest[:1]
    rest.remove(pile[0])
    odd = ["3C", "5C", "7C", "9C", "JC", "KC", "6D", "8D", "10D"]
    return {
        "to_move": "N",
        "held": {"N": " ".join(held)},
        "melds": {side: random.choice(([], [], ["6C 7C 8C"]))},
        "pile": " ".join(pile),
        "pozzetti": {side: random.choice(("waiting", "waiting", "taken"))},
        "pozzetto_cards": [" ".join((rest[:5] + odd)[:11])],
        "scores": {side: random.choice((0, 1500))},
    }


@pytest.mark.parametrize("seed", range(6))
def test_what_is_owed_has_to_be_done_as_far_as_it_can_be(seed: int) -> None:
    random = Random(seed)
    for _ in range(30):
        base = random.choice(BASES)
        house = tuple(random.sample(DEMANDS, random.choice((1, 2, 2))))
        if len({rule.strip("{").split(":")[0] for rule in house}) < len(house):
            continue
        played = game(base, house)
        jokers = played.rules.deck.count(52)
        table = played.table(position(random, len(played.rules.seats) == 2, jokers))
        taken = TAKE in table.legal()
        assert taken == (NOTHING in after(table, TAKE)), (base, house, played.described(table))
        if not taken:
            continue
        table.advance(TAKE)
        while not table.ended and table.drawn:
            legal = table.legal()
            assert set(legal) == allowed(table), (base, house, played.described(table))
            for move in ordinary_moves(table):
                assert (table.refusal(move) is None) == (move in legal)
            melds = [move for move in legal if what(move) in (LAY, ADD)]
            if not melds:
                break
            table.advance(random.choice(melds))
