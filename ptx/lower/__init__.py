"""MIR to PTX.

`lower_module` is the whole of it: one rule per op class, registers shared by liveness, blocks laid out, versions computed.
"""
from __future__ import annotations

from ptx.lower.context import Options, PanicSite
from ptx.lower.errors import InternalLoweringError, LoweringError
from ptx.lower.module import LoweredModule, lower_module

__all__ = ["InternalLoweringError", "LoweredModule", "LoweringError", "Options", "PanicSite", "lower_module"]
