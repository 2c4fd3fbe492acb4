"""Functions of Python that native code can call: after `Doors()` they are there with their addresses, for one launch after another.

Making them takes longer than a small launch, so a kernel keeps those that no launch uses (`Doors.take`, `Doors.leave`).
"""

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any

    from ptx.vm.compiled.schedule.execution import Execution

LOOK = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64)
EXACT = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32)
HOSTED = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint32)

FUNCTIONS = (
    ("poll", LOOK, 1), ("barrier", LOOK, 2), ("exact", EXACT, None), ("hosted", HOSTED, None), ("room", LOOK, 0), ("grow", LOOK, 1),
)  # fmt: skip
"""Methods of an execution, which are also fields of the state; how native code calls them; what it gets after an exception."""


def answering(function: "Callable[[Any], Any]", stop: "Callable[[BaseException], None]", otherwise: "int | None") -> "Callable[..., Any]":
    """Returns a function for native code that answers with `function`, or with `otherwise` after an exception, which `stop` gets.

    It is a generator's `send`: a signal that arrives while native code runs is handled where the generator waits, inside its `try`. In a
    plain function it would be handled on entry, before any `try`, and be lost.
    """

    def answers() -> "Generator[Any, Any, None]":
        answer = None
        while True:
            try:
                while True:
                    answer = function((yield answer))
            except GeneratorExit:
                return
            except BaseException as problem:  # noqa: BLE001 (also an interrupt: it is raised again when native code has returned)
                stop(problem)
                answer = otherwise

    running = answers()
    next(running)
    send = running.send
    return send if function.__name__ not in ("exact", "hosted") else lambda *asked: send(asked)


class Doors:
    """One worker's functions; they lead to `execution`, whose worker it is."""

    def __init__(self) -> None:
        self.execution: Execution | None = None
        self.functions = [kind(answering(self._leading(name), self._stop, otherwise)) for name, kind, otherwise in FUNCTIONS]
        self.addresses = [(name, ctypes.cast(each, ctypes.c_void_p).value or 0) for (name, _, _), each in zip(FUNCTIONS, self.functions)]

    def _leading(self, name: str) -> "Callable[[Any], Any]":
        def led(asked: "Any") -> "Any":
            return getattr(self.execution, name)(asked)

        led.__name__ = name
        return led

    def _stop(self, problem: BaseException) -> None:
        assert self.execution is not None
        self.execution.stop(problem)

    @staticmethod
    def take(kept: "list[Doors]", execution: "Execution") -> "Doors":
        """Returns functions that lead to an execution: some that are kept, or new ones."""
        try:
            doors = kept.pop()
        except IndexError:
            doors = Doors()
        doors.execution = execution
        return doors

    def leave(self, kept: "list[Doors]") -> None:
        """Keeps the functions for another launch."""
        self.execution = None
        kept.append(self)
