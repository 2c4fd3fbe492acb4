"""Exhaustiveness and unreachable arms by the usefulness algorithm over constructors, with a witness in the message.

A matrix of pattern rows is specialised by one constructor after the other; a wildcard row that is still useful after all rows is a case that no arm covers.
Integers and chars are split into the ranges that the patterns name. Source: Maranget, "Warnings for pattern matching" (2007); the rustc book on patterns.
"""

from __future__ import annotations

from .. import hir
from ..resolve import VALUES
from ..ty import BOOL, CHAR, ERROR, STR, Ty
from .checker import Checker
from .coverage import SURROGATES, Coverage, arms_of, ends_of, reach, whole
from .patterns import children, limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from ..defs import VariantDef
    from .coverage import Range

    Row: TypeAlias = tuple[hir.Pattern | None, ...]

Constructor = tuple[object, ...]
STEP_LIMIT = 20_000


def is_empty(ty: Ty) -> bool:
    """Whether the type is an enum without variants."""
    return ty.kind == "adt" and ty.data.kind == "enum" and not ty.data.variants


class Usefulness:
    """The algorithm for one match; `steps` bounds it."""

    def __init__(self, checker: Checker) -> None:
        self.checker, self.steps = checker, 0

    def witness(self, rows: list[Row], types: list[Ty]) -> list[str] | None:
        """Values (as text, one a column) that no row matches; None when the rows are exhaustive."""
        self.steps += 1
        if not types:
            return None if rows else []
        if self.steps > STEP_LIMIT:
            return None
        ty = types[0]
        rows = [r for row in rows for r in self.expand(row)]
        if all(row[0] is None for row in rows) and not is_empty(ty):
            rest = self.witness([row[1:] for row in rows], types[1:])
            return None if rest is None else ["_", *rest]
        constructors, complete = self.split(ty, [row[0] for row in rows])
        if not complete and not constructors:
            rest = self.witness([row[1:] for row in rows if row[0] is None], types[1:])
            return None if rest is None else ["_", *rest]
        for constructor in constructors:
            fields = self.field_types(constructor, ty)
            special = [s for s in [self.specialise(row, constructor, len(fields)) for row in rows] if s is not None]
            found = self.witness(special, fields + types[1:])
            if found is not None:
                return [self.show(constructor, ty, found[: len(fields)]), *found[len(fields) :]]
        if not complete:
            rest = self.witness([row[1:] for row in rows if row[0] is None], types[1:])
            if rest is not None:
                return ["_", *rest]
        return None

    def is_useful(self, rows: list[Row], candidate: Row, types: list[Ty]) -> bool:
        """Whether `candidate` matches something that no row does."""
        self.steps += 1
        if self.steps > STEP_LIMIT:
            return True
        if not types:
            return not rows
        expanded_rows = [r for row in rows for r in self.expand(row)]
        return any(self._useful_head(expanded_rows, expanded, types) for expanded in self.expand(candidate))

    def _useful_head(self, rows: list[Row], candidate: Row, types: list[Ty]) -> bool:
        ty = types[0]
        if candidate[0] is None and all(row[0] is None for row in rows) and not is_empty(ty):
            return self.is_useful([row[1:] for row in rows], candidate[1:], types[1:])
        constructors, complete = self.split(ty, [row[0] for row in rows] + [candidate[0]])
        for constructor in constructors:
            fields = self.field_types(constructor, ty)
            own = self.specialise(candidate, constructor, len(fields))
            if own is None:
                continue
            special = [s for s in [self.specialise(row, constructor, len(fields)) for row in rows] if s is not None]
            if self.is_useful(special, own, fields + types[1:]):
                return True
        if not complete and candidate[0] is None:
            return self.is_useful([row[1:] for row in rows if row[0] is None], candidate[1:], types[1:])
        return False

    # ------------------------------------------------------------------------------------------------------------ constructors

    def expand(self, row: Row) -> list[Row]:
        """Rows without alternatives and bindings at their head; a wildcard head is None."""
        out: list[Row] = []
        work: list[Row] = [row]
        while work:
            at = work.pop(0)
            head = at[0] if at else None
            if isinstance(head, hir.Or):
                work[:0] = [(p, *at[1:]) for p in head.patterns]
            elif isinstance(head, hir.Bind):
                work.insert(0, (head.sub, *at[1:]))
            elif isinstance(head, hir.Wild):
                out.append((None, *at[1:]))
            else:
                out.append(at)
        return out

    def split(self, ty: Ty, heads: list[hir.Pattern | None]) -> tuple[list[Constructor], bool]:
        """The constructors to try, and whether they cover the type."""
        if ty is BOOL:
            return [("value", False), ("value", True)], True
        if ty.is_integer or ty is CHAR:
            return self.ranges(ty, heads), True
        if ty.kind == "adt" and ty.data.kind == "enum":
            return [("variant", v.index) for v in ty.data.variants], True
        if ty.kind in ("tuple", "adt") or ty.kind == "ref" and ty.target is not STR:
            return [("single",)], True
        if ty.kind in ("array", "slice"):
            return self.lengths(ty, heads)
        values: list[Constructor] = [("value", h.value) for h in heads if isinstance(h, hir.Equal)]
        values += [("range", h.low, h.high) for h in heads if isinstance(h, hir.Between)]
        return list(dict.fromkeys(values)), False

    @staticmethod
    def ranges(ty: Ty, heads: list[hir.Pattern | None]) -> list[Constructor]:
        """The type's range cut at the ends of every range that is named."""
        low, high = reach(ty)
        cuts = {low, high + 1, *((SURROGATES[0], SURROGATES[1] + 1) if ty is CHAR else ())}
        for h in heads:
            a, b = (
                ends_of(h)
                if isinstance(h, hir.Between)
                else (h.value, h.value)
                if isinstance(h, hir.Equal) and isinstance(h.value, int)
                else (low, high)
            )
            cuts.update((max(low, a), min(high, b) + 1))
        points = sorted(cuts)
        pairs = zip(points, points[1:], strict=False)  # noqa: RUF007  itertools is slow to import
        return [("range", a, b - 1) for a, b in pairs if ty is not CHAR or not SURROGATES[0] <= a <= SURROGATES[1]]

    @staticmethod
    def lengths(ty: Ty, heads: list[hir.Pattern | None]) -> tuple[list[Constructor], bool]:
        """The lengths that patterns tell apart; the last stands for all longer slices."""
        if ty.kind == "array":
            return ([("length", ty.args[1].data, False)], True) if ty.args[1].kind == "const" else ([], False)
        longest = max([len(h.prefix) + len(h.suffix) + 1 for h in heads if isinstance(h, hir.Slice)], default=0)
        return [*[("length", n, False) for n in range(longest)], ("length", longest, True)], True

    def field_types(self, constructor: Constructor, ty: Ty) -> list[Ty]:
        """The types of what the constructor holds."""
        c = self.checker
        if constructor[0] == "variant" or constructor[0] == "single" and ty.kind == "adt":
            variant = ty.data.variants[constructor[1] if constructor[0] == "variant" else 0]
            return [c.table.resolve(c.instantiate(f.ty, ty.args, variant.span)) for f in c.program.fields_of(variant)]
        if constructor[0] == "single":
            return list(ty.args)
        if constructor[0] == "length":
            count = constructor[1]
            assert isinstance(count, int)
            return [ty.target] * min(count, 64)
        return []

    def specialise(self, row: Row, constructor: Constructor, count: int) -> Row | None:
        """The row for values of that constructor; None where it does not match them."""
        head, rest = row[0], row[1:]
        if head is None:
            return (None,) * count + rest
        if isinstance(head, hir.Equal):
            if constructor[0] == "range":
                return rest if constructor[1] == constructor[2] == head.value else None
            return rest if constructor[1] == head.value else None
        if isinstance(head, hir.Between) and head.ty.kind == "float":
            return rest if float(head.low) <= float(str(constructor[1])) and float(str(constructor[-1])) <= float(head.high) else None
        if isinstance(head, hir.Between):
            inside = (
                isinstance(constructor[1], int)
                and isinstance(constructor[2], int)
                and ends_of(head)[0] <= constructor[1]
                and constructor[2] <= ends_of(head)[1]
            )
            return rest if inside else None
        if isinstance(head, hir.VariantOf):
            return self.spread(head.members, count) + rest if constructor[1] == head.variant else None
        if isinstance(head, hir.Fields):
            return self.spread(head.members, count) + rest
        if isinstance(head, hir.Behind):
            return (head.pattern, *rest)
        assert isinstance(head, hir.Slice)
        return self.slice_row(head, constructor, count, rest)

    @staticmethod
    def spread(members: list[tuple[int, hir.Pattern]], count: int) -> Row:
        """One column a field."""
        out: list[hir.Pattern | None] = [None] * count
        for index, p in members:
            out[index] = p
        return tuple(out)

    @staticmethod
    def slice_row(head: hir.Slice, constructor: Constructor, count: int, rest: Row) -> Row | None:
        """A slice pattern for values of one length."""
        fixed = len(head.prefix) + len(head.suffix)
        exact = head.rest is None
        if exact and (constructor[2] or constructor[1] != fixed) or count < fixed:
            return None
        return (*head.prefix, *(None,) * (count - fixed), *head.suffix, *rest)

    # ----------------------------------------------------------------------------------------------------------------- witness

    def show(self, constructor: Constructor, ty: Ty, fields: list[str]) -> str:
        """A value of that constructor as text."""
        kind = constructor[0]
        if kind == "value":
            return str(constructor[1]).lower()
        if kind == "range" and ty.kind == "float":
            return f"{constructor[1]}..={constructor[2]}"
        if kind == "range":
            return show_range(ty, constructor[1], constructor[2])
        if kind == "length":
            return f"[{', '.join(fields)}{', ..' if constructor[2] and fields else '..' if constructor[2] else ''}]"
        if ty.kind == "ref":
            return f"&{fields[0]}"
        if ty.kind == "tuple":
            return f"({', '.join(fields)}{',' if len(fields) == 1 else ''})"
        variant: VariantDef = ty.data.variants[constructor[1] if kind == "variant" else 0]
        name: str = f"{ty.data.name}::{variant.name}" if ty.data.kind == "enum" else ty.data.name
        if self.checker.program.prelude(variant.name, VALUES) is variant:
            name = variant.name
        if variant.shape == "unit":
            return name
        if variant.shape == "tuple":
            return f"{name}({', '.join(fields)})"
        shown = ", ".join([f"{f.name}: {t}" for f, t in zip(self.checker.program.fields_of(variant), fields, strict=True)])
        return f"{name} {{ {shown} }}"


