"""The pictures of a report as SVG, drawn by matplotlib: narrow enough to be read on a
telephone, and told apart by fill and line, not by colour alone."""

from __future__ import annotations

import re
from functools import partial
from io import StringIO
from textwrap import fill
from typing import Any, assert_never
from warnings import catch_warnings, simplefilter

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pozzetto.language import Translator
from pozzetto.report.figures import typeset
from pozzetto.report.pictures import Bars, Change, Curves, Drawing, Intervals, Picture

WIDTH = 360
"""Points, which on a page of that many pixels are pixels."""
INK, SOFT, FAINT, BASE, OTHER = "#1d2733", "#5b6773", "#d9dee3", "#c3cad1", "#0b5394"
"""The text, what is beside it, lines behind; and the two rulesets: a light filled shape and a
dark one, which black and white leave apart."""
TAIL = 0.002
"""So much at either end of a spread is not drawn: single hands far away from all others."""
MOST_BINS = 26

_STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 12.5,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 12,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.8,
}


def svg(picture: Picture, _: Translator) -> str:
    """The picture as an SVG element to stand inside a page. Its title and what it shows are in
    it for those who cannot see; all its text is text, escaped."""
    style: Any = {**_STYLE, "svg.hashsalt": picture.name}
    with matplotlib.rc_context(style):
        figure = Figure(layout="constrained")
        figure.get_layout_engine().set(w_pad=0.02, h_pad=0.03)  # type: ignore[union-attr, call-arg]
        height = _draw(picture.drawing, figure, _)
        figure.set_size_inches(WIDTH / 72, height / 72)
        stream = StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        with catch_warnings():
            # of letters that its font has not; the reader's own is shown
            simplefilter("ignore")
            figure.savefig(stream, format="svg", transparent=True, metadata=nothing)
    return _element(stream.getvalue(), picture, height)


def _draw(drawing: Drawing, figure: Figure, _: Translator) -> float:
    """Draw, and say how high the picture is to be."""
    match drawing:
        case Intervals():
            return _intervals(drawing, figure, _)
        case Change():
            return _change(drawing, figure, _)
        case Curves():
            return _curves(drawing, figure, _)
        case Bars():
            return _bars(drawing, figure, _)
        case _:
            assert_never(drawing)


def _intervals(drawing: Intervals, figure: Figure, _: Translator) -> float:
    rows = drawing.rows
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, linewidth=1)
    times = 100 if rows[0].measure.is_share else 1
    for place, row in enumerate(rows):
        found = row.found.difference
        mean = found.mean * times
        low, high = (mean if end is None else end * times for end in (found.low, found.high))
        moved, holds = row.found.moved, row.found.holds
        colour = OTHER if moved else SOFT
        axes.plot(
            [low, high],
            [place, place],
            color=colour,
            linewidth=3 if holds else 1.5,
            solid_capstyle="butt",
        )
        axes.plot(
            mean,
            place,
            "o",
            color=colour,
            markerfacecolor=colour if moved else "white",
            markersize=8 if holds else 7,
            markeredgewidth=1.5,
        )
    axes.set_yticks(range(len(rows)), [fill(row.title, 19) for row in rows], color=INK)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.margins(x=0.08)
    axes.set_xlabel(drawing.unit)
    _scale(axes, _, sign="+")
    return 60 + 34 * len(rows)


def _change(drawing: Change, figure: Figure, _: Translator) -> float:
    change = drawing.change
    same = change.share(0, 1 / change.parts)
    fewer = change.share(float("-inf"), 0)
    strip, axes = figure.subplots(2, 1, height_ratios=[1, 4])
    start = 0.0
    parts = (
        (fewer, "−", {"color": "white", "hatch": "////"}),
        (same, "=", {"color": BASE}),
        (1 - same - fewer, "+", {"color": OTHER}),
    )
    for share, sign, look in parts:
        face = look["color"]
        strip.barh(
            0, share, left=start, facecolor=face, edgecolor=INK, hatch=look.get("hatch"), height=1
        )
        if share > 0.12:
            strip.text(
                start + share / 2,
                0,
                f"{sign} {_.number(share * 100, '.0f')} %",
                ha="center",
                va="center",
                color="white" if face == OTHER else INK,
                fontweight="bold",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5}
                if "hatch" in look
                else None,
            )
        start += share
    strip.set_xlim(0, 1)
    strip.axis("off")
    least, most = change.quantile(TAIL), change.quantile(1 - TAIL)
    width = _width(max(most, -least) * 2)
    edges = _edges(width, least, most)
    shares = [
        share - (0 if low else same) for low, share in zip(edges, change.bins(edges), strict=False)
    ]
    for low, share in zip(edges, shares, strict=False):
        # a bin from 0 on holds what is gained: what stays the same is in the strip
        axes.bar(
            low,
            share * 100,
            width,
            align="edge",
            facecolor=OTHER if low >= 0 else "white",
            hatch=None if low >= 0 else "////",
            edgecolor=INK,
            linewidth=0.6,
        )
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_xlabel(_("difference in {unit}").format(unit=drawing.unit))
    _scale(axes, _, sign="+")
    _percents(axes, _)
    return 236


