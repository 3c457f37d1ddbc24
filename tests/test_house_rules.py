"""House rules in play: what plugins say is asked in order, kept to, told and recorded."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pozzetto.errors import IllegalMove, PluginError, PozzettoError, RulesetError
from pozzetto.game import demands, standard
from pozzetto.game.hand import Hand
from pozzetto.game.match import Match, MatchEnd
from pozzetto.game.moves import DRAW, shape_of
from pozzetto.game.position import Position
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import sheets
from pozzetto.game.shapes import Shapes
from pozzetto.lab.compare import compare
from pozzetto.lab.run import play_hand
from pozzetto.lab.simulate import Records, simulate
from pozzetto.playable import Game
from pozzetto.players import make
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load
from pozzetto.rulebook.plugins import renewals
from pozzetto.text.cases.file import read_cases
from pozzetto.text.record_reading import records_in
from pozzetto.text.record_text import TEXT
from pozzetto.text.replay import replay

Club = Callable[..., Rules]

OPENING = """
from pozzetto.api import Objection


def worth(position, cards):
    return sum(position.rules.values[kind] for kind in cards)


def pozzetto_options():
    return {
        "least": {"type": "integer", "default": 40, "description": "The fewest points."},
        "words": {"type": "array", "default": ["a", {"b": [1]}], "description": "Anything."},
    }


def pozzetto_owes(position, options):
    laid = [card for each in position.this_turn for card in each.cards if each.what != "discard"]
    before = sum(worth(position, meld.cards) for meld in position.melds(position.team))
    if laid and before == worth(position, laid) < options.least:
        return Objection("the first melds are worth too little", "opening")
"""


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """What makes the rules of a club: burraco (or another) with these plugins, each the code
    of a file, in this order; an entry may carry options."""

    def made(*entries: object, extends: str = "burraco", **plugins: str) -> Rules:
        for name, code in plugins.items():
            file = tmp_path / f"{name}.py"
            file.write_text(code, encoding="utf-8")
            shelf.join(str(file))
        named = list(entries) or [name.replace("_", "-") for name in plugins]
        book = tmp_path / "club.yaml"
        book.write_text(yaml.safe_dump({"extends": extends, "house_rules": named}))
        return load(str(book))

    return made


def judged(rules: Rules, tmp_path: Path, text: str) -> list[str]:
    """What came otherwise than some cases say."""
    cases = read_cases(f"ruleset: {tmp_path / 'club.yaml'}\n{text}", "some.yaml")
    return [str(difference) for case in cases for difference in case.play()]


# --- joining


def test_plugins_are_asked_in_the_rulesets_order_the_ordinary_rules_first(club: Club) -> None:
    objects = "def pozzetto_meld_objection(shape, options):\n"
    objects += "    if len(shape.cards) == 3:\n        return '{}'\n"
    first, second = objects.format("I was first"), objects.format("I was second")
    rules = club("beta", "alpha", beta=first, alpha=second)
    assert rules.house.names == ("standard", "beta", "alpha")
    assert rules.house.plugins == ("beta", "alpha")
    assert rules.house.meld_objections[0] is standard.pozzetto_meld_objection
    assert len(rules.house.meld_objections) == 3
    game = Game(rules)
    with pytest.raises(IllegalMove) as caught:
        game.meld("3H 4H 5H")
    assert caught.value.refusal.plugin == "beta"
    assert caught.value.refusal.code == "beta"
    assert caught.value.refusal.key == "house_rules.beta"
    assert caught.value.refusal.sentence == "I was first."
    # what the ordinary rules refuse never comes to a plugin
    with pytest.raises(IllegalMove) as caught:
        game.meld("3H 4H 6H")
    assert caught.value.refusal.plugin is None


def test_options_are_filled_in_and_cannot_be_changed(club: Club) -> None:
    code = OPENING + "\nseen = []\ndef pozzetto_explain(options):\n"
    code += "    seen.append(options)\n    return f'{options.least} {options[\"words\"]}'\n"
    rules = club({"opening": {"least": 50}}, opening=code)
    assert str(rules.house.explained["opening"]) == "50 ('a', mappingproxy({'b': (1,)}))"
    assert rules.house.marks[0][1] == {"least": 50, "words": ["a", {"b": [1]}]}


def test_a_ruleset_without_house_rules_asks_the_ordinary_rules_alone() -> None:
    assert load("burraco").house is standard.HOUSE
    assert load("burraco").house.watches_moves is False


def test_rules_go_to_other_processes_with_their_plugins_by_content(club: Club) -> None:
    rules = club(opening=OPENING)
    twin = pickle.loads(pickle.dumps(rules))
    assert twin == rules
    assert twin.house.names == ("standard", "opening")
    assert twin.house is not rules.house
    assert len(twin.house.owes) == 1
    assert next(renewals(rules)).house.owes[0] is not rules.house.owes[0]


def test_the_fingerprint_covers_code_and_options(club: Club) -> None:
    mark = club(opening=OPENING).fingerprint
    assert club(opening=OPENING).fingerprint == mark
    assert club(opening=OPENING.replace("\n", "\r\n")).fingerprint == mark
    assert club({"opening": {"least": 41}}, opening=OPENING).fingerprint != mark
    assert club(opening=OPENING + "# more\n").fingerprint != mark
    assert load("burraco").fingerprint != mark


# --- what is owed


def test_what_is_owed_has_to_be_done_before_the_turn_ends(club: Club, tmp_path: Path) -> None:
    rules = club(opening=OPENING)
    # 15 of 40 points: 3 4 5 alone are too few, with three nines (10 each) they are 45
    text = """
