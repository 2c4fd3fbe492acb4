"""Replaces calls by the body of the callee (module pass), bottom-up over the call graph.

After it ran, no call is left to a function that is marked `always`, is small, takes a pointer, panics in the library (which is told at
the call), or is called from one place and goes when that call does (in a module without kernels none goes), unless the callee is marked
`never`, stands in a cycle of the call graph (recursion stays a call), or the caller would grow beyond LARGEST ops. Functions that no kernel reaches any
more are gone. Every inlined op carries its inline stack: the outermost `parent` of its location is the location of the call.

    func @half -> i32 {                         kernel @k {
    bb0(%x: i32):                               bb0(%p: ptr<i32, global>):
      %two = mir.const 2 : i32                    %v = mir.load %p
      %h = mir.div %x, %two                       %two = mir.const 2 : i32
      mir.return %h                               %h = mir.div %v, %two
    }                                    ==>      mir.store %h, %p
    kernel @k {                                   mir.return
    bb0(%p: ptr<i32, global>):                  }
      %v = mir.load %p
      %r = mir.call @half(%v) : i32
      mir.store %r, %p
      mir.return
    }

A callee of one block is spliced in; otherwise the block is cut at the call, the rest becomes a block whose parameter is the
result, and every `mir.return` a jump to it. The slots of the callee move to the entry of the caller. Control dependence of
convergent ops becomes that of the call extended by that of the callee, as it was.
"""
from __future__ import annotations

from dialect.cfg import Cfg
from dialect.function import Block
from dialect.op import Loc, Terminator
from dialect.ops import Alloca, Call, Goto, Panic, Return

from .call_graph import bottom_up, call_sites
from .drop_unused import run_module as drop_unused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function, Module
    from dialect.op import Op, Value

SMALL = 40
"""A callee of at most so many ops is always worth inlining."""
LARGEST = 40_000
"""A function is not grown beyond so many ops."""


def run_module(module: Module) -> list[str]:
    """Inlines; the names of the functions that changed and are still there."""
    order, cyclic = bottom_up(module)
    sites = call_sites(module)
    total: dict[str, int] = {}
    for counts in sites.values():
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
    if not any(function.kind == "kernel" for function in module.functions.values()):
        total = dict.fromkeys(total, 0)
    changed = []
    for caller in order:
        callees = [module.functions[name] for name in sites[caller.name] if name in module.functions and name not in cyclic]
        chosen = {callee.name: callee for callee in callees if wanted(callee, total[callee.name])}
        if chosen and Inliner(caller, chosen).run():
            changed.append(caller.name)
    drop_unused(module)
    return [name for name in changed if name in module.functions]


def wanted(callee: Function, calls: int) -> bool:
    """Whether the calls of this function, which does not call itself, are to be replaced; with one of `calls` the
    function goes too.
    """
    if callee.inline == "never" or callee.kind == "kernel":
        return False
    if callee.inline == "always" or any(p.type.kind == "ptr" for p in callee.params):
        return True
    return calls == 1 or callee.op_count() <= SMALL or panics_for_callers(callee)


def panics_for_callers(callee: Function) -> bool:
    """Whether it has a panic that is told at the place of the call: of those in the libraries."""
    found = [block.terminator.loc for block in callee.blocks if type(block.terminator) is Panic]
    return any([loc is not None and loc.visible is None for loc in found])


