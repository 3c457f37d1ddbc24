"""The deep check of a ruleset: do its house rules answer the same whenever they are asked?

Rules, and plugins among them, have to depend on nothing but what they are given. Three things
are tried: what is enumerated against what is judged, over every choice of cards from small
hands; each hand played twice, once with the table copied and the plugins' code run anew
before every move; and the same hands and melds again in another process, with another hash
seed and in the opposite order. Whatever differs is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, islice
from multiprocessing import get_context
from typing import TypeAlias, TypeVar

from pozzetto.game import chance
from pozzetto.game.cards import written
from pozzetto.game.deal import deal_hand
from pozzetto.game.hand import Hand
from pozzetto.game.melds import Meld, objection, same_play, tier
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import shape_of
from pozzetto.game.placing import arrangements
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players import make
from pozzetto.rulebook.plugins import renewed
from pozzetto.text.notation import written_move

SMALL_HANDS = 500
SMALL = 8
"""Cards of a small hand: every one of its 255 choices of cards is judged."""
PLAYERS = ("greedy", "random")
HANDS = 10
MOST_ALIKE = 5
"""Of melds that are judged otherwise than they are enumerated so many are told."""
MOST_FINDINGS = 20
"""More differences than these tell nothing new."""
_PURPOSE = "deep check"
_REFUSED = "refused: "

Result = TypeVar("Result")
Progress: TypeAlias = Callable[[int, int], None]
Answer: TypeAlias = tuple[Meld, str]
"""A meld, and what the rules say of it."""
Story: TypeAlias = tuple[str, ...]
"""A hand as it was played: each move with the moves that were legal, then the sheets."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one process found: the story of each hand, and what was said of each meld."""

    stories: tuple[Story, ...]
    answers: tuple[Answer, ...]


