"""What a ruleset cannot mean, although each of its keys is well written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from pozzetto.errors import Fault
from pozzetto.game.rules import Rules
from pozzetto.rulebook import schema
from pozzetto.rulebook.card_values import ORDER, RANK_NAMES
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.objections import meant, nearest
from pozzetto.rulebook.reach import unreached
from pozzetto.rulebook.yaml_tree import Path, top_key

STABLE_NAMES = frozenset(
    {
        "turn.order",
        "turn.over",
        "turn.draw_first",
        "turn.already_drawn",
        "turn.pile_empty",
        "turn.stock_empty",
        "turn.not_held",
        "turn.one_discard",
        "melds.own_team",
        "melds.kinds",
        "melds.only_wilds",
        "melds.run.consecutive",
        "melds.run.no_repeats",
        "closing.no_stranding",
    }
)
"""The rules that no key sets, and that a ruleset may nevertheless cite clauses for."""


def impossibilities(resolved: Resolved, rules: Rules) -> list[Fault]:
    """Everything in a ruleset that cannot be played, each with its place.

    `rules` is what the ruleset compiles to, impossible as it may be. What depends on a
    key with a fault of its own is not judged.
    """
    unsure = _unsure(resolved.faults)
    if not unsure.isdisjoint(_EVERYTHING):
        return []
    found = (
        fault
        for check, keys in _CHECKS.items()
        if unsure.isdisjoint(keys)
        for fault in check(resolved, rules)
    )
    return resolved.from_top(found)


def _unsure(faults: Iterable[Fault]) -> set[str]:
    """The top keys that may not mean what they say: those with a fault in them, and for a
    key that does not exist those that it may have been meant for."""
    unsure = {top_key(fault) for fault in faults}
    known = schema.known_keys()
    for key in unsure - {*known}:
        elsewhere = [name for name in known if name.rpartition(".")[2] == key]
        near = nearest(key, known)
        meant_for = [*elsewhere, near] if near else elsewhere
        unsure |= {name.partition(".")[0] for name in meant_for}
    return unsure


_SEATS: Path = ("seats",)


def _players(book: Resolved, rules: Rules) -> Iterator[Fault]:
    team_of: dict[str, str] = {}
    for team, seats in book.data["teams"].items():
        for index, seat in enumerate(seats):
            here = ("teams", team, index)
            if seat not in rules.seats:
                near = meant(seat, rules.seats)
                yield book.fault(
                    f"team `{team}` has a seat `{seat}` that is not there{near}", here, _SEATS
                )
            elif seat in team_of:
                yield book.fault(f"`{seat}` already plays in team `{team_of[seat]}`", here, _SEATS)
            team_of.setdefault(seat, team)
    for seat in rules.seats:
        if seat not in team_of:
            yield book.fault(f"seat `{seat}` plays in no team", ("teams",), _SEATS)


def _values(book: Resolved, rules: Rules) -> Iterator[Fault]:
    needed = RANK_NAMES if rules.jokers else ORDER
    missing = [rank for rank in needed if rank not in book.data["values"]]
    if missing:
        yield book.fault(f"no value is given for {', '.join(missing)}", ("values",))


def _draw(book: Resolved, rules: Rules) -> Iterator[Fault]:
    draw = book.data["draw_for_deal"]
    if draw == "none":
        return
    ranks = RANK_NAMES if rules.jokers else ORDER
    for key, names in (("suits", "SHDC"), ("ranks", ranks)):
        written = draw[key].split()
        for name in dict.fromkeys(written):
            if written.count(name) > 1:
                yield book.fault(f"`{name}` stands here twice", ("draw_for_deal", key))
        missing = [name for name in names if name not in written]
        if missing:
            yield book.fault(f"{', '.join(missing)} is missing here", ("draw_for_deal", key))


def _deal(book: Resolved, rules: Rules) -> Iterator[Fault]:
    places = (
        ("deal", "cards"),
        ("pozzetti", "piles"),
        ("deck", "packs"),
        ("deck", "jokers"),
        ("seats",),
        ("hand_ends", "stock", "left"),
    )
    piles = sum(rules.pozzetti.piles) if rules.pozzetti else 0
    needed = _dealt(rules) + piles
    size, left = len(rules.deck), rules.ends.stock_left
    if needed > size:
        yield book.fault(f"the deal takes {needed} cards, but the deck has only {size}", *places)
    elif size - needed <= left:
        message = f"the deal leaves {size - needed} cards in the stock, but {left} end the hand"
        yield book.fault(message, *places)


def _dealt(rules: Rules) -> int:
    """The cards that are dealt besides the pozzetti."""
    return len(rules.seats) * rules.deal.cards + rules.deal.upcard


def _cut(book: Resolved, rules: Rules) -> Iterator[Fault]:
    cut, size = rules.deal.cut, len(rules.deck)
    from_cut = rules.pozzetti is not None and rules.deal.pozzetti_from == "cut"
    if cut is None:
        if from_cut:
            message = "the pozzetti cannot be dealt from the cut where there is none"
            yield book.fault(message, ("deal", "pozzetti_from"), ("deal", "cut"))
        return
    least, leaves, about = (("deal", "cut", key) for key in ("least", "leaves", "about"))
    if cut.least + cut.leaves > size:
        message = f"nobody can lift {cut.least} cards and leave {cut.leaves} of {size}"
        yield book.fault(message, least, leaves, ("deck", "packs"), ("deck", "jokers"))
    elif not cut.least <= cut.about <= size - cut.leaves:
        message = (
            f"about {cut.about} cards cannot be lifted: {cut.least} to {size - cut.leaves} may"
        )
        yield book.fault(message, about, least, leaves)
    if not from_cut or rules.pozzetti is None:
        return
    piles = sum(rules.pozzetti.piles)
    if cut.least < piles:
        message = f"a packet of {cut.least} cards is too small for pozzetti of {piles} together"
        yield book.fault(message, least, ("pozzetti", "piles"))
    if cut.leaves < _dealt(rules):
        message = f"{cut.leaves} cards left by the cut are too few to deal {_dealt(rules)}"
        yield book.fault(message, leaves, ("deal", "cards"), ("seats",), ("deal", "upcard"))


def _pozzetti(book: Resolved, rules: Rules) -> Iterator[Fault]:
    if rules.pozzetti is None:
        if rules.closing.needs_pozzetto == "always":
            message = "nobody could ever close: a pozzetto is needed, and there are none"
            yield book.fault(message, ("closing", "needs", "pozzetto"), ("pozzetti",))
        if rules.scoring.closing_if_pozzetto_taken:
            message = "closing would never be paid: there are no pozzetti to take"
            yield book.fault(message, ("scoring", "closing", "if"), ("pozzetti",))
        return
    for index, size in enumerate(rules.pozzetti.piles):
        if size < 2:
            message = "a pozzetto of one card could leave its taker nothing to discard: give it two"
            yield book.fault(message, ("pozzetti", "piles", index))
    if len(rules.pozzetti.piles) < len(rules.teams) and rules.closing.needs_pozzetto == "always":
        message = f"only {len(rules.pozzetti.piles)} of {len(rules.teams)} teams could ever close: "
        message += "each needs a pozzetto of its own"
        yield book.fault(message, ("pozzetti", "piles"), ("closing", "needs", "pozzetto"))
    if rules.pozzetti.become_stock and rules.ends.at_once:
        message = "a hand that ends at once with the stock leaves no pozzetto time to become it"
        when = ("hand_ends", "stock", "when")
        yield book.fault(message, when, ("pozzetti", "when_stock_ends"))


def _melds(book: Resolved, rules: Rules) -> Iterator[Fault]:
    melds = rules.melds
    if melds.sets is None and melds.runs is None:
        message = "neither sets nor runs exist, so nothing could be laid"
        yield book.fault(message, ("melds", "set"), ("melds", "run"))
    for key, kind in (("set", melds.sets), ("run", melds.runs)):
        if kind is not None and kind.largest < melds.smallest:
            message = f"a {key} has {melds.smallest} cards at least and {kind.largest} at most"
            yield book.fault(message, ("melds", key, "largest"), ("melds", "smallest"))


def _runs(book: Resolved, rules: Rules) -> Iterator[Fault]:
    runs = rules.melds.runs
    if runs is None:
        return
    both, largest, ace = (("melds", "run", key) for key in ("both_aces", "largest", "ace"))
    if runs.both_aces and not (runs.ace_low and runs.ace_high):
        yield book.fault("an ace at both ends has to be allowed low and high", both, ace)
    if runs.both_aces and runs.largest < 14:
        message = f"an ace at both ends makes 14 places, but a run has at most {runs.largest}"
        yield book.fault(message, both, largest)
    if runs.largest == 14 and not runs.both_aces:
        message = "14 places go from ace to ace, and an ace at both ends is not allowed"
        yield book.fault(message, largest, both)
    if runs.parked_wild and not (rules.melds.wild_kinds and rules.melds.most_wilds):
        message = "no wild card can be parked where there is none"
        yield book.fault(message, ("melds", "run", "parked_wild"), ("melds", "wilds"))
    if runs.paired_twos and not (runs.natural_twos and runs.ace_low):
        message = "a paired two lies in the place of a low ace beside a natural two: "
        message += "both have to be allowed"
        yield book.fault(message, ("melds", "run", "paired_twos"), ("melds", "run"))


def _burracos(book: Resolved, rules: Rules) -> Iterator[Fault]:
    for name in unreached(rules):
        message = f"no meld can be a burraco of the tier `{name}`: "
        message += "none meets its demands, or each that does meets those of a better-paid one"
        deck = (("deck", "packs"), ("deck", "jokers"))
        yield book.fault(message, ("burracos", name), ("burracos",), ("melds",), *deck)


def _closing(book: Resolved, rules: Rules) -> Iterator[Fault]:
    if rules.closing.needs_burraco and not rules.tiers:
        message = "nobody could ever close: a burraco is needed, and no tier of it exists"
        yield book.fault(message, ("closing", "needs", "burraco"), ("burracos",))


def _match(book: Resolved, rules: Rules) -> Iterator[Fault]:
    tables, hands = rules.match.victory_points, rules.match.hands
    if hands is None and rules.match.target is None:
        message = "the match would never end: give it a target or a number of hands"
        yield book.fault(message, ("match", "target"), ("match", "hands"))
    here = ("match", "victory_points")
    if tables and hands is not None and hands not in tables:
        known = ", ".join(str(number) for number in sorted(tables))
        message = f"there is no table of victory points for {hands} hands (tables: {known})"
        yield book.fault(message, ("match", "hands"), here)
    for number, bounds in tables.items():
        for index, (lower, upper) in enumerate(pairwise(bounds), start=1):
            if upper <= lower:
                message = f"{upper} does not go beyond {lower}: the differences have to grow"
                yield book.fault(message, (*here, str(number), index))


def _cites(book: Resolved, rules: Rules) -> Iterator[Fault]:
    for key in rules.cites:
        if key not in STABLE_NAMES and schema.at(key) is None:
            near = meant(key, [*schema.known_keys(), *sorted(STABLE_NAMES)])
            message = f"`{key}` is neither a ruleset key nor the name of another rule{near}"
            yield book.fault(message, ("cites", key))


_EVERYTHING = ("", "extends")
"""The places of faults after which nothing can be judged: the whole file, its parent."""


def _tier_plugins(book: Resolved, rules: Rules) -> Iterator[Fault]:
    entries = book.data["house_rules"]
    names = [entry if isinstance(entry, str) else next(iter(entry)) for entry in entries]
    tiers = book.data["burracos"]
    sound = len(rules.house.plugins) == len(names)
    kinds = ("run", "set", *(kind.name for kind in rules.house.kinds))
    for name, tier in tiers.items() if tiers != "none" else ():
        if tier == "none":
            continue
        by, here = tier.get("by"), ("burracos", name, "by")
        if by is not None and by not in names:
            message = f"the house rule `{by}` is not among the `house_rules`{meant(by, names)}"
            yield book.fault(message, here)
        elif by is not None and sound and by not in dict(rules.house.tiers):
            yield book.fault(f"the house rule `{by}` decides on no tiers", here)
        for index, kind in enumerate(tier["kinds"]):
            if sound and kind not in kinds:
                message = f"there is no kind of meld `{kind}`{meant(kind, kinds)}"
                yield book.fault(message, (*here[:2], "kinds", index))


_CHECKS: Mapping[Callable[[Resolved, Rules], Iterator[Fault]], tuple[str, ...]] = {
    _players: ("seats", "teams"),
    _values: ("values", "deck"),
    _draw: ("draw_for_deal", "deck"),
    _deal: ("deal", "pozzetti", "deck", "seats", "hand_ends"),
    _cut: ("deal", "pozzetti", "deck", "seats"),
    _pozzetti: ("pozzetti", "closing", "scoring", "teams", "hand_ends"),
    _melds: ("melds",),
    _runs: ("melds",),
    _burracos: ("burracos", "melds", "deck"),
    _tier_plugins: ("burracos", "house_rules"),
    _closing: ("closing", "burracos"),
    _match: ("match",),
    _cites: ("cites",),
}
"""Every check, and the top keys that it reads."""