def _curves(drawing: Curves, figure: Figure, _: Translator) -> float:
    base, other = drawing.base, drawing.other
    least = min(each.quantile(TAIL) for each in (base, other))
    most = max(each.quantile(1 - TAIL) for each in (base, other))
    edges = _edges(_width(most - least), least, most)
    axes = figure.add_subplot()
    shares = [[share * 100 for share in each.bins(edges)] for each in (base, other)]
    axes.stairs(shares[0], edges, fill=True, facecolor=BASE)
    axes.stairs(shares[1], edges, color=OTHER, linewidth=2)
    axes.set_ylim(0)
    axes.set_xlabel(drawing.unit)
    _scale(axes, _)
    _percents(axes, _)
    return 190


def _bars(drawing: Bars, figure: Figure, _: Translator) -> float:
    axes = figure.add_subplot()
    thick = 0.36
    for place, (_title, *shares) in enumerate(drawing.bars):
        for share, shift, colour in zip(shares, (-0.5, 0.5), (BASE, OTHER), strict=True):
            at = place + shift * thick * 1.08
            axes.barh(at, share * 100, thick, facecolor=colour)
            axes.annotate(
                f"{_.number(share * 100, '.1f')} %",
                (share * 100, at),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                color=INK,
            )
    titles = [fill(title, 19) for title, *__ in drawing.bars]
    axes.set_yticks(range(len(titles)), titles, color=INK)
    axes.set_ylim(len(titles) - 0.5, -0.5)
    highest = max((max(shares) for __, *shares in drawing.bars), default=1.0)
    axes.set_xlim(0, highest * 128)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    axes.spines["left"].set_visible(True)
    return 16 + 44 * len(titles)


def _scale(axes: Axes, _: Translator, sign: str = "") -> None:
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], min_n_ticks=3))
    axes.xaxis.set_major_formatter(FuncFormatter(partial(_tick, _, sign)))
    axes.grid(axis="x")


def _percents(axes: Axes, _: Translator) -> None:
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10], min_n_ticks=3))
    axes.yaxis.set_major_formatter(
        FuncFormatter(lambda value, place: f"{_.number(value, ',g')} %" if value else "")
    )
    axes.grid(axis="y")


def _tick(_: Translator, sign: str, value: float, place: int | None = None) -> str:
    value = round(value, 6)
    return typeset(_.number(value, f"{sign},g")) if value else "0"


def _width(reach: float) -> float:
    """A round width of bins for a spread of this reach, at least 1."""
    wanted = max(reach / MOST_BINS, 1)
    power = 10 ** (len(str(int(wanted))) - 1)
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= wanted))


def _edges(width: float, least: float, most: float) -> list[float]:
    first, last = int(least // width), int(most // width) + 1
    return [width * step for step in range(first, last + 1)]


def _element(text: str, picture: Picture, height: float) -> str:
    from markupsafe import Markup

    inner = text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
    # a style that would hold for the whole page, and names that every picture uses again
    inner = re.sub(r"<defs>\s*<style.*?</defs>", "", inner, count=1, flags=re.DOTALL)
    used = set(re.findall(r"#([\w-]+)", inner))
    inner = re.sub(r' id="([\w.-]+)"', lambda name: name[0] if name[1] in used else "", inner)
    inner = re.sub(r"<!--.*?-->\s*", "", inner, flags=re.DOTALL)
    opening = Markup(
        '<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        '<title id="{name}-t">{title}</title><desc id="{name}-d">{described}</desc>'
    ).format(
        width=WIDTH,
        height=f"{height:g}",
        name=picture.name,
        title=picture.title,
        described=picture.described or picture.caption,
    )
    return f"{opening}{inner}</svg>"
