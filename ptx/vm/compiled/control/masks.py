"""Masks that meet and differ: lanes at one warp instruction of which one waits for another that is there with another mask.

Where both wait for each other that is a fault at once. Where only one does, the other may still come again with the same mask: until then it is
*suspected*, and it is a fault if the lane has waited for it until it ended, or all wait for ever (`ptx.vm.waiting` tells that).
"""

from ptx.vm.compiled.cfg.graph import Block
from ptx.vm.compiled.ir.builder import known_lanes, place_of
from ptx.vm.compiled.ir.lines import lane_loop
from ptx.vm.compiled.ir.state import DIFFERING
from ptx.vm.compiled.ir.text import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Reg
    from ptx.vm.compiled.cfg.meeting import Meeting
    from ptx.vm.compiled.control.turns import Turns

VECTOR = f"<{WARP} x i32>"
DIFFER = "meet.differ"


class Masks:
    """The masks of one meeting: for each lane the one that it suspects, plus one, and that one's mask."""

    def __init__(self, turns: "Turns", meeting: "Meeting") -> None:
        self.turns = turns
        self.function = turns.function
        self.code = turns.code
        self.meeting = meeting
        graph = turns.function.graph
        self.suspects, self.others = (graph.new_register("b32", f"{meeting.mask.name}.{name}") for name in ("suspect", "other"))
        for register in self.registers:
            register.varying = True

    @property
    def registers(self) -> "tuple[Reg, Reg]":
        """The registers that are kept."""
        return self.suspects, self.others

    def arrive(self, block: Block, arriving: str) -> None:
        """Lanes arrive at an instruction of the meeting, some of them apart from others."""
        code, function = self.code, self.function
        masks = known_lanes(code, self.meeting.mask)
        here = self._at_site(block, arriving)
        function.routines.setdefault(DIFFER, ROUTINE)
        pointers = ", ".join(f"ptr {place_of(register)}" for register in self.registers)
        pair = code.let(f"call i32 @{DIFFER}({pointers}, {VECTOR} {masks}, i32 {here}, i32 {arriving})")
        wrong, fine = code.new_label("differ"), code.new_label("agree")
        code.unlikely(code.let(f"icmp sge i32 {pair}, 0"), wrong, fine)
        code.label(wrong)
        lower, higher = code.let(f"and i32 {pair}, 31"), code.let(f"lshr i32 {pair}, 5")
        bit = code.let(f"shl i32 1, {higher}")
        own, other = (code.let(f"extractelement {VECTOR} {masks}, i32 {lane}") for lane in (higher, lower))
        self._note(str(function.site(block.op)), bit, own, lower, other)
        function.drop_faulted()
        code.do(f"br label %{fine}")
        code.label(fine)

    def _at_site(self, block: Block, arriving: str) -> str:
        """The lanes that arrive and those that wait at the same instruction, as bits."""
        code = self.code
        waiting = self.turns.waiting_at(self.meeting.block)
        site = self._sites()
        same = code.let(f"icmp eq {VECTOR} {site}, splat (i32 {self.meeting.sites.index(block)})")
        return code.let(f"or i32 {arriving}, {code.bits(code.both(waiting, same))}")

    def _sites(self) -> str:
        site = self.meeting.site
        value = known_lanes(self.code, site)
        return value if site.varying else self.code.splat(value, "i32")

    def complete(self, lanes: str) -> None:
        """Lanes go on for whom nobody is left to wait for: a fault if one that is gone was here with another mask."""
        code, function = self.code, self.function
        suspects = code.let(f"load {VECTOR}, ptr {place_of(self.suspects)}")
        some = code.let(f"icmp ne {VECTOR} {suspects}, zeroinitializer")
        number = code.let(f"sub {VECTOR} {suspects}, splat (i32 1)")
        low = code.let(f"and {VECTOR} {number}, splat (i32 31)")
        alive = code.let(f"lshr {VECTOR} {code.splat(code.bits(function.live), 'i32')}, {low}")
        ended = code.let(f"icmp eq {VECTOR} {code.let(f'and {VECTOR} {alive}, splat (i32 1)')}, zeroinitializer")
        bad = code.bits(code.both(lanes, code.let(f"and <{WARP} x i1> {some}, {ended}")))
        fault = code.let(f"load i64, ptr {function.field('fault')}")
        sound = code.let(f"icmp eq i64 {fault}, 0")
        wrong, fine = code.new_label("differed"), code.new_label("agreed")
        code.unlikely(code.let(f"and i1 {sound}, {code.let(f'icmp ne i32 {bad}, 0')}"), wrong, fine)
        code.label(wrong)
        lane = code.call("llvm.cttz.i32", "i32", ("i32", bad), ("i1", "true"))
        own, other = (code.let(f"extractelement {VECTOR} {known_lanes(code, register)}, i32 {lane}") for register in (self.meeting.mask, self.others))
        first = function.sites_of([each.op for each in self.meeting.sites if each.op is not None])
        site = code.let(f"add i32 {code.let(f'extractelement {VECTOR} {self._sites()}, i32 {lane}')}, {first}")
        self._note(code.let(f"zext i32 {site} to i64"), bad, own, code.let(f"extractelement {VECTOR} {low}, i32 {lane}"), other)
        function.drop_faulted()
        code.do(f"br label %{fine}")
        code.label(fine)

    def _note(self, site: str, lanes: str, own: str, other: str, other_mask: str) -> None:
        """Notes the fault: both masks, and which lane has the other one."""
        code, function = self.code, self.function
        values = code.let(f"load ptr, ptr {function.field('values')}")
        code.do(f"store i64 {code.let(f'zext i32 {other} to i64')}, ptr {values}, align 8")
        low, high = (code.let(f"zext i32 {mask} to i64") for mask in (own, other_mask))
        address = code.let(f"or i64 {low}, {code.let(f'shl i64 {high}, 32')}")
        code.call("fault", "void", ("ptr", "%state"), ("i64", str(DIFFERING)), ("i64", site), ("i32", lanes), ("i64", address))


