"""A `.mir` file on the road: after `MirRoad`, it has been parsed and verified, and can go on to PTX.

`mir` shows the file as it is read (after `-p`, if passes are given), `cfg` and `dom` as it is right after mem2reg, `ssa` after all
passes of the level.
"""

from __future__ import annotations

from kernelc.cli.inputs import Road, fault_in, faults_in, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Module
    from kernelc.options import Options
    from kernelc.passes.analyses import Note


class MirRoad(Road):
    """MIR of any origin."""

    __slots__ = ("source",)

    first_kind = "mir"

    def __init__(self, path: str, options: Options) -> None:
        super().__init__(path, options)
        self.source = read_text(path)
        self.module("")

    def module(self, passes: str | None) -> Module:
        """The module after some passes; None stands for those of the level."""
        from kernelc.passes.manager import PIPELINES, parse_passes, run_pipeline

        module = parse(self.path, self.source)
        verify(self.path, module)
        pipeline = PIPELINES[self.options.level] if passes is None else parse_passes(passes)
        notes: list[Note] = []
        run_pipeline(module, pipeline, verify=self.options.verify, notes=notes)
        self.notes = [str(note) for note in notes]
        return module

    def show(self, kind: str) -> str:
        """The stage as text."""
        if kind in {"cfg", "dom"}:
            return self._graph(kind)
        if kind == "ptx":
            return self._ptx()
        from dialect.printer import print_module

        return print_module(self.module(self.options.passes or "" if kind == "mir" else self.options.passes))

    def _graph(self, kind: str) -> str:
        from dialect.cfg_text import cfg_module, dom_module

        return (cfg_module if kind == "cfg" else dom_module)(self.module("mem2reg"))

    def _ptx(self) -> str:
        from kernelc.facts import lowering_options
        from ptx.lower import LoweringError, lower_module
        from ptx.printer import print_module

        chosen = lowering_options(self.options)
        try:
            return print_module(lower_module(self.module(self.options.passes), chosen).module)
        except LoweringError as problem:
            place = f"{problem.loc.line}:{problem.loc.column}" if problem.loc else ""
            raise fault_in(problem.loc.file if problem.loc else self.path, place, problem.message) from None


def parse(path: str, text: str) -> Module:
    """The module of a text. Raises `Failure` with path, line and column if the text is not MIR."""
    from dialect.parser import MirError, parse_module

    try:
        return parse_module(text)
    except MirError as problem:
        raise fault_in(path, f"{problem.line}:{problem.column}", problem.message) from None


def verify(path: str, module: Module) -> None:
    """Raises `Failure` with every fault of the module, as the verifier words them."""
    from dialect.verify import verify_module

    faults = verify_module(module)
    if faults:
        raise faults_in(path, faults)
