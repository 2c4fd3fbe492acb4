"""Shuffles, votes, matches and reductions: one vector operation where all lanes of the mask are there, as they are nearly always.

Every lane must be in its own mask, and every living lane of the mask must be in the block; what is not so is a fault. Masks that differ
between lanes are served lane by lane, each with the lanes that have the same mask.
"""

from ptx.operands import Pair
from ptx.vm.compiled.ir.builder import Builder, integer_of
from ptx.vm.compiled.ir.state import MISUSE, UNMET
from ptx.vm.compiled.ir.text import BITS, WARP, lanes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.operands import Operand
    from ptx.vm.compiled.ir.builder import Lowering

    Each: TypeAlias = "Callable[[str, str], list[str]]"
    """From the group of a lane (a mask) and the lane's number (an i32) to that lane's results."""

VECTOR = f"<{WARP} x i32>"
ALL = 0xFFFFFFFF


class Members:
    """The mask operand: one for the warp (`bits`, an i32), or one for each lane (`vector`). `groups`: lanes that are here may have different ones."""

    __slots__ = ("bits", "groups", "vector")

    def __init__(self, b: Builder, operand: "Operand") -> None:
        self.bits = self.vector = ""
        if b.differs(operand):
            self.vector = b.value(operand, "u32", False, WARP)
        else:
            value = b.constant_operand(operand)
            self.bits = b.value(operand, "u32", False, 1) if value is None else str(value & ALL)
        self.groups = bool(self.vector) and b.function.block.met
        self._check(b)

    def _check(self, b: Builder) -> None:
        """Faults if a lane is not in its own mask, or a living lane of a mask is elsewhere."""
        converged = b.function.facts.converged(b.function.block)
        if (self.bits == str(ALL) and converged) or b.function.block.met:
            return
        code, function = b.code, b.function
        mask = function.mask
        own = code.mask(self.bits) if self.bits else self._own(b)
        self._fault(b, code.without(mask, own), MISUSE)
        if self.vector:
            self._check_groups(b)
        if converged:
            return
        here, live = code.bits(mask), code.bits(function.live)
        absent = code.let(f"and i32 {live}, {code.let(f'xor i32 {here}, -1')}")
        if self.bits:
            missing = code.let(f"icmp ne i32 {code.let(f'and i32 {absent}, {self.bits}')}, 0")
            self._fault(b, code.both(mask, code.splat(missing, "i1")), UNMET)
        else:
            wanted = code.let(f"and {VECTOR} {self.vector}, {code.splat(absent, 'i32')}")
            self._fault(b, code.both(mask, code.let(f"icmp ne {VECTOR} {wanted}, zeroinitializer")), UNMET)

    def _check_groups(self, b: Builder) -> None:
        """Faults if a living lane of a lane's mask has another mask: the two would wait for each other."""
        code = b.code
        (groups,) = self.each(b, ["i32"], lambda group, _: [code.bits(group)])
        wanted = code.let(f"and {VECTOR} {self.vector}, {code.splat(code.bits(b.function.live), 'i32')}")
        missing = code.let(f"and {VECTOR} {wanted}, {code.let(f'xor {VECTOR} {groups}, splat (i32 -1)')}")
        self._fault(b, code.both(b.function.mask, code.let(f"icmp ne {VECTOR} {missing}, zeroinitializer")), UNMET)

    def _own(self, b: Builder) -> str:
        bit = b.code.let(f"lshr {VECTOR} {self.vector}, {lanes()}")
        return b.code.let(f"trunc {VECTOR} {bit} to <{WARP} x i1>")

    def _fault(self, b: Builder, bad: str, kind: int) -> None:
        """Notes a fault of the lowest of some lanes, if there are any; the warp ends."""
        code, function = b.code, b.function
        wrong, fine = code.new_label("misuse"), code.new_label("meet")
        code.unlikely(code.any(bad), wrong, fine)
        code.label(wrong)
        members = self.bits
        if self.vector:
            first = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(bad)), ("i1", "true"))
            members = code.let(f"extractelement {VECTOR} {self.vector}, i32 {first}")
        address = code.let(f"zext i32 {members} to i64") if members.startswith("%") else members
        function.note_fault(kind, function.site(b.op), bad, address)
        code.do("br label %done")
        code.label(fine)

    def group(self, b: Builder) -> str:
        """The active lanes that share a mask, where all lanes have one."""
        return b.function.mask

    def each(self, b: Builder, kinds: list[str], results: "Each") -> list[str]:
        """Returns vectors of results made lane by lane, each from the lanes with the same mask."""
        code, function = b.code, b.function
        mask = function.mask
        before, head, body, end = (code.new_label(stem) for stem in ("lanes", "lane", "lane.body", "lane.end"))
        start = code.bits(mask)
        code.do(f"br label %{before}")
        code.label(before)
        code.do(f"br label %{head}")
        code.label(head)
        names = [(f"%{head}.v{index}", f"%{head}.n{index}") for index in range(len(kinds))]
        code.do(f"%{head}.left = phi i32 [{start}, %{before}], [%{head}.rest, %{body}.last]")
        for kind, (value, following) in zip(kinds, names):
            code.do(f"{value} = phi <{WARP} x {kind}> [zeroinitializer, %{before}], [{following}, %{body}.last]")
        none = code.let(f"icmp eq i32 %{head}.left, 0")
        code.do(f"br i1 {none}, label %{end}, label %{body}")
        code.label(body)
        lane = code.call("llvm.cttz.i32", "i32", ("i32", f"%{head}.left"), ("i1", "true"))
        group = mask
        if self.vector:
            own = code.splat(code.let(f"extractelement {VECTOR} {self.vector}, i32 {lane}"), "i32")
            group = code.both(mask, code.let(f"icmp eq {VECTOR} {self.vector}, {own}"))
        for kind, (value, following), result in zip(kinds, names, results(group, lane)):
            code.do(f"{following} = insertelement <{WARP} x {kind}> {value}, {kind} {result}, i32 {lane}")
        less = code.let(f"sub i32 %{head}.left, 1")
        code.do(f"%{head}.rest = and i32 %{head}.left, {less}")
        code.do(f"br label %{body}.last")
        code.label(f"{body}.last")
        code.do(f"br label %{head}")
        code.label(end)
        return [value for value, _ in names]