plays:
  - table: {to_move: N, phase: play, held: {N: 3H 4H 5H 9C 9D 9S KC 7D}}
    do: ["N: lay 3H 4H 5H"]
    expect: {legal_exactly: [lay 9C 9D 9S]}
  - table: {to_move: N, phase: play, held: {N: 3H 4H 5H 9C 9D 9S KC 7D}}
    do: ["N: lay 3H 4H 5H, discard KC"]
    expect: {refused: opening.opening}
  - table: {to_move: N, phase: play, held: {N: 3H 4H 5H 9C 9D 9S KC 7D}}
    do: ["N: lay 3H 4H 5H, lay 9C 9D 9S, discard KC"]
    expect: {to_move: E}
  - table: {to_move: N, phase: play, held: {N: 3H 4H 5H 9C 9D KC 7D}}
    do: ["N: lay 3H 4H 5H"]
    expect: {refused: cannot-finish, legal: [discard KC], not_legal: [lay 3H 4H 5H]}
  # a side that has opened owes nothing
  - table: {to_move: N, phase: play, held: {N: 3H 4H 5H 9C KC}, melds: {NS: [9H 9D 9S]}}
    do: ["N: lay 3H 4H 5H, discard KC"]
    expect: {to_move: E}
  # the pozzetto comes unseen: what is owed is forgiven where it cannot be done with it
  - table:
      to_move: N
      phase: play
      held: {N: 3H 4H 5H}
      pozzetto_cards: [KS QC 9D 8C 7S 6D 5C 4S 3D 10H JH, 3S 4D 5S 6H 7C 8D 9C 10S JS QS KH]
    do: ["N: lay 3H 4H 5H, discard KS"]
    expect: {to_move: E, pozzetti: {NS: taken, EW: waiting}}
"""
    assert judged(rules, tmp_path, text) == []


SETS_WANT_RUNS = """
def pozzetto_owes(position, options):
    laid = [each.cards for each in position.this_turn if each.what == "lay"]
    ranks = [{card % 13 for card in cards} for cards in laid]
    if any(len(each) == 1 for each in ranks) and len(ranks[-1]) == 1:
        return "after a set a run"
"""


def test_what_cannot_be_done_is_forgiven_and_nothing_new_is_begun(
    club: Club, tmp_path: Path
) -> None:
    rules = club("opening", "sets-want-runs", opening=OPENING, sets_want_runs=SETS_WANT_RUNS)
    # with the pozzetto 40 points cannot be reached; sevens would leave a run to lay besides
    text = """
