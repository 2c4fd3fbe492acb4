"""Removes the functions that no kernel reaches (module pass).

A module without a kernel keeps all: there everything is a root.

    func @helper {                              func @helper {
    bb0:                                        bb0:
      mir.return                                  mir.return
    }                                           }
    func @unused {                              kernel @k {
    bb0:                                 ==>    bb0:
      mir.return                                  mir.call @helper() : void
    }                                             mir.return
    kernel @k {                                 }
    bb0:
      mir.call @helper() : void
      mir.return
    }
"""
from __future__ import annotations

from .call_graph import call_sites

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Module


def run_module(module: Module) -> list[str]:
    """Deletes in place. No remaining function changes."""
    work = [name for name, function in module.functions.items() if function.kind == "kernel"]
    if not work:
        return []
    sites = call_sites(module)
    reached = set(work)
    while work:
        for callee in sites.get(work.pop(), ()):
            if callee not in reached:
                reached.add(callee)
                work.append(callee)
    for name in [name for name in module.functions if name not in reached]:
        del module.functions[name]
    return []
