"""The deep check of a ruleset: do its house rules answer the same whenever they are asked, and
can it be played?

Rules, and plugins among them, have to depend on nothing but what they are given. Three things
are tried: what is enumerated against what is judged, over every choice of cards from small
hands; each hand played twice, once with the table copied and the plugins' code run anew
before every move; and the same hands and melds again in another process, with another hash
seed and in the opposite order. Whatever differs is named, and so is who leaves a player
without a move, or everybody without a meld.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from pozzetto.game import chance
from pozzetto.game.deal import deal_hand
from pozzetto.game.melds import Meld, objection, tier
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import LAY, what
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.desk import desk_of
from pozzetto.lab.patience import begins, rests
from pozzetto.lab.run import Progress, stuck
from pozzetto.lab.small_hands import tried
from pozzetto.lab.workers import in_order, parts
from pozzetto.players import make
from pozzetto.rulebook.plugins import renewals
from pozzetto.text.notation import written_move

SMALL_HANDS = 500
AT_ONCE = 25
"""Small hands that are tried between two reports of progress."""
PLAYERS = ("greedy", "random")
HANDS = 10
MOST_ALIKE = 5
"""Of melds that are judged otherwise than they are enumerated so many are told."""
MOST_FINDINGS = 20
"""More differences than these tell nothing new."""
_REFUSED = "refused: "

Piece: TypeAlias = Callable[[Shapes], Any]
"""Something that a worker does with the tables that it keeps."""
Story: TypeAlias = tuple[str, ...]
"""A hand as it was played: each move with the moves that were legal, then the sheets."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as it was played. `lay`: a meld could be laid in it; where none could, `refused`
    is what a house rule said of the first. `wrong` is what was amiss however often it is
    played."""

    story: Story
    lay: bool
    refused: str
    wrong: tuple[str, ...]


def examine(
    rules: Rules,
    *,
    patience: float,
    seed: int = 0,
    hands: int = HANDS,
    small_hands: int = SMALL_HANDS,
    progress: Progress | None = None,
) -> list[str]:
    """Every fault found, a sentence each; none where the rules are what they should be.

    `hands` are played by each of `PLAYERS`; `small_hands` are tried card by card; `progress`
    is told of both. Workers do it, one after the other. Raises PozzettoError when one of them
    takes more than `patience` seconds for a hand, or dies: it names the house rule if it can.
    """
    keys = [(player, deal) for player in PLAYERS for deal in range(hands)]
    small = [*parts(range(small_hands), AT_ONCE)]
    tell = _Steps(progress, small_hands + 2 * len(keys))
    pieces: list[tuple[Piece, int]] = [
        *((partial(_played_twice, seed, *key), 1) for key in keys),
        (_met, 0),
        *((partial(tried, seed, part), len(part)) for part in small),
    ]
    results = _elsewhere(rules, "1", patience, pieces, tell)
    here: list[tuple[Played, Played]] = results[: len(keys)]
    answers, few = results[len(keys)], results[len(keys) + 1 :]
    pieces = [(partial(_played, seed, *key), 1) for key in reversed(keys)]
    there: list[Played] = _elsewhere(rules, "2", patience, pieces, tell)[::-1]
    pieces = [(partial(_answers, [meld for meld, _ in reversed(answers)]), 0)]
    (later,) = _elsewhere(rules, "3", patience, pieces, tell)

    found = [wrong for each in few for wrong in each.wrong][:MOST_ALIKE]
    for (player, deal), (once, anew), far in zip(keys, here, there, strict=True):
        where = f"{player}, deal {deal} of seed {seed}"
        found += [f"{where}: {wrong}" for wrong in once.wrong]
        found += _parting(f"{where}, played again", once.story, anew.story)
        found += _parting(f"{where}, in two processes", once.story, far.story)
    if not any(once.lay for once, _ in here):
        refused = [*(each.refused for each in few), *(once.refused for once, _ in here)]
        said = next(filter(None, refused), "")
        found.append(f"in {len(keys)} hands nobody could ever lay a meld{said and f': {said}'}")
    for (meld, first), again in zip(answers, reversed(later), strict=True):
        called = f"the {meld.kind} {meld_written(meld)}"
        if first.startswith(_REFUSED):
            found.append(
                f"{called} is laid as its like in another suit is, and "
                f"is {first}: a plugin that tells suits apart may not say SUITS_ALIKE"
            )
        if first != again:
            found.append(f"{called} is {first}, and asked again, in another order, {again}")
    return list(dict.fromkeys(found))[:MOST_FINDINGS]


class _Steps:
    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.done, self.total = progress, 0, total

    def __call__(self, hands: int) -> None:
        self.done += hands
        if self.progress is not None and hands:
            self.progress(self.done, self.total)


def _elsewhere(
    rules: Rules,
    hash_seed: str,
    patience: float,
    pieces: Sequence[tuple[Piece, int]],
    tell: Callable[[int], None],
) -> list[Any]:
    # what comes of each piece, of so many hands, in another process, in which sets and
    # dictionaries of texts have another order
    work = partial(_worked, rules)
    found = []
    with (
        _hash_seed(hash_seed),
        closing(
            in_order(work, [piece for piece, _ in pieces], workers=1, patience=patience)
        ) as results,
    ):
        for (_, hands), result in zip(pieces, results, strict=True):
            found.append(result)
            tell(hands)
    return found


def _worked(rules: Rules, piece: Piece) -> Any:
    # always with the same tables and plugins: what these keep to themselves shall show
    try:
        return piece(desk_of(rules).shapes)
    finally:
        rests()


def _played_twice(seed: int, player: str, deal: int, shapes: Shapes) -> tuple[Played, Played]:
    once = _played(seed, player, deal, shapes)
    return once, _played(seed, player, deal, Shapes(shapes.rules), anew=True)


def _played(seed: int, player: str, deal: int, shapes: Shapes, *, anew: bool = False) -> Played:
    # a hand from deal to sheet; `anew`: the table copied and the plugins renewed at each move
    rules = shapes.rules
    begins(f"hand {deal} of seed {seed} ({player})", rules)
    table = Table.dealt(shapes, deal_hand(rules, seed, deal))
    chooser = make(player, shapes)
    randoms = [chance.stream(seed, deal, chance.player(seat)) for seat in range(len(rules.seats))]
    again = renewals(rules)
    story, lay, refused, wrong = [], False, "", []
    while True:
        if anew:
            table = table.copy()
            table.rules = shapes.rules = next(again)
        moves = table.legal()
        if not moves:
            break
        if not lay and table.drawn:
            lay = any(what(move) == LAY for move in moves)
            refused = refused or _lay_refused(table)
        seat = table.to_move
        move = chooser.choose(View(table, seat), moves, randoms[seat])
        legal = ", ".join(written_move(table, each) for each in moves)
        story.append(f"{rules.seats[seat]} played {written_move(table, move)} of {legal}")
        table.apply(move)
    if not table.ended:
        wrong.append(str(stuck(table)))
    else:
        story.append(f"ended: {table.outcome()}")
        story += [
            f"{team}: {', '.join(f'{line.what} {line.points}' for line in sheet)}"
            for team, sheet in zip(rules.teams, sheets(table), strict=True)
        ]
    if any(shapes.number(meld) != number for number, meld in enumerate(shapes.melds)):
        wrong.append("a house rule changed a meld of the table, and a hook changes nothing")
    return Played(tuple(story), lay, refused, tuple(wrong))


def _lay_refused(table: Table) -> str:
    # what a house rule says of a meld that could be laid but for it
    for move in table.shapes.new_melds(table.hand, table.ranks_laid(table.team)):
        refusal = table.refusal(move)
        if refusal is not None and refusal.plugin:
            return f"the house rule `{refusal.plugin}` says: {refusal.sentence}"
    return ""


def _parting(where: str, once: Story, again: Story) -> Iterator[str]:
    for one, other in zip(once, again, strict=False):
        if one != other:
            yield f"{where}: first {one}; then {other}"
            return
    if len(once) != len(again):
        yield f"{where}: it came to an end sooner"


def _met(shapes: Shapes) -> list[tuple[Meld, str]]:
    # every meld that was met, and what the rules say of it
    melds = tuple(shapes.melds)
    return [*zip(melds, _answers(melds, shapes), strict=True)]


def _answers(melds: Sequence[Meld], shapes: Shapes) -> list[str]:
    """What the rules say of each meld, asked in this order."""
    rules, said = shapes.rules, []
    for meld in melds:
        begins(f"the {meld.kind} {meld_written(meld)}", rules)
        refused = objection(meld, rules)
        paid = tier(meld, rules)
        named = f"legal, {paid.name if paid else 'no burraco'}"
        said.append(named if refused is None else f"{_REFUSED}{refused.sentence}")
    return said


@contextmanager
def _hash_seed(seed: str) -> Iterator[None]:
    name = "PYTHONHASHSEED"
    before = os.environ.get(name)
    os.environ[name] = seed
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
