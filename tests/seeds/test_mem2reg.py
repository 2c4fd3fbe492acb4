"""mem2reg: which slots it promotes, which it refuses and why, what it needs no folding for, and what it means for `.local`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dialect.ops import Alloca, Const
from dialect.parser import parse_module
from tests.seeds.support import ROOT, SAMPLES, Kernelc, renamed, reordered, sample


def ops(text: str) -> list[str]:
    """The ops of a module of one block, constants left out: the text on mem2reg writes them into the ops that use them."""
    (function,) = parse_module(text).functions.values()
    (block,) = function.blocks
    return [op.mnemonic for op in (*block.ops, block.terminator) if not isinstance(op, Const)]


@pytest.mark.parametrize("names", [{}, {"x": "y", "y": "x"}, {"x": "first", "y": "second", "one": "u", "two": "v"}])
def test_eight_ops_become_two_without_folding(names: dict[str, str], kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.mir"
    path.write_text(renamed(sample("straight.mir"), names), "utf-8")
    before = ["mir.alloca", "mir.store", "mir.load", "mir.add", "mir.alloca", "mir.store", "mir.load", "mir.return"]
    assert ops(path.read_text("utf-8")) == before
    code, out, err = kernelc("opt", path, "-p", "mem2reg")
    assert (code, err) == (0, "")
    assert ops(out) == ["mir.add", "mir.return"]
    assert out.count("mir.const") == 2, "1 and 2 are still there, and their sum is not computed"


def test_the_same_from_source(kernelc: Kernelc) -> None:
    code, out, _ = kernelc("build", SAMPLES / "straight.rs", "--emit", "mir")
    assert code == 0 and len(ops(out)) == 8
    listing = kernelc("build", SAMPLES / "straight.rs", "--emit", "cfg")[1]
    assert listing == "fn straight() -> i32 {\n  bb0:\n    %0 = add(1, 2)\n    Return(%0)\n}\n"


@pytest.mark.parametrize("names", [{}, {"answer": "out_value", "out": "p", "hello_constant": "k"}])
def test_hello_constant_is_three_instructions_and_nothing_local(names: dict[str, str], kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text(renamed((ROOT / "kernels" / "hello_constant.rs").read_text("utf-8"), names), "utf-8")
    code, ptx, _ = kernelc("build", path, "-O2")
    assert code == 0 and ".local" not in ptx
    body = ptx.partition("{\n")[2]
    assert re.findall(r"^\t([a-z][\w.]*) ", body, re.MULTILINE) == ["ld.param.u64", "cvta.to.global.u64", "st.global.s32"]
    assert body.rstrip().endswith("ret;\n}")
    code, ptx, _ = kernelc("build", path, "-O0")
    assert code == 0 and "\t.local " in ptx and "ld.local" in ptx and "st.local" in ptx


REFUSED = {
    "passed": ("its address is passed to `g` (at a.rs:12:", "its address is passed to `g` (at a.rs:12:"),
    "counted": ("its address is stored in `p` (at a.rs:13:", "its address is taken by mir.offset (at a.rs:18:"),
    "watched": ("its address is passed to `$Pmut$Si32$$write_volatile` (at a.rs:16:", "it is accessed as volatile (at "),
    "seen": ("its address is cast to u64 (at a.rs:18:", "its address is cast to u64 (at a.rs:18:"),
}


@pytest.mark.parametrize("names", [{}, {"passed": "a", "counted": "b", "watched": "c", "seen": "d"}, {"passed": "seen", "seen": "passed"}])
def test_each_refusal_of_the_text_has_its_reason(
    names: dict[str, str], kernelc: Kernelc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passed on, kept in another pointer, arithmetic, volatile, cast to an integer: alone, and at the end of the whole road."""
    monkeypatch.chdir(tmp_path)
    Path("a.rs").write_text(renamed(sample("refused.rs"), names), "utf-8")
    lines = {name: 8 + at for at, name in enumerate(REFUSED)}
    for road, words in enumerate((("-p", "mem2reg"), ("-O2",))):
        code, _, err = kernelc("build", "a.rs", "-v", "--emit", "ssa", *words)
        notes = err.splitlines()
        assert code == 0 and len(notes) == len(REFUSED), "one note a variable"
        for name, reasons in REFUSED.items():
            wanted = f"note: a.rs:{lines[name]}:9: mem2reg left `{names.get(name, name)}` of refused: {reasons[road]}"
            assert [note for note in notes if note.startswith(wanted)], (wanted, notes)


