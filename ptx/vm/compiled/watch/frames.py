"""Frames of calls in the shadow: after `shadow.blank` nobody has written the bytes of a new frame, though an earlier call did."""

from ptx.vm.compiled.ir.lines import lane_function, load_field
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.shadow import WATCH, area

BLANK = lane_function(
    f"shadow.blank(ptr %state, <{WARP} x i64> %starts, i32 %lanes, i64 %bytes)",
    f"""  %wide = zext i32 %lane to i64
  %column = mul i64 %wide, 4
  %start = extractelement <{WARP} x i64> %starts, i32 %lane
  br label %cells
cells:
  %at = phi i64 [0, %body], [%further, %cell]
  %more = icmp ult i64 %at, %bytes
  br i1 %more, label %cell, label %blank
cell:
  %offset = add i64 %start, %at
  %row = mul i64 %offset, {WARP}
  %place = add i64 %row, %column
  %p = getelementptr i8, ptr %own, i64 %place
  store i32 0, ptr %p, align 4
  %further = add i64 %at, 4
  br label %cells
blank:
""",
    before=f"""{WATCH}{load_field("warp", "i64", "warp")}{area("marks", "ptr", "marks")}{area("stride", "i64", "mark_stride")}\
  %warp.at = mul i64 %warp, %stride
  %own = getelementptr i8, ptr %marks, i64 %warp.at
""",
)
