"""`@kernel`: Rust in a docstring; what cannot be a kernel is refused at once, errors in the Rust are at their place in the Python file."""

from __future__ import annotations

import linecache
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kernelc import CompileError, KernelPanic, LaunchError, OptionError, kernel
from kernelc.runtime.decorator import DefinitionError, is_one_type
from tests.runtime.support import ROOT

SCALE = '''
    from kernelc import kernel

    @kernel
    def scale(n: "u32", x: "&mut [f32]"):
        r"""
        let i = thread::index_1d().get();
        if i < n as usize { x[i] *= 2.0; }
        """
'''


def module(folder: Path, text: str, name: str = "mine") -> Any:
    """A module from a text that is kept in a file."""
    path = folder / f"{name}.py"
    path.write_text(textwrap.dedent(text).lstrip("\n"), "utf-8")
    linecache.checkcache(str(path))
    made = ModuleType(name)
    made.__file__ = str(path)
    exec(compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True), made.__dict__)
    return made


def places(error: CompileError) -> list[tuple[str, int, int]]:
    return [(d.code, d.span.line, d.span.column) for d in error.diagnostics if d.span is not None]


def compile_error(folder: Path, text: str, name: str = "k") -> CompileError:
    found = getattr(module(folder, text), name)
    with pytest.raises(CompileError) as caught:
        found.ptx()
    return caught.value


# ---------------------------------------------------------------------------------------------------------------------------- works


def test_a_kernel_in_a_docstring(tmp_path: Path) -> None:
    scale = module(tmp_path, SCALE).scale
    x = np.ones(5, np.float32)
    scale[1, 32](3, x)
    scale.over(5)(5, x)
    assert x.tolist() == [4, 4, 4, 2, 2]
    assert (scale.name, scale.__name__, scale.__doc__.split()[0]) == ("scale", "scale", "let")
    assert repr(scale) == f"<kernel scale(n: u32, x: &mut [f32]) of {tmp_path}/mine.py>"
    assert ".entry scale(" in scale.ptx()
    assert "mir.alloca" in scale.mir("built")
    assert [p.name for p in scale.signature.params] == ["n", "x"]
    assert "<td>n</td>" in scale._repr_html_()
    with pytest.raises(LaunchError, match="needs a grid and a block"):
        scale(3, x)
    with pytest.raises(AttributeError, match="kernel `scale` has no attribute `nothing`"):
        _ = scale.nothing


def test_nothing_is_compiled_before_the_first_use(tmp_path: Path) -> None:
    bad = module(tmp_path, SCALE.replace("*= 2.0", "*= nothing")).scale
    assert "n: u32" in repr(bad)
    for ask in (lambda: bad.ptx, lambda: bad[1, 1], lambda: bad.signature):
        with pytest.raises(CompileError, match="nothing"):
            ask()


def test_options(tmp_path: Path) -> None:
    text = SCALE.replace("@kernel\n", "@kernel(level=0, fmad=False)\n")
    assert ".local" in module(tmp_path, text).scale.ptx()
    assert ".local" not in module(tmp_path, SCALE).scale.ptx()
    with pytest.raises(OptionError, match="there is no option `fmadd`; did you mean `fmad`"):
        kernel(fmadd=False)


def test_static_methods_and_local_functions(tmp_path: Path) -> None:
    text = '''
    from kernelc import kernel
    def make():
        class Holder:
            @staticmethod
            @kernel
            def fill(x: "&mut [u32]"):
                """x[0] = 5;"""
        return Holder
    '''
    x = np.zeros(1, np.uint32)
    module(tmp_path, text).make().fill[1, 1](x)
    assert x[0] == 5


def test_pickling_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = module(tmp_path, SCALE)
    monkeypatch.setitem(sys.modules, "mine", made)
    assert pickle.loads(pickle.dumps(made.scale)) is made.scale
    inner = pickle.loads(pickle.dumps(made.scale.kernel))
    assert inner == made.scale.kernel
    local = module(tmp_path, "from kernelc import kernel\ndef make():\n    @kernel\n    def k():\n        ''\n    return k\n").make()
    with pytest.raises(pickle.PicklingError, match=r"kernel `make\.<locals>\.k` is local to a function"):
        pickle.dumps(local)


def test_a_kernel_that_moves_in_its_file_is_compiled_anew(tmp_path: Path) -> None:
    for lines in (0, 3):
        text = "\n" * lines + 'from kernelc import kernel\n@kernel\ndef k(x: "&mut [u32]"):\n    """x[4] = 1;"""\n'
        (tmp_path / "mine.py").write_text(text)
        linecache.checkcache(str(tmp_path / "mine.py"))
        space: dict[str, Any] = {}
        exec(compile(text, str(tmp_path / "mine.py"), "exec", dont_inherit=True), space)
        with pytest.raises(KernelPanic) as caught:
            space["k"][1, 1](np.zeros(1, np.uint32))
        assert (caught.value.line, caught.value.column) == (4 + lines, 8)


