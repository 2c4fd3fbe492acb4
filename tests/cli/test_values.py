"""The arguments of `kernelc run` as texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelc.cli.failure import Failure
from kernelc.cli.values import read_extent, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("0x10", 16),
        ("1_000", 1000),
        ("2.0", 2.0),
        ("1e3", 1000.0),
        ("-.5", -0.5),
        ("true", True),
        ("false", False),
    ],
)
def test_scalars(text: str, value: object) -> None:
    found = read_value(text, 0)
    assert found == value
    assert type(found) is type(value)


def test_special_floats() -> None:
    assert np.isnan(float(read_value("nan", 0)))
    assert read_value("-inf", 0) == float("-inf")


@pytest.mark.parametrize(
    ("text", "dtype", "expected"),
    [
        ("zeros:f32[3]", np.float32, [0, 0, 0]),
        ("ones:u8[2]", np.uint8, [1, 1]),
        ("arange:i64[4]", np.int64, [0, 1, 2, 3]),
        ("arange:usize[2,2]", np.uint64, [[0, 1], [2, 3]]),
        ("ones:bool[1]", np.bool_, [True]),
        ("zeros:f16[0]", np.float16, []),
    ],
)
def test_arrays(text: str, dtype: type, expected: list[object]) -> None:
    array = read_value(text, 0)
    assert isinstance(array, np.ndarray)
    assert array.dtype == dtype
    assert array.tolist() == expected


@pytest.mark.parametrize("text", ["rand:f32[100]", "rand:f64[10,10]", "rand:u8[100]", "rand:i32[100]", "rand:bool[100]"])
def test_random_arrays_are_repeatable(text: str) -> None:
    first, again, other = (np.asarray(read_value(text, seed)) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    assert first.size == 100
    assert first.min() >= 0 and first.max() < 100


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.arange(3, dtype=np.int16))
    assert np.asarray(read_value(str(path), 0)).tolist() == [0, 1, 2]
    path.write_text("no array")
    with pytest.raises(Failure, match="cannot read"):
        read_value(str(path), 0)
    with pytest.raises(Failure, match="no such file"):
        read_value(str(tmp_path / "absent.npy"), 0)


def test_pickles_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.array([object()]), allow_pickle=True)
    with pytest.raises(Failure, match="cannot read"):
        read_value(str(path), 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "zeros",
        "zeros:f32",
        "zeros:f33[1]",
        "zeros:f32[]",
        "zeros:f32[-1]",
        "zeros:f32[1",
        "rand:f32[1,]",
        "zeros:f64[99999999999]",
    ],
)
def test_what_is_no_argument(text: str) -> None:
    with pytest.raises(Failure) as caught:
        read_value(text, 0)
    assert caught.value.code == 2


def test_extents() -> None:
    assert read_extent("4", "--grid") == (4,)
    assert read_extent("16,8,2", "--grid") == read_extent("16x8x2", "--grid") == (16, 8, 2)
    for text in ("", "a", "1,2,3,4", "-1", "1,,2"):
        with pytest.raises(Failure, match="--grid"):
            read_extent(text, "--grid")
