"""Text to melds, moves and turns, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from given import burraco_rules, fibur_rules, two_player_rules
from pozzetto.errors import IllegalMove, NotationError
from pozzetto.game.cards import cards, written
from pozzetto.game.chance import pick, stream
from pozzetto.game.deal import deal_hand
from pozzetto.game.melds import same_play
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import ADD, LAY, add, index_of, shape_of, what
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.text.notation import (
    Move,
    Turn,
    as_move,
    read_marked,
    read_meld,
    read_move,
    read_moves,
    read_seat,
    read_turn,
    written_move,
)
from pozzetto.text.playing import packed, play, why_not
from pozzetto.text.position import set_up

BURRACO = Shapes(burraco_rules())


def chiuso_rules() -> Rules:
    """Rules in which the pile is taken only to meld its top card."""
    rules = burraco_rules()
    runs = rules.melds.runs
    assert runs is not None
    return replace(
        rules,
        deal=replace(rules.deal, cut=None, pozzetti_from="stock", upcard=0),
        pile=replace(rules.pile, needs="top_card", seen="top", return_single=True),
        melds=replace(rules.melds, runs=replace(runs, both_aces=True, largest=14)),
        ends=replace(rules.ends, at_once=False, stock_left=0, laps=None, by_agreement=False),
    )


def table(**data: object) -> Table:
    return set_up(data, BURRACO).table


def refused(text: str, rules: Rules) -> str:
    with pytest.raises(IllegalMove) as caught:
        read_meld(text, rules)
    return caught.value.refusal.code


# --- moves and turns


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "take",
        "agree",
        "decline",
        "discard KS",
        "lay 3H 4H 5H",
        "lay 3H JK=4H 5H",
        "lay 9S 9H 2C",
        "add 6H to M1",
        "add 6H 2C=7H to M12",
    ],
)
def test_a_move_is_written_as_it_was_read(text: str) -> None:
    assert str(read_move(text)) == text


def test_what_a_move_says() -> None:
    assert read_move("lay 3h jk=4♥ 5H") == Move("lay", cards("3H JK 5H"), (None, 16, None))
    assert read_move("add 6H 7H to M2") == Move("add", cards("6H 7H"), (None, None), 1)
    assert read_move("discard KS") == Move("discard", cards("KS"))
    assert read_move("draw") == Move("draw")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("LAY 3h 4h th", "lay 3H 4H 10H"),
        ("  lay   3♥\t4♥ 5♥ ", "lay 3H 4H 5H"),
        ("Add jk=tH TO m1", "add JK=10H to M1"),
        ("Discard K♠", "discard KS"),
        ("DRAW", "draw"),
    ],
)
def test_case_spaces_ten_and_glyphs_are_free(text: str, same: str) -> None:
    assert str(read_move(text)) == same


@pytest.mark.parametrize(
    "text",
    [
        "",
        "drow",
        "draw 3H",
        "lay",
        "lay 3H 4H 1H",
        "lay 3H JK=JK 5H",
        "lay 3H JK= 5H",
        "add 6H",
        "add to M1",
        "add 6H to M0",
        "add 6H to M",
        "add 6H to N1",
        "discard",
        "discard KS KD",
        "discard JK=4H",
        "take the pile",
    ],
)
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError):
        read_move(text)


def test_a_long_text_is_quoted_short_and_harmless() -> None:
    with pytest.raises(NotationError) as caught:
        read_move("\x1b[31m" + "draw" * 100)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (" add 4H to M0", "'add 4H to M0': the melds"),
        (" discard KS KD ", "'discard KS KD': one card"),
        ("  draw 3H", "'draw 3H': nothing can follow"),
        (" add 4H", "'add 4H': write which"),
        (" drow", "'drow' is no move"),
    ],
)
def test_a_move_is_quoted_without_the_blanks_around_it(text: str, quoted: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(text)
    assert str(caught.value).startswith(quoted)


def test_a_meld_is_named_as_it_is_written() -> None:
    move = read_move("add 4H to M99999999999999")
    assert str(move) == "add 4H to M99999999999999"
    assert str(read_move("add 4H to M0002")) == "add 4H to M2"
    refused = why_not(table(phase="play", held={"N": "4H 5H"}), 0, move)
    assert refused is not None
    assert "M99999999999999" in refused.sentence
    with pytest.raises(NotationError, match="no team has so many melds"):
        read_move(f"add 4H to M{'9' * 5000}")


def test_turns() -> None:
    rules = burraco_rules()
    turn = read_turn("e: draw, lay 3H 4H 5H , discard KS", rules)
    assert turn == Turn(1, read_moves("draw, lay 3H 4H 5H, discard KS"))
    assert turn.written(rules) == "E: draw, lay 3H 4H 5H, discard KS"
    assert read_turn("N:draw", rules).moves == (Move("draw"),)
    for text in ("draw", "Q: draw", "N: draw,, discard KS", "N:"):
        with pytest.raises(NotationError):
            read_turn(text, rules)


def test_seats_that_differ_in_their_case_only_are_told_apart() -> None:
    rules = replace(burraco_rules(), seats=("n", "N", "s", "S"))
    assert [read_seat(name, rules) for name in ("n", "N", "s", "S")] == [0, 1, 2, 3]


# --- melds


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("4C JK 6C", "4C JK=5C 6C"),
        ("6C 4C JK", "4C JK=5C 6C"),
        ("4C JK=5C 6C", "4C JK=5C 6C"),
        ("5H 6H 2C=7H", "5H 6H 2C=7H"),
        ("2H=3H 4H 5H", "2H=3H 4H 5H"),
        ("2H 3H JK=4H", "2H 3H JK=4H"),
        ("2H 2H JK=3H", "2H 2H JK=3H"),
        ("AH 2S=2H 3H", "AH 2S=2H 3H"),
        ("QH JK=KH AH", "QH JK=KH AH"),
        ("QH KH JK=AH", "QH KH JK=AH"),
        ("JK=AH 2H 3H", "JK=AH 2H 3H"),
        ("AH JK=2H 3H=3H", "AH JK=2H 3H"),
        ("9S 9H JK=9D", "9S 9H JK"),
        ("2C=9D 9S 9H", "9S 9H 2C"),
        ("KS KS JK", "KS KS JK"),
    ],
)
def test_how_a_meld_lies(text: str, reads: str) -> None:
    assert meld_written(read_meld(text, burraco_rules())) == reads


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3H JK=4H", "too-few-cards"),
        ("4C JK=7C 6C", "run-gap"),
        ("3H JK=4H 6H", "run-gap"),
        ("6H JK=5H 4H", "run-gap"),
        ("5H 6H=7H JK=7H", "run-gap"),
        ("5H 7H=6H JK=7H", "run-mixed"),
        ("5H 6D JK=7H", "run-mixed"),
        ("5H JK=6D 7H", "run-mixed"),
        ("4C JK=5C 2S=6C", "too-many-wilds"),
        ("5H JK=6H 2D 8H", "too-many-wilds"),
        ("KH AH JK=2H", "off-the-end"),
        ("JK=KH AH 2H", "off-the-end"),
        ("9S 9H JK=10D", "set-mixed"),
        ("9S 8H JK=9D", "run-mixed"),
        ("9S JK=10D 9H", "set-mixed"),
        ("2S 2C JK=2D", "too-many-wilds"),
        ("2S 2D JK=3D", "too-many-wilds"),
        ("7H 7H 7H JK=7S", "more-than-deck"),
        ("9S 9S 9H 9H 9D 9D 9C 9C JK=9S 2H=9S", "set-too-long"),
    ],
)
def test_why_a_marked_meld_is_refused(text: str, code: str) -> None:
    assert refused(text, burraco_rules()) == code


def test_twos_that_are_marked_follow_the_rules_of_the_twin() -> None:
    assert read_meld("2H=AH 2H 3H", burraco_rules()).is_clean
    assert read_meld("2H=AH 2H 3H", fibur_rules()).wild == (True, False, False)
    assert refused("2H 2H JK=3H", fibur_rules()) == "too-many-wilds"


def test_a_parked_wild_is_written_last() -> None:
    whole = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert read_meld(f"{whole} 2C", fibur_rules()).parked
    assert read_meld(f"{whole} JK".replace("5H", "5H=5H"), fibur_rules()).parked
    assert refused(f"{whole} JK".replace("5H", "5H=5H"), burraco_rules()) == "run-too-long"
    assert refused(f"{whole} JK".replace("5H", "2C=5H"), fibur_rules()) != ""


def test_no_cards_are_no_meld() -> None:
    with pytest.raises(NotationError):
        read_meld("  ", burraco_rules())


# --- what is played for a move


def test_cards_added_go_one_by_one_in_some_order() -> None:
    at = table(phase="play", held={"N": "7C 10C KD 9D"}, melds={"NS": ["6C JK=7C 8C"]})
    steps = packed(at, read_move("add 10C 7C to M1"))
    assert [what(step) for step in steps] == [ADD, ADD]
    play(at, 0, read_move("add 10C 7C to M1"))
    assert meld_written(at.shapes.melds[at.melds[0][0]]) == "6C 7C 8C JK=9C 10C"
    assert written(at.hands[0].cards()) == "9D KD"


def test_a_marked_card_takes_its_place() -> None:
    at = table(phase="play", held={"N": "JK 2H KD 9D"}, melds={"NS": ["3H 4H 5H"]})
    for text, lies in [
        ("add JK to M1", "JK=2H 3H 4H 5H"),
        ("add JK=6H to M1", "3H 4H 5H JK=6H"),
        ("add 2H to M1", "2H 3H 4H 5H"),
        ("add 2H=6H to M1", "3H 4H 5H 2H=6H"),
        ("add JK=6H 2H to M1", "2H 3H 4H 5H JK=6H"),
        ("add 2H JK to M1", "JK=AH 2H 3H 4H 5H"),
    ]:
        trial = at.copy()
        play(trial, 0, read_move(text))
        assert meld_written(trial.shapes.melds[trial.melds[0][0]]) == lies
    assert why_not(at, 0, read_move("add JK=7H to M1")) is not None
    assert why_not(at, 0, read_move("add JK=2H 2H to M1")) is not None


def test_a_mark_in_a_set_names_its_rank() -> None:
    at = table(phase="play", held={"N": "JK 4S KD"}, melds={"NS": ["9S 9H 9D"]})
    assert why_not(at, 0, read_move("add JK=9C to M1")) is None
    assert why_not(at, 0, read_move("add JK=10C to M1")) is not None


def test_refusals_come_in_the_order_of_a_referee() -> None:
    at = table(held={"N": "3H 4H 5H 9D"}, pile="8D", melds={"NS": ["6C 7C 8C"]})
    assert _code(at, 1, "lay KS KH") == "not-your-turn"
    assert _code(at, 0, "lay KS KH") == "draw-first"
    play(at, 0, read_move("take"))
    assert _code(at, 0, "draw") == "already-drawn"
    assert _code(at, 0, "lay KS KH") == "not-held"
    assert _code(at, 0, "lay 3H 4H") == "too-few-cards"
    assert _code(at, 0, "add KS to M9") == "not-held"
    assert _code(at, 0, "add 3H to M9") == "no-such-meld"
    assert _code(at, 0, "add 3H to M999999999999") == "no-such-meld"
    assert _code(at, 0, "discard 8D") == "same-card-back"
    at.ended = "stock"
    assert _code(at, 1, "draw") == "hand-over"


def test_why_cards_do_not_fit_a_meld() -> None:
    at = table(
        phase="play",
        held={"N": "2S 2D 10C 9D KD"},
        melds={"NS": ["4C JK=5C 6C", "9S 9H 9C JK"]},
    )
    assert _code(at, 0, "add 2S to M1") == "too-many-wilds"
    assert _code(at, 0, "add 2S to M2") == "too-many-wilds"
    assert _code(at, 0, "add 10C to M1") == "run-gap"
    assert _code(at, 0, "add KD to M2") == "no-meld"
    assert _code(at, 0, "add 9D to M2") is None
    assert _code(at, 0, "add 9D 2S to M2") == "too-many-wilds"


def test_a_refused_move_changes_nothing() -> None:
    at = table(
        phase="play",
        held={"N": "7C 8C"},
        melds={"NS": ["4C 5C 6C", "3H 4H 5H 6H 7H 8H 9H"]},
        pozzetti={"NS": "taken"},
    )
    before = at.cards(), at.melds[0][:], at.hands[0].cards(), at.log[:]
    for text in ("add 7C 8C to M1", "add 8C 7C to M1"):
        refusal = why_not(at, 0, read_move(text))
        assert refusal is not None
        assert refusal.key == "closing.last_card"
        with pytest.raises(IllegalMove):
            play(at, 0, read_move(text))
    assert before == (at.cards(), at.melds[0][:], at.hands[0].cards(), at.log[:])


def test_cards_still_unseen_are_not_held() -> None:
    # the pozzetto that the two bring would hold the third
    at = table(
        phase="play",
        held={"N": "6D 7D"},
        melds={"NS": ["3D 4D 5D"]},
        pozzetto_cards=["8D KH KC 3C 4H 5S 6H 7H 8C 10C QD"],
    )
    assert _code(at, 0, "add 6D 7D 8D to M1") == "not-held"


def test_a_search_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pozzetto.text.playing.MOST_TRIED", 2)
    at = table(phase="play", held={"N": "6H 7H 8H 9H JH KD 9D"}, melds={"NS": ["3H 4H 5H"]})
    refusal = why_not(at, 0, read_move("add JH 9H 8H 7H 6H to M1"))
    assert refusal is not None
    assert refusal.bounded


def test_several_cards_may_go_at_once_to_justify_the_pile() -> None:
    shapes = Shapes(chiuso_rules())
    data = {
        "held": {"N": "6S 7S KD 9D"},
        "pile": "KC 8S",
        "melds": {"NS": ["3S 4S 5S"]},
    }
    at = set_up(data, shapes).table
    play(at, 0, read_move("take"))
    (move,) = [move for move in at.legal() if what(move) == ADD]
    assert written_move(at, move) == "add 6S 7S 8S to M1"
    for text in ("add 8S 7S 6S to M1", "add 6S 7S 8S to M1"):
        assert packed(at, read_move(text)) == [move]
    assert _code(at, 0, "add 6S to M1") == "justify-first"
    assert _code(at, 0, "add 6S 7S 8S KC to M1") == "not-held"
    play(at, 0, read_move("add 6S 7S 8S to M1"))
    assert written(at.hands[0].cards()) == "9D KD KC"


def test_more_cards_may_follow_those_that_justify_the_pile() -> None:
    shapes = Shapes(chiuso_rules())
    data = {
        "held": {"N": "6S 7S 9S KD 9D"},
        "pile": "KC 8S",
        "melds": {"NS": ["3S 4S 5S"]},
    }
    at = set_up(data, shapes).table
    play(at, 0, read_move("take"))
    assert len(packed(at, read_move("add 9S 8S 7S 6S to M1"))) == 2


def _code(at: Table, seat: int, text: str) -> str | None:
    refusal = why_not(at, seat, read_move(text))
    return None if refusal is None else refusal.code


# --- packed moves written, and read again


@pytest.mark.parametrize("rules", [burraco_rules, fibur_rules, two_player_rules, chiuso_rules])
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_can_be_written_and_read_again(
    rules: Callable[[], Rules], seed: int
) -> None:
    shapes = Shapes(rules())
    at = Table.dealt(shapes, deal_hand(shapes.rules, seed, 0))
    random = stream(seed, 0, "test")
    while not at.ended:
        moves = at.legal()
        for move in moves:
            read = read_move(written_move(at, move))
            assert read == as_move(at, move)
            (again,) = packed(at, read)
            assert _alike(at, again) == _alike(at, move), written_move(at, move)
        melding = [move for move in moves if what(move) in (LAY, ADD)]
        choice = melding if melding and random() < 0.7 else moves
        at.apply(choice[pick(random, len(choice))])


def _alike(at: Table, move: int) -> object:
    if what(move) not in (LAY, ADD):
        return move
    play_of = same_play(at.shapes.melds[shape_of(move)], at.rules)
    return what(move), index_of(move) if what(move) == ADD else 0, play_of


def test_a_card_added_is_marked_only_where_that_says_something() -> None:
    at = table(phase="play", held={"N": "2H 9S KD"}, melds={"NS": ["3H 4H 5H"]})
    texts = {written_move(at, move) for move in at.legal() if what(move) == ADD}
    assert texts == {"add 2H to M1", "add 2H=6H to M1"}
    joker = add(0, at.shapes.number(read_meld("3H 4H 5H JK=6H", at.rules)))
    assert written_move(at, joker) == "add JK=6H to M1"


def test_cards_and_their_marks() -> None:
    assert read_marked("JK=4H 5H") == (cards("JK 5H"), (16, None))
    assert read_marked("") == ((), ())
