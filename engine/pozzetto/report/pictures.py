"""The pictures of a report: what each is to show, and what is to be seen there, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pozzetto.game.refusals import Phrase
from pozzetto.lab.compare import Comparison
from pozzetto.lab.distributions import Distributions, Histogram, Spread
from pozzetto.lab.measure import Measure
from pozzetto.lab.result import ENDS
from pozzetto.language import Translator
from pozzetto.report.table import Row, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervals:
    """Differences with their intervals, one below the other."""

    rows: tuple[Row, ...]
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """How much is gained or lost from deal to deal, and how often nothing."""

    change: Histogram
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """How the values spread under the base and under the other ruleset."""

    base: Histogram
    other: Histogram
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Shares of the hands under both, from 0 to 1, each with what it is a share of."""

    bars: tuple[tuple[str, float, float], ...]


Drawing: TypeAlias = Intervals | Change | Curves | Bars


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture: its title, the sentence below it, and what is drawn; `described` has its
    figures, where the sentence has not, for those who do not see it. `name` is its own within
    the report."""

    name: str
    title: str
    caption: str
    drawing: Drawing
    described: str = ""

    @property
    def compares(self) -> bool:
        """Whether it shows two rulesets side by side, which need telling apart."""
        return isinstance(self.drawing, Curves | Bars)

    @property
    def is_lined(self) -> bool:
        """Whether the other ruleset is a line in it, not a filled shape."""
        return isinstance(self.drawing, Curves)


_END_NAMES = {
    "closed": Phrase("closed"),
    "stock": Phrase("ended by the stock"),
    "stalemate": Phrase("ended by stalemate"),
    "limit": Phrase("stopped at the limit"),
    "house": Phrase("ended by a house rule"),
}

_SCALES: Sequence[tuple[Phrase, Phrase, Callable[[Measure], bool]]] = (
    (
        Phrase("points of a hand"),
        Phrase("difference in points"),
        lambda measure: measure.unit == "points" and measure.per == "hand",
    ),
    (
        Phrase("how often"),
        Phrase("difference in percentage points"),
        lambda measure: measure.is_share,
    ),
    (
        Phrase("burracos and pozzetti"),
        Phrase("difference a hand"),
        lambda measure: measure.unit in ("burracos", "pozzetti"),
    ),
    (
        Phrase("length and play"),
        Phrase("difference a hand"),
        lambda measure: measure.per == "hand",
    ),
    (
        Phrase("points of a match"),
        Phrase("difference in points"),
        lambda measure: measure.unit == "points",
    ),
    (
        Phrase("matches"),
        Phrase("difference a match"),
        lambda measure: True,
    ),
)
"""The differences that are drawn on one scale: what they are of, what the scale shows, and
which of the measures left belong there."""


def pictures(
    found: Comparison, seen: Distributions, index: int, called: Sequence[str], _: Translator
) -> tuple[Picture, ...]:
    """The pictures of the ruleset number `index` of the others beside the base. None of
    differences where there are none, nor of a deal's change where nothing changed or the
    cards are dealt otherwise."""
    base, other, change = seen.spreads[0], seen.spreads[index + 1], seen.changes[index]
    names = {"base": called[0], "other": called[index + 1]}
    kept = _differences(found, index, _)
    if found.dealt_alike[index] and any(change.times.elements()):
        kept.append(_change(change, names, index, _))
    kept += [
        _points(base, other, names, index, _),
        _ends(base, other, index, _),
        _turns(base, other, names, index, _),
    ]
    if any(base.burracos.times.elements()) or any(other.burracos.times.elements()):
        kept.append(_burracos(base, other, index, _))
    return tuple(kept)


def _differences(found: Comparison, index: int, _: Translator) -> list[Picture]:
    about = _(
        "Each dot is a difference found, each bar its 95 % interval: filled where it excludes "
        "zero, thick where it does so with all looked at together."
    )
    left = [row for group in table(found, index, _) for row in group.rows]
    kept: list[Picture] = []
    for number, (heading, unit, belongs) in enumerate(_SCALES):
        rows = tuple(row for row in left if belongs(row.measure))
        left = [row for row in left if not belongs(row.measure)]
        varied = tuple(row for row in rows if row.found.difference.half_width)
        if varied:
            kept.append(
                Picture(
                    name=f"differences-{index}-{number}",
                    title=_("What changes: {group}").format(group=_(heading)),
                    caption="" if kept else about,
                    described="; ".join(
                        " ".join(filter(None, (row.title, row.difference, row.mark)))
                        for row in varied
                    ),
                    drawing=Intervals(rows=varied, unit=_(unit)),
                )
            )
    return kept


def _change(change: Histogram, names: dict[str, str], index: int, _: Translator) -> Picture:
    same = change.share(0, 1 / change.parts)
    fewer = change.share(float("-inf"), 0)
    words = {
        "fewer": _percent(fewer, _),
        "same": _percent(same, _),
        "more": _percent(1 - same - fewer, _),
    }
    caption = _(
        "Each deal was played under both. A hand brought fewer points with {other} in {fewer} of "
        "the deals, exactly the same in {same}, more in {more}. Where it was not the same, the "
        "columns show by how much."
    )
    return Picture(
        name=f"change-{index}",
        title=_("One and the same deal, under both rulesets"),
        caption=caption.format_map(names | words),
        drawing=Change(change=change, unit=_("points")),
    )


def _points(
    base: Spread, other: Spread, names: dict[str, str], index: int, _: Translator
) -> Picture:
    caption = _(
        "Half of the hands bring between {low} and {high} points with {base}, between {least} "
        "and {most} with {other}."
    )
    return Picture(
        name=f"points-{index}",
        title=_("Points of a hand"),
        caption=caption.format_map(names | _middle(base.points, other.points, _)),
        drawing=Curves(base=base.points, other=other.points, unit=_("points")),
    )


def _turns(
    base: Spread, other: Spread, names: dict[str, str], index: int, _: Translator
) -> Picture:
    caption = _(
        "Half of the hands last between {low} and {high} turns with {base}, between {least} and "
        "{most} with {other}."
    )
    return Picture(
        name=f"turns-{index}",
        title=_("Length of a hand"),
        caption=caption.format_map(names | _middle(base.turns, other.turns, _)),
        drawing=Curves(base=base.turns, other=other.turns, unit=_("turns")),
    )


def _ends(base: Spread, other: Spread, index: int, _: Translator) -> Picture:
    before, after = base.ends(), other.ends()
    met = [end for end in ENDS if end in before or end in after]
    bars = [(_(_END_NAMES[end]), before.get(end, 0), after.get(end, 0)) for end in met]
    return Picture(
        name=f"ends-{index}",
        title=_("How hands end"),
        caption=_("Each bar is a share of all hands."),
        described=_in_words(bars, _),
        drawing=Bars(bars=tuple(bar for bar in bars if any(bar[1:]))),
    )


def _burracos(base: Spread, other: Spread, index: int, _: Translator) -> Picture:
    most = int(max(each.burracos.quantile(0.995) for each in (base, other)))
    bars = []
    for count in range(most + 1):
        last = count == most
        end = float("inf") if last else count + 1
        title = _("{count} or more").format(count=count) if last else str(count)
        bars.append((title, base.burracos.share(count, end), other.burracos.share(count, end)))
    return Picture(
        name=f"burracos-{index}",
        title=_("Burracos in a hand"),
        caption=_("So many burracos are on the table at the end of a hand, of all teams together."),
        described=_in_words(bars, _),
        drawing=Bars(bars=tuple(bars)),
    )


def _in_words(bars: Sequence[tuple[str, float, float]], _: Translator) -> str:
    told = (
        _("{measure} from {before} to {after}").format(
            measure=title, before=_percent(before, _), after=_percent(after, _)
        )
        for title, before, after in bars
        if before or after
    )
    text = "; ".join(told) + "."
    return text[:1].upper() + text[1:]


def _middle(base: Histogram, other: Histogram, _: Translator) -> dict[str, str]:
    ends = [each.quantile(share) for each in (base, other) for share in (0.25, 0.75)]
    return dict(zip(("low", "high", "least", "most"), map(_.number, map(round, ends)), strict=True))


def _percent(share: float, _: Translator) -> str:
    return f"{_.number(share * 100, '.1f')} %"
