"""Kernels from Python: loading files, checking arguments, launching on the CPU's virtual machine or a GPU."""
