"""Accesses that need no shadow, for nobody can collide with them: after `quiet_accesses` they are known.

An array that no thread may write, in memory that is no other array's, is read in peace. So is one of which every thread has an element of its own:
if all accesses to it are at `array + S * %tid.x + P * %ctaid.x + c`, with footprints that fit into `S` bytes or lie whole rows of the block's threads
further on, blocks far enough apart, and no access of the kernel is at an address of unknown origin.
"""

from typing import NamedTuple

from ptx.operands import Address, Integer, Operand, SpecialRegister
from ptx.vm.compiled.analysis.roots import find_roots
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, Reg, find_register, operations, registers_of, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.launched import LaunchShape
    from ptx.vm.memory import AddressSpace

INDEX_BITS = 31
"""A thread's index in a small launch has no more bits."""
LARGEST = 1 << 24
"""Factors beyond it are not looked at."""


class About(NamedTuple):
    """What a launch is like: parameters (by offset) that are arrays in memory of their own, those of them that nobody may write, and whether it has one
    dimension and few threads.
    """

    alone: tuple[int, ...]
    constant: tuple[int, ...]
    flat: bool


def about(shape: "LaunchShape", space: "AddressSpace", data: "bytes | memoryview", offsets: "Iterable[int]") -> About:
    """Returns what a launch is like."""
    from ptx.vm.compiled.schedule.workers import host_address

    arrays = [each for each in space.allocations if each is not None and each.kind in ("argument", "variable") and len(each.data)]
    spans = [(host_address(each), host_address(each) + len(each.data), each) for each in arrays]
    shared = {each.number for start, end, each in spans for first, last, other in spans if other is not each and first < end and start < last}
    starts = {each.address: each for each in arrays if each.number not in shared}
    words = [(offset, int.from_bytes(bytes(data[offset : offset + 8]), "little")) for offset in offsets]
    found = [(offset, starts[word]) for offset, word in words if word in starts]
    twice = {each.number for position, (_, each) in enumerate(found) if any(each is other for _, other in found[:position])}
    alone = [(offset, each) for offset, each in found if each.number not in twice]
    flat = shape.grid[1:] == (1, 1) and shape.block[1:] == (1, 1) and shape.grid[0] * shape.block[0] <= 1 << INDEX_BITS
    return About(tuple(offset for offset, _ in alone), tuple(offset for offset, each in alone if each.data.readonly), flat)


class Form(NamedTuple):
    """A value `root + thread * tid.x + block * ctaid.x + constant`; `root` is the offset of a pointer parameter, None for a number."""

    thread: int
    block: int
    constant: int
    root: "int | None" = None

    def is_number(self) -> bool:
        """Whether it is a constant."""
        return self.root is None and self.thread == self.block == 0


class Forms:
    """The forms of registers where they are read: each is what the one definition says that can be read there."""

    def __init__(self, graph: Graph, facts: "Facts", threads: int, pointers: tuple[int, ...]) -> None:
        self.graph = graph
        self.threads = threads
        self.roots = find_roots(graph, facts, pointers)
        self.entry = facts.order[0]
        self.before: dict[Block, list[Block]] = {block: [] for block in facts.order}
        self.places: dict[Op | Copy, tuple[Block, int]] = {}
        for block in facts.order:
            for target in dict.fromkeys(block.targets):
                self.before.setdefault(target, []).append(block)
            self.places |= {item: (block, index) for index, item in enumerate(operations(block))}
        self.known: dict[Op, Form | None] = {}

    def of(self, register: Reg, reader: "Op | Copy") -> "Form | None":
        """The form of a register as an operation reads it, None if it has none."""
        writer = self._writer(register, reader)
        if not isinstance(writer, Op) or writer.guard is not None:
            return None
        if writer not in self.known:
            self.known[writer] = None
            self.known[writer] = self._result(register, writer)
        return self.known[writer]

    def _writer(self, register: Reg, reader: "Op | Copy") -> "Op | Copy | None":
        """The one definition of a register that an operation can read; None if there are several, or it may not have been written."""
        block, index = self.places[reader]
        found = last_writer(list(operations(block))[:index], register)
        if found is not None:
            return found
        writers: list[Op | Copy] = []
        seen, work = {block}, [block]
        while work:
            each = work.pop()
            if each is self.entry:
                return None
            for other in self.before[each]:
                found = last_writer(list(operations(other)), register)
                if found is not None:
                    writers.append(found)
                elif other not in seen:
                    seen.add(other)
                    work.append(other)
        return writers[0] if writers and all(each is writers[0] for each in writers) else None

    def _result(self, register: Reg, op: Op) -> "Form | None":
        if op.meaning == "ld":
            origin = self.roots.get(register)
            return Form(0, 0, 0, origin.root) if origin is not None and origin.root is not None else None
        rule = RULES.get(op.meaning)
        kinds = [kind for _, kind, _ in op.forms]
        if rule is None or len(op.targets) != 1 or not all(kind[:1] in "usb" and kind[1:] in ("32", "64") for kind in kinds):
            return None
        if {"sat", "hi"} & set(op.resolved.values.values()):
            return None
        values = [self._source(op, operand) for _, _, operand in op.forms[1:]]
        found = None if None in values else rule(op, [value for value in values if value is not None])
        return found if found is None or kinds[0][1:] == "64" or self._is_index(found) else None

    def _is_index(self, form: Form) -> bool:
        """Whether a value cannot wrap around in 32 bits, signed or not."""
        if form.root is not None or form.constant < 0:
            return False
        if form.is_number():
            return form.constant < 1 << INDEX_BITS
        return form.constant == 0 and 0 <= form.thread <= 1 and 0 <= form.block <= self.threads

    def _source(self, op: Op, operand: Operand) -> "Form | None":
        if isinstance(operand, Integer):
            return Form(0, 0, operand.value) if abs(operand.value) < 1 << INDEX_BITS else None
        if isinstance(operand, SpecialRegister):
            return {"%tid.x": Form(1, 0, 0), "%ctaid.x": Form(0, 1, 0), "%ntid.x": Form(0, 0, self.threads)}.get(operand.name)
        found = registers_of(op, operand)
        return self.of(find_register(self.graph, op, found[0]), op) if len(found) == 1 else None


