; Calls, a switch, local memory, vectors, halves, wide products, constants and bit operations.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@table = internal addrspace(4) constant [4 x i32] [i32 3, i32 5, i32 7, i32 11], align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare i32 @llvm.sadd.sat.i32(i32, i32)

define i32 @mix(i32 %a, i32 %b) noinline {
  %slot = alloca [4 x i32], align 4
  %index = and i32 %a, 3
  %at = getelementptr [4 x i32], ptr %slot, i32 0, i32 %index
  store i32 0, ptr %slot
  store i32 %b, ptr %at
  %from = getelementptr [4 x i32], ptr addrspace(4) @table, i32 0, i32 %index
  %k = load i32, ptr addrspace(4) %from
  %v = load i32, ptr %at
  %r = mul i32 %v, %k
  ret i32 %r
}

define ptx_kernel void @mixed(ptr addrspace(1) %x, ptr addrspace(1) %out, ptr addrspace(1) %wide, ptr addrspace(1) %floats, ptr addrspace(1) %halves) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %px = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %px
  %case = urem i32 %v, 6
  switch i32 %case, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %four
  ]
zero:
  %r0 = call i32 @llvm.ctpop.i32(i32 %v)
  br label %join
one:
  %r1 = call i32 @llvm.fshl.i32(i32 %v, i32 12345, i32 %t)
  br label %join
two:
  %r2 = call i32 @llvm.bitreverse.i32(i32 %v)
  br label %join
three:
  %r3 = call i32 @mix(i32 %t, i32 %v)
  br label %join
four:
  %r4 = call i32 @llvm.sadd.sat.i32(i32 %v, i32 2147480000)
  br label %join
other:
  %r5 = sdiv i32 %v, -7
  br label %join
join:
  %r = phi i32 [ %r0, %zero ], [ %r1, %one ], [ %r2, %two ], [ %r3, %three ], [ %r4, %four ], [ %r5, %other ]
  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %po
  %long = sext i32 %v to i64
  %square = mul i64 %long, %long
  %cube = mul i64 %square, %long
  %zeros = call i64 @llvm.ctlz.i64(i64 %square, i1 false)
  %both = xor i64 %cube, %zeros
  %pw = getelementptr i64, ptr addrspace(1) %wide, i32 %t
  store i64 %both, ptr addrspace(1) %pw
  %f = uitofp i32 %t to float
  %root = call float @llvm.sqrt.f32(float %f)
  %fused = call float @llvm.fma.f32(float %f, float 1.5, float %root)
  %vec = insertelement <4 x float> undef, float %f, i32 0
  %vec1 = insertelement <4 x float> %vec, float %root, i32 1
  %vec2 = insertelement <4 x float> %vec1, float %fused, i32 2
  %quotient = fdiv float 1.0, %fused
  %finite = fcmp one float %fused, 0.0
  %last = select i1 %finite, float %quotient, float -1.0
  %vec3 = insertelement <4 x float> %vec2, float %last, i32 3
  %pf = getelementptr <4 x float>, ptr addrspace(1) %floats, i32 %t
  store <4 x float> %vec3, ptr addrspace(1) %pf, align 16
  %ph = getelementptr half, ptr addrspace(1) %halves, i32 %t
  %h = load half, ptr addrspace(1) %ph
  %h2 = fmul half %h, %h
  %h3 = fadd half %h2, 1.0
  store half %h3, ptr addrspace(1) %ph
  ret void
}
