"""Power: how many deals it takes to know a difference so well, and to see it at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, sqrt
from statistics import NormalDist

from pozzetto.lab.share import Share
from pozzetto.lab.statistics import Estimate
from pozzetto.lab.student import t_quantile

POWER = 0.8
"""How often a difference shall be found that is there: four times of five, as is usual."""
_FOUND = NormalDist().inv_cdf(POWER)


def needed(deviation: float, width: float) -> int:
    """How many observations with this standard deviation bring half of the 95 % interval
    down to `width`, which is more than 0; at least 2."""
    count = max(2, ceil((t_quantile(10**6) * deviation / width) ** 2))
    # it takes a few more, for Student's t is wider than the normal interval
    while t_quantile(count - 1) * deviation > width * sqrt(count):
        count += 1
    return count


def detectable(difference: Estimate) -> float | None:
    """The true difference that as many observations would tell from zero in 80 of 100
    comparisons; None for one observation."""
    if difference.error is None:
        return None
    return (t_quantile(difference.count - 1) + _FOUND) * difference.error


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """How many observations a wanted half width takes, with a 95 % interval of that number:
    the deviation it hangs on is itself only estimated."""

    count: int
    low: int
    high: int

    def times(self, deals: int) -> Need:
        """As many deals, where an observation takes so many of them."""
        return Need(count=self.count * deals, low=self.low * deals, high=self.high * deals)

    def seen_apart(self, share: Share, least: int) -> Need:
        """As many, or more, that it is to be expected that `least` of them differ, where this
        share of a pilot did: a width says little of what was hardly ever seen."""
        wanted = (ceil(least / each) for each in (share.mean, share.high, share.low))
        count, low, high = map(max, (self.count, self.low, self.high), wanted)
        return Need(count=count, low=low, high=high)


def need(differences: Sequence[float], width: float) -> Need | None:
    """What a pilot says of how many observations it takes. None where the pilot is of one
    observation, or none of them differed: then it says nothing.

    The variance is uncertain by sqrt((kurtosis − 1) / n) of itself, whatever the
    distribution of the differences; its interval is made on the logarithm, so that it
    stays above zero.
    """
    count = len(differences)
    if count < 2:
        return None
    mean = sum(differences) / count
    second = sum((each - mean) ** 2 for each in differences) / count
    if not second:
        return None
    fourth = sum((each - mean) ** 4 for each in differences) / count
    deviation = sqrt(second * count / (count - 1))
    uncertain = sqrt(max(fourth / second**2 - 1, 0) / count)
    factor = NormalDist().inv_cdf(0.975) * uncertain / 2
    low, high = (deviation * exp(side) for side in (-factor, factor))
    return Need(count=needed(deviation, width), low=needed(low, width), high=needed(high, width))
