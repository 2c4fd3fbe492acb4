"""MIR and PTX survive parse → change one op → print → parse; and from MIR at any stage the road leads to the same PTX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dialect.function import Module
from dialect.ops import Const, ThreadFence
from dialect.parser import parse_module
from dialect.printer import print_module
from dialect.verify import verify_module
from kernelc.cli import main
from kernelc.compile import compile_file
from kernelc.options import Options
from kernelc.passes.manager import PIPELINES, flatten, run_pipeline
from ptx.diff import compare
from ptx.lower import Options as LoweringOptions
from ptx.lower import lower_module
from ptx.module import Function, Instruction, Node
from ptx.module import Module as PtxModule
from ptx.parser import parse_module as parse_ptx
from ptx.printer import print_module as print_ptx
from ptx.vm import Buffer, VmError, load

ROOT = Path(__file__).resolve().parents[1]
KERNELS = sorted((ROOT / "kernels").glob("*.rs"))


def stages(path: Path) -> Iterator[tuple[str, str]]:
    """The MIR of a kernel after each pass of -O2, one pass after the other, and before the first."""
    module = compile_file(str(path)).built()[0]
    yield "built", print_module(module)
    for number, name in enumerate(flatten(PIPELINES[2])):
        run_pipeline(module, (name,), verify=True)
        yield f"{number}.{name}", print_module(module)


def mir_to_ptx(module: Module) -> str:
    return print_ptx(lower_module(module, LoweringOptions()).module)


def change_one_op(module: Module) -> bool:
    """Puts another number into the first integer constant that is used, or, in a module without one, a fence at the start."""
    for function in module.functions.values():
        for block in function.blocks:
            for i, op in enumerate(block.ops):
                if type(op) is Const and op.users and op.type.kind == "int":
                    changed = Const(int(op.value) ^ 1, op.type)
                    changed.block, changed.name, changed.loc = block, op.name, op.loc
                    op.replace_all_uses(changed)
                    block.ops[i] = changed
                    op.drop()
                    return True
    block = next(iter(module.functions.values())).blocks[0]
    fence = ThreadFence("block")
    fence.block = block
    block.ops.insert(0, fence)
    return False


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_mir_of_every_stage_survives_a_change(path: Path) -> None:
    seen = set()
    for stage, text in stages(path):
        if text in seen:
            continue
        seen.add(text)
        module = parse_module(text)
        assert print_module(module) == text, stage
        change_one_op(module)
        assert not verify_module(module)
        changed = print_module(module)
        assert changed != text
        again = parse_module(changed)
        assert print_module(again) == changed and not verify_module(again)
        different = [(a, b) for a, b in zip(text.splitlines(), changed.splitlines(), strict=False) if a != b]
        assert different, "the change shows in the text"
        assert mir_to_ptx(again) != mir_to_ptx(parse_module(text)), stage
    assert len(seen) >= 3


def bodies_of(module: PtxModule) -> list[list[Node]]:
    """The bodies of the functions that have one."""
    return [each.body for each in module.directives if isinstance(each, Function) and each.body is not None]


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_ptx_survives_a_change(path: Path, level: int) -> None:
    text = (ROOT / "tests" / "golden" / f"{path.stem}.O{level}.ptx").read_text("utf-8")
    module = parse_ptx(text)
    assert print_ptx(module) == text
    number, at, old = next(
        (number, i, item)
        for number, body in enumerate(bodies_of(module))
        for i, item in enumerate(body)
        if isinstance(item, Instruction) and item.name.startswith("ld.param")
    )
    del bodies_of(module)[number][at]
    changed = print_ptx(module)
    again = parse_ptx(changed)
    assert print_ptx(again) == changed
    assert compare(text, changed).kind == "meaning differs"
    bodies_of(again)[number].insert(at, old)
    assert print_ptx(again) == text


def behaviour(text: str) -> list[object]:
    """What every kernel of a module does to arrays of random floats, of which it is told the length, with small numbers for the rest."""
    found: list[object] = []
    module = load(text)
    for entry in module.module.entries():
        generator = np.random.default_rng(7)
        args: list[object] = []
        arrays = []
        is_length = False
        for parameter in entry.parameters:
            if parameter.pointer is not None:
                arrays.append(generator.random(512, np.float32))
                args.append(Buffer(parameter.name, arrays[-1]))
            else:
                args.append(len(arrays[-1]) if is_length else 1.5 if parameter.type[0] == "f" else 32)
            is_length = parameter.pointer is not None
        problem = ""
        try:
            module.launch(entry.name, 3, 64, args)  # type: ignore[arg-type]
        except VmError as error:
            problem = type(error).__name__
        found.append((entry.name, problem, [] if problem else [array.tobytes() for array in arrays]))
    return found


def test_another_behaviour_is_told() -> None:
    text = compile_file(str(ROOT / "kernels" / "softmax.rs")).ptx()
    assert behaviour(text) == behaviour(text)
    assert behaviour(text) != behaviour(text.replace("max.f32", "min.f32"))


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_the_road_resumed_from_any_stage_gives_the_same_ptx(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    direct = compile_file(str(path)).ptx()
    saved = tmp_path / "stage.mir"
    tried = set()
    for stage, text in stages(path):
        if text in tried:
            continue
        tried.add(text)
        saved.write_text(text, "utf-8")
        assert main(["build", str(saved)]) == 0
        out, err = capsys.readouterr()
        assert not err
        # values of one name are told apart in text (`n` and `n.1`), and passes may find more the second time
        assert compare(direct, out).kind != "meaning differs" or behaviour(out) == behaviour(direct), stage
    assert len(tried) >= 3


@pytest.mark.parametrize("level", [0, 1, 2])
def test_opt_and_build_meet(level: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`build --emit ssa` then `build -p ''` from there is what `build` gives."""
    for path in KERNELS:
        compilation = compile_file(str(path), Options(level=level))
        saved = tmp_path / f"{path.stem}.mir"
        saved.write_text(compilation.ssa(), "utf-8")
        assert main(["build", str(saved), f"-O{level}", "-p", ""]) == 0
        assert compare(compilation.ptx(), capsys.readouterr().out, ignore_names=level == 0).kind != "meaning differs"
