"""After `Uses.visit` it is known how a closure's body uses the places around it: `captures`, and the `Fn` trait that these uses allow (`form`)."""

from __future__ import annotations

from .. import hir
from ..attributes import words
from ..defs import Capture, ClosureDef
from ..lang import FN, FN_MUT, FN_ONCE, FORMS
from ..ty import Ty
from .checker import Checker
from .mutability import report_local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..source import Span

REF, MUT, VALUE = Capture.REF, Capture.MUT, Capture.VALUE
PARTS = (hir.Arm, hir.Let, hir.Evaluate)


def chain(place: hir.Node) -> list[hir.Node] | None:
    """The places from a local variable to `place`, each a step into the one before; None for a place that starts otherwise or has an index in it."""
    nodes: list[hir.Node] = [place]
    at: hir.Node = place
    while not isinstance(at, hir.Local):
        if isinstance(at, hir.Field):
            at = at.base
        elif isinstance(at, hir.Deref) and isinstance(at.pointer, hir.Use):
            at = at.pointer.place
        else:
            return None
        nodes.append(at)
    return nodes[::-1]


def steps(nodes: list[hir.Node]) -> list[tuple[int | str, Ty]]:
    """What leads from each place of a chain to the next (a field's number, or `*`), with the type that is reached."""
    return [(node.index if isinstance(node, hir.Field) else "*", node.ty) for node in nodes[1:]]


def is_outer(d: ClosureDef, node: hir.Node) -> bool:
    """Whether a place is a variable around the closure."""
    return isinstance(node, hir.Local) and not d.first <= node.variable.number < d.end


def is_opaque(node: hir.Node) -> bool:
    """Whether a place is a field that is not captured by itself: of a union or a packed struct."""
    if not isinstance(node, hir.Field) or node.base.ty.kind != "adt":
        return False
    d = node.base.ty.data
    packed = [w for attribute in d.node.attributes if attribute.path == ("repr",) for w in words(attribute) if w.startswith("packed")]
    return d.kind == "union" or bool(packed)


