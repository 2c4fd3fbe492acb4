"""Every row of the instruction table either has a meaning here, for all its modifiers, or is refused by name."""

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
