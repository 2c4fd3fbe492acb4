"""PTX as data: the instruction table, modules, printer, parser, diff, lowering from MIR, assembling, and the virtual machine."""

KERNELC_MARKER = "kernelc:ptx"
"""Tells `kernelc` that this package is its own and not another distribution of the same name."""
