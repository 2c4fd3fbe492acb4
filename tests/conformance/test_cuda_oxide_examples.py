"""Examples of NVIDIA's cuda-oxide pass their own checks on the virtual machine, with their own host programs.

Nothing is fetched here (`examples.py` says what is needed); without it these tests are skipped. KERNELC_EXAMPLES names other examples than the
few that run by default, separated by commas.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kernelc.frontend.diagnostics import CompileError
from tests.conformance import examples, launch

SOURCE = """
use cuda_device::*;

static mut CALLS: u32 = 0;

#[kernel]
pub fn bump(x: &[u32], mut out: DisjointSlice<u32>, slots: &[u64]) {
    let index = thread::index_1d();
    let i = index.get();
    unsafe {
        CALLS += 1;
        if let Some(element) = out.get_mut(index) {
            *element = x[i] + CALLS;
        }
        *(slots[i] as *mut u32) = 7;
    }
}
"""
NAMES = [name for name in os.environ.get("KERNELC_EXAMPLES", "vecadd,array_index,bool_phi_cmp,complex_mul").split(",") if name]
FIRST, SECOND, THIRD = 0x55F0_0000_2000, 0x7F12_3456_7200, 0x7F12_3456_9400
"""Addresses as a host program has them."""


@pytest.mark.parametrize("name", NAMES)
def test_an_example_passes_its_own_checks(name: str, tmp_path: Path) -> None:
    if examples.missing():
        pytest.skip(examples.missing())
    work = Path(os.environ.get("STANDIN_WORK", "") or tmp_path)
    setting = examples.Setting(Path(os.environ["KERNELC_CUDA_OXIDE"]).resolve(), examples.standin_folder(), work)
    row = examples.examine(setting, name)
    assert row.state == "passes", f"{row.name}: {row.state}: {row.reason}"


def folder_of(place: Path, number: int, **changes: object) -> Path:
    """A launch folder of `bump` by one thread: x = [41], out = [0], and in a third buffer the address of out's second element."""
    (place / "src").mkdir(parents=True, exist_ok=True)
    (place / "src" / "main.rs").write_text(SOURCE, encoding="utf-8")
    folder = place / f"77-{number:05}"
    folder.mkdir()
    contents = {FIRST: [41], SECOND: [0, 0], THIRD: [SECOND + 4]}
    buffers = []
    for position, (address, values) in enumerate(contents.items(), 1):
        data = b"".join([value.to_bytes(8 if address == THIRD else 4, "little") for value in values])
        (folder / f"buffer_{position}.bin").write_bytes(data)
        buffers.append(
            {"id": position, "file": f"buffer_{position}.bin", "address": address, "bytes": len(data), "referenced": True}
        )
    params = [{"size": 8, "align": 8, "hex": word.to_bytes(8, "little").hex()} for word in (FIRST, 1, SECOND, 2, THIRD, 1)]
    launched: dict[str, object] = {
        "format": "standin-launch",
        "version": 1,
        "endian": "little",
        "kernel": "bump",
        "module_path": "example",
        "package": "example",
        "source": {"manifest_dir": str(place), "file": "src/main.rs", "line": 6},
        "type_args": [],
        "grid": [1, 1, 1],
        "block": [1, 1, 1],
        "cluster": [1, 1, 1],
        "cooperative": False,
        "dynamic_shared_bytes": 0,
        "args": [{"name": "x", "kind": "slice", "buffer": 1}],
        "params": params,
        "constants": [],
        "buffers": buffers,
    }
    (folder / "launch.json").write_text(json.dumps(launched | changes), encoding="utf-8")
    return folder


def test_a_launch_writes_its_buffers_and_keeps_statics(tmp_path: Path) -> None:
    """A pointer inside a buffer leads to another one; a static counts the launches of a host program."""
    for number in (1, 2, 3):
        folder = folder_of(tmp_path, number)
        assert launch.main(folder) == 0
        out = (folder / "buffer_2.bin").read_bytes()
        assert (int.from_bytes(out[:4], "little"), int.from_bytes(out[4:], "little")) == (41 + number, 7)
        assert (folder / "buffer_1.bin").read_bytes() == (41).to_bytes(4, "little")


def test_the_statics_of_another_program_with_the_same_number_are_gone(tmp_path: Path) -> None:
    assert launch.main(folder_of(tmp_path / "one", 1)) == 0
    assert launch.main(folder_of(tmp_path / "one", 2)) == 0
    again = folder_of(tmp_path / "two", 1)
    (tmp_path / "two" / "77.statics").mkdir()
    for kept in (tmp_path / "one" / "77.statics").iterdir():
        (tmp_path / "two" / "77.statics" / kept.name).write_bytes(kept.read_bytes())
    assert launch.main(again) == 0
    assert (again / "buffer_2.bin").read_bytes()[:4] == (42).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("changes", "code", "text"),
    [
        ({"block": [2, 1, 1]}, 719, "Panic: "),
        ({"block": [2048, 1, 1]}, 1, "LaunchError: "),
        ({"cluster": [2, 1, 1]}, 801, "not run: a cluster of [2, 1, 1] blocks"),
        ({"cooperative": True}, 801, "not run: a cooperative launch"),
        ({"version": 2}, 801, "not run: the launch folder is of another format"),
        ({"grid": [1, 2, 1]}, 801, "not run: bump: grid and block have one dimension"),
        ({"kernel": "bumb"}, 801, "not run: the file has no kernel bumb; it has bump"),
        ({"params": []}, 1, "LaunchError: "),
    ],
)
def test_what_goes_wrong_is_said_and_no_buffer_changes(tmp_path: Path, changes: dict[str, object], code: int, text: str) -> None:
    folder = folder_of(tmp_path, 1, **changes)
    assert launch.main(folder) == 1
    assert (folder / "error.code").read_text() == f"{code}\n"
    assert text in (folder / "error.txt").read_text()
    assert (folder / "buffer_2.bin").read_bytes() == bytes(8)


