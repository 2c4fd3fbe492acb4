"""`wmma`: fragments are loaded, multiplied and stored; the products are NumPy's, and both executors agree bit for bit."""

import re

import numpy as np
import pytest

from ptx.isa import forms
from ptx.vm import Misaligned, OutOfBounds

from ..samples import row_samples
from .compiled.twins import both
from .test_matrix import encoded, expected, range_of

HEAD = ".version 9.0\n.target sm_100a\n.address_size 64\n"
MULTIPLICATIONS = [sample.resolved for form in forms("wmma") if form.meaning == "mma" for sample in row_samples(form)]
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1}


def types_of(name: str) -> dict[str, str]:
    """Returns the types of d, a, b and c."""
    kinds = [word for word in name.split(".") if word in BITS]
    return dict(zip("dabc", kinds if len(kinds) == 4 else [kinds[0], "f16", "f16", kinds[1]]))


def in_memory(values: np.ndarray, kind: str, layout: str, stride: int) -> np.ndarray:
    """Returns the bytes of a matrix of encodings with so many elements from row to row (or column to column); garbage between."""
    rows = values if layout == "row" else values.T
    padded = np.full((rows.shape[0], stride), (1 << BITS[kind]) - 1, np.uint64)
    padded[:, : rows.shape[1]] = rows
    if BITS[kind] < 8:
        each = 8 // BITS[kind]
        parts = padded.reshape(-1, each) << (np.arange(each, dtype=np.uint64) * np.uint64(BITS[kind]))
        return parts.sum(axis=1).astype(np.uint8)
    return padded.reshape(-1).astype(f"u{BITS[kind] // 8}").view(np.uint8)


def kernel(resolved, layouts: dict[str, str], strides: dict[str, int], space: str) -> str:
    """Returns a kernel that loads a, b and c (from global or shared memory), multiplies and stores d."""
    name = resolved.name
    kinds, shape = types_of(name), next(word for word in name.split(".") if re.match(r"m\d", word))
    sizes = dict(zip("dabc", [int(operand.vector) for operand in resolved.form.operands]))
    lines = [f"{HEAD}.visible .entry k(.param .u64 d, .param .u64 a, .param .u64 b, .param .u64 c) {{ .shared .align 32 .b8 buffer[8192];",
             ".reg .b64 %p, %q; .reg .b32 %t, %s, %u, %w; .reg .pred %more;"]  # fmt: skip
    lines += [f".reg .b{64 if kinds[part] == 'f64' else 32} %{part}<{size}>;" for part, size in sizes.items()]
    vectors = {part: "{" + ", ".join(f"%{part}{index}" for index in range(size)) + "}" for part, size in sizes.items()}
    for part in "abc":
        lines.append(f"ld.param.u64 %p, [{part}];")
        address = "%p"
        if space == ".shared":
            lines.append(f"""mov.u32 %t, %tid.x; mul.lo.u32 %t, %t, 4; mov.u32 %u, buffer;
C{part}: cvt.u64.u32 %q, %t; add.u64 %q, %q, %p; ld.global.b32 %w, [%q]; add.u32 %s, %u, %t; st.shared.b32 [%s], %w; add.u32 %t, %t, 128;
setp.lt.u32 %more, %t, {part.upper()}BYTES; @%more bra C{part}; bar.sync 0;""")
            address = "buffer"
        lines.append(f"wmma.load.{part}.sync.aligned.{layouts[part]}.{shape}{space}.{kinds[part]} {vectors[part]}, [{address}], {strides[part]};")
        lines.append("bar.sync 0;")
    lines.append(f"{name} {vectors['d']}, {vectors['a']}, {vectors['b']}, {vectors['c']}; ld.param.u64 %p, [d];")
    lines.append(f"wmma.store.d.sync.aligned.{layouts['d']}.{shape}.global.{kinds['d']} [%p], {vectors['d']}, {strides['d']}; ret; }}")
    return "\n".join(lines)


def words(resolved) -> list[str]:
    return [word for word in resolved.name.split(".") if word in ("row", "col")]