def show_range(ty: Ty, low: object, high: object) -> str:
    """A range of an integer type as rustc shows it."""
    assert isinstance(low, int)
    assert isinstance(high, int)
    least, most = limits(ty)
    if ty is CHAR:
        return f"{chr(low)!r}" if low == high else "_"
    if low < least or high > most:
        return f"{ty}::MAX.." if low >= most else f"..{ty}::MIN" if high <= least else f"{low}_{ty}.." if high > most else f"..={high}_{ty}"
    left = f"{ty}::MIN" if low == least else f"{low}_{ty}"
    right = f"{ty}::MAX" if high == most else f"{high}_{ty}"
    return left if low == high else f"{left}..={right}"


def is_wrong(pattern: hir.Pattern) -> bool:
    """Whether some part of the pattern has been reported already."""
    work = [pattern]
    while work:
        at = work.pop()
        if at.ty is ERROR:
            return True
        work.extend(children(at))
    return False


def check_exhaustive(c: Checker, node: hir.Match, span: object) -> None:
    """Every value of the scrutinee is matched, and every arm can be reached."""
    ty = c.table.resolve(node.place.ty)
    if ty is ERROR or any(is_wrong(arm.pattern) for arm in node.arms):
        return
    ranges = arms_of(ty, node.arms)
    useless, missing = judge_rows(c, node.arms, ty) if ranges is None else judge_ranges(c, node.arms, ranges, ty)
    for arm in useless:
        c.diagnostics.warning("K1125", arm.pattern.span, "unreachable pattern", label="no value can reach this")
    if missing:
        c.error(
            "K0004",
            node.place.span,
            f"non-exhaustive patterns: `{missing}` not covered",
            f"pattern `{missing}` not covered",
            [f"the matched value is of type `{ty}`"],
            f"add an arm: `{missing} => …`, or a wildcard `_ => …`",
        )


