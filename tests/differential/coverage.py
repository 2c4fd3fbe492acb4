"""`python -m tests.differential.coverage 160`: what the first so many programs contain, counted, and the holes among what they must contain.

Counted are MIR ops by type, comparisons and casts by pair, in MIR as built; PTX instructions; expressions, statements, patterns and items
by kind, in the syntax tree; loops by depth, jumps by kind, references by levels; and panics that happened, by kind. What must be there is
derived: each op that rows of a program can reach on each of its types, and the kinds listed below. Closures are not generated.
"""

from __future__ import annotations

import argparse
import collections
import re

from dialect.op import OPS
from dialect.signature import CLASSES
from dialect.types import SCALARS
from kernelc.compile import compile_source
from kernelc.frontend import ast
from kernelc.frontend.source import Source

from .generate import make_case
from .harness import Ours, accepted, lowered, without_collections

TYPES = [SCALARS[name] for name in ("bool", *[f"{s}{b}" for s in "iu" for b in (8, 16, 32, 64, 128)], "f32", "f64")]
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")
FORMS = {"mir.round": ("floor", "ceil", "trunc", "even")}
NEGATED = ("int", "float")
"""Kinds of types that have a minus sign in Rust."""

KINDS = """
expression Literal, PathExpr, Unary, Borrow, Binary, Cast, Call, MethodCall, FieldExpr, Index, Range, Block, If, Match, StructExpr, TupleExpr,
ArrayExpr, RepeatExpr, Try, if let, let chain, labelled block, turbofish, struct update, range index, range inclusive, range without start,
range without end, range full, match on a reference
statement LetStatement, Assign, CompoundAssign, ExprStatement, ItemStatement, While, Loop, For, Return, let else, let pattern, while let,
destructuring, early return, shadowing
loop depth 1, depth 2, depth 3, depth 4, labelled, rev, step_by, over an array, over a reference, over the user's iterator, enumerate, zip,
skip, take, chain, chunks, windows, loop with a value
jump break, continue, labelled break, labelled continue, break with a value, labelled break with a value
pattern WildPattern, RestPattern, BindPattern, LiteralPattern, RangePattern, RefPattern, TuplePattern, SlicePattern, OrPattern, PathPattern,
TupleStructPattern, StructPattern, at, ref, ref mut, alternatives that bind, range to, range from, half-open range, rest with a name, guard
item Fn, Struct, Enum, Const, Static, Mod, Use, Impl, Trait, const fn, generic function, generic struct, const parameter, lifetime parameter,
where clause, trait with a default method, associated type, associated constant, supertrait, blanket impl, impl of a generic struct,
method by value, method by reference, method by mutable reference, recursive function, tuple struct, unit variant, tuple variant, struct variant
operator Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Neg, Not, AddAssign, SubAssign, MulAssign, DivAssign, RemAssign,
BitAndAssign, BitOrAssign, BitXorAssign, ShlAssign, ShrAssign, Iterator
reference levels 1, levels 2, levels 3, levels 4, read through 1, read through 2, read through 3, &mut &mut, reference in a struct,
chosen by if, swapped
macro panic, assert, assert_eq, assert_ne, matches
happened returned, division by zero, remainder by zero, index out of bounds, unwrap, assertion, assertion of equality, panic with values
"""


def required():
    """Every key that must be counted."""
    keys = [f"mir.cmp {predicate} {ty}" for predicate in PREDICATES for ty in TYPES]
    numbers = [ty for ty in TYPES if ty.kind != "bool"]
    keys += [f"mir.cast {a} to {b}" for a in TYPES for b in numbers if a is not b and (a.kind != "bool" or b.kind != "float")]
    for mnemonic, op in OPS.items():
        first = (op.types.split("->")[0].split() or [""])[0]
        if getattr(op, "evaluate", None) is None or not first.startswith("T:") or mnemonic == "mir.cmp":
            continue
        kinds = [k for k in CLASSES[first[2:]] if k != "ptr" and (mnemonic != "mir.neg" or k in NEGATED)]
        forms = [f"{mnemonic} {form}" for form in FORMS.get(mnemonic, ())] or [mnemonic]
        keys += [f"{form} {ty}" for form in forms for ty in TYPES if ty.kind in kinds]
    for line in KINDS.strip().replace(",\n", ", ").split("\n"):
        group, _, names = line.partition(" ")
        keys += [f"{group} {name}" for name in names.split(", ")]
    return keys