def vector(b: Builder, position: int, kind: str) -> str:
    """Returns an operand in every lane, as an integer."""
    return b.value(b.operand(position), kind, False, WARP)


def destinations(b: Builder) -> "list[Operand]":
    """Returns the one or two destinations."""
    destination = b.operand(0)
    return [destination.first, destination.second] if isinstance(destination, Pair) else [destination]


def warp_sync(b: Builder) -> None:
    """`bar.warp.sync`."""
    Members(b, b.operand(0))


def shuffle(b: Builder) -> None:
    """`shfl.sync`: by constants one shuffle; else through the stack."""
    members = Members(b, b.operand(4))
    offset, control = b.constant_operand(b.operand(2)), b.constant_operand(b.operand(3))
    mode = b.values["mode"]
    value = vector(b, 1, "b32")
    if offset is not None and control is not None:
        taken, in_range, there = _shuffled_by_constants(b, mode, value, (offset, control), members)
    else:
        taken, in_range, there = _shuffled(b, mode, value, members)
    result, missing = _own_where_missing(b, taken, value, there, not members.groups)
    if b.function.absent is not None:
        b.function.absent.shuffled(b, missing)
    for target, text, kind in zip(destinations(b), (result, in_range), ("b32", "pred")):
        b.write_to(target, text, kind)


def _own_where_missing(b: Builder, taken: str, value: str, there: "Callable[[], str]", one_mask: bool) -> tuple[str, str]:
    """Returns the result, a lane's own value where its source is not there, and the lanes (bits) where that is so: none if all lanes are here."""
    code = b.code
    start, part, part_end, end = (code.new_label(stem) for stem in ("shuffle", "some", "some.end", "shuffled"))
    here = code.bits(b.function.mask)
    code.do(f"br label %{start}")
    code.label(start)
    code.do(f"br i1 {code.let(f'icmp eq i32 {here}, -1') if one_mask else 'false'}, label %{end}, label %{part}")
    code.label(part)
    found = there()
    chosen = code.let(f"select <{WARP} x i1> {found}, {VECTOR} {taken}, {VECTOR} {value}")
    absent = code.let(f"and i32 {here}, {code.let(f'xor i32 {code.bits(found)}, -1')}")
    code.do(f"br label %{part_end}")
    code.label(part_end)
    code.do(f"br label %{end}")
    code.label(end)
    result = code.let(f"phi {VECTOR} [{taken}, %{start}], [{chosen}, %{part_end}]")
    return result, code.let(f"phi i32 [0, %{start}], [{absent}, %{part_end}]")


