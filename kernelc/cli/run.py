"""`kernelc run`: after it, a kernel has been launched, and the arguments asked for have been printed or saved."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass
