"""Where a hand parts under two rulesets, and which single change of a rule makes it part.

A deal is played under the base and under another ruleset by the same players, and the
first thing that is done otherwise is looked for. Then, for every key in which the two
differ, the base with that one change is led along what they did in common, and its player
is asked: is this done otherwise too?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from pozzetto.game import chance
from pozzetto.game.deal import Dealt, deal_hand
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import BURRACO, Line, sheets
from pozzetto.game.state import State
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.lab.deeds import Deed, Done, deed, deeds, over, packed
from pozzetto.lab.desk import Desk, desk_of, tidy
from pozzetto.lab.patience import begins, rests
from pozzetto.lab.run import play_hand
from pozzetto.lab.seating import Seating
from pozzetto.rulebook.variants import Variant

DEAL, PLAY, SCORE = "deal", "play", "score"
PARTINGS = (DEAL, PLAY, SCORE)
"""What can part: the cards, what is done with them, or only the count of the same play."""

Sheets: TypeAlias = tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two rulesets to be played deal by deal, and the base with single keys of the other:
    `variants` are those that have rules. `players` are by seat."""

    base: Rules
    other: Rules
    variants: tuple[Variant, ...]
    players: Seating
    seed: int


class Parting(NamedTuple):
    """How a hand came apart: at the cards dealt (`at` is "deal"), in what was done with them
    ("play"), or only in the count ("score"); after so many `moves` that both have in common;
    by which `keys`, each of which makes it come apart there if changed alone. There is none
    where it takes several."""

    deal: int
    at: str
    moves: int
    keys: tuple[str, ...]

    def data(self) -> dict[str, object]:
        """The parting as plain data."""
        return {"deal": self.deal, "at": self.at, "moves": self.moves, "keys": list(self.keys)}


def part_deals(pair: Pair, deals: Iterable[int]) -> list[Parting | None]:
    """How each of these deals comes apart; None where it comes to the same."""
    tidy()
    try:
        return [_parting(pair, number) for number in deals]
    finally:
        rests()


def both_played(pair: Pair, number: int) -> tuple[Table, Table]:
    """The ends of a deal under the base and the other ruleset."""
    tables = [
        play_hand(desk.shapes, [*map(desk.player, pair.players)], pair.seed, number)
        for desk in map(desk_of, (pair.base, pair.other))
    ]
    return tables[0], tables[1]


def _parting(pair: Pair, number: int) -> Parting | None:
    begins(f"hand {number} of seed {pair.seed}", pair.other)
    dealt = _cards(pair.base, pair, number)
    if _cards(pair.other, pair, number) != dealt:
        changed = [each for each in _variants(pair) if _cards(each[1], pair, number) != dealt]
        return Parting(number, DEAL, 0, _keys(changed))
    base, other = both_played(pair, number)
    did = deeds(base)
    common = _in_common(did, deeds(other))
    alike = [each for each in _variants(pair) if _cards(each[1], pair, number) == dealt]
    if common < len(did):
        changed = [
            each
            for each in alike
            if _next(desk_of(each[1]), pair, number, did[:common])[1] not in (None, did[common])
        ]
        return Parting(number, PLAY, common, _keys(changed))
    counted = _counted(base)
    if _counted(other) == counted:
        return None
    changed = []
    for each in alike:
        table, last = _next(desk_of(each[1]), pair, number, did[:-1])
        if last == did[-1] and _counted(table) != counted:
            changed.append(each)
    return Parting(number, SCORE, len(base.log), _keys(changed))


def _variants(pair: Pair) -> list[tuple[Variant, Rules]]:
    return [(each, each.rules) for each in pair.variants if each.rules is not None]


def _keys(changed: Sequence[tuple[Variant, Rules]]) -> tuple[str, ...]:
    # a mapping changed as a whole is no reason where a part of it is reason enough
    variants = [variant for variant, _ in changed]
    return tuple(
        each.key for each in variants if not any(part.within(each.key) for part in variants)
    )


def _in_common(first: Sequence[Deed], second: Sequence[Deed]) -> int:
    """How many deeds two hands begin with in common."""
    for index, (one, other) in enumerate(zip_longest(first, second)):
        if one != other:
            return index
    return len(first)


def _next(desk: Desk, pair: Pair, number: int, common: Sequence[Deed]) -> tuple[Table, Deed | None]:
    """The table after these deeds, and what is done there under the desk's rules; None
    where these rules do not let all of them be done.

    Players are asked on the way too, whatever they answer, for each draws its chance from
    a stream that has to have come as far as in play.
    """
    shapes, rules = desk.shapes, desk.rules
    table = Table.dealt(shapes, deal_hand(rules, pair.seed, number))
    seats = range(len(rules.seats))
    views = [View(table, seat) for seat in seats]
    players = [*map(desk.player, pair.players)]
    randoms = [chance.stream(pair.seed, number, chance.player(seat)) for seat in seats]
    for wanted in (*common, None):
        legal, seat = table.legal(), table.to_move
        if not legal:
            return table, None if wanted else over(table)
        move = legal[0]
        if len(legal) > 1:
            move = players[seat].choose(views[seat], legal, randoms[seat])
        if wanted is None:
            return table, deed(shapes, seat, move)
        led = _led(table, wanted)
        if led is None:
            return table, None
        table.advance(led)
    raise AssertionError("the last of these is None")


def _led(table: Table, wanted: Deed) -> int | None:
    if not isinstance(wanted, Done) or wanted.seat != table.to_move:
        return None
    move = packed(table.shapes, wanted)
    return None if move is None or table.refusal(move) is not None else move


def _cards(rules: Rules, pair: Pair, number: int) -> tuple[object, ...]:
    """Which card lies where at the deal."""
    dealt: Dealt = deal_hand(rules, pair.seed, number)
    hands = [sorted(hand) for hand in dealt.hands]
    pozzetti = [sorted(pozzetto) for pozzetto in dealt.pozzetti]
    return dealt.dealer, hands, pozzetti, dealt.pile, dealt.stock


def _counted(state: State) -> Sheets:
    """The score sheets, without lines that pay nothing; burracos count as such."""
    return tuple(
        tuple(line for line in sheet if line.points or line.what.startswith(BURRACO))
        for sheet in sheets(state)
    )