plays:
  - table:
      to_move: N
      phase: play
      held: {N: 3H 4H 5H}
      pozzetto_cards: [7S 7D 7C 9D 8H 6S 5C 4S 3D 10H JH]
    do: ["N: lay 3H 4H 5H, lay 7S 7D 7C"]
    expect: {refused: house_rules.sets-want-runs, not_legal: [lay 7S 7D 7C], legal: [discard 9D]}
  # kings reach them, and leave the run: one of the two cannot be done, and either may stay
  - table:
      to_move: N
      phase: play
      held: {N: 3H 4H 5H}
      pozzetto_cards: [KS KD KC 9D 8H 6S 5C 4S 3D 10H JH]
    do: ["N: lay 3H 4H 5H"]
    expect: {legal: [lay KS KD KC, discard 9D]}
  - table:
      to_move: N
      phase: play
      held: {N: 3H 4H 5H}
      pozzetto_cards: [KS KD KC 9D 8H 6S 5C 4S 3D 10H JH]
    do: ["N: lay 3H 4H 5H, lay KS KD KC, discard 9D"]
    expect: {to_move: E}
  # with a run to come both can be done, and both have to be
  - table:
      to_move: N
      phase: play
      held: {N: 3H 4H 5H}
      pozzetto_cards: [KS KD KC 9D 8D 7D 5C 4S 3D 10H JH]
    do: ["N: lay 3H 4H 5H, lay KS KD KC, discard 9D"]
    expect: {refused: sets-want-runs, legal_exactly: [lay 7D 8D 9D]}
"""
    assert judged(rules, tmp_path, text) == []


def test_a_refusal_says_what_could_not_be_done(club: Club) -> None:
    game = Game(club(opening=OPENING))
    held = {"N": "3H 4H 5H 9C 9D KC 7D"}
    table = game.table({"to_move": "N", "phase": "play", "held": held})
    refused = game.why_not(table, "N", "lay 3H 4H 5H")
    assert refused is not None
    assert refused.sentence == (
        "The turn could not be ended after that: the first melds are worth too little."
    )
    assert (refused.plugin, refused.key) == ("opening", "house_rules.opening")
    assert not refused.bounded


def test_a_search_that_is_too_long_refuses_and_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demands, "MOST_POSITIONS", 3)
    game = Game(club({"opening": {"least": 1000}}, opening=OPENING))
    held = {"N": "3H 4H 5H 6H 7H 8H 9H 9C 9D 9S KC 7D 7S 7C"}
    table = game.table({"to_move": "N", "phase": "play", "held": held})
    refused = game.why_not(table, "N", "lay 3H 4H 5H")
    assert refused is not None
    assert refused.bounded
    assert refused.as_data()["bounded"] is True


TAKERS_MELD = """
def pozzetto_owes(position, options):
    if any(each.what == "take" for each in position.this_turn) and not position.melded:
        return "who takes the pile melds"
"""


def test_the_pile_may_not_be_taken_where_what_is_owed_then_cannot_be_done(
    club: Club, tmp_path: Path
) -> None:
    rules = club(takers_meld=TAKERS_MELD)
    text = """
plays:
  - table: {to_move: N, held: {N: 3H 4H KC}, pile: 8D 10C}
    do: ["N: take"]
    expect: {refused: cannot-finish, legal_exactly: [draw]}
  - table: {to_move: N, held: {N: 3H 4H KC}, pile: 8D 5H}
    do: ["N: take"]
    expect: {legal_exactly: [lay 3H 4H 5H]}
  - table: {to_move: N, held: {N: 3H 4H KC}, pile: 8D 5H}
    do: ["N: take, lay 3H 4H 5H, discard KC"]
    expect: {to_move: E}
"""
    assert judged(rules, tmp_path, text) == []


def test_a_plugin_that_leaves_no_move_is_named(club: Club) -> None:
    code = "def pozzetto_move_objection(position, move, options):\n"
    code += "    if move.what == 'discard':\n        return 'never'\n"
    rules = club(no_discards=code)
    with pytest.raises(
        PluginError, match="`no-discards` under club: it leaves E no move in hand 0 of seed 1"
    ):
        simulate(rules, 1, 1, ("random",), workers=1)


# --- ends


LATE = """
def pozzetto_hand_end(position, options):
    if position.turns >= 1:
        return "late"
