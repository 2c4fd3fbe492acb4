"""Says why a slot must stay in memory: the reason is one that a reader of the source can act on, with the op that is to blame.

    %x = mir.alloca i32
    %r = mir.to_generic %x           ==>  "its address is passed to `h`", the call
    mir.call @h(%r) : void

An address is followed through references, casts, fields, offsets, selects and block parameters to the first op that lets it out of sight.
"""
from __future__ import annotations

from dialect.op import VOLATILE, Terminator
from dialect.ops import (
    Alloca,
    Bitcast,
    Call,
    Cast,
    Compare,
    Element,
    Field,
    FromGeneric,
    Load,
    Offset,
    PointerCast,
    Select,
    Store,
    ToGeneric,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value

FOLLOWED = (ToGeneric, FromGeneric, PointerCast, Field, Element, Offset, Select)
"""Ops that make an address from an address."""


def blame(slot: Op, obstacle: Op) -> tuple[str, Op]:
    """Why `slot` stays, and the op to blame: what lets its address out of sight, else `obstacle`, the user that is in the way."""
    found = escape(slot)
    if found is not None:
        return found
    if isinstance(obstacle, Terminator):
        return "its address is passed to a block", obstacle
    return f"its address is taken by {obstacle.mnemonic}", obstacle


def escape(slot: Op) -> tuple[str, Op] | None:
    """The first op that lets the address of `slot` out of sight, and in words what it does; None if there is none."""
    seen: dict[Value, None] = {slot: None}
    work: list[Value] = [slot]
    for address in work:
        for user in address.users:
            reason = _lets_out(user, address)
            if reason:
                return reason, user
            for derived in _derived(user, address):
                if derived not in seen:
                    seen[derived] = None
                    work.append(derived)
    return None


def _lets_out(user: Op, address: Value) -> str:
    """What `user` does with `address` that can be followed no further, or nothing."""
    if user.flags & VOLATILE:
        return "it is accessed as volatile"
    if type(user) is Store:
        if user.operands[0] is not address:
            return ""
        place = user.operands[1]
        return f"its address is stored in `{place.name}`" if type(place) is Alloca and place.name else "its address is stored"
    if type(user) is Call:
        return f"its address is passed to `{user.callee}`"
    if type(user) is Compare:
        return "its address is compared"
    if type(user) in (Bitcast, Cast):
        return f"its address is cast to {user.type}"
    if isinstance(user, Terminator):
        return "" if user.targets else "its address leaves the function"
    return "" if type(user) is Load or type(user) in FOLLOWED else f"its address is used by {user.mnemonic}"


def _derived(user: Op, address: Value) -> list[Value]:
    """The values that `user` makes `address` flow into."""
    if isinstance(user, Terminator):
        return [
            param
            for i, target in enumerate(user.targets)
            for param, argument in zip(target.params, user.args_of(i))
            if argument is address
        ]
    return [user] if type(user) in FOLLOWED else []
