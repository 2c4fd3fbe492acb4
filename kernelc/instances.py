"""Instances of generic kernels that the host asks for: after `resolve`, each text such as `scale::<f32, 16>` is a kernel with its generic arguments.

The text is checked like any path of the language, in the root of the file, so that counts, bounds and constants are checked too; what is wrong with it
is reported at the text itself, under the file name `--instantiate`.
"""

from __future__ import annotations

from kernelc.frontend import ast
from kernelc.frontend.source import Source
from kernelc.frontend.syntax import parse_file
from kernelc.frontend.ty import UNIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.defs import FnDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty

FILE = "--instantiate"
"""What stands for the file in messages about the text of an instance."""
HEAD, TAIL = "fn instance() { ", "; }"


def resolve(program: Program, texts: tuple[str, ...]) -> list[tuple[FnDef, tuple[Ty, ...]]]:
    """The kernels that the texts name, with their arguments. Errors go to the program's diagnostics."""
    found = [_resolve(program, number, text) for number, text in enumerate(texts)]
    return [each for each in found if each is not None]


def _resolve(program: Program, number: int, text: str) -> tuple[FnDef, tuple[Ty, ...]] | None:
    source = Source(FILE, f"{HEAD}{text}{TAIL}")
    tree = parse_file(source, program.diagnostics)
    if tree is None or len(tree.items) != 1 or not isinstance(tree.items[0], ast.Fn):
        if tree is not None:
            program.diagnostics.error("K1109", _span(source, text), f"`{text}` is not the path of a kernel")
        return None
    item = tree.items[0]
    item.name = ast.Ident(item.name.span, f"{FILE} {number}")  # no name of the file can be this one
    ty = _type_of(program, program.add_function(item))
    if ty is None:
        return None
    if ty.kind != "fn" or not ty.data.is_kernel:
        program.diagnostics.error("K1109", _span(source, text), f"`{text}` is not a kernel", label=f"this is of type `{ty}`")
        return None
    return ty.data, ty.args


def _type_of(program: Program, function: FnDef) -> Ty | None:
    """The type of the one expression of a function; None where it has an error."""
    from kernelc.frontend import hir

    body = program.body(function)
    if body is None or program.diagnostics.has_errors:
        return None
    statements = body.value.statements if isinstance(body.value, hir.Block) else []
    first = statements[0] if len(statements) == 1 else None
    return first.value.ty if isinstance(first, hir.Evaluate) else UNIT


def _span(source: Source, text: str) -> Span:
    return source.span(len(HEAD), len(HEAD) + len(text))
