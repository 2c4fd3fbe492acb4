"""How far the float functions lie from the exact result, in ULP: a kernel on the virtual machine beside Python's own functions in 64 bits."""

from __future__ import annotations

import math

import numpy as np

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.vm import Buffer
from ptx.vm import load as load_vm


def run(name, *columns):
    """The function of that name on every row of the columns (arrays of float32)."""
    params = ", ".join([f"x{k}: &[f32]" for k in range(len(columns))])
    call = f"x0[i].{name}({', '.join([f'x{k}[i]' for k in range(1, len(columns))])})"
    body = f"let i = thread::index_1d().get(); if i < out.len() {{ out[i] = {call}; }}"
    text = f"use cuda_device::{{kernel, thread}};\n#[kernel] pub fn k({params}, out: &mut [f32]) {{ {body} }}\n"
    machine = load_vm(compile_source(Source("k.rs", text), Options(fmad=False)).ptx())
    out = bytearray(4 * len(columns[0]))
    passed = [v for column in columns for v in (Buffer("x", bytearray(column.tobytes())), len(column))]
    machine.launch("k", (len(columns[0]) + 255) // 256, 256, [*passed, Buffer("out", out), len(columns[0])])
    return np.frombuffer(out, np.float32)


def ulps(found, exact):
    """The distance in units in the last place of the exact result; infinity where one is NaN or infinite and the other is not."""
    with np.errstate(all="ignore"):
        exact32 = exact.astype(np.float32)
        _, exponents = np.frexp(np.abs(exact32))
        unit = np.ldexp(1.0, np.maximum(exponents, -125) - 24)
        distance = np.abs(found.astype(np.float64) - exact) / unit
    same = (found == exact32) | (np.isnan(found) & np.isnan(exact32))
    special = ~np.isfinite(found) | ~np.isfinite(exact32)
    over = special & np.isinf(exact32) & (np.abs(found) >= np.float32(3.4028232e38)) & (np.sign(found) == np.sign(exact32))
    return np.where(same | over, np.where(special, 0.0, distance), np.where(special, np.inf, distance))


def sample(count, seed, low=-math.inf, high=math.inf):
    """Numbers of all magnitudes within bounds, and the special ones."""
    bits = np.random.default_rng(seed).integers(0, 1 << 32, count, dtype=np.uint32)
    special = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-45, 1.1754944e-38, 3.4028235e38], np.float32)
    found = np.concatenate([special, bits.view(np.float32)])
    return found[~(found < low) & ~(found > high)]


def worst(name, reference, *columns):
    """(The greatest distance, the arguments at it)."""
    found = run(name, *columns)
    with np.errstate(all="ignore"):
        exact = reference(*[c.astype(np.float64) for c in columns])
    distance = ulps(found, exact)
    at = int(np.argmax(distance))
    return float(distance[at]), [float(c[at]) for c in columns], float(found[at]), float(exact[at])
