"""Assembling: resources, cubin, errors with PTX and source lines, missing tools; with ptxas itself and with recorded logs."""

import os
import stat
import sys
from pathlib import Path

import pytest

import ptx.assemble as tools
from ptx.assemble import AssemblyError, Message, Resources, ToolMissing, assemble, disassemble, find_ptxas, source_lines

SPILLING = """.version 6.0
.target sm_70
.address_size 64
.file 1 "kernel.rs"
.visible .entry k(.param .u64 p)
{
	.local .align 4 .b8 buffer[64];
	.shared .align 4 .b8 tile[128];
	.reg .b32 %r<5>;
	.reg .b64 %rd<5>;
	.loc 1 3 9
	ld.param.u64 %rd2, [p];
	cvta.to.global.u64 %rd1, %rd2;
	ld.global.u32 %r1, [%rd1];
	mul.wide.u32 %rd3, %r1, 4;
	mov.u64 %rd4, buffer;
	add.u64 %rd4, %rd4, %rd3;
	.loc 1 4 5
	st.local.u32 [%rd4], %r1;
	ld.local.u32 %r2, [%rd4+4];
	mov.u64 %rd4, tile;
	add.u64 %rd4, %rd4, %rd3;
	st.shared.u32 [%rd4], %r1;
	bar.sync 0;
	ld.shared.u32 %r3, [%rd4+4];
	add.u32 %r3, %r3, %r2;
	st.global.u32 [%rd1], %r3;
	ret;
}
.visible .entry empty() { ret; }
"""

PTXAS_LOG = """ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'empty' for 'sm_75'
ptxas info    : Function properties for empty
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 4 registers, used 0 barriers, 352 bytes cmem[0]
ptxas info    : Compile time = 8.896 ms
ptxas info    : Compiling entry function 'k' for 'sm_75'
ptxas info    : Function properties for k
    64 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 8 registers, used 1 barriers, 64 bytes cumulative stack size, 128 bytes smem, 360 bytes cmem[0], 4 bytes cmem[2]
ptxas warning : Stack size for entry function 'k' cannot be statically determined
"""

NVJITLINK_LOG = """ptxas info    : Compiling entry function 'k' for 'sm_75'
ptxas info    : Function properties for k
ptxas         .     64 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 8 registers, used 1 barriers, 128 bytes smem, 360 bytes cmem[0], 4 bytes cmem[2]
info    : used 9 registers, used 1 barriers, 64 stack, 128 bytes smem, 360 bytes cmem[0], 0 bytes lmem
"""

EXPECTED = {
    "name": "k",
    "registers": 8,
    "barriers": 1,
    "stack_frame": 64,
    "spill_stores": 8,
    "spill_loads": 12,
    "shared": 128,
    "local": 0,
    "constant": {0: 360, 2: 4},
}


@pytest.mark.parametrize("log", [PTXAS_LOG, NVJITLINK_LOG])
def test_reading_of_reports(log: str) -> None:
    report = tools._resources(log)
    assert report["k"].as_dict() == EXPECTED
    assert list(report) == (["empty", "k"] if "empty" in log else ["k"])


def test_reading_of_messages() -> None:
    log = (
        "ptxas /tmp/x.ptx, line 19; error   : Unknown symbol '%r9'\n"
        "ptxas application ptx input, line 13; fatal   : Parsing error near ';': syntax error\n"
        "ptxas warning : Stack size for entry function 'k' cannot be statically determined\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n"
    )
    messages = list(tools._messages(log, SPILLING))
    assert [str(message) for message in messages] == [
        "error: PTX line 19: Unknown symbol '%r9' (from kernel.rs:4:5)",
        "fatal: PTX line 13: Parsing error near ';': syntax error (from kernel.rs:3:9)",
        "warning: Stack size for entry function 'k' cannot be statically determined",
    ]


def test_source_lines_of_text_that_is_not_ptx() -> None:
    assert source_lines("nonsense") == {}
    assert source_lines(SPILLING)[12] == ("kernel.rs", 3, 9)


