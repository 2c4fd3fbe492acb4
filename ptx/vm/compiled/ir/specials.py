"""Special registers as IR values: one scalar for the warp where all lanes agree, else a vector; made once at the start of the function."""

from ptx.operands import SpecialRegister
from ptx.vm.compiled.ir.state import OFFSET
from ptx.vm.compiled.ir.text import WARP, lanes
from ptx.vm.machine import CLOCK_STEP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Op
    from ptx.vm.compiled.ir.builder import Builder
    from ptx.vm.compiled.ir.text import Code

FIXED = {
    "%smid": 0, "%nsmid": 1, "%gridid": 1, "%is_explicit_cluster": 0, "%cluster_ctarank": 0, "%cluster_nctarank": 1, "%tid.w": 0,
    "%ctaid.w": 0, "%ntid.w": 0, "%nctaid.w": 0, "%reserved_smem_offset_begin": 0,
    **{f"%envreg{index}": 0 for index in range(32)}, **{f"%cluster_nctaid.{axis}": 1 for axis in "xyz"},
    **{f"%cluster_ctaid.{axis}": 0 for axis in "xyz"},
}  # fmt: skip
"""Registers that have one value in every launch."""
CLOCKS = {"%clock": 0, "%clock64": 0, "%clock_hi": 32, "%globaltimer": 0, "%globaltimer_lo": 0, "%globaltimer_hi": 32}
"""Registers that go on at each reading, with the bit of the clock that is their lowest."""
WIDE = frozenset(("%gridid", "%dynamic_smem_size", "%total_smem_size", *CLOCKS))
"""Registers whose IR value is an i64."""


def reads_clock(op: "Op") -> bool:
    """Whether an operation reads a clock."""
    return any(isinstance(operand, SpecialRegister) and operand.name in CLOCKS for operand in op.operands)


def uniform_specials(block: tuple[int, int, int]) -> frozenset[str]:
    """Returns the components of `%tid` that are one for each warp."""
    x, y, z = block
    found = {name for name, extent in (("%tid.x", x), ("%tid.y", y), ("%tid.z", z)) if extent == 1}
    if x % WARP == 0:
        found |= {"%tid.y", "%tid.z"}
    if x * y % WARP == 0:
        found.add("%tid.z")
    return frozenset((*found, "%tid.w"))


class Specials:
    """The values of special registers in one function."""

    def __init__(self, code: "Code", block: tuple[int, int, int]) -> None:
        self.block = block
        self.uniform = uniform_specials(block)
        self.wide = WIDE
        self.threads = block[0] * block[1] * block[2]
        self.vectors: dict[str, str] = {}
        self.first = {"%laneid": "0", "%tid.x": "0"}
        """The value in lane 0 of those that may be in a row."""
        self.scalars = {f"%ntid.{axis}": str(extent) for axis, extent in zip("xyz", block)}
        self.scalars |= {f"%ctaid.{axis}": f"%block.{axis}" for axis in "xyz"} | {f"%clusterid.{axis}": f"%block.{axis}" for axis in "xyz"}
        self.scalars |= {"%warpid": "%warp", "%nwarpid": str((self.threads + WARP - 1) // WARP)}
        self.scalars |= {name: str(value) for name, value in FIXED.items()}
        self._grid(code)
        self._threads(code)
        self._masks(code)

    def read(self, name: str, b: "Builder") -> tuple[str, int]:
        """Returns the IR value of a special register and its width."""
        if name in self.scalars:
            return self.scalars[name], 1
        if name in self.vectors:
            return self.vectors[name], WARP
        if name in CLOCKS:
            return self._clock(name, b), 1
        raise b.refuse(f"special register {name}")

    def width(self, name: str) -> int:
        """Returns the width of a special register's value."""
        return WARP if name in self.vectors else 1

    @staticmethod
    def _clock(name: str, b: "Builder") -> str:
        """Reads a clock: time is counted in readings, as in the reference interpreter, but those of warps."""
        code, pointer = b.code, b.function.field("clock")
        now = code.let(f"add i64 {code.let(f'load i64, ptr {pointer}')}, {CLOCK_STEP}")
        code.do(f"store i64 {now}, ptr {pointer}")
        value = code.let(f"lshr i64 {now}, {CLOCKS[name]}")
        return value if name in ("%clock64", "%globaltimer") else code.let(f"and i64 {value}, {0xFFFFFFFF}")

    def _grid(self, code: "Code") -> None:
        for axis in "xyz":
            pointer = code.let(f"getelementptr i8, ptr %state, i64 {OFFSET['grid_' + axis]}")
            value = code.let(f"load i32, ptr {pointer}, !invariant.load !0")
            self.scalars[f"%nctaid.{axis}"] = self.scalars[f"%nclusterid.{axis}"] = value
        pointer = code.let(f"getelementptr i8, ptr %state, i64 {OFFSET['dynamic_size']}")
        self.scalars["%dynamic_smem_size"] = code.let(f"load i64, ptr {pointer}, !invariant.load !0")
        self.scalars["%total_smem_size"] = "%shared.size"

    def _threads(self, code: "Code") -> None:
        """`%tid`: from the warp's number alone where rows are whole warps, else by division in every lane."""
        x, y, _ = self.block
        vector = f"<{WARP} x i32>"
        start = code.let(f"mul i32 %warp, {WARP}")
        self.linear = code.let(f"add {vector} {code.splat(start, 'i32')}, {lanes()}")
        if x % WARP == 0:
            row = code.let(f"udiv i32 %warp, {x // WARP}")
            first = self.first["%tid.x"] = code.let(f"mul i32 {code.let(f'urem i32 %warp, {x // WARP}')}, {WARP}")
            self.vectors["%tid.x"] = code.let(f"add {vector} {code.splat(first, 'i32')}, {lanes()}")
            self.scalars["%tid.y"] = code.let(f"urem i32 {row}, {y}")
            self.scalars["%tid.z"] = code.let(f"udiv i32 {row}, {y}")
            return
        self.first["%tid.x"] = code.let(f"urem i32 {start}, {x}")
        place = code.let(f"udiv {vector} {self.linear}, splat (i32 {x})")
        values = {
            "%tid.x": code.let(f"urem {vector} {self.linear}, splat (i32 {x})"),
            "%tid.y": code.let(f"urem {vector} {place}, splat (i32 {y})"),
            "%tid.z": code.let(f"udiv {vector} {place}, splat (i32 {y})"),
        }
        for name, value in values.items():
            if name in self.uniform:
                self.scalars[name] = code.let(f"extractelement {vector} {value}, i64 0")
            else:
                self.vectors[name] = value

    def _masks(self, code: "Code") -> None:
        vector = f"<{WARP} x i32>"
        self.vectors["%laneid"] = lanes()
        equal = code.let(f"shl {vector} splat (i32 1), {lanes()}")
        less = code.let(f"sub {vector} {equal}, splat (i32 1)")
        upto = code.let(f"or {vector} {less}, {equal}")
        self.vectors |= {"%lanemask_eq": equal, "%lanemask_lt": less, "%lanemask_le": upto}
        self.vectors["%lanemask_gt"] = code.let(f"xor {vector} {upto}, splat (i32 -1)")
        self.vectors["%lanemask_ge"] = code.let(f"xor {vector} {less}, splat (i32 -1)")
