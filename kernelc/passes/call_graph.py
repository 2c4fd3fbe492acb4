"""Who calls whom in a module, and an order in which every function comes after those that it calls."""
from __future__ import annotations

from dialect.ops import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialect.function import Function, Module


def call_sites(module: Module) -> dict[str, dict[str, int]]:
    """For each function how often it calls which name, in order of the calls."""
    sites: dict[str, dict[str, int]] = {}
    for function in module.functions.values():
        counts = sites[function.name] = {}
        for block in function.blocks:
            for op in block.ops:
                if type(op) is Call:
                    counts[op.callee] = counts.get(op.callee, 0) + 1
    return sites


def bottom_up(module: Module) -> tuple[list[Function], set[str]]:
    """Callees before callers, and the names of functions that (through others) call themselves. Tarjan 1972, with a stack of its
    own.
    """
    sites = call_sites(module)
    state = _Tarjan(sites)
    for name in module.functions:
        if name not in state.number:
            state.visit(name)
    return [module.functions[name] for name in state.order], state.cyclic


class _Tarjan:
    """Strongly connected components; `order` lists the functions callees first."""

    __slots__ = ("cyclic", "low", "number", "open", "order", "sites")

    def __init__(self, sites: dict[str, dict[str, int]]) -> None:
        self.sites = sites
        self.number: dict[str, int] = {}
        self.low: dict[str, int] = {}
        self.open: dict[str, None] = {}  # visited, component not complete yet; in order of visit
        self.order: list[str] = []
        self.cyclic: set[str] = set()

    def visit(self, root: str) -> None:
        """Depth first from `root`."""
        stack: list[tuple[str, Iterator[str]]] = [self.enter(root)]
        while stack:
            name, callees = stack[-1]
            for callee in callees:
                if callee not in self.sites:
                    continue
                if callee not in self.number:
                    stack.append(self.enter(callee))
                    break
                if callee in self.open:
                    self.low[name] = min(self.low[name], self.number[callee])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    self.low[above] = min(self.low[above], self.low[name])
                if self.low[name] == self.number[name]:
                    self.close(name)

    def enter(self, name: str) -> tuple[str, Iterator[str]]:
        """Numbers a function on first sight."""
        self.number[name] = self.low[name] = len(self.number)
        self.open[name] = None
        return name, iter(self.sites[name])

    def close(self, root: str) -> None:
        """Completes the component of `root`: what is open since it was entered."""
        component = []
        while True:
            name, _ = self.open.popitem()
            component.append(name)
            if name == root:
                break
        if len(component) > 1 or root in self.sites[root]:
            self.cyclic.update(component)
        self.order.extend(component)
