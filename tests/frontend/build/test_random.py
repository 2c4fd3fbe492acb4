"""Random programs mean the same to rustc, to MIR straight from the builder, and to MIR after all passes."""

from __future__ import annotations

import pytest

from dialect.verify import verify_module
from kernelc.passes.manager import PIPELINES, run_pipeline

from .random_programs import Generator
from .support import build
from .test_programs import differences, needs_rustc, rustc_results

FUNCTIONS = 12
SURE = ("K1121", "K1122")
"""What surely overflows or panics is refused; here it is run all the same."""


@needs_rustc
@pytest.mark.parametrize("seed", range(2))
def test_rustc_agrees(seed, tmp_path):
    generator = Generator(seed)
    text = "\n".join(generator.function(f"f{i}") for i in range(FUNCTIONS))
    calls = {name: [generator.arguments(params) for _ in range(4)] for name, params, _ in generator.functions}
    module, _, diagnostics = build(text, fmad=False)
    assert [(d.code, d.message) for d in diagnostics if d.level == "error" and d.code not in SURE] == []
    assert verify_module(module) == []
    found = rustc_results(text, calls, tmp_path)
    assert differences(module, calls, found) == []
    run_pipeline(module, PIPELINES[2], verify=True)
    assert differences(module, calls, found) == []
