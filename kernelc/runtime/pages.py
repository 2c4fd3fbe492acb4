"""How kernels look in a notebook: small HTML tables, all text escaped."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernelc.runtime.handle import Kernel


def escape(text: str) -> str:
    """The text with HTML's own characters written out."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def kernel_table(kernel: Kernel) -> str:
    """A kernel: its name, where it comes from, and a row per parameter."""
    rows = "".join([f"<tr><td>{escape(p.name)}</td><td><code>{escape(p.text)}</code></td></tr>" for p in kernel.signature.params])
    return f"<table><caption>kernel <b>{escape(kernel.name)}</b> of {escape(kernel.path)}</caption>{rows}</table>"


def module_table(path: str, kernels: Sequence[Kernel]) -> str:
    """A module: a row per kernel."""
    rows = "".join([f"<tr><td><code>{escape(repr(kernel.signature))}</code></td></tr>" for kernel in kernels])
    return f"<table><caption>kernels of {escape(path)}</caption>{rows}</table>"