@pytest.mark.ptxas
def test_assembling() -> None:
    result = assemble(SPILLING)
    assert result.cubin[:4] == b"\x7fELF"
    kernel = result.resources["k"]
    assert isinstance(kernel, Resources)
    assert (kernel.stack_frame, kernel.shared, kernel.spill_stores) == (64, 128, 0)
    assert kernel.registers is not None and 4 < kernel.registers < 32
    assert set(result.resources) == {"k", "empty"}
    assert result.messages == ()
    assert result.tool == find_ptxas()


@pytest.mark.ptxas
@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_targets(arch: str) -> None:
    assert assemble(SPILLING, arch).resources["k"].registers


@pytest.mark.ptxas
def test_errors_name_ptx_and_source_lines() -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(SPILLING.replace("st.local.u32 [%rd4], %r1", "st.local.u32 [%rd4], %r9"))
    message = caught.value.messages[0]
    assert isinstance(message, Message)
    assert (message.ptx_line, message.source) == (19, ("kernel.rs", 4, 5))
    assert "error: PTX line 19: Unknown symbol '%r9' (from kernel.rs:4:5)" in str(caught.value).splitlines()


@pytest.mark.ptxas
def test_an_unknown_architecture_is_a_missing_tool() -> None:
    with pytest.raises(ToolMissing, match="does not know sm_10"):
        assemble(SPILLING, "sm_10")


@pytest.mark.ptxas
def test_disassembling() -> None:
    if tools.find_nvdisasm() is None:
        pytest.skip("no nvdisasm")
    text = disassemble(assemble(SPILLING, "sm_80").cubin)
    assert ".text.k" in text and "BAR.SYNC" in text
    with pytest.raises(AssemblyError):
        disassemble(b"nonsense")


def hide_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERNELC_PTXAS", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(tools, "find_nvjitlink", lambda: False)


def test_without_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_tools(monkeypatch)
    assert find_ptxas() is None
    with pytest.raises(ToolMissing, match="install the extra `ptxas`"):
        assemble(SPILLING)
    with pytest.raises(ToolMissing, match="no nvdisasm"):
        disassemble(b"")


def fake_tool(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return path


@pytest.mark.skipif(os.name == "nt", reason="uses a shell script as tool")
def test_where_ptxas_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hide_tools(monkeypatch)
    on_path = fake_tool(tmp_path / "bin" / "ptxas", "")
    monkeypatch.setenv("PATH", str(on_path.parent))
    assert find_ptxas() == str(on_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    for folder in ("cublas", "cuda_nvcc", "cu12", "cu13"):
        wheel = fake_tool(tmp_path / "site" / "nvidia" / folder / "bin" / "ptxas", "")
        assert find_ptxas() == str(on_path if folder == "cublas" else wheel)
    chosen = fake_tool(tmp_path / "mine", "")
    monkeypatch.setenv("KERNELC_PTXAS", str(chosen))
    assert find_ptxas() == str(chosen)
    monkeypatch.setenv("KERNELC_PTXAS", str(tmp_path / "absent"))
    with pytest.raises(ToolMissing, match="which is not a file"):
        find_ptxas()


@pytest.mark.skipif(os.name == "nt", reason="uses a shell script as tool")
def test_a_tool_that_fails_without_a_word(tmp_path: Path) -> None:
    broken = fake_tool(tmp_path / "ptxas", "exit 3")
    with pytest.raises(AssemblyError, match="failed without a message"):
        assemble(SPILLING, "sm_75", path=str(broken))
    broken.chmod(0o644)
    with pytest.raises(ToolMissing, match="cannot be run"):
        assemble(SPILLING, "sm_75", path=str(broken))


@pytest.mark.parametrize(
    ("target", "chosen"),
    [("sm_70", "sm_75"), ("sm_75", "sm_75"), ("sm_85", "sm_86"), ("sm_90a", "sm_90a"), ("sm_999", "sm_999")],
)
def test_default_architecture(target: str, chosen: str) -> None:
    supported = ["compute_75", "sm_75", "sm_80", "sm_86", "sm_90", "sm_90a", "lto_90"]
    assert tools._at_least(target, supported) == chosen


def test_the_target_of_a_text() -> None:
    assert tools._target(".version 6.0\n.target sm_90a, debug\n") == "sm_90a"
    assert tools._target("") == "sm_70"
