"""docs/abi.md, Modules and Layout: statics read and written by the host, and NumPy dtypes of the file's types."""

from __future__ import annotations

import pickle
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kernelc import ArgumentError, KernelError, load

TEXT = """
#[derive(Clone, Copy)]
pub struct Particle { tag: u8, at: [f32; 2], id: i16 }
pub struct Unused { wide: u64, half: f16, flag: bool }
pub enum Shape { Empty, Circle(f32), Box { w: u16, h: f64 } }
pub enum Color { Red = 3, Green }
pub struct Pair<T>(T, T);

static mut COUNT: u32 = 7;
static mut GRID: [[i16; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
static mut LAST: Particle = Particle { tag: 1, at: [0.5, 1.5], id: -2 };
static FIXED: u64 = 9;
#[constant] static TABLE: [f32; 3] = [1.0, 2.0, 4.0];
static NEVER_USED: u32 = 1;

mod inner { pub static mut X: i64 = -1; pub fn bump() { unsafe { X += 10; } } }

#[kernel]
pub fn k(p: Pair<i32>, particles: &mut [Particle], out: &mut [f32]) {
    unsafe {
        COUNT += 1;
        GRID[1][2] += 1;
        LAST.id = -3;
        out[0] = COUNT as f32 + FIXED as f32 + LAST.at[1];
    }
    inner::bump();
    out[1] = TABLE[2] + p.1 as f32;
    particles[1].at[1] = particles[0].id as f32;
}
"""
DTYPE = np.dtype([("tag", np.uint8), ("at", np.float32, (2,)), ("id", np.int16)], align=True)


@pytest.fixture
def module(tmp_path: Path) -> Any:
    path = tmp_path / "k.rs"
    path.write_text(TEXT, "utf-8")
    return load(str(path))


def run(module: Any) -> list[float]:
    out = np.zeros(2, np.float32)
    module.k[1, 1]((1, 2), np.zeros(2, DTYPE), out)
    found: list[float] = out.tolist()
    return found


def test_statics_are_views_of_the_modules_memory(module: Any) -> None:
    count, grid, last = module.static["COUNT"], module.static["GRID"], module.static["LAST"]
    assert (int(count), count.shape, count.dtype) == (7, (), np.uint32)
    assert run(module) == [8 + 9 + 1.5, 6]
    assert int(count) == 8
    assert (grid.tolist(), grid.dtype) == ([[1, 2, 3], [4, 5, 7]], np.int16)
    assert (last["id"], last["at"].tolist(), last.dtype) == (-3, [0.5, 1.5], DTYPE)
    assert int(module.static["inner::X"]) == 9


def test_statics_and_constants_are_written(module: Any) -> None:
    module.static["COUNT"] = 100
    module.static["LAST"]["at"][1] = 0.25
    module.constant["TABLE"] = [1, 2, 8.5]
    assert run(module) == [101 + 9 + 0.25, 10.5]
    module.static["LAST"] = (1, (0, 2), 3)
    module.static["GRID"] = np.zeros((2, 3), np.int16)
    module.constant["TABLE"][2] = 1
    assert run(module) == [102 + 9 + 2, 3]
    assert module.static["GRID"].tolist() == [[0, 0, 0], [0, 0, 1]]


def test_names_of_statics(module: Any) -> None:
    assert list(module.static) == ["COUNT", "GRID", "LAST", "FIXED", "inner::X"]
    assert (list(module.constant), len(module.constant), "TABLE" in module.constant) == (["TABLE"], 1, True)
    assert repr(module.constant) == f"<constants of {module.path}: TABLE>"
    with pytest.raises(KeyError, match=r"`TABLE` is a constant: write module\.constant"):
        module.static["TABLE"]
    with pytest.raises(KeyError, match="has no static `NEVER_USED` that a kernel uses"):
        module.static["NEVER_USED"]


def test_what_does_not_fit_a_static(module: Any) -> None:
    with pytest.raises(ArgumentError, match=r"static FIXED: u64 .* never changes; make it `static mut`"):
        module.static["FIXED"] = 1
    with pytest.raises(ValueError, match="read-only"):
        module.static["FIXED"][...] = 1
    with pytest.raises(ArgumentError, match="static mut COUNT: u32: -1 does not fit into u32"):
        module.static["COUNT"] = -1
    with pytest.raises(ArgumentError, match=r"static TABLE: \[f32; 3\]: \[f32; 3\] has 3 elements, got 2"):
        module.constant["TABLE"] = [1, 2]


