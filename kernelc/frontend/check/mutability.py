"""Whether a place may be borrowed mutably or assigned to. Run when every type of the body is known."""

from __future__ import annotations

from .. import hir
from ..defs import FnDef, TraitDef
from ..lang import PLACE_TRAITS
from ..ty import ERROR, ref_to
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


def check_mutable(c: Checker, place: hir.Place, span: Span, action: str) -> None:
    """Reports the first immutable step of the place. Assigning to a whole variable is left to the flow check (it may be its initialisation)."""
    at: hir.Node = place
    while isinstance(at, hir.Field | hir.Index):
        at = at.base
    if isinstance(at, hir.Local):
        if not at.variable.is_mutable and not (action == "assign" and at is place):
            report_local(c, at, span, action, at is place)
    elif isinstance(at, hir.StaticPlace):
        if not at.static.node.is_mutable:
            verb = "assign to" if action == "assign" else "borrow"
            ending = "" if action == "assign" else " as mutable"
            code = "K0594" if action == "assign" else "K0596"
            c.error(code, span, f"cannot {verb} immutable static item `{at.static.name}`{ending}", f"cannot {verb}")
    elif isinstance(at, hir.Deref):
        check_pointer(c, at, span, action)


def report_local(c: Checker, at: hir.Local, span: Span, action: str, is_whole: bool) -> None:
    """An immutable variable."""
    variable = at.variable
    declared = variable.span
    help_text = ("consider changing this to be mutable", declared, f"mut {variable.name}")
    if variable.name == "self" and declared.text != "self":
        help_text = ("consider changing this to be mutable", declared, "&mut self")
    if action == "assign":
        what = f"`{span.text}`" if not is_whole else f"`{variable.name}`"
        c.error(
            "K0594",
            span,
            f"cannot assign to {what.split(' = ', maxsplit=1)[0].rstrip('`')}`, as `{variable.name}` is not declared as mutable",
            "cannot assign",
            help=help_text,
        )
        return
    c.error(
        "K0596",
        span,
        f"cannot borrow `{at.span.text}` as mutable, as it is not declared as mutable",
        "cannot borrow as mutable",
        help=help_text,
    )


def check_pointer(c: Checker, at: hir.Deref, span: Span, action: str) -> None:
    """A place behind a reference or raw pointer: the pointer's own mutability decides."""
    ty = at.pointer.ty
    if ty.kind == "ref" and ty.data and isinstance(at.pointer, hir.Use):
        outer: hir.Node = at.pointer.place  # a `&mut` that is reached through a `&` gives no right to write
        while isinstance(outer, hir.Field | hir.Index):
            outer = outer.base
        if isinstance(outer, hir.Deref) and outer.pointer.ty.kind == "ref":
            check_pointer(c, outer, span, action)
        return
    if ty is ERROR or ty.kind not in ("ref", "ptr") or ty.data:
        return
    if ty.kind == "ref" and isinstance(at.pointer, hir.Call) and turn_mutable(c, at):
        return
    pointer = "a `&` reference" if ty.kind == "ref" else "a `*const` pointer"
    name = at.pointer.place.variable.name if isinstance(at.pointer, hir.Use) and isinstance(at.pointer.place, hir.Local) else ""
    shown = f"`{name}`, which is behind {pointer}" if name else f"data in {pointer}"
    help_text = None
    if isinstance(at.pointer, hir.Use) and isinstance(at.pointer.place, hir.Local):
        wanted = str(ty.target)
        help_text = f"make the type of `{name}` `{'&mut ' if ty.kind == 'ref' else '*mut '}{wanted}`"
    if action == "assign":
        c.error(
            "K0594",
            span,
            f"cannot assign to {shown}",
            "cannot assign" if not name else f"`{name}` is {pointer}, so the data it refers to cannot be written",
            help=help_text,
        )
    else:
        c.error("K0596", span, f"cannot borrow {shown} as mutable", "cannot borrow as mutable", help=help_text)


def turn_mutable(c: Checker, at: hir.Deref) -> bool:
    """`*Index::index(&base, i)` and `*Deref::deref(&base)` used mutably become their `_mut` forms."""
    call = at.pointer
    assert isinstance(call, hir.Call)
    for name, method, mutable_name, mutable_method in PLACE_TRAITS:
        if call.function.container is c.program.lang(name) and call.function.name == method:
            trait = c.program.lang(mutable_name)
            if not isinstance(trait, TraitDef) or mutable_method not in trait.items:
                return False
            fn = trait.items[mutable_method]
            assert isinstance(fn, FnDef)
            receiver = call.operands[0]
            assert isinstance(receiver, hir.AddressOf)
            place = receiver.place
            call.function, receiver.is_mutable = fn, True
            receiver.ty = ref_to(receiver.ty.target, True)
            call.ty = ref_to(call.ty.target, True)
            check_mutable(c, place, receiver.span, "borrow")
            return True
    return False
