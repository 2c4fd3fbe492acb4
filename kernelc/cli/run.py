"""`kernelc run`: after it, a kernel has been launched on the CPU or a GPU, and the arguments asked for have been printed or saved."""

from __future__ import annotations

from kernelc.cli.failure import DONE, usage
from kernelc.cli.values import read_extent, read_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernelc.cli.arguments import Arguments
    from kernelc.cli.values import Value