def test_copies_of_a_module_have_statics_of_their_own(module: Any) -> None:
    run(module)
    assert int(pickle.loads(pickle.dumps(module)).static["COUNT"]) == 7


def test_statics_of_a_gpu(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = {"COUNT": np.array([5, 0, 0, 0], np.uint8), "LAST": np.array([(4, (1, 2), 3)], DTYPE).view(np.uint8)}

    class View:
        def __init__(self, shape: Any, dtype: Any, pointer: np.ndarray) -> None:
            self.host = pointer.view(dtype).reshape(shape)

        def get(self) -> np.ndarray:
            return self.host.copy()

        def set(self, data: np.ndarray) -> None:
            self.host[...] = data

    def unowned(name: str, size: int, owner: object, number: int) -> np.ndarray:
        assert (memory[name].nbytes, owner, number) == (size, device.code, 1)
        return memory[name]

    device = SimpleNamespace(code=SimpleNamespace(get_global_var=lambda name: name))
    cuda = SimpleNamespace(Device=lambda n: nullcontext(), UnownedMemory=unowned, MemoryPointer=lambda found, offset: found)
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(ndarray=View, cuda=cuda))
    monkeypatch.setattr("kernelc.runtime.gpu.loaded", lambda code, number: {1: device}[number])
    on_device = module.static.on(1)
    assert int(on_device["COUNT"].host) == 5
    on_device["COUNT"] = 258
    assert memory["COUNT"].tolist() == [2, 1, 0, 0]
    assert on_device["LAST"]["at"].tolist() == [1, 2]
    on_device["LAST"] = (9, (0, 0), -1)
    assert memory["LAST"].view(DTYPE)[["tag", "id"]].tolist() == [(9, -1)]
    assert int(module.static.on("cpu")["COUNT"]) == 7
    with pytest.raises(ValueError, match="must be 'cpu' or the number of a GPU"):
        module.static.on("gpu")


def test_the_place_must_be_clear(module: Any) -> None:
    run(module)
    module.k._code.device_modules[0] = object()
    with pytest.raises(KernelError, match=r"runs in several places \('cpu', 0\); write module.static.on\(…\)\[…\]"):
        module.static["COUNT"]


def test_structs_are_numpys_aligned_structures(module: Any) -> None:
    found = module.k.dtype("Particle")
    assert (found, found.isalignedstruct) == (DTYPE, True)
    unused = module.dtype("Unused")
    assert unused == np.dtype([("wide", np.uint64), ("half", np.float16), ("flag", np.bool_)], align=True)
    assert unused.isalignedstruct
    assert module.dtype("Pair<i32>") == np.dtype([("0", np.int32), ("1", np.int32)])


def test_enums_are_a_tag_and_fields_that_overlap(module: Any) -> None:
    shape = module.dtype("Shape")
    assert (shape.itemsize, shape.names) == (16, ("tag", "Circle_0", "Box_w", "Box_h"))
    assert [shape.fields[name][1] for name in shape.names] == [0, 4, 2, 8]
    assert module.dtype("Color") == np.uint8


def test_unknown_types(module: Any) -> None:
    for name in ("Nobody", "Pair"):
        with pytest.raises(KernelError, match=f"no struct, enum or parameter of type `{name}`"):
            module.dtype(name)


def test_arrays_of_structs_pass_in_place(module: Any) -> None:
    particles = np.zeros(2, module.dtype("Particle"))
    particles["id"] = 12
    module.k[1, 1]((1, 2), particles, np.zeros(2, np.float32))
    assert particles["at"].tolist() == [[0, 0], [0, 12]]


@pytest.mark.parametrize(
    "dtype",
    [
        np.dtype([("tag", np.uint8), ("at", np.float32, (2,)), ("id", np.int16)]),
        np.dtype([("tag", np.uint8), ("at", np.int32, (2,)), ("id", np.int16)], align=True),
        np.dtype([("tag", np.uint8), ("at", np.float32, (2,)), ("id", np.int16), ("more", np.int16)], align=True),
        np.dtype(np.float32),
    ],
)
def test_arrays_of_other_structs_are_refused(module: Any, dtype: np.dtype) -> None:
    with pytest.raises(ArgumentError, match=r"expected dtype numpy.dtype\(\[\('tag', numpy.uint8\), "):
        module.k[1, 1]((1, 2), np.zeros(4, dtype), np.zeros(2, np.float32))
