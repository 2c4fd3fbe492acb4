"""Kernels compiled by nvcc run on the virtual machine and agree with NumPy; the source is tests/ptx/corpus/machine.cu."""

from pathlib import Path

import numpy as np
import pytest

from ptx.vm import Buffer, OutOfBounds, Panic, VmModule, load

CORPUS = Path(__file__).parent.parent / "corpus"


@pytest.fixture(params=["lineinfo.sm_80", "debug.sm_75"], name="module")
def fixture_module(request) -> VmModule:
    return load((CORPUS / f"machine.{request.param}.ptx").read_text())


@pytest.mark.parametrize("n", [0, 1, 31, 33, 63, 65, 199])
def test_saxpy(module: VmModule, n: int) -> None:
    generator = np.random.default_rng(n)
    x, y = generator.standard_normal(n).astype("f"), generator.standard_normal(n).astype("f")
    expected = (np.float64(np.float32(2.5)) * x + y).astype("f")
    module.launch("saxpy", 4, 64, [2.5, Buffer("x", x, writable=False), Buffer("y", y), n])
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)


def test_mandelbrot(module: VmModule) -> None:
    width, height, limit = 20, 12, 30
    out = np.zeros((height, width), np.int32)
    module.launch("mandelbrot", (2, 2), (16, 8), [Buffer("out", out), width, height, limit])
    px, py = np.meshgrid(np.arange(width), np.arange(height))
    c = (-2 + 3 * px / width) + 1j * (-1.5 + 3 * py / height)
    z, expected = np.zeros_like(c), np.zeros(c.shape, int)
    for _ in range(limit):
        inside = np.abs(z) < 2
        expected += inside
        z = np.where(inside, z * z + c, z)
    assert (out == expected).mean() > 0.99
    assert out.max() == limit


def test_block_sum(module: VmModule) -> None:
    x = np.arange(300, dtype="f")
    out = np.zeros(3, "f")
    module.launch("block_sum", 3, 128, [Buffer("x", x), Buffer("out", out), 300])
    assert out.tolist() == [x[i : i + 128].sum() for i in (0, 128, 256)]


def test_warp_sum(module: VmModule) -> None:
    x = np.arange(128, dtype=np.int32)
    out = np.zeros(2, np.int32)
    module.launch("warp_sum", 2, 64, [Buffer("x", x), Buffer("out", out)])
    assert out.tolist() == [x[:64].sum(), x[64:].sum()]


def test_tiled_matmul(module: VmModule) -> None:
    generator = np.random.default_rng(1)
    a, b = (generator.integers(-4, 5, (16, 16)).astype("f") for _ in range(2))
    c = np.zeros((16, 16), "f")
    module.launch("matmul", (2, 2), (8, 8), [Buffer("a", a), Buffer("b", b), Buffer("c", c), 16])
    assert (c == a @ b).all()


def test_spin_lock_between_lanes_warps_and_blocks(module: VmModule) -> None:
    lock, count = np.zeros(1, np.int32), np.zeros(1, np.int32)
    module.launch("locked_count", 3, 40, [Buffer("lock", lock), Buffer("count", count)])
    assert count[0] == 120
    assert lock[0] == 0


def test_recursion(module: VmModule) -> None:
    out = np.zeros(5, np.int32)
    module.launch("recursion", 1, 5, [Buffer("out", out)])
    assert out.tolist() == [2 * n + 3 for n in range(5)]


def test_structs_by_value(module: VmModule) -> None:
    out = np.zeros(3)
    triple = np.zeros(1, np.dtype([("x", "f8"), ("k", "i4"), ("c", "i1")], align=True))
    triple[0] = (1.25, 40, 5)
    module.launch("structs", 1, 1, [triple.tobytes(), Buffer("out", out)])
    assert out.tolist() == [5.0, 40 + 5 + 6, 7]


def test_local_arrays(module: VmModule) -> None:
    order = np.array([3, 1, 15, 3, 7], np.int32)
    out = np.zeros(4, np.int32)
    module.launch("local_array", 1, 4, [Buffer("order", order), Buffer("out", out), 5])
    for thread in range(4):
        local = [i * i + thread for i in range(16)]
        total = 0
        for i, place in enumerate(order.tolist()):
            local[place] += i
        for place in reversed(order.tolist()):
            total = total * 31 + local[place]
        assert out[thread] == np.int64(total).astype(np.int32)


def test_module_variables_live_from_launch_to_launch(module: VmModule) -> None:
    out = np.zeros(6, "f")
    for _ in range(2):
        module.launch("variables", 1, 6, [Buffer("out", out)])
    assert out.tolist() == [0.5, 1.5, -2.0, 4.0, 0.5, 1.5]
    assert int.from_bytes(module.variable("calls"), "little") == 7 + 12


def test_dynamic_shared_memory(module: VmModule) -> None:
    out = np.zeros(40, np.int32)
    module.launch("dynamic_shared", 1, 40, [Buffer("out", out)], shared=160)
    assert out.tolist() == [3 * i for i in reversed(range(40))]
    with pytest.raises(OutOfBounds, match=r"8 bytes past|over the end|bytes past") as caught:
        module.launch("dynamic_shared", 1, 40, [Buffer("out", out)], shared=100)
    assert caught.value.thread == (25, 0, 0)


def test_printf(module: VmModule, capsys) -> None:
    module.launch("speak", 1, 3, [7])
    assert capsys.readouterr().out == "thread 0 of 3:  3.50 text x%\nthread 1 of 3:  3.50 text x%\n"


def test_assertion(module: VmModule) -> None:
    x = np.array([1, 2, 9, 9], np.int32)
    module.launch("checked", 1, 2, [Buffer("x", x), 5])
    with pytest.raises(Panic, match=r"assertion `x\[threadIdx.x\] < n` failed in .*checked.*machine.cu:\d+") as caught:
        module.launch("checked", 1, 4, [Buffer("x", x), 5])
    assert caught.value.thread == (2, 0, 0)
    assert caught.value.file is not None
    assert caught.value.file.endswith("machine.cu")


def test_histogram(module: VmModule) -> None:
    x = np.random.default_rng(2).integers(0, 256, 500).astype(np.uint8)
    bins = np.zeros(16, np.uint32)
    module.launch("histogram", 2, 64, [Buffer("x", x), Buffer("bins", bins), 500])
    assert bins.tolist() == np.bincount(x & 15, minlength=16).tolist()


def test_library_functions(module: VmModule) -> None:
    x = np.array([0.0, -0.5, 1.0, 3.75, -7.25, 100.0, 1e-3, 12345.678], "f")
    out = np.zeros((6, len(x)), "f")
    module.launch("math", 1, 32, [Buffer("x", x), Buffer("out", out), len(x)])
    wide = x.astype("d")
    with np.errstate(over="ignore"):
        expected = [np.exp(wide), np.sin(wide), np.log(np.abs(wide) + 1), np.abs(wide) ** 1.25, wide / 3, np.floor(wide)]
        np.testing.assert_allclose(out, np.array(expected).astype("f"), rtol=1e-6, atol=1e-7)


def test_switch(module: VmModule) -> None:
    x = np.array([0, 1, 2, 3, 4, 5, 6, 2, 9], np.int32)
    out = np.zeros(7, np.int32)
    module.launch("switches", 1, 7, [Buffer("x", x), Buffer("out", out)])
    assert out.tolist() == [5, 14, 3, 20, 5 ^ 0x55, 1, -1]
