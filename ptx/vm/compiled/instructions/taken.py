"""What a shuffle does out of line where lanes are missing: after the function of `routine` it is known which lanes take what nobody gives.

Where a lane's last such value comes from is a record: the number of the shuffle's place, the lane that took a value, and the one it took it from,
with the mask beside it.
"""

from ptx.vm.compiled.ir.lines import load_field
from ptx.vm.compiled.ir.text import WARP, lanes

VECTOR = f"<{WARP} x i32>"
TAKEN = "void.taken"
GATHER = f"llvm.masked.gather.v{WARP}i32.v{WARP}p0"
SITE_SHIFT, READER_SHIFT = 10, 5
"""Where the parts of a record are."""


def taken_by(name: str) -> str:
    """Returns the lines that find which lanes read one of some lanes."""
    return f"""  %{name}.one = insertelement {VECTOR} poison, i32 %{name}, i64 0
  %{name}.all = shufflevector {VECTOR} %{name}.one, {VECTOR} poison, {VECTOR} zeroinitializer
  %{name}.low = lshr {VECTOR} %{name}.all, %others
  %{name}.read = trunc {VECTOR} %{name}.low to <{WARP} x i1>
  %{name}.taken = bitcast <{WARP} x i1> %{name}.read to i32
"""


def given(name: str) -> str:
    """Returns the lines that read a word of the record of the lane that gave each value."""
    return f"""  %{name}.p = getelementptr i32, ptr %{name}, {VECTOR} %others
  %{name}.given = call {VECTOR} @{GATHER}(<{WARP} x ptr> align 4 %{name}.p, <{WARP} x i1> splat (i1 true), {VECTOR} zeroinitializer)
"""


def noted(name: str, fresh: str) -> str:
    """Returns the lines that keep a word of a record: a new one, or that of the lane that gave the value."""
    return f"""  %{name}.new = select <{WARP} x i1> %is.fresh, {VECTOR} {fresh}, {VECTOR} %{name}.theirs
  %{name}.old = load {VECTOR}, ptr %{name}, align 4
  %{name}.now = select <{WARP} x i1> %is.noted, {VECTOR} %{name}.new, {VECTOR} %{name}.old
  store {VECTOR} %{name}.now, ptr %{name}, align 4
"""


def in_every_lane(name: str, kind: str) -> str:
    """Returns the lines that give a parameter in every lane."""
    if kind == VECTOR:
        return ""
    return f"""  %{name}.one = insertelement {VECTOR} poison, i32 %{name}, i64 0
  %{name}.all = shufflevector {VECTOR} %{name}.one, {VECTOR} poison, {VECTOR} zeroinitializer
"""


def routine(name: str, kind: str) -> str:
    """Returns the function that finds which lanes take a value that nobody gives; `kind` is of the masks and places: one, or one for each lane.

    Those are the lanes whose source is not there (`missing`), or gives what is void. Lanes that have faulted do not count: others wait for them for
    ever. A lane that had something void before keeps what is known of that.
    """
    parameters = f"i32 %here, i32 %missing, {VECTOR} %others, {kind} %masks, i32 %void, i32 %own, {kind} %sites"
    masks, sites = ("%masks", "%sites") if kind == VECTOR else ("%masks.all", "%sites.all")
    return f"""
define internal i32 @{name}(ptr %state, ptr %where, ptr %kept, {parameters}) #1 {{
entry:
{load_field("fault", "i64", "fault")}{load_field("thread", "i64", "fault_thread")}{load_field("at", "i64", "fault_block")}\
{load_field("block", "i64", "block")}{load_field("warp", "i32", "warp")}  %thread.low = trunc i64 %thread to i32
  %thread.warp = lshr i32 %thread.low, 5
  %thread.lane = and i32 %thread.low, 31
  %same.block = icmp eq i64 %at, %block
  %same.warp = icmp eq i32 %thread.warp, %warp
  %faulted = icmp ne i64 %fault, 0
  %same = and i1 %same.block, %same.warp
  %dropped = and i1 %same, %faulted
  %above = shl i32 -1, %thread.lane
  %gone = select i1 %dropped, i32 %above, i32 0
{taken_by("gone")}{taken_by("void")}  %not.gone = xor i32 %gone.taken, -1
  %fresh = and i32 %missing, %not.gone
  %present = xor i32 %missing, -1
  %takes.all = and i32 %void.taken, %present
  %takes = and i32 %takes.all, %here
  %some = or i32 %fresh, %takes
  %bits = or i32 %some, %own
  %known = or i32 %void, %own
  %unknown = xor i32 %known, -1
  %noted = and i32 %bits, %unknown
  %none = icmp eq i32 %noted, 0
  br i1 %none, label %end, label %note
note:
{in_every_lane("masks", kind)}{in_every_lane("sites", kind)}  %site = shl {VECTOR} {sites}, splat (i32 {SITE_SHIFT})
  %reader = shl {VECTOR} {lanes()}, splat (i32 {READER_SHIFT})
  %high = or {VECTOR} %site, %reader
  %word = or {VECTOR} %high, %others
  %is.fresh = bitcast i32 %fresh to <{WARP} x i1>
  %is.noted = bitcast i32 %noted to <{WARP} x i1>
  %copied = and i32 %takes, %noted
  %copies = icmp ne i32 %copied, 0
  br i1 %copies, label %copy, label %keep
copy:
{given("where")}{given("kept")}  br label %keep
keep:
  %where.theirs = phi {VECTOR} [zeroinitializer, %note], [%where.given, %copy]
  %kept.theirs = phi {VECTOR} [zeroinitializer, %note], [%kept.given, %copy]
{noted("where", "%word")}{noted("kept", masks)}  br label %end
end:
  ret i32 %bits
}}
"""
