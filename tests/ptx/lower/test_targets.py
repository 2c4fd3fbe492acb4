"""The shortcut that leaves out most rows of the instruction table never hides a need."""
from __future__ import annotations

from ptx.levels import FLOOR_SM, FLOOR_VERSION
from ptx.requirements import may_exceed_floor
from tests.ptx.samples import samples


def test_what_needs_more_than_the_floor_is_looked_up():
    checked = 0
    for sample in samples():
        if sample.resolved.minimum(sample.count) != (FLOOR_VERSION, FLOOR_SM):
            assert may_exceed_floor(sample.resolved.name), sample.text
            checked += 1
    assert checked > 100


def test_most_of_what_is_emitted_is_not():
    common = ("add.s32", "add.rn.f32", "fma.rn.f32", "mul.wide.u32", "mad.lo.s32", "setp.lt.u64", "bra.uni", "shl.b64", "selp.b32", "ret")
    assert [name for name in common if may_exceed_floor(name)] == []
