"""The functions of a watched kernel: after `watched_text` lanes go on where others fault, and accesses touch their shadow."""

from ptx.vm.compiled.ir.helpers import FAULT
from ptx.vm.compiled.ir.lines import load_field, store_field
from ptx.vm.compiled.ir.state import ACCESS, NON_COHERENT, OFFSET, TRAP
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.shadow import area
from ptx.vm.compiled.watch.touching import shadow_text

FAULT_GOING_ON = f"""
define void @fault(ptr %state, i64 %kind, i64 %site, i32 %lanes, i64 %address) #1 {{
entry:
  %lane = call i32 @llvm.cttz.i32(i32 %lanes, i1 false)
  %others = xor i32 %lanes, -1
{load_field("warp", "i32", "warp")}{load_field("block", "i64", "block")}  %start = mul i32 %warp, {WARP}
  %thread = add i32 %start, %lane
  %wide = zext i32 %thread to i64
{store_field("fault_site", "i64", "%site")}{store_field("fault_thread", "i64", "%wide")}{store_field("fault_address", "i64", "%address")}\
{store_field("fault_block", "i64", "%block")}{store_field("fault", "i64", "%kind")}  %a = icmp eq i64 %kind, {ACCESS}
  %b = icmp eq i64 %kind, {TRAP}
  %c = icmp eq i64 %kind, {NON_COHERENT}
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  br i1 %abc, label %goes.on, label %ends
goes.on:
  %alive.p = getelementptr i8, ptr %state, i64 {OFFSET["alive"]}
  %alive.noted = load i32, ptr %alive.p
  %alive.before = select i1 %b, i32 -1, i32 %alive.noted
  %alive.now = and i32 %alive.before, %others
  store i32 %alive.now, ptr %alive.p
  %watch.p = getelementptr i8, ptr %state, i64 {OFFSET["watch"]}
  %watch = load ptr, ptr %watch.p
{area("tell", "ptr", "fault")}{area("worker", "i64", "worker")}  call void %tell(i64 %worker)
{store_field("fault", "i64", "0").replace("%fault.at", "%fault.off")}  ret void
ends:
  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
{store_field("alive", "i32", "%below").replace("%alive.at", "%alive.off")}  ret void
}}
"""
"""The same as `helpers.FAULT`, but after a fault that concerns only its lanes the others go on."""


def watched_text(common: str, kind: int) -> str:
    """Returns the functions that every watched kernel may call: lanes go on where others fault, and accesses touch their shadow."""
    assert FAULT in common
    text = common.replace(FAULT, FAULT_GOING_ON)
    for number in (NON_COHERENT, ACCESS):
        call = f"  call void @fault(ptr %state, i64 {number}, i64 %site, i32 %left, i64 %address)\n  ret void\n"
        assert text.count(call) == 1
        alone = f"  %lane.{number} = shl i32 1, %lane\n" + call.replace("%left", f"%lane.{number}").replace("ret void", "br label %next")
        text = text.replace(call, alone)
    return text + shadow_text(kind)
