"""Until a measure is known so well: the width that is wanted, and when play may stop.

Whether to stop is looked at after fixed numbers of deals, and only the width of the interval
is looked at, never its middle: a comparison stops because it is sure enough, not because it
likes the answer. With 200 observations or more that leaves the interval its 95 per cent
(Y. S. Chow and H. Robbins, On the asymptotic theory of fixed-width sequential confidence
intervals for the mean, 1965; here tested on stored hands).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pozzetto.errors import PozzettoError
from pozzetto.lab.measure import Measure
from pozzetto.lab.tally import Pair, Tally
from pozzetto.language import Translator

LEAST = 200
"""So many observations at least, whatever the width."""
STEP = 100
"""The width is looked at after every so many deals."""
APART = 30
"""And in so many observations the rulesets must have differed: a difference that was hardly
ever seen looks far surer than it is."""
MOST = 20_000
"""Where nobody says how many deals to play at most."""

FINEST, WIDEST = 1e-9, 1e9
"""No width is finer or wider: numbers of hands stay numbers."""

_WRITTEN = re.compile(r"([\w-]+)\s*=\s*(?:±|\+/?-)?\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(%?)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A measure, and how wide half of the 95 % interval of its difference may be; in the
    measure's unit, for a share from 0 to 1."""

    measure: Measure
    width: float

    def told(self, translated: Translator) -> str:
        """The width as people read it, as finely as it was asked for: `±5.0`, `±0.0001`."""
        size = self.measure.amount(self.width, translated=translated)
        asked = round(self.width * 100 if self.measure.is_share else self.width, 12)
        places = next(places for places in range(13) if round(asked, places) == asked)
        if places > len(self.measure.amount(self.width).partition(".")[2]):
            size = translated.number(asked, f",.{places}f")
        return f"±{size} %" if self.measure.is_share else f"±{size}"

    def satisfied(self, pairs: Sequence[Pair] | None) -> bool:
        """Whether every ruleset's difference is known so well."""
        return pairs is not None and all(self._known(pair) for pair in pairs)

    def _known(self, pair: Pair) -> bool:
        half = pair.difference.half_width
        if half is None or pair.difference.count < LEAST or pair.apart < APART:
            return False
        return half <= self.width

    def stops(self, tally: Tally) -> bool:
        """Whether play may stop after these deals."""
        return tally.deals % STEP == 0 and self.satisfied(tally.pairs(self.measure.name))


def wanted(text: str, measures: Sequence[Measure]) -> Wanted:
    """What `points=±5` asks for; `closed=±1` is a percentage point, with or without %.

    Raises PozzettoError where that cannot be read, or there is no such measure.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise PozzettoError(
            f"{text!r} is no measure and width: write MEASURE=±WIDTH, such as points=±5."
        )
    name, width, per_cent = found[1], float(found[2]), bool(found[3])
    known = {measure.name: measure for measure in measures}
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise PozzettoError(
            f"There is no measure {name!r} here; there are {', '.join(known)}.{hint}"
        )
    measure = known[name]
    if per_cent and not measure.is_share:
        raise PozzettoError(f"{name} is not measured in per cent, but in {measure.unit}.")
    if width < FINEST:
        raise PozzettoError(f"Nothing is ever known to ±0: give {name} a width above it.")
    if width > WIDEST:
        raise PozzettoError(f"A width above {WIDEST:,.0f} asks nothing: give {name} one below.")
    return Wanted(measure=measure, width=width / 100 if measure.is_share else width)
