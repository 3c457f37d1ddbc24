"""Cases of the draw for the first deal, and of cut and deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pozzetto.errors import IllegalMove, PozzettoError
from pozzetto.game import chance
from pozzetto.game.cards import NAMES, arranged, written
from pozzetto.game.deal import Dealt, cutter, deal, lift_refusal
from pozzetto.game.first_deal import draw_for_deal
from pozzetto.game.refusals import Refusal
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import (
    COMMON_KEYS,
    Difference,
    Judge,
    Wanted,
    read_refused,
    refusal_difference,
)
from pozzetto.text.fields import Fields

DRAW_CHECKS = ("dealer", "order", "teams")
DRAW_KEYS = (*COMMON_KEYS, "drawn", *DRAW_CHECKS)
DEAL_CHECKS = ("expect", "cutter", "refused")
DEAL_KEYS = (*COMMON_KEYS, "dealer", "lift", "deck", *DEAL_CHECKS)
EXPECT_KEYS = ("held", "pozzetto_cards", "pile", "stock")

Check = Callable[[Dealt], Difference | None]


def read_draw(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of the draw: what was `drawn`, and the `dealer`, `order` and `teams` it makes."""
    fields.mapping(data, path, DRAW_KEYS)
    seats = fields.rules.seats
    drawn = {
        seats[seat]: fields.cards(each, where) or ()
        for seat, each, where in fields.by_seat(data.get("drawn", {}), (*path, "drawn"))
    }
    dealer = _seats([data["dealer"]], (*path, "dealer"), fields) if "dealer" in data else ()
    order = _seats(data.get("order", []), (*path, "order"), fields)
    teams = [
        _seats(item, where, fields)
        for item, where in fields.listing(data.get("teams", []), (*path, "teams"))
    ]
    try:
        # the players are called as the seats from which they draw
        seating = draw_for_deal(fields.rules, drawn)
    except PozzettoError as error:
        fields.say(str(error), (*path, "drawn"))
        return None

    def judge() -> list[Difference]:
        found = []
        if dealer and dealer[0] != seating.dealer:
            found.append(Difference("dealer", dealer[0], seating.dealer))
        if order and order != seating.order:
            found.append(Difference("order", " ".join(order), " ".join(seating.order)))
        if teams and {frozenset(team) for team in teams} != set(map(frozenset, seating.teams)):
            told, came = ("; ".join(map(" ".join, each)) for each in (teams, seating.teams))
            found.append(Difference("teams", told, came))
        return found

    return judge


def _seats(value: Any, path: Path, fields: Fields) -> tuple[str, ...]:
    seats = [fields.seat(item, where) for item, where in fields.listing(value, path)]
    return tuple(fields.rules.seats[seat] for seat in seats if seat is not None)


def read_deal(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of a deal: the `deck`, how many cards are lifted, and what is dealt."""
    fields.mapping(data, path, DEAL_KEYS)
    rules = fields.rules
    dealer = fields.seat(data["dealer"], (*path, "dealer")) if "dealer" in data else 0
    cuts = fields.seat(data["cutter"], (*path, "cutter")) if "cutter" in data else None
    wanted: Wanted = False
    if "refused" in data:
        wanted = read_refused(data["refused"], (*path, "refused"), fields)
    checks = _expected(data.get("expect", {}), (*path, "expect"), fields)
    dealt = _dealt(data, path, fields, dealer or 0)
    if dealt is None:
        return None

    def judge() -> list[Difference]:
        refused = dealt if isinstance(dealt, Refusal) else None
        found = [refusal_difference(wanted, refused)]
        if cuts is not None and cuts != cutter(rules, dealer or 0):
            came = rules.seats[cutter(rules, dealer or 0)]
            found.append(Difference("cutter", rules.seats[cuts], came))
        if isinstance(dealt, Dealt):
            found += [check(dealt) for check in checks]
        return [each for each in found if each is not None]

    return judge


def _dealt(
    data: Mapping[str, Any], path: Path, fields: Fields, dealer: int
) -> Dealt | Refusal | None:
    # the deal, the refusal of its lift, or None when there is a fault
    rules = fields.rules
    seed = fields.whole(data.get("seed", 0), (*path, "seed")) or 0
    deck: tuple[int, ...] | None = chance.shuffled(rules, seed, 0)
    if "deck" in data:
        deck = fields.cards(data["deck"], (*path, "deck"))
    lift: int | None = None
    if "lift" in data:
        lift = fields.whole(data["lift"], (*path, "lift"), least=0)
        if lift is None:
            return None
    elif rules.deal.cut and "deck" not in data:
        lift = chance.cut_size(rules, seed, 0)
    if deck is None:
        return None
    try:
        refused = lift_refusal(rules, lift) if lift is not None else None
        return refused or deal(rules, deck, dealer, lift)
    except IllegalMove as error:
        return error.refusal
    except PozzettoError as error:
        fields.say(str(error), (*path, "deck") if "deck" in data else path)
        return None


def _expected(value: Any, path: Path, fields: Fields) -> list[Check]:
    data = fields.mapping(value, path, EXPECT_KEYS) or {}
    checks: list[Check] = []
    if "held" in data:
        for seat, each, where in fields.by_seat(data["held"], (*path, "held")):
            cards = fields.cards(each, where) or ()
            checks.append(_hand_check(fields.rules.seats[seat], seat, cards))
    if "pozzetto_cards" in data:
        listed = fields.listing(data["pozzetto_cards"], (*path, "pozzetto_cards"))
        piles = [fields.cards(item, where) or () for item, where in listed]
        checks.append(_pozzetti_check(piles))
    if "pile" in data:
        cards = fields.cards(data["pile"], (*path, "pile")) or ()
        checks.append(_compared("pile", written(cards), lambda dealt: written(dealt.pile)))
    if "stock" in data:
        checks.append(_stock_check(data["stock"], (*path, "stock"), fields))
    return checks


def _compared(what: str, expected: str, came: Callable[[Dealt], str]) -> Check:
    def check(dealt: Dealt) -> Difference | None:
        found = came(dealt)
        return None if found == expected else Difference(what, expected, found)

    return check


def _hand_check(name: str, seat: int, cards: tuple[int, ...]) -> Check:
    expected = written(arranged(cards))
    return _compared(f"held of {name}", expected, lambda dealt: _sorted(dealt.hands[seat]))


def _pozzetti_check(piles: list[tuple[int, ...]]) -> Check:
    expected = ", ".join(_sorted(pile) for pile in piles)
    return _compared(
        "pozzetto_cards", expected, lambda dealt: ", ".join(map(_sorted, dealt.pozzetti))
    )


def _stock_check(value: Any, path: Path, fields: Fields) -> Check:
    if isinstance(value, str):
        expected = written(fields.cards(value, path) or ())
        return _compared("stock", expected, lambda dealt: written(dealt.stock))
    number = fields.whole(value, path, least=0)
    return _compared("stock", str(number), lambda dealt: str(len(dealt.stock)))


def _sorted(cards: Sequence[int]) -> str:
    return " ".join(NAMES[kind] for kind in arranged(cards))
