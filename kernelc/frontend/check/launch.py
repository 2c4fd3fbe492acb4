"""After `launch_attributes`, what a kernel's attributes say about its launches is known: bounds, block, domain, dynamic shared memory; what is not understood
has been reported (K1118). Nothing in them is passed over.

    #[kernel(launch_context = lc)]
    #[launch_bounds(256, 2)]
    #[launch_contract(domain = 1, coordinates = u32, block = (256, 1, 1), dynamic_shared = 1024, dynamic_shared_alignment = 128)]
"""

from __future__ import annotations

from .. import ast
from ..syntax import parse_macro_args
from ..ty import make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..defs import FnDef
    from ..program import Program
    from ..source import Span

ATTRIBUTES = ("launch_bounds", "launch_contract", "cluster_launch", "cooperative_launch")
"""Attributes of kernels that say how they are launched."""
MAX_THREADS = 1024
"""The most threads of a block (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""


class LaunchAttributes:
    """`bounds`: most threads of a block and fewest blocks of a multiprocessor, 0 = unsaid. Of the contract: `domain` (dimensions, 0 = unsaid), `block`
    (sizes; empty = unsaid), whether coordinates are `narrow` (below 2³²), bytes of `dynamic_shared` (None = unsaid) and their `alignment`. `context` is
    the name of the launch context, empty without one.
    """

    __slots__ = ("alignment", "block", "bounds", "context", "domain", "dynamic_shared", "narrow")

    def __init__(self) -> None:
        self.bounds = (0, 0)
        self.domain = 0
        self.block: tuple[int, ...] = ()
        self.narrow = False
        self.dynamic_shared: int | None = None
        self.alignment = 1
        self.context = ""


def launch_attributes(program: Program, fn: FnDef) -> LaunchAttributes:
    """What the attributes of a function say, read once."""
    found: LaunchAttributes | None = fn.state.get("launch")
    if found is None:
        found = fn.state["launch"] = LaunchAttributes()
        _Reader(program, fn, found).read()
    return found


class _Reader:
    """Reads the attributes of one function."""

    def __init__(self, program: Program, fn: FnDef, out: LaunchAttributes) -> None:
        self.program, self.fn, self.out = program, fn, out

    def read(self) -> None:
        for attribute in self.fn.node.attributes:
            name = attribute.path[-1]
            if name == "kernel":
                self.kernel(attribute)
            elif name in ATTRIBUTES and not self.fn.is_kernel:
                self.fault(attribute.span, f"`#[{name}]` stands before a kernel", f"`{self.fn.name}` is not one")
            elif name == "launch_bounds":
                self.bounds(attribute)
            elif name == "launch_contract":
                self.contract(attribute)
            elif name in ATTRIBUTES:
                self.program.diagnostics.error("K1108", attribute.span, f"the attribute `{name}` is not supported yet")
        if self.out.context and not self.out.narrow:
            advice = "add `#[launch_contract(domain = 1, coordinates = u32)]`"
            self.fault(self.fn.span, f"the launch context of `{self.fn.name}` needs a launch contract", "its coordinates must fit `u32`", advice)

    def fault(self, span: Span, message: str, label: str, help: str | None = None) -> None:
        self.program.diagnostics.error("K1118", span, message, label=label, help=help)

    def arguments(self, attribute: ast.Attribute) -> list[ast.Expr]:
        """What stands in the parentheses; empty where nothing does, or no expressions (reported)."""
        return (parse_macro_args(attribute.tree) or []) if attribute.tree is not None else []

    def number(self, expr: ast.Expr, what: str, low: int, high: int) -> int:
        """The value of a constant expression within limits; 0 for others (reported)."""
        found = self.program.evaluate_type_const(expr, make("uint", "u32"), self.program.scope(self.fn))
        if found.kind != "const":
            return 0
        value = int(found.data)
        if not low <= value <= high:
            self.fault(expr.span, f"{what} is {value}, must be between {low} and {high}", "out of range")
            return 0
        return value

    def settings(self, attribute: ast.Attribute, known: tuple[str, ...]) -> list[tuple[str, ast.Expr]]:
        """The arguments `name = value`; others are reported."""
        found: dict[str, ast.Expr] = {}
        for each in self.arguments(attribute):
            name = path_name(each.place) if isinstance(each, ast.Assign) else ""
            if not isinstance(each, ast.Assign) or name not in known:
                self.fault(each.span, f"`#[{attribute.path[-1]}]` has no such argument", f"known are {', '.join([f'`{k} = …`' for k in known])}")
            elif name in found:
                self.fault(each.span, f"`{name}` is given twice", "given again here")
            else:
                found[name] = each.value
        return list(found.items())

    def kernel(self, attribute: ast.Attribute) -> None:
        """`#[kernel]`, with settings of the body (`fmad`, `unchecked_indexing`) or the name of the launch context."""
        for each in self.arguments(attribute):
            name = path_name(each.place if isinstance(each, ast.Assign) else each)
            if isinstance(each, ast.Assign) and name == "launch_context":
                self.out.context = path_name(each.value)
                if not self.out.context:
                    self.fault(each.value.span, "the launch context is a name", "as in `launch_context = lc`")
            elif isinstance(each, ast.Assign) and name == "fmad" and isinstance(each.value, ast.Literal) and each.value.kind == "bool":
                continue
            elif not isinstance(each, ast.PathExpr) or name != "unchecked_indexing":
                known = "`fmad = false`, `unchecked_indexing`, `launch_context = NAME`"
                self.fault(each.span, "`#[kernel]` has no such argument", f"known are {known}")

    def bounds(self, attribute: ast.Attribute) -> None:
        given = self.arguments(attribute)
        if not 1 <= len(given) <= 2:
            self.fault(attribute.span, f"`#[launch_bounds]` takes 1 or 2 numbers, got {len(given)}", "threads of a block, blocks of a multiprocessor")
            return
        threads = self.number(given[0], "the number of threads", 1, MAX_THREADS)
        blocks = self.number(given[1], "the number of blocks", 1, 2**16) if len(given) == 2 else 0
        self.out.bounds = (threads, blocks)

    def contract(self, attribute: ast.Attribute) -> None:
        known = ("domain", "coordinates", "block", "dynamic_shared", "dynamic_shared_alignment", "requires")
        for name, value in self.settings(attribute, known):
            if name == "domain":
                self.out.domain = self.number(value, "the domain", 1, 3)
            elif name == "coordinates":
                self.out.narrow = path_name(value) == "u32"
                if not self.out.narrow:
                    self.fault(value.span, "coordinates are `u32`", "not a type of coordinates")
            elif name == "block":
                self.block(value)
            elif name == "dynamic_shared":
                self.out.dynamic_shared = self.number(value, "dynamic shared memory", 0, 227 * 1024)
            elif name == "dynamic_shared_alignment":
                self.alignment(value)
            else:
                self.program.diagnostics.error("K1108", value.span, "conditions on arguments (`requires`) are not supported yet")

    def block(self, value: ast.Expr) -> None:
        sizes = value.elements if isinstance(value, ast.TupleExpr) else []
        if len(sizes) != 3:
            self.fault(value.span, "a block has three sizes", "as in `(16, 16, 1)`")
            return
        found = [self.number(size, f"block.{axis}", 1, most) for size, axis, most in zip(sizes, "xyz", (1024, 1024, 64), strict=True)]
        if all(found):
            self.out.block = tuple(found)
            if found[0] * found[1] * found[2] > MAX_THREADS:
                self.fault(value.span, f"a block of {found[0] * found[1] * found[2]} threads", f"the limit is {MAX_THREADS}")

    def alignment(self, value: ast.Expr) -> None:
        found = self.number(value, "the alignment", 1, 4096)
        if found & (found - 1):
            self.fault(value.span, f"the alignment {found} is no power of two", "as in 128")
        self.out.alignment = max(1, found)


def path_name(expr: ast.Expr) -> str:
    """The name that an expression is; empty for others."""
    if isinstance(expr, ast.PathExpr) and len(expr.path.segments) == 1 and not expr.path.is_global and expr.path.qself is None:
        name: str = expr.path.segments[0].name.name
        return name
    return ""
