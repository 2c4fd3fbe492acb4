"""Functions that are called lane by lane: for what is rare and long, so that a kernel holds it once, as code for scalars.

`called` writes the call; the function is built at its first use in a kernel from the same expressions that vectors use.
"""

from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.text import WARP, Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Body: TypeAlias = "Callable[[Expressions, Sequence[str]], str]"
    """From the names of the arguments (scalars) to the result."""


def called(b: Builder, name: str, kinds: "Sequence[str]", values: "Sequence[str]", result: str, body: "Body") -> str:
    """Returns the results of the function `name` of values of some types, at the width of the operation."""
    define(b, name, kinds, result, body)
    arguments = [(b.typed(kind), value) for kind, value in zip(kinds, values)]
    return b.code.call(f"{'each' if b.width > 1 else 'one'}.{name}", b.typed(result), *arguments)


def define(b: Builder, name: str, kinds: "Sequence[str]", result: str, body: "Body") -> None:
    """Makes sure that the kernel has the function: `one.NAME` of scalars, `each.NAME` of the values of a warp."""
    functions = b.function.routines
    if name not in functions:
        functions[name] = scalar_function(b, name, kinds, result, body) + every_lane(name, kinds, result)


def scalar_function(b: Builder, name: str, kinds: "Sequence[str]", result: str, body: "Body") -> str:
    """Returns the text of the function of scalars."""
    code = Code(b.code.declared)
    names = [f"%a{position}" for position in range(len(kinds))]
    found = body(Expressions(code, 1, b.halves), names)
    parameters = ", ".join(f"{kind} {own}" for kind, own in zip(kinds, names))
    return "\n".join([f"define internal {result} @one.{name}({parameters}) #1 {{", *code.lines, f"  ret {result} {found}", "}", ""])


def every_lane(name: str, kinds: "Sequence[str]", result: str) -> str:
    """Returns the text of the function that calls it for every lane."""
    vector = f"<{WARP} x {result}>"
    parameters = ", ".join(f"<{WARP} x {kind}> %v{position}" for position, kind in enumerate(kinds))
    taken = "".join(f"  %a{position} = extractelement <{WARP} x {kind}> %v{position}, i32 %lane\n" for position, kind in enumerate(kinds))
    arguments = ", ".join(f"{kind} %a{position}" for position, kind in enumerate(kinds))
    return f"""define internal {vector} @each.{name}({parameters}) #1 {{
entry:
  br label %body
body:
  %lane = phi i32 [0, %entry], [%next, %body]
  %values = phi {vector} [zeroinitializer, %entry], [%more, %body]
{taken}  %value = call {result} @one.{name}({arguments})
  %more = insertelement {vector} %values, {result} %value, i32 %lane
  %next = add i32 %lane, 1
  %done = icmp eq i32 %next, {WARP}
  br i1 %done, label %end, label %body
end:
  ret {vector} %more
}}
"""
