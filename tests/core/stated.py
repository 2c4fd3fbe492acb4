"""The accuracy that the documentation of the float functions states."""

from __future__ import annotations

import re
from pathlib import Path

from kernelc.frontend.library import LIBRARY

DOCUMENTED = re.compile(r"Within (\d+) ULP[^\n]*\n\s*#\[inline\(always\)\]\n\s*pub const fn (\w+)")


def stated(*modules):
    """Function → bound in ULP, of the library's modules of these names."""
    texts = [Path(LIBRARY, f"core/{name}.rs").read_text("utf-8") for name in modules]
    return {name: int(bound) for text in texts for bound, name in DOCUMENTED.findall(text)}
