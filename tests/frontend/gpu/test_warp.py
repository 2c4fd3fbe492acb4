"""What the threads of a warp do together: the same in the interpreter, after passes, and on the machine; and against a model in Python."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from dialect.interpreter import BarrierError, InterpreterError, run_kernel

from .support import agreed, compilation, errors, ptx_of

CODES = {"i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q", "f64": "d"}


def kernel(expression: str, ty: str = "u32", result: str = "", prologue: str = "") -> str:
    """A kernel that gives `expression` of `v`, its element, and `t`, its index; `n` is a parameter."""
    return f"""
#[kernel]
pub fn k(x: &[{ty}], n: u32, out: &mut [{result or ty}]) {{
    let t = thread::threadIdx_x();
    let v = x[t as usize];
    {prologue}
    out[t as usize] = {expression};
}}
"""


def numbers(ty: str, count: int) -> Any:
    """Distinct numbers of a type, with large and negative ones among them."""
    if ty[0] == "f":
        return array(CODES[ty], [(t * 7 % 13 - 6) * 0.75 for t in range(count)])
    bits = int(ty[1:])
    return array(CODES[ty], [(t * 0x9E3779B97F4A7C15 % (1 << bits)) - (1 << bits - 1) * (ty[0] == "i") for t in range(count)])


SOURCES: dict[str, Callable[[int, int], int]] = {
    "shuffle": lambda lane, n: n % 32,
    "shuffle_xor": lambda lane, n: lane ^ n,
    "shuffle_down": lambda lane, n: lane + n if lane + n < 32 else lane,
    "shuffle_up": lambda lane, n: lane - n if lane >= n else lane,
}


@pytest.mark.parametrize("ty", CODES)
@pytest.mark.parametrize("mode", SOURCES)
def test_shuffles_of_every_type(mode: str, ty: str) -> None:
    x = numbers(ty, 64)
    for n in (1, 31):
        found = agreed(kernel(f"warp::{mode}(v, n)", ty), 1, 64, x=x, n=n, out=array(CODES[ty], [0] * 64))["out"]
        assert found.tolist() == [x[t // 32 * 32 + SOURCES[mode](t % 32, n)] for t in range(64)], n


def test_names_with_a_type_and_a_mask() -> None:
    for ty in ("f32", "u64", "f64"):
        x = numbers(ty, 32)
        for form in (f"shuffle_xor_{ty}(v, n)", f"shuffle_xor_{ty}_sync(!0, v, n)", "shuffle_xor_sync(!0, v, n)"):
            found = agreed(kernel(f"warp::{form}", ty), 1, 32, x=x, n=3, out=array(CODES[ty], [0] * 32))["out"]
            assert found.tolist() == [x[t ^ 3] for t in range(32)]


VALUES = array("I", [t * 5 % 7 for t in range(32)])
WARP: dict[str, Callable[[int, list[int]], int]] = {
    "warp::all(v < 7) as u32": lambda t, x: 1,
    "warp::all(v < 6) as u32": lambda t, x: 0,
    "warp::any(v == n) as u32": lambda t, x: 1,
    "warp::any(v == 7) as u32": lambda t, x: 0,
    "warp::uni_sync(!0, v < n) as u32": lambda t, x: 0,
    "warp::uni_sync(!0, v > 7) as u32": lambda t, x: 1,
    "warp::ballot(v == n)": lambda t, x: sum(1 << i for i in range(32) if x[i] == 3),
    "warp::popc(v == n)": lambda t, x: sum(each == 3 for each in x),
    "warp::match_any(v)": lambda t, x: sum(1 << i for i in range(32) if x[i] == x[t]),
    "warp::match_any_i64_sync(!0, (v as u64) << 40)": lambda t, x: sum(1 << i for i in range(32) if x[i] == x[t]),
    "warp::match_all(v)": lambda t, x: 0,
    "warp::match_all(n)": lambda t, x: 0xFFFFFFFF,
    "warp::redux_sync_add(!0, v)": lambda t, x: sum(x),
    "warp::redux_sync_min_u32(!0, v + 1)": lambda t, x: 1,
    "warp::redux_sync_max_i32(!0, v as i32 - 9) as u32": lambda t, x: 0xFFFFFFFD,
    "warp::redux_sync_min_i32(!0, v as i32 - 9) as u32": lambda t, x: 0xFFFFFFF7,
    "warp::redux_sync_and(!0, v | 8)": lambda t, x: 8,
    "warp::redux_sync_or(!0, v)": lambda t, x: 7,
    "warp::redux_sync_xor(!0, 1 << t)": lambda t, x: 0xFFFFFFFF,
    "warp::redux_sync_add(warp::match_any(v), t)": lambda t, x: sum(i for i in range(32) if x[i] == x[t]),
    "warp::shuffle_sync(warp::match_any(v), t, warp::match_any(v).trailing_zeros())": lambda t, x: x.index(x[t]),
    "warp::is_elected_sync(!0) as u32": lambda t, x: int(t == 0),
    "warp::elect_sync(!0).0 + warp::elect_sync(!0).1 as u32 * 100": lambda t, x: 100 if t == 0 else 0,
    "warp::active_mask()": lambda t, x: 0xFFFFFFFF,
    "warp::lane_id() + warp::warp_id() * 100": lambda t, x: t,
    "warp::lanemask_lt() ^ warp::lanemask_gt() ^ warp::lanemask_eq()": lambda t, x: 0xFFFFFFFF,
    "warp::lanemask_le() & warp::lanemask_ge()": lambda t, x: 1 << t,
}


@pytest.mark.parametrize("expression", WARP)
def test_votes_matches_reductions(expression: str) -> None:
    found = agreed(kernel(expression), 1, 32, x=VALUES, n=3, out=array("I", [9] * 32))["out"]
    assert found.tolist() == [WARP[expression](t, VALUES.tolist()) for t in range(32)]


@pytest.mark.parametrize(("name", "model"), [("sum", sum), ("max", max), ("min", min)])
@pytest.mark.parametrize("ty", ["f32", "f64"])
def test_reductions_of_floats(name: str, model: Callable[[Any], float], ty: str) -> None:
    x = numbers(ty, 40)
    found = agreed(kernel(f"warp::reduce_{name}_{ty}(v)", ty), 1, 32, x=x, n=3, out=array(CODES[ty], [0] * 32))["out"]
    assert found.tolist() == [model(x[:32])] * 32


@pytest.mark.parametrize(("name", "model"), [("sum", sum), ("max", max), ("min", min)])
@pytest.mark.parametrize("ty", ["f32", "f64"])
@pytest.mark.parametrize("live", [1, 2, 3, 8, 13, 31, 32])
def test_reductions_of_the_lanes_there_are_reach_each_of_them(name: str, model: Callable[[Any], float], ty: str, live: int) -> None:
    x = numbers(ty, 32 + live)
    text = kernel(f"warp::reduce_{name}_{ty}_partial(v, warp::live_lanes_1d())", ty)
    found = agreed(text, 1, 32 + live, x=x, n=3, out=array(CODES[ty], [0] * (32 + live)))["out"]
    assert found.tolist() == [model(x[:32])] * 32 + [model(x[32:])] * live


def test_lanes_of_a_mask_meet_inside_a_branch() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = thread::threadIdx_x();
    if t < 8 {
        out[t as usize] = warp::shuffle_xor_sync(0xff, t * 10, 1) + warp::ballot_sync(0xff, t % 2 == 0) * 1000;
    } else {
        out[t as usize] = warp::active_mask();
    }
}
"""
    found = agreed(text, 1, 16, out=array("I", [0] * 16))["out"]
    assert found.tolist() == [(t ^ 1) * 10 + 0x55 * 1000 for t in range(8)] + [0xFF00] * 8


