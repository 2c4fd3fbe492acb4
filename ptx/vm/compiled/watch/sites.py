"""The instrumented places of a kernel: what each does, in which order it stands to others, and how a shadow knows it."""

from ptx.operands import Integer
from ptx.vm.compiled.cfg.graph import Op
from ptx.vm.compiled.watch.footprints import ATOMIC, FOOTPRINTS, STORE, WRITE, Footprint
from ptx.vm.compiled.watch.shadow import FLIES, NARROW, SITE_SHIFT, STRONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.errors import Place

RELEASES = frozenset(("release", "acq_rel", "sc"))
ACQUIRES = frozenset(("acquire", "acq_rel", "sc"))
STRONG_WORDS = frozenset(("volatile", "relaxed", "mmio")) | RELEASES | ACQUIRES
ARRIVES, TESTS = frozenset(("mbarrier_arrive", "cp_async_arrive")), frozenset(("mbarrier_test",))
"""Operations on mbarrier objects that release, and that acquire, unless they are `.relaxed`."""
ORDERING = frozenset(("fence", "barrier_arrive")) | ARRIVES | TESTS
COUNTS = {"barrier": 1, "barrier_red": 3}
"""How many operands a barrier of the whole block has; one more is a number of threads."""
ALL = 0xFFFFFFFF
OBJECTS = frozenset(("mbarrier_init", "mbarrier_inval", "mbarrier_tx")) | ARRIVES | TESTS
"""Operations on mbarrier objects: what they order is decided by the objects' phases."""


class WatchedSite:
    """An instrumented instruction: where it is, what it does, and how."""

    __slots__ = ("acquires", "flies", "is_atomic", "is_fence", "is_narrow", "is_strong", "meaning", "place", "reads", "releases", "size", "words", "writes")

    def __init__(self, op: Op, size: int = 0, footprint: "Footprint | None" = None) -> None:
        self.words = words_of(op)
        self.meaning = op.meaning
        self.place: Place = op.place
        self.size = size
        what = "" if footprint is None else footprint.what
        self.is_fence = op.meaning == "fence"
        self.is_atomic = what == ATOMIC
        self.writes = what in (STORE, WRITE, ATOMIC)
        self.reads = bool(what) and what not in (STORE, WRITE)
        self.flies = footprint is not None and footprint.flies
        self.is_strong = (footprint is not None and footprint.strong) or bool(self.words & STRONG_WORDS)
        self.is_narrow = bool(self.words & {"cta", "cluster"})
        both = self.is_fence and not self.words & (RELEASES | ACQUIRES)
        self.releases = bool(self.words & RELEASES) or both or (op.meaning in ARRIVES and "relaxed" not in self.words)
        self.acquires = bool(self.words & ACQUIRES) or both or (op.meaning in TESTS and "relaxed" not in self.words)

    @property
    def verb(self) -> str:
        """What it does, in a word."""
        return "asynchronous write" if self.flies else "atomic access" if self.is_atomic else "write" if self.writes else "read"

    def word(self, number: int) -> int:
        """Its number with its flags, as it stands beside shadow words."""
        return number << SITE_SHIFT | (STRONG if self.is_strong else 0) | (NARROW if self.is_narrow else 0) | (FLIES if self.flies else 0)


def words_of(op: Op) -> frozenset[str]:
    """Returns the words of a mnemonic."""
    return frozenset(op.resolved.name.replace("::", ".").split("."))


def orders(op: Op) -> bool:
    """Whether an instruction orders threads by a fence, a flag, an mbarrier, or a barrier of some threads of the block."""
    if op.meaning in FOOTPRINTS and words_of(op) & (RELEASES | ACQUIRES):
        return True
    return op.meaning in ORDERING or op.meaning in COUNTS and len(op.operands) > COUNTS[op.meaning]


def syncs_some(op: Op) -> bool:
    """Whether an instruction is a barrier of lanes that may be some of a warp's."""
    mask = op.operands[0] if op.meaning == "warp_sync" else None
    return op.meaning == "warp_sync" and not (isinstance(mask, Integer) and mask.value & ALL == ALL)