def last_writer(items: "list[Op | Copy]", register: Reg) -> "Op | Copy | None":
    """The last of some operations that writes a register."""
    return next((item for item in reversed(items) if register in writes(item)), None)


def _sum(first: Form, second: Form, sign: int = 1) -> "Form | None":
    if first.root is not None and second.root is not None or (sign < 0 and second.root is not None):
        return None
    root = first.root if first.root is not None else second.root
    return Form(first.thread + sign * second.thread, first.block + sign * second.block, first.constant + sign * second.constant, root)


def _times(form: Form, factor: int) -> "Form | None":
    if form.root is not None or not 0 <= factor < LARGEST:
        return None
    return Form(form.thread * factor, form.block * factor, form.constant * factor)


def _product(op: Op, values: list[Form]) -> "Form | None":
    first, second = values[0], values[1]
    product = _times(first, second.constant) if second.is_number() else _times(second, first.constant) if first.is_number() else None
    return product if product is None or len(values) < 3 else _sum(product, values[2])


def _shift(op: Op, values: list[Form]) -> "Form | None":
    return _times(values[0], 1 << values[1].constant) if values[1].is_number() and 0 <= values[1].constant < 24 else None


def _global(op: Op, values: list[Form]) -> "Form | None":
    return values[0] if "global" in op.resolved.values.values() else None


RULES: "dict[str, Callable[[Op, list[Form]], Form | None]]" = {
    "mov": lambda op, values: values[0], "cvt": lambda op, values: values[0], "cvta": _global,
    "add": lambda op, values: _sum(values[0], values[1]), "sub": lambda op, values: _sum(values[0], values[1], -1),
    "mul": _product, "mul_wide": _product, "mad": _product, "mad_wide": _product, "shl": _shift,
}  # fmt: skip
"""How each meaning makes forms; other results have none. Numbers of 32 bits are those that cannot wrap around, so that widening keeps them."""


def quiet_accesses(graph: Graph, facts: "Facts", launch: About, threads: int, accesses: "list[tuple[Op, Operand, int]]") -> set[Op]:
    """Returns the accesses (given with address operand and bytes) that need no shadow."""
    forms = Forms(graph, facts, threads, launch.alone)
    rooted: dict[int | None, list[tuple[Op, Form | None, int]]] = {}
    for op, operand, size in accesses:
        form, root = place_of_access(forms, op, operand)
        rooted.setdefault(root, []).append((op, form, size))
    quiet = {op for root in launch.constant for op, _, _ in rooted.get(root, [])}
    if launch.flat and None not in rooted:
        for root in launch.alone:
            found = rooted.get(root, [])
            if found and own_elements([(form, size) for _, form, size in found], threads):
                quiet |= {op for op, _, _ in found}
    return quiet


def place_of_access(forms: Forms, op: Op, operand: Operand) -> "tuple[Form | None, int | None]":
    """Returns the form of an address, and the parameter that it comes from."""
    if not isinstance(operand, Address):
        return None, None
    found = registers_of(op, operand)
    if len(found) != 1:
        return None, None
    register = find_register(forms.graph, op, found[0])
    form, origin = forms.of(register, op), forms.roots.get(register)
    if form is not None and form.root is not None:
        return Form(form.thread, form.block, form.constant + operand.offset, form.root), form.root
    return None, None if origin is None else origin.root


def own_elements(found: "list[tuple[Form | None, int]]", threads: int) -> bool:
    """Whether each thread of a launch of one dimension has bytes of its own.

    Threads are `step` bytes apart, and all accesses of one are in its `step` bytes or whole rows of the block's threads further on; so two threads of
    a block never meet. Blocks are as far apart as all that one of them accesses.
    """
    forms = [(form, size) for form, size in found if form is not None]
    if len(forms) < len(found):
        return False
    first = forms[0][0]
    step, row = first.thread, first.thread * threads
    if step <= 0 or any(form.thread != step or form.block != first.block for form, _ in forms) or first.block % row:
        return False
    low, high = min(form.constant for form, _ in forms), max(form.constant + size for form, size in forms)
    return all((form.constant - low) % row + size <= step for form, size in forms) and high - low + row - step <= first.block


__all__ = ["About", "about", "quiet_accesses"]