def source_lane(mode: str, lane: int, offset: int, control: int) -> tuple[int, bool]:
    """Returns the lane that a lane reads, and whether it is in range (PTX ISA, `shfl.sync`)."""
    limit, part, by = control & 31, control >> 8 & 31, offset & 31
    lowest = lane & part
    highest = lowest | limit & ~part & 31
    other = {"up": lane - by, "down": lane + by, "bfly": lane ^ by, "idx": lowest | by & ~part & 31}[mode]
    fits = other >= highest if mode == "up" else other <= highest
    return (other, True) if fits else (lane, False)


def _shuffled_by_constants(b: Builder, mode: str, value: str, constants: tuple[int, int], members: Members) -> "tuple[str, str, Callable[[], str]]":
    code = b.code
    found = [source_lane(mode, lane, *constants) for lane in range(WARP)]
    order = f"{VECTOR} <" + ", ".join(f"i32 {other % WARP}" for other, _ in found) + ">"
    taken = code.let(f"shufflevector {VECTOR} {value}, {VECTOR} poison, {order}")
    in_range = "<" + ", ".join(f"i1 {'true' if fits else 'false'}" for _, fits in found) + ">"

    def there() -> str:
        active = code.let(f"shufflevector <{WARP} x i1> {b.function.mask}, <{WARP} x i1> poison, {order}")
        if members.groups:
            masks = code.let(f"shufflevector {VECTOR} {members.vector}, {VECTOR} poison, {order}")
            active = code.both(active, code.let(f"icmp eq {VECTOR} {masks}, {members.vector}"))
        return active

    return taken, in_range, there


def _shuffled(b: Builder, mode: str, value: str, members: Members) -> "tuple[str, str, Callable[[], str]]":
    code = b.code
    other, in_range = _source_lanes(b, mode)
    code.do(f"store {VECTOR} {value}, ptr %lanes, align 64")
    taken = _by_lane(b, other)

    def there() -> str:
        active = code.let(f"lshr {VECTOR} {code.splat(code.bits(b.function.mask), 'i32')}, {other}")
        found = code.let(f"trunc {VECTOR} {active} to <{WARP} x i1>")
        if members.groups:
            code.do(f"store {VECTOR} {members.vector}, ptr %lanes, align 64")
            found = code.both(found, code.let(f"icmp eq {VECTOR} {_by_lane(b, other)}, {members.vector}"))
        return found

    return taken, in_range, there


def _by_lane(b: Builder, order: str) -> str:
    """Returns the elements on the stack in another order."""
    pointers = b.code.let(f"getelementptr i32, ptr %lanes, {VECTOR} {order}")
    return b.code.call(f"llvm.masked.gather.v{WARP}i32.v{WARP}p0", VECTOR, (f"<{WARP} x ptr>", f"align 4 {pointers}"),
                       (f"<{WARP} x i1>", "splat (i1 true)"), (VECTOR, "zeroinitializer"))  # fmt: skip


def source_lanes(b: Builder, mode: str) -> str:
    """Returns the lane that each lane reads, its own where that is out of range."""
    return _source_lanes(b, mode)[0]


def _source_lanes(b: Builder, mode: str) -> tuple[str, str]:
    """The same as `source_lane` for operands that are not constant."""
    code = b.code

    def two(name: str, first: str, second: str) -> str:
        return code.let(f"{name} {VECTOR} {first}, {second}")

    low = "splat (i32 31)"
    by, control = two("and", vector(b, 2, "b32"), low), vector(b, 3, "b32")
    limit, part = two("and", control, low), two("and", two("lshr", control, "splat (i32 8)"), low)
    free = two("and", two("xor", part, "splat (i32 -1)"), low)
    lowest = two("and", lanes(), part)
    highest = two("or", lowest, two("and", limit, free))
    other = {
        "up": lambda: two("sub", lanes(), by), "down": lambda: two("add", lanes(), by), "bfly": lambda: two("xor", lanes(), by),
        "idx": lambda: two("or", lowest, two("and", by, free)),
    }[mode]()  # fmt: skip
    fits = code.let(f"icmp {'sge' if mode == 'up' else 'sle'} {VECTOR} {other}, {highest}")
    return code.let(f"select <{WARP} x i1> {fits}, {VECTOR} {other}, {VECTOR} {lanes()}"), fits


