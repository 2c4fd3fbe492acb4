"""`kernelc build`, `opt` and `diff` on MIR and PTX: what is printed, what is written, what a dry run says."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kernelc.cli import main

MIR = """\
kernel @store {
bb0(%out: ptr<i32, global>, %n: i32):
  %x: ptr<i32, local> = mir.alloca i32
  mir.store %n, %x
  %v: i32 = mir.load %x
  mir.store %v, %out
  mir.return
}
"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with `store.mir`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "store.mir").write_text(MIR)
    return tmp_path


def ptx_of(folder: Path, *words: str) -> str:
    assert main(["build", "store.mir", "-o", "made.ptx", *words]) == 0
    text = (folder / "made.ptx").read_text("utf-8")
    (folder / "made.ptx").unlink()
    return text


def test_mem2reg_is_required_but_at_o0(folder: Path) -> None:
    assert ".local" not in ptx_of(folder)
    assert ".local" not in ptx_of(folder, "-O1")
    assert "ld.local" in ptx_of(folder, "-O0")


def test_standard_output_is_the_same_bytes(folder: Path, capsys: Captured) -> None:
    expected = ptx_of(folder)
    assert main(["build", "store.mir"]) == 0
    assert main(["build", "store.mir", "-o", "-"]) == 0
    assert capsys.readouterr().out == 2 * expected


def test_arch_raises_the_target(folder: Path) -> None:
    assert ".target sm_70\n" in ptx_of(folder)
    assert ".target sm_90\n" in ptx_of(folder, "--arch", "sm_90")


def test_several_kinds_stand_under_headings(folder: Path, capsys: Captured) -> None:
    assert main(["build", "store.mir", "--emit", "mir,ssa", "--emit", "ptx"]) == 0
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line.startswith("====")] == [
        "==== mir ====",
        "==== ssa ====",
        "==== ptx ====",
    ]
    assert printed.count("mir.alloca") == 1


def test_several_kinds_become_several_files(folder: Path) -> None:
    assert main(["build", "store.mir", "--emit", "ssa,ptx", "-o", "out.ptx"]) == 0
    assert sorted(os.listdir()) == ["out.ptx", "out.ssa", "store.mir"]
    assert (folder / "out.ptx").read_text("utf-8") == ptx_of(folder)


def test_mir_is_printed_as_it_was_read(folder: Path, capsys: Captured) -> None:
    assert main(["build", "store.mir", "--emit", "mir"]) == 0
    assert capsys.readouterr().out == MIR


def test_a_stage_before_the_input_is_refused(folder: Path, capsys: Captured) -> None:
    assert main(["build", "store.mir", "--emit", "ast"]) == 2
    assert capsys.readouterr().err == "kernelc: `store.mir` has no ast: it begins at mir\n"


def test_ptx_goes_on_from_ptx(folder: Path, capsys: Captured) -> None:
    (folder / "a.ptx").write_text(ptx_of(folder))
    assert main(["build", "a.ptx"]) == 0
    assert capsys.readouterr().out == (folder / "a.ptx").read_text("utf-8")


@pytest.mark.ptxas
def test_machine_code(folder: Path, capsys: Captured) -> None:
    assert main(["build", "store.mir", "--emit", "cubin", "-o", "k.cubin"]) == 0
    assert (folder / "k.cubin").read_bytes().startswith(b"\x7fELF")
    assert main(["build", "store.mir", "--assemble", "-o", "k.ptx"]) == 0
    assert "store: " in (report := capsys.readouterr().err)
    assert "registers, 0 bytes spilled, 0 bytes local, 0 bytes shared" in report


@pytest.mark.ptxas
def test_ptx_that_the_assembler_refuses_is_the_users_fault(folder: Path, capsys: Captured) -> None:
    wrong = ptx_of(folder).replace(".version 6.0", ".version 6.9")
    (folder / "wrong.ptx").write_text(wrong)
    assert main(["build", "wrong.ptx", "--emit", "cubin", "-o", "k.cubin"]) == 1
    assert "the assembler refuses wrong.ptx" in capsys.readouterr().err
    assert not (folder / "k.cubin").exists()


