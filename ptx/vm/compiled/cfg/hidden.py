"""Operations and registers that no PTX text has: `Hidden` makes them, so that what a transformation adds is compiled like everything else."""

from ptx.isa import resolve
from ptx.module import Instruction
from ptx.operands import Operand, Register
from ptx.vm.compiled.cfg.graph import Graph, Op, Reg, find_register, registers_of
from ptx.vm.layout import Scope


class Hidden:
    """The hidden registers of a graph by name; their names begin with `%%`, which no declared register's does."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.registers: dict[str, Reg] = {}

    def register(self, name: str, kind: str) -> Register:
        """Returns the operand for a hidden register; makes it the first time."""
        full = f"%%{name}"
        if full not in self.registers:
            self.registers[full] = self.graph.new_register(kind, full)
        return Register(full)

    def reg(self, operand: Operand) -> Reg:
        """Returns the register of an operand that `register` made."""
        return self.registers[getattr(operand, "name", "")]

    def op(self, like: Op, mnemonic: str, *operands: Operand) -> Op:
        """Returns an operation at the place of another; its operands may be hidden registers and whatever that one may name."""
        resolved = resolve(mnemonic)
        op = Op(Instruction(mnemonic, operands, line=like.instruction.line), resolved, like.instance, self._scope(like), like.place)
        op.label = like.label
        chosen = resolved.operands_for(len(operands))
        assert chosen is not None, mnemonic
        op.forms = tuple((form, kind, operand) for (form, kind), operand in zip(chosen, operands))
        for form, _, operand in op.forms:
            found = [find_register(self.graph, op, each) for each in registers_of(op, operand)]
            (op.targets if form.destination else op.sources).extend(found)
        return op

    def _scope(self, like: Op) -> Scope:
        """Returns a scope with the hidden registers inside of an operation's own."""
        scope = Scope(like.scope)
        for name, register in self.registers.items():
            slot = -1 - register.index
            scope.registers[name] = (register.kind, slot, 1)
            like.instance.registers[slot] = register
        return scope
