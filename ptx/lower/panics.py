"""What a panic does: after `tell` the block says what happened, as the options ask; `trap; exit;` follows.

| `Options.panic` | before the trap |
|---|---|
| `trap` | nothing |
| `message` | CUDA's device assertion: `__assertfail` with the text (`_` for values), file, line and function |
| `report` | a call that fills the panic record (`ptx.record`), whose address is the last parameter of every kernel and of the functions that may panic |

Of the threads that panic one claims the record with `atom.cas`; the others wait until it is complete, so that none ends the kernel before.
"""
from __future__ import annotations

from dialect.ops import Call, Panic
from dialect.ops.control import message_parts
from dialect.types import U32, U64
from ptx.lower.calls import invoke_nothing, record_address
from ptx.lower.context import ASSERT_FAIL, VPRINTF
from ptx.lower.registers import LONG, WORD
from ptx.module import Function, Parameter, Variable
from ptx.operands import Integer, Symbol
from ptx.record import BLOCK, CLAIMED, COMPLETE, FREE, SITE, STATE, THREAD, VALUE_COUNT, VALUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect import function as mir
    from dialect.op import Value
    from ptx.lower.calls import Passed
    from ptx.lower.context import Context, PanicSite
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

REPORT = f"""
.version 6.0
.target sm_70
.address_size 64
.func NAME(.param .b64 NAME_param_0, .param .b32 NAME_param_1{"".join([f", .param .b64 NAME_param_{2 + i}" for i in range(VALUE_COUNT)])})
{{
	.reg .pred %lost;
	.reg .pred %waits;
	.reg .b32 %state;
	.reg .b32 %word;
	.reg .b64 %address;
	.reg .b64 %record;
	.reg .b64 %value;
	ld.param.b64 %address, [NAME_param_0];
	cvta.to.global.u64 %record, %address;
	atom.relaxed.sys.global.cas.b32 %state, [%record+{STATE}], {FREE}, {CLAIMED};
	setp.ne.u32 %lost, %state, {FREE};
	@%lost bra $wait;
	ld.param.b32 %word, [NAME_param_1];
	st.global.u32 [%record+{SITE}], %word;
{"".join([
    f"	mov.u32 %word, %{name}.{axis};{chr(10)}	st.global.u32 [%record+{start + 4 * i}], %word;{chr(10)}"
    for name, start in (("ctaid", BLOCK), ("tid", THREAD)) for i, axis in enumerate("xyz")
])}{"".join([
    f"	ld.param.b64 %value, [NAME_param_{2 + i}];{chr(10)}	st.global.u64 [%record+{VALUES + 8 * i}], %value;{chr(10)}"
    for i in range(VALUE_COUNT)
])}	fence.acq_rel.sys;
	st.relaxed.sys.global.u32 [%record+{STATE}], {COMPLETE};
	fence.acq_rel.sys;
	ret;
$wait:
	ld.acquire.sys.global.u32 %state, [%record+{STATE}];
	setp.eq.u32 %waits, %state, {CLAIMED};
	@%waits bra $wait;
	ret;
}}
"""
"""The function that fills the record, as PTX."""


def reporting_functions(module: mir.Module) -> dict[str, None]:
    """The names of the functions that take the record's address: kernels, and what may panic or calls what may."""
    callers: dict[str, list[str]] = {}
    work = []
    for function in module.functions.values():
        for block in function.blocks:
            for op in block.ops:
                if isinstance(op, Call):
                    callers.setdefault(op.callee, []).append(function.name)
        if any(isinstance(block.terminator, Panic) for block in function.blocks):
            work.append(function.name)
    found = {f.name: None for f in module.functions.values() if f.kind == "kernel"}
    while work:
        name = work.pop()
        if name not in found or module.functions[name].kind == "kernel":
            found[name] = None
            work += [caller for caller in callers.get(name, []) if caller not in found]
    return found


