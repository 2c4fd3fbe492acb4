"""The verifier: after it has found nothing, a function obeys every rule that passes, lowering and interpreter rely on.

  * A terminator ends each block and stands nowhere else; jump targets are blocks of the function; the entry block has no predecessor.
  * Arguments equal the target's parameters in number and type; what is returned has the function's result type.
  * Operand types obey the op's signature, attributes its choices and its own check; the stated type is the inferred one.
  * Each use is dominated by its definition (not asked in unreachable blocks); `users` and `block` are exact.
  * Against a module: callees and statics exist and have the stated types.

All faults are reported, each with block and position, in the order of the blocks. The texts are stable.
"""
from __future__ import annotations

from .cfg import Cfg
from .dominance import DomTree, dominators
from .function import Block, Function
from .op import Op, Param, Terminator, Value
from .ops import Call, Return, StaticAddress
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import Module

_PYTHON_TYPES: dict[str, type | tuple[type, ...]] = {"Word": str, "Text": str, "int": int, "Type": Type, "Number": (int, float)}


def verify(function: Function) -> list[str]:
    """Every fault of a function, as `error: … (in block)`; nothing for a sound one."""
    if not function.blocks:
        return [f"error: @{function.name} has no block"]
    return _Verifier(function).faults()


def verify_module(module: Module) -> list[str]:
    """Every fault of every function, and of the references between them. With several functions the texts say which (`in bb2 of @f`)."""
    out: list[str] = []
    several = len(module.functions) > 1
    for function in module.functions.values():
        found = verify(function)
        if function.blocks:
            found += _reference_faults(module, function)
        if several:
            found = [f"{text[:-1]} of @{function.name})" if text[-1] == ")" else text for text in found]
        out += found
    for static in module.statics.values():
        if len(static.data) > static.type.size:
            out.append(f"error: @{static.name} has {len(static.data)} bytes of data, but its type has {static.type.size}")
    return out


