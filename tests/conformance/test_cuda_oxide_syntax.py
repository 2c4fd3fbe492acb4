"""Every Rust file of NVIDIA's cuda-oxide parses, and every function body in it becomes a syntax tree.

Nothing is fetched here: KERNELC_CUDA_OXIDE names a checkout of https://github.com/NVlabs/cuda-oxide; without it the test is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kernelc.frontend import syntax
from kernelc.frontend.diagnostics import Diagnostics, render_all
from kernelc.frontend.source import Source

CHECKOUT = os.environ.get("KERNELC_CUDA_OXIDE", "")
FILES = sorted(Path(CHECKOUT).rglob("*.rs")) if CHECKOUT else []


@pytest.mark.skipif(not CHECKOUT, reason="KERNELC_CUDA_OXIDE does not name a checkout of cuda-oxide")
def test_every_file_parses_and_builds() -> None:
    assert FILES, f"no Rust files below {CHECKOUT}"
    problems = []
    for path in FILES:
        diagnostics = Diagnostics()
        tree = syntax.parse_file(Source(str(path), path.read_text(encoding="utf-8")), diagnostics)
        if tree is not None:
            syntax.build_bodies(tree.items)
        found = [each for each in diagnostics if syntax.is_syntax_code(each.code)]
        if tree is None or found:
            problems.append(render_all(found))
    assert not problems, f"{len(problems)} of {len(FILES)} files:\n" + "\n\n".join(problems[:20])
