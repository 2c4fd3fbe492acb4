"""Running launches under every check: after `VmModule.launch(…, sanitizer=sanitizer)` what was wrong is in `sanitizer.report`.

    sanitizer = Sanitizer()
    module.launch("k", 4, 256, arguments, sanitizer=sanitizer)
    print(sanitizer.report)

Native code alone can do it (extra `vm`); a kernel that is not compiled is refused by the name of what is not.
"""

from ptx.vm.findings import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.vm.compiled.kernel import CompiledKernel
    from ptx.vm.compiled.watch import Watching

MOST_ERRORS = 100
"""How many different findings are kept unless said otherwise; then launches end."""


class Sanitizer:
    """What to look for, and what was found."""

    def __init__(self, max_errors: int = MOST_ERRORS, reverse: bool = False) -> None:
        self.max_errors = max_errors
        self.reverse = reverse
        self.report = Report()

    @property
    def key(self) -> object:
        """What a kernel is compiled for."""
        return ("sanitized", self.reverse)

    def watching(self) -> "Watching":
        """What code generation must do."""
        from ptx.vm.compiled.watch import Watching

        return Watching(self.reverse)

    def run(self, kernel: "CompiledKernel", *launch: "Any") -> None:
        """Runs a compiled kernel and keeps what is wrong."""
        from ptx.vm.compiled.watched import WatchedExecution

        execution = WatchedExecution(kernel, *launch)
        execution.report, execution.most, execution.reverse = self.report, self.max_errors, self.reverse
        execution.run()