def test_an_access_past_a_buffer_is_an_illegal_address(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, 1)
    data = json.loads((folder / "launch.json").read_text())
    data["params"][2]["hex"] = (SECOND + 8).to_bytes(8, "little").hex()
    (folder / "launch.json").write_text(json.dumps(data))
    assert launch.main(folder) == 1
    assert (folder / "error.code").read_text() == "700\n"
    assert "OutOfBounds: " in (folder / "error.txt").read_text()


def test_errors_of_the_device_code_have_their_code(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, 1)
    (tmp_path / "src" / "main.rs").write_text(SOURCE.replace("x[i]", "y[i]"), encoding="utf-8")
    assert launch.main(folder) == 1
    assert "refused: K0425 cannot find value `y` in this scope" in (folder / "error.txt").read_text()
    with pytest.raises(CompileError):
        launch.run(folder)


GENERIC = """
pub mod kernels {
    use cuda_device::*;

    pub trait Amount {
        const VALUE: u32;
    }
    pub struct Five;
    impl Amount for Five {
        const VALUE: u32 = 5;
    }

    #[kernel]
    pub fn fill<A: Amount, T: Copy, const N: usize>(x: T, mut out: DisjointSlice<u32>) {
        if let Some(element) = out.get_mut(thread::index_1d()) {
            *element = A::VALUE + N as u32 + size_of::<T>() as u32 * 100;
        }
    }
}
"""


def generic_folder(place: Path, amount: str) -> Path:
    """A launch folder of `fill::<amount, f64, 7>(1.0, …)`."""
    arguments = [("A", "type", amount), ("T", "type", "f64"), ("N", "const", "7")]
    words = [{"size": 8, "align": 8, "hex": word.to_bytes(8, "little").hex()} for word in (0x3FF0_0000_0000_0000, SECOND, 2)]
    named = [{"name": name, "kind": kind, "value": value} for name, kind, value in arguments]
    changes: dict[str, object] = {"type_args": named, "params": words, "kernel": "fill", "module_path": "example::kernels"}
    folder = folder_of(place, 1, **changes)
    (place / "src" / "main.rs").write_text(GENERIC, encoding="utf-8")
    return folder


def test_a_generic_kernel_is_compiled_for_the_arguments_of_the_launch(tmp_path: Path) -> None:
    folder = generic_folder(tmp_path, "example::kernels::Five")
    assert launch.main(folder) == 0
    assert (folder / "buffer_2.bin").read_bytes()[:4] == (5 + 7 + 800).to_bytes(4, "little")


def test_a_closure_of_the_host_has_no_name(tmp_path: Path) -> None:
    folder = generic_folder(tmp_path, "example::main::{{closure}}")
    assert launch.main(folder) == 1
    assert "not run: kernel fill is launched with a closure of the host program" in (folder / "error.txt").read_text()


LOG = """out_of_range: FAIL (kernel did not trap)
--- stderr
[standin] external gather grid (1, 1, 1) block (256, 1, 1) 5.2ms
"""
TRAP = "[standin] kernel gather: external runner: exit status: 1 {}\n"


@pytest.mark.parametrize(
    ("status", "log", "state", "reason"),
    [
        ("passed", LOG, "passes", "launches: 1"),
        ("passed", "--- stderr\n", "not run", "the host program launches no kernel"),
        (
            "passed",
            LOG + TRAP.format("Panic: panic: no"),
            "passes",
            "launches: 1; as the host program expects: kernel gather: Panic: panic: no",
        ),
        ("passed", LOG + TRAP.format("refused: K0412 no type"), "refused", "kernel gather: K0412 no type"),
        ("failed", LOG + TRAP.format("not run: a cluster"), "not run", "kernel gather: a cluster"),
        ("failed", LOG, "fails", "out_of_range: FAIL (kernel did not trap)"),
        ("timeout", LOG, "not run", "not finished after 60 s; launches: 1"),
        ("build failed", "", "not run", "host program: build failed"),
    ],
)
def test_what_a_run_shows(tmp_path: Path, status: str, log: str, state: str, reason: str) -> None:
    (tmp_path / "log").write_text(log, encoding="utf-8")
    row = examples.row_of({"name": "gather", "status": status}, tmp_path / "log")
    assert (row.name, row.state, row.reason) == ("gather", state, reason)
