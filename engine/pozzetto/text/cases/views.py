"""Cases of views: what a seat may see of a table, and what it must not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import getmembers
from typing import Any

from pozzetto.game.cards import KINDS, arranged, written
from pozzetto.game.hand import Hand
from pozzetto.game.melds import written as meld_written
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import COMMON_KEYS, Difference, Judge
from pozzetto.text.cases.plays import read_seed
from pozzetto.text.fields import Fields
from pozzetto.text.position import read_position
from pozzetto.text.told import told

VIEW_CHECKS = ("sees", "hides")
KEYS = (*COMMON_KEYS, "table", "seat", *VIEW_CHECKS)
SEES_KEYS = ("held", "melds", "pile", "counts")
STOCK, PILE, POZZETTI = "stock", "pile", "pozzetti"

Check = Callable[[View], list[Difference]]


def read_view(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of a view: the `table`, the `seat` that looks, what it `sees` and what the
    table `hides` from it."""
    fields.mapping(data, path, KEYS)
    rules = fields.rules
    position = read_position(
        data.get("table", {}), (*path, "table"), fields, seed=read_seed(data, path, fields)
    )
    seat = fields.seat(data["seat"], (*path, "seat")) if "seat" in data else None
    if "seat" not in data:
        fields.say("a view needs the `seat` that looks", path)
    checks = _sees(data.get("sees", {}), (*path, "sees"), fields)
    names = [*rules.seats, STOCK, PILE, POZZETTI]
    hidden = [
        fields.choice(item, where, names)
        for item, where in fields.listing(data.get("hides", []), (*path, "hides"))
    ]
    if position is None or seat is None:
        return None

    def judge() -> list[Difference]:
        view = View(position.table, seat)
        found = [each for check in checks for each in check(view)]
        for name in hidden:
            if name and _looks(View(_disguised(position.table, name), seat)) != _looks(view):
                found.append(
                    Difference("hides", name, told("{seat} sees it", seat=rules.seats[seat]))
                )
        return found

    return judge


def _sees(value: Any, path: Path, fields: Fields) -> list[Check]:
    data = fields.mapping(value, path, SEES_KEYS) or {}
    rules = fields.rules
    checks: list[Check] = []
    for seat, each, where in fields.by_seat(data.get("held", {}), (*path, "held")):
        cards = fields.cards(each, where) or ()
        checks.append(
            _compared(f"held of {rules.seats[seat]}", written(arranged(cards)), _hand_of(seat))
        )
    for team, each, where in fields.by_team(data.get("melds", {}), (*path, "melds")):
        melds = [fields.text(item, here) for item, here in fields.listing(each, where)]
        told = ", ".join(text or "" for text in melds)
        checks.append(_compared(f"melds of {rules.teams[team]}", told, _melds_of(team, fields)))
    if PILE in data:
        cards = fields.cards(data[PILE], (*path, PILE)) or ()
        checks.append(_compared(PILE, written(cards), lambda view: written(view.pile)))
    counts = fields.mapping(data.get("counts", {}), (*path, "counts")) or {}
    for key, each in counts.items():
        where = (*path, "counts", key)
        number = fields.whole(each, where, least=0)
        counted = _counted(key, where, fields)
        if number is not None and counted is not None:
            checks.append(_compared(f"count of {key}", str(number), counted))
    return checks


def _compared(what: str, expected: str, came: Callable[[View], str]) -> Check:
    def check(view: View) -> list[Difference]:
        found = came(view)
        return [] if found == expected else [Difference(what, expected, found)]

    return check


def _hand_of(seat: int) -> Callable[[View], str]:
    # the own cards; of another seat those that are known to be in its hand
    return lambda view: _counted_cards(view.hand if view.seat == seat else view.known(seat))


def _melds_of(team: int, fields: Fields) -> Callable[[View], str]:
    shapes = fields.shapes
    return lambda view: ", ".join(meld_written(shapes.melds[shape]) for shape in view.melds(team))


def _counted_cards(counts: Sequence[int]) -> str:
    return written(kind for kind, count in enumerate(counts) for _ in range(count))


def _counted(key: str, path: Path, fields: Fields) -> Callable[[View], str] | None:
    if key == STOCK:
        return lambda view: str(view.stock)
    if key == PILE:
        return lambda view: str(view.pile_size)
    if key == POZZETTI:
        return lambda view: str(len(view.pozzetti))
    seat = fields.seat(key, path)
    return None if seat is None else lambda view: str(view.sizes[seat])


def _disguised(table: Table, name: str) -> Table:
    """The table with the cards in one place changed for others, as many as there are."""
    twin = table.copy()
    if name == STOCK:
        twin.stock = _others(twin.stock)
    elif name == PILE:
        # its top card lies open to everybody
        twin.pile = [*_others(twin.pile[:-1]), *twin.pile[-1:]]
    elif name == POZZETTI:
        twin.pozzetti = [tuple(_others(pozzetto)) for pozzetto in twin.pozzetti]
    else:
        seat = table.rules.seats.index(name)
        twin.hands[seat] = Hand(twin.shapes.counting, _others(twin.hands[seat].cards()))
    return twin


def _others(cards: Sequence[int]) -> list[int]:
    return [(kind + 1) % KINDS for kind in cards]


def _looks(view: View) -> list[object]:
    """Everything that a view shows."""
    rules = view.rules
    shown: list[object] = [
        getattr(view, name)
        for name, value in getmembers(View)
        if isinstance(value, property) and name != "rules"
    ]
    shown += [view.melds(team) for team in range(len(rules.teams))]
    shown += [view.known(seat) for seat in range(len(rules.seats))]
    return shown
