"""Launches that are made again: after `Prepared` everything that a launch needs but its numbers is there, and `run` makes it once more.

It is good for the very arrays it was made for, where they were then; who launches has to see to that. They are not kept alive.
"""

from ptx.vm.launched import LaunchedAgain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptx.vm.compiled.schedule.execution import Execution
    from ptx.vm.memory import AddressSpace

MOST_BYTES = 1 << 22
"""Bytes of shared memory, contexts and the like that may be kept for another launch."""


class Prepared:
    """One launch. `parameters` is its parameter memory, `places` says where in it each argument is, in order, `numbers` which are no arrays."""

    __slots__ = ("execution", "numbers", "parameters", "places")

    def __init__(self, execution: "Execution", parameters: bytearray, places: "Sequence[int]", numbers: "Sequence[int]") -> None:
        self.execution = execution
        self.parameters = parameters
        self.places = places
        self.numbers = numbers

    @property
    def may_repeat(self) -> bool:
        """Whether nothing of a launch must be new for another one, and nothing that code takes for granted comes from a number."""
        kernel = self.execution.kernel
        leaves = kernel.waits or kernel.has_shadow or kernel.has_queues or kernel.has_stack
        return not leaves and self.execution.kept_bytes() <= MOST_BYTES and kernel.assumed.isdisjoint([self.places[each] for each in self.numbers])

    def run(self, numbers: "Sequence[tuple[int, bytes]]", make: "Callable[[], AddressSpace]") -> None:
        """Makes the launch with these numbers in place of those that it had, by position; `make` gives its address space where somebody asks for it.
        Raises the errors of `ptx.vm.errors`.
        """
        for position, number in numbers:
            start = self.places[position]
            self.parameters[start : start + len(number)] = number
        machine = self.execution.machine
        assert isinstance(machine, LaunchedAgain)
        machine.make = make
        try:
            self.execution.again()
        except BaseException:
            self.execution.leave()
            raise
        finally:
            machine.make = machine.space = None
