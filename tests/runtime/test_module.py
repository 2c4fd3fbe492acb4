"""Loading: files of every kind, options, names, stages, pickling, equality, notebooks."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import CompileError, CompileWarning, KernelError, NotSupported, OptionError, load
from tests.runtime.support import ROOT, load_text

SAXPY = ROOT / "kernels" / "saxpy.rs"
FILL = "#[kernel] pub fn fill(n: u32, out: &mut [u32]) { let i = thread::index_1d().get(); if i < out.len() { out[i] = n; } }"


def run(kernel: Any) -> list[int]:
    out = np.zeros(3, np.uint32)
    kernel[1, 32](7, out)
    return [int(each) for each in out]


# ------------------------------------------------------------------------------------------------------------------- what is loaded


@pytest.mark.parametrize("path", [SAXPY, str(SAXPY)])
def test_paths_of_either_kind(path: Any) -> None:
    module = load(path)
    assert (module.path, list(module.kernels)) == (str(SAXPY), ["saxpy"])
    assert module.ptx == module.saxpy.ptx()
    assert "saxpy" in dir(module)
    assert repr(module) == f"<kernels of {SAXPY}: saxpy>"
    assert repr(module.saxpy) == f"<kernel saxpy(a: f32, x: &[f32], y: &mut [f32]) of {SAXPY}>"


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.rs", "K1001"), (tmp_path / "none.ptx", "K1001"), (tmp_path, "K1002"), ("a\0b.rs", "K1003")):
        with pytest.raises(CompileError, match=code):
            load(path)
    (tmp_path / "latin.rs").write_bytes(b"// \xe9\n")
    with pytest.raises(CompileError, match="K1004"):
        load(tmp_path / "latin.rs")
    (tmp_path / "k.cu").write_text("")
    with pytest.raises(KernelError, match=r"k.cu` is neither a .rs nor a .ptx file"):
        load(tmp_path / "k.cu")
    with pytest.raises(TypeError):
        load(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the path is of type bytes"):
        load(b"k.rs")  # type: ignore[arg-type]


def test_every_error_is_raised_at_once_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(CompileError) as caught:
        load_text(tmp_path, "#[kernel] pub fn k(x: &mut [u32]) {\n    x[0] = a;\n    x[1] = b;\n}")
    assert [d.span.line for d in caught.value.diagnostics if d.span] == [3, 4]
    assert f"{tmp_path}/k.rs:3:12" in str(caught.value)
    with pytest.raises(CompileError, match="K10"):
        load_text(tmp_path, "#[kernel] pub fn k( {")
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), CompileError)


def test_a_file_with_only_generic_kernels(tmp_path: Path) -> None:
    module = load_text(tmp_path, "#[kernel] pub fn k<T: Copy>(x: &mut [T], v: T) { x[0] = v; }")
    assert module.kernels == {}
    assert repr(module).endswith("k.rs: k<…>>")


def test_a_file_without_kernels(tmp_path: Path) -> None:
    module = load_text(tmp_path, "pub fn double(x: f32) -> f32 { x + x }")
    assert module.kernels == {}
    assert repr(module).endswith("k.rs: none>")
    with pytest.raises(AttributeError, match="has no kernel `double`; it has none"):
        _ = module.double


def test_names_that_are_nearly_right() -> None:
    with pytest.raises(AttributeError, match="has no kernel `sxapy`; did you mean `saxpy`"):
        _ = load(SAXPY).sxapy
    assert not hasattr(load(SAXPY), "__array__")


def test_kernels_win_over_attributes(tmp_path: Path) -> None:
    names = ["path", "ptx", "options", "launch", "kernels", "_code", "__reduce", "source"]
    module = load_text(tmp_path, "\n".join(FILL.replace("fill", name) for name in names))
    for name in names:
        assert run(module.kernels[name]) == [7, 7, 7]
    for name in ("path", "ptx", "options", "launch", "_code", "source"):
        assert run(getattr(module, name)) == [7, 7, 7]


def test_kernels_of_one_name_in_different_modules(tmp_path: Path) -> None:
    inner = f"mod inner {{ use cuda_device::*; {FILL.replace('= n', '= n + 1')} }}"
    module = load_text(tmp_path, f"{inner}\n{FILL}")
    assert run(module.fill) == [7, 7, 7]
    assert run(module.kernels["inner::fill"]) == [8, 8, 8]
    assert run(load_text(tmp_path, inner).fill) == [8, 8, 8]


def test_warnings_are_passed_on(tmp_path: Path) -> None:
    text = "#[kernel] pub fn k(n: u32, x: &mut [u32]) { x[0] = match n { _ => 1,\n 2 => 5 }; }"
    with pytest.warns(CompileWarning, match="unreachable pattern"):
        load_text(tmp_path, text)


# -------------------------------------------------------------------------------------------------------------------------- options


def test_options_decide_the_code() -> None:
    assert ".local" in load(SAXPY, level=0).ptx
    assert ".local" not in load(SAXPY, level=2).ptx
    assert "fma.rn" in load(SAXPY).ptx
    assert "fma.rn" not in load(SAXPY, fmad=False).ptx
    assert ".target sm_90" in load(SAXPY, arch="sm_90").ptx
    assert ".loc" in load(SAXPY, debug=True).ptx
    assert load(SAXPY, level=1).options.level == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lvel": 1}, "there is no option `lvel`; did you mean `level`?"),
        ({"emit": "ptx"}, "there is no option `emit`; there are "),
        ({"level": 5}, "level is 5, must be 0, 1, 2"),
        ({"level": True}, "level is True, must be 0, 1, 2"),
        ({"fmad": 1}, "fmad is 1, must be True or False"),
        ({"arch": "sm_12"}, "arch is 'sm_12', must be one of "),
        ({"arch": 90}, "arch is 90, must be one of "),
        ({"panic": "loud"}, "panic is 'loud', must be one of "),
        ({"passes": "mem2rgg"}, "there is no pass `mem2rgg`; did you mean `mem2reg`?"),
        ({"passes": ["mem2reg"]}, "passes is ['mem2reg'], must be a string"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        load(SAXPY, **options)
    assert message in str(caught.value)


# --------------------------------------------------------------------------------------------------------------------------- stages


def test_stages() -> None:
    kernel = load(SAXPY).saxpy
    assert "mir.alloca" in kernel.mir("built")
    assert "mir.alloca" not in kernel.mir()
    assert kernel.mir("mem2reg") != kernel.mir("built")
    assert kernel.cfg().startswith("kernel saxpy(") or "saxpy(" in kernel.cfg()
    with pytest.raises(ValueError, match=r"stage is 'mem2rgg', must be 'built', 'optimised' or a list of passes: there is no pass"):
        kernel.mir("mem2rgg")


def test_stages_of_a_module_whose_other_files_have_changed(tmp_path: Path) -> None:
    (tmp_path / "other.rs").write_text("pub fn two() -> u32 { 2 }")
    kernel = load_text(tmp_path, "mod other;\n#[kernel] pub fn k(x: &mut [u32]) { x[0] = other::two(); }").k
    (tmp_path / "other.rs").write_text("pub fn two() -> u32 { 3 }")
    with pytest.raises(KernelError, match="have changed since it was loaded"):
        kernel.mir()


@pytest.mark.ptxas
def test_machine_code() -> None:
    kernel = load(SAXPY).saxpy
    assert kernel.resources().registers > 0
    assert kernel.resources().local == 0


@pytest.mark.ptxas
def test_machine_code_as_text() -> None:
    from ptx.assemble import find_nvdisasm

    if find_nvdisasm() is None:
        pytest.skip("no nvdisasm: install the extra `ptxas`")
    assert "FFMA" in load(SAXPY).saxpy.sass()


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELC_PTXAS", "/nowhere/ptxas")
    kernel = load(SAXPY).saxpy
    for ask in (kernel.resources, kernel.sass):
        with pytest.raises(NotSupported, match="KERNELC_PTXAS is '/nowhere/ptxas'"):
            ask()
    monkeypatch.delenv("KERNELC_PTXAS")
    monkeypatch.setattr("ptx.assemble.find_ptxas", lambda: None)
    monkeypatch.setattr("ptx.assemble.find_nvjitlink", lambda: False)
    with pytest.raises(NotSupported, match=r"kernelc\[ptxas\]"):
        kernel.resources()


# ----------------------------------------------------------------------------------------------------- pickling, equality, notebooks


def test_a_pickled_kernel_is_the_same_code(tmp_path: Path) -> None:
    kernel = load_text(tmp_path, FILL, level=0).fill
    data = pickle.dumps(kernel)
    (tmp_path / "k.rs").write_text("no longer Rust")
    again = pickle.loads(data)
    assert run(again) == [7, 7, 7]
    assert (again == kernel, hash(again) == hash(kernel), again.ptx() == kernel.ptx()) == (True, True, True)
    assert again.mir("built") == kernel.mir("built")
    assert run(copy.deepcopy(kernel)) == run(copy.copy(kernel)) == [7, 7, 7]
    module = pickle.loads(pickle.dumps(load(SAXPY, level=0)))
    assert (module.options.level, list(module.kernels)) == (0, ["saxpy"])


def test_damaged_pickles_are_refused() -> None:
    data = pickle.dumps(load(SAXPY).saxpy)
    with pytest.raises(KernelError, match="damaged"):
        pickle.loads(data.replace(b"fma.rn", b"fma.rz"))


def test_equal_kernels_are_the_same_code(tmp_path: Path) -> None:
    first, second = load_text(tmp_path, FILL).fill, load_text(tmp_path, FILL).fill
    assert first == second
    assert {first: 1}[second] == 1
    assert first != load_text(tmp_path, FILL, level=0).fill
    assert first != load_text(tmp_path, FILL.replace("= n", "= n + 1")).fill
    assert first != "fill"


def test_panics_of_a_pickled_kernel_keep_their_place(tmp_path: Path) -> None:
    kernel = load_text(tmp_path, "#[kernel] pub fn k(x: &mut [u32]) {\n    x[3] = 1;\n}").k
    with pytest.raises(KernelError, match=f"{tmp_path}/k.rs:3:5"):
        pickle.loads(pickle.dumps(kernel))[1, 1](np.zeros(1, np.uint32))


def test_notebooks(tmp_path: Path) -> None:
    module = load_text(tmp_path, "#[kernel] pub fn k(a: &mut [u32], b: &mut [u32]) {}")
    assert "<td>a</td><td><code>&amp;mut [u32]</code></td>" in module.k._repr_html_()
    assert "<code>k(a: &amp;mut [u32], b: &amp;mut [u32])</code>" in module._repr_html_()
    assert repr(module.k[2, (8, 4)]).endswith("[(2, 1, 1), (8, 4, 1)]")


def test_state_of_a_module_stays_from_launch_to_launch_and_is_its_own(tmp_path: Path) -> None:
    text = "static mut TOTAL: u32 = 0;\n#[kernel] pub fn k(x: &mut [u32]) { unsafe { TOTAL = TOTAL + 1; x[0] = TOTAL; } }"
    try:
        first = load_text(tmp_path, text)
    except CompileError as problem:
        pytest.skip(f"the language has no statics yet: {problem.diagnostics[0].message}")
    out = np.zeros(1, np.uint32)
    first.k[1, 1](out)
    first.k[1, 1](out)
    assert out[0] == 2
    load_text(tmp_path, text).k[1, 1](out)
    assert out[0] == 1
