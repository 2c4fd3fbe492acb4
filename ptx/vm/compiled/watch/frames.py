"""Frames of calls in the shadow: after `shadow.blank` nobody has written the bytes of a new frame, though an earlier call did."""

from ptx.vm.compiled.ir.lines import filled_cells, lane_function, load_field
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.shadow import WATCH, area

BLANK = lane_function(
    f"shadow.blank(ptr %state, <{WARP} x i64> %starts, i32 %lanes, i64 %bytes)",
    filled_cells("%own", 0),
    before=f"""{WATCH}{load_field("warp", "i64", "warp")}{area("marks", "ptr", "marks")}{area("stride", "i64", "mark_stride")}\
  %warp.at = mul i64 %warp, %stride
  %own = getelementptr i8, ptr %marks, i64 %warp.at
""",
)