def examine(
    rules: Rules,
    *,
    seed: int = 0,
    hands: int = HANDS,
    small_hands: int = SMALL_HANDS,
    progress: Progress | None = None,
) -> list[str]:
    """Every difference found, a sentence each; none where the rules are what they should be.

    `hands` are played by each of `PLAYERS`; `small_hands` are tried card by card.
    """
    step = _Steps(progress, small_hands + len(PLAYERS) * hands + 2)
    found = [*islice(_enumeration(rules, seed, small_hands, step), MOST_ALIKE)]
    for player in PLAYERS:
        for deal in range(hands):
            once = _played(Shapes(rules), player, seed, deal)
            again = _played(Shapes(rules), player, seed, deal, anew=True)
            found += _parting(f"{player}, deal {deal} of seed {seed}, played again", once, again)
            step()
    here, there = (
        _elsewhere(hash_seed, _tell, rules, seed, hands, backwards)
        for hash_seed, backwards in (("1", False), ("2", True))
    )
    step()
    for index, (once, again) in enumerate(zip(here.stories, there.stories, strict=True)):
        player, deal = PLAYERS[index // hands], index % hands
        found += _parting(f"{player}, deal {deal} of seed {seed}, in two processes", once, again)
    for meld, said in here.answers:
        if said.startswith(_REFUSED):
            found.append(
                f"the {meld.kind} {meld_written(meld)} is laid as its like in another suit is, and "
                f"is {said}: a plugin that tells suits apart may not say SUITS_ALIKE"
            )
    answers = _elsewhere("3", _answers, rules, [meld for meld, _ in reversed(here.answers)])
    for (meld, first), later in zip(here.answers, reversed(answers), strict=True):
        if first != later:
            found.append(
                f"the {meld.kind} {meld_written(meld)} is {first}, and asked again, in another "
                f"order, {later}"
            )
    step()
    return list(dict.fromkeys(found))[:MOST_FINDINGS]


class _Steps:
    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.done, self.total = progress, 0, total

    def __call__(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total)


def _enumeration(rules: Rules, seed: int, hands: int, step: Callable[[], None]) -> Iterator[str]:
    # what can be laid from small hands, by the tables and by judging each choice of cards
    shapes = Shapes(rules)
    for number in range(hands):
        step()
        cards = _small_hand(rules, seed, number)
        hand = Hand(shapes.counting, cards)
        listed = {
            same_play(shapes.melds[shape_of(move)], rules) for move in shapes.new_melds(hand, 0)
        }
        judged = {
            same_play(meld, rules): meld
            for size in range(1, len(cards) + 1)
            for choice in set(combinations(cards, size))
            for meld in arrangements(choice, rules)
        }
        for key in judged.keys() - listed:
            meld = judged[key]
            yield (
                f"of {written(cards)}: {written(meld.cards)} is judged a legal {meld.kind}, and "
                "is not enumerated"
            )
        for key in listed - judged.keys():
            yield f"of {written(cards)}: a {key[0]} is enumerated that is not judged legal: {key}"
        yield from _extended(shapes, [*judged.values()], cards)


def _extended(shapes: Shapes, melds: Sequence[Meld], cards: Sequence[int]) -> Iterator[str]:
    # a kind that a plugin adds: what it extends, and what it judges of the longer meld
    rules = shapes.rules
    own = {kind.name for kind in rules.house.kinds}
    for meld in melds:
        if meld.kind not in own:
            continue
        for kind in set(cards):
            listed = bool(shapes.additions(shapes.number(meld), kind))
            longer = arrangements((*meld.cards, kind), rules)
            judged = any(each.kind == meld.kind for each in longer)
            if listed != judged:
                yield (
                    f"{written([kind])} added to the {meld.kind} {meld_written(meld)}: "
                    f"{'extended' if listed else 'not extended'}, "
                    f"and {'judged legal' if judged else 'judged illegal'}"
                )


def _small_hand(rules: Rules, seed: int, number: int) -> tuple[int, ...]:
    # every other hand from few ranks, where melds are many
    random = chance.stream(seed, number, _PURPOSE)
    deck = list(rules.deck)
    if number % 2:
        first = chance.pick(random, 13)
        near = {(first + step) % 13 for step in range(5)} | {1}
        deck = [kind for kind in deck if kind == 52 or kind % 13 in near]
    keys = sorted((random(), index) for index in range(len(deck)))
    return tuple(sorted(deck[index] for _, index in keys[:SMALL]))


def _played(shapes: Shapes, player: str, seed: int, deal: int, *, anew: bool = False) -> Story:
    # a hand from deal to sheet; `anew`: the table copied and the plugins renewed at each move
    rules = shapes.rules
    table = Table.dealt(shapes, deal_hand(rules, seed, deal))
    chooser = make(player, shapes)
    randoms = [chance.stream(seed, deal, chance.player(seat)) for seat in range(len(rules.seats))]
    story = []
    while True:
        if anew:
            table = table.copy()
            table.rules = shapes.rules = renewed(rules)
        moves = table.legal()
        if not moves:
            break
        seat = table.to_move
        move = chooser.choose(View(table, seat), moves, randoms[seat])
        legal = ", ".join(written_move(table, each) for each in moves)
        story.append(f"{rules.seats[seat]} played {written_move(table, move)} of {legal}")
        table.apply(move)
    story.append(f"ended: {table.outcome()}")
    story += [
        f"{team}: {', '.join(f'{line.what} {line.points}' for line in sheet)}"
        for team, sheet in zip(rules.teams, sheets(table), strict=True)
    ]
    return tuple(story)


def _parting(where: str, once: Story, again: Story) -> Iterator[str]:
    for one, other in zip(once, again, strict=False):
        if one != other:
            yield f"{where}: first {one}; then {other}"
            return
    if len(once) != len(again):
        yield f"{where}: it came to an end sooner"


def _tell(rules: Rules, seed: int, hands: int, backwards: bool) -> Told:
    asked = [(player, deal) for player in PLAYERS for deal in range(hands)]
    order = asked[::-1] if backwards else asked
    shapes = Shapes(rules)
    stories = {key: _played(shapes, key[0], seed, key[1]) for key in order}
    answers = _answers(rules, shapes.melds)
    return Told(
        tuple(stories[key] for key in asked), tuple(zip(shapes.melds, answers, strict=True))
    )


def _answers(rules: Rules, melds: Sequence[Meld]) -> list[str]:
    """What the rules say of each meld, asked in this order."""
    said = []
    for meld in melds:
        refused = objection(meld, rules)
        paid = tier(meld, rules)
        named = f"legal, {paid.name if paid else 'no burraco'}"
        said.append(named if refused is None else f"{_REFUSED}{refused.sentence}")
    return said


def _elsewhere(hash_seed: str, work: Callable[..., Result], *given: object) -> Result:
    # another process, in which sets and dictionaries of texts have another order
    with _hash_seed(hash_seed), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *given).result()


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