class Count(collections.Counter):
    """What programs contain, by key."""

    def module(self, module):
        """The ops of MIR."""
        for op in [op for f in module.functions.values() for b in f.blocks for op in [*b.ops, b.terminator]]:
            ty = op.operands[0].type if op.operands else op.type
            if op.mnemonic == "mir.cast":
                self[f"mir.cast {ty} to {op.type}"] += 1
            elif op.mnemonic in ("mir.cmp", *FORMS):
                self[f"{op.mnemonic} {op.attrs[0]} {ty if ty.kind != 'ptr' else 'ptr'}"] += 1
            else:
                self[f"{op.mnemonic} {ty if ty.kind not in ('ptr', 'array', 'tuple') else ty.kind}"] += 1

    def ptx(self, text):
        """The instructions of PTX by their whole names."""
        for name in re.findall(r"^\s+(?:@!?%\w+ )?([a-z][a-z0-9_.:]*)", text, re.MULTILINE):
            self[f"ptx {name}"] += 1

    def ended(self, result):
        """How a call ended."""
        for pattern, kind in ENDS:
            if re.search(pattern, result):
                self[f"happened {kind}"] += 1
                return

    # -------------------------------------------------------------------------------------------------------------------- syntax

    def tree(self, items, text):
        """The syntax of a file."""
        for name in re.findall(r"\b([a-z_]+)!\s?\(", text):
            self[f"macro {name}"] += 1
        self.texts = text
        for item in items:
            self.node(item, 0, "")

    def node(self, node, depth, function):
        """A node and what is in it; `depth` counts the loops around."""
        if isinstance(node, list | tuple):
            for each in node:
                self.node(each, depth, function)
            return
        if not isinstance(node, ast.Node):
            return
        for group, classes in GROUPS.items():
            if isinstance(node, classes):
                self[f"{group} {type(node).__name__}"] += 1
        special = getattr(self, type(node).__name__.lower(), None)
        if special is not None and not isinstance(node, ast.Index):
            special(node)
        if isinstance(node, ast.Index):
            self.indexed(node)
        if isinstance(node, LOOPS):
            depth += 1
            self[f"loop depth {depth}"] += 1
            self["loop labelled"] += node.label is not None
        if isinstance(node, ast.Fn):
            self.node(node.body, 0, node.name.name)
        if isinstance(node, ast.Call) and isinstance(node.callee, ast.PathExpr):
            self["item recursive function"] += node.callee.path.segments[-1].name.name == function
        for field in node.fields:
            if field not in ("span", "make_body"):
                self.node(getattr(node, field), depth, function)

    def fn(self, node):
        self["item const fn"] += "const" in node.qualifiers
        self["item generic function"] += any(isinstance(p, ast.TypeParam) for p in node.generics.params)
        if node.self_param is not None:
            how = "value" if not node.self_param.is_reference else "mutable reference" if node.self_param.is_mutable else "reference"
            self[f"item method by {how}"] += 1

    def generics(self, node):
        self["item const parameter"] += any(isinstance(p, ast.ConstParam) for p in node.params)
        self["item lifetime parameter"] += any(isinstance(p, ast.LifetimeParam) for p in node.params)
        self["item where clause"] += bool(node.where)

    def struct(self, node):
        self["item generic struct"] += any(isinstance(p, ast.TypeParam) for p in node.generics.params)
        self["item tuple struct"] += node.shape == "tuple"
        self["reference reference in a struct"] += any(isinstance(m.type, ast.RefType) for m in node.members)

    def variant(self, node):
        self[f"item {'struct' if node.shape == 'named' else node.shape} variant"] += 1

    def trait(self, node):
        self["item trait with a default method"] += any(isinstance(i, ast.Fn) and i.body is not None for i in node.items)
        self["item associated type"] += any(isinstance(i, ast.TypeAlias) for i in node.items)
        self["item associated constant"] += any(isinstance(i, ast.Const) for i in node.items)
        self["item supertrait"] += bool(node.supertraits)

    def impl(self, node):
        if node.trait is not None and (len(node.trait.segments) > 1 or node.trait_name == "Iterator"):
            self[f"operator {node.trait_name}"] += 1
        names = {p.name.name for p in node.generics.params}
        path = node.self_type.path.segments if isinstance(node.self_type, ast.PathType) else []
        self["item blanket impl"] += len(path) == 1 and path[0].name.name in names
        self["item impl of a generic struct"] += bool(names) and bool(path) and path[-1].args is not None

    def letstatement(self, node):
        self["statement let else"] += node.otherwise is not None
        self["statement let pattern"] += not isinstance(node.pattern, ast.BindPattern)

    def block(self, node):
        self["expression labelled block"] += node.label is not None
        names = [s.pattern.name.name for s in node.statements if isinstance(s, ast.LetStatement) and isinstance(s.pattern, ast.BindPattern)]
        self["statement shadowing"] += len(names) - len(set(names))
        early = [s for s in node.statements if isinstance(s, ast.ExprStatement) and isinstance(s.value, ast.If)]
        self["statement early return"] += any(isinstance(i, ast.Return) for s in early for i in values(s.value.then))

    def assign(self, node):
        self["statement destructuring"] += isinstance(node.place, ast.TupleExpr)

    def while_(self, node):
        self["statement while let"] += isinstance(first_condition(node.condition), ast.Let)

    def if_(self, node):
        found = isinstance(first_condition(node.condition), ast.Let)
        self["expression if let"] += found
        self["expression let chain"] += found and isinstance(node.condition, ast.Binary)
        self["reference chosen by if"] += isinstance(node.then.value, ast.Borrow)

    def loop(self, node):
        self["loop loop with a value"] += any(isinstance(i, ast.Break) and i.value is not None for i in inside(node.body))

    def for_(self, node):
        at = node.iterable
        while isinstance(at, ast.MethodCall):
            if at.name.name in ("rev", "step_by", "enumerate", "zip", "skip", "take", "chain", "windows"):
                self[f"loop {at.name.name}"] += 1
            self["loop chunks"] += at.name.name.startswith("chunks")
            at = at.receiver
        self["loop over an array"] += isinstance(at, ast.PathExpr) and at is node.iterable
        self["loop over a reference"] += isinstance(at, ast.Borrow)
        self["loop over the user's iterator"] += isinstance(at, ast.StructExpr)

    def break_(self, node):
        label, value = node.label is not None, node.value is not None
        self["jump " + "labelled " * label + "break" + " with a value" * value] += 1

    def continue_(self, node):
        self["jump " + "labelled " * (node.label is not None) + "continue"] += 1

    def methodcall(self, node):
        self["expression turbofish"] += node.generic_args is not None

    def pathexpr(self, node):
        self["expression turbofish"] += any(s.args is not None for s in node.path.segments)
        self["reference swapped"] += [s.name.name for s in node.path.segments][-2:] == ["mem", "swap"]

    def structexpr(self, node):
        self["expression struct update"] += node.base is not None

    def indexed(self, node):
        self["expression range index"] += isinstance(node.index, ast.Range)

    def range(self, node):
        self["expression range inclusive"] += node.is_inclusive
        self["expression range without start"] += node.start is None and node.end is not None
        self["expression range without end"] += node.end is None and node.start is not None
        self["expression range full"] += node.end is None and node.start is None

    def match(self, node):
        self["expression match on a reference"] += isinstance(node.value, ast.Borrow)

    def arm(self, node):
        self["pattern guard"] += node.guard is not None

    def bindpattern(self, node):
        self["pattern at"] += node.sub is not None
        self["pattern ref mut" if node.is_mutable else "pattern ref"] += node.by_reference
        self["pattern rest with a name"] += isinstance(node.sub, ast.RestPattern)

    def orpattern(self, node):
        self["pattern alternatives that bind"] += any(isinstance(i, ast.BindPattern) for i in inside(node))

    def rangepattern(self, node):
        self["pattern range to"] += node.start is None
        self["pattern range from"] += node.end is None
        self["pattern half-open range"] += not node.is_inclusive and node.end is not None

    def reftype(self, node):
        levels, at = 0, node
        mutable: list[bool] = []
        while isinstance(at, ast.RefType):
            levels, mutable, at = levels + 1, [*mutable, at.is_mutable], at.type
        self["reference &mut &mut"] += mutable[:2] == [True, True]
        self[f"reference levels {levels}"] += 1

    def borrow(self, node):
        levels, at = 0, node
        while isinstance(at, ast.Borrow):
            levels, at = levels + 1, at.operand
        self[f"reference levels {levels}"] += 1

    def unary(self, node):
        levels, at = 0, node
        while isinstance(at, ast.Unary) and at.op == "*":
            levels, at = levels + 1, at.operand
        self[f"reference read through {levels}"] += levels > 0
        self["reference levels 4"] += levels == 4


