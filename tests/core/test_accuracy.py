"""Each float function keeps to the accuracy that its documentation states, on a dense sample; over all of f32 with KERNELC_EXHAUSTIVE=1."""

from __future__ import annotations

import os

import pytest

np = pytest.importorskip("numpy")

from .accuracy import run, sample, ulps, worst  # noqa: E402
from .stated import stated  # noqa: E402

STATED = stated("float_math", "float_shared")
REFERENCES = {
    "exp": np.exp, "exp2": np.exp2, "exp_m1": np.expm1, "ln": np.log, "log2": np.log2, "log10": np.log10, "ln_1p": np.log1p, "sin": np.sin, "cos": np.cos,
    "tan": np.tan, "atan": np.arctan, "tanh": np.tanh, "sinh": np.sinh, "cosh": np.cosh, "cbrt": np.cbrt,
    "asin": np.arcsin, "acos": np.arccos, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
}  # fmt: skip
TWO = {"powf": np.power, "hypot": np.hypot, "atan2": np.arctan2}
NOT_MEASURED = {"log", "sin_cos"}
"""Compositions of the others."""


def numbers(count):
    """Numbers of all magnitudes, and densely those where the functions do something."""
    rng = np.random.default_rng(11)
    dense = [rng.uniform(low, high, count).astype(np.float32) for low, high in ((-105, 90), (-1, 1), (0.5, 2), (-60000, 60000))]
    return np.concatenate([*dense, np.exp(rng.uniform(-100, 88, count)).astype(np.float32), sample(count, 12)])


def test_every_function_is_measured():
    assert set(STATED) == {*REFERENCES, *TWO, *NOT_MEASURED}


@pytest.mark.parametrize("name", REFERENCES)
def test_one_argument(name):
    distance, *at = worst(name, REFERENCES[name], numbers(600))
    assert distance <= STATED[name], at


@pytest.mark.parametrize("name", TWO)
def test_two_arguments(name):
    first = numbers(600)
    second = np.random.default_rng(13).permutation(first)
    distance, *at = worst(name, TWO[name], first, second)
    assert distance <= STATED[name], at
    near = np.random.default_rng(14).uniform(0.5, 2, 1500).astype(np.float32)
    distance, *at = worst(name, TWO[name], near, np.linspace(-150, 150, 1500, dtype=np.float32))
    assert distance <= STATED[name], at


def test_special_powers():
    bases = np.array([0.0, -0.0, 1.0, -1.0, 2.0, -2.0, -0.5, np.inf, -np.inf, np.nan], np.float32)
    exponents = np.array([0.0, 1.0, -1.0, 3.0, -3.0, 0.5, -2.0, np.inf, -np.inf, np.nan], np.float32)
    base, exponent = (each.ravel().copy() for each in np.meshgrid(bases, exponents))
    with np.errstate(all="ignore"):
        expected = np.power(base, exponent)
    found = run("powf", base, exponent)
    assert np.array_equal(found, expected, equal_nan=True)
    known = ~np.isnan(expected)
    assert np.array_equal(np.signbit(found)[known], np.signbit(expected)[known])


@pytest.mark.skipif(not os.environ.get("KERNELC_EXHAUSTIVE"), reason="takes hours: set KERNELC_EXHAUSTIVE=1")
@pytest.mark.parametrize("name", REFERENCES)
def test_all_numbers(name):
    for start in range(0, 1 << 32, 1 << 22):
        x = np.arange(start, start + (1 << 22), dtype=np.uint32).view(np.float32)
        with np.errstate(all="ignore"):
            assert ulps(run(name, x), REFERENCES[name](x.astype(np.float64))).max() <= STATED[name]