def judge_rows(c: Checker, arms: list[hir.Arm], ty: Ty) -> tuple[list[hir.Arm], str]:
    """The arms that no value can reach, and a value that no arm matches (as text, or empty)."""
    rows: list[Row] = []
    useless: list[hir.Arm] = []
    for arm in arms:
        row: Row = (arm.pattern,)
        if not Usefulness(c).is_useful(rows, row, [ty]):
            useless.append(arm)
        if arm.guard is None:
            rows.append(row)
    found = Usefulness(c).witness(rows, [ty])
    return useless, found[0] if found is not None else ""


def judge_ranges(c: Checker, arms: list[hir.Arm], ranges: list[list[Range]], ty: Ty) -> tuple[list[hir.Arm], str]:
    """The same where all patterns are ranges of one scalar."""
    covered = Coverage()
    if ty is CHAR:
        covered.add(*SURROGATES)
    useless: list[hir.Arm] = []
    for arm, own in zip(arms, ranges, strict=True):
        if all([covered.covers(*each) for each in own]):
            useless.append(arm)
        if arm.guard is None:
            for each in own:
                covered.add(*each)
    low, high = whole(ty) or (0, 0)
    gap = covered.gap(low, high)
    if gap is None:
        return useless, ""
    if not covered.starts or ty is CHAR and all(arm.guard is not None for arm in arms):
        return useless, "_"
    constructor: Constructor = ("variant", gap[0]) if ty.kind == "adt" else ("range", *gap)
    return useless, Usefulness(c).show(constructor, ty, [])


def check_irrefutable(c: Checker, pattern: hir.Pattern, what: str) -> None:
    """The pattern matches every value."""
    ty = c.table.resolve(pattern.ty)
    if ty is ERROR or is_wrong(pattern):
        return
    found = Usefulness(c).witness([(pattern,)], [ty])
    if found is not None:
        c.error(
            "K0005",
            pattern.span,
            f"refutable pattern in {what}",
            f"pattern `{found[0]}` not covered",
            [f"the matched value is of type `{ty}`"],
            "use `let … else`, or `if let`",
        )