class Inliner:
    """Inlines calls to `callees` in one caller, walking its blocks once."""

    __slots__ = ("callees", "caller", "graphs", "locations", "size", "sizes", "slots")

    def __init__(self, caller: Function, callees: dict[str, Function]) -> None:
        self.caller, self.callees = caller, callees
        self.size = caller.op_count()
        self.sizes = {name: callee.op_count() for name, callee in callees.items()}
        self.graphs: dict[str, Cfg] = {}
        self.slots: list[Op] = []
        self.locations: dict[tuple[Loc | None, Loc | None], Loc | None] = {}

    def run(self) -> bool:
        """Whether any call was replaced."""
        out: list[Block] = []
        changed = False
        for block in self.caller.blocks:
            if any(type(op) is Call and op.callee in self.callees for op in block.ops):
                changed |= self.rewrite(block, out)
            else:
                out.append(block)
        self.caller.blocks = out
        entry = out[0]
        for slot in self.slots:
            slot.block = entry
        entry.ops[:0] = self.slots
        return changed

    def rewrite(self, block: Block, out: list[Block]) -> bool:
        """Replaces the calls in one block; `out` gets the blocks that it has become."""
        terminator, ops = block.terminator, block.ops
        current = block
        current.ops = []
        out.append(current)
        changed = False
        for op in ops:
            callee = self.callees.get(op.callee) if type(op) is Call else None
            if type(op) is not Call or callee is None or not self.fits(callee):
                op.block = current
                current.ops.append(op)
                continue
            current = self.splice(current, op, callee, out)
            changed = True
        terminator.block = current
        current.terminator = terminator
        return changed

    def fits(self, callee: Function) -> bool:
        """Whether the caller stays below the limit; counts the callee in if so."""
        size = self.sizes[callee.name]
        if self.size + size > LARGEST:
            return False
        self.size += size
        return True

    def splice(self, current: Block, call: Call, callee: Function, out: list[Block]) -> Block:
        """Puts a copy of the callee's body after what `current` holds; gives the block in which the rest goes on."""
        graph = self.graphs.get(callee.name)
        if graph is None:
            graph = self.graphs[callee.name] = Cfg(callee)
        values: dict[Value, Value] = dict(zip(graph.blocks[0].params, call.operands))
        blocks = {source: self.copy_header(source, callee, values) for source in graph.blocks[1:]}
        blocks[graph.blocks[0]] = current
        single = len(graph.blocks) == 1 and type(graph.blocks[0].terminator) is Return
        after = current if single else Block(f"{callee.name}.after")
        for source in graph.blocks:
            home = blocks[source]
            self.copy_ops(source, home, values, call)
            if single:
                for value in source.terminator.operands:
                    call.replace_all_uses(values.get(value, value))
            else:
                self.copy_terminator(source, home, blocks, values, after, call)
        out.extend(blocks[source] for source in callee.blocks[1:] if source in blocks)
        if not single:
            out.append(after)
            if call.type.is_scalar:
                call.replace_all_uses(after.add_param(call.type, call.name))
        call.drop()
        return after

    def copy_header(self, source: Block, callee: Function, values: dict[Value, Value]) -> Block:
        """An empty block with copies of the parameters."""
        block = Block(source.name if "." in source.name else f"{callee.name}.{source.name}")
        block.unroll = source.unroll
        for param in source.params:
            values[param] = block.add_param(param.type, param.name)
        return block

    def copy_ops(self, source: Block, home: Block, values: dict[Value, Value], call: Call) -> None:
        """Copies the ops; slots go to the entry of the caller. Definitions come before uses in reverse postorder."""
        call_loc = call.loc
        for op in source.ops:
            copy = copy_op(op, values)
            copy.loc = self.inlined(op.loc, call_loc)
            values[op] = copy
            if type(op) is Alloca:
                self.slots.append(copy)
            else:
                copy.block = home
                home.ops.append(copy)

    def copy_terminator(
        self, source: Block, home: Block, blocks: dict[Block, Block], values: dict[Value, Value], after: Block, call: Call
    ) -> None:
        """Copies the terminator; a return becomes a jump to what follows the call."""
        terminator = source.terminator
        loc = self.inlined(terminator.loc, call.loc)
        operands = [values.get(v, v) for v in terminator.operands]
        if type(terminator) is Return:
            home.end(Goto((after, operands)), loc)
            return
        copy = copy_op(terminator, values)
        if isinstance(copy, Terminator):
            copy.targets = tuple([blocks[target] for target in terminator.targets])
            copy.arg_counts = terminator.arg_counts
            copy.block, copy.loc = home, loc
            home.terminator = copy

    def inlined(self, loc: Loc | None, call: Loc | None) -> Loc | None:
        """The location with the call as its outermost parent: one object per pair, so that equal stacks are shared."""
        if loc is None or call is None:
            return loc or call
        key = (loc, call)
        found = self.locations.get(key)
        if found is None:
            chain = []
            at: Loc | None = loc
            while at is not None:
                chain.append(at)
                at = at.parent
            found = call
            for at in reversed(chain):
                known = self.locations.get((at, call))
                if known is None:
                    known = self.locations[at, call] = Loc(at.file, at.line, at.column, found)
                found = known
        return found


def copy_op(op: Op, values: dict[Value, Value]) -> Op:
    """The same op on other operands, in no block."""
    copy: Op = type(op).__new__(type(op))
    operands = tuple([values.get(v, v) for v in op.operands])
    copy.operands, copy.attrs, copy.type, copy.name = operands, op.attrs, op.type, op.name
    copy.block = copy.loc = None
    copy.users = {}
    for v in operands:
        v.users[copy] = None
    return copy