def test_memory_is_seen_across_the_warp() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u32]) {
    let cells = shared::<[u32; 32]>();
    let t = thread::threadIdx_x();
    let mut sum = 0u32;
    let mut round = 0u32;
    while round < 3 {
        cells[t as usize] = t + round;
        warp::sync_mask(!0);
        sum += cells[(t ^ 1) as usize];
        warp::sync_mask(!0);
        round += 1;
    }
    out[t as usize] = sum;
}
"""
    assert agreed(text, 1, 32, out=array("I", [0] * 32))["out"].tolist() == [3 * (t ^ 1) + 3 for t in range(32)]


MINIMA = {
    "warp::shuffle(v, 0)": ((6, 0), "sm_70"),
    "warp::ballot(v > 0)": ((6, 0), "sm_70"),
    "warp::match_any(v)": ((6, 0), "sm_70"),
    "warp::active_mask()": ((6, 2), "sm_70"),
    "warp::redux_sync_add(!0, v)": ((7, 0), "sm_80"),
    "warp::is_elected_sync(!0) as u32": ((8, 0), "sm_90"),
}


@pytest.mark.parametrize("expression", MINIMA)
def test_lowest_version_and_target(expression: str) -> None:
    made = compilation(kernel(expression)).lowered().module
    assert (made.version, made.targets[0]) == MINIMA[expression]


def test_a_target_that_is_too_old_is_refused() -> None:
    ((code, _, message),) = errors(kernel("warp::redux_sync_add(!0, v)"), arch="sm_75")
    assert code == "K1127"
    assert "needs sm_80" in message


def test_types_that_no_lane_can_pass_are_refused() -> None:
    assert [code for code, _, _ in errors(kernel("warp::shuffle(true, 0) as u32"))] == ["K0277"]
    assert [code for code, _, _ in errors(kernel("warp::shuffle(1u16, 0) as u32"))] == ["K0277"]


FAULTS = {
    "lane 3 is not in its own mask 0x00000007": ("warp::shuffle_sync(7, v, 0)", 32),
    "lane 1 names the mask 0x00000002, but lane 0 names 0x00000003": ("warp::shuffle_sync(3 - t, v, 0)", 2),
    "an undefined value is stored to global memory": ("warp::shuffle_down(v, 1)", 8),
}


@pytest.mark.parametrize("message", FAULTS)
def test_misuse_is_an_error_of_the_interpreter(message: str) -> None:
    expression, block = FAULTS[message]
    with pytest.raises(InterpreterError, match=message):
        run_kernel(compilation(kernel(expression)).optimised(), "k", 1, block, [VALUES, 32, 3, array("I", [0] * 32), 32])


def test_a_lane_that_never_comes_is_an_error() -> None:
    text = kernel("s", prologue="let s = if t < 16 { warp::shuffle(v, 0) } else { sync_threads(); 0 };")
    with pytest.raises(BarrierError, match=r"waits for lanes that do not come to its gpu\.shuffle"):
        run_kernel(compilation(text).optimised(), "k", 1, 32, [VALUES, 32, 3, array("I", [0] * 32), 32])


@pytest.mark.ptxas
@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_90", "sm_100"])
def test_ptxas_accepts(arch: str) -> None:
    from ptx.assemble import assemble

    for level in (0, 2):
        for ty in CODES:
            whole = "".join(kernel(f"warp::{mode}(v, n)", ty).replace("fn k", f"fn k_{mode}") for mode in SOURCES)
            assemble(ptx_of(whole, level), arch)
        whole = "".join(kernel(each).replace("fn k", f"fn k_{i}") for i, each in enumerate(WARP))
        assemble(ptx_of(whole, level), arch)


def test_active_mask_is_of_the_lanes_at_one_place() -> None:
    text = """
fn mask() -> u32 { warp::active_mask() }
#[inline(never)]
fn called() -> u32 { warp::active_mask() }
#[kernel]
pub fn k(out: &mut [u32]) {
    let t = thread::threadIdx_x();
    let own = if t < 7 { mask() } else { mask() };
    let through = if t % 2 == 0 { called() } else { called() };
    out[t as usize] = own;
    out[32 + t as usize] = through;
}
"""
    found = agreed(text, 1, 32, out=array("I", [0] * 64))["out"]
    assert found.tolist() == [0x7F if t < 7 else 0xFFFFFF80 for t in range(32)] + [0x55555555 << t % 2 for t in range(32)]
