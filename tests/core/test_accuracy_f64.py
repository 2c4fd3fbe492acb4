"""The functions of `f64` keep to the accuracy that their documentation states, beside Python's decimal numbers of 60 digits."""

from __future__ import annotations

import math
import random
from decimal import Decimal, localcontext

import pytest

from dialect.interpreter import run_function
from tests.frontend.build.support import plain

from . import exact
from .stated import stated

STATED = stated("float_math64", "float_shared")
EXACT = {
    "exp": Decimal.exp,
    "exp2": lambda x: (x * Decimal(2).ln()).exp(),
    "ln": Decimal.ln,
    "log2": lambda x: x.ln() / Decimal(2).ln(),
    "log10": Decimal.log10,
    "sin": exact.sin, "cos": exact.cos, "tan": exact.tan, "asin": exact.asin, "acos": exact.acos, "atan": exact.atan, "sinh": exact.sinh,
    "cosh": exact.cosh, "tanh": exact.tanh, "asinh": exact.asinh, "acosh": exact.acosh, "atanh": exact.atanh, "exp_m1": exact.exp_m1,
    "ln_1p": exact.ln_1p, "cbrt": exact.cbrt, "atan2": exact.atan2, "hypot": exact.hypot, "powf": exact.powf,
}  # fmt: skip
TWO = ("atan2", "hypot", "powf")
NOT_MEASURED = {"log", "sin_cos"}
"""Compositions of the others."""
SPECIAL = {
    "exp": {0.0: 1.0, 1e4: math.inf, -1e4: 0.0, math.inf: math.inf, -math.inf: 0.0},
    "exp2": {0.0: 1.0, 1e4: math.inf, -1e4: 0.0, 10.0: 1024.0, -1074.0: 5e-324},
    "ln": {1.0: 0.0, 0.0: -math.inf, math.inf: math.inf},
    "log2": {1.0: 0.0, 8.0: 3.0, 5e-324: -1074.0, 0.0: -math.inf},
    "log10": {1.0: 0.0, 0.0: -math.inf, math.inf: math.inf},
    "sin": {0.0: 0.0, 5e-324: 5e-324, 1e22: -0.8522008497671888},
    "cos": {0.0: 1.0},
    "cbrt": {27.0: 3.0, -1e-300: -1e-100, 5e-324: 1.7031839360032603e-108},
    "asin": {1.0: math.pi / 2},
    "acos": {1.0: 0.0, -1.0: math.pi},
}


def arguments(name):
    """Numbers where the function does something."""
    made = random.Random(7)
    around = [made.uniform(-1, 1) for _ in range(60)] + [math.exp(made.uniform(-40, 0)) * made.choice([-1, 1]) for _ in range(40)]
    if name in ("exp", "exp2", "exp_m1", "sinh", "cosh", "tanh"):
        low, high = (-1070, 1023) if name == "exp2" else (-700, 709)
        return [made.uniform(low, high) for _ in range(60)] + around
    if name in ("asin", "acos", "atanh"):
        return around + [1 - math.exp(made.uniform(-36, -1)) for _ in range(50)]
    if name == "acosh":
        return [1 + math.exp(made.uniform(-36, 700)) for _ in range(150)]
    if name in ("ln", "log2", "log10"):
        return [math.exp(made.uniform(-700, 700)) for _ in range(100)] + [made.uniform(0.5, 2) for _ in range(100)]
    if name == "ln_1p":
        return [math.exp(made.uniform(-40, 700)) for _ in range(60)] + [x for x in around if x > -1]
    if name in ("sin", "cos", "tan"):
        near = [k * math.pi / 2 for k in range(1, 40)] + [made.uniform(-1e6, 1e6) for _ in range(40)]
        return near + [math.exp(made.uniform(14, 700)) for _ in range(25)] + [5e-324, 6381956970095103 * 2.0**797] + around
    return [math.exp(made.uniform(-300, 300)) * made.choice([-1, 1]) for _ in range(60)] + around


def pairs(name):
    """Pairs of arguments of a function of two."""
    made = random.Random(8)
    found = [(made.uniform(-4, 4), made.uniform(-4, 4)) for _ in range(80)]
    found += [(math.exp(made.uniform(-300, 300)), math.exp(made.uniform(-300, 300))) for _ in range(40)]
    if name != "powf":
        return [*found, (5e-324, 1e-323), (1e308, 1e307)]
    return [(made.uniform(0.5, 2), made.uniform(-700, 700)) for _ in range(80)] + [(math.exp(made.uniform(-40, 40)), made.uniform(-16, 16)) for _ in range(80)]


def test_every_function_is_measured():
    assert set(STATED) == {*EXACT, *NOT_MEASURED}


@pytest.mark.parametrize("name", [name for name in EXACT if name not in TWO])
def test_accuracy(name):
    module = plain(f"pub fn f(x: f64) -> f64 {{ x.{name}() }}", fmad=False)
    for x, expected in SPECIAL.get(name, {}).items():
        assert run_function(module, "f", [x]) == expected, x
    assert math.isnan(run_function(module, "f", [math.nan]))
    with localcontext() as context:
        context.prec = exact.DIGITS
        for x in arguments(name):
            found = run_function(module, "f", [x])
            assert exact.distance(found, EXACT[name](Decimal(x))) <= STATED[name], (x, found)


@pytest.mark.parametrize("name", TWO)
def test_accuracy_of_two(name):
    module = plain(f"pub fn f(x: f64, y: f64) -> f64 {{ x.{name}(y) }}", fmad=False)
    with localcontext() as context:
        context.prec = exact.DIGITS
        for x, y in pairs(name):
            found = run_function(module, "f", [x, y])
            assert exact.distance(found, EXACT[name](Decimal(x), Decimal(y))) <= STATED[name], (x, y, found)
