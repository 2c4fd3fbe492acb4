"""The float functions on decimal numbers of many digits: what the functions of `f64` are measured by."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext, localcontext
from functools import cache

DIGITS = 60


@cache
def pi(digits):
    """π to that many digits (Machin's formula)."""
    with localcontext() as context:
        context.prec = digits + 10
        return 4 * (4 * small_atan(Decimal(1) / 5) - small_atan(Decimal(1) / 239))


def series(term, ratio):
    """The sum of terms, each `ratio(k)` times the one before, until they no longer count."""
    total, k = Decimal(0), 1
    while term and abs(term) > abs(total) * Decimal(10) ** -(getcontext().prec + 2):
        total += term
        term *= ratio(k)
        k += 1
    return total


def small_atan(x):
    """The arc tangent near zero."""
    square, power, total, k = x * x, x, Decimal(0), 1
    while power and abs(power) > abs(total) * Decimal(10) ** -(getcontext().prec + 2):
        total += power / k
        power *= -square
        k += 2
    return total


def sin(x):
    """The sine, by its series after whole turns are taken away."""
    with localcontext() as context:
        context.prec += max(0, x.adjusted()) + 10
        turn = 2 * pi(context.prec)
        x = x - turn * (x / turn).to_integral_value()
        return series(x, lambda k: -x * x / ((2 * k) * (2 * k + 1)))


def cos(x):
    """The cosine."""
    with localcontext() as context:
        context.prec += max(0, x.adjusted()) + 10
        return sin(x + pi(context.prec) / 2)


def tan(x):
    """The tangent."""
    return sin(x) / cos(x)


def atan(x):
    """The arc tangent: halved until it is small."""
    with localcontext() as context:
        context.prec += 15
        doubled = 1
        while abs(x) > Decimal("0.05"):
            x, doubled = x / (1 + (1 + x * x).sqrt()), doubled * 2
        return doubled * small_atan(x)


def asin(x):
    """The arc sine."""
    return pi(DIGITS).copy_sign(x) / 2 if abs(x) == 1 else atan(x / ((1 - x) * (1 + x)).sqrt())


def acos(x):
    """The arc cosine."""
    return 2 * atan(((1 - x) / (1 + x)).sqrt()) if x > -1 else pi(DIGITS)


def atan2(y, x):
    """The angle of a point that is not on an axis."""
    angle = atan(abs(y / x))
    return (angle if x > 0 else pi(DIGITS) - angle).copy_sign(y)


def more(function):
    """The function with as many further digits as a small argument costs."""

    def found(x):
        with localcontext() as context:
            context.prec += 10 + 2 * max(0, -x.adjusted())
            return function(x)

    return found


@more
def sinh(x):
    """The hyperbolic sine."""
    return (x.exp() - (-x).exp()) / 2


def cosh(x):
    """The hyperbolic cosine."""
    return (x.exp() + (-x).exp()) / 2


@more
def tanh(x):
    """The hyperbolic tangent."""
    return sinh(x) / cosh(x)


@more
def asinh(x):
    """The inverse of the hyperbolic sine."""
    return (abs(x) + (x * x + 1).sqrt()).ln().copy_sign(x)


def acosh(x):
    """The inverse of the hyperbolic cosine."""
    return (x + (x * x - 1).sqrt()).ln()


@more
def atanh(x):
    """The inverse of the hyperbolic tangent."""
    return ((1 + x) / (1 - x)).ln() / 2


@more
def exp_m1(x):
    """e to the power of `x`, less 1."""
    return x.exp() - 1


@more
def ln_1p(x):
    """The natural logarithm of `1 + x`."""
    return (1 + x).ln()


def cbrt(x):
    """The cube root."""
    return (abs(x).ln() / 3).exp().copy_sign(x)


def hypot(x, y):
    """The length of a vector."""
    return (x * x + y * y).sqrt()


def powf(x, y):
    """A power of a positive number."""
    return (x.ln() * y).exp()


def distance(found, exact):
    """How far a number lies from the exact one, in units in the last place of that."""
    nearest = float(exact)
    if math.isinf(nearest) or math.isinf(found):
        return 0.0 if nearest == found else math.inf
    return float(abs(Decimal(found) - exact) / Decimal(math.ulp(nearest)))
