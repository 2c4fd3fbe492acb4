"""The check of the convergent rule: passes leave the branches alone that decide whether threads reach a barrier, shuffle or vote together.

`snapshot` notes, for each convergent op, the branches that it is control-dependent on; `violations` compares two snapshots of one function. A branch
is the same if its terminator, its condition or its source position is. It may vanish (a folded condition), but while it stands its hold on the op
must stand, unless it held the op by way of one that vanished (`a && false`); no other branch may get a hold; no convergent op may vanish from
reachable code whose branches stand, and new ones come only with the inline stack of a call that was inlined. A pass that unrolls uniform loops says
of each copy what it is a copy of: no branch but copies of those above the original may hold it.
"""
from __future__ import annotations

from .cfg import Cfg
from .op import CONVERGENT, Loc, Op, Terminator, Value
from .ops import Call
from .postdominance import PostDominance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from .function import Function, Module


class Snapshot:
    """`ops`: each reachable convergent op with the branches it depends on; `above`: the same of these branches. `conditions`: every branch with its
    condition. `places`: block names.
    """

    __slots__ = ("ops", "above", "conditions", "places")

    def __init__(self) -> None:
        self.ops: dict[Op, list[Terminator]] = {}
        self.above: dict[Terminator, list[Terminator]] = {}
        self.conditions: dict[Terminator, Value] = {}
        self.places: dict[Op, str] = {}


def convergent_functions(module: Module) -> dict[str, None]:
    """The names of functions that contain, or may call, a convergent op: a call of one is convergent. Functions without a body may."""
    found: dict[str, None] = {}
    callers: dict[str, list[str]] = {}
    work = []
    for function in module.functions.values():
        ops = [op for block in function.blocks for op in block.ops]
        if not function.blocks or any([op.flags & CONVERGENT for op in ops]):
            work.append(function.name)
        for op in ops:
            if isinstance(op, Call):
                callers.setdefault(op.callee, []).append(function.name)
    work += [callee for callee in callers if callee not in module.functions]
    while work:
        name = work.pop()
        if name not in found:
            found[name] = None
            work += callers.get(name, [])
    return dict.fromkeys(sorted(found))


def snapshot(function: Function, convergent_callees: Container[str] = ()) -> Snapshot:
    """What the convergent ops of a function depend on now. Post-dominance is asked only where there is one."""
    out = Snapshot()
    here = [(block, op) for block in function.blocks for op in block.ops if _is_convergent(op, convergent_callees)]
    cfg = Cfg(function)
    for block in cfg.blocks:
        if len(block.terminator.targets) > 1:
            out.conditions[block.terminator] = block.terminator.own_operands[0]
            out.places[block.terminator] = block.name
    if not here:
        return out
    post = PostDominance(cfg)
    for block, op in here:
        if block.index >= 0:
            out.ops[op] = _branches_of(block.index, cfg, post, out)
            out.places[op] = block.name
    for t in dict.fromkeys([t for branches in out.ops.values() for t in branches]):
        assert t.block is not None
        out.above[t] = _branches_of(t.block.index, cfg, post, out)
    return out


def _branches_of(block: int, cfg: Cfg, post: PostDominance, out: Snapshot) -> list[Terminator]:
    branches = [cfg.blocks[b].terminator for b in post.branches_of(block)]
    return [t for t in branches if t in out.conditions]


def _is_convergent(op: Op, callees: Container[str]) -> bool:
    return bool(op.flags & CONVERGENT) or (isinstance(op, Call) and op.callee in callees)


def violations(before: Snapshot, after: Snapshot, origins: Mapping[Op, Op] | None = None) -> list[str]:
    """Every way in which the second snapshot breaks the rule, in the order of the ops. `origins` says which ops and branches are copies of which."""
    origins = origins or {}
    names = _Branches(before, origins)
    alive = dict.fromkeys([names.of(t) for t in after.conditions])
    out = _of_copies(before, after, names, origins)
    copied = {origins[op]: None for op in after.ops if op in origins}
    fresh = [op for op in after.ops if op not in before.ops and op not in origins]
    for op, branches in before.ops.items():
        if op in copied and op not in after.ops:
            continue
        same = op if op in after.ops else _successor(op, fresh, before, names, after)
        if same is None:
            if not isinstance(op, Call) and not _became_unreachable(branches, names, alive):
                out.append(f"{_named(op, before)} vanished")
            continue
        if same is not op:
            fresh.remove(same)
        out += _compared(same, branches, before, after, names, alive)
    known = [_position(op.loc) for op in before.ops if op.loc is not None]
    inlined = any([isinstance(op, Call) and op not in after.ops for op in before.ops])
    for op in fresh:
        is_known = op.loc is not None and _position(op.loc) in known
        if is_known or not inlined:
            out.append(f"{_named(op, after)} is {'a copy' if is_known else 'new'}")
    return out