# ----------------------------------------------------------------------------------------------------------------- what is refused

REFUSED = [
    ('def k(x: "u32"): pass', "has no docstring; write its body in Rust"),
    ('def k(x: "u32" = 3): "a"', "parameters cannot have default values"),
    ('def k(*x: "u32"): "a"', "*args, **kwargs and keyword-only parameters are not possible"),
    ('def k(**x: "u32"): "a"', "*args, **kwargs and keyword-only parameters are not possible"),
    ('def k(*, x: "u32"): "a"', "*args, **kwargs and keyword-only parameters are not possible"),
    ('def k(x): "a"', 'parameter `x` has no type; write x: "f32", x: "&[f32]" or the like'),
    ('def k(self, x: "u32"): "a"', "parameter `self`: methods cannot be kernels; put @staticmethod above @kernel"),
    ('def k(x: int): "a"', 'parameter `x` has the annotation int; write the Rust type as a string: x: "f32"'),
    ('def k(x: 3): "a"', "parameter `x` has the annotation 3"),
    ('def k(type: "u32"): "a"', "parameter `type`: `type` is a keyword of Rust; choose another name"),
    ('def match(x: "u32"): "a"', "kernel `match`: `match` is a keyword of Rust"),
    ('def k(é: "u32"): "a"', "`é` is not a name of the kernel language"),
    ('def k(x: ""): "a"', "parameter `x`: `` is not one type of the kernel language"),
    ('def k(x: "u32, y: u32"): "a"', "is not one type of the kernel language"),
    ('def k(x: "u32) { } fn f("): "a"', "is not one type of the kernel language"),
    ('def k(x: "u32 // no"): "a"', "is not one type of the kernel language"),
    ('def k(x: "u32") -> int: "a"', "a kernel returns nothing"),
    ('def k(x: "u32"):\n    "a"\n    print(x)', "has Python statements after its docstring; they would not run"),
    ('def k(x: "u32"):\n    "a"\n    return 5', "has Python statements after its docstring; they would not run"),
    ('async def k(x: "u32"): "a"', "async functions and generators cannot be kernels"),
    ("class k: 'a'", "@kernel stands before a function, not a type"),
    ('@staticmethod\ndef k(x: "u32"): "a"', "@kernel stands before a function, not staticmethod: put @kernel below it"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=lambda p: p[:28])
def test_functions_that_cannot_be_kernels(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        module(tmp_path, f"from kernelc import kernel\n@kernel\n{text}\n")
    assert message in str(caught.value)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("text", ['def k() -> None: "a"', 'def k():\n    ""\n    pass', 'def k():\n    ""\n    ...', 'def k(x: "u32", /):\n    ""\n    return'])
def test_functions_that_can(tmp_path: Path, text: str) -> None:
    assert module(tmp_path, f"from kernelc import kernel\n@kernel\n{text}\n").k.name == "k"


def test_types() -> None:
    for good in ("&mut [f32]", "*const [[f32; 3]; 4]", "(u32, f32)", "Foo<u32, 3>", "fn(u32) -> u32", "&'a [T]"):
        assert is_one_type(good), good
    for bad in ("", "u32,", "u32; x", "[u32", "u32]", "(u32]", "a /* b */", 'a"', "a\nb", "#[x] u32"):
        assert not is_one_type(bad), bad


def test_python_oo(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(textwrap.dedent(SCALE))
    done = subprocess.run(
        [sys.executable, "-OO", "mine.py"], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "kernel `scale`: python -OO removes docstrings, and with them the body; run without -OO" in done.stderr


# -------------------------------------------------------------------------------------------------------------------- exact places


def test_errors_of_the_body(tmp_path: Path) -> None:
    error = compile_error(
        tmp_path,
        '''
        from kernelc import kernel
        @kernel
        def k(x: "&mut [u32]"):
            r"""
            let é = 1;
            x[0] = é + aa;
              x[1] = bb;
            """
        ''',
    )
    assert places(error) == [("K0425", 6, 16), ("K0425", 7, 14)]
    assert f"--> {tmp_path}/mine.py:6:16" in str(error)
    assert "6 |     x[0] = é + aa;" in str(error)


def test_one_line(tmp_path: Path) -> None:
    error = compile_error(tmp_path, 'from kernelc import kernel\n@kernel\ndef k(x: "&mut [u32]"): "x[0] = aa;"\n')
    assert places(error) == [("K0425", 3, 33)]
    error = compile_error(tmp_path, "from kernelc import kernel\n@kernel\ndef k(x: '&mut [u32]'):\n\tR'''x[0] = aa;'''\n")
    assert places(error) == [("K0425", 4, 13)]


def test_escapes(tmp_path: Path) -> None:
    body = r'''"""let a = 'a';\tlet b = \x61;\
    let c = \u00e9 + \N{LATIN SMALL LETTER A};
    x[0] = \141 + c; x[1] = '\\n' as u32; x[2] = zz;"""'''
    error = compile_error(tmp_path, f'from kernelc import kernel\n@kernel\ndef k(x: "&mut [u32]"):\n    {body}\n')
    assert ("K0425", 5, 13) in places(error)
    assert ("K0425", 6, 50) in places(error)


def test_errors_in_types(tmp_path: Path) -> None:
    error = compile_error(
        tmp_path,
        '''
        from kernelc import kernel
        @kernel(
            level=0,
        )
        def k(
            a: "&mut [f33]",
            b:  r" *const  Foo ",
        ):
            """a[0] = 1.0;"""
        ''',
    )
    assert places(error) == [("K0412", 6, 15), ("K0412", 7, 20)]


def test_types_that_no_kernel_takes(tmp_path: Path) -> None:
    error = compile_error(tmp_path, 'from kernelc import kernel\n@kernel\ndef k(a: "u32", b: "&str"):\n    """"""\n')
    assert {line for _, line, _ in places(error)} == {3}


def test_annotations_that_stay_text(tmp_path: Path) -> None:
    error = compile_error(
        tmp_path,
        '''
        from __future__ import annotations
        from kernelc import kernel
        @kernel
        def k(a: u32, b: "&mut [f33]") -> None:
            """b[0] = a;"""
        ''',
    )
    assert places(error) == [("K0412", 4, 25)]


def test_unclosed_braces_end_at_the_docstring(tmp_path: Path) -> None:
    error = compile_error(tmp_path, 'from kernelc import kernel\n@kernel\ndef k(x: "u32"):\n    """\n    if x > 1 {\n    """\n')
    assert all(3 <= line <= 6 for _, line, _ in places(error))


def test_functions_without_a_file() -> None:
    space: dict[str, Any] = {"kernel": kernel}
    exec('@kernel\ndef k(x: "&mut [u32]"):\n    """\n    x[0] = aa;\n    """\n', space)
    with pytest.raises(CompileError) as caught:
        space["k"].ptx()
    assert [code for code, _, _ in places(caught.value)] == ["K0425"]
    assert "x[0] = aa;" in str(caught.value)
    exec('@kernel\ndef fill(x: "&mut [u32]"):\n    """\n    x[0] = 3;\n    """\n', space)
    out = np.zeros(1, np.uint32)
    space["fill"][1, 1](out)
    assert out[0] == 3


def test_a_file_that_was_edited_meanwhile(tmp_path: Path) -> None:
    made = module(tmp_path, SCALE)
    (tmp_path / "mine.py").write_text("something else\n" * 9)
    linecache.checkcache(str(tmp_path / "mine.py"))
    x = np.ones(1, np.float32)
    made.scale[1, 1](1, x)
    assert x[0] == 2


def test_panics_name_the_python_file(tmp_path: Path) -> None:
    k = module(
        tmp_path,
        '''
        from kernelc import kernel
        @kernel
        def k(n: "u32", x: "&mut [u32]"):
            """
            let i = n as usize;
            x[i] = 7;
            """
        ''',
    ).k
    with pytest.raises(KernelPanic) as caught:
        k[1, 1](9, np.zeros(4, np.uint32))
    assert (caught.value.file, caught.value.line, caught.value.column) == (f"{tmp_path}/mine.py", 6, 5)
    assert f"{tmp_path}/mine.py:6:5:\nindex out of bounds: the len is 4 but the index is 9" in str(caught.value)


def test_locations_in_debug_ptx(tmp_path: Path) -> None:
    text = SCALE.replace("@kernel\n", "@kernel(debug=True)\n")
    ptx = module(tmp_path, text).scale.ptx()
    assert f'"{tmp_path}/mine.py"' in ptx
    assert ".loc 1 7 " in ptx.replace("\t", " ")


def test_first_use_by_many_threads_at_once(tmp_path: Path) -> None:
    import threading

    scale = module(tmp_path, SCALE).scale
    gate, wrong = threading.Barrier(8), []

    def work() -> None:
        gate.wait()
        x = np.ones(3, np.float32)
        scale[1, 32](3, x)
        if x.tolist() != [2, 2, 2]:
            wrong.append(x)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []
    assert scale.module is scale.module
