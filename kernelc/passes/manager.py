"""Runs pipelines of passes over a module.

After `run_pipeline`, every pass of the pipeline has run on every function in order, and each group has been repeated until
nothing changed in it (at most ROUNDS times). A pass is skipped on a function that has not changed since the same pass last saw
it: passes are idempotent. With `verify` the verifier and the convergence check run after every pass that changed something; a
fault is raised as PassFaultError, which names the pass and the function: it is a fault of kernelc, never of the user.
"""
from __future__ import annotations

from time import perf_counter

from .analyses import Analyses, Note
from .table import PASSES, PIPELINES, UnknownPassError, flatten, parse_passes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from dialect.convergence import Snapshot
    from dialect.function import Function, Module
    from dialect.op import Op

    from .table import Pipeline

__all__ = [
    "PASSES", "PIPELINES", "ROUNDS", "Note", "PassFaultError", "UnknownPassError", "flatten", "parse_passes", "run_passes",
    "run_pipeline",
]  # fmt: skip

ROUNDS = 12
"""How often a group repeats at most. Each round opens what the round before uncovered: two or three are the rule."""


class PassFaultError(Exception):
    """MIR was invalid before the first pass (`pass_name` "input"), or a pass broke it: `faults` says how."""

    def __init__(self, pass_name: str, function: str, faults: list[str]) -> None:
        super().__init__(f"pass {pass_name} broke {function}:\n" + "\n".join(faults))
        self.pass_name, self.function, self.faults = pass_name, function, faults


def run_pipeline(
    module: Module,
    passes: Pipeline,
    *,
    verify: bool = False,
    trace: Callable[[str, Function, bool], None] | None = None,
    timings: dict[str, float] | None = None,
    notes: list[Note] | None = None,
) -> bool:
    """Runs `passes` over the module; whether anything changed.

    `trace(pass name, function, changed)` is called after each run of a pass; `timings` sums seconds by pass name; `notes` gets
    one note for each slot that stays, with the reason that the first pass to refuse it found in its last run. Raises PassFaultError (only with `verify`) and
    UnknownPassError.
    """
    for name in flatten(passes):
        if name not in PASSES:
            parse_passes(name)
    run = _Run(module, verify, trace, timings)
    changed = run.sequence(passes)
    if notes is not None:
        for name in module.functions:
            if name in run.analyses:
                notes.extend(remaining(run.analyses[name]))
    return changed


def remaining(analyses: Analyses) -> list[Note]:
    """The first note on each slot that the function still has."""
    first: dict[Op, Note] = {}
    for notes in analyses.notes.values():
        for note in notes:
            if note.slot.block is not None:
                first.setdefault(note.slot, note)
    return list(first.values())


def run_passes(function: Function, *names: str) -> bool:
    """Runs function passes on one function, in order; whether anything changed."""
    analyses = Analyses(function)
    changed = False
    for name in names:
        if _entry_point(name)(function, analyses):
            analyses.invalidate()
            changed = True
    return changed


def _entry_point(name: str) -> Callable[..., Any]:
    info = PASSES[name]
    attribute = "run_module" if info.is_module_pass else "run"
    found: Callable[..., Any] = getattr(__import__(info.module, fromlist=(attribute,)), attribute)
    return found


class _Run:
    """One run of a pipeline: the analyses of each function, and how often it has changed."""

    __slots__ = ("analyses", "convergent", "module", "seen", "timings", "trace", "verify", "version")

    def __init__(
        self, module: Module, verify: bool, trace: Callable[[str, Function, bool], None] | None, timings: dict[str, float] | None
    ) -> None:
        self.module, self.verify, self.trace, self.timings = module, verify, trace, timings
        self.analyses: dict[str, Analyses] = {}
        self.version: dict[str, int] = {}
        self.seen: dict[tuple[str, str], int] = {}
        self.convergent: dict[str, None] = {}
        if verify:
            from dialect.convergence import convergent_functions

            self.convergent = convergent_functions(module)
            for function in module.functions.values():
                self.check("input", function)

    def sequence(self, pipeline: Pipeline) -> bool:
        """Runs the items in order; a tuple is a group, repeated while it changes something."""
        changed = False
        for item in pipeline:
            if isinstance(item, str):
                changed |= self.one(item)
                continue
            for _ in range(ROUNDS):
                if not self.sequence(item):
                    break
                changed = True
        return changed

    def one(self, name: str) -> bool:
        """Runs one pass over the module."""
        start = perf_counter()
        entry_point = _entry_point(name)
        if PASSES[name].is_module_pass:
            changed = self.module_pass(name, entry_point)
        else:
            changed = False
            for function in list(self.module.functions.values()):
                changed |= self.function_pass(name, entry_point, function)
        if self.timings is not None:
            self.timings[name] = self.timings.get(name, 0.0) + perf_counter() - start
        return changed

    def function_pass(self, name: str, run: Callable[[Function, Analyses], bool], function: Function) -> bool:
        """Runs a function pass, unless the function is as the same pass left it."""
        key = (name, function.name)
        version = self.version.setdefault(function.name, 0)
        if self.seen.get(key) == version:
            return False
        analyses = self.analyses.get(function.name)
        if analyses is None:
            analyses = self.analyses[function.name] = Analyses(function)
        before = self.snapshot(function)
        analyses.origins = {}
        changed = run(function, analyses)
        if changed:
            analyses.invalidate()
            version += 1
            self.version[function.name] = version
            self.check(name, function, before, analyses.origins)
        self.seen[key] = version
        if self.trace is not None:
            self.trace(name, function, changed)
        return changed

    def module_pass(self, name: str, run: Callable[[Module], list[str]]) -> bool:
        """Runs a module pass; the functions that it changed lose their analyses."""
        functions = self.module.functions
        before = {function.name: self.snapshot(function) for function in functions.values()} if self.verify else {}
        count = len(functions)
        touched = run(self.module)
        for function_name in touched:
            function = functions[function_name]
            self.version[function_name] = self.version.get(function_name, 0) + 1
            if function_name in self.analyses:
                self.analyses[function_name].invalidate()
            self.check(name, function, before.get(function_name))
            if self.trace is not None:
                self.trace(name, function, True)
        return bool(touched) or len(functions) != count

    def snapshot(self, function: Function) -> Snapshot | None:
        """What each convergent op depends on, for the comparison afterwards."""
        if not self.verify:
            return None
        from dialect.convergence import snapshot

        return snapshot(function, self.convergent)

    def check(self, name: str, function: Function, before: Snapshot | None = None, origins: dict[Op, Op] | None = None) -> None:
        """Raises PassFaultError if the function is not valid MIR, or a convergent op depends on other branches than before."""
        if not self.verify:
            return
        from dialect.convergence import snapshot, violations
        from dialect.verify import verify

        faults = verify(function)
        if not faults and before is not None:
            faults = violations(before, snapshot(function, self.convergent), origins or {})
        if faults:
            raise PassFaultError(name, function.name, faults)
