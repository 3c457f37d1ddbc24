"""`legal()` is exact: equal to brute force over all placements, under random rules too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import brute
from given import burraco_rules
from pozzetto.game.cards import JOKER, TWO
from pozzetto.game.melds import same_play
from pozzetto.game.moves import ADD, DISCARD, LAY, TAKE, card_of, index_of, shape_of, what
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.rulebook.library import load
from pozzetto.text.position import set_up


def random_rules(random: Random) -> Rules:
    """The Italian rules with every knob that bears on melds and closing turned at random."""
    rules = burraco_rules()
    melds, closing = rules.melds, rules.closing
    assert melds.sets
    assert melds.runs
    assert rules.pozzetti
    natural_twos = random.random() < 0.8
    no_wild_twos = random.random() < 0.15
    wild_kinds = frozenset({JOKER}) if no_wild_twos else melds.wild_kinds
    runs = replace(
        melds.runs,
        largest=random.choice([5, 13, 13, 14]),
        ace_low=random.random() < 0.8,
        ace_high=random.random() < 0.8,
        both_aces=random.random() < 0.3,
        parked_wild=random.random() < 0.3,
        natural_twos=natural_twos,
        paired_twos=natural_twos and random.random() < 0.5,
    )
    sets = replace(
        melds.sets,
        ranks=random.choice([0x1FFF, 0x1FFF, 0b101]),
        largest=random.choice([4, 9]),
        one_per_rank=random.random() < 0.7,
    )
    return replace(
        rules,
        melds=replace(
            melds,
            smallest=random.choice([3, 3, 4]),
            wild_kinds=wild_kinds,
            most_wilds=random.choice([0, 1, 1, 2]),
            locked=random.random() < 0.4,
            sets=sets if random.random() < 0.9 else None,
            runs=runs if random.random() < 0.95 else None,
        ),
        tiers=tuple(replace(tier, cards=random.choice([4, 5])) for tier in rules.tiers),
        closing=replace(
            closing,
            burraco_wilds=random.choice([None, 0]),
            by_laying=random.random() < 0.5,
            by_discard=random.random() < 0.8,
            wild_discard=random.random() < 0.5,
        ),
        pozzetti=replace(
            rules.pozzetti,
            directly=random.random() < 0.7,
            on_discard=random.random() < 0.7,
        ),
    )


def random_table(rules: Rules, random: Random, most: int) -> Table:
    """A table in the middle of a turn: a small hand, a few melds of the own team."""
    shapes = Shapes(rules)
    deck = brute.small_deck(suits=2, ranks=random.choice([5, 8]))
    random.shuffle(deck)
    melds: list[int] = []
    for _ in range(random.randrange(4)):
        size = random.randrange(rules.melds.smallest, 7)
        ways = list(brute.placements(tuple(sorted(deck[:size])), rules))
        if ways:
            melds.append(shapes.number(random.choice(ways)))
            del deck[:size]
        random.shuffle(deck)
    hand = [deck.pop() for _ in range(random.randrange(1, most + 1))]
    table = Table(
        shapes, dealer=3, hands=[hand, [deck.pop()], [], []], pozzetti=[(1, 2)], pile=(), stock=deck
    )
    table.melds[0] = melds
    table.drawn = True
    if random.random() < 0.5:
        table.took[0] = 0
    if random.random() < 0.3:
        table.barred = random.choice(hand)
    return table


Play = tuple[object, ...]


def listed(table: Table) -> tuple[set[Play], set[tuple[int, int, Play]], set[int]]:
    """The legal moves as brute force names them; no two of them are the same move."""
    shapes, rules = table.shapes, table.rules
    melds = table.melds[table.team]
    lays: list[Play] = []
    adds: list[tuple[int, int, Play]] = []
    discards: list[int] = []
    for move in table.legal():
        shape = shape_of(move)
        if what(move) == LAY:
            lays.append(same_play(shapes.melds[shape], rules))
        elif what(move) == ADD:
            index = index_of(move)
            (card,) = shapes.gained(melds[index], shape)
            adds.append((index, card, same_play(shapes.melds[shape], rules)))
        else:
            assert what(move) == DISCARD
            discards.append(card_of(move))
    assert len(lays) == len(set(lays))
    assert len(adds) == len(set(adds))
    assert len(discards) == len(set(discards))
    return set(lays), set(adds), set(discards)


@pytest.mark.parametrize("seed", range(150))
def test_legal_is_brute_force_under_random_rules(seed: int) -> None:
    random = Random(seed)
    rules = random_rules(random)
    for _ in range(4):
        table = random_table(rules, random, most=6)
        lays, adds, discards = listed(table)
        assert lays == brute.lays(table)
        assert adds == brute.adds(table)
        assert discards == brute.discards(table)


@pytest.mark.parametrize("seed", range(100))
def test_legal_is_brute_force_for_burraco(seed: int) -> None:
    random = Random(1000 + seed)
    rules = burraco_rules()
    for _ in range(4):
        table = random_table(rules, random, most=8)
        lays, adds, discards = listed(table)
        assert lays == brute.lays(table)
        assert adds == brute.adds(table)
        assert discards == brute.discards(table)


def test_every_legal_move_is_accepted_and_the_rest_refused() -> None:
    random = Random(7)
    for _ in range(60):
        rules = random_rules(random)
        table = random_table(rules, random, most=6)
        legal = set(table.legal())
        for move in legal:
            assert table.refusal(move) is None
        for kind in range(53):
            move = kind << 3 | DISCARD
            assert (table.refusal(move) is None) == (move in legal)


def test_a_two_in_hand_can_be_natural_wild_or_twin() -> None:
    # by hand: with 2H 2H 3H 4H the runs are the twins' 2H 2H 3H 4H (clean), 2H 2H 3H,
    # 2H 3H 4H (one two natural), and with one two wild 3H 4H + 2H, 2H 3H + 2H (as ace
    # or four) and 2H 3H 4H + 2H, and a two wild for the three or the ace beside 2H 4H
    rules = burraco_rules()
    hearts = 13
    hand = [hearts + TWO, hearts + TWO, hearts + 2, hearts + 3, JOKER - 1, JOKER - 2]
    table = Table(Shapes(rules), dealer=3, hands=[hand, [], [], []], pozzetti=[], pile=(), stock=[])
    table.drawn = True
    table.took[0] = NOBODY
    runs = {play[2:4] for play in listed(table)[0] if play[:2] == ("run", 1)}
    two, three, four = hearts + 1, hearts + 2, hearts + 3
    assert runs == {
        ((two, two, three, four), ()),
        ((two, two, three), ()),
        ((two, three, four), ()),
        ((three, four), (two,)),
        ((two, three), (two,)),
        ((two, four), (two,)),
        ((two, three, four), (two,)),
    }


def test_a_pile_card_that_needs_others_first_comes_with_as_few_as_it_needs() -> None:
    # Burraco Chiuso: 7S on the pile, 3S 4S 5S on the table. By hand: 6S has to go before it,
    # or the joker as 6S; 8S may follow, but is not needed, so no listed move adds it.
    rules = load("burraco-chiuso")
    shapes = Shapes(rules)
    table = set_up(
        {
            "held": {"N": "6S 8S JK KD 9H"},
            "melds": {"NS": ["3S 4S 5S"]},
            "pile": "QD 7S",
        },
        shapes,
    ).table
    table.apply(TAKE)
    moves = table.legal()
    assert len(moves) == len(set(moves))
    adds = [move for move in moves if what(move) == ADD]
    gained = [sorted(shapes.gained(table.melds[0][0], shape_of(move))) for move in adds]
    six, seven = 5, 6
    assert sorted(gained) == [[six, seven], [seven, JOKER]]


MANY = """\
name: many
seats: [A, B]
teams: {TA: [A], TB: [B]}
deck: {packs: 6, jokers: 0}
pozzetti: none
burracos: none
closing: {needs: {burraco: none, pozzetto: not_needed}, last_card: discarded_or_laid}
melds: {wilds: {cards: []}, set: {one_per_rank: false}}
"""


def test_a_side_may_have_a_hundred_melds(tmp_path: Path) -> None:
    # six of each card make two sets of three: 104 sets, of which the last is still held
    (tmp_path / "many.yaml").write_text(MANY)
    shapes = Shapes(load(str(tmp_path / "many.yaml")))
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    sets = [" ".join([rank + suit] * 3) for rank in ranks for suit in "SHDC" for _ in range(2)]
    position = {
        "to_move": "A",
        "phase": "play",
        "held": {"A": "2C 2C", "B": "2C"},
        "melds": {"TA": sets[:-1]},
        "stock": "",
        "pile": "",
    }
    table = set_up(position, shapes).table
    adds = [move for move in table.legal() if what(move) == ADD]
    # a two is added to any of the sets of twos, the 97th to the 103rd of the side
    assert {index_of(move) for move in adds} <= set(range(96, 103))
    assert max(map(index_of, adds)) == 102
    for move in adds:
        assert table.refusal(move) is None
        played = table.copy()
        played.advance(move)
        assert played.cards() == sorted(shapes.rules.deck)
        assert played.hands[0].size == 1
