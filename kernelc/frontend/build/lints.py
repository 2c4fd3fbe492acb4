"""After `check_lints` what surely overflows or panics is reported (rustc's deny-by-default `arithmetic_overflow` and `unconditional_panic`).

Constants are followed through slots that are stored once and through ops, and only blocks that can be reached with them are looked at. So
the result does not depend on any pass.
"""

from __future__ import annotations

from dialect import scalar
from dialect.op import Value
from dialect.ops import Alloca, CondBr, Const, Load, Store
from kernelc.frontend import hir

from .numbers import would_overflow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from dialect.op import Number, Op

    from .function import FunctionBuilder


def check_lints(b: FunctionBuilder) -> None:
    """Reports arithmetic that overflows and checks that fail for constant operands."""
    if not b.arithmetic and not b.checks:
        return
    known = Known(_forwarded(b))
    reached = _reached(b, known)
    for op, node in b.arithmetic:
        if op.block in reached:
            _arithmetic(b, known, op, node)
    certain = _certain(known, reached)
    for failed, (message, seen, span) in b.checks.items():
        if failed in certain:
            label = _shown(message, [known.of(v) for v in seen])
            b.module.diagnostics.error("K1122", span, "this operation will panic at runtime", label=label)


def _shown(message: str, values: list[Number | None]) -> str:
    """The message with the values in it; `_` stands for one that is not known."""
    parts = message.split("`")
    for i, part in enumerate(parts):
        number, _, rest = part.removeprefix("{").partition("}")
        if i % 2 and part[:1] == "{" and values[int(number)] is None and rest.isidentifier():
            parts[i] = "_"
    from .consteval import shown_message

    return shown_message("`".join(parts).format(*["_" if v is None else v for v in values]))


class Known:
    """The values that are the same in every run, computed on demand and kept."""

    def __init__(self, forwarded: dict[Value, Value]) -> None:
        self._values: dict[Value, Number | None] = {}
        self._slots: dict[Value, Value | None] = {}
        self.forwarded = forwarded

    def of(self, value: Value) -> Number | None:
        """The value if it is known."""
        work = [value]
        while work:
            at = work[-1]
            if at in self._values:
                work.pop()
                continue
            needs = [v for v in self._needs(at) if v not in self._values]
            if needs and len(work) < _LONGEST:
                work.extend(needs)
                continue
            work.pop()
            self._values[at] = self._compute(at)
        return self._values[value]

    def _needs(self, value: Value) -> tuple[Value, ...]:
        if isinstance(value, Load):
            stored = self.forwarded.get(value) or self._stored(value.operands[0])
            return () if stored is None else (stored,)
        return value.operands if getattr(type(value), "evaluate", None) is not None else ()  # type: ignore[attr-defined]

    def _stored(self, slot: Value) -> Value | None:
        if slot not in self._slots:
            self._slots[slot] = _stored(slot)
        return self._slots[slot]

    def _compute(self, value: Value) -> Number | None:
        if isinstance(value, Const):
            found: Number = value.attrs[0]
            return found
        needs = self._needs(value)
        known = [self._values.get(v) for v in needs]
        if not needs or None in known:
            return None
        if isinstance(value, Load):
            return known[0]
        return _evaluated(value, known)


_LONGEST = 10_000


def _evaluated(op: Value, values: list[Number | None]) -> Number | None:
    evaluate = type(op).evaluate  # type: ignore[attr-defined]
    if op.type.kind == "ptr" or any(v.type.kind == "ptr" for v in op.operands):  # type: ignore[attr-defined]
        return None
    found: Number | None = evaluate(op.operands[0].type, *values, *op.attrs)  # type: ignore[attr-defined]
    return found


def _forwarded(b: FunctionBuilder) -> dict[Value, Value]:
    """For loads from a slot that was stored to before in the same block: what was stored there last."""
    found: dict[Value, Value] = {}
    private = {op: None for op in b.function.blocks[0].ops if isinstance(op, Alloca) and _is_private(op)}
    for block in b.function.blocks:
        latest: dict[Value, Value] = {}
        for op in block.ops:
            if isinstance(op, Store) and op.operands[1] in private:
                latest[op.operands[1]] = op.operands[0]
            elif isinstance(op, Load) and op.operands[0] in latest:
                found[op] = latest[op.operands[0]]
    return found


def _is_private(slot: Value) -> bool:
    """Whether a slot is only loaded and stored to."""
    return all(isinstance(user, Load) or (isinstance(user, Store) and user.operands[0] is not slot) for user in slot.users)


def _stored(slot: Value) -> Value | None:
    """What a slot holds if it is stored once and only loaded otherwise."""
    if not isinstance(slot, Alloca):
        return None
    found: Value | None = None
    for user in slot.users:
        if isinstance(user, Store) and user.operands[0] is not slot:
            if found is not None:
                return None
            found = user.operands[0]
        elif not isinstance(user, Load):
            return None
    return found


def _reached(b: FunctionBuilder, known: Known) -> dict[Block, None]:
    """The blocks that control can come to, where branches on known values go one way."""
    entry = b.function.blocks[0]
    reached: dict[Block, None] = {entry: None}
    work = [entry]
    while work:
        terminator = work.pop().terminator
        targets = terminator.targets
        if isinstance(terminator, CondBr):
            holds = known.of(terminator.operands[0])
            if holds is not None:
                targets = targets[:1] if holds else targets[1:]
        for target in targets:
            if target not in reached:
                reached[target] = None
                work.append(target)
    return reached


def _certain(known: Known, reached: dict[Block, None]) -> dict[Block, None]:
    """The blocks behind branches whose condition is known to be false."""
    found: dict[Block, None] = {}
    for block in reached:
        terminator = block.terminator
        if isinstance(terminator, CondBr) and known.of(terminator.operands[0]) is False:
            found[terminator.targets[1]] = None
    return found


def _arithmetic(b: FunctionBuilder, known: Known, op: Op, node: hir.Binary | hir.Unary | hir.CompoundAssign) -> None:
    values = [known.of(v) for v in op.operands]
    right = values[-1]
    if node.op in ("<<", ">>"):
        overflows = right is not None and not 0 <= right < op.type.bits
    else:
        overflows = None not in values and not scalar.fits(op.type, _exact(node, values))
    if overflows:
        label = _shown(would_overflow(b, node), values)
        b.module.diagnostics.error("K1121", node.span, "this arithmetic operation will overflow", label=label)


def _exact(node: hir.Binary | hir.Unary | hir.CompoundAssign, values: list[Number | None]) -> int:
    """The result in unbounded integers; 0 for operators with a check of their own."""
    left, right = int(values[0] or 0), int(values[-1] or 0)
    if isinstance(node, hir.Unary):
        return -left
    return {"+": left + right, "-": left - right, "*": left * right}.get(node.op, 0)

