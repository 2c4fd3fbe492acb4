"""Printing is deterministic and read back to an equal module; nothing can be injected through names or strings."""

import os
from pathlib import Path
from struct import unpack_from

import pytest

from ptx.assemble import assemble
from ptx.isa import UnknownInstructionError, resolve
from ptx.module import (
    Alias,
    CallPrototype,
    File,
    Function,
    Instruction,
    Label,
    Location,
    Module,
    Node,
    Parameter,
    Pragma,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    Section,
    TargetList,
    Variable,
)
from ptx.operands import Address, Arguments, Integer, Register, Symbol
from ptx.parser import parse_module
from ptx.printer import UnprintableError, print_function, print_item, print_module
from ptx.verify import verify

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.ptx"))
_folder = os.environ.get("KERNELC_FOREIGN_PTX", str(Path(__file__).parents[3] / "shared" / "data" / "foreign-ptx"))
FOREIGN = sorted(Path(_folder).glob("*.ptx"))
IDS = [path.name for path in (*CORPUS, *FOREIGN)]


def test_the_foreign_corpus_is_there() -> None:
    if not FOREIGN:
        pytest.skip(f"no PTX by other compilers in {_folder} (KERNELC_FOREIGN_PTX names another folder)")
    assert len(FOREIGN) > 50


@pytest.mark.parametrize("path", [*CORPUS, *FOREIGN], ids=IDS)
def test_round_trip(path: Path) -> None:
    module = parse_module(path.read_text())
    printed = print_module(module)
    again = parse_module(printed)
    assert again == module
    assert print_module(again) == printed


@pytest.mark.parametrize("path", [*CORPUS, *FOREIGN], ids=IDS)
def test_foreign_modules_have_no_faults_but_unknown_instructions(path: Path) -> None:
    module = parse_module(path.read_text())
    faults = [fault for fault in verify(module) if not fault.text.startswith("unknown instruction `wmma`")]
    assert faults == []


@pytest.mark.ptxas
@pytest.mark.parametrize("path", CORPUS, ids=[path.name for path in CORPUS])
def test_printed_modules_assemble_to_the_same_code(path: Path) -> None:
    text = path.read_text()
    printed = print_module(parse_module(text))
    before, after = assemble(text), assemble(printed)
    assert {name: each.registers for name, each in before.resources.items()} == {
        name: each.registers for name, each in after.resources.items()
    }
    if ", debug\n" not in text:  # without optimisation ptxas minds how an address is written
        assert code_of(before.cubin) == code_of(after.cubin)


@pytest.mark.ptxas
def test_printed_foreign_modules_assemble_to_the_same_code(tmp_path: Path) -> None:
    """One run each for the whole corpus would take a minute: one file of every compiler is enough, the rest are parsed above."""
    if not FOREIGN:
        pytest.skip("no PTX by other compilers")
    for name in ("nvcc-softmax", "numba-reduce", "mlir-saxpy", "triton-softmax", "pyptx-saxpy"):
        text = _lowered(Path(_folder, f"{name}.ptx").read_text())
        before, after = assemble(text), assemble(print_module(parse_module(text)))
        assert before.resources.keys() == after.resources.keys()
        assert code_of(before.cubin) == code_of(after.cubin), name


def code_of(cubin: bytes) -> dict[str, bytes]:
    """Returns the machine code of each function: the `.text.*` sections of a 64-bit ELF file."""
    table, size, count, names = (*unpack_from("<Q", cubin, 0x28), *unpack_from("<HHH", cubin, 0x3A))
    headers = [unpack_from("<IIQQQQ", cubin, table + size * index) for index in range(count)]
    start = headers[names][4]
    found = {}
    for name, _, _, _, offset, length in headers:
        end = cubin.index(b"\0", start + name)
        found[cubin[start + name : end].decode()] = cubin[offset : offset + length]
    code = {name: data for name, data in found.items() if name.startswith(".text.")}
    assert code
    return code


def _lowered(text: str) -> str:
    """The text at version 9.0, so that every assembler of CUDA 13 reads it."""
    start = text.index(".version ")
    return text[:start] + ".version 9.0" + text[text.index("\n", start) :]