def test_lets_in_any_order(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    lets = tuple(line for line in sample("refused.rs").splitlines() if line.startswith("    let mut"))
    for variant in reordered(sample("refused.rs"), lets)[::7]:
        path.write_text(variant, "utf-8")
        err = kernelc("build", path, "-v", "-o", tmp_path / "a.ptx")[2]
        assert sorted(re.findall(r"left `(\w+)`", err)) == sorted(REFUSED)


def slots(text: str) -> list[str]:
    return [op.name for f in parse_module(text).functions.values() for op in f.blocks[0].ops if isinstance(op, Alloca)]


def test_a_borrow_alone_is_refused_and_the_full_road_promotes_it(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.mir"
    assert kernelc("build", SAMPLES / "reference.rs", "--emit", "mir", "-o", path)[0] == 0
    code, out, err = kernelc("opt", path, "-p", "mem2reg", "-v")
    assert code == 0 and slots(out) == ["x"]
    assert err == "note: mem2reg left `x` of reference: its address is stored in `r`\n"
    code, out, err = kernelc("build", SAMPLES / "reference.rs", "-v", "--emit", "ssa")
    assert (code, err) == (0, "") and slots(out) == [] and "mir.const 2" in out
    assert ".local" not in kernelc("build", SAMPLES / "reference.rs")[1]


def test_a_borrow_cast_to_a_pointer_likewise(kernelc: Kernelc, tmp_path: Path) -> None:
    """`unsafe { *(&mut x as *mut i32) = 2; }`."""
    path = tmp_path / "a.rs"
    path.write_text("fn f() -> i32 { let mut x: i32 = 1; unsafe { *(&mut x as *mut i32) = 2; } x }", "utf-8")
    code, out, err = kernelc("build", path, "-p", "mem2reg", "--emit", "ssa", "-v")
    assert code == 0 and slots(out) == ["x"] and "left `x` of f: its address is taken by" in err
    code, out, err = kernelc("build", path, "--emit", "ssa", "-v")
    assert (code, err) == (0, "") and slots(out) == []


@pytest.mark.parametrize("names", [{}, {"x": "kept", "r": "x", "helper": "unsafe_helper"}])
def test_an_address_that_a_function_gets_stays_local_and_the_note_says_why(
    names: dict[str, str], kernelc: Kernelc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.rs").write_text(renamed(sample("helper.rs"), names), "utf-8")
    code, ptx, err = kernelc("build", "a.rs", "-v")
    name, callee = names.get("x", "x"), names.get("helper", "helper")
    assert code == 0
    assert f".local .align 4 .b8 {name}[4];" in ptx and "ld.local" in ptx and "cvta.local" in ptx
    assert err.startswith(f"note: a.rs:8:9: mem2reg left `{name}` of escaping: its address is passed to `{callee}` (at a.rs:10:")
    assert err.count("\n") == 1


def test_when_it_may_be_inlined_it_is_promoted(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text(sample("helper.rs").replace("#[inline(never)]\n", ""), "utf-8")
    code, ptx, err = kernelc("build", path, "-v")
    assert (code, err) == (0, "") and ".local" not in ptx


def test_a_pointer_kept_in_memory_keeps_what_it_points_to(kernelc: Kernelc) -> None:
    code, ptx, err = kernelc("build", SAMPLES / "moved.rs", "-v")
    assert code == 0 and ptx.count("\t.local ") == 2
    assert "left `x` of moved: its address is stored in `p`" in err and "left `p` of moved: its address is passed to `through`" in err


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2"])
def test_what_escapes_still_means_the_same(level: str, kernelc: Kernelc) -> None:
    for name, kernel, value in (("helper", "escaping", 5), ("moved", "moved", 2), ("reference", "reference", 2)):
        code, out, _ = kernelc("run", f"{SAMPLES / name}.rs::{kernel}", "out=zeros:i32[1]", "--print", "out", "--device", "cpu", level)
        assert (code, out) == (0, f"out = [{value}]\n")


def test_mem2reg_is_required_before_anything_but_at_o0(kernelc: Kernelc) -> None:
    """At -O1 and -O2 a slot stays only with a reason; at -O0 all stay."""
    for path in sorted((ROOT / "kernels").glob("*.rs")):
        assert ".local" not in kernelc("build", path, "-O1")[1] or path.stem != "hello_constant"
        assert ".local" not in kernelc("build", path, "-O2")[1]
        assert ".local" in kernelc("build", path, "-O0")[1]
