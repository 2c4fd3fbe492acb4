"""`kernelc docs`: after it, a name has been explained, or the names that exist have been listed."""

from __future__ import annotations

import sys

from kernelc.cli.failure import DONE, usage
from kernelc.docs import lookup, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments

LISTED = """kernelc docs NAME explains a name of one of these kinds:

  a diagnostic code      K0308           (all of them: kernelc docs codes)
  an option or variable  --emit          (kernelc docs options)
  an op of MIR           mir.alloca      (kernelc docs ops)
  a compiler pass        mem2reg         (kernelc docs passes)
  a PTX instruction      ld.global.f32   (kernelc docs ptx)
"""


def execute(arguments: Arguments) -> int:
    """Carry out the command."""
    if not arguments.words:
        sys.stdout.write(LISTED)
        return DONE
    for name in arguments.words:
        text = lookup(name)
        if text is None:
            raise usage(f"nothing is called `{name}`{_near(name)}", "`kernelc docs` says what there is")
        sys.stdout.write(text)
    return DONE


def _near(name: str) -> str:
    from kernelc.options import near

    return near(name, tuple(names()))
