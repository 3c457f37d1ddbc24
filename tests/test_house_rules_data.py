"""House rules that the page of house rules calls data: the keys that it names say them."""

from __future__ import annotations

import pytest

from pozzetto import Game, load
from pozzetto.errors import IllegalMove
from pozzetto.game.table import Table

CLEAN = "3H 4H 5H 6H 7H 8H 9H"


def club(*changes: str) -> Game:
    """Burraco with these changes."""
    return load("burraco", list(changes))


def paid(game: Game, cards: str) -> int:
    """What these cards earn as a burraco."""
    tier = game.burraco(game.meld(cards))
    return next((each.points for each in game.rules.tiers if each.name == tier), 0)


def played(game: Game, turn: str, **position: object) -> Table:
    """The table after a turn of North."""
    table = game.table({"to_move": "N", **position})
    game.play(table, turn)
    return table


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        # H05
        (
            ["burracos.clean.points=300", "burracos.dirty.points=150"],
            {CLEAN: 300, "3H 4H 5H JK 7H 8H 9H": 150},
        ),
        # H06
        (
            ["burracos.eight={kinds: [run, set], cards: 8, wilds: 0, points: 250, turned: 2}"],
            {CLEAN: 200, f"{CLEAN} 10H": 250, f"{CLEAN} JK": 100},
        ),
        # H09: six others, in a row where it is a run
        (
            [
                "burracos.semi={kinds: [run, set], cards: 7, wilds: 1, "
                "run: {naturals_in_a_row: 6}, points: 150, turned: 1}"
            ],
            {
                "3H 4H 5H 6H 7H 8H JK": 150,
                "3H 4H 5H JK 7H 8H 9H": 100,
                "KS KS KH KH KD KD JK": 150,
                "3H 4H 5H 6H 7H JK": 0,
            },
        ),
    ],
)
def test_tiers(changes: list[str], points: dict[str, int]) -> None:
    game = club(*changes)
    assert {cards: paid(game, cards) for cards in points} == points


@pytest.mark.parametrize(
    ("changes", "legal", "refused"),
    [
        (["melds.set.ranks=[A, K, 3]"], "KS KH KD", "9S 9H 9D"),  # H14
        (["melds.wilds.most=3"], "4H JK 2C 2S 8H", "4H JK 2C 2S 2D 9H"),  # H63
        (["melds.run.parked_wild=true"], "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", "JK JK"),
        (
            ["melds.run.both_aces=true", "melds.run.largest=14"],
            "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
            "KH AH AH",
        ),
    ],
)
def test_melds(changes: list[str], legal: str, refused: str) -> None:
    game = club(*changes)
    assert game.meld(legal)
    with pytest.raises(IllegalMove):
        game.meld(refused)


def test_the_pozzetto_only_by_a_discard() -> None:  # H24
    game = club("pozzetti.taken=[on_discard]")
    position = {"phase": "play", "held": {"N": "9C"}, "melds": {"NS": ["9S 9H 9D"]}}
    with pytest.raises(IllegalMove):
        played(game, "N: add 9C to M1", **position)
    assert played(game, "N: discard 9C", **position).unopened == [0, -1]


@pytest.mark.parametrize(
    ("changes", "stock"),
    [
        # H30: 108 less 33 and 33 and the card turned up
        (["seats=[N, E, S]", "teams={N: [N], E: [E], S: [S]}"], 41),
        # H32: 162 less 66 and 33 and the card turned up
        (
            [
                "seats=[A, B, C, D, E, F]",
                "teams={AD: [A, D], BE: [B, E], CF: [C, F]}",
                "deck={packs: 3, jokers: 6}",
                "deal.cut.leaves=67",
            ],
            62,
        ),
    ],
)
def test_three_sides_have_three_pozzetti(changes: list[str], stock: int) -> None:
    game = club(*changes, "pozzetti.piles=[11, 11, 11]", "deal.cut.least=33")
    table = game.deal(1)
    assert [len(pozzetto) for pozzetto in table.pozzetti] == [11, 11, 11]
    assert len(table.stock) == stock


def test_a_pozzetto_becomes_the_stock() -> None:  # H40
    game = club(
        "pozzetti.when_stock_ends=become_stock",
        "hand_ends.stock={left: 0, when: finish_turn}",
        "closing.needs.pozzetto=unless_none_left",
    )
    table = played(game, "N: draw, discard 9C", held={"N": "9C 4D"}, stock=1)
    assert (len(table.stock), len(table.pozzetti), table.ended) == (11, 1, "")


@pytest.mark.parametrize(
    ("cost", "points"),
    # H43: N holds 5, the pozzetto is worth 110 (IT-G3)
    [("cost: cards", -115), ("cost: flat, points: -100", -105), ("cost: both, points: -100", -215)],
)
def test_what_an_unopened_pozzetto_costs(cost: str, points: int) -> None:
    game = club(f"scoring.unopened_pozzetto={{{cost}}}")
    table = game.table(
        {
            "ended": "stock",
            "stock": 2,
            "held": {"N": "3C", "S": "JK AS KD KC 9H 8D 7S 6S 5H 4H 3C", "E": "3D", "W": "4D"},
            "pozzetti": {"NS": "unopened by S", "EW": "taken"},
        }
    )
    assert sum(line.points for line in game.score(table)["NS"]) == points


def test_the_last_card_may_be_melded() -> None:  # H47
    game = club("closing.last_card=discarded_or_laid")
    table = played(
        game,
        "N: add 10H to M1",
        phase="play",
        held={"N": "10H"},
        melds={"NS": [CLEAN]},
        pozzetti={"NS": "taken"},
    )
    assert table.outcome() == "closed by N"


def test_play_goes_to_the_right() -> None:  # H52
    game = club("seats=[N, W, S, E]")
    table = played(game, "N: discard 9C", phase="play", held={"N": "9C 4D"})
    assert game.rules.seats[table.to_move] == "W"


def test_no_card_turned_up() -> None:  # H55
    assert club("deal.upcard=0").deal(1).pile == []