"""


def test_an_end_that_a_plugin_names_comes_before_the_ordinary_ones(
    club: Club, tmp_path: Path
) -> None:
    rules = club(clock=LATE)
    text = """
plays:
  - table: {to_move: N, phase: play, held: {N: 3H KC}, stock: 3}
    do: ["N: discard KC"]
    expect: {ended: late by clock}
  # closing goes before it
  - table:
      to_move: N
      phase: play
      held: {N: KC}
      melds: {NS: [3H 4H 5H 6H 7H 8H 9H]}
      pozzetti: {NS: taken}
    do: ["N: discard KC"]
    expect: {ended: closed by N}
"""
    assert judged(rules, tmp_path, text) == []


TIME = """
def pozzetto_events():
    return ["time"]


def pozzetto_hand_end(position, options):
    if 0 <= position.called <= position.turns - 4:
        return "time"
"""


def test_the_director_may_call_time_where_a_rule_knows_it(club: Club, tmp_path: Path) -> None:
    rules = club(last_lap=TIME)
    text = """
plays:
  - table: {to_move: N, held: {N: 3H KC, E: 4S KD, S: 5S KH, W: 6S 6C}, stock: 20}
    do:
      - "N: draw, discard KC"
      - "*: time"
      - "E: draw, discard KD"
      - "S: draw, discard KH"
      - "W: draw, discard 6C"
      - "N: draw, discard 3H"
    expect: {ended: time by last-lap}
  - table: {to_move: N, held: {N: 3H KC}}
    do: ["N: draw", "*: time", "N: discard KC"]
    expect: {ended: "no", to_move: E}
"""
    assert judged(rules, tmp_path, text) == []


def test_records_keep_the_directors_call_and_the_plugins_lines(club: Club, tmp_path: Path) -> None:
    score = "from pozzetto.api import Line\n\ndef pozzetto_score(position, team, options):\n"
    score += "    return [Line('luck', 2, 30, title={'en': 'luck', 'it': 'fortuna'})]\n"
    rules = club(last_lap=TIME, luck=score)
    kept: list[str] = []
    simulate(rules, 3, 5, ("greedy",), workers=1, records=Records(TEXT, kept.append))
    (tmp_path / "hands.txt").write_text("".join(kept), encoding="utf-8")
    called = "".join(kept).replace("turns:\n", "turns:\n  *: time\n", 1)
    (tmp_path / "called.txt").write_text(called, encoding="utf-8")
    played = [replay(record) for record in records_in(str(tmp_path / "hands.txt"))]
    assert [each.parting for each in played] == [None] * 3
    assert "luck                 2     30  by luck\n" in kept[1]
    first = next(iter(records_in(str(tmp_path / "called.txt"))))
    # time called before the first turn: the hand is over after one lap
    parting = replay(first).parting
    assert parting is not None
    assert parting.at == "turns"
    assert "the house rule last-lap ended it (time)" in parting.sentence


# --- scores


def test_lines_come_in_order_and_name_their_plugin(club: Club) -> None:
    adds = "from pozzetto.api import Line\n\ndef pozzetto_score(position, team, options):\n"
    adds += "    return [Line('adds', 1, 7)]\n"
    doubles = "from pozzetto.api import Line\n\n"
    doubles += "def pozzetto_score_adjust(position, team, lines, options):\n"
    doubles += "    return [Line('again', 1, sum(line.points for line in lines))]\n"
    rounds = "def pozzetto_score_round(points, options):\n    return points // 10 * 10\n"
    position = {
        "held": {"N": "", "E": "KC", "S": "", "W": ""},
        "melds": {"NS": ["3H 4H 5H 6H 7H 8H 9H"]},
        "pozzetti": {"NS": "taken", "EW": "taken"},
        "ended": "closed by N",
    }
    # NS: five cards of 5 and two of 10 make 45, 200 for the burraco, 100 for closing, 7 more
    # are 352; twice that is 704. EW: -10 + 7 = -3, twice -6, rounded down -10
    rules = club(adds=adds, doubles=doubles, rounds=rounds)
    first, second = sheets(Game(rules).table(position))
    assert [(line.what, line.points, line.plugin) for line in first] == [
        ("cards_melded", 45, ""),
        ("burraco.clean", 200, ""),
        ("closing", 100, ""),
        ("adds", 7, "adds"),
        ("doubles.again", 352, "doubles"),
        ("rounds.rounding", -4, "rounds"),
    ]
    assert sum(line.points for line in second) == -10
    # the other way round the seven points are doubled too, since all pay before any adjusts
    rules = club("rounds", "doubles", "adds")
    first, _ = sheets(Game(rules).table(position))
    assert [line.what for line in first[3:]] == ["adds", "doubles.again", "rounds.rounding"]


def test_a_match_may_end_by_a_house_rule(club: Club) -> None:
    code = "from pozzetto.api import MatchEnd, Outcome\n\n"
    code += "def pozzetto_match_end(match, options):\n    if match.totals[0] >= 500:\n"
    code += "        return Outcome(reason=MatchEnd.HOUSE, winner=0)\n"
    match = Match.begin(club(short=code)).after((400, 900))
    assert match.outcome is None
    outcome = match.after((200, 0)).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (MatchEnd.HOUSE, 0)
    # the ordinary end is asked first
    outcome = match.after((100, 1200)).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (MatchEnd.TARGET, 1)


# --- facts


def test_a_fact_is_found_in_the_deal_and_asked_for_where_a_score_needs_it(
    club: Club, tmp_path: Path
) -> None:
    code = "from pozzetto.api import Line\n\ndef pozzetto_setup(dealt, options):\n"
    code += "    return dealt.lift\n\ndef pozzetto_score(position, team, options):\n"
    code += "    yield Line('lift', 1, position.facts.get('cutter') or 0)\n"
    rules = club(cutter=code)
    game = Game(rules)
    table = game.deal(1)
    assert 22 <= table.facts["cutter"] <= 63  # type: ignore[operator]
    over = "table: {held: {N: '', E: KC, S: '', W: ''}, pozzetti: {NS: taken, EW: taken}, "
    over += "melds: {NS: [3H 4H 5H 6H 7H 8H 9H]}, ended: closed by N"
    told = judged(
        rules, tmp_path, f"scores: [{{{over}, facts: {{cutter: 30}}}}, score: {{NS: 375}}}}]"
    )
    assert told == []
    with pytest.raises(Exception, match="a score needs `facts` of cutter"):
        judged(rules, tmp_path, f"scores: [{{{over}}}, score: {{NS: 375}}}}]")


# --- kinds


COURT = """
from pozzetto.api import RANK_OF, Shape


