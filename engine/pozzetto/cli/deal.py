"""`pozzetto deal`: the draw for the first deal, the cut, and what everybody is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pozzetto.cli.lang import lang_option, say_paragraph
from pozzetto.cli.options import changes_option, json_option
from pozzetto.cli.output import say, say_data
from pozzetto.cli.picture import listed, say_table
from pozzetto.cli.refused import say_refusal
from pozzetto.errors import IllegalMove
from pozzetto.game import chance
from pozzetto.game.cards import arranged, written
from pozzetto.game.deal import Dealt, cutter, deal
from pozzetto.game.first_deal import Seating, draw_for_deal, drawn_from
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.language import Translator, translator
from pozzetto.rulebook import library
from pozzetto.text.notation import read_seat

SENTENCES: Mapping[str, str] = {
    "draw": "The draw for the first deal, seed {seed}:",
    "player": "player {number}",
    "drew": "{player} draws {cards}",
    "deals first": "lowest: deals first, sits {seat}",
    "begins": "highest: begins, sits {seat}",
    "sits": "sits {seat}",
    "team": "{team}: {players}",
    "and": "{most} and {last}",
    "dealt": "Hand {hand}: {dealer} deals, {first} begins.",
    "cut": "{cutter} cuts, and lifts {lift} of {cards} cards.",
    "no cut": "Nobody cuts.",
    "pozzetto": "pozzetto {number}",
    "upcard": "upcard",
    "no upcard": "no card is turned up",
    "stock": "stock, {count}",
}
"""What is said about a deal; what is in braces is filled in."""

INDENT = 12

Drawn = dict[int, tuple[int, ...]]
"""What each player drew, by number, before anybody sits."""


@click.command("deal", epilog="Example: pozzetto deal burraco --seed 7 --dealer E --cut 22")
@click.argument("name", default="burraco")
@click.option(
    "--seed",
    metavar="S",
    type=int,
    default=1,
    show_default=True,
    help="Which cards: the same seed deals the same on every machine.",
)
@click.option(
    "--hand",
    metavar="K",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Which hand of the evening; 0 is the first.",
)
@click.option("--dealer", metavar="SEAT", show_default="each in turn", help="Who deals.")
@click.option(
    "--cut",
    metavar="N",
    type=int,
    show_default="by chance",
    help="How many cards the cutter lifts.",
)
@changes_option
@lang_option
@json_option("the deal, a cases file,")
def command(
    name: str,
    seed: int,
    hand: int,
    dealer: str | None,
    cut: int | None,
    changes: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> int:
    """Draw for the first deal, cut and deal.

    NAME is an installed ruleset or a file; burraco when it is left out. With --json the
    answer is a cases file, with the deck in its order, that `pozzetto judge` can run.
    """
    rules, translated = library.load(name, changes), translator(lang)
    seat = hand % len(rules.seats) if dealer is None else read_seat(dealer, rules)
    lift = cut
    if cut is None and rules.deal.cut is not None:
        lift = chance.cut_size(rules, seed, hand)
    try:
        dealt = deal(rules, chance.shuffled(rules, seed, hand), seat, lift)
    except IllegalMove as error:
        if as_json:
            refusal = error.refusal.as_data(translated)
            say_data({"ruleset": name, "legal": False, "refusal": refusal})
        else:
            say_refusal(error.refusal, translated)
        return 1
    drawn = _drawn(rules, seed)
    if as_json:
        label = f"seed {seed}, hand {hand}"
        draws = {"draws": [_draw_as_data(rules, drawn, label)]} if drawn else {}
        say_data({"ruleset": name, **draws, "deals": [_as_data(rules, dealt, label)]})
        return 0
    if drawn:
        _say_draw(rules, drawn, seed, translated)
    _say_deal(rules, dealt, hand, translated)
    return 0


def _drawn(rules: Rules, seed: int) -> Drawn | None:
    if rules.draw_for_deal is None:
        return None
    return drawn_from(rules, chance.drawing_pack(rules, seed), range(len(rules.seats)))


def _draw_as_data(rules: Rules, drawn: Drawn, label: str) -> dict[str, Any]:
    # players who do not sit yet are called by the seats in their order
    seating, seats = draw_for_deal(rules, drawn), rules.seats
    return {
        "name": label,
        "drawn": {seats[player]: written(kinds) for player, kinds in drawn.items()},
        "dealer": seats[seating.dealer],
        "order": [seats[player] for player in seating.order],
        "teams": [[seats[player] for player in team] for team in seating.teams],
    }


def _as_data(rules: Rules, dealt: Dealt, label: str) -> dict[str, Any]:
    data: dict[str, Any] = {"name": label, "dealer": rules.seats[dealt.dealer]}
    if dealt.lift is not None:
        data |= {"cutter": rules.seats[cutter(rules, dealt.dealer)], "lift": dealt.lift}
    return data | {
        "deck": written(dealt.deck),
        "expect": {
            "held": {
                seat: written(hand) for seat, hand in zip(rules.seats, dealt.hands, strict=True)
            },
            "pozzetto_cards": [written(pozzetto) for pozzetto in dealt.pozzetti],
            "pile": written(dealt.pile),
            "stock": written(dealt.stock),
        },
    }


def _say_draw(rules: Rules, drawn: Drawn, seed: int, translated: Translator) -> None:
    seating = draw_for_deal(rules, drawn)
    names = [_told(translated, "player", number=player + 1) for player in drawn]
    say(_told(translated, "draw", seed=seed), bold=True)
    lines = [
        _told(translated, "drew", player=names[player], cards=written(kinds))
        for player, kinds in drawn.items()
    ]
    widest = max(map(len, lines))
    for player, line in enumerate(lines):
        place = _place(rules, seating, player, translated)
        say_paragraph(f"{line.ljust(widest)}  {place}", indent=2, hanging=4)
    for team, players in zip(rules.teams, seating.teams, strict=True):
        if len(players) > 1:
            *most, last = (names[player] for player in players)
            together = _told(translated, "and", most=", ".join(most), last=last)
            say("  " + _told(translated, "team", team=team, players=together))
    say()


def _place(rules: Rules, seating: Seating[int], player: int, translated: Translator) -> str:
    place = seating.order.index(player)
    key = "deals first" if place == 0 else "begins" if place == 1 else "sits"
    return _told(translated, key, seat=rules.seats[place])


def _say_deal(rules: Rules, dealt: Dealt, hand: int, translated: Translator) -> None:
    seats, dealer = rules.seats, dealt.dealer
    first = seats[(dealer + 1) % len(seats)]
    say(_told(translated, "dealt", hand=hand, dealer=seats[dealer], first=first), bold=True)
    if dealt.lift is None:
        say(_told(translated, "no cut"))
    else:
        say(
            _told(
                translated,
                "cut",
                cutter=seats[cutter(rules, dealer)],
                lift=dealt.lift,
                cards=len(dealt.deck),
            )
        )
    say()
    say_table(Table.dealt(Shapes(rules), dealt), translated=translated)
    say()
    rows = [(seat, arranged(cards)) for seat, cards in zip(seats, dealt.hands, strict=True)]
    rows += [
        (_told(translated, "pozzetto", number=number), arranged(cards))
        for number, cards in enumerate(dealt.pozzetti, 1)
    ]
    if dealt.pile:
        rows.append((_told(translated, "upcard"), list(dealt.pile)))
    rows.append((_told(translated, "stock", count=len(dealt.stock)), list(dealt.stock)))
    indent = max(INDENT, *(len(label) + 2 for label, _ in rows))
    for label, kinds in rows:
        for line in listed(label, kinds, indent):
            say(line)
    if not dealt.pile:
        say(_told(translated, "no upcard"))


def _told(translated: Translator, key: str, **values: object) -> str:
    return translated(SENTENCES[key]).format(**values)
