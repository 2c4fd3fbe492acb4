"""What each instruction means, as LLVM IR; `lowerings` has them by the instruction table's key."""
