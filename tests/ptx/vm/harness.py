"""Runs one instruction, or a small kernel body, over rows of operand encodings."""

import struct

import numpy as np

from ptx.vm import Buffer, load
from ptx.vm.registers import WIDTHS

HEADER = ".version 8.6\n.target sm_100a\n.address_size 64\n"
UNSIGNED = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def register_type(kind: str) -> str:
    """Returns the type of a register that can hold a value of a type (no 8-bit registers in arithmetic)."""
    return "pred" if kind == "pred" else f"b{max(16, WIDTHS[kind])}"


def apply(name: str, result: str, *operands: tuple[str, list[int]], extra: str = "") -> list[int]:
    """Returns the encodings of `name d, operands…` for each row; predicates are rows of 0 and 1. `extra` is appended to the operands."""
    count = len(operands[0][1])
    parameters = ["out", *[f"in{i}" for i in range(len(operands))]]
    lines = [f".visible .entry k({', '.join(f'.param .u64 {p}' for p in parameters)}) {{", ".reg .b64 %a, %o, %t; .reg .b32 %i;"]
    lines += [f".reg .{register_type(result)} %d;", ".reg .b16 %byte; mov.u32 %i, %tid.x;"]
    for position, (kind, _) in enumerate(operands):
        lines.append(f".reg .{register_type(kind)} %s{position};")
        lines += load_operand(position, kind)
    sources = ", ".join(f"%s{i}" for i in range(len(operands)))
    lines.append(f"{name} %d, {sources}{extra};")
    lines += store_result(result)
    lines += ["ret;", "}"]
    arrays = [np.zeros(count, UNSIGNED[WIDTHS[result]])]
    arrays += [np.array(values, UNSIGNED[WIDTHS[kind]]) for kind, values in operands]
    buffers = [Buffer(p, array) for p, array in zip(parameters, arrays)]
    load(HEADER + "\n".join(lines)).launch("k", 1, count, buffers)
    return [int(value) for value in arrays[0]]


def load_operand(position: int, kind: str) -> list[str]:
    size = WIDTHS[kind] // 8
    lines = [f"ld.param.u64 %a, [in{position}]; mad.wide.u32 %a, %i, {size}, %a;"]
    if kind == "pred":
        return [*lines, f"ld.global.u8 %byte, [%a]; setp.ne.u16 %s{position}, %byte, 0;"]
    return [*lines, f"ld.global.b{8 * size} %s{position}, [%a];"]


def store_result(kind: str) -> list[str]:
    size = WIDTHS[kind] // 8
    lines = [f"ld.param.u64 %o, [out]; mad.wide.u32 %o, %i, {size}, %o;"]
    if kind == "pred":
        return [*lines, "selp.u16 %byte, 1, 0, %d; st.global.u8 [%o], %byte;"]
    return [*lines, f"st.global.b{8 * size} [%o], %d;"]


def run_body(body: str, out: "np.ndarray", *, threads: int = 32, blocks: int = 1, shared: int = 0, head: str = "", arrays: tuple = ()) -> None:
    """Runs `body` with `%rd0` = address of `out`, `%rd1`… = addresses of `arrays`, `%tid` in `%r0`, and 32 registers of each kind."""
    names = ["out", *[f"array{i}" for i in range(len(arrays))]]
    text = HEADER + head + f".visible .entry k({', '.join(f'.param .u64 {n}' for n in names)}) {{\n"
    text += ".reg .pred %p<32>; .reg .b16 %h<32>; .reg .b32 %r<32>; .reg .b64 %rd<32>; .reg .f32 %f<32>; .reg .f64 %fd<32>;\n"
    for position, name in enumerate(names):
        text += f"ld.param.u64 %rd{position}, [{name}];\n"
    text += "mov.u32 %r0, %tid.x;\n" + body + "\nret;\n}\n"
    buffers = [Buffer(name, array) for name, array in zip(names, (out, *arrays))]
    load(text).launch("k", blocks, threads, buffers, shared=shared)


def bits32(value: float) -> int:
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def float32(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])
