"""Golden games: one file a ruleset, read by eye once and replayed line by line ever since."""

from __future__ import annotations

from pathlib import Path

import pytest

from pozzetto.game.deal import deal
from pozzetto.game.scoring import sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.rulebook.library import load, names
from pozzetto.text.notation import Turn
from pozzetto.text.playing import play, why_not
from pozzetto.text.record import Record
from pozzetto.text.record_reading import read_records, records_in
from pozzetto.text.record_text import written_records
from pozzetto.text.replay import replay

GAMES = Path(__file__).parent / "games"
every_game = pytest.mark.parametrize("name", names())


def game(name: str) -> list[Record]:
    """The golden hands of a ruleset."""
    path = GAMES / f"{name}.txt"
    assert path.is_file(), f"{name} has no golden game: record one, read it by eye, keep it"
    return list(records_in(str(path)))


@every_game
def test_a_golden_game_goes_as_it_was_read(name: str) -> None:
    for record in game(name):
        came = replay(record)
        assert came.parting is None, f"line {came.parting.line}: {came.parting.sentence}"
        assert record.book.name == name
        assert record.ended


@every_game
def test_every_line_of_a_golden_game_is_allowed_by_the_installed_ruleset(name: str) -> None:
    rules = load(name)
    for record in game(name):
        table = Table.dealt(Shapes(rules), deal(rules, record.deck, record.dealer, record.lift))
        for row, turn in enumerate(record.turns, 1):
            assert isinstance(turn, Turn)
            for move in turn.moves:
                refused = why_not(table, turn.seat, move)
                assert refused is None, f"line {record.line('turns', row)}, {move}: {refused}"
                play(table, turn.seat, move)
                assert table.cards() == sorted(rules.deck)
        assert table.outcome() == record.ended
        assert sheets(table) == record.sheets


@every_game
def test_a_golden_game_says_what_to_look_at_and_how_it_is_scored(name: str) -> None:
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    assert text.splitlines()[1].startswith("# The golden hand")
    assert "# The score" in text
    records = game(name)
    assert any(comment.key == "turns" for record in records for comment in record.comments)
    # it stays as it would be written, its comments with it
    assert "".join(written_records(records)) == text
    for record in records:
        for team, points in zip(record.rules.teams, record.score, strict=True):
            assert any(
                line.startswith("#") and f"= {points}" in line and team in line
                for line in text.splitlines()
            ), f"the score {points} of {team} is not worked by hand"


def test_no_golden_game_is_left_without_its_ruleset() -> None:
    assert sorted(path.stem for path in GAMES.iterdir()) == names()


@pytest.mark.parametrize(
    ("name", "turn", "before", "move"),
    [
        # what the comments say of moves that nobody made
        ("burraco-2p-tourney", 24, 1, "lay 8D 8D 8C"),
        ("burraco-2p-tourney", 32, 2, "add KS to M7"),
        ("burraco", 15, 1, "discard JD"),
        ("burraco-chiuso", 1, 0, "take"),
    ],
)
def test_what_the_comments_say_is_refused_is_refused(
    name: str, turn: int, before: int, move: str
) -> None:
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    record = game(name)[0]
    entry = record.turns[turn - 1]
    assert isinstance(entry, Turn)
    moves = ", ".join([*map(str, entry.moves[:before]), move])
    line = entry.written(record.rules)
    changed = text.replace(line, f"{line.partition(':')[0]}: {moves}", 1)
    parting = replay(next(read_records(changed))).parting
    assert parting is not None
    assert (parting.move, parting.line) == (move, record.line("turns", turn))
    assert parting.refusal is not None