def test_without_an_assembler_the_exit_code_is_3(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("KERNELC_PTXAS", str(folder / "absent"))
    assert main(["build", "store.mir", "--assemble"]) == 3
    assert "KERNELC_PTXAS is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "place"),
    [("func @f {\n", "bad.mir:"), ("func @f {\nbb0:\n  mir.nonsense\n}\n", "bad.mir:3:3: "), ("\x00", "bad.mir:1:1: ")],
)
@pytest.mark.parametrize("command", [["build"], ["opt", "-p", "dce"]])
def test_what_is_no_mir(folder: Path, capsys: Captured, text: str, place: str, command: list[str]) -> None:
    (folder / "bad.mir").write_text(text)
    assert main([*command, "bad.mir", "-o", "out"]) == 1
    assert place in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_every_fault_of_the_verifier_is_printed(folder: Path, capsys: Captured) -> None:
    (folder / "bad.mir").write_text("func @f {\nbb0:\n  mir.goto bb99\nbb1:\n  mir.goto bb0\n}\n")
    assert main(["build", "bad.mir"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "error: jump target bb99 does not exist (in bb0)"
    assert said[-1] == f"kernelc: bad.mir: {len(said) - 1} faults"


def test_what_is_no_ptx(folder: Path, capsys: Captured) -> None:
    (folder / "bad.ptx").write_text(".version 8.0\n.target sm_70\n.address_size 64\n.nonsense\n")
    assert main(["build", "bad.ptx"]) == 1
    assert "bad.ptx:4: " in capsys.readouterr().err


def test_opt_runs_passes_in_order(folder: Path, capsys: Captured) -> None:
    assert main(["opt", "store.mir", "-p", "mem2reg"]) == 0
    assert "alloca" not in capsys.readouterr().out
    assert main(["opt", "store.mir", "-p", "dce", "--verify", "-o", "out.mir"]) == 0
    assert (folder / "out.mir").read_text("utf-8") == MIR


def test_opt_reads_what_it_printed(folder: Path, capsys: Captured) -> None:
    assert main(["opt", "store.mir", "-p", "mem2reg", "-o", "one.mir"]) == 0
    assert main(["opt", "one.mir", "-p", "mem2reg"]) == 0
    assert capsys.readouterr().out == (folder / "one.mir").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["opt", "store.mir"], "opt needs passes"),
        (["opt", "store.mir", "-p", "mem2rag"], "there is no pass `mem2rag`; did you mean `mem2reg`?"),
        (["build", "store.mir", "-p", "(dce"], "`(` without `)`"),
        (["opt", "-p", "dce"], "opt takes one file, not 0"),
        (["build", "store.mir", "--emit", "mir,cubin"], "machine code cannot stand in one output with texts"),
        (["build", "store.mir", "-o", "."], "cannot write `.`: it is a directory"),
        (["build", "store.mir", "-o", "absent/k.ptx"], "there is no folder `absent`"),
        (["build", "store.mir", "--arch", "sm_12"], "--arch: `sm_12` is not one of"),
    ],
)
def test_bad_command_lines(folder: Path, capsys: Captured, words: list[str], said: str) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def dry_run(capsys: Captured, *words: str) -> tuple[int, str]:
    code = main(["build", "store.mir", "--dry-run", *words])
    return code, capsys.readouterr().out


def test_a_dry_run_compares_and_writes_nothing(folder: Path, capsys: Captured) -> None:
    made = ptx_of(folder)
    assert dry_run(capsys, "-o", "k.ptx") == (1, "new file: k.ptx\n")
    assert sorted(os.listdir()) == ["store.mir"]
    (folder / "k.ptx").write_text(made)
    assert dry_run(capsys, "-o", "k.ptx") == (0, "")
    assert dry_run(capsys, "--against", "k.ptx", "-o", "elsewhere.ptx") == (0, "")
    assert sorted(os.listdir()) == ["k.ptx", "store.mir"]


def test_a_dry_run_tells_names_from_meaning(folder: Path, capsys: Captured) -> None:
    made = ptx_of(folder)
    (folder / "k.ptx").write_text(made.replace("%n", "%renamed"))
    code, printed = dry_run(capsys, "--against", "k.ptx")
    assert code == 1
    assert printed.startswith("same meaning: k.ptx\n--- k.ptx\n+++ now\n")
    assert dry_run(capsys, "--against", "k.ptx", "--ignore-names")[0] == 0
    (folder / "k.ptx").write_text(made.replace("ret;", "exit;"))
    code, printed = dry_run(capsys, "--against", "k.ptx", "--ignore-names")
    assert code == 1
    assert printed.startswith("meaning differs: k.ptx\n")
    (folder / "k.ptx").write_text("no PTX at all\n")
    assert dry_run(capsys, "--against", "k.ptx")[1].startswith("meaning differs: k.ptx\n")


def test_a_dry_run_as_json(folder: Path, capsys: Captured) -> None:
    made = ptx_of(folder)
    (folder / "k.ptx").write_text(made)
    for path, outcome, expected in (("k.ptx", "equal", 0), ("absent.ptx", "new file", 1)):
        code, printed = dry_run(capsys, "--against", path, "--format", "json")
        assert (code, json.loads(printed)) == (expected, {"outcome": outcome, "file": path, "diff": []})


def test_diff(folder: Path, capsys: Captured) -> None:
    made = ptx_of(folder)
    (folder / "a.ptx").write_text(made)
    (folder / "b.ptx").write_text(made.replace("%n", "%renamed"))
    (folder / "c.ptx").write_text(made.replace("ret;", "exit;"))
    assert main(["diff", "a.ptx", "b.ptx"]) == 0
    assert capsys.readouterr().out == "same meaning: a.ptx and b.ptx\n"
    assert main(["diff", "a.ptx", "c.ptx"]) == 1
    assert capsys.readouterr().out.startswith("meaning differs: a.ptx and c.ptx\n--- a.ptx\n+++ c.ptx\n")
    assert main(["diff", "a.ptx", "absent.ptx"]) == 1
    assert "no such file: `absent.ptx`" in capsys.readouterr().err


def test_hash_seed_and_folder_do_not_show(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    import subprocess
    import sys

    outputs = set()
    for seed, place in (("1", folder), ("2", tmp_path_factory.mktemp("elsewhere"))):
        (place / "store.mir").write_text(MIR)
        command = [sys.executable, "-m", "kernelc", "build", "store.mir", "--emit", "ssa,ptx"]
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        outputs.add(subprocess.run(command, cwd=place, env=environment, check=True, capture_output=True).stdout)
    assert len(outputs) == 1