class _Verifier:
    """One run over one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.blocks = dict.fromkeys(function.blocks)
        self.position: dict[Value, int] = {}
        self.sound: dict[object, None] = {}  # (class, types, attributes) already found without fault
        self.edges_are_sound = True
        self.found: list[tuple[int, str]] = []  # (block number, text): dominance is asked last, but reported with its block

    def faults(self) -> list[str]:
        blocks = self.function.blocks
        for block in blocks:
            self.place(block)
        self.header()
        for n, block in enumerate(blocks):
            for i, op in enumerate(block.ops):
                for text in self.op_faults(block, op):
                    self.found.append((n, f"error: {text} at position {i} (in {block.name})"))
            if block.is_terminated:
                self.terminator(n, block)
            else:
                self.edges_are_sound = False
                self.found.append((n, f"error: block has no terminator (in {block.name})"))
        self.dominance()
        self.found.sort(key=_block_number)
        return [text for _, text in self.found]

    def header(self) -> None:
        """What holds of the function as a whole."""
        function = self.function
        name = function.blocks[0].name
        if len(self.blocks) != len(function.blocks):
            self.found.append((0, f"error: a block stands twice in the function (in {name})"))
        if function.kind == "kernel":
            if function.result is not VOID:
                self.found.append((0, f"error: a kernel returns nothing, but its result is {function.result} (in {name})"))
            for i, p in enumerate(function.params):
                if p.type.kind == "ptr" and p.type.space not in ("global", "generic", "param"):
                    self.found.append((0, f"error: kernel parameter {i} is {p.type}, expected a global or generic pointer (in {name})"))

    def place(self, block: Block) -> None:
        """Enters each op with its position."""
        for i, op in enumerate(block.ops):
            if op in self.position:
                n = self.function.blocks.index(block)
                self.found.append((n, f"error: the op at position {i} stands elsewhere too (in {block.name})"))
            self.position[op] = i
        if block.is_terminated:
            self.position[block.terminator] = len(block.ops)

    def op_faults(self, block: Block, op: Op) -> list[str]:
        """What is wrong with an op in the body of a block."""
        operands = op.operands
        if not op.attrs and (type(op), op.type, *[v.type for v in operands]) in self.sound:
            out = []
        elif isinstance(op, Terminator):
            return [_IN_BODY]
        else:
            out = self.type_faults(op, operands)
        if op.block is not block:
            out.append("op says it is in another block")
        if op.entry_only and block is not self.function.blocks[0]:
            out.append(f"{op.mnemonic} stands outside the entry block")
        return self.use_faults(op, out)

    def type_faults(self, op: Op, operands: tuple[Value, ...]) -> list[str]:
        """Operand count and types, attributes, the op's own check, and the type of the result. Each distinct combination is looked at once."""
        key: tuple[object, ...] = (type(op), op.type, *[v.type for v in operands])
        if op.attrs:
            key += (op.attrs, *[x.__class__ for x in op.attrs])
        if key in self.sound:
            return []
        out = _operand_faults(op, operands) + _attribute_faults(op)
        if not out:
            text = op.check()
            if text:
                out.append(f"{op.mnemonic}: {text}")
            elif op.signature.infer(op) is not op.type:
                out.append(f"result is {op.type}, expected {op.signature.infer(op)}")
            else:
                self.sound[key] = None
        return out

    def use_faults(self, op: Op, out: list[str]) -> list[str]:
        """Adds to `out` where operands and users do not know each other."""
        for v in op.operands:
            if op not in v.users:
                out.append("operand does not list its user")
        for user in op.users:
            if op not in user.operands or user not in self.position:
                out.append("stale user")
        return out

    def terminator(self, n: int, block: Block) -> None:
        """What is wrong with the end of a block, and with its parameters."""
        t = block.terminator
        texts = []
        if not isinstance(t, Terminator):
            self.edges_are_sound = False
            self.found.append((n, f"error: {t.mnemonic} is no terminator (in {block.name})"))
            return
        if t.block is not block:
            texts.append("terminator says it is in another block")
        for p in block.params:
            if p.block is not block:
                texts.append("a parameter says it is in another block")
            if not p.type.is_scalar:
                texts.append(f"a parameter is {p.type}, expected a scalar")
            if any([p not in user.operands or user not in self.position for user in p.users]):
                texts.append("a parameter has a stale user")
        texts += self.type_faults(t, t.own_operands)
        if type(t) is Return:
            texts += _return_faults(self.function, t)
        self.use_faults(t, texts)
        for i in range(len(t.targets)):
            texts += self.edge_faults(block, t, i)
        self.found += [(n, f"error: {text} (in {block.name})") for text in texts]

    def edge_faults(self, block: Block, t: Terminator, i: int) -> list[str]:
        """What is wrong with one edge."""
        target = t.targets[i]
        if target not in self.blocks:
            self.edges_are_sound = False
            return [f"jump target {target.name} does not exist"]
        out = []
        if target is self.function.blocks[0]:
            out.append(f"{block.name} jumps to the entry block")
        args = t.args_of(i)
        if len(args) != len(target.params):
            count = len(target.params)
            out.append(f"{block.name} jumps to {target.name} with {len(args)} arg(s), but {target.name} expects {count}")
            return out
        for a, p in zip(args, target.params):
            if a.type is not p.type:
                out.append(f"argument of {target.name} is {a.type}, expected {p.type}")
        return out

    def dominance(self) -> None:
        """Each use in a reachable block comes after its definition on every path."""
        cfg = Cfg(self.function) if self.edges_are_sound else _repaired_cfg(self.function)
        tree = DomTree(dominators(cfg))
        for n, block in enumerate(self.function.blocks):
            if block.index >= 0:
                self.block_dominance(n, block, tree)

    def block_dominance(self, n: int, block: Block, tree: DomTree) -> None:
        enter, leave, position, blocks = tree.enter, tree.leave, self.position, self.blocks
        at = enter[block.index]
        for i, op in enumerate((*block.ops, block.terminator) if block.is_terminated else block.ops):
            for v in op.operands:
                home = v.block
                if home is block:
                    if type(v) is Param or position.get(v, i) < i:
                        continue
                elif home in blocks and home is not None and home.index >= 0 and (type(v) is Param or v in position):
                    if enter[home.index] <= at < leave[home.index]:
                        continue
                name = v.name or "a value"
                self.found.append((n, f"error: use of {name} is not dominated by its definition at position {i} (in {block.name})"))