def vote(b: Builder) -> None:
    """`vote.sync`."""
    members = Members(b, b.operand(2))
    votes = b.value(b.operand(1), "pred", False, WARP)
    mode = "ballot" if b.has("ballot") else b.values["mode"]
    kind = "i32" if mode == "ballot" else "i1"
    if members.bits:
        result = b.code.splat(_vote(b, mode, votes, b.function.mask), kind)
    else:
        (result,) = members.each(b, [kind], lambda group, _: [_vote(b, mode, votes, group)])
    b.write(result, "b32" if mode == "ballot" else "pred")


def _vote(b: Builder, mode: str, votes: str, group: str) -> str:
    code = b.code
    yes, everyone = code.bits(code.both(votes, group)), code.bits(group)
    match mode:
        case "ballot":
            return yes
        case "all":
            return code.let(f"icmp eq i32 {yes}, {everyone}")
        case "any":
            return code.let(f"icmp ne i32 {yes}, 0")
    return code.let(f"or i1 {code.let(f'icmp eq i32 {yes}, {everyone}')}, {code.let(f'icmp eq i32 {yes}, 0')}")


def match(b: Builder) -> None:
    """`match.any.sync`, `match.all.sync`."""
    members = Members(b, b.operand(2))
    kind = integer_of(b.type)
    value = vector(b, 1, b.type)
    whole, every = f"<{WARP} x {kind}>", b.has("all")

    def results(group: str, lane: str) -> list[str]:
        own = b.code.splat(b.code.let(f"extractelement {whole} {value}, i32 {lane}"), kind)
        same = b.code.bits(b.code.both(group, b.code.let(f"icmp eq {whole} {value}, {own}")))
        if not every:
            return [same]
        equal = b.code.let(f"icmp eq i32 {same}, {b.code.bits(group)}")
        return [b.code.let(f"select i1 {equal}, i32 {same}, i32 0"), equal]

    found = members.each(b, ["i32", "i1"] if every else ["i32"], results)
    for target, text, to in zip(destinations(b), found, ("u32", "pred")):
        b.write_to(target, text, to)


IDENTITY = {"add": 0, "or": 0, "xor": 0, "and": -1, "umin": -1, "umax": 0, "smin": 0x7FFFFFFF, "smax": 0x80000000}
"""What changes nothing in each reduction."""


def reduce_warp(b: Builder) -> None:
    """`redux.sync`."""
    members = Members(b, b.operand(2))
    name = b.values.get("op", "add")
    if name in ("min", "max"):
        name = ("s" if b.type[0] == "s" else "u") + name
    value = vector(b, 1, b.type)

    def reduced(group: str) -> str:
        chosen = b.code.let(f"select <{WARP} x i1> {group}, {VECTOR} {value}, {VECTOR} splat (i32 {IDENTITY[name]})")
        return b.code.call(f"llvm.vector.reduce.{name}.v{WARP}i32", "i32", (VECTOR, chosen))

    if members.bits:
        result = b.code.splat(reduced(b.function.mask), "i32")
    else:
        (result,) = members.each(b, ["i32"], lambda group, _: [reduced(group)])
    b.write(result, "u32")


def elect(b: Builder) -> None:
    """`elect.sync`: the lowest lane is the leader."""
    members = Members(b, b.operand(1))

    def results(group: str, lane: str) -> list[str]:
        leader = b.code.call("llvm.cttz.i32", "i32", ("i32", b.code.bits(group)), ("i1", "true"))
        return [leader, b.code.let(f"icmp eq i32 {leader}, {lane}")]

    for target, text, kind in zip(destinations(b), members.each(b, ["i32", "i1"], results), ("u32", "pred")):
        b.write_to(target, text, kind)


def active_mask(b: Builder) -> None:
    """`activemask`: the lanes that are here."""
    b.write(b.code.splat(b.code.bits(b.function.mask), "i32"), "b32")


MEANINGS: "dict[str, Lowering]" = {
    "warp_sync": warp_sync, "shfl": shuffle, "vote": vote, "match": match, "redux": reduce_warp, "elect": elect, "activemask": active_mask,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""

__all__ = ["BITS", "MEANINGS", "source_lane"]
