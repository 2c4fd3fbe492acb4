"""The functions of `f64` keep to the accuracy that their documentation states, beside Python's decimal numbers of 50 digits."""

from __future__ import annotations

import math
import random
import re
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

from dialect.interpreter import run_function
from kernelc.frontend.library import LIBRARY
from tests.frontend.build.support import plain

DOCUMENTED = re.compile(r"Within (\d+) ULP[^\n]*\n\s*#\[inline\(always\)\]\n\s*pub const fn (\w+)")
STATED = {name: int(bound) for bound, name in DOCUMENTED.findall(Path(LIBRARY, "core/float_math64.rs").read_text("utf-8"))}
EXACT = {
    "exp": Decimal.exp,
    "exp2": lambda x: (x * Decimal(2).ln()).exp(),
    "ln": Decimal.ln,
    "log2": lambda x: x.ln() / Decimal(2).ln(),
    "log10": Decimal.log10,
}
SPECIAL = {
    "exp": {0.0: 1.0, 1e4: math.inf, -1e4: 0.0, math.inf: math.inf, -math.inf: 0.0},
    "exp2": {0.0: 1.0, 1e4: math.inf, -1e4: 0.0, 10.0: 1024.0, -1074.0: 5e-324},
    "ln": {1.0: 0.0, 0.0: -math.inf, math.inf: math.inf},
    "log2": {1.0: 0.0, 8.0: 3.0, 5e-324: -1074.0, 0.0: -math.inf},
    "log10": {1.0: 0.0, 0.0: -math.inf, math.inf: math.inf},
}


def arguments(name):
    """Numbers where the function does something."""
    generator = random.Random(7)
    if name.startswith("exp"):
        low, high = (-745, 709) if name == "exp" else (-1070, 1023)
        return [generator.uniform(low, high) for _ in range(100)] + [generator.uniform(-1, 1) for _ in range(100)]
    return [math.exp(generator.uniform(-700, 700)) for _ in range(100)] + [generator.uniform(0.5, 2) for _ in range(100)]


def test_every_function_is_measured():
    assert set(STATED) == set(EXACT)


@pytest.mark.parametrize("name", EXACT)
def test_accuracy(name):
    module = plain(f"pub fn f(x: f64) -> f64 {{ x.{name}() }}", fmad=False)
    for x, expected in SPECIAL[name].items():
        assert run_function(module, "f", [x]) == expected, x
    assert math.isnan(run_function(module, "f", [math.nan]))
    with localcontext() as context:
        context.prec = 50
        for x in arguments(name):
            exact = EXACT[name](Decimal(x))
            distance = abs(Decimal(run_function(module, "f", [x])) - exact) / Decimal(math.ulp(float(exact)))
            assert distance <= STATED[name], (x, float(exact), float(distance))
