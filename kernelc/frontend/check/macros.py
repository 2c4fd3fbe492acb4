"""The macros that the language has: panics, assertions, `matches!`, `line!` and the like. Their table is `MACROS`."""

from __future__ import annotations

from .. import ast, hir
from ..diagnostics import did_you_mean
from ..syntax import parse_macro_args, parse_match_args
from ..ty import BOOL, NEVER, STR, U32, UNIT, Ty, ref_to
from .checker import Checker, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..defs import Def, ModuleDef
    from ..source import Span

    Rule = Callable[[Checker, ast.MacroCall, Ty | None], hir.Node]
    Piece = str | tuple[list[ast.Expr], str]
    """Text, or arguments and how they are shown."""

HEAP_MACROS = {"format": "`format!` makes a `String`, which needs a heap", "vec": "`vec!` makes a `Vec`, which needs a heap"}
HOST_MACROS = ("println", "print", "eprintln", "eprint", "dbg", "write", "writeln")


def macro_call(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`name!(…)`."""
    name = node.path.segments[-1].name.name
    rule = MACROS.get(name)
    if rule is not None:
        return rule(c, node, expected)
    if name in HEAP_MACROS:
        c.error("K1100", node.span, f"`{name}!` is not in the kernel language", "", [HEAP_MACROS[name]])
    elif name in HOST_MACROS:
        c.error(
            "K1105",
            node.span,
            f"`{name}!` needs an operating system, which a kernel does not have",
            "",
            help="use `gpu_printf!`" if name != "dbg" else None,
        )
    elif name in ("asm", "global_asm", "naked_asm"):
        c.error(
            "K1104",
            node.span,
            "inline `asm!` is not in the kernel language",
            "",
            help="use a function of `cuda_device`, or `ptx_asm!`",
        )
    elif has_local_macro(c.scope.module, name):
        advice = "write a function, generic if need be"
        c.error("K1108", node.path.span, f"`macro_rules!` macros such as `{name}!` are not supported yet", "", help=advice)
    else:
        near = did_you_mean(name, list(MACROS))
        help_text = (f"a macro with a similar name exists: `{near}`", node.path.span, near) if near else None
        c.error("K1106", node.path.span, f"cannot find macro `{name}` in this scope", "", help=help_text)
    return c.failed(node.span)


def has_local_macro(module: ModuleDef, name: str) -> bool:
    """Whether the file defines a macro of that name, here or in a module around."""
    at: Def | None = module
    while at is not None:
        if name in at.module.macros:
            return True
        at = at.module.parent
    return False


def arguments(c: Checker, node: ast.MacroCall) -> list[ast.Expr] | None:
    """The arguments as expressions."""
    return parse_macro_args(node.tree)


# ------------------------------------------------------------------------------------------------------------------------ messages


def message(c: Checker, args: list[ast.Expr], node: ast.MacroCall) -> tuple[str, list[hir.Value]]:
    """A format string with its arguments, as a template with `{0}`, `{1}` … and the values."""
    if not args:
        return "", []
    first = args[0]
    if not isinstance(first, ast.Literal) or first.kind != "str":
        c.error("K1126", first.span, "format argument must be a string literal", "", help='write `"{}"` before it')
        return "", []
    return template(c, str(first.value), args[1:], first.span)


def template(c: Checker, text: str, args: list[ast.Expr], span: Span) -> tuple[str, list[hir.Value]]:
    """Replaces each `{…}` of a format string by the number of its value."""
    from .expressions import value

    values: list[hir.Value] = []
    out: list[str] = []
    for piece in placeholders(c, text, args, span) or ():
        if isinstance(piece, str):
            out.append(piece)
            continue
        (argument,), style = piece[0], piece[1].strip()
        if style not in ("", "?"):
            c.error("K1126", span, f"messages know `{{}}` and `{{:?}}`, not the format `{{:{style}}}`", "", help="write `{}`")
            return "", []
        out.append(f"{{{len(values)}{':?' if style else ''}}}")
        values.append(shown(c, value(c, argument), argument.span))
    return "".join(out), values


def placeholders(c: Checker, text: str, args: list[ast.Expr], span: Span, stars: bool = False) -> list[Piece] | None:
    """The pieces of a format string: text (its braces still doubled), and arguments with what stands behind the colon. None after an error.

    With `stars` each `*` takes an argument of its own, before the value's.
    """
    given, at = Arguments(c, args, span), 0
    pieces: list[Piece] = []
    while at < len(text):
        brace = text[at] in "{}"
        if not brace or text[at : at + 2] in ("{{", "}}"):
            pieces.append(text[at : at + 1 + brace])
            at += 1 + brace
            continue
        end = text.find("}", at)
        if end < 0 or text[at] == "}":
            problem = "unmatched `}` found" if text[at] == "}" else "expected `}` but string was terminated"
            c.error("K1126", span, f"invalid format string: {problem}", "")
            return None
        name, _, style = text[at + 1 : end].partition(":")
        names = [*[""] * (style.count("*") if stars else 0), name.strip()]
        found = [each for each in map(given.take, names) if each is not None]
        if len(found) < len(names):
            return None
        pieces.append((found, style))
        at = end + 1
    return pieces if given.are_used() else None


class Arguments:
    """The arguments of a format string, handed out one by one."""

    __slots__ = ("checker", "named", "position", "positional", "span", "used")

    def __init__(self, checker: Checker, args: list[ast.Expr], span: Span) -> None:
        self.checker, self.span = checker, span
        self.named = {
            a.place.path.segments[0].name.name: a.value
            for a in args
            if isinstance(a, ast.Assign) and isinstance(a.place, ast.PathExpr)
        }
        self.positional = [a for a in args if not isinstance(a, ast.Assign)]
        self.used = self.position = 0

    def take(self, name: str) -> ast.Expr | None:
        """The argument of a name or number, or the next one; None after an error."""
        if name and not name.isdigit():
            return self.named[name] if name in self.named else variable(name, self.span)
        index = int(name) if name else self.position
        self.position += not name
        self.used = max(self.used, index + 1)
        if index < len(self.positional):
            return self.positional[index]
        there = "is" if len(self.positional) == 1 else "are"
        wanted, given = counted(self.position, "positional argument"), counted(len(self.positional), "argument")
        self.checker.error("K1126", self.span, f"{wanted} in format string, but there {there} {given}", "")
        return None

    def are_used(self) -> bool:
        """Whether all were asked for; reports one that was not."""
        if self.used < len(self.positional):
            self.checker.error("K1126", self.positional[self.used].span, "argument never used", "argument never used")
        return self.used >= len(self.positional)


def variable(name: str, span: Span) -> ast.Expr:
    """An inline argument `{name}`."""
    ident = ast.Ident(span, name)
    return ast.PathExpr(span, ast.Path(span, False, None, [ast.PathSegment(span, ident, None)]))


def behind(c: Checker, found: hir.Value, span: Span) -> hir.Value:
    """What references to a value refer to in the end; a string stays one."""
    while c.shallow(found.ty).kind == "ref" and c.shallow(c.shallow(found.ty).target) is not STR:
        found = c.use(c.deref(found, span), span, decide=False)
    return found


def shown(c: Checker, found: hir.Value, span: Span) -> hir.Value:
    """A value that a message can show: a number, bool or char, also behind references."""
    found = behind(c, found, span)

    def final() -> None:
        ty = found.ty
        if not ty.is_numeric and ty.kind not in ("bool", "char", "error", "ptr", "never") and ty is not ref_to(STR):
            c.error("K1126", span, f"values of type `{ty}` cannot be shown in a message", "numbers, `bool` and `char` can")

    c.finals.append(final)
    return found


# ------------------------------------------------------------------------------------------------------------------------- panics


def panic_with(c: Checker, span: Span, text: str, values: list[hir.Value]) -> hir.Value:
    """The HIR of a panic."""
    return c.node(hir.Panic, NEVER, span, text, values)


def panicking(prefix: str, default: str) -> Rule:
    """`panic!`, `unreachable!`, `todo!`, `unimplemented!`."""

    def rule(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
        args = arguments(c, node)
        if args is None:
            return c.failed(node.span)
        text, values = message(c, args, node)
        whole = default if not args else prefix + text
        return panic_with(c, node.span, whole, values)

    return rule


def unless(c: Checker, test: hir.Value, span: Span, text: str, values: list[hir.Value]) -> hir.Node:
    """`if !test { panic }`."""
    panic = c.node(hir.Coerce, UNIT, span, "never", panic_with(c, span, text, values))
    return c.node(hir.If, UNIT, span, test, c.node(hir.Tuple, UNIT, span, []), panic)


def assertion(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`assert!(condition, message…)`."""
    from .expressions import coerced

    args = arguments(c, node)
    if args is None:
        return c.failed(node.span)
    if not args:
        c.error("K1126", node.span, "macro requires a boolean expression as an argument", "boolean expression required")
        return c.failed(node.span)
    test = coerced(c, args[0], BOOL)
    text, values = message(c, args[1:], node)
    if len(args) == 1:
        text = "assertion failed: " + args[0].span.text.replace("{", "{{").replace("}", "}}")
    return unless(c, test, node.span, text, values)


def comparison(op: str, name: str) -> Rule:
    """`assert_eq!`, `assert_ne!`."""

    def rule(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
        from . import operators
        from .expressions import value

        args = arguments(c, node)
        if args is None:
            return c.failed(node.span)
        if len(args) < 2:
            c.error("K1126", node.span, f"`{name}!` takes two values to compare", "")
            return c.failed(node.span)
        left = value(c, args[0])
        right = value(c, args[1], left.ty if operators.class_of(c, left.ty) else None)
        places = [keep(c, v) for v in (left, right)]
        statements: list[hir.Statement] = [
            hir.Let(bind, v, None, node.span) for (bind, _), v in zip(places, (left, right), strict=True)
        ]
        reads = [c.use(c.node(hir.Local, local.ty, node.span, local), node.span, decide=False) for _, local in places]
        binary = ast.Binary(node.span, op, node.span, args[0], args[1])
        if operators.is_built_in(op, operators.class_of(c, left.ty), operators.class_of(c, right.ty)):
            test = operators.built_in(c, binary, reads[0], reads[1])
        else:
            test = operators.overloaded_binary(c, binary, reads[0], reads[1])
        text, values = message(c, args[2:], node)
        whole = f"assertion `left {op} right` failed" + (f": {text}" if len(args) > 2 else "")
        if operators.class_of(c, left.ty):
            n = len(values)
            whole += f"\n  left: {{{n}:?}}\n right: {{{n + 1}:?}}"
            values = values + [
                c.use(c.node(hir.Local, local.ty, node.span, local), node.span, decide=False) for _, local in places
            ]
        statements.append(hir.Evaluate(unless(c, test, node.span, whole, values), node.span))  # type: ignore[arg-type]
        return c.node(hir.Block, UNIT, node.span, statements, None, None)

    return rule


def keep(c: Checker, value: hir.Value) -> tuple[hir.Pattern, hir.Variable]:
    """A variable of our own that holds a value."""
    c.ribs.append({})
    variable_of = c.declare("compared", value.ty, False, value.span)
    c.ribs.pop()
    return c.node(hir.Bind, value.ty, value.span, variable_of, "value", None), variable_of


def nothing(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`debug_assert!` and its kin: off in the release profile, but still checked."""
    outer, c.nodes = c.nodes, []
    rule = {
        "debug_assert": assertion,
        "debug_assert_eq": comparison("==", "assert_eq"),
        "debug_assert_ne": comparison("!=", "assert_ne"),
    }
    rule[node.path.segments[-1].name.name](c, node, expected)
    c.nodes = outer + c.nodes
    return c.node(hir.Tuple, UNIT, node.span, [])


def matches_macro(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`matches!(value, pattern if guard)`."""
    from .control import condition
    from .expressions import check
    from .patterns import pattern

    parsed = parse_match_args(node.tree)
    if parsed is None:
        return c.failed(node.span)
    scrutinee, written, guard = parsed
    c.ribs.append({})
    place = c.as_place(check(c, scrutinee))
    test: hir.Value = c.node(hir.LetCondition, BOOL, node.span, pattern(c, written, place.ty), place)
    if guard is not None:
        test = c.node(hir.Logical, BOOL, node.span, "&&", test, condition(c, guard))
    c.ribs.pop()
    yes, no = c.node(hir.Constant, BOOL, node.span, True), c.node(hir.Constant, BOOL, node.span, False)
    return c.node(hir.If, BOOL, node.span, test, yes, no)


def position(part: int) -> Rule:
    """`line!()`, `column!()`."""

    def rule(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
        return c.node(hir.Constant, U32, node.span, node.span.source.position(node.span.start)[part])

    return rule


def file_name(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`file!()`."""
    return c.node(hir.Constant, ref_to(STR), node.span, node.span.source.path)


def printing(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`gpu_printf!`."""
    from .printing import gpu_printf

    return gpu_printf(c, node, expected)


def raw_address(is_mutable: bool) -> Rule:
    """`addr_of!(place)`, `addr_of_mut!(place)`: `&raw const place`, `&raw mut place`."""

    def rule(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
        from .expressions import check

        args = arguments(c, node)
        if args is None:
            return c.failed(node.span)
        if len(args) != 1:
            c.error("K1126", node.span, f"`{node.path.span.text}!` takes one place", "")
            return c.failed(node.span)
        return check(c, ast.Borrow(node.span, is_mutable, True, args[0]), expected)

    return rule


def configured(c: Checker, node: ast.MacroCall, expected: Ty | None) -> hir.Node:
    """`cfg!(predicate)`: a `bool` that is known."""
    builder = node.tree.__dict__["builder"]
    return c.node(hir.Constant, BOOL, node.span, builder.configuration.holds(builder, node))


MACROS: dict[str, Rule] = {
    "panic": panicking("", "explicit panic"),
    "unreachable": panicking("internal error: entered unreachable code: ", "internal error: entered unreachable code"),
    "todo": panicking("not yet implemented: ", "not yet implemented"),
    "unimplemented": panicking("not implemented: ", "not implemented"),
    "assert": assertion,
    "gpu_assert": assertion,
    "gpu_printf": printing,
    "assert_eq": comparison("==", "assert_eq"),
    "assert_ne": comparison("!=", "assert_ne"),
    "debug_assert": nothing,
    "debug_assert_eq": nothing,
    "debug_assert_ne": nothing,
    "cfg": configured,
    "matches": matches_macro,
    "line": position(0),
    "column": position(1),
    "file": file_name,
    "addr_of": raw_address(False),
    "addr_of_mut": raw_address(True),
}
