"""Branches: after a block its lanes are handed to its targets, by a predicate or by the value of a register."""

from ptx.vm.compiled.analysis.convergence import is_divergent
from ptx.vm.compiled.cfg.graph import Block
from ptx.vm.compiled.ir.builder import element, known_lanes, place_of
from ptx.vm.compiled.ir.state import NO_TARGET
from ptx.vm.compiled.ir.text import WARP, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.control.warp import WarpFunction


def branch(function: "WarpFunction", block: Block) -> None:
    """Goes to one of two blocks."""
    code = function.code
    assert block.guard is not None
    register, wanted = block.guard
    taken, other = block.targets if wanted else block.targets[::-1]
    condition = code.let(f"load {typed('i1', WARP if register.varying else 1)}, ptr {place_of(register)}")
    if is_divergent(block):
        mask = function.mask
        function.hand_over(block, [(taken, code.both(mask, condition)), (other, code.without(mask, condition))])
        return
    yes, no = code.new_label("yes"), code.new_label("no")
    code.do(f"br i1 {condition}, label %{yes}, label %{no}")
    for label, target in ((yes, taken), (no, other)):
        code.label(label)
        function.hand_over(block, [(target, function.mask)])


def multiway(function: "WarpFunction", block: Block) -> None:
    """Goes to the block of the selector's value."""
    code, register = function.code, block.selector
    assert register is not None
    kind = element(register.kind)
    value = known_lanes(code, register)
    if not is_divergent(block):
        _jump_by_value(function, block, kind, value)
        return
    left, ways = function.mask, []
    for case, target in zip(block.cases, block.targets[:-1]):
        equal = code.let(f"icmp eq <{WARP} x {kind}> {value}, splat ({kind} {case})")
        ways.append((target, code.both(left, equal)))
        left = code.without(left, equal)
    function.hand_over(block, [*ways, (block.targets[-1], left)])


def _jump_by_value(function: "WarpFunction", block: Block, kind: str, value: str) -> None:
    """All lanes have one value."""
    code = function.code
    labels = [code.new_label("case") for _ in block.targets]
    known = zip(block.cases, labels[:-1])
    code.do(f"switch {kind} {value}, label %{labels[-1]} [{' '.join(f'{kind} {case}, label %{label}' for case, label in known)}]")
    for label, target in zip(labels, block.targets):
        code.label(label)
        function.hand_over(block, [(target, function.mask)])


def note_no_target(function: "WarpFunction", block: Block, site: int) -> None:
    """Notes the fault of lanes whose value no target has."""
    code = function.code
    assert block.op is not None
    register = block.op.sources[0]
    kind = element(register.kind)
    value = known_lanes(code, register)
    if register.varying:
        lane = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(function.mask)), ("i1", "true"))
        value = code.let(f"extractelement <{WARP} x {kind}> {value}, i32 {lane}")
    if kind != "i64":
        value = code.let(f"zext {kind} {value} to i64")
    function.note_fault(NO_TARGET, site, function.mask, value)
