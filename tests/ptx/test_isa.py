"""The instruction table: rows are well formed and reachable, mnemonics resolve to the right row, unknown words are named."""

import pytest

from ptx.isa import CONTROL, CONVERGENT, READS, WRITES, UnknownInstructionError, compatible, forms, opcodes, resolve
from ptx.isa_rows import TYPE_WIDTHS
from ptx.levels import SPECIAL_REGISTER_NEEDS, SPECIAL_REGISTERS
from tests.ptx.samples import row_samples, samples

ROWS = [form for opcode in opcodes() for form in forms(opcode)]


def test_every_row_can_be_reached() -> None:
    unreachable = [form.syntax for form in ROWS if not any(row_samples(form)) and form.opcode != "call"]
    assert unreachable == []


def test_conditions_name_words_of_their_row() -> None:
    for form in ROWS:
        words = {value for group in form.groups for value in group.values} | {"?" + each.name for each in form.operands}
        for condition in (*form.never, *(each[0] for each in form.needs)):
            for alternatives in condition:
                assert any(word.removeprefix("-") in words for word in alternatives) or "b128" in alternatives or (
                    form.opcode in ("ld", "st", "ldu", "atom", "red", "isspacep", "cvta")
                ), (form.syntax, condition)


def test_operand_classes_are_types() -> None:
    for sample in samples():
        for operand, type_name in zip(sample.resolved.form.operands, sample.resolved.operand_types):
            known = all(name in TYPE_WIDTHS or name == "pred" for name in type_name.split("/"))
            assert known or operand.kind in ("address", "label", "call", "constant", "sink"), (sample.text, operand.name, type_name)


@pytest.mark.parametrize(
    ("name", "meaning", "types"),
    [
        ("add.s32", "add", ("s32", "s32", "s32")),
        ("add.rn.f32", "add", ("f32", "f32", "f32")),
        ("mul.wide.u32", "mul_wide", ("u64", "u32", "u32")),
        ("mad.wide.s16", "mad_wide", ("s32", "s16", "s16", "s32")),
        ("setp.lt.s32", "setp", ("pred", "s32", "s32")),
        ("setp.neu.and.f64", "setp", ("pred", "f64", "f64", "pred")),
        ("set.eq.u32.f32", "set", ("u32", "f32", "f32")),
        ("selp.b64", "selp", ("b64", "b64", "b64", "pred")),
        ("slct.s16.f32", "slct", ("s16", "s16", "s16", "f32")),
        ("cvt.rzi.s64.f32", "cvt", ("s64", "f32")),
        ("cvt.u64.u32", "cvt", ("u64", "u32")),
        ("ld.global.v2.f32", "ld", ("f32", "")),
        ("st.shared.u8", "st", ("", "u8")),
        ("atom.global.cas.b64", "atom", ("b64", "", "b64", "b64")),
        ("popc.b64", "popc", ("u32", "b64")),
        ("shfl.sync.bfly.b32", "shfl", ("b32", "b32", "b32", "b32", "u32")),
        ("vote.sync.all.pred", "vote", ("pred", "pred", "u32")),
        ("match.any.sync.b64", "match", ("u32", "b64", "u32")),
        ("bra", "bra", ("",)),
    ],
)
def test_resolve_gives_meaning_and_operand_types(name: str, meaning: str, types: tuple[str, ...]) -> None:
    resolved = resolve(name)
    assert (resolved.form.meaning, resolved.operand_types[: len(types)]) == (meaning, types)
    assert resolve(name) is resolved


def test_values_of_groups() -> None:
    resolved = resolve("ld.volatile.shared.v4.f32")
    assert (resolved.values["space"], resolved.vector, resolved.type, resolved.has("volatile")) == ("shared", 4, "f32", True)
    assert resolve("add.f32").values.get("rnd") is None
    assert resolve("fma.rm.ftz.f32").values == {"rnd": "rm", "ftz": "ftz", "f32": "f32"}