class Court:
    # a jack, a queen and a king of any suits; a further one of them may join
    name = "court"

    def judge(self, cards):
        if len(cards) >= 3 and {RANK_OF[kind] for kind in cards} == {10, 11, 12}:
            return Shape("court", 0, 0, tuple(sorted(cards)), (False,) * len(cards))

    def candidates(self, counts):
        ranks = [[kind for kind in range(rank, 52, 13) if counts[kind]] for rank in (10, 11, 12)]
        for jack in ranks[0]:
            for queen in ranks[1]:
                for king in ranks[2]:
                    yield self.judge((jack, queen, king))

    def extensions(self, shape, counts):
        for kind in range(52):
            if counts[kind] and RANK_OF[kind] in (10, 11, 12):
                yield self.judge((*shape.cards, kind))


def pozzetto_kinds(options):
    return [Court()]
"""


def test_a_kind_of_meld_is_judged_laid_extended_and_paid(club: Club, tmp_path: Path) -> None:
    rules = club(court=COURT)
    text = """
melds:
  - {cards: JH QS KD, is: court, clean: true}
  - {cards: JH QH KH, is: run}
  - {cards: JH QS 9D, refused: true}
plays:
  - table: {to_move: N, phase: play, held: {N: JH QS KD KC 3C 4S}}
    do: ["N: lay JH QS KD, add KC to M1, discard 3C"]
    expect: {melds: {NS: [JH QS KD KC]}, to_move: E}
  - table: {to_move: N, phase: play, held: {N: 3C 4S 5S}, melds: {NS: [JH QS KD]}}
    do: ["N: add 3C to M1"]
    expect: {refused: true}
