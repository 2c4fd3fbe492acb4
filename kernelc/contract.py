"""What the host of a compiled file relies on, as data: kernels with parameters and requirements, statics, panic sites; written as JSON.

| member | what |
|---|---|
| `format` | 1 |
| `panic` | `trap`, `message` or `report`: with `report` each kernel has one parameter more, the address of a record (`ptx.record`) |
| `kernels` | in source order: `name`, `symbol`, `requirements` (sentences that a launch must fulfil), `dynamic_shared`, `parameters`, `variants` |
| `dynamic_shared` | bytes of dynamic shared memory that a launch must give beside what the program itself takes of it |
| `parameters` | `name`, `type` as in Rust, `kind`, `element`, `size`, `align`, `mutable`, `optional`, `words` (the PTX parameters), `layout` |
| `statics` | `name`, `symbol`, `type`, `space` (`global` or `const`), `mutable`, `size`, `align`, `layout` |
| `sites` | by number: `function` (symbol), `file`, `line`, `column`, `message`, `types` of the values, `inlined` |

A layout is an object with `kind`, `type`, `size`, `align`, and `element`, `fields` (name, offset, layout), `of`, or `variants` (name,
discriminant, fields).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.signature import KernelParameter, KernelSignature, StaticSignature, TypeLayout
    from ptx.lower import PanicSite

FORMAT = 1


def contract_text(panic: str, kernels: Sequence[KernelSignature], statics: Sequence[StaticSignature], sites: Sequence[PanicSite]) -> str:
    """The contract as JSON, ending in a line end; the same for the same compilation."""
    import json

    data = {
        "format": FORMAT,
        "panic": panic,
        "kernels": [kernel_data(kernel, panic) for kernel in kernels],
        "statics": [static_data(static) for static in statics],
        "sites": [site_data(site) for site in sites],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def kernel_data(kernel: KernelSignature, panic: str) -> dict[str, Any]:
    """A kernel and its parameters."""
    parameters, number = [], 0
    for parameter in kernel.params:
        parameters.append(parameter_data(parameter, kernel.symbol, number))
        number += parameter.words
    data = {
        "name": kernel.name,
        "symbol": kernel.symbol,
        "requirements": [str(each) for each in kernel.requirements],
        "dynamic_shared": kernel.shared,
        "parameters": parameters,
        "variants": [],
    }
    return data | ({"panic_record": f"{kernel.symbol}_param_{number}"} if panic == "report" else {})


def parameter_data(parameter: KernelParameter, symbol: str, number: int) -> dict[str, Any]:
    """A parameter; `number` is that of its first word."""
    data: dict[str, Any] = {
        "name": parameter.name,
        "type": parameter.text,
        "kind": parameter.kind,
        "element": parameter.element,
        "size": parameter.size,
        "align": parameter.align,
        "mutable": parameter.mutable,
        "optional": parameter.optional,
        "words": [f"{symbol}_param_{number + i}" for i in range(parameter.words)],
    }
    return data | ({} if parameter.layout is None else {"layout": layout_data(parameter.layout)})


def static_data(static: StaticSignature) -> dict[str, Any]:
    """A static."""
    layout = static.layout
    return {
        "name": static.name,
        "symbol": static.symbol,
        "type": layout.text,
        "space": static.space,
        "mutable": static.mutable,
        "size": layout.size,
        "align": layout.align,
        "layout": layout_data(layout),
    }


def layout_data(layout: TypeLayout) -> dict[str, Any]:
    """A layout and what is in it."""
    data: dict[str, Any] = {"kind": layout.kind, "type": layout.text, "size": layout.size, "align": layout.align}
    if layout.element:
        data["element"] = layout.element
    if layout.kind == "array":
        data |= {"count": layout.count, "of": layout_data(layout.parts[0][2])}
    elif layout.kind == "enum":
        data["variants"] = [
            {"name": name, "discriminant": number, "fields": fields_data(part)}
            for (name, _, part), number in zip(layout.parts, layout.discriminants, strict=True)
        ]
    elif layout.kind == "struct":
        data["fields"] = fields_data(layout)
    return data


def fields_data(layout: TypeLayout) -> list[dict[str, Any]]:
    """The fields of a struct or variant."""
    return [{"name": name, "offset": offset, "layout": layout_data(part)} for name, offset, part in layout.parts]


def site_data(site: PanicSite) -> dict[str, Any]:
    """A panic site; in the message `{0}`, `{1}` … stand for its values."""
    return {
        "number": site.number,
        "function": site.function,
        "file": site.file,
        "line": site.line,
        "column": site.column,
        "message": site.message,
        "types": list(site.types),
        "inlined": [list(each) for each in site.inlined],
    }
