"""Faults as compilers have them, each planted by replacing one function of ours: the front end, a pass, the lowering.

`PLANTED` gives by name what plants the fault with pytest's monkeypatch, and the seed of a program that shows it.
"""

from __future__ import annotations

from dialect import ops
from dialect.dominance import iterated
from kernelc.passes import identities, inline, licm, mem2reg, sccp
from ptx.lower import floats, integers, rules, terminators

compare, cast, normalise, splice = integers.compare, integers.cast, integers.normalise, inline.Inliner.splice


def arithmetic_shift(e, op):
    """`shr` with the sign for every type."""
    integers.shift(e, op, f"shr.s{max(32, op.type.bits)}")


def signed_compare(e, op):
    """Unsigned integers compared as signed ones."""
    type = op.operands[0].type
    if type.kind != "uint":
        compare(e, op)
        return
    e.emit(f"setp.{op.attrs[0]}.s{max(32, type.bits)}", e.define(op), *[e.src(v) for v in op.operands])


def reflexive(op, rule=identities.compare):
    """x = x for floats too, as if there were no NaN."""
    x, y = op.operands
    if x.type.kind == "float" and x is y:
        return identities._literal(op.attrs[0] in ("eq", "le", "ge"), op.type)
    return rule(op)


def without_loop_headers(frontier, defs, allowed, bit):
    """Variables get a parameter where branches meet, but not where a loop goes back."""
    return [b for b in iterated(frontier, defs, allowed, bit) if not any(d >= b for d in defs)]


def unmasked(e, type, result, raw):
    """Small unsigned results that keep their carry."""
    if type.kind == "int":
        normalise(e, type, result, raw)
    else:
        e.emit("mov.b32", result, raw)


def zero_extended(e, value, target, op):
    """Signed integers widened without their sign."""
    if target.bits == 64 and value.type.bits == 32:
        e.emit("cvt.u64.u32", e.define(op), e.reg(value))
    else:
        cast(e, value, target, op)


def forgotten_negation(terminator):
    """`if !c` that branches like `if c`, where the condition is a negation."""
    condition = terminator.operands[0]
    return (condition.operands[0], False) if type(condition) is ops.Not else (condition, False)


def first_edge(self, v, found):
    """Constant propagation that believes the first edge into a join."""
    if found is not None and v not in self.known:
        self.known[v] = found
        self.work.append(v)


def swapped_arguments(self, current, call, callee, out):
    """Inlining that binds the first two arguments of one type crosswise."""
    a = call.operands
    if len(a) > 1 and a[0].type is a[1].type:
        call.set_operands((a[1], a[0], *a[2:]))
    return splice(self, current, call, callee, out)


def hoisted(op, movable=licm.movable):
    """Loads leave loops that store."""
    return movable(op) or type(op) is ops.Load


def replaced(owner, name, new):
    return lambda patch: patch.setattr(owner, name, new)


def rule(table, op, new):
    return lambda patch: patch.setitem(table, op, new)


PLANTED = {
    "arithmetic instead of logical shift right": (rule(rules.RULES, ops.Shr, arithmetic_shift), 4),
    "signed instead of unsigned comparison": (rule(rules.RULES, ops.Compare, rules._by_kind(signed_compare, floats.compare)), 12),
    "x = x of a NaN": (rule(identities.RULES, ops.Compare, reflexive), 7),
    "no parameters at loop headers": (replaced(mem2reg, "iterated", without_loop_headers), 8),
    "loads that leave a loop": (replaced(licm, "movable", hoisted), 20),
    "small unsigned results not masked": (replaced(integers, "normalise", unmasked), 198),
    "zero extension of signed integers": (replaced(integers, "cast", zero_extended), 7),
    "a negation lost by a branch": (replaced(terminators, "branch_condition", forgotten_negation), 10),
    "the first edge into a join believed": (replaced(sccp.Propagation, "meet", first_edge), 12),
    "arguments crossed by inlining": (replaced(inline.Inliner, "splice", swapped_arguments), 4),
}