"""
    assert judged(rules, tmp_path, text) == []
    shapes = Shapes(rules)
    hand = Hand(shapes.counting, Game(rules).meld("JH QS KD").cards)
    kinds = [shapes.melds[shape_of(move)].kind for move in shapes.new_melds(hand, 0)]
    assert kinds == ["court"]
    found = simulate(rules, 20, 1, ("greedy",), workers=1)
    assert found.hands == 20


def test_a_tier_may_be_decided_by_a_plugin(tmp_path: Path) -> None:
    plugin = tmp_path / "red_tier.py"
    plugin.write_text(
        "from pozzetto.api import SUIT_OF\n\n"
        "def pozzetto_tier(shape, tier, options):\n"
        "    return all(SUIT_OF[kind] in (1, 2) for kind in shape.cards)\n"
    )
    shelf.join(str(plugin))
    book = tmp_path / "club.yaml"
    text = (
        "extends: burraco\nhouse_rules: [red-tier]\n"
        "burracos:\n  red: {wilds: 0, points: 500, turned: 2, by: red-tier}\n"
    )
    book.write_text(text)
    game = Game(load(str(book)))
    assert game.burraco(game.meld("3H 4H 5H 6H 7H 8H 9H")) == "red"
    assert game.burraco(game.meld("3S 4S 5S 6S 7S 8S 9S")) == "clean"
    book.write_text(text.replace("by: red-tier", "by: other"))
    with pytest.raises(RulesetError, match="`other` is not among the `house_rules`"):
        load(str(book))
    book.write_text(text.replace("wilds: 0", "kinds: [flush]"))
    with pytest.raises(RulesetError, match="there is no kind of meld `flush`"):
        load(str(book))


# --- the lab


MEASURED = """
from pozzetto.api import HouseMeasure


def pozzetto_measures(options):
    return [
        HouseMeasure(
            name="{}",
            title={{"en": "closed by the dealer", "it": "chiuse dal mazziere"}},
            unit="share",
            sentence="Share of the hands that the dealer closes.",
            count=lambda position: int(position.closer == position.dealer),
        )
    ]
"""


def test_a_plugin_may_have_something_measured(club: Club) -> None:
    rules = club(measured=MEASURED.format("by_dealer"))
    found = simulate(rules, 30, 1, ("greedy",), workers=1)
    by_hand = 0
    for deal in range(30):
        shapes = Shapes(rules)
        table = play_hand(shapes, [make("greedy", shapes)] * 4, 1, deal)
        by_hand += table.closer == table.dealer
    assert 0 < by_hand < 30
    assert found.figure("by_dealer").mean == pytest.approx(by_hand / 30)
    # under rules without the plugin nothing of the sort happens
    compared = compare([load("burraco"), rules], 5, 1, workers=1)
    assert compared.row("by_dealer").differences[0].base.mean == 0
    with pytest.raises(PluginError, match="there is a measure `turns` already"):
        simulate(club(measured=MEASURED.format("turns")), 1, 1, workers=1)


def test_a_position_shows_what_the_seat_to_move_sees_and_nothing_more(club: Club) -> None:
    game = Game(club(opening=OPENING))
    table = game.deal(3)
    position = Position(table)
    assert position.seat == table.to_move
    assert sum(position.hand) == 11
    assert not position.this_turn
    for name in ("stock_cards", "hands", "state", "_hidden_state"):
        with pytest.raises(AttributeError):
            getattr(position, name)
    with pytest.raises(AttributeError):
        position.turns = 3  # type: ignore[misc]
    with pytest.raises(PozzettoError, match="not shown while the hand goes on"):
        position.held_by(0)
    table.apply(DRAW)
    assert [each.what for each in position.this_turn] == ["draw"]
    assert [(seat, each.what) for seat, each in position.events] == [(1, "draw")]


def test_pluggy_is_never_called_while_a_hand_is_played(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = club(takers_meld=TAKERS_MELD)

    def called(*_: object, **__: object) -> None:
        raise AssertionError("a hook was called through pluggy")

    # no longer than that: pytest calls its own hooks through pluggy
    with monkeypatch.context() as patch:
        patch.setattr("pluggy._hooks.HookCaller.__call__", called)
        found = simulate(rules, 3, 1, ("greedy",), workers=1)
    assert found.hands == 3
