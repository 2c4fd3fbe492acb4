"""Fragments of `mma` for tests, from the figures of the PTX ISA, case by case: for each lane and element its row and column.

Written apart from `ptx.vm.fragments`, which has one formula for all shapes; the tests hold the two together through results.
"""

import numpy as np

LANE = np.arange(32)[:, None]
GROUP, MEMBER = LANE // 4, LANE % 4
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1, "e4m3": 8, "e5m2": 8}


def elements(count: int) -> np.ndarray:
    return np.arange(count)[None, :]


def multiplicand_a(shape: str, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of each element of A by (lane, element)."""
    width = BITS[kind]
    match shape, width:
        case "m16n8k8", 16:
            i = elements(4)
            return np.where(i < 2, GROUP, GROUP + 8), MEMBER * 2 + (i & 1)
        case "m16n8k16", 16:
            i = elements(8)
            return np.where((i < 2) | ((i >= 4) & (i < 6)), GROUP, GROUP + 8), MEMBER * 2 + (i & 1) + np.where(i < 4, 0, 8)
        case "m16n8k4", 32 | 64:
            i = elements(2)
            return np.where(i == 0, GROUP, GROUP + 8), MEMBER + 0 * i
        case "m16n8k8", 32 | 64:
            i = elements(4)
            return np.where((i == 0) | (i == 2), GROUP, GROUP + 8), np.where(i < 2, MEMBER, MEMBER + 4)
        case "m16n8k16", 64:
            i = elements(8)
            return np.where(i % 2 == 0, GROUP, GROUP + 8), MEMBER + 4 * (i // 2)
        case "m8n8k4", 64:
            return GROUP + 0, MEMBER + 0
        case "m8n8k16", 8:
            return GROUP + 0 * elements(4), MEMBER * 4 + elements(4)
        case "m16n8k16", 8:
            i = elements(8)
            return np.where(i < 4, GROUP, GROUP + 8), MEMBER * 4 + (i & 3)
        case "m16n8k32", 8:
            i = elements(16)
            return np.where((i < 4) | ((i >= 8) & (i < 12)), GROUP, GROUP + 8), MEMBER * 4 + (i & 3) + np.where(i < 8, 0, 16)
        case "m8n8k32", 4:
            return GROUP + 0 * elements(8), MEMBER * 8 + elements(8)
        case "m16n8k32", 4:
            i = elements(16)
            return np.where(i < 8, GROUP, GROUP + 8), MEMBER * 8 + (i & 7)
        case "m16n8k64", 4:
            i = elements(32)
            return np.where((i < 8) | ((i >= 16) & (i < 24)), GROUP, GROUP + 8), MEMBER * 8 + (i & 7) + np.where(i < 16, 0, 32)
        case "m8n8k128", 1:
            return GROUP + 0 * elements(32), MEMBER * 32 + elements(32)
        case "m16n8k128", 1:
            i = elements(64)
            return np.where(i < 32, GROUP, GROUP + 8), MEMBER * 32 + (i & 31)
        case "m16n8k256", 1:
            i = elements(128)
            return np.where((i < 32) | ((i >= 64) & (i < 96)), GROUP, GROUP + 8), MEMBER * 32 + (i & 31) + np.where(i < 64, 0, 128)
    raise KeyError((shape, kind))


def multiplicand_b(shape: str, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of each element of B."""
    width = BITS[kind]
    depth = int(shape.partition("k")[2])
    each = max(1, 32 // width)
    count = depth * 8 // 32
    i = elements(count)
    return MEMBER * each + i % each + 4 * each * (i // each), GROUP + 0 * i


def accumulator(shape: str) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of each element of C and D."""
    if shape.startswith("m8"):
        return GROUP + 0 * elements(2), MEMBER * 2 + elements(2)
    i = elements(4)
    return np.where(i < 2, GROUP, GROUP + 8), MEMBER * 2 + (i & 1)


# m8n8k4 of f16: four multiplications, of the lanes {0-3, 16-19}, {4-7, 20-23}, {8-11, 24-27}, {12-15, 28-31}.

QUARTER = LANE % 16 // 4
LOW = LANE < 16


def quarter_a(layout: str) -> tuple[np.ndarray, np.ndarray]:
    i = elements(4)
    if layout == "row":
        return np.where(LOW, LANE % 4, LANE % 4 + 4) + 0 * i, i + 0 * LANE
    return np.where(LOW, i % 4, i % 4 + 4), LANE % 4 + 0 * i


def quarter_b(layout: str) -> tuple[np.ndarray, np.ndarray]:
    i = elements(4)
    if layout == "row":
        return LANE % 4 + 0 * i, np.where(LOW, i, i + 4)
    return i + 0 * LANE, np.where(LOW, LANE % 4, LANE % 4 + 4) + 0 * i


def quarter_c(kind: str) -> tuple[np.ndarray, np.ndarray]:
    i = elements(8)
    if kind == "f16":
        return np.where(LOW, LANE % 4, LANE % 4 + 4) + 0 * i, i + 0 * LANE
    x = (LANE & 1) + (i & 2)
    return np.where(LOW, x, x + 4), (i & 4) + (LANE & 2) + (i & 1)


def registers(values: np.ndarray, width: int) -> np.ndarray:
    """Returns the registers (one column each, in 64 bits) that hold the encodings of a lane's elements, the first lowest."""
    each = max(1, 32 // width)
    grouped = values.astype(np.uint64).reshape(32, -1, each)
    return (grouped << (np.arange(each, dtype=np.uint64) * np.uint64(width))).sum(axis=2, dtype=np.uint64)


def unpacked(values: np.ndarray, width: int) -> np.ndarray:
    """Returns the encodings in registers."""
    each = max(1, 32 // width)
    mask = np.uint64((1 << width) - 1)
    parts = values.astype(np.uint64)[:, :, None] >> (np.arange(each, dtype=np.uint64) * np.uint64(width)) & mask
    return parts.reshape(32, -1)
