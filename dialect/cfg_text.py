"""Control flow to be read by people: functions as blocks of `Jump`, `Branch`, `Return` with constants in place, dominators, and Graphviz.

    fn sum_to(n: i64) -> i64 {
      bb0:
        Jump(bb1, 0, 1)

      bb1(sum: i64, i: i64):
        %0 = le(i, n)
        Branch(%0, bb2, bb3)
      …

Blocks are numbered in order; parameters and slots have the names of source variables, made unique; other values are numbered. Printing only:
nothing reads this back.
"""
from __future__ import annotations

from .cfg import Cfg, bits_of
from .dominance import DomTree, dominators, frontiers
from .loops import back_edges
from .op import PANICS, Op, Param, Terminator, Value
from .ops import Alloca, Call, Compare, Const, Undef
from .printer import Unique, attribute_text
from .syntax import quoted
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import Block, Function, Module


def cfg_module(module: Module) -> str:
    """Every function with a body, a blank line between."""
    return "\n".join([cfg_function(function) for function in module.functions.values() if function.blocks])


def cfg_function(function: Function) -> str:
    """One function in the form of `--emit cfg`."""
    names = _names(function)
    blocks = {block: f"bb{i}" for i, block in enumerate(function.blocks)}
    params = ", ".join([f"{names[p]}: {p.type}" for p in function.params])
    result = "" if function.result is VOID else f" -> {function.result}"
    keyword = "kernel" if function.kind == "kernel" else "fn"
    parts = []
    for i, block in enumerate(function.blocks):
        own = ", ".join([f"{names[p]}: {p.type}" for p in block.params]) if i else ""
        lines = [f"  {blocks[block]}({own}):" if own else f"  {blocks[block]}:"]
        lines += [f"    {_op_line(op, names)}" for op in block.ops if not _is_inline(op)]
        lines.append(f"    {_terminator_line(block.terminator, names, blocks)}")
        parts.append("\n".join(lines) + "\n")
    return f"{keyword} {function.name}({params}){result} {{\n" + "\n".join(parts) + "}\n"


def _is_inline(value: Value) -> bool:
    """Constants stand where they are used."""
    return isinstance(value, (Const, Undef))


def _names(function: Function) -> dict[Value, str]:
    names: dict[Value, str] = {}
    unique = Unique()
    number = 0
    for block in function.blocks:
        for v in (*block.params, *block.ops):
            if isinstance(v, Const):
                names[v] = attribute_text(v, 0, "Number")
            elif isinstance(v, Undef):
                names[v] = "undef"
            elif v.name and isinstance(v, (Param, Alloca)):
                names[v] = unique.of(v.name)
            elif v.type is not VOID:
                names[v] = f"%{number}"
                number += 1
    return names


def _op_line(op: Op, names: dict[Value, str]) -> str:
    text = _operation(op, names)
    return text if op.type is VOID else f"{names[op]} = {text}"


def _operation(op: Op, names: dict[Value, str]) -> str:
    """`name(operands, attributes)`; a comparison is called by its predicate, a call by its callee."""
    values = [names.get(v, "?") for v in op.operands]
    if isinstance(op, Call):
        return f"call {op.callee}({', '.join(values)})"
    if isinstance(op, Compare):
        return f"{op.predicate}({', '.join(values)})"
    attributes = [attr.name if isinstance(attr, Type) else str(attr) for attr in op.attrs]
    return f"{op.mnemonic.partition('.')[2]}({', '.join(values + attributes)})"


def _terminator_line(t: Terminator, names: dict[Value, str], blocks: dict[Block, str]) -> str:
    own = [names.get(v, "?") for v in t.own_operands]
    if not t.targets:
        texts = [quoted(attr) if isinstance(attr, str) else str(attr) for attr in t.attrs]
        return f"{t.mnemonic.partition('.')[2].capitalize()}({', '.join(texts + own)})"
    edges = []
    for i, target in enumerate(t.targets):
        args = [names.get(v, "?") for v in t.args_of(i)]
        name = blocks.get(target, target.name)
        if len(t.targets) == 1:
            edges += [name, *args]
        else:
            edges.append(f"{name}({', '.join(args)})" if args else name)
    return f"{'Jump' if len(t.targets) == 1 else 'Branch'}({', '.join(own + edges)})"


