"""Native code: made by LLVM, kept, called, and its faults told; `launcher` is the way in."""
