"""ZLUDA's PTX tests on both executors: what they expect is what comes out, but for those listed with the reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from ptx.parser import PtxSyntaxError, parse_module
from ptx.printer import print_module
from ptx.vm import VmError
from ptx.vm.compiled.native.target import llvm
from tests.conformance import zluda

pytestmark = pytest.mark.xdist_group("zluda")

LEFT_OUT = {
    "extern_func": "calls a function that the module only declares; nothing is launched there either",
    "ldmatrix": "its second warp reads 256 bytes past the end of a variable: only a device's memory layout makes that harmless",
    "reg_local": "adds a constant to a register inside an operand, which the manual does not have and no compiler writes",
    "vector8_extract": "loads eight bytes as one vector, which ptxas refuses (`Illegal vector size: 8`)",
    "vote_ballot_nosync": "votes without `.sync`, which targets from sm_70 on do not have",
}
"""Tests that do not pass → why."""
SAID = {
    "extern_func": "`foobar` has no body",
    "ldmatrix": "0 bytes past the end of variable `values_g`",
    "reg_local": "PTX line 19: a register with an offset is no operand",
    "vector8_extract": "`ld.global.v8.u8` is not a form of `ld`",
    "vote_ballot_nosync": "`vote.ballot.b32` is not a form of `vote`",
}
"""What those say."""


@cache
def root() -> Path | str:
    return zluda.checkout(Path(mkdtemp()))


def checkout() -> Path:
    found = root()
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.mark.parametrize("executor", ["reference", "compiled"])
def test_values(executor: str) -> None:
    folder = checkout()
    if executor == "compiled" and llvm() is None:
        pytest.skip("llvmlite is not installed")
    failed = {}
    tests = zluda.tests_in(folder)
    for test in tests:
        try:
            zluda.run(folder, test, executor)
        except (AssertionError, VmError, PtxSyntaxError) as problem:
            failed[test.name] = str(problem)
    assert {name: text for name, text in failed.items() if name not in LEFT_OUT} == {}
    for name, text in failed.items():
        assert SAID[name] in text
    assert len(tests) - len(failed) >= 180


def test_round_trips() -> None:
    folder = checkout()
    count = 0
    for path in sorted((folder / zluda.FOLDER).rglob("*.ptx")):
        if path.stem in LEFT_OUT:
            continue
        module = parse_module(path.read_text("utf-8"))
        assert parse_module(print_module(module)) == module, path
        count += 1
    assert count > 180
