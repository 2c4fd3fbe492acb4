"""The rows of the PTX instruction table; `ptx.isa` explains the notation and reads them.

Order within an opcode matters only where two rows could match the same words. Section numbers are those of the PTX ISA manual 9.0.
Minimum versions were measured with ptxas 13.0; tests/ptx/test_isa_ptxas.py holds each row to it.
"""

TYPE_WIDTHS = {
    "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "b32": 32, "u32": 32, "s32": 32, "f32": 32,
    "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "tf32": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "f32x2": 64,
    "b128": 128, "e4m3": 8, "e5m2": 8, "e4m3x2": 16, "e5m2x2": 16,
}  # fmt: skip
"""Width in bits of each type but `pred`."""

_INT = "u16 u32 u64 s16 s32 s64"
_INT32 = "u32 s32"
_INT3264 = "u32 s32 u64 s64"
_ANY_INT = "u8 u16 u32 u64 s8 s16 s32 s64"
_ROUND = "rn rz rm rp"
_ROUND_INT = "rni rzi rmi rpi"
_BITS = "b16 b32 b64"
_NUMERIC = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"
_MEMORY = _NUMERIC + " b128"
_ORDERED = "eq ne lt le gt ge"
_UNSIGNED_CMP = "eq ne lt le gt ge lo ls hi hs"
_FLOAT_CMP = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"
_BOOL = "and or xor"
_SCOPE = "cta cluster gpu sys"
_SPACE = "const global local param param::entry param::func shared shared::cta shared::cluster"
_SYNC_SPACE = "global shared shared::cta shared::cluster"
_EVICT1 = "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"
_EVICT2 = "L2::evict_normal L2::evict_first L2::evict_last"
_EVICT_FIRST = "L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged"
_FETCH = "L2::64B L2::128B L2::256B"
_LOAD_CACHE = "ca cg cs lu cv"
_STORE_CACHE = "wb cg cs wt"
_SPACE_NEEDS = "shared::cta=7.8/70 cluster/shared::cluster=7.8/90 param::entry/param::func=8.3/70 b128=8.3/70 b128+sys=8.4/70 "
_HINT_NEEDS = f"{_EVICT1.replace(' ', '/')}=7.4/70 L2::cache_hint/L2::256B=7.4/80 L2::64B/L2::128B=7.4/75 b128=8.3/70 "
_COPY_NEEDS = "=7.0/80 L2::cache_hint/L2::64B/L2::128B/L2::256B=7.4/80"
_XORSIGN = "xorsign+-abs abs+-xorsign"
_TOO_WIDE = "v4+b64/u64/s64/f64/b128 v2+b128"
_ATOMIC = {
    "sem": "relaxed acquire release acq_rel", "scope": _SCOPE, "space": _SYNC_SPACE, "effects": "rw", "order": "free",
    "needs": "f16=6.3/70 f16x2=6.2/70 b16=6.3/70 bf16/bf16x2=7.8/90 " + _SPACE_NEEDS}  # fmt: skip