def _of_copies(before: Snapshot, after: Snapshot, names: _Branches, origins: Mapping[Op, Op]) -> list[str]:
    """What is wrong with the copies: a hold that no branch had on the original."""
    out = []
    for op, branches in after.ops.items():
        if op in origins:
            was = dict.fromkeys([names.of(t) for t in before.ops.get(origins[op], ())])
            out += [f"{_named(op, after)} now depends on {_named(t, after)}" for t in branches if names.of(t) not in was]
    return out


class _Branches:
    """Recognises the branches of the first snapshot in the second."""

    def __init__(self, before: Snapshot, origins: Mapping[Op, Op]) -> None:
        self.origins = origins
        self.of_condition: dict[Value, Terminator] = {}
        self.of_position: dict[object, Terminator] = {}
        self.known: dict[Terminator, Terminator] = {}
        for t, condition in before.conditions.items():
            first = self.of_condition.setdefault(condition, t)
            self.known[t] = first
            for now in t.own_operands[:1]:
                self.of_condition.setdefault(now, first)
            if t.loc is not None:
                self.of_position.setdefault(_position(t.loc), first)

    def of(self, t: Terminator) -> Terminator:
        """The branch of the first snapshot that `t` is, or `t` itself for a new one."""
        origin = self.origins.get(t, t)
        assert isinstance(origin, Terminator)
        t = origin
        if t in self.known:
            return self.known[t]
        for condition in t.own_operands[:1]:
            if condition in self.of_condition:
                return self.of_condition[condition]
        return self.of_position.get(_position(t.loc), t) if t.loc is not None else t


def _compared(
    op: Op, branches: list[Terminator], before: Snapshot, after: Snapshot, names: _Branches, alive: dict[Terminator, None]
) -> list[str]:
    """The differences of one op."""
    was = dict.fromkeys([names.of(t) for t in branches])
    now = dict.fromkeys([names.of(t) for t in after.ops[op]])
    released = dict.fromkeys([names.of(above) for t in branches if names.of(t) not in alive for above in before.above[t]])
    out = []
    for t in now:
        if t not in was:
            out.append(f"{_named(op, after)} now depends on {_named(t, after if t in after.places else before)}")
    for t in was:
        if t not in now and t in alive and t not in released:
            out.append(f"{_named(op, after)} no longer depends on {_named(t, before)}")
    return out


def _successor(op: Op, fresh: list[Op], before: Snapshot, names: _Branches, after: Snapshot) -> Op | None:
    """A new op that stands for one that was rebuilt: of the same kind and position, under the same branches if there are several."""
    same = [x for x in fresh if type(x) is type(op) and x.attrs == op.attrs and _position(x.loc) == _position(op.loc)]
    was = dict.fromkeys([names.of(t) for t in before.ops[op]])
    exact = [x for x in same if dict.fromkeys([names.of(t) for t in after.ops[x]]) == was]
    found = exact or same
    return found[0] if found else None


def _became_unreachable(branches: list[Terminator], names: _Branches, alive: dict[Terminator, None]) -> bool:
    """Whether one of the branches above an op is gone, so that the op may have gone with the side that was never taken."""
    return any([names.of(t) not in alive for t in branches])


def _position(loc: Loc | None) -> object:
    """A source position with its inline stack, as a key."""
    out = []
    while loc is not None:
        out.append((loc.file, loc.line, loc.column))
        loc = loc.parent
    return tuple(out)


def _named(op: Op, where: Snapshot) -> str:
    """An op or a branch, with position and block."""
    what = "the branch" if isinstance(op, Terminator) else op.mnemonic
    at = f" at {op.loc}" if op.loc is not None else ""
    return f"{what}{at} (in {where.places.get(op, '?')})"