def test_qualifiers_of_memory_instructions_may_stand_in_any_order() -> None:
    canonical = resolve("red.relaxed.gpu.global.add.u32")
    assert resolve("red.global.gpu.relaxed.add.u32").values == canonical.values
    assert resolve("ld.global.volatile.u32").values["type"] == "u32"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("addd.s32", "unknown instruction `addd` in `addd.s32`"),
        ("add.s31", "unknown modifier `.s31` in `add.s31`"),
        ("add.sat.u32", "`add.sat.u32` is not a form of `add`: the modifiers do not go together or stand in the wrong order"),
        ("div.s32.rn", "`div.s32.rn` is not a form of `div`: the modifiers do not go together or stand in the wrong order"),
        ("ld.global.v4.f64", "`ld.global.v4.f64`"),
        ("cvt.f32.f64", "`cvt.f32.f64` is not a form of `cvt`"),
        ("fma.f32", "`fma.f32` is not a form of `fma`"),
        ("mul.s32", "`mul.s32` is not a form of `mul`"),
        ("", "unknown instruction ``"),
        ("max.abs.f32", "`max.abs.f32` is not a form of `max`"),
    ],
)
def test_unknown_mnemonics_are_named(name: str, message: str) -> None:
    if name == "ld.global.v4.f64":
        assert resolve(name).minimum() == ((8, 8), 100)
        return
    with pytest.raises(UnknownInstructionError) as caught:
        resolve(name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "count", "minimum"),
    [
        ("add.f32", 3, ((6, 0), 70)),
        ("fma.rn.bf16", 4, ((7, 0), 80)),
        ("add.bf16", 3, ((7, 8), 90)),
        ("activemask.b32", 1, ((6, 2), 70)),
        ("min.f32", 3, ((6, 0), 70)),
        ("min.f32", 4, ((8, 8), 100)),
        ("ld.relaxed.cluster.global.u32", 2, ((7, 8), 90)),
        ("atom.global.cas.b16", 4, ((6, 3), 70)),
        ("nanosleep.u32", 1, ((6, 2), 70)),
    ],
)
def test_minimum(name: str, count: int, minimum: tuple[tuple[int, int], int]) -> None:
    assert resolve(name).minimum(count) == minimum


def test_effects() -> None:
    assert resolve("ld.global.u32").form.effects == READS
    assert resolve("st.global.u32").form.effects == WRITES
    assert resolve("atom.global.add.u32").form.effects == READS | WRITES
    assert resolve("shfl.sync.idx.b32").form.effects == CONVERGENT
    assert resolve("bar.sync").form.effects & CONVERGENT
    assert resolve("bra.uni").form.effects == CONTROL
    assert resolve("add.s32").form.effects == 0


def test_optional_operands() -> None:
    barrier = resolve("bar.red.popc.u32")
    three, four = barrier.operands_for(3), barrier.operands_for(4)
    assert three is not None and [operand.name for operand, _ in three] == ["d", "a", "c"]
    assert four is not None and [operand.name for operand, _ in four] == ["d", "a", "b", "c"]
    assert barrier.operands_for(2) is None
    assert barrier.operands_for(5) is None
    assert resolve("ld.global.L2::cache_hint.u32").operands_for(2) is None
    assert resolve("ld.global.u32").operands_for(3) is None


def test_register_classes() -> None:
    assert compatible("b32", "f32", False) and compatible("u32", "s32", False) and compatible("f32", "b32", False)
    assert not compatible("f32", "s32", False) and not compatible("b64", "u32", False) and compatible("b64", "u32", True)
    assert not compatible("pred", "b32", True) and compatible("b16", "bf16", False) and not compatible("u16", "bf16", False)


def test_special_registers() -> None:
    assert SPECIAL_REGISTERS["%tid"] == "v4u32"
    assert SPECIAL_REGISTERS["%clock64"] == "u64"
    assert set(SPECIAL_REGISTER_NEEDS) <= set(SPECIAL_REGISTERS)


def test_every_opcode_has_rows() -> None:
    assert [opcode for opcode in opcodes() if not forms(opcode)] == []