class Uses:
    """Collects the uses of one closure's body. Types are final; captures of inner closures are values in it."""

    def __init__(self, c: Checker, d: ClosureDef) -> None:
        self.c, self.d, self.form = c, d, FN
        self.captures: list[Capture] = []

    # ------------------------------------------------------------------------------------------------------------------- values

    def visit(self, root: object) -> None:
        """All uses below `root`."""
        work: list[Any] = [root]
        while work:
            at = work.pop()
            if isinstance(at, list | tuple):
                work += reversed(at)
            elif isinstance(at, (hir.Node, *PARTS)) and not self.special(at):
                names = at.fields if isinstance(at, hir.Node) else at.__slots__
                work += [getattr(at, name) for name in reversed(names)]

    def special(self, node: Any) -> bool:
        """Enters the uses of a node that has places; false for one that has only values."""
        if isinstance(node, hir.Use):
            node.is_move = node.is_move and not self.c.selector.is_copy(node.ty, node.span)
            self.place(node.place, VALUE if node.is_move else REF, node.span)
        elif isinstance(node, hir.AddressOf):
            self.place(node.place, MUT if node.is_mutable else REF, node.span)
        elif isinstance(node, hir.Assign | hir.CompoundAssign):
            self.visit(node.value)
            self.assigned(node.place, node.span)
        elif isinstance(node, hir.Match):
            self.matched(node.place, [arm.pattern for arm in node.arms])
            self.visit([part for arm in node.arms for part in (arm.guard, arm.body)])
        elif isinstance(node, hir.LetCondition):
            self.matched(node.place, [node.pattern])
        elif isinstance(node, hir.Let) and isinstance(node.value, hir.Use) and not is_plain(node.pattern):
            self.matched(node.value.place, [node.pattern])
            self.visit(node.otherwise)
        elif isinstance(node, hir.Struct) and node.base is not None:
            self.visit(node.members)
            self.place(node.base, REF if self.c.selector.is_copy(node.ty, node.span) else VALUE, node.span)
        elif isinstance(node, hir.Local | hir.Field | hir.Index | hir.Deref | hir.Temporary | hir.StaticPlace):
            self.place(node, REF, node.span)
        else:
            return False
        return True

    def assigned(self, place: hir.Place, span: Span) -> None:
        """A place is assigned to; an immutable variable as a whole too, which is no initialisation in a closure."""
        if is_outer(self.d, place) and isinstance(place, hir.Local) and not place.variable.is_mutable:
            report_local(self.c, place, span, "assign", True)
        self.place(place, MUT, span, "assign to")

    # ------------------------------------------------------------------------------------------------------------------- places

    def place(self, place: hir.Node, mode: int, span: Span, action: str = "borrow") -> None:
        """A place is used; what it is computed from too."""
        at = place
        while True:
            nodes = chain(at)
            if nodes is not None:
                if is_outer(self.d, nodes[0]):
                    self.record(nodes, mode, span, action)
                return
            if isinstance(at, hir.Index):
                self.visit(at.index)
                at, mode = at.base, min(mode, MUT)
            elif isinstance(at, hir.Field):
                at = at.base
            elif isinstance(at, hir.Deref) and isinstance(at.pointer, hir.Use):
                is_unique = at.pointer.ty.kind == "ref" and at.pointer.ty.data
                at, mode = at.pointer.place, min(mode, MUT) if is_unique else REF
            else:
                self.visit(at.pointer if isinstance(at, hir.Deref) else at.value if isinstance(at, hir.Temporary) else None)
                return

    def record(self, nodes: list[hir.Node], mode: int, span: Span, action: str) -> None:
        """Enters the use of a place around the closure, cut to what is captured."""
        shared = [i for i, n in enumerate(nodes) if isinstance(n, hir.Deref) and not (n.pointer.ty.kind == "ref" and n.pointer.ty.data)]
        if mode == VALUE and not any([isinstance(n, hir.Deref) for n in nodes]):
            self.form = FN_ONCE
        elif mode == MUT and not shared:
            self.form = max(self.form, FN_MUT, key=FORMS.index)
            self.refuse_change(nodes[-1], span, action)
        mode = REF if shared and mode == MUT else mode
        mode = VALUE if self.d.node.is_move else mode
        count = len(nodes)
        for i, node in enumerate(nodes):
            is_raw = isinstance(node, hir.Deref) and node.pointer.ty.kind == "ptr"
            if is_raw or is_opaque(node) or mode == VALUE and isinstance(node, hir.Deref):
                count = i
                break
        if mode == REF:
            count = max([i for i in shared if i < count], default=count - 1) + 1
        self.merge(nodes[:count], mode, span)

    def refuse_change(self, place: hir.Node, span: Span, action: str) -> None:
        """A closure made for `Fn` changes nothing that it captures."""
        if self.d.wanted != FN:
            return
        ending = "" if action == "assign to" else " as mutable"
        message = f"cannot {action} `{place.span.text}`{ending}, as it is a captured variable in a `Fn` closure"
        self.c.error("K0594" if action == "assign to" else "K0596", span, message, f"cannot {action}{ending}")

    def merge(self, nodes: list[hir.Node], mode: int, span: Span) -> None:
        """One more captured place: of places that contain each other, only the outermost is captured, in the strongest mode."""
        first = nodes[0]
        assert isinstance(first, hir.Local)
        taken = steps(nodes)
        path = tuple([step for step, _ in taken])
        made = Capture(first.variable, taken, nodes[-1].ty, mode, span)
        kept: list[Capture] = []
        for each in self.captures:
            shorter = min(len(path), len(each.path))
            if each.variable is not first.variable or each.path[:shorter] != path[:shorter]:
                kept.append(each)
                continue
            mode = max(each.mode, made.mode)
            made = each if len(each.path) <= len(path) else made
            made.mode = mode
        self.captures = [*kept, made]

    # ----------------------------------------------------------------------------------------------------------------- patterns

    def matched(self, place: hir.Place, patterns: list[hir.Pattern]) -> None:
        """A place is matched: it is used as a whole, as strongly as its patterns use a part of it."""
        self.place(place, max([self.strength(each) for each in patterns], default=REF), place.span)

    def strength(self, pattern: hir.Pattern) -> int:
        """How a pattern uses what it is matched against."""
        found, work = REF, [pattern]
        while work:
            at = work.pop()
            if isinstance(at, hir.Bind):
                is_move = at.mode == "value" and not self.c.selector.is_copy(at.ty, at.span)
                found = max(found, VALUE if is_move else MUT if at.mode == "ref_mut" else REF)
            if isinstance(at, hir.Behind):
                found = max(found, min(self.strength(at.pattern), MUT if at.ty.data else REF))
            else:
                work += parts_of(at)
        return found


def parts_of(pattern: hir.Pattern) -> list[hir.Pattern]:
    """The patterns directly in a pattern."""
    if isinstance(pattern, hir.Fields | hir.VariantOf):
        return [each for _, each in pattern.members]
    if isinstance(pattern, hir.Or):
        return pattern.patterns
    if isinstance(pattern, hir.Slice):
        return [*pattern.prefix, *([pattern.rest] if pattern.rest is not None else []), *pattern.suffix]
    return [pattern.sub] if isinstance(pattern, hir.Bind) and pattern.sub is not None else []


def is_plain(pattern: hir.Pattern) -> bool:
    """Whether the pattern is a name that takes the whole value."""
    return isinstance(pattern, hir.Bind) and pattern.mode == "value" and pattern.sub is None