PAIR = f"""  %mask = extractelement {VECTOR} %masks, i32 %lane
  %first = insertelement {VECTOR} poison, i32 %mask, i64 0
  %all = shufflevector {VECTOR} %first, {VECTOR} poison, {VECTOR} zeroinitializer
  %unlike = icmp ne {VECTOR} %masks, %all
  %apart = and <{WARP} x i1> %unlike, %present
  %apart.bits = bitcast <{WARP} x i1> %apart to i32
  %named = and i32 %apart.bits, %mask
  %one = insertelement {VECTOR} poison, i32 %lane, i64 0
  %own = shufflevector {VECTOR} %one, {VECTOR} poison, {VECTOR} zeroinitializer
  %naming.bits = lshr {VECTOR} %masks, %own
  %naming = trunc {VECTOR} %naming.bits to <{WARP} x i1>
  %naming.int = bitcast <{WARP} x i1> %naming to i32
  %mutual = and i32 %naming.int, %named
  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
  %lower = and i32 %mutual, %below
  %has.pair = icmp ne i32 %lower, 0
  %partner = call i32 @llvm.cttz.i32(i32 %lower, i1 false)
  %lane.high = shl i32 %lane, 5
  %this.pair = or i32 %lane.high, %partner
  %no.pair = icmp slt i32 %pair, 0
  %takes.pair = and i1 %no.pair, %has.pair
  %pair.next = select i1 %takes.pair, i32 %this.pair, i32 %pair
"""
"""Whom a lane names with another mask (`%named`); the first two that name each other are the pair."""
SUSPECT = f"""  %not.mutual = xor i32 %mutual, -1
  %alone = and i32 %named, %not.mutual
  %is.alone = icmp ne i32 %alone, 0
  %before = extractelement {VECTOR} %now, i32 %lane
  %fresh = icmp eq i32 %before, 0
  %sets = and i1 %is.alone, %fresh
  br i1 %sets, label %set, label %looked
set:
  %other = call i32 @llvm.cttz.i32(i32 %alone, i1 true)
  %other.mask = extractelement {VECTOR} %masks, i32 %other
  %other.one = add i32 %other, 1
  %now.set = insertelement {VECTOR} %now, i32 %other.one, i32 %lane
  %masks.set = insertelement {VECTOR} %now.masks, i32 %other.mask, i32 %lane
  br label %looked
looked:
  %now.next = phi {VECTOR} [%now, %body], [%now.set, %set]
  %now.masks.next = phi {VECTOR} [%now.masks, %body], [%masks.set, %set]
  br label %next
"""
"""One that a lane names, but that does not name the lane, is suspected from then on."""
CARRIED = (("now", VECTOR, "%kept"), ("now.masks", VECTOR, "%old.masks"), ("pair", "i32", "-1"))
ROUTINE = f"""
define internal i32 @{DIFFER}(ptr %suspects, ptr %others, {VECTOR} %masks, i32 %here, i32 %arriving) #1 {{
entry:
  %old = load {VECTOR}, ptr %suspects, align 4
  %old.masks = load {VECTOR}, ptr %others, align 4
  %come = bitcast i32 %arriving to <{WARP} x i1>
  %kept = select <{WARP} x i1> %come, {VECTOR} zeroinitializer, {VECTOR} %old
  %present = bitcast i32 %here to <{WARP} x i1>
  br label %head
{lane_loop(PAIR + SUSPECT, "%here", carried=CARRIED)}end:
  store {VECTOR} %now, ptr %suspects, align 4
  store {VECTOR} %now.masks, ptr %others, align 4
  ret i32 %pair
}}
"""
"""Looks at the lanes of one instruction, those that arrive and those that wait. Returns two that wait for each other with different masks (the
higher one times 32, plus the lower one), or -1; lanes that wait for one that does not wait for them suspect it."""
