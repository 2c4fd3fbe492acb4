"""Objects for systems that nothing runs on here: LLVM makes them of the same code, in the one format that is checked, and they call nothing unknown."""

from pathlib import Path

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.parser import parse_module
from ptx.vm.compiled.analysis.assumptions import Assumptions
from ptx.vm.compiled.control import kernel
from ptx.vm.compiled.ir.helpers import COMMON
from ptx.vm.compiled.native import compile as native
from ptx.vm.compiled.native import target
from ptx.vm.compiled.native.loading import HOST_SYMBOLS, WINDOWS_SYMBOLS
from ptx.vm.launched import LaunchShape

binding = pytest.importorskip("llvmlite.binding")
ROOT = Path(__file__).resolve().parents[4]
SYSTEMS = {
    "x86_64-pc-windows-msvc-elf": "x86-64-v3",
    "x86_64-apple-darwin23.1.0-elf": "x86-64-v3",
    "arm64-apple-darwin23.1.0-elf": "apple-m1",
    "aarch64-unknown-linux-gnu": "neoverse-n1",
}
"""System → a processor."""
KERNELS = ("classify", "histogram", "matmul_tiled", "reduce", "softmax")


def objects(name: str) -> list[bytes]:
    """The object files of all kernels of a file, and of what all kernels call."""
    text = compile_source(Source(name, (ROOT / "kernels" / name).read_text()), Options()).ptx()
    module, found = parse_module(text), [native.common_object(None)]
    for entry in module.entries():
        offsets = {parameter.name: 8 * position for position, parameter in enumerate(entry.parameters)}
        assumed = Assumptions(True, tuple(offsets.values()))
        making = native.Making(module, entry.name, LaunchShape((1, 1, 1), (64, 1, 1), 0), {}, offsets, {}, 8 * len(offsets), assumed)
        found.append(making.made(None).partition(b"\n")[2])
    return found


@pytest.mark.parametrize("triple", SYSTEMS)
def test_objects_of_other_systems(triple: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        binding.Target.from_triple(triple)
    except RuntimeError as reason:
        pytest.skip(f"this LLVM has no such target: {reason}")
    monkeypatch.setattr(target, "object_triple", lambda: triple)
    monkeypatch.setattr(target, "machine_key", lambda: (SYSTEMS[triple], "", "a test"))
    monkeypatch.setattr(kernel, "machine_key", lambda: (SYSTEMS[triple], "", "a test"))
    monkeypatch.setattr(kernel, "is_x86", lambda: triple.startswith("x86"))
    monkeypatch.setattr(target, "is_arm", lambda: not triple.startswith("x86"))
    for data in [data for name in KERNELS for data in objects(f"{name}.rs")]:
        assert data[:5] == b"\x7fELF\x02"
        assert target.undefined_symbols(data) <= {*COMMON, *HOST_SYMBOLS, *WINDOWS_SYMBOLS}


@pytest.mark.parametrize(("process", "wanted"), [
    ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"), ("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"),
    ("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc-elf"), ("arm64-apple-darwin23.1.0", "arm64-apple-darwin23.1.0-elf"),
])  # fmt: skip
def test_one_format_everywhere(process: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Told:
        get_process_triple = staticmethod(lambda: process)

    monkeypatch.setattr(target, "llvm", Told)
    assert target.object_triple.__wrapped__() == wanted
