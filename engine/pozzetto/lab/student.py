"""Student's t: how far an interval reaches, and how rare a difference is by chance.

Of the standard library only, for `compare` has to run without any other.
"""

from __future__ import annotations

from functools import cache
from math import exp, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95

_LARGE = 1e5
"""Beyond, the logarithm of a ratio of gammas is taken from its series: the difference of two
huge logarithms would have no figures left."""
_TINY = 1e-300
_NEARLY_NORMAL = 10**7
"""Beyond so many degrees of freedom t is the normal quantile and a little more: the fraction
has no figures left for what is between them, and would grow again."""


@cache
def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Student's t with so many degrees of freedom, for a two-sided interval; infinite with
    none."""
    if freedom < 1:
        return inf
    left = 1 - confidence
    if freedom > _NEARLY_NORMAL:
        # Abramowitz and Stegun 26.7.5; the next term is below 1e-13
        normal = NormalDist().inv_cdf(1 - left / 2)
        return normal + (normal**3 + normal) / (4 * freedom)
    low, high = 0.0, 1.0
    while two_sided(high, freedom) > left:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        if two_sided(middle, freedom) > left:
            low = middle
        else:
            high = middle
    return low


def two_sided(t: float, freedom: int) -> float:
    """The probability of a t at least so far from zero, on either side: the p-value.

    It is the incomplete beta function I(x; freedom/2, 1/2) at x = freedom / (freedom + t²)
    (Abramowitz and Stegun 26.5.27 and 26.7.1).
    """
    square = t * t
    if square == inf:
        return 0.0
    a = freedom / 2
    x = freedom / (freedom + square)
    # the factor in front of either fraction, x^a (1 - x)^(1/2) / B(a, 1/2)
    scale = exp(-a * log1p(square / freedom) - _log_beta(a)) * sqrt(square / (freedom + square))
    if x < (a + 1) / (a + 2.5):
        return min(1.0, scale * _fraction(x, a, 0.5) / a)
    return max(0.0, 1 - scale * _fraction(square / (freedom + square), 0.5, a) * 2)


def _log_beta(a: float) -> float:
    # the logarithm of B(a, 1/2) = Γ(a) Γ(1/2) / Γ(a + 1/2)
    if a > _LARGE:
        return lgamma(0.5) - 0.5 * log(a) + 1 / (8 * a)
    return lgamma(a) + lgamma(0.5) - lgamma(a + 0.5)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8),
    by Lentz's method."""
    c, d = 1.0, 1 / _kept(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 100_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1 / _kept(1 + term * d)
            c = _kept(1 + term / c)
            step = c * d
            value *= step
        if abs(step - 1) < 1e-15:
            break
    return value


def _kept(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
