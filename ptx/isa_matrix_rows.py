"""The rows of matrix instructions (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"); `ptx.isa` explains the notation.

A fragment is a vector of registers, one of a single register included. Its registers hold several elements where these are narrower: f16
fragments are pairs. Sparse and block-scaled forms, `wgmma` and `tcgen05` are not here.
"""

_BYTES = "s8 u8"
_NIBBLES = "s4 u4"
_E8 = "e4m3 e5m2"
_LAYOUT = "row col"
_SPACE = "global shared shared::cta"
_SPACE_NEEDS = "shared::cta=7.8/70 "
_SHAPES = "m16n16k16 m8n32k16 m32n8k16"
_MMA = "mma.sync.aligned."

ROWS: tuple[tuple[str, str, dict[str, str]], ...] = (
    # 9.7.14.5 mma
    (_MMA + "m8n8k4.alayout.blayout.f16.f16.f16.f16 d:f16x2*4, a:f16x2*2, b:f16x2*2, c:f16x2*4", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.4/70"}),
    (_MMA + "m8n8k4.alayout.blayout.f32.f16.f16.f16 d:f32*8, a:f16x2*2, b:f16x2*2, c:f16x2*4", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.4/70"}),
    (_MMA + "m8n8k4.alayout.blayout.f32.f16.f16.f32 d:f32*8, a:f16x2*2, b:f16x2*2, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.4/70"}),
    (_MMA + "m16n8k8.row.col.f16.f16.f16.f16 d:f16x2*2, a:f16x2*2, b:f16x2*1, c:f16x2*2", "mma", {"effects": "c", "needs": "=6.5/75"}),
    (_MMA + "m16n8k8.row.col.f32.f16.f16.f32 d:f32*4, a:f16x2*2, b:f16x2*1, c:f32*4", "mma", {"effects": "c", "needs": "=6.5/75"}),
    (_MMA + "m16n8k16.row.col.f16.f16.f16.f16 d:f16x2*2, a:f16x2*4, b:f16x2*2, c:f16x2*2", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k16.row.col.f32.f16.f16.f32 d:f32*4, a:f16x2*4, b:f16x2*2, c:f32*4", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k8.row.col.f32.bf16.bf16.f32 d:f32*4, a:bf16x2*2, b:bf16x2*1, c:f32*4", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k16.row.col.f32.bf16.bf16.f32 d:f32*4, a:bf16x2*4, b:bf16x2*2, c:f32*4", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k4.row.col.f32.tf32.tf32.f32 d:f32*4, a:tf32*2, b:tf32*1, c:f32*4", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k8.row.col.f32.tf32.tf32.f32 d:f32*4, a:tf32*4, b:tf32*2, c:f32*4", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k16.row.col.f32.atype.btype.f32 d:f32*4, a:b32*2, b:b32*1, c:f32*4", "mma", {
        "atype": _E8, "btype": _E8, "effects": "c", "needs": "=8.7/89"}),
    (_MMA + "m16n8k32.row.col.f32.atype.btype.f32 d:f32*4, a:b32*4, b:b32*2, c:f32*4", "mma", {
        "atype": _E8, "btype": _E8, "effects": "c", "needs": "=8.4/89"}),
    (_MMA + "m16n8k16.row.col.f16.atype.btype.f16 d:f16x2*2, a:b32*2, b:b32*1, c:f16x2*2", "mma", {
        "atype": _E8, "btype": _E8, "effects": "c", "needs": "=8.7/89"}),
    (_MMA + "m16n8k32.row.col.f16.atype.btype.f16 d:f16x2*2, a:b32*4, b:b32*2, c:f16x2*2", "mma", {
        "atype": _E8, "btype": _E8, "effects": "c", "needs": "=8.7/89"}),
    (_MMA + "m8n8k4.row.col.f64.f64.f64.f64 d:f64*2, a:f64*1, b:f64*1, c:f64*2", "mma", {"effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k4.row.col.f64.f64.f64.f64 d:f64*4, a:f64*2, b:f64*1, c:f64*4", "mma", {"effects": "c", "needs": "=7.8/90"}),
    (_MMA + "m16n8k8.row.col.f64.f64.f64.f64 d:f64*4, a:f64*4, b:f64*2, c:f64*4", "mma", {"effects": "c", "needs": "=7.8/90"}),
    (_MMA + "m16n8k16.row.col.f64.f64.f64.f64 d:f64*4, a:f64*8, b:f64*4, c:f64*4", "mma", {"effects": "c", "needs": "=7.8/90"}),
    (_MMA + "m8n8k16.row.col{.satfinite}.s32.atype.btype.s32 d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {
        "atype": _BYTES, "btype": _BYTES, "effects": "c", "needs": "=6.5/75"}),
    (_MMA + "m16n8k16.row.col{.satfinite}.s32.atype.btype.s32 d:s32*4, a:b32*2, b:b32*1, c:s32*4", "mma", {
        "atype": _BYTES, "btype": _BYTES, "effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k32.row.col{.satfinite}.s32.atype.btype.s32 d:s32*4, a:b32*4, b:b32*2, c:s32*4", "mma", {
        "atype": _BYTES, "btype": _BYTES, "effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m8n8k32.row.col{.satfinite}.s32.atype.btype.s32 d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {
        "atype": _NIBBLES, "btype": _NIBBLES, "effects": "c", "needs": "=6.5/75"}),
    (_MMA + "m16n8k32.row.col{.satfinite}.s32.atype.btype.s32 d:s32*4, a:b32*2, b:b32*1, c:s32*4", "mma", {
        "atype": _NIBBLES, "btype": _NIBBLES, "effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m16n8k64.row.col{.satfinite}.s32.atype.btype.s32 d:s32*4, a:b32*4, b:b32*2, c:s32*4", "mma", {
        "atype": _NIBBLES, "btype": _NIBBLES, "effects": "c", "needs": "=7.0/80"}),
    (_MMA + "m8n8k128.row.col.s32.b1.b1.s32.op.popc d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {
        "op": "xor and", "effects": "c", "needs": "=7.0/75 and=7.1/80"}),
    (_MMA + "m16n8k128.row.col.s32.b1.b1.s32.op.popc d:s32*4, a:b32*2, b:b32*1, c:s32*4", "mma", {
        "op": "xor and", "effects": "c", "needs": "=7.0/80 and=7.1/80"}),
    (_MMA + "m16n8k256.row.col.s32.b1.b1.s32.op.popc d:s32*4, a:b32*4, b:b32*2, c:s32*4", "mma", {
        "op": "xor and", "effects": "c", "needs": "=7.0/80 and=7.1/80"}),
    # 9.7.14.5.15 to 17: fragments of mma in shared memory
    ("ldmatrix.sync.aligned.m8n8.x1{.trans}{.space}.b16 d:b32*1, [a]", "ldmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "rc", "needs": "=6.5/75 " + _SPACE_NEEDS}),
    ("ldmatrix.sync.aligned.m8n8.x2{.trans}{.space}.b16 d:b32*2, [a]", "ldmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "rc", "needs": "=6.5/75 " + _SPACE_NEEDS}),
    ("ldmatrix.sync.aligned.m8n8.x4{.trans}{.space}.b16 d:b32*4, [a]", "ldmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "rc", "needs": "=6.5/75 " + _SPACE_NEEDS}),
    ("stmatrix.sync.aligned.m8n8.x1{.trans}{.space}.b16 [a], b:f16x2*1", "stmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "wc", "needs": "=7.8/90"}),
    ("stmatrix.sync.aligned.m8n8.x2{.trans}{.space}.b16 [a], b:f16x2*2", "stmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "wc", "needs": "=7.8/90"}),
    ("stmatrix.sync.aligned.m8n8.x4{.trans}{.space}.b16 [a], b:f16x2*4", "stmatrix", {
        "space": "shared shared::cta", "order": "free", "effects": "wc", "needs": "=7.8/90"}),
    ("movmatrix.sync.aligned.m8n8.trans.b16 d:b32, a:f16x2", "movmatrix", {"effects": "c", "needs": "=7.8/75"}),
    # 9.7.14.4 wmma
    ("wmma.load.part.sync.aligned.layout.shape{.space}.f16 d:f16x2*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/70 " + _SPACE_NEEDS, "layout": _LAYOUT, "shape": _SHAPES, "part": "a b"}),
    ("wmma.load.c.sync.aligned.layout.shape{.space}.f16 d:f16x2*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/70 " + _SPACE_NEEDS, "layout": _LAYOUT, "shape": _SHAPES}),
    ("wmma.load.c.sync.aligned.layout.shape{.space}.f32 d:f32*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/70 " + _SPACE_NEEDS, "layout": _LAYOUT, "shape": _SHAPES}),
    ("wmma.load.c.sync.aligned.layout.shape{.space}.s32 d:s32*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "shape": _SHAPES}),
    ("wmma.load.a.sync.aligned.layout.m16n16k16{.space}.bf16 d:bf16x2*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.a.sync.aligned.layout.m8n32k16{.space}.bf16 d:bf16x2*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.a.sync.aligned.layout.m32n8k16{.space}.bf16 d:bf16x2*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.b.sync.aligned.layout.m16n16k16{.space}.bf16 d:bf16x2*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.b.sync.aligned.layout.m8n32k16{.space}.bf16 d:bf16x2*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.b.sync.aligned.layout.m32n8k16{.space}.bf16 d:bf16x2*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.a.sync.aligned.layout.m16n16k16{.space}.type d:b32*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.a.sync.aligned.layout.m8n32k16{.space}.type d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.a.sync.aligned.layout.m32n8k16{.space}.type d:b32*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.b.sync.aligned.layout.m16n16k16{.space}.type d:b32*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.b.sync.aligned.layout.m8n32k16{.space}.type d:b32*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.b.sync.aligned.layout.m32n8k16{.space}.type d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/72 " + _SPACE_NEEDS, "layout": _LAYOUT, "type": _BYTES}),
    ("wmma.load.part.sync.aligned.layout.m16n16k8{.space}.tf32 d:tf32*4, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT, "part": "a b"}),
    ("wmma.load.c.sync.aligned.layout.m16n16k8{.space}.f32 d:f32*8, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.part.sync.aligned.layout.m8n8k4{.space}.f64 d:f64*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT, "part": "a b"}),
    ("wmma.load.c.sync.aligned.layout.m8n8k4{.space}.f64 d:f64*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=7.0/80 " + _SPACE_NEEDS, "layout": _LAYOUT}),
    ("wmma.load.a.sync.aligned.row.m8n8k32{.space}.type d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/75 " + _SPACE_NEEDS, "type": _NIBBLES}),
    ("wmma.load.b.sync.aligned.col.m8n8k32{.space}.type d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/75 " + _SPACE_NEEDS, "type": _NIBBLES}),
    ("wmma.load.a.sync.aligned.row.m8n8k128{.space}.b1 d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/75 " + _SPACE_NEEDS}),
    ("wmma.load.b.sync.aligned.col.m8n8k128{.space}.b1 d:b32*1, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/75 " + _SPACE_NEEDS}),
    ("wmma.load.c.sync.aligned.layout.small{.space}.s32 d:s32*2, [a], c:u32?", "wmma_load", {
        "space": _SPACE, "effects": "rc", "needs": "=6.3/75 " + _SPACE_NEEDS, "layout": _LAYOUT, "small": "m8n8k32 m8n8k128"}),
    ("wmma.store.d.sync.aligned.layout.shape{.space}.f16 [a], b:f16x2*4, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=6.3/70 " + _SPACE_NEEDS, "shape": _SHAPES}),
    ("wmma.store.d.sync.aligned.layout.shape{.space}.f32 [a], b:f32*8, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=6.3/70 " + _SPACE_NEEDS, "shape": _SHAPES}),
    ("wmma.store.d.sync.aligned.layout.shape{.space}.s32 [a], b:s32*8, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=6.3/72 " + _SPACE_NEEDS, "shape": _SHAPES}),
    ("wmma.store.d.sync.aligned.layout.m16n16k8{.space}.f32 [a], b:f32*8, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("wmma.store.d.sync.aligned.layout.m8n8k4{.space}.f64 [a], b:f64*2, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=7.0/80 " + _SPACE_NEEDS}),
    ("wmma.store.d.sync.aligned.layout.small{.space}.s32 [a], b:s32*2, c:u32?", "wmma_store", {
        "space": _SPACE, "layout": _LAYOUT, "effects": "wc", "needs": "=6.3/75 " + _SPACE_NEEDS, "small": "m8n8k32 m8n8k128"}),
    ("wmma.mma.sync.aligned.alayout.blayout.shape.f16.f16 d:f16x2*4, a:f16x2*8, b:f16x2*8, c:f16x2*4", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "shape": _SHAPES, "effects": "c", "needs": "=6.3/70"}),
    ("wmma.mma.sync.aligned.alayout.blayout.shape.f16.f32 d:f16x2*4, a:f16x2*8, b:f16x2*8, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "shape": _SHAPES, "effects": "c", "needs": "=6.3/70"}),
    ("wmma.mma.sync.aligned.alayout.blayout.shape.f32.f16 d:f32*8, a:f16x2*8, b:f16x2*8, c:f16x2*4", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "shape": _SHAPES, "effects": "c", "needs": "=6.3/70"}),
    ("wmma.mma.sync.aligned.alayout.blayout.shape.f32.f32 d:f32*8, a:f16x2*8, b:f16x2*8, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "shape": _SHAPES, "effects": "c", "needs": "=6.3/70"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m16n16k16.f32.bf16.bf16.f32 d:f32*8, a:bf16x2*4, b:bf16x2*4, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=7.0/80"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m8n32k16.f32.bf16.bf16.f32 d:f32*8, a:bf16x2*2, b:bf16x2*8, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=7.0/80"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m32n8k16.f32.bf16.bf16.f32 d:f32*8, a:bf16x2*8, b:bf16x2*2, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=7.0/80"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m16n16k16.s32.s8.s8.s32{.satfinite} d:s32*8, a:b32*2, b:b32*2, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m8n32k16.s32.s8.s8.s32{.satfinite} d:s32*8, a:b32*1, b:b32*4, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m32n8k16.s32.s8.s8.s32{.satfinite} d:s32*8, a:b32*4, b:b32*1, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m16n16k16.s32.u8.u8.s32{.satfinite} d:s32*8, a:b32*2, b:b32*2, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m8n32k16.s32.u8.u8.s32{.satfinite} d:s32*8, a:b32*1, b:b32*4, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m32n8k16.s32.u8.u8.s32{.satfinite} d:s32*8, a:b32*4, b:b32*1, c:s32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=6.3/72"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d:f32*8, a:tf32*4, b:tf32*4, c:f32*8", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "effects": "c", "needs": "=7.0/80"}),
    ("wmma.mma.sync.aligned.alayout.blayout.m8n8k4{.rnd}.f64.f64.f64.f64 d:f64*2, a:f64*1, b:f64*1, c:f64*2", "mma", {
        "alayout": _LAYOUT, "blayout": _LAYOUT, "rnd": "rn rz rm rp", "effects": "c", "needs": "=7.0/80"}),
    ("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32{.satfinite} d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {"effects": "c", "needs": "=6.3/75"}),
    ("wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32{.satfinite} d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {"effects": "c", "needs": "=6.3/75"}),
    ("wmma.mma.op.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 d:s32*2, a:b32*1, b:b32*1, c:s32*2", "mma", {
        "op": "xor and", "effects": "c", "needs": "=6.3/75 and=7.1/80"}),
)  # fmt: skip
"""The rows: (syntax, meaning, groups and properties)."""
