"""Launch facts: after `under_facts` and `lowering_options`, the signature and the PTX of a kernel agree on what is assumed of every launch.

A fact is a condition that the launcher checks on the host (`kernelc.options.FACTS`). A kernel compiled under facts carries them in its compile key
and in its symbol; the plain symbol is always the kernel without facts:

    kernelc build saxpy.rs                    .entry saxpy(.param .u64 .ptr .global .align 4 saxpy_param_0, …
    kernelc build saxpy.rs --assume aligned   .entry saxpy$aligned(.param .u64 .ptr .global .align 16 saxpy$aligned_param_0, …

What is checked is what was assumed: the alignment in the signature is the number in the PTX, and `kernelc.runtime.arrays` refuses an array that is not
aligned to it, on the CPU as on a GPU.
"""

from __future__ import annotations

from kernelc.signature import KernelParameter, KernelSignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.options import Options
    from ptx.lower import Options as LoweringOptions


def lowering_options(options: Options) -> LoweringOptions:
    """What the lowering is told."""
    from ptx.lower import Options as LoweringOptions

    return LoweringOptions(options.arch, options.debug, options.panic, options.suffix, options.pointer_align)


def under_facts(signature: KernelSignature, options: Options) -> KernelSignature:
    """The signature of the kernel as it is compiled: with the facts in its symbol, and what they ask of its parameters."""
    if not options.assume:
        return signature
    params = tuple([_parameter(parameter, options.pointer_align) for parameter in signature.params])
    return KernelSignature(signature.name, signature.symbol + options.suffix, params, signature.requirements)


def _parameter(p: KernelParameter, align: int) -> KernelParameter:
    if p.kind not in ("slice", "rows", "pointer"):
        return p
    return KernelParameter(p.name, p.text, p.kind, p.element, p.size, max(p.align, align), p.mutable, p.optional, p.layout)
