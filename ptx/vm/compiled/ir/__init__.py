"""How LLVM IR is written: text, operands as values, special registers, the memory shared with Python, and what runs out of line."""