@pytest.mark.parametrize("resolved", [each for each in MULTIPLICATIONS if not set(each.values.values()) & {"rz", "rm", "rp"}], ids=lambda each: each.name)
def test_products_are_those_of_numpy(resolved) -> None:
    name = resolved.name
    kinds = types_of(name)
    rows, columns, depth = (int(part) for part in re.findall(r"m(\d+)n(\d+)k(\d+)", name)[0])
    generator = np.random.default_rng(sum(name.encode()))
    a_layout, b_layout = words(resolved)
    layouts = {"a": a_layout, "b": b_layout, "c": generator.choice(["row", "col"]), "d": generator.choice(["row", "col"])}
    shapes = {"a": (rows, depth), "b": (depth, columns), "c": (rows, columns), "d": (rows, columns)}
    extra = {part: int(generator.integers(0, 2)) * max(8, 128 // BITS[kinds[part]]) for part in shapes}
    strides = {part: shape[layouts[part] == "row"] + extra[part] for part, shape in shapes.items()}
    matrices = {part: generator.integers(*range_of(kinds[part]), shapes[part]) for part in "ab"}
    matrices["c"] = generator.integers(-100, 101, shapes["c"]) + (2**31 - 5000 if "satfinite" in name else 0)
    memory = [in_memory(encoded(matrices[part], kinds[part]), kinds[part], layouts[part], strides[part]) for part in "abc"]
    space = str(generator.choice(["", ".global", ".shared"]))
    text = kernel(resolved, layouts, strides, space)
    for part, data in zip("ABC", memory):
        text = text.replace(f"{part}BYTES", str(len(data)))
    wanted = encoded(expected(name, matrices["a"], matrices["b"], matrices["c"]), kinds["d"])
    before = in_memory(np.zeros(shapes["d"], np.uint64), kinds["d"], layouts["d"], strides["d"])
    (found, *_), fault = both(text, "k", 1, 32, [before, *memory])
    assert fault is None
    np.testing.assert_array_equal(found, in_memory(wanted, kinds["d"], layouts["d"], strides["d"]))


def test_rounding_of_f64_is_as_said() -> None:
    results = {}
    for mode in ("rn", "rz", "rm", "rp"):
        resolved = next(each for each in MULTIPLICATIONS if each.name == f"wmma.mma.sync.aligned.row.col.m8n8k4.{mode}.f64.f64.f64.f64")
        text = kernel(resolved, {"a": "row", "b": "col", "c": "row", "d": "row"}, {"a": 4, "b": 4, "c": 8, "d": 8}, "")
        a, b, c = np.zeros((8, 4)), np.zeros((4, 8)), np.ones((8, 8))
        a[:, 0], b[0] = 2.0**-60, [1, -1] * 4
        (found, *_), fault = both(text, "k", 1, 32, [np.zeros(64), a.reshape(-1), np.ascontiguousarray(b.T).reshape(-1), c.reshape(-1)], must_compile=False)
        assert fault is None
        results[mode] = found[:2].tolist()
    below, above = np.nextafter(1.0, 0.0), np.nextafter(1.0, 2.0)
    assert results == {"rn": [1, 1], "rz": [1, below], "rm": [1, below], "rp": [above, 1]}


LOAD = "wmma.load.a.sync.aligned.row.m16n16k16{space}.f16 {{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}}, [{address}], 16;"


@pytest.mark.parametrize(
    ("line", "kind", "thread"),
    [
        (LOAD.format(space=".global", address="%p+256"), OutOfBounds, 16),
        (LOAD.format(space="", address="%p+1"), Misaligned, 0),
        (LOAD.format(space=".shared", address="600"), OutOfBounds, 0),
        ("wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%p+256], {%r0, %r1, %r2, %r3}, 16;", OutOfBounds, 16),
    ],
)
def test_bad_addresses_are_faults_of_their_lane(line: str, kind, thread: int) -> None:
    text = f"{HEAD}.visible .entry k(.param .u64 p) {{ .shared .align 32 .b8 buffer[512]; .reg .b64 %p; .reg .b32 %r<8>; ld.param.u64 %p, [p];"
    text += "mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0; mov.u32 %r4, buffer; " + line.replace("[600]", "[%r4+512]") + " ret; }"
    _, fault = both(text, "k", 1, 32, [np.zeros(256, np.uint16)])
    assert type(fault) is kind and fault.thread == (thread, 0, 0), str(fault)
