"""One warp as one function: branches, lanes that take turns, barriers, stacks of calls; `kernel` makes the whole module."""
