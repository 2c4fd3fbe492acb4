"""One function of MIR becomes one `.entry` or `.func`: rules applied block by block, then registers shared, named and declared.

    @kernel fn inc(%p: ptr<i32, global>):     .visible .entry inc(.param .u64 .ptr .global .align 4 inc_param_0)
      bb0:                                    {
        %v = mir.load %p                        ld.param.u64 %rd1, [inc_param_0]; cvta.to.global.u64 %p_, %rd1;
        %w = mir.add %v, %one                   ld.global.s32 %v, [%p_];  add.s32 %w, %v, 1;
        mir.store %w, %p                        st.global.s32 [%p_], %w;
        mir.return                              ret; }

A rule is run only for an op that something needs.
"""
from __future__ import annotations

from dialect.cfg import Cfg
from dialect.ops import Panic
from dialect.types import VOID
from ptx.lower.calls import load_passed, passed_parameter
from ptx.lower.emitter import Emitter
from ptx.lower.errors import InternalLoweringError, LoweringError
from ptx.lower.layout import assemble
from ptx.lower.machine import MachineBlock
from ptx.lower.memory import load_from
from ptx.lower.names import local
from ptx.lower.registers import memory
from ptx.lower.rules import RULES
from ptx.lower.select import is_wide, needed_values
from ptx.lower.terminators import TERMINATORS
from ptx.module import Function, Parameter
from ptx.operands import Address, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect import function as mir
    from dialect.op import Op, Param
    from ptx.lower.context import Context
    from ptx.lower.rules import Rule


def lower_function(context: Context, function: mir.Function) -> Function:
    """The PTX of one function. The MIR is not changed."""
    cfg = Cfg(function)
    name = context.functions[function.name]
    e = Emitter(context, function, cfg, needed_values(cfg))
    blocks = _machine_blocks(e, cfg)
    first_site = len(context.sites)
    parameters = _parameters(e, name, blocks[function.blocks[0]])
    for block in cfg.blocks:
        _lower_block(e, block, blocks)
    returns = []
    if function.result is not VOID:
        returns.append(passed_parameter(function.result, e.result_name))
    body = assemble(e, [blocks[b] for b in function.blocks if b in blocks])
    context.sites[first_site:] = sorted(context.sites[first_site:], key=lambda site: site.number)
    linkage, performance = _linkage(context, function), _performance(function)
    return Function(name, function.kind == "kernel", parameters, returns, linkage, performance, body)


def _machine_blocks(e: Emitter, cfg: Cfg) -> dict[mir.Block, MachineBlock]:
    """A block for every reachable one, labelled in the function's order."""
    blocks = {}
    for block in e.function.blocks:
        if block.index >= 0:
            panics = isinstance(block.terminator, Panic)
            label = f"$panic_{e.context.next_panic()}" if panics else "$" + local(block.name)
            if not panics and label.startswith("$panic_"):
                label += "_"
            blocks[block] = MachineBlock(e.labels.claim(label), block, panics)
    return blocks


def _lower_block(e: Emitter, block: mir.Block, blocks: dict[mir.Block, MachineBlock]) -> None:
    e.block = blocks[block]
    needed, rules = e.needed, RULES
    for op in block.ops:
        if op in needed:
            rule = _wide_rule(op) if is_wide(op) else rules.get(type(op))
            if rule is None:
                raise InternalLoweringError(e.function.name, op, "no rule")
            e.at(op.loc)
            rule(e, op)
    terminator = block.terminator
    leave = TERMINATORS.get(type(terminator))
    if leave is None:
        raise InternalLoweringError(e.function.name, terminator, "no rule")
    e.at(terminator.loc)
    e.block.location = e.location
    leave(e, terminator, blocks)


def _wide_rule(op: Op) -> Rule | None:
    """The rule of an op on 128-bit integers; most programs have none, and do not pay for reading these rules."""
    from ptx.lower.wide import WIDE_RULES

    return WIDE_RULES.get(type(op), RULES.get(type(op)))


def _parameters(e: Emitter, name: str, entry: MachineBlock) -> list[Parameter]:
    """Declares the parameters, and loads those that are needed at the start of the entry block."""
    e.block = entry
    e.at(e.function.loc)
    out = []
    for i, param in enumerate(e.function.params):
        symbol = _parameter_symbol(e, name, i)
        out.append(_parameter(e, param, symbol))
        if param.type.kind == "ptr" and param.type.space == "param":
            e.symbols[param] = symbol
        elif param in e.needed:
            _load_parameter(e, param, Address(Symbol(symbol)))
    if e.function.name in e.context.reporting:
        from ptx.lower.panics import record_parameter

        out.append(record_parameter(e, _parameter_symbol(e, name, len(out))))
    return out


def _parameter_symbol(e: Emitter, name: str, number: int) -> str:
    symbol = f"{name}_param_{number}"
    if e.names.claim(symbol) != symbol:
        raise LoweringError(f"the module has a symbol `{symbol}`, which is the name of a parameter of `{name}`", e.function.loc)
    return symbol


def _parameter(e: Emitter, param: Param, symbol: str) -> Parameter:
    type = param.type
    if type.bits == 128:
        return passed_parameter(type, symbol)
    if type.kind == "ptr" and type.space == "param":
        return Parameter("b8", symbol, align=type.elem.align, dimensions=(type.elem.size,))
    if e.function.kind != "kernel":
        return passed_parameter(type, symbol)
    if type.kind == "ptr" and type.space == "global":
        return Parameter("u64", symbol, pointer="global", pointer_align=max(type.elem.align, e.context.options.pointer_align))
    return Parameter(memory(type), symbol)


def _load_parameter(e: Emitter, param: Param, address: Address) -> None:
    if e.function.kind == "kernel" and param.type.bits < 128:
        load_from(e, param, f"ld.param.{memory(param.type)}", address)
    else:
        load_passed(e, param, address)


def _linkage(context: Context, function: mir.Function) -> str:
    """Kernels are visible; functions too in a module without kernels, or the assembler would drop them."""
    kernels = any(f.kind == "kernel" for f in context.module.functions.values())
    return "visible" if function.kind == "kernel" or not kernels else ""


def _performance(function: mir.Function) -> list[tuple[str, tuple[int | str, ...]]]:
    threads, blocks = function.launch_bounds
    out: list[tuple[str, tuple[int | str, ...]]] = []
    if function.block:
        out.append(("reqntid", function.block))
    elif threads:
        out.append(("maxntid", (threads, 1, 1)))
    if blocks:
        out.append(("minnctapersm", (blocks,)))
    return out