_TABLE: tuple[tuple[str, str, dict[str, str]], ...] = (
    # 9.7.1 Integer arithmetic
    ("add.type d, a, b", "add", {"type": _INT + " u16x2 s16x2", "needs": "u16x2=8.0/90 s16x2=8.0/90"}),
    ("add.sat.s32 d, a, b", "add", {}),
    ("sub.type d, a, b", "sub", {"type": _INT}),
    ("sub.sat.s32 d, a, b", "sub", {}),
    ("add.cc.type d, a, b", "add_carry", {"type": _INT3264}),
    ("addc{.cc}.type d, a, b", "add_carry", {"type": _INT3264}),
    ("sub.cc.type d, a, b", "sub_borrow", {"type": _INT3264}),
    ("subc{.cc}.type d, a, b", "sub_borrow", {"type": _INT3264}),
    ("mul.part.type d, a, b", "mul", {"part": "lo hi", "type": _INT}),
    ("mul.wide.type d:wide, a, b", "mul_wide", {"type": "u16 u32 s16 s32"}),
    ("mad.part.type d, a, b, c", "mad", {"part": "lo hi", "type": _INT}),
    ("mad.hi.sat.s32 d, a, b, c", "mad", {}),
    ("mad.wide.type d:wide, a, b, c:wide", "mad_wide", {"type": "u16 u32 s16 s32"}),
    ("mad.part.cc.type d, a, b, c", "mad_carry", {"part": "lo hi", "type": _INT3264}),
    ("madc.part{.cc}.type d, a, b, c", "mad_carry", {"part": "lo hi", "type": _INT3264}),
    ("mul24.part.type d, a, b", "mul24", {"part": "lo hi", "type": _INT32}),
    ("mad24.part.type d, a, b, c", "mad24", {"part": "lo hi", "type": _INT32}),
    ("mad24.hi.sat.s32 d, a, b, c", "mad24", {}),
    ("sad.type d, a, b, c", "sad", {"type": _INT}),
    ("div.type d, a, b", "div", {"type": _INT}),
    ("rem.type d, a, b", "rem", {"type": _INT}),
    ("abs.type d, a", "abs", {"type": "s16 s32 s64"}),
    ("neg.type d, a", "neg", {"type": "s16 s32 s64"}),
    ("min.type d, a, b", "min", {"type": _INT + " u16x2 s16x2", "needs": "u16x2=8.0/90 s16x2=8.0/90"}),
    ("max.type d, a, b", "max", {"type": _INT + " u16x2 s16x2", "needs": "u16x2=8.0/90 s16x2=8.0/90"}),
    ("min.relu.type d, a, b", "min", {"type": "s16x2 s32", "needs": "=8.0/90"}),
    ("max.relu.type d, a, b", "max", {"type": "s16x2 s32", "needs": "=8.0/90"}),
    ("popc.type d:u32, a", "popc", {"type": "b32 b64"}),
    ("clz.type d:u32, a", "clz", {"type": "b32 b64"}),
    ("bfind{.shiftamt}.type d:u32, a", "bfind", {"type": _INT3264}),
    ("fns.b32 d, a:b32, b:b32, c:b32", "fns", {}),
    ("brev.type d, a", "brev", {"type": "b32 b64"}),
    ("bfe.type d, a, b:u32, c:u32", "bfe", {"type": _INT3264}),
    ("bfi.type d, a, b, c:u32, e:u32", "bfi", {"type": "b32 b64"}),
    ("szext.mode.type d, a, b:u32", "szext", {"mode": "clamp wrap", "type": _INT32, "needs": "=7.6/70"}),
    ("bmsk.mode.b32 d:u32, a:u32, b:u32", "bmsk", {"mode": "clamp wrap", "needs": "=7.6/70"}),
    ("dp4a.atype.btype d:u32, a:u32, b:u32, c:u32", "dp4a", {"atype": _INT32, "btype": _INT32}),
    ("dp2a.mode.atype.btype d:u32, a:u32, b:u32, c:u32", "dp2a", {"mode": "lo hi", "atype": _INT32, "btype": _INT32}),
    # 9.7.3 and 9.7.4 Floating point
    ("testp.op.type p:pred, a", "testp", {"op": "finite infinite number notanumber normal subnormal", "type": "f32 f64"}),
    ("copysign.type d, a, b", "copysign", {"type": "f32 f64"}),
    ("add{.rnd}{.ftz}{.sat}.f32 d, a, b", "add", {"rnd": _ROUND}),
    ("add{.rnd}.f64 d, a, b", "add", {"rnd": _ROUND}),
    ("add{.rnd}{.ftz}{.sat}.type d, a, b", "add", {"rnd": "rn", "type": "f16 f16x2"}),
    ("add{.rnd}.type d, a, b", "add", {"rnd": "rn", "type": "bf16 bf16x2", "needs": "=7.8/90"}),
    ("add{.rnd}{.ftz}.f32x2 d, a, b", "add", {"rnd": _ROUND, "needs": "=8.6/100"}),
    ("sub{.rnd}{.ftz}{.sat}.f32 d, a, b", "sub", {"rnd": _ROUND}),
    ("sub{.rnd}.f64 d, a, b", "sub", {"rnd": _ROUND}),
    ("sub{.rnd}{.ftz}{.sat}.type d, a, b", "sub", {"rnd": "rn", "type": "f16 f16x2"}),
    ("sub{.rnd}.type d, a, b", "sub", {"rnd": "rn", "type": "bf16 bf16x2", "needs": "=7.8/90"}),
    ("sub{.rnd}{.ftz}.f32x2 d, a, b", "sub", {"rnd": _ROUND, "needs": "=8.6/100"}),
    ("mul{.rnd}{.ftz}{.sat}.f32 d, a, b", "mul", {"rnd": _ROUND}),
    ("mul{.rnd}.f64 d, a, b", "mul", {"rnd": _ROUND}),
    ("mul{.rnd}{.ftz}{.sat}.type d, a, b", "mul", {"rnd": "rn", "type": "f16 f16x2"}),
    ("mul{.rnd}.type d, a, b", "mul", {"rnd": "rn", "type": "bf16 bf16x2", "needs": "=7.8/90"}),
    ("mul{.rnd}{.ftz}.f32x2 d, a, b", "mul", {"rnd": _ROUND, "needs": "=8.6/100"}),
    ("fma.rnd{.ftz}{.sat}.f32 d, a, b, c", "fma", {"rnd": _ROUND}),
    ("fma.rnd.f64 d, a, b, c", "fma", {"rnd": _ROUND}),
    ("fma.rn{.ftz}{.sat}.type d, a, b, c", "fma", {"type": "f16 f16x2"}),
    ("fma.rn{.ftz}.relu.type d, a, b, c", "fma", {"type": "f16 f16x2", "needs": "=7.0/80"}),
    ("fma.rn{.relu}.type d, a, b, c", "fma", {"type": "bf16 bf16x2", "needs": "=7.0/80"}),
    ("fma.rn.oob{.relu}.type d, a, b, c", "fma", {"type": "f16 f16x2 bf16 bf16x2", "needs": "=8.1/90"}),
    ("fma.rnd{.ftz}.f32x2 d, a, b, c", "fma", {"rnd": _ROUND, "needs": "=8.6/100"}),
    ("mad.rnd{.ftz}{.sat}.f32 d, a, b, c", "fma", {"rnd": _ROUND}),
    ("mad.rnd.f64 d, a, b, c", "fma", {"rnd": _ROUND}),
    ("div.mode{.ftz}.f32 d, a, b", "div", {"mode": "approx full " + _ROUND}),
    ("div.rnd.f64 d, a, b", "div", {"rnd": _ROUND}),
    ("abs{.ftz}.type d, a", "abs", {"type": "f32 f16 f16x2", "needs": "f16=6.5/53 f16x2=6.5/53"}),
    ("abs.type d, a", "abs", {"type": "f64 bf16 bf16x2", "needs": "bf16=7.0/80 bf16x2=7.0/80"}),
    ("neg{.ftz}.type d, a", "neg", {"type": "f32 f16 f16x2"}),
    ("neg.type d, a", "neg", {"type": "f64 bf16 bf16x2", "needs": "bf16=7.0/80 bf16x2=7.0/80"}),
    ("min{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b, c?", "min", {"needs": "NaN=7.0/80 xorsign=7.2/86 ?c=8.8/100", "never": _XORSIGN + " ?c+xorsign"}),
    ("max{.ftz}{.NaN}{.xorsign}{.abs}.f32 d, a, b, c?", "max", {"needs": "NaN=7.0/80 xorsign=7.2/86 ?c=8.8/100", "never": _XORSIGN + " ?c+xorsign"}),
    ("min.f64 d, a, b", "min", {}),
    ("max.f64 d, a, b", "max", {}),
    ("min{.ftz}{.NaN}{.xorsign}{.abs}.type d, a, b", "min", {"type": "f16 f16x2", "needs": "=7.0/80 xorsign=7.2/86", "never": _XORSIGN}),
    ("max{.ftz}{.NaN}{.xorsign}{.abs}.type d, a, b", "max", {"type": "f16 f16x2", "needs": "=7.0/80 xorsign=7.2/86", "never": _XORSIGN}),
    ("min{.NaN}{.xorsign}{.abs}.type d, a, b", "min", {"type": "bf16 bf16x2", "needs": "=7.0/80 xorsign=7.2/86", "never": _XORSIGN}),
    ("max{.NaN}{.xorsign}{.abs}.type d, a, b", "max", {"type": "bf16 bf16x2", "needs": "=7.0/80 xorsign=7.2/86", "never": _XORSIGN}),
    ("rcp.mode{.ftz}.f32 d, a", "rcp", {"mode": "approx " + _ROUND}),
    ("rcp.rnd.f64 d, a", "rcp", {"rnd": _ROUND}),
    ("rcp.approx.ftz.f64 d, a", "rcp", {}),
    ("sqrt.mode{.ftz}.f32 d, a", "sqrt", {"mode": "approx " + _ROUND}),
    ("sqrt.rnd.f64 d, a", "sqrt", {"rnd": _ROUND}),
    ("rsqrt.approx{.ftz}.type d, a", "rsqrt", {"type": "f32 f64"}),
    ("sin.approx{.ftz}.f32 d, a", "sin", {}),
    ("cos.approx{.ftz}.f32 d, a", "cos", {}),
    ("lg2.approx{.ftz}.f32 d, a", "lg2", {}),
    ("ex2.approx{.ftz}.f32 d, a", "ex2", {}),
    ("ex2.approx.type d, a", "ex2", {"type": "f16 f16x2", "needs": "=7.0/75"}),
    ("ex2.approx.ftz.type d, a", "ex2", {"type": "bf16 bf16x2", "needs": "=7.8/90"}),
    ("tanh.approx.type d, a", "tanh", {
        "type": "f32 f16 f16x2 bf16 bf16x2", "needs": "=7.0/75 bf16=7.8/90 bf16x2=7.8/90"}),
    # 9.7.6 Comparison and selection
    ("setp.cmp.type p:pred|q?, a, b", "setp", {"cmp": "eq ne", "type": _BITS}),
    ("setp.cmp.type p:pred|q?, a, b", "setp", {"cmp": _UNSIGNED_CMP, "type": "u16 u32 u64"}),
    ("setp.cmp.type p:pred|q?, a, b", "setp", {"cmp": _ORDERED, "type": "s16 s32 s64"}),
    ("setp.cmp{.ftz}.type p:pred|q?, a, b", "setp", {"cmp": _FLOAT_CMP, "type": "f32 f16"}),
    ("setp.cmp{.ftz}.f16x2 p:pred|q?, a, b", "setp", {"cmp": _FLOAT_CMP}),
    ("setp.cmp.type p:pred|q?, a, b", "setp", {"cmp": _FLOAT_CMP, "type": "f64 bf16", "needs": "bf16=7.8/90"}),
    ("setp.cmp.bf16x2 p:pred|q?, a, b", "setp", {"cmp": _FLOAT_CMP, "needs": "=7.8/90"}),
    ("setp.cmp.bool.type p:pred|q?, a, b, !c:pred", "setp", {"cmp": "eq ne", "bool": _BOOL, "type": _BITS}),
    ("setp.cmp.bool.type p:pred|q?, a, b, !c:pred", "setp", {"cmp": _UNSIGNED_CMP, "bool": _BOOL, "type": "u16 u32 u64"}),
    ("setp.cmp.bool.type p:pred|q?, a, b, !c:pred", "setp", {"cmp": _ORDERED, "bool": _BOOL, "type": "s16 s32 s64"}),
    ("setp.cmp.bool{.ftz}.type p:pred|q?, a, b, !c:pred", "setp", {"cmp": _FLOAT_CMP, "bool": _BOOL, "type": "f32 f16"}),
    ("setp.cmp.bool{.ftz}.f16x2 p:pred|q?, a, b, !c:pred", "setp", {"cmp": _FLOAT_CMP, "bool": _BOOL}),
    ("setp.cmp.bool.type p:pred|q?, a, b, !c:pred", "setp", {
        "cmp": _FLOAT_CMP, "bool": _BOOL, "type": "f64 bf16", "needs": "bf16=7.8/90"}),
    ("setp.cmp.bool.bf16x2 p:pred|q?, a, b, !c:pred", "setp", {"cmp": _FLOAT_CMP, "bool": _BOOL, "needs": "=7.8/90"}),
    ("set.cmp.dtype.type d:dtype, a, b", "set", {"cmp": "eq ne", "dtype": "u32 s32 f32", "type": _BITS}),
    ("set.cmp.dtype.type d:dtype, a, b", "set", {"cmp": _UNSIGNED_CMP, "dtype": "u32 s32 f32", "type": "u16 u32 u64"}),
    ("set.cmp.dtype.type d:dtype, a, b", "set", {"cmp": _ORDERED, "dtype": "u32 s32 f32", "type": "s16 s32 s64"}),
    ("set.cmp{.ftz}.dtype.type d:dtype, a, b", "set", {"cmp": _FLOAT_CMP, "dtype": "u32 s32 f32", "type": "f32"}),
    ("set.cmp.dtype.type d:dtype, a, b", "set", {"cmp": _FLOAT_CMP, "dtype": "u32 s32 f32", "type": "f64"}),
    ("set.cmp.bool.dtype.type d:dtype, a, b, !c:pred", "set", {
        "cmp": "eq ne", "bool": _BOOL, "dtype": "u32 s32 f32", "type": _BITS}),
    ("set.cmp.bool.dtype.type d:dtype, a, b, !c:pred", "set", {
        "cmp": _UNSIGNED_CMP, "bool": _BOOL, "dtype": "u32 s32 f32", "type": "u16 u32 u64"}),
    ("set.cmp.bool.dtype.type d:dtype, a, b, !c:pred", "set", {
        "cmp": _ORDERED, "bool": _BOOL, "dtype": "u32 s32 f32", "type": "s16 s32 s64"}),
    ("set.cmp.bool{.ftz}.dtype.type d:dtype, a, b, !c:pred", "set", {
        "cmp": _FLOAT_CMP, "bool": _BOOL, "dtype": "u32 s32 f32", "type": "f32"}),
    ("set.cmp.bool.dtype.type d:dtype, a, b, !c:pred", "set", {
        "cmp": _FLOAT_CMP, "bool": _BOOL, "dtype": "u32 s32 f32", "type": "f64"}),
    *[(f"set.cmp{bool_group}{{.ftz}}.dtype.{kind} d:dtype, a, b{predicate}", "set", {
        "cmp": _FLOAT_CMP, "bool": _BOOL, "dtype": result, "needs": "u16/s16/u32/s32=6.5/70"}) for bool_group, predicate in (("", ""), (".bool", ", !c:pred"))
        for kind, result in (("f16", "u16 s16 u32 s32 f16"), ("f16x2", "u32 s32 f16x2"))],
    *[(f"set.cmp{bool_group}.dtype.{kind} d:dtype, a, b{predicate}", "set", {
        "cmp": _FLOAT_CMP, "bool": _BOOL, "dtype": result, "needs": "=7.8/90"}) for bool_group, predicate in (("", ""), (".bool", ", !c:pred"))
        for kind, result in (("bf16", "u16 s16 u32 s32 bf16"), ("bf16x2", "u32 s32 bf16x2"))],
    ("selp.type d, a, b, c:pred", "selp", {"type": _BITS + " " + _INT + " f32 f64"}),
    ("slct.type.s32 d, a, b, c:s32", "slct", {"type": _BITS + " " + _INT + " f32 f64"}),
    ("slct{.ftz}.type.f32 d, a, b, c:f32", "slct", {"type": _BITS + " " + _INT + " f32 f64"}),
    # 9.7.8 Logic and shift
    ("and.type d, a, b", "and", {"type": "pred " + _BITS}),
    ("or.type d, a, b", "or", {"type": "pred " + _BITS}),
    ("xor.type d, a, b", "xor", {"type": "pred " + _BITS}),
    ("not.type d, a", "not", {"type": "pred " + _BITS}),
    ("cnot.type d, a", "cnot", {"type": _BITS}),
    ("lop3.b32 d, a, b, c, e#", "lop3", {}),
    ("lop3.bool.b32 d|p, a, b, c, e#, !f:pred", "lop3", {"bool": "or and", "needs": "=8.2/70"}),
    ("shl.type d, a, b:u32", "shl", {"type": _BITS}),
    ("shr.type d, a, b:u32", "shr", {"type": _BITS + " " + _INT}),
    ("shf.direction.mode.b32 d, a, b, c:u32", "shf", {"direction": "l r", "mode": "clamp wrap"}),
    # 9.7.9 Data movement and conversion
    ("mov.type d=, a=", "mov", {"type": "pred " + _BITS + " " + _INT + " f32 f64"}),
    ("mov.vec.type d*, a*", "mov", {"vec": "v2 v4", "type": _BITS + " " + _INT + " f32 f64", "never": _TOO_WIDE}),
    ("mov.b128 d=, a=", "mov", {"needs": "=8.3/70"}),
    ("shfl.sync.mode.b32 d|p?, a, b:b32, c:b32, e:u32", "shfl", {"mode": "up down bfly idx", "effects": "c"}),
    ("prmt.b32{.mode} d, a, b, c:b32", "prmt", {"mode": "f4e b4e rc8 ecl ecr rc16"}),
    ("ld{.weak}{.space}{.cache}{.vec}.type d*~, [a]", "ld", {
        "space": _SPACE, "cache": _LOAD_CACHE, "vec": "v2 v4", "type": _MEMORY, "effects": "r", "order": "free",
        "needs": _SPACE_NEEDS, "never": _TOO_WIDE}),
    ("ld{.weak}{.global}{.cache}{.evict}{.L2::cache_hint}{.fetch}{.vec}.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "cache": _LOAD_CACHE, "evict": _EVICT1, "fetch": _FETCH, "vec": "v2 v4", "type": _MEMORY, "effects": "r", "order": "free",
        "needs": _HINT_NEEDS, "never": _TOO_WIDE + " ca/cg/cs/lu/cv+" + _EVICT1.replace(" ", "/")}),
    ("ld{.weak}{.global}{.evict}{.evict2}{.L2::cache_hint}{.fetch}.vec.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "evict": _EVICT1, "evict2": _EVICT2, "fetch": _FETCH, "vec": "v8", "type": "b32 u32 s32 f32", "effects": "r",
        "order": "free", "needs": "=8.8/100"}),
    ("ld{.weak}{.global}{.evict}{.evict2}{.L2::cache_hint}{.fetch}.vec.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "evict": _EVICT1, "evict2": _EVICT2, "fetch": _FETCH, "vec": "v4", "type": "b64 u64 s64 f64", "effects": "r",
        "order": "free", "needs": "=8.8/100"}),
    ("ld.volatile{.space}{.vec}.type d*~, [a]", "ld", {
        "space": _SYNC_SPACE, "vec": "v2 v4", "type": _MEMORY, "effects": "r", "order": "free",
        "needs": _SPACE_NEEDS, "never": _TOO_WIDE}),
    ("ld.sem.scope{.space}{.vec}.type d*~, [a]", "ld", {
        "sem": "relaxed acquire", "scope": _SCOPE, "space": _SYNC_SPACE, "vec": "v2 v4", "type": _MEMORY, "effects": "ro",
        "order": "free", "needs": _SPACE_NEEDS, "never": _TOO_WIDE}),
    ("ld.sem.scope{.global}{.evict}{.L2::cache_hint}{.fetch}{.vec}.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "sem": "relaxed acquire", "scope": _SCOPE, "evict": _EVICT1, "fetch": _FETCH, "vec": "v2 v4", "type": _MEMORY,
        "effects": "ro", "order": "free", "needs": _SPACE_NEEDS + _HINT_NEEDS, "never": _TOO_WIDE}),
    ("ld.mmio.relaxed.sys{.global}.type d~, [a]", "ld", {"type": _NUMERIC, "effects": "ro", "needs": "=8.2/70"}),
    ("ld.global{.cache}.nc{.evict}{.L2::cache_hint}{.fetch}{.vec}.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "cache": "ca cg cs", "evict": _EVICT1, "fetch": _FETCH, "vec": "v2 v4", "type": _MEMORY, "effects": "r", "order": "free",
        "needs": _HINT_NEEDS, "never": _TOO_WIDE + " ca/cg/cs+" + _EVICT1.replace(" ", "/")}),
    ("ld.global.nc{.evict}{.evict2}{.L2::cache_hint}{.fetch}.vec.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "evict": _EVICT1, "evict2": _EVICT2, "fetch": _FETCH, "vec": "v8", "type": "b32 u32 s32 f32", "effects": "r",
        "order": "free", "needs": "=8.8/100"}),
    ("ld.global.nc{.evict}{.evict2}{.L2::cache_hint}{.fetch}.vec.type d*~, [a], policy:u64^L2::cache_hint", "ld", {
        "evict": _EVICT1, "evict2": _EVICT2, "fetch": _FETCH, "vec": "v4", "type": "b64 u64 s64 f64", "effects": "r",
        "order": "free", "needs": "=8.8/100"}),
    ("ldu{.global}{.vec}.type d*~, [a]", "ldu", {"vec": "v2 v4", "type": _MEMORY, "effects": "r", "never": _TOO_WIDE,
                                                 "needs": "b128=8.3/70"}),
    ("st{.weak}{.space}{.cache}{.vec}.type [a], b*~", "st", {
        "space": "global local param param::func shared shared::cta shared::cluster", "cache": _STORE_CACHE, "vec": "v2 v4",
        "type": _MEMORY, "effects": "w", "order": "free", "needs": _SPACE_NEEDS, "never": _TOO_WIDE}),
    ("st{.weak}{.global}{.cache}{.evict}{.L2::cache_hint}{.vec}.type [a], b*~, policy:u64^L2::cache_hint", "st", {
        "cache": _STORE_CACHE, "evict": _EVICT1, "vec": "v2 v4", "type": _MEMORY, "effects": "w", "order": "free",
        "needs": _HINT_NEEDS, "never": _TOO_WIDE + " wb/cg/cs/wt+" + _EVICT1.replace(" ", "/")}),
    ("st{.weak}{.global}{.evict}{.evict2}{.L2::cache_hint}.vec.type [a], b*~, policy:u64^L2::cache_hint", "st", {
        "evict": _EVICT1, "evict2": _EVICT2, "vec": "v8", "type": "b32 u32 s32 f32", "effects": "w", "order": "free",
        "needs": "=8.8/100"}),
    ("st{.weak}{.global}{.evict}{.evict2}{.L2::cache_hint}.vec.type [a], b*~, policy:u64^L2::cache_hint", "st", {
        "evict": _EVICT1, "evict2": _EVICT2, "vec": "v4", "type": "b64 u64 s64 f64", "effects": "w", "order": "free",
        "needs": "=8.8/100"}),
    ("st.volatile{.space}{.vec}.type [a], b*~", "st", {
        "space": _SYNC_SPACE, "vec": "v2 v4", "type": _MEMORY, "effects": "w", "order": "free", "needs": _SPACE_NEEDS,
        "never": _TOO_WIDE}),
    ("st.sem.scope{.space}{.vec}.type [a], b*~", "st", {
        "sem": "relaxed release", "scope": _SCOPE, "space": _SYNC_SPACE, "vec": "v2 v4", "type": _MEMORY, "effects": "wo",
        "order": "free", "needs": _SPACE_NEEDS, "never": _TOO_WIDE}),
    ("st.sem.scope{.global}{.evict}{.L2::cache_hint}{.vec}.type [a], b*~, policy:u64^L2::cache_hint", "st", {
        "sem": "relaxed release", "scope": _SCOPE, "evict": _EVICT1, "vec": "v2 v4", "type": _MEMORY, "effects": "wo",
        "order": "free", "needs": _SPACE_NEEDS + _HINT_NEEDS, "never": _TOO_WIDE}),
    ("st.mmio.relaxed.sys{.global}.type [a], b~", "st", {"type": _NUMERIC, "effects": "wo", "needs": "=8.2/70"}),
    ("prefetch{.space}.level [a]", "prefetch", {"space": "global local", "level": "L1 L2"}),
    ("prefetch{.global}.priority [a]", "prefetch", {"priority": "L2::evict_last L2::evict_normal", "needs": "=7.4/80"}),
    ("prefetchu.L1 [a]", "prefetch", {}),
    ("isspacep.space p:pred, a:u64", "isspacep", {
        "space": "const global local shared shared::cta shared::cluster param param::entry",
        "needs": "param=7.7/70 param::entry=8.3/70 " + _SPACE_NEEDS}),
    ("cvta{.to}.space.type d, a=", "cvta", {
        "space": "const global local shared shared::cta shared::cluster param param::entry", "type": "u64",
        "needs": "param=7.7/70 param::entry=8.3/70 " + _SPACE_NEEDS}),
    ("cvt.dtype.atype d:dtype~, a:atype~$", "cvt", {"dtype": _ANY_INT, "atype": _ANY_INT}),
    ("cvt.sat.u8.atype d:u8~, a:atype~$", "cvt", {"atype": "u16 u32 u64 s8 s16 s32 s64"}),
    ("cvt.sat.u16.atype d:u16~, a:atype~$", "cvt", {"atype": "u32 u64 s8 s16 s32 s64"}),
    ("cvt.sat.u32.atype d:u32~, a:atype~$", "cvt", {"atype": "u64 s8 s16 s32 s64"}),
    ("cvt.sat.u64.atype d:u64~, a:atype~$", "cvt", {"atype": "s8 s16 s32 s64"}),
    ("cvt.sat.s8.atype d:s8~, a:atype~$", "cvt", {"atype": "u8 u16 u32 u64 s16 s32 s64"}),
    ("cvt.sat.s16.atype d:s16~, a:atype~$", "cvt", {"atype": "u16 u32 u64 s32 s64"}),
    ("cvt.sat.s32.atype d:s32~, a:atype~$", "cvt", {"atype": "u32 u64 s64"}),
    ("cvt.sat.s64.u64 d:s64~, a:u64~$", "cvt", {}),
    ("cvt.rnd{.ftz}{.sat}.dtype.f32 d:dtype~, a:f32~", "cvt", {"rnd": _ROUND_INT, "dtype": _ANY_INT}),
    ("cvt.rnd{.sat}.dtype.atype d:dtype~, a:atype~", "cvt", {"rnd": _ROUND_INT, "dtype": _ANY_INT, "atype": "f16 f64"}),
    ("cvt.rnd.dtype.bf16 d:dtype, a:bf16", "cvt", {"rnd": _ROUND_INT, "dtype": _INT, "needs": "=7.8/90"}),
    ("cvt.rnd{.ftz}{.sat}.f32.atype d:f32~, a:atype~", "cvt", {"rnd": _ROUND, "atype": _ANY_INT}),
    ("cvt.rnd{.sat}.dtype.atype d:dtype~, a:atype~", "cvt", {"rnd": _ROUND, "dtype": "f16 f64", "atype": _ANY_INT}),
    ("cvt.rnd.bf16.atype d:bf16, a:atype", "cvt", {"rnd": _ROUND, "atype": _INT, "needs": "=7.8/90"}),
    ("cvt{.rnd}{.ftz}{.sat}.f32.f32 d:f32~, a:f32~", "cvt", {"rnd": _ROUND_INT}),
    ("cvt{.rnd}{.sat}.f64.f64 d:f64~, a:f64~", "cvt", {"rnd": _ROUND_INT}),
    ("cvt{.rnd}{.sat}.f16.f16 d:f16~, a:f16~", "cvt", {"rnd": _ROUND_INT}),
    ("cvt{.rnd}.bf16.bf16 d:bf16, a:bf16", "cvt", {"rnd": _ROUND_INT, "needs": "=7.8/90"}),
    ("cvt{.ftz}{.sat}.f32.f16 d:f32~, a:f16~", "cvt", {}),
    ("cvt{.sat}.f64.f16 d:f64~, a:f16~", "cvt", {}),
    ("cvt{.ftz}{.sat}.f64.f32 d:f64~, a:f32~", "cvt", {}),
    ("cvt{.ftz}.f32.bf16 d:f32, a:bf16", "cvt", {"needs": "=7.1/80 ftz=7.8/90"}),
    ("cvt.f64.bf16 d:f64, a:bf16", "cvt", {"needs": "=7.8/90"}),
    ("cvt.rnd{.ftz}{.sat}.f32.f64 d:f32~, a:f64~", "cvt", {"rnd": _ROUND}),
    ("cvt.rnd{.ftz}{.sat}.f16.f32 d:f16~, a:f32~", "cvt", {"rnd": _ROUND}),
    ("cvt.rnd{.sat}.f16.f64 d:f16~, a:f64~", "cvt", {"rnd": _ROUND}),
    ("cvt.rnd.relu.f16.f32 d:f16~, a:f32~", "cvt", {"rnd": "rn rz", "needs": "=7.0/80"}),
    ("cvt.rnd{.relu}.bf16.f32 d:bf16, a:f32", "cvt", {"rnd": _ROUND, "needs": "=7.0/80", "never": "rm/rp+relu"}),
    ("cvt.rnd.bf16.atype d:bf16, a:atype", "cvt", {"rnd": _ROUND, "atype": "f16 f64", "needs": "=7.8/90"}),
    ("cvt.rnd.f16.bf16 d:f16, a:bf16", "cvt", {"rnd": _ROUND, "needs": "=7.8/90"}),
    ("cvt.rnd{.relu}.dtype.f32 d:dtype, a:f32, b:f32", "cvt_pack", {"rnd": "rn rz", "dtype": "f16x2 bf16x2", "needs": "=7.0/80"}),
    ("cvt.rnd{.relu}.satfinite.f16.f32 d:f16~, a:f32~", "cvt", {"rnd": "rn rz", "order": "free", "needs": "=8.1/70 relu=8.1/80"}),
    ("cvt.rnd{.relu}.satfinite.bf16.f32 d:bf16, a:f32", "cvt", {"rnd": "rn rz", "order": "free", "needs": "=8.1/80"}),
    ("cvt.rnd{.relu}.satfinite.dtype.f32 d:dtype, a:f32, b:f32", "cvt_pack", {
        "rnd": "rn rz", "dtype": "f16x2 bf16x2", "order": "free", "needs": "=8.1/80"}),
    ("cvt.rna{.satfinite}.tf32.f32 d:tf32, a:f32", "cvt", {"needs": "=7.0/80 satfinite=8.1/80"}),
    ("cvt.rnd{.satfinite}{.relu}.tf32.f32 d:tf32, a:f32", "cvt", {"rnd": "rn rz", "needs": "=7.8/90 satfinite=8.6/100"}),
    ("cvt.rn.satfinite{.relu}.dtype.f32 d:dtype, a:f32, b:f32", "cvt_pack", {"dtype": "e4m3x2 e5m2x2", "needs": "=8.1/89"}),
    ("cvt.rn.satfinite{.relu}.dtype.f16x2 d:dtype, a:f16x2", "cvt", {"dtype": "e4m3x2 e5m2x2", "needs": "=8.1/89"}),
    ("cvt.rn{.relu}.f16x2.atype d:f16x2~, a:atype~", "cvt", {"atype": "e4m3x2 e5m2x2", "needs": "=8.1/89"}),
    ("cvt.pack.sat.dtype.s32 d:u32, a:s32, b:s32", "cvt_pack_integers", {"dtype": "u16 s16", "needs": "=6.5/72"}),
    ("cvt.pack.sat.dtype.s32.b32 d:u32, a:s32, b:s32, c:u32", "cvt_pack_integers", {
        "dtype": "u2 s2 u4 s4 u8 s8", "needs": "=6.5/72 u2/s2/u4/s4=6.5/75"}),
    ("createpolicy.fractional.first{.second}.b64 d:u64, fraction:f32?", "policy", {
        "first": _EVICT_FIRST, "second": "L2::evict_first L2::evict_unchanged", "needs": "=7.4/80"}),
    ("createpolicy.range{.global}.first{.second}.b64 d:u64, [a], b:u32, c:u32", "policy", {
        "first": _EVICT_FIRST, "second": "L2::evict_first L2::evict_unchanged", "needs": "=7.4/80"}),
    ("createpolicy.cvt.L2.b64 d:u64, a:u64", "policy", {"needs": "=7.4/80"}),
    ("cp.async.ca.space.global{.L2::cache_hint}{.fetch} [a], [b], size#4/8/16, !valid:u32/pred?, policy:u64^L2::cache_hint", "cp_async", {
        "space": "shared shared::cta", "fetch": _FETCH, "effects": "rw", "needs": _COPY_NEEDS}),
    ("cp.async.cg.space.global{.L2::cache_hint}{.fetch} [a], [b], size#16, !valid:u32/pred?, policy:u64^L2::cache_hint", "cp_async", {
        "space": "shared shared::cta", "fetch": _FETCH, "effects": "rw", "needs": _COPY_NEEDS}),
    ("cp.async.commit_group", "cp_async_commit", {"effects": "o", "needs": "=7.0/80"}),
    ("cp.async.wait_group a#", "cp_async_wait", {"effects": "rwo", "needs": "=7.0/80"}),
    ("cp.async.wait_all", "cp_async_wait", {"effects": "rwo", "needs": "=7.0/80"}),
    ("cp.async.mbarrier.arrive{.noinc}{.space}.b64 [a]", "cp_async_arrive", {
        "space": "shared shared::cta", "effects": "rwo", "needs": "=7.0/80 shared::cta=7.8/70"}),
    # 9.7.12 Control flow
    ("bra{.uni} @a", "bra", {"effects": "j"}),
    ("brx.idx{.uni} a:u32, @b", "brx", {"effects": "j"}),
    ("call{.uni} ...", "call", {"effects": "rwcjo"}),
    ("ret{.uni}", "ret", {"effects": "j"}),
    ("exit", "exit", {"effects": "j"}),
    ("trap", "trap", {"effects": "j"}),
    ("brkpt", "brkpt", {}),
    # 9.7.13 Synchronisation and communication
    ("bar{.cta}.sync a:u32, b:u32?", "barrier", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("bar{.cta}.arrive a:u32, b:u32", "barrier_arrive", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("bar{.cta}.red.popc.u32 d, a:u32, b:u32?, !c:pred", "barrier_red", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("bar{.cta}.red.op.pred p, a:u32, b:u32?, !c:pred", "barrier_red", {"op": "and or", "effects": "cowr", "needs": "cta=7.8/70"}),
    ("bar.warp.sync a:u32", "warp_sync", {"effects": "cowr"}),
    ("barrier{.cta}.sync{.aligned} a:u32, b:u32?", "barrier", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("barrier{.cta}.arrive{.aligned} a:u32, b:u32", "barrier_arrive", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("barrier{.cta}.red.popc{.aligned}.u32 d, a:u32, b:u32?, !c:pred", "barrier_red", {"effects": "cowr", "needs": "cta=7.8/70"}),
    ("barrier{.cta}.red.op{.aligned}.pred p, a:u32, b:u32?, !c:pred", "barrier_red", {
        "op": "and or", "effects": "cowr", "needs": "cta=7.8/70"}),
    ("membar.level", "fence", {"level": "cta gl sys", "effects": "o"}),
    ("fence{.sem}.scope", "fence", {"sem": "sc acq_rel acquire release", "scope": _SCOPE, "effects": "o", "needs": "cluster=7.8/90 acquire/release=8.6/90"}),
    ("fence.proxy.alias", "fence", {"effects": "o", "needs": "=7.5/70"}),
    ("fence.proxy.async{.space}", "fence", {"space": "global shared::cta shared::cluster", "effects": "o", "needs": "=8.0/90"}),
    ("fence.mbarrier_init.release.cluster", "fence", {"effects": "o", "needs": "=8.0/90"}),
    ("fence.acquire.sync_restrict::shared::cluster.cluster", "fence", {"effects": "o", "needs": "=8.6/90"}),
    ("fence.release.sync_restrict::shared::cta.cluster", "fence", {"effects": "o", "needs": "=8.6/90"}),
    ("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", "fence", {"effects": "o", "needs": "=8.6/90"}),
    ("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", "fence", {"effects": "o", "needs": "=8.6/90"}),
    ("membar.proxy.kind", "fence", {"kind": "alias async", "effects": "o", "needs": "=7.5/70 async=8.0/90"}),
    ("atom{.sem}{.scope}{.space}.op.type d, [a], b", "atom", {**_ATOMIC, "op": "and or xor exch", "type": "b32 b64"}),
    ("atom{.sem}{.scope}{.space}.cas.type d, [a], b, c", "atom", {**_ATOMIC, "type": "b16 b32 b64"}),
    ("atom{.sem}{.scope}{.space}.exch.b128 d, [a], b", "atom", {**_ATOMIC, "needs": _SPACE_NEEDS + "=8.3/90"}),
    ("atom{.sem}{.scope}{.space}.cas.b128 d, [a], b, c", "atom", {**_ATOMIC, "needs": _SPACE_NEEDS + "=8.3/90"}),
    ("atom{.sem}{.scope}{.space}.op.type d, [a], b", "atom", {**_ATOMIC, "op": "min max", "type": "u32 s32 u64 s64"}),
    ("atom{.sem}{.scope}{.space}.add.type d, [a], b", "atom", {**_ATOMIC, "type": "u32 s32 u64 f32 f64"}),
    ("atom{.sem}{.scope}{.space}.op.type d, [a], b", "atom", {**_ATOMIC, "op": "inc dec", "type": "u32"}),
    ("atom{.sem}{.scope}{.space}.add.noftz.type d, [a], b", "atom", {**_ATOMIC, "type": "f16 f16x2 bf16 bf16x2"}),
    ("red{.sem}{.scope}{.space}.op.type [a], b", "red", {**_ATOMIC, "sem": "relaxed release", "op": "and or xor", "type": "b32 b64"}),
    ("red{.sem}{.scope}{.space}.op.type [a], b", "red", {
        **_ATOMIC, "sem": "relaxed release", "op": "min max", "type": "u32 s32 u64 s64"}),
    ("red{.sem}{.scope}{.space}.add.type [a], b", "red", {**_ATOMIC, "sem": "relaxed release", "type": "u32 s32 u64 f32 f64"}),
    ("red{.sem}{.scope}{.space}.op.type [a], b", "red", {**_ATOMIC, "sem": "relaxed release", "op": "inc dec", "type": "u32"}),
    ("red{.sem}{.scope}{.space}.add.noftz.type [a], b", "red", {
        **_ATOMIC, "sem": "relaxed release", "type": "f16 f16x2 bf16 bf16x2"}),
    ("vote.sync.mode.pred p, !a, e:u32", "vote", {"mode": "all any uni", "effects": "c"}),
    ("vote.sync.ballot.b32 d, !a:pred, e:u32", "vote", {"effects": "c"}),
    ("match.any.sync.type d:u32, a, e:u32", "match", {"type": "b32 b64", "effects": "c"}),
    ("match.all.sync.type d:u32|p?, a, e:u32", "match", {"type": "b32 b64", "effects": "c"}),
    ("activemask.b32 d", "activemask", {"effects": "c", "needs": "=6.2/70"}),
    ("redux.sync.op.type d, a, e:u32", "redux", {
        "op": "add min max", "type": "u32 s32", "effects": "c", "needs": "=7.0/80"}),
    ("redux.sync.op.b32 d:u32, a:u32, e:u32", "redux", {"op": "and or xor", "effects": "c", "needs": "=7.0/80"}),
    ("elect.sync d:u32|p, e:u32", "elect", {"effects": "c", "needs": "=8.0/90"}),
    # 9.7.17 and 9.7.18 Video
    *[(f"v{name}.dtype.atype.btype{{.sat}}{second} d:u32, a:u32, b:u32{third}", "video", {
        "dtype": _INT32, "atype": _INT32, "btype": _INT32, "op2": "add min max"})
        for name in ("add", "sub", "absdiff", "min", "max") for second, third in (("", ""), (".op2", ", c:u32"))],
    *[(f"v{name}.dtype.atype.u32{{.sat}}.mode{second} d:u32, a:u32, b:u32{third}", "video", {
        "dtype": _INT32, "atype": _INT32, "mode": "clamp wrap", "op2": "add min max"})
        for name in ("shl", "shr") for second, third in (("", ""), (".op2", ", c:u32"))],
    *[(f"vset.atype.btype.cmp{second} d:u32, a:u32, b:u32{third}", "video", {
        "atype": _INT32, "btype": _INT32, "cmp": _ORDERED, "op2": "add min max"}) for second, third in (("", ""), (".op2", ", c:u32"))],
    *[(f"v{name}{lanes}.dtype.atype.btype{second} d:u32, a:u32, b:u32, c:u32", "video_lanes", {
        "dtype": _INT32, "atype": _INT32, "btype": _INT32})
        for lanes in (2, 4) for name in ("add", "sub", "avrg", "absdiff", "min", "max") for second in ("{.sat}", ".add")],
    *[(f"vset{lanes}.atype.btype.cmp{second} d:u32, a:u32, b:u32, c:u32", "video_lanes", {
        "atype": _INT32, "btype": _INT32, "cmp": _ORDERED}) for lanes in (2, 4) for second in ("", ".add")],
    # 9.7.19 Miscellaneous
    ("nanosleep.u32 a", "nanosleep", {"needs": "=6.2/70"}),
    ("pmevent{.mask} a:u32#", "pmevent", {}),
)  # fmt: skip


def opcode_of(syntax: str) -> str:
    """Returns the first word of a row's mnemonic."""
    return syntax.partition(" ")[0].partition(".")[0].partition("{")[0]


def _by_opcode() -> "dict[str, list[tuple[str, str, dict[str, str]]]]":
    rows: dict[str, list[tuple[str, str, dict[str, str]]]] = {}
    for row in _TABLE:
        rows.setdefault(opcode_of(row[0]), []).append(row)
    return rows


ROWS = _by_opcode()
"""For each opcode its rows: (syntax, meaning, groups and properties)."""

ELSEWHERE = {
    **dict.fromkeys(("mma", "wmma", "ldmatrix", "stmatrix", "movmatrix"), "ptx.isa_matrix_rows"),
    **dict.fromkeys(("mbarrier", "applypriority", "discard", "griddepcontrol", "getctarank", "mapa"), "ptx.isa_async_rows"),
}
"""The module whose own `ROWS` has the rows of an opcode, where it is not this one: read when one of them is asked for."""


def rows_of(opcode: str) -> "list[tuple[str, str, dict[str, str]]]":
    """Returns the rows of an opcode in the table's order, none if it is unknown."""
    if opcode not in ELSEWHERE:
        return ROWS.get(opcode, [])
    from importlib import import_module

    rows = import_module(ELSEWHERE[opcode]).ROWS
    return [row for row in rows if opcode_of(row[0]) == opcode]
