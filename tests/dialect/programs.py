"""Small programs in textual MIR that several tests share."""

SUM_TO = """\
func @sum_to -> i64 {
bb0(%n: i64):
  %0: i64 = mir.const 0 : i64
  %1: i64 = mir.const 1 : i64
  mir.goto bb1(%0, %1)
bb1(%sum: i64, %i: i64):
  %2: bool = mir.cmp le %i, %n
  mir.cond_br %2, bb2, bb3
bb2:
  %3: i64 = mir.add %sum, %i
  %4: i64 = mir.const 1 : i64
  %5: i64 = mir.add %i, %4
  mir.goto bb1(%3, %5)
bb3:
  mir.return %sum
}
"""

CLASSIFY = """\
func @classify -> i64 {
bb0(%x: i64):
  %0: i64 = mir.const 0 : i64
  mir.goto bb1(%x, %0)
bb1(%x.1: i64, %result: i64):
  %1: i64 = mir.const 0 : i64
  %2: bool = mir.cmp gt %x.1, %1
  mir.cond_br %2, bb2, bb6
bb2:
  %3: i64 = mir.const 100 : i64
  %4: bool = mir.cmp gt %x.1, %3
  mir.cond_br %4, bb3, bb4
bb3:
  %5: i64 = mir.const 10 : i64
  %6: i64 = mir.add %result, %5
  mir.goto bb5(%6)
bb4:
  %7: i64 = mir.const 1 : i64
  %8: i64 = mir.add %result, %7
  mir.goto bb5(%8)
bb5(%result.1: i64):
  %9: i64 = mir.const 1 : i64
  %10: i64 = mir.sub %x.1, %9
  mir.goto bb1(%10, %result.1)
bb6:
  mir.return %result
}
"""

SAXPY = """\
kernel @saxpy {
bb0(%a: f32, %x: ptr<f32, global>, %x.len: u64, %y: ptr<f32, global>, %y.len: u64):
  %0: u32 = gpu.block_index x
  %1: u32 = gpu.block_size x
  %2: u32 = gpu.thread_index x
  %3: u32 = mir.mul %0, %1
  %4: u32 = mir.add %3, %2
  %i: u64 = mir.cast %4 to u64
  %5: bool = mir.cmp lt %i, %y.len
  mir.cond_br %5, bb1, bb4
bb1:
  %6: bool = mir.cmp lt %i, %x.len
  mir.cond_br %6, bb2, bb3
bb2:
  %7: ptr<f32, global> = mir.offset %x, %i
  %8: ptr<f32, global> = mir.offset %y, %i
  %9: f32 = mir.load %7
  %10: f32 = mir.load %8
  %11: f32 = mir.fma %a, %9, %10
  mir.store %11, %8
  mir.goto bb4
bb3:
  mir.panic "index out of bounds: the len is {0} but the index is {1}"(%x.len, %i) !0
bb4:
  mir.return
}

!0 = "saxpy.rs":7:17
"""