def counts(function: Function) -> tuple[int, int, int]:
    """Blocks, edges, back edges. An edge counts once for each target of its terminator."""
    cfg = Cfg(function)
    tree = DomTree(dominators(cfg))
    edges = sum([len(block.terminator.targets) for block in function.blocks])
    return len(function.blocks), edges, len(back_edges(cfg, tree))


def dom_module(module: Module) -> str:
    """The dominators of every function with a body, a blank line between."""
    return "\n".join([dom_function(function) for function in module.functions.values() if function.blocks])


def dom_function(function: Function) -> str:
    """One function in the form of `--emit dom`: counts, dominator tree, immediate dominators, frontiers, back edges, unreachable blocks."""
    cfg = Cfg(function)
    idom = dominators(cfg)
    tree = DomTree(idom)
    numbers = {block: f"bb{i}" for i, block in enumerate(function.blocks)}
    names = [numbers[block] for block in cfg.blocks]
    rows = [block.index for block in function.blocks if block.index >= 0]
    n_blocks, n_edges, n_back = counts(function)
    lines = [f"fn {function.name}: {_plural(n_blocks, 'block')}, {_plural(n_edges, 'edge')}, {_plural(n_back, 'back edge')}", "  dominator tree"]
    lines += [f"    {'  ' * depth}{names[b]}" for b, depth in _tree_rows(tree, {b: i for i, b in enumerate(rows)})]
    lines.append("  immediate dominators")
    lines += [f"    {names[b]}: {names[idom[b]]}" for b in rows if b]
    lines.append("  dominance frontiers")
    frontier = frontiers(cfg, idom)
    lines += [f"    {names[b]}: {{{', '.join([names[x] for x in bits_of(frontier[b])])}}}" for b in rows]
    lines.append("  back edges")
    lines += [f"    {names[p]} -> {names[h]}" for p, h in back_edges(cfg, tree)] or ["    none"]
    if cfg.unreachable:
        lines.append("  unreachable: " + ", ".join([numbers[block] for block in cfg.unreachable]))
    return "\n".join(lines) + "\n"


def _tree_rows(tree: DomTree, place: dict[int, int]) -> list[tuple[int, int]]:
    """Blocks of the dominator tree with their depths, parents first, children in the order of the function."""
    out = []
    stack = [(0, 0)]
    while stack:
        b, depth = stack.pop()
        out.append((b, depth))
        stack += [(child, depth + 1) for child in sorted(tree.children[b], key=place.__getitem__, reverse=True)]
    return out


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def dot_cfg(function: Function) -> str:
    """The control-flow graph for Graphviz; each block with its text, ends in a panic dashed."""
    names = _names(function)
    blocks = {block: f"bb{i}" for i, block in enumerate(function.blocks)}
    lines = [f"digraph {quoted(function.name)} {{", '  node [shape=box, fontname="monospace"];']
    for block, name in blocks.items():
        own = ", ".join([f"{names[p]}: {p.type}" for p in block.params])
        rows = [f"{name}({own}):" if own else f"{name}:"]
        rows += [f"  {_op_line(op, names)}" for op in block.ops if not _is_inline(op)]
        rows.append(f"  {_terminator_line(block.terminator, names, blocks)}")
        style = ", style=dashed" if block.terminator.flags & PANICS else ""
        lines.append(f'  {name} [label="{_dot_text(rows)}"{style}];')
    for block, name in blocks.items():
        targets = block.terminator.targets
        for i, target in enumerate(targets):
            label = f' [label="{("yes", "no")[i]}"]' if len(targets) == 2 else ""
            lines.append(f"  {name} -> {blocks.get(target, target.name)}{label};")
    return "\n".join(lines) + "\n}\n"


def _dot_text(rows: list[str]) -> str:
    """Lines of a label, set to the left."""
    return "".join([row.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for row in rows])


def dot_dominators(function: Function) -> str:
    """The dominator tree for Graphviz."""
    cfg = Cfg(function)
    numbers = {block: f"bb{i}" for i, block in enumerate(function.blocks)}
    names = [numbers[block] for block in cfg.blocks]
    lines = [f"digraph {quoted(function.name + ' dominators')} {{", "  node [shape=box];"]
    lines += [f"  {name};" for name in names]
    lines += [f"  {names[up]} -> {names[b]};" for b, up in enumerate(dominators(cfg)) if b]
    return "\n".join(lines) + "\n}\n"
