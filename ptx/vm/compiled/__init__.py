"""The compiled executor: PTX made native through LLVM, one warp a vector, with the meaning and the reports of the reference interpreter.

`launcher` is the way in; it imports neither NumPy nor llvmlite before a kernel is launched.
"""

from ptx.vm.compiled.native.launcher import Launcher

__all__ = ["Launcher"]