for _name in ("while", "if", "for", "break", "continue"):
    setattr(Count, _name, getattr(Count, f"{_name}_"))

LOOPS = (ast.While, ast.Loop, ast.For)
GROUPS = {
    "pattern": tuple(c for name, c in vars(ast).items() if name.endswith("Pattern") and isinstance(c, type)),
    "item": (ast.Item,),
    "statement": (ast.LetStatement, ast.ExprStatement, ast.ItemStatement, ast.Assign, ast.CompoundAssign, ast.Return, *LOOPS),
    "expression": (
        ast.Literal, ast.PathExpr, ast.Unary, ast.Borrow, ast.Binary, ast.Cast, ast.Call, ast.MethodCall, ast.FieldExpr, ast.Index, ast.Range, ast.Block,
        ast.If, ast.Match, ast.StructExpr, ast.TupleExpr, ast.ArrayExpr, ast.RepeatExpr, ast.Try, ast.Closure,
    ),
}  # fmt: skip
ENDS = [
    ("attempt to divide by zero", "division by zero"),
    ("with a divisor of zero", "remainder by zero"),
    ("index out of bounds", "index out of bounds"),
    (r"unwrap\(\)", "unwrap"),
    ("left == right|left != right", "assertion of equality"),
    ("assertion failed|value .* here|{no}", "assertion"),
    ("panic .*bad ", "panic with values"),
    ("panic", "other panics"),
    ("", "returned"),
]


