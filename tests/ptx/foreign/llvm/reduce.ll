; A block's sum in shared memory, and its largest element by an atomic operation.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@part = internal addrspace(3) global [64 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @reduce(ptr addrspace(1) %x, ptr addrspace(1) %sums, ptr addrspace(1) %most) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = shl i32 %b, 6
  %i = or i32 %first, %t
  %px = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %v = load i32, ptr addrspace(1) %px
  %old = atomicrmw max ptr addrspace(1) %most, i32 %v monotonic
  %own = getelementptr [64 x i32], ptr addrspace(3) @part, i32 0, i32 %t
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %half = phi i32 [ 32, %entry ], [ %next, %joined ]
  %active = icmp ult i32 %t, %half
  br i1 %active, label %add, label %joined
add:
  %other = add i32 %t, %half
  %po = getelementptr [64 x i32], ptr addrspace(3) @part, i32 0, i32 %other
  %vo = load i32, ptr addrspace(3) %po
  %vt = load i32, ptr addrspace(3) %own
  %sum = add i32 %vo, %vt
  store i32 %sum, ptr addrspace(3) %own
  br label %joined
joined:
  call void @llvm.nvvm.barrier0()
  %next = lshr i32 %half, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %out
out:
  %leads = icmp eq i32 %t, 0
  br i1 %leads, label %store, label %done
store:
  %total = load i32, ptr addrspace(3) @part
  %ps = getelementptr i32, ptr addrspace(1) %sums, i32 %b
  store i32 %total, ptr addrspace(1) %ps
  br label %done
done:
  ret void
}
