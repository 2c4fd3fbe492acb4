"""MIR: the intermediate representation of kernelc, its operations, its text form, its analyses and its reference interpreter."""

KERNELC_MARKER = "kernelc:dialect"
"""Tells `kernelc` that this package is its own and not another distribution of the same name."""
