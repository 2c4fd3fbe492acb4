"""Every row of the instruction table either has a meaning here, for all its modifiers, or is refused by name."""

import re

import pytest

from ptx.isa import forms, opcodes
from ptx.vm import UnknownInstruction, load
from ptx.vm.meanings import MEANINGS, REFUSED_WORDS

from ..samples import module_text, row_samples

KNOWN_GAPS: set[str] = set()
"""Meanings of the table that the machine refuses; none at present."""


def test_meanings_are_those_of_the_table() -> None:
    named = {form.meaning for opcode in opcodes() for form in forms(opcode)}
    assert named - set(MEANINGS) == KNOWN_GAPS
    assert set(MEANINGS) - named == set()


@pytest.mark.parametrize("opcode", opcodes())
def test_every_row_is_built_or_refused(opcode: str) -> None:
    for form in forms(opcode):
        samples = list(row_samples(form))
        refused = [sample for sample in samples if set(sample.resolved.values.values()) & set(REFUSED_WORDS)]
        for sample in refused:
            with pytest.raises(UnknownInstruction, match="not supported by the virtual machine"):
                load(module_text([sample.text], (9, 0), 100)[0]).check("sample")
        lines = [sample.text for sample in samples if sample not in refused]
        if opcode in ("bra", "brx", "exit", "ret", "trap"):
            lines = [f"@%pred_1 {line}" for line in lines]
        load(module_text(lines, (9, 0), 100)[0]).check("sample")


REFUSED = (
    "wgmma.fence.sync.aligned;",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f32_0, %f32_1, %f32_2, %f32_3}, %b64_1, %b64_2, %pred_1, 1, 1, 0, 0;",
    "tcgen05.wait::ld.sync.aligned;",
    "cp.async.bulk.commit_group;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%b64_1], [%b64_2], %b32_1, [%b64_3];",
    "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%b64_1], [%b64_2, {%b32_1}], [%b64_3];",
    "barrier.cluster.arrive.aligned;",
    "setmaxnreg.inc.sync.aligned.u32 64;",
    "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, {%b32_1}, {%b32_2}, {%f32_0, %f32_1, %f32_2, %f32_3}, %b32_3, 0;",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 {%f32_0}, {%b32_1}, {%b32_2}, {%f32_0};",
    "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%b32_0, %b32_1}, [%b64_1];",
    "redux.sync.min.f32 %f32_0, %f32_1, -1;",
    "fence.proxy.tensormap::generic.release.gpu;",
    "istypep.texref %pred_1, %b64_1;",
)
"""Instructions of the manual that the table leaves out."""


@pytest.mark.parametrize("line", REFUSED, ids=[line.partition(" ")[0].rstrip(";") for line in REFUSED])
def test_what_the_table_leaves_out_is_refused_by_name(line: str) -> None:
    name = line.partition(" ")[0].rstrip(";")
    with pytest.raises(UnknownInstruction, match=rf"`{re.escape(name)}`.*PTX line \d+"):
        load(module_text([line], (9, 0), 100)[0]).check("sample")
