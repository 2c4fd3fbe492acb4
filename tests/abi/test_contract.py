"""docs/abi.md, Contract: what `--emit contract` writes beside the PTX."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kernelc.cli import main
from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options

TEXT = """
pub struct P { tag: u8, at: [f32; 2] }
pub enum E { A, B(u16) = 4 }
static mut COUNT: u32 = 7;
#[constant] static TABLE: [f32; 3] = [1.0, 2.0, 3.0];
static UNREACHED: u32 = 1;
mod inner { pub static mut X: (u8, f64) = (1, 2.5); pub fn bump() { unsafe { X.1 += 1.0; } } }
#[kernel]
pub fn k(n: usize, p: P, e: E, x: Option<&f32>, out: &mut [f32]) {
    unsafe { COUNT += 1 };
    inner::bump();
    out[n] = TABLE[1] + p.at[0];
}
"""


def contract(panic: str = "trap") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(compile_source(Source("k.rs", TEXT), Options(panic=panic)).contract())
    return found


def test_parameters_name_their_words() -> None:
    (kernel,) = contract()["kernels"]
    assert (kernel["name"], kernel["symbol"], kernel["requirements"], kernel["variants"]) == ("k", "k", [], [])
    assert [(p["name"], p["type"], p["kind"], p["words"]) for p in kernel["parameters"]] == [
        ("n", "usize", "scalar", ["k_param_0"]),
        ("p", "P", "value", ["k_param_1"]),
        ("e", "E", "value", ["k_param_2"]),
        ("x", "option::Option<&f32>", "pointer", ["k_param_3"]),
        ("out", "&mut [f32]", "slice", ["k_param_4", "k_param_5"]),
    ]
    assert [p["optional"] for p in kernel["parameters"]] == [False, False, False, True, False]


def test_layouts_say_offsets_and_discriminants() -> None:
    _, p, e, _, _ = contract()["kernels"][0]["parameters"]
    assert [(f["name"], f["offset"], f["layout"]["type"]) for f in p["layout"]["fields"]] == [("tag", 0, "u8"), ("at", 4, "[f32; 2]")]
    variants = [(v["name"], v["discriminant"], [f["offset"] for f in v["fields"]]) for v in e["layout"]["variants"]]
    assert (e["layout"]["element"], variants) == ("u8", [("A", 0, []), ("B", 4, [2])])


def test_statics_that_are_reached_stand_with_symbol_and_space() -> None:
    assert [(s["name"], s["symbol"], s["space"], s["mutable"], s["size"]) for s in contract()["statics"]] == [
        ("COUNT", "COUNT", "global", True, 4),
        ("TABLE", "TABLE", "const", False, 12),
        ("inner::X", "inner$$X", "global", True, 16),
    ]


def test_sites_stand_by_number_with_their_place() -> None:
    (site,) = contract()["sites"]
    assert (site["number"], site["function"], site["file"], site["line"], site["types"]) == (0, "k", "k.rs", 12, ["u64", "u64"])
    assert site["message"] == "index out of bounds: the len is {0} but the index is {1}"


def test_the_hidden_parameter_is_named() -> None:
    assert contract("report")["kernels"][0]["panic_record"] == "k_param_6"
    assert "panic_record" not in contract("message")["kernels"][0]


def test_it_is_written_beside_the_ptx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.rs").write_text(TEXT, "utf-8")
    assert main(["build", "k.rs", "-o", "out.ptx", "--emit", "ptx,contract"]) == 0
    assert Path("out.ptx").read_text("utf-8").startswith(".version")
    assert json.loads(Path("out.json").read_text("utf-8")) == contract()


def test_mir_and_ptx_have_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.mir"
    path.write_text("kernel @k {\nbb0:\n  mir.return\n}\n", "utf-8")
    assert main(["build", str(path), "--emit", "contract"]) == 2
    assert "has no contract: it begins at mir" in capsys.readouterr().err
