"""Properties: made modules survive print and parse and mean the same; damaged text is refused with a diagnostic or read, never a crash."""

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ptx.diff import SAME, compare_modules
from ptx.module import (
    Function,
    Instruction,
    Label,
    Location,
    Module,
    Node,
    Parameter,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    Variable,
)
from ptx.normal import normal_form
from ptx.operands import Address, FloatBits, Integer, Operand, Pair, Register, SpecialRegister, Symbol, Vector
from ptx.parser import PtxSyntaxError, parse_module
from ptx.printer import print_module
from ptx.requirements import requirements
from ptx.verify import verify
from tests.ptx.samples import samples
from tests.ptx.test_printer import CORPUS
from tests.ptx.test_verify import GOOD

FEWER = settings(max_examples=(settings.default or settings()).max_examples // 4)
"""Whole modules are slow to make."""
SAMPLES = [sample for index, sample in enumerate(samples()) if index % 17 == 0]

names = st.from_regex(r"[a-zA-Z_$][a-zA-Z0-9_$]{1,8}", fullmatch=True)  # one mark alone is no name
registers = st.builds(Register, st.from_regex(r"%[a-z]{1,3}[0-9]{1,3}", fullmatch=True).filter(lambda name: not name.startswith(("%pm", "%env"))))
integers = st.builds(Integer, st.integers(-(2**63), 2**64 - 1))
floats = st.one_of(
    st.builds(FloatBits, st.just(32), st.integers(0, 2**32 - 1)), st.builds(FloatBits, st.just(64), st.integers(0, 2**64 - 1))
)
symbols = st.builds(Symbol, names.map("v".__add__), st.integers(-100, 100))
addresses = st.one_of(
    st.builds(Address, registers, st.integers(-5000, 5000)),
    st.builds(Address, st.builds(Symbol, names.map("v".__add__)), st.integers(-64, 64)),
    st.builds(Address, st.none(), st.integers(0, 5000)),
)
vectors = st.lists(st.one_of(registers, integers), min_size=1, max_size=4).map(lambda each: Vector(tuple(each)))
special = st.sampled_from(["%tid.x", "%laneid", "%clock64", "%envreg3"]).map(SpecialRegister)
operands: st.SearchStrategy[Operand] = st.one_of(
    registers, integers, floats, symbols, addresses, vectors, special, st.builds(Pair, registers, registers)
)
plain = st.builds(Location, st.just(1), st.integers(1, 99), st.integers(0, 9))
locations = st.one_of(plain, st.builds(Location, st.just(1), st.integers(100, 199), st.just(1), st.just("$L__s"), plain))
mnemonics = st.sampled_from([sample.resolved.name for sample in SAMPLES])


@st.composite
def bodies(draw: st.DrawFn) -> list[Node]:
    items: list[Node] = [RegisterDeclaration("b32", "%r", draw(st.integers(1, 99)))]
    depth = 0
    location = draw(plain)
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.integers(0, 9))
        if kind == 0:
            items.append(ScopeOpen())
            depth += 1
        elif kind == 1 and depth:
            items.append(ScopeClose())
            depth -= 1
        elif kind == 2:
            items.append(Label(draw(names)))
        elif kind == 3:
            items.append(Variable("shared", "b8", draw(names), (draw(st.integers(1, 64)),), 8))
        else:
            location = draw(st.one_of(st.just(location), locations))
            guard = draw(st.one_of(st.none(), registers))
            chosen = tuple(draw(st.lists(operands, max_size=4)))
            items.append(Instruction(draw(mnemonics), chosen, guard, guard is not None and draw(st.booleans()), location))
    return items + [ScopeClose()] * depth


modules = st.builds(
    lambda bodies, sizes: Module(
        (7, 8),
        ("sm_90",),
        64,
        [
            *(Variable("global", "u32", f"table{index}", (size,), 4, (Integer(index),)) for index, size in enumerate(sizes)),
            *(Function(f"k{index}", True, [Parameter("u64", "p")], body=body) for index, body in enumerate(bodies)),
        ],
    ),
    st.lists(bodies(), max_size=3),
    st.lists(st.integers(1, 9), max_size=2),
)


@FEWER
@given(modules)
def test_made_modules_survive_print_and_parse(module: Module) -> None:
    text = print_module(module)
    again = parse_module(text)
    assert again == module
    assert print_module(again) == text


@FEWER
@given(modules)
def test_nothing_that_parses_crashes_what_reads_it(module: Module) -> None:
    verify(module)
    requirements(module)
    assert compare_modules(module, parse_module(print_module(module))).kind == SAME
    normal = normal_form(module)
    assert normal_form(module) == normal


def test_samples_survive_print_and_parse() -> None:
    body = "\n".join(sample.text for sample in SAMPLES)
    module = parse_module(f".version 9.0\n.target sm_100\n.entry k()\n{{\n{body}\n}}\n")
    assert len(list(module.functions()[0].instructions())) == len(SAMPLES)
    assert parse_module(print_module(module)) == module


def damaged(text: str, seed: int) -> str:
    """Returns the text with one to three tokens deleted, doubled, swapped or replaced."""
    chance = random.Random(seed)
    tokens = re.findall(r"\s+|[\w$%.]+|.", text)
    for _ in range(chance.randint(1, 3)):
        index = chance.randrange(len(tokens))
        kind = chance.randrange(4)
        if kind == 0:
            del tokens[index]
        elif kind == 1:
            tokens.insert(index, tokens[index])
        elif kind == 2:
            other = chance.randrange(len(tokens))
            tokens[index], tokens[other] = tokens[other], tokens[index]
        else:
            tokens[index] = chance.choice([*"{}[]();:,|!@.+-<>=\"/*", "é", "\0", "0x", "%", "$", ".reg", ".loc", "call", "9" * 30])
    return "".join(tokens)


def survives(text: str) -> bool:
    """Tells whether a text is read; it may be refused, but nothing else may happen to it."""
    try:
        module = parse_module(text)
    except PtxSyntaxError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert "\n" not in str(error)
        return False
    verify(module)
    requirements(module)
    normal_form(module)
    assert parse_module(print_module(module)) == module
    return True


def test_damaged_text_is_read_or_refused() -> None:
    verdicts = [survives(damaged(GOOD, seed)) for seed in range(400)]
    verdicts += [survives(damaged(CORPUS[0].read_text(), seed)) for seed in range(30)]
    assert 50 < sum(verdicts) < 400


@given(st.text(alphabet=st.sampled_from(list("{}[]();:,|!@.+-<>=\"/*%$ \n\tabr019_")), max_size=60))
def test_any_body_is_read_or_refused(text: str) -> None:
    survives(f".version 6.0\n.target sm_70\n.entry k()\n{{\n{text}\n}}\n")


@given(st.text(alphabet=st.sampled_from(list("{}[]();:,|!@.+-<>=\"/*%$ \n\tabr019_")), max_size=60))
def test_any_module_is_read_or_refused(text: str) -> None:
    survives(f".version 6.0\n.target sm_70\n{text}\n")