_IN_BODY = "terminator instruction found in body"


def _block_number(fault: tuple[int, str]) -> int:
    return fault[0]


def _repaired_cfg(function: Function) -> Cfg:
    """A snapshot of the sound edges alone: fewer paths, so no use is wrongly reported."""
    shadows = {block: Block(block.name) for block in function.blocks}
    for block, shadow in shadows.items():
        shadow.terminator = Return(())
        if block.is_terminated and isinstance(block.terminator, Terminator):
            shadow.terminator.targets = tuple([shadows[target] for target in block.terminator.targets if target in shadows])
    whole = Function(function.name)
    whole.blocks = list(shadows.values())
    cfg = Cfg(whole)
    for block, shadow in shadows.items():
        block.index = shadow.index
    return cfg


def _operand_faults(op: Op, operands: tuple[Value, ...]) -> list[str]:
    if len(operands) < op.n_operands or (len(operands) > op.n_operands and not op.variadic):
        return [f"{op.mnemonic} has {len(operands)} operand(s), expected {op.n_operands}"]
    out = op.signature.faults(op)
    for v in operands[op.n_operands :]:
        if not v.type.is_scalar:
            out.append(f"{op.mnemonic}: operand is {v.type}, expected a scalar")
    return out


def _attribute_faults(op: Op) -> list[str]:
    names = list(op.fields)
    first = len(names) - op.n_attrs - (len(op.targets) if isinstance(op, Terminator) else 0)
    out = []
    for name, value in zip(names[first:], op.attrs):
        if not isinstance(value, _PYTHON_TYPES[op.fields[name]]):
            out.append(f"{op.mnemonic}: {name} is {value!r}, expected {op.fields[name]}")
        elif name in op.choices and value not in op.choices[name]:
            out.append(f"{op.mnemonic}: {name} is {value}, expected one of {', '.join(op.choices[name])}")
    return out


def _return_faults(function: Function, t: Terminator) -> list[str]:
    types = [v.type for v in t.operands]
    if function.result is VOID:
        return [f"returns {types[0]}, but @{function.name} returns nothing"] if types else []
    if len(types) != 1:
        return [f"returns {len(types)} value(s), but @{function.name} returns {function.result}"]
    return [] if types[0] is function.result else [f"returns {types[0]}, but @{function.name} returns {function.result}"]


def _reference_faults(module: Module, function: Function) -> list[str]:
    """Calls and statics, against what the module holds."""
    out = []
    for block in function.blocks:
        for i, op in enumerate(block.ops):
            texts: list[str] = []
            if type(op) is Call:
                texts = _call_faults(module, op)
            elif type(op) is StaticAddress:
                texts = _static_faults(module, op)
            out += [f"error: {text} at position {i} (in {block.name})" for text in texts]
    return out


def _call_faults(module: Module, op: Call) -> list[str]:
    callee = module.functions.get(op.callee)
    if callee is None:
        return [f"no function is called @{op.callee}"]
    if callee.kind == "kernel":
        return [f"@{op.callee} is a kernel: it is launched, not called"]
    if not callee.blocks:
        return []
    out = []
    if op.ty is not callee.result:
        out.append(f"@{op.callee} returns {callee.result}, but the call says {op.ty}")
    if len(op.operands) != len(callee.params):
        out.append(f"@{op.callee} takes {len(callee.params)} argument(s), but the call passes {len(op.operands)}")
        return out
    for a, p in zip(op.operands, callee.params):
        if a.type is not p.type:
            out.append(f"argument of @{op.callee} is {a.type}, expected {p.type}")
    return out


def _static_faults(module: Module, op: StaticAddress) -> list[str]:
    static = module.statics.get(op.symbol)
    if static is None:
        return [f"no static is called @{op.symbol}"]
    if static.type is not op.ty or static.space != op.space:
        return [f"@{op.symbol} is {static.type} in {static.space}, but the op says {op.ty} in {op.space}"]
    return []