def record_parameter(e: Emitter, symbol: str) -> Parameter:
    """The declaration of the hidden last parameter."""
    e.record = symbol
    if e.function.kind == "kernel":
        return Parameter("u64", symbol, pointer="global", pointer_align=8)
    return Parameter("b64", symbol)


def tell(e: Emitter, terminator: Panic, site: PanicSite, registers: list[tuple[Register, ...]]) -> None:
    """What a block that panics does before its trap."""
    if e.context.options.panic == "message":
        _assert_fail(e, terminator, site)
    else:
        words: list[Operand] = []
        for value, each in zip(terminator.values, registers):
            words += each if len(each) > 1 else [_word(e, value, each[0])]
        words = words[:VALUE_COUNT]
        words += [Integer(0)] * (VALUE_COUNT - len(words))
        callee = e.context.report_function()
        arguments: list[Passed] = [(U64, (record_address(e),)), (U32, (Integer(site.number),)), *[(U64, (word,)) for word in words]]
        invoke_nothing(e, callee, arguments)


def _word(e: Emitter, value: Value, register: Register) -> Operand:
    """A value as 64 bits."""
    t = value.type
    if t.kind == "ptr" or (t.is_integer and t.bits == 64):
        return register
    if t.name == "f64":
        return e.emit("mov.b64", e.new(LONG), register)
    if t.kind == "bool":
        register = e.emit("selp.b32", e.new(WORD), Integer(1), Integer(0), register)
    elif t.name == "f32":
        register = e.emit("mov.b32", e.new(WORD), register)
    elif t.kind == "float":
        return e.emit("cvt.u64.u16", e.new(LONG), register)
    return e.emit("cvt.s64.s32" if t.kind == "int" else "cvt.u64.u32", e.new(LONG), register)


def _assert_fail(e: Emitter, terminator: Panic, site: PanicSite) -> None:
    parts = message_parts(terminator.message) or []
    text = "".join([part if isinstance(part, str) else "_" for part in parts])
    message, file, function = [text_address(e, each) for each in (text, site.file, site.function)]
    callee = e.context.host_function(ASSERT_FAIL, "with the panic mode `message`", terminator.loc)
    arguments: list[Passed] = [(U64, (message,)), (U64, (file,)), (U32, (Integer(site.line),)), (U64, (function,)), (U64, (Integer(1),))]
    invoke_nothing(e, callee, arguments)


def text_address(e: Emitter, text: str) -> Register:
    """The generic address of a text that ends in a zero byte."""
    address = e.emit("mov.u64", e.new(LONG), Symbol(e.context.text(text)))
    return e.emit("cvta.global.u64", e.new(LONG), address)


def text_variable(name: str, text: str) -> Variable:
    """A text as a variable of the module."""
    data = text.encode("utf-8", "replace").replace(b"\0", b"?") + b"\0"
    return Variable("global", "b8", name, (len(data),), 1, tuple([Integer(byte) for byte in data]))


def declarations(context: Context) -> list[Variable | Function]:
    """What stands before the functions of the module: texts, and the functions that panics call."""
    out: list[Variable | Function] = [text_variable(symbol, text) for text, symbol in context.strings.items()]
    for what, symbol in context.declared.items():
        out.append(report_function(symbol) if what == "report" else host_declaration(what))
    return out


HOST_FUNCTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    ASSERT_FAIL: ((), ("b64", "b64", "b32", "b64", "b64")),
    VPRINTF: (("b32",), ("b64", "b64")),
}
"""The types of results and parameters of the functions that CUDA has on the device."""


def host_declaration(name: str) -> Function:
    """The header of a function that CUDA has on the device."""
    results, types = HOST_FUNCTIONS[name]
    parameters = [Parameter(t, f"{name}_param_{i}") for i, t in enumerate(types)]
    return Function(name, False, parameters, [Parameter(t, "func_retval0") for t in results], linkage="extern")


def report_function(name: str) -> Function:
    """The function that fills the record."""
    from ptx.parser import parse_module

    return parse_module(REPORT.replace("NAME", name)).functions()[0]
