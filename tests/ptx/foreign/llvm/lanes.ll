; Warp instructions and atomics of every width, with acquire and release.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

define ptx_kernel void @lanes(ptr addrspace(1) %x, ptr addrspace(1) %out, ptr addrspace(1) %sum, ptr addrspace(1) %list) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %px = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %px
  br label %loop
loop:
  %d = phi i32 [ 1, %entry ], [ %twice, %loop ]
  %s = phi i32 [ %v, %entry ], [ %added, %loop ]
  %other = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s, i32 %d, i32 31)
  %added = add i32 %s, %other
  %twice = shl i32 %d, 1
  %more = icmp ult i32 %twice, 32
  br i1 %more, label %loop, label %votes
votes:
  %odd = trunc i32 %v to i1
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  %same = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  %po = getelementptr [3 x i32], ptr addrspace(1) %out, i32 %t
  %p1 = getelementptr i32, ptr addrspace(1) %po, i32 1
  %p2 = getelementptr i32, ptr addrspace(1) %po, i32 2
  store i32 %added, ptr addrspace(1) %po
  store i32 %ballot, ptr addrspace(1) %p1
  store i32 %same, ptr addrspace(1) %p2
  %long = zext i32 %v to i64
  %a = atomicrmw add ptr addrspace(1) %sum, i64 %long acq_rel
  %psf = getelementptr i64, ptr addrspace(1) %sum, i32 1
  %f = uitofp i32 %v to float
  %b = atomicrmw fadd ptr addrspace(1) %psf, float %f monotonic
  %psc = getelementptr i64, ptr addrspace(1) %sum, i32 2
  br label %retry
retry:
  %seen = load atomic i64, ptr addrspace(1) %psc acquire, align 8
  %bigger = mul i64 %seen, 3
  %new = add i64 %bigger, 1
  %pair = cmpxchg ptr addrspace(1) %psc, i64 %seen, i64 %new acq_rel monotonic
  %ok = extractvalue { i64, i1 } %pair, 1
  br i1 %ok, label %done, label %retry
done:
  %pl = getelementptr i32, ptr addrspace(1) %list, i32 %t
  store atomic i32 %t, ptr addrspace(1) %pl release, align 4
  fence seq_cst
  ret void
}