def module_with_everything() -> Module:
    call = Location(1, 7, 3)
    inlined = Location(2, 9, 1, "$L__name", call, 4)
    body: list[Node] = [
        RegisterDeclaration("pred", "%p", 3),
        RegisterDeclaration("b32", "%r", 10),
        RegisterDeclaration("f32", "%pair", None, 2),
        Variable("local", "b8", "depot", (16,), 8),
        TargetList("branchtargets", "targets", ("L1", "L2")),
        CallPrototype("prototype", [Parameter("b32", "_")], [Parameter("b64", "_")], True),
        Pragma(("nounroll",)),
        Instruction("setp.lt.s32", (Register("%p1"), Register("%r1"), Integer(-5)), location=inlined),
        ScopeOpen(),
        Instruction("call.uni", (Arguments(()), Symbol("f"), Arguments((Symbol("x"),))), Register("%p1"), True, inlined),
        ScopeClose(),
        Label("L1"),
        Label("L2"),
        Instruction("st.global.u32", (Address(Symbol("table"), 4), Register("%r1")), location=call),
        Instruction("ret", location=call),
    ]
    entry = Function(
        "k",
        True,
        [Parameter("u64", "k_param_0", pointer="global", pointer_align=16), Parameter("b8", "k_param_1", 8, (24,))],
        linkage="visible",
        performance=[("reqntid", (32, 1, 1)), ("pragma", ("x",))],
        body=body,
    )
    return Module(
        (7, 8),
        ("sm_90",),
        64,
        [
            File(1, "a.rs"),
            File(2, "b.rs", 12, 34),
            Variable("global", "u32", "table", (2, 2), 4, ((Integer(1), Integer(2)), (Integer(3), Integer(4))), "visible"),
            Function("f", False, [Parameter("b32", "x")], linkage="extern"),
            entry,
            Alias("g", "f"),
            Section(".debug_str", ("$L__name:", ".b8 102,0")),
            Pragma(("a", "b")),
        ],
    )


EVERYTHING = """.version 7.8
.target sm_90
.address_size 64
.file\t1 "a.rs"
.file\t2 "b.rs", 12, 34
.visible .global .align 4 .u32 table[2][2] = {{1, 2}, {3, 4}};

.extern .func f(
\t.param .b32 x
);

.visible .entry k(
\t.param .u64 .ptr .global .align 16 k_param_0,
\t.param .align 8 .b8 k_param_1[24]
)
.reqntid 32, 1, 1
.pragma "x";
{
\t.reg .pred \t%p<3>;
\t.reg .b32 \t%r<10>;
\t.reg .v2 .f32 \t%pair;
\t.local .align 8 .b8 depot[16];
targets: .branchtargets L1, L2;
prototype: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
\t.pragma "nounroll";
\t.loc\t1 7 3
\t.loc\t2 9 1, function_name $L__name+4, inlined_at 1 7 3
\tsetp.lt.s32 \t%p1, %r1, -5;
\t{
\t@!%p1 call.uni f, (x);
\t}

L1:

L2:
\t.loc\t1 7 3
\tst.global.u32 \t[table+4], %r1;
\tret;
}
.alias g, f;
.section\t.debug_str
{
$L__name:
.b8 102,0
}
.pragma "a", "b";
"""


def test_text_of_everything() -> None:
    module = module_with_everything()
    assert print_module(module) == EVERYTHING
    assert parse_module(EVERYTHING) == module


def test_one_function_and_one_item() -> None:
    assert print_function(Function("f", body=[Instruction("ret")])) == ".func f()\n{\n\tret;\n}\n"
    assert print_item(Instruction("add.s32", (Register("%r1"), Register("%r2"), Integer(3)))) == "add.s32 \t%r1, %r2, 3;"
    assert print_item(Label("L1")) == "L1:"


@pytest.mark.parametrize(
    "module",
    [
        Module(directives=[Function("k; } evil", True, body=[])]),
        Module(directives=[Function("", True, body=[])]),
        Module(directives=[File(1, 'a" x')]),
        Module(directives=[File(1, "a\nb")]),
        Module(directives=[File(1, "a\\")]),
        Module(directives=[Variable("global", "u32", "a b")]),
        Module(directives=[Variable("global", "u32", "naïve")]),
        Module(targets=("sm_70\n.x",)),
        Module(directives=[Function("k", True, body=[Label("a:")])]),
        Module(directives=[Function("k", True, body=[RegisterDeclaration("b32", "r;ret")])]),
        Module(directives=[Function("k", True, [Parameter("u32", "1st")], body=[])]),
    ],
)
def test_text_that_would_end_a_name_or_string_early_is_refused(module: Module) -> None:
    with pytest.raises(UnprintableError):
        print_module(module)


def test_changing_one_operation_survives() -> None:
    """Parse, change one instruction, print, parse."""
    module = parse_module(CORPUS[0].read_text())
    body = module.entries()[0].body
    assert body is not None
    index = next(index for index, item in enumerate(body) if isinstance(item, Instruction) and item.name.startswith("add."))
    body[index] = Instruction("trap")
    assert parse_module(print_module(module)) == module


def test_corpus_is_known_to_the_table() -> None:
    unknown = set()
    for path in (*CORPUS, *FOREIGN):
        for function in parse_module(path.read_text()).functions():
            for instruction in function.instructions():
                try:
                    resolve(instruction.name)
                except UnknownInstructionError:
                    unknown.add(instruction.opcode)
    assert unknown <= {"wmma"}
