"""The arguments of `kernelc run`: after `read_value`, a text is a Python number or a NumPy array."""

from __future__ import annotations

from kernelc.cli.failure import Failure, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy import ndarray

    Array = ndarray[Any, Any]
    Value = bool | int | float | Array

DTYPES = {
    **{f"{kind}{bits}": f"{word}{bits}" for kind, word in (("i", "int"), ("u", "uint")) for bits in (8, 16, 32, 64)},
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
    "usize": "uint64",
    "isize": "int64",
    "bool": "bool",
}
"""NumPy's name of each element type that an argument may have."""

MAKERS = ("zeros", "ones", "arange", "rand")
LARGEST = 1 << 32
"""The most bytes that an argument may take."""
RANDOM_BELOW = 100
"""Random integers are below this, random floats in [0, 1)."""


def read_value(text: str, seed: int) -> Value:
    """The value of an argument without its name. Raises `Failure` if it is none; `seed` makes `rand:` repeatable."""
    if text in {"true", "false"}:
        return text == "true"
    maker, colon, rest = text.partition(":")
    if colon and maker in MAKERS:
        return _make(maker, rest, text, seed)
    if text.endswith(".npy"):
        return _load(text)
    try:
        return int(text.replace("_", ""), 0)
    except ValueError:
        pass
    try:
        return float(text.replace("_", ""))
    except ValueError:
        raise usage(f"`{text}` is no argument", "`kernelc run --help` says what arguments look like") from None


def _make(maker: str, rest: str, text: str, seed: int) -> Array:
    name, bracket, shape_text = rest.removesuffix("]").partition("[")
    if name not in DTYPES or not bracket or not rest.endswith("]"):
        raise usage(f"`{text}` is no array: write {maker}:TYPE[SHAPE] with a type of {', '.join(DTYPES)}")
    numpy = _numpy()
    dtype = numpy.dtype(DTYPES[name])
    shape = _shape(shape_text, text, dtype.itemsize)
    if maker == "rand":
        return _random(dtype, shape, seed)
    if maker == "arange":
        made: Array = numpy.arange(numpy.prod(shape, dtype=numpy.int64)).astype(dtype).reshape(shape)
    else:
        made = getattr(numpy, maker)(shape, dtype)
    return made


def _random(dtype: Any, shape: tuple[int, ...], seed: int) -> Array:
    generator = _numpy().random.default_rng(seed)
    if dtype.kind == "f":
        drawn = generator.random(shape)
    else:
        drawn = generator.integers(0, 2 if dtype.kind == "b" else RANDOM_BELOW, shape)
    made: Array = drawn.astype(dtype)
    return made


def _shape(shape_text: str, text: str, item: int) -> tuple[int, ...]:
    words = [word.strip() for word in shape_text.split(",")]
    if not all(word.isascii() and word.replace("_", "").isdigit() for word in words):
        raise usage(f"`{text}` has no shape: write one like [1000] or [16,16]")
    shape = tuple(int(word) for word in words)
    size = item
    for extent in shape:
        size *= extent
    if size > LARGEST:
        raise usage(f"`{text}` would take {size} bytes, more than {LARGEST}")
    return shape


def _load(path: str) -> Array:
    try:
        found: Array = _numpy().load(path, allow_pickle=False)
    except FileNotFoundError:
        raise Failure(1, f"no such file: `{path}`") from None
    except (OSError, ValueError) as problem:
        raise Failure(1, f"cannot read `{path}`: {problem}") from None
    return found


def _numpy() -> Any:
    try:
        import numpy
    except ModuleNotFoundError:
        from kernelc.cli.failure import missing

        raise missing("running a kernel needs NumPy", "pip install numpy") from None
    return numpy


def read_extent(text: str, flag: str) -> tuple[int, ...]:
    """The one to three positive numbers of `--grid` or `--block`; a grid may hold zeros (then nothing runs)."""
    words = text.replace("x", ",").split(",")
    if not 1 <= len(words) <= 3 or not all(word.isascii() and word.isdigit() for word in words):
        raise usage(f"{flag}: `{text}` is not one to three numbers separated by commas")
    return tuple(map(int, words))
