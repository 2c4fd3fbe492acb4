"""Growth: ten times the source is at most twelve times the work, from the text to PTX; and the middle and back end do not recurse over it.

Work is the number of calls of functions, Python's and built-in ones: the same on every machine, under any load. `python -m tests.test_scale 100` runs
the shapes at a hundred times the size of the tests, up to 20,000 operations in a function and 10,000 blocks, and prints seconds.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from time import process_time

import pytest

from kernelc.cli import COLLECT_AFTER
from kernelc.compile import Compilation, compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

GROWTH = 12.0
HEAD = "#[kernel]\npub fn k(out: *mut u32, a: u32) {\n    let mut x = a;\n"
TAIL = "    unsafe { *out = x; }\n}\n"


def body(count: int, line: Callable[[int], str]) -> str:
    """A kernel with so many lines that change `x`."""
    return HEAD + "".join([f"    {line(i)}\n" for i in range(count)]) + TAIL


def struct(i: int) -> str:
    """A type of its own with a method that all have."""
    return f"#[derive(Clone, Copy)]\nstruct S{i} {{ a: u32 }}\nimpl S{i} {{ fn get(self) -> u32 {{ self.a ^ {i} }} }}\n"


def join(count: int, item: Callable[[int], str]) -> str:
    """So many items."""
    return "".join([item(i) for i in range(count)])


SHAPES: dict[str, Callable[[int], str]] = {
    "operations": lambda n: body(n, lambda i: f"x = (x ^ {i}) & (a | {i + 1});"),
    "arithmetic": lambda n: body(n, lambda i: f"x = x.wrapping_mul(3).wrapping_add({i});"),
    "blocks": lambda n: body(n, lambda i: f"if x > {i} {{ x = x ^ {i}; }}"),
    "loops": lambda n: body(n, lambda i: f"let mut i{i} = 0u32; while i{i} < a {{ x = x ^ i{i}; i{i} = i{i} ^ 1; }}"),
    "counted loops": lambda n: body(n, lambda i: f"for i in 0..3u32 {{ for j in 0..i {{ x = x * {i} + j; }} }}"),
    "variables": lambda n: body(n, lambda i: f"let y{i} = x ^ {i}; x = y{i // 2} & y{i};"),
    "panics": lambda n: body(n, lambda i: f"assert!(x != {i}); x = x / (a + {i});"),
    "arms": lambda n: HEAD + "    x = match a {\n" + join(n, lambda i: f"        {i} => a ^ {i},\n") + "        _ => 0,\n    };\n" + TAIL,
    "kernels": lambda n: join(n, lambda i: f"#[kernel]\npub fn k{i}(out: *mut u32, a: u32) {{ unsafe {{ *out = a ^ {i}; }} }}\n"),
    "functions": lambda n: join(n, lambda i: f"fn f{i}(a: u32) -> u32 {{ a ^ {i} }}\n") + body(n, lambda i: f"x = f{i}(x);"),
    "types": lambda n: join(n, struct) + body(n, lambda i: f"x = S{i} {{ a: x }}.get();"),
}
WRONG: dict[str, Callable[[int], str]] = {
    "unknown names": lambda n: body(n, lambda i: f"x = y{i};"),
    "wrong types": lambda n: body(n, lambda i: f"let y{i}: u32 = {i}.5f32;"),
    "syntax errors": lambda n: body(n, lambda i: f"let y{i}: u32 = ;"),
}


def calls(action: Callable[[str], object], text: str) -> int:
    """How many calls the action makes on a text."""
    count = 0

    def on_event(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(on_event)
    try:
        action(text)
    finally:
        sys.setprofile(None)
    return count


def compiled(text: str) -> Compilation:
    """The compilation of a text, to the end."""
    compilation = compile_source(Source("scale.rs", text))
    compilation.ptx()
    return compilation


def refused(text: str) -> int:
    """How many errors a text has."""
    try:
        compiled(text)
    except CompileError as problem:
        return len(problem.diagnostics)
    return 0


@pytest.mark.parametrize("name", SHAPES)
def test_work_is_linear(name: str) -> None:
    """Small against ten times as much; a first run fills the tables that stay."""
    compiled(SHAPES[name](2))
    small, large = (calls(compiled, text) for text in (SHAPES[name](20), SHAPES[name](200)))
    assert large <= GROWTH * small


@pytest.mark.parametrize("name", WRONG)
def test_work_on_errors_is_linear(name: str) -> None:
    """As many errors as there are wrong lines (syntax errors are cut off), each at the price of the first ones."""
    refused(WRONG[name](2))
    small, large = (calls(refused, text) for text in (WRONG[name](30), WRONG[name](300)))
    assert large <= GROWTH * small
    assert refused(WRONG[name](30)) == 30


@pytest.mark.parametrize("name", ["operations", "blocks", "loops", "functions"])
def test_passes_and_lowering_do_not_recurse_over_the_program(name: str) -> None:
    """With 250 frames in all, in a thread of its own, whose stack is empty."""
    compiled(SHAPES[name](1))
    compilation = compile_source(Source("scale.rs", SHAPES[name](400)))
    compilation.built()
    texts: list[str] = []

    def finish() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(250)
        try:
            texts.append(compilation.ptx())
        finally:
            sys.setrecursionlimit(limit)

    worker = threading.Thread(target=finish)
    worker.start()
    worker.join()
    assert len(texts) == 1
    assert ".entry k" in texts[0]


def measure(factor: int, name: str) -> None:
    """Seconds at a tenth of the size and at the size, with garbage collected as rarely as in the command line's process."""
    gc.set_threshold(COLLECT_AFTER)
    shape = {**SHAPES, **WRONG}[name]
    seconds = []
    for count in (3, factor * 10, factor * 100):
        text, start = shape(count), process_time()
        refused(text)
        seconds.append(process_time() - start)
    print(f"{name:<16}{factor * 100:>8}{seconds[1]:9.2f} s{seconds[2]:9.2f} s{seconds[2] / seconds[1]:7.1f} x", flush=True)


def main(factor: str, *names: str) -> None:
    """Measures the named shapes; without names all, each in a process of its own."""
    for name in names:
        measure(int(factor), name)
    for name in () if names else (*SHAPES, *WRONG):
        subprocess.run([sys.executable, "-m", "tests.test_scale", factor, name], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
