"""ptxas accepts what the lowering makes, for old and new targets: every op with every type, and memory, calls and control flow."""
from __future__ import annotations

import pytest

from dialect.parser import parse_module
from dialect.types import BF16
from ptx.assemble import assemble
from ptx.lower import Options, lower_module
from ptx.printer import print_module
from tests.ptx.lower.programs import MEMORY, module_of

pytestmark = pytest.mark.ptxas


@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_every_op_and_type(arch):
    module = module_of((BF16,) if arch == "sm_75" else ())
    assemble(print_module(lower_module(module).module), arch, ["-O0"])


@pytest.mark.parametrize("arch", ["sm_75", "sm_90"])
@pytest.mark.parametrize("line_info", [False, True])
def test_memory_calls_and_control_flow(arch, line_info):
    text = print_module(lower_module(parse_module(MEMORY), Options(line_info=line_info)).module)
    assemble(text, arch, ["-lineinfo"] if line_info else [])


def test_every_target_is_written_with_the_version_that_has_it():
    from ptx.lower.targets import FIRST_VERSION

    kernel = parse_module("kernel @k {\nbb0:\n  mir.return\n}\n")
    for target in FIRST_VERSION:
        arch = target if int(target[3:].rstrip("af")) >= 75 else "sm_75"
        assemble(print_module(lower_module(kernel, Options(target)).module), arch)
