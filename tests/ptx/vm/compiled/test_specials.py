"""Special registers: the reference's values in every block and thread; clocks go on with every reading, and a launch can be repeated."""

import numpy as np
import pytest

from ptx.vm import Buffer, Fuel, load
from ptx.vm.compiled.ir.specials import CLOCKS, FIXED, WIDE

from .twins import both, compiled

HEAD = ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out) {\n.reg .b64 %o, %w, %y; .reg .b32 %t, %b, %x; .reg .pred %p;\n"
PLACE = """ld.param.u64 %o, [out]; mov.u32 %t, %tid.z; mov.u32 %x, %ntid.y; mov.u32 %b, %tid.y; mad.lo.u32 %t, %t, %x, %b; mov.u32 %x, %ntid.x;
mov.u32 %b, %tid.x; mad.lo.u32 %t, %t, %x, %b; mov.u32 %b, %ctaid.y; mov.u32 %x, %nctaid.x; mul.lo.u32 %b, %b, %x; mov.u32 %x, %ctaid.x;
add.u32 %b, %b, %x; mad.lo.u32 %t, %b, 48, %t; mad.wide.u32 %o, %t, NUMBER, %o;
"""
AXES = [f"%{name}.{axis}" for name in ("tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid") for axis in "xyz"]
OTHERS = ["%laneid", "%warpid", "%nwarpid", *[f"%lanemask_{name}" for name in ("eq", "lt", "le", "gt", "ge")], "%dynamic_smem_size", "%total_smem_size"]


@pytest.mark.parametrize("block", [(48, 1, 1), (4, 6, 2)])
def test_values_are_those_of_the_reference(block) -> None:
    names = sorted({*AXES, *OTHERS, *FIXED} - {"%reserved_smem_offset_begin"})
    body = ""
    for number, name in enumerate(names):
        kind = "u64" if name == "%gridid" else "u32"
        body += f"mov.{kind} {'%w' if kind == 'u64' else '%x'}, {name}; st.global.{kind} [%o+{8 * number}], {'%w' if kind == 'u64' else '%x'};\n"
    text = HEAD + PLACE.replace("NUMBER", str(8 * len(names))) + body + "ret; }"
    both(text, "k", (3, 2, 1), block, [np.zeros(6 * 48 * len(names), np.uint64)], shared=96)


@pytest.mark.parametrize("name", CLOCKS)
def test_clocks_go_on(name: str) -> None:
    kind, register = ("u64", "%w") if name in ("%clock64", "%globaltimer") else ("u32", "%x")
    read = [f"mov.{kind} {register}, {name}; st.global.{kind} [%o+{offset}], {register};" for offset in (0, 8)]
    text = HEAD + PLACE.replace("NUMBER", "16") + "\n".join(read) + "ret; }"
    runs = []
    for _ in range(2):
        module, out = compiled(text), np.zeros(2 * 96, np.uint64)
        module.launch("k", 2, 48, [Buffer("out", out)])
        assert not module.notes, module.notes
        runs.append(out.reshape(-1, 2))
    np.testing.assert_array_equal(runs[0], runs[1])
    before, after = runs[0].T
    assert (before == 0).all() if name.endswith("_hi") else (after > before).all()
    assert (before[:32] == before[0]).all()


def test_waiting_for_a_clock_ends() -> None:
    body = "mov.u64 %w, %clock64; L: mov.u64 %y, %clock64; sub.u64 %y, %y, %w; setp.lt.u64 %p, %y, 300000; @%p bra L;\nst.global.u64 [%o], %y; ret; }"
    module, out = compiled(HEAD + PLACE.replace("NUMBER", "8") + body), np.zeros(48, np.uint64)
    module.launch("k", 1, 48, [Buffer("out", out)])
    assert not module.notes
    assert (out >= 300000).all()


def test_a_loop_that_reads_a_clock_uses_up_its_fuel() -> None:
    body = "L: mov.u64 %w, %clock64; bra L; }"
    with pytest.raises(Fuel, match="jumped back"):
        load(HEAD + PLACE.replace("NUMBER", "8") + body, "compiled").launch("k", 1, 48, [Buffer("out", np.zeros(48, np.uint64))], fuel=10_000)


def test_clocks_are_wide() -> None:
    assert set(CLOCKS) <= WIDE