def first_condition(node):
    """The first of conditions joined by `&&`."""
    while isinstance(node, ast.Binary) and node.op == "&&":
        node = node.lhs
    return node


def values(block):
    """The statements' expressions and the value of a block."""
    return [s.value for s in block.statements if isinstance(s, ast.ExprStatement)] + [block.value]


def inside(node):
    """All nodes in a node."""
    work, out = [node], []
    while work:
        at = work.pop()
        if isinstance(at, list | tuple):
            work += at
        elif isinstance(at, ast.Node):
            out.append(at)
            work += [getattr(at, field) for field in at.fields if field not in ("span", "make_body")]
    return out


def measure(count, batch=16, ptx=True):
    """The counts of the programs of seeds 0 … count - 1 that rustc accepts."""
    found = Count()
    for first in range(0, count, batch):
        with without_collections():
            measure_batch(found, accepted([make_case(seed) for seed in range(first, min(first + batch, count))]), ptx)
    return found


def measure_batch(found, cases, ptx):
    ours = Ours(cases, verify=False, levels=())
    found["programs"] += len(cases)
    found.module(ours.modules[0])
    for case in cases:
        found.tree(compile_source(Source("main.rs", case.text)).tree().items, case.text)
        for result in ours.interpreted(case, ours.modules[0]):
            found.ended(result)
    if ptx:
        found.ptx(lowered(ours.passed(0))[0])


def report(count):
    """The whole report, as text."""
    found = measure(count)
    groups = collections.defaultdict(list)
    for key, number in sorted(found.items()):
        group, _, name = key.partition(" ")
        if number:
            groups[group].append(f"{name} {number}")
    lines = [f"{group}: {', '.join(entries)}" for group, entries in groups.items()]
    missing = [key for key in required() if not found[key]]
    return "\n".join([*lines, f"{len(required())} required, {len(missing)} holes: {', '.join(missing) or 'none'}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=160, help="programs")
    print(report(parser.parse_args().count))


if __name__ == "__main__":
    main()
