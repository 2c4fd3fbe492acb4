"""mbarrier objects: 64 bits of shared memory that count arrivals and bytes, phase after phase.

The manual leaves the contents open. Here: arrivals still wanted in this phase (20 bits), arrivals of a whole phase (20 bits), bytes still to
come (21 bits, signed), the phase's parity, and two bits `01` by which an object is known. A state that an arrival returns is the
object's contents before it. PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
"""

COUNT_BITS = 20
COUNT = (1 << COUNT_BITS) - 1
"""The most arrivals, and the mask of a count."""
EXPECTED_SHIFT, BYTES_SHIFT = COUNT_BITS, 2 * COUNT_BITS
BYTES_BITS = 21
PHASE_SHIFT = BYTES_SHIFT + BYTES_BITS
MARK_SHIFT = PHASE_SHIFT + 1
MARK = 1

PROBLEMS = (
    "there is no mbarrier here: it was not initialised, is over, or was written over",
    "an mbarrier takes 1 to 1048575 arrivals in a phase",
    "more arrivals than the phase still waits for",
    "the phase completes by an arrival with `.noComplete`",
    "an mbarrier counts at most 1048575 bytes",
    "an mbarrier must be in shared memory",
)
"""What can be wrong, as the numbers below."""
MISSING, BAD_COUNT, TOO_MANY, COMPLETES, BAD_BYTES, NOT_SHARED = range(len(PROBLEMS))


class MbarrierError(Exception):
    """An operation that the object does not allow; `problem` is an index of `PROBLEMS`."""

    def __init__(self, problem: int) -> None:
        super().__init__(PROBLEMS[problem])
        self.problem = problem


class Mbarrier:
    """An object's contents, taken apart."""

    __slots__ = ("bytes", "expected", "pending", "phase")

    def __init__(self, word: int) -> None:
        if word >> MARK_SHIFT != MARK:
            raise MbarrierError(MISSING)
        self.pending = word & COUNT
        self.expected = word >> EXPECTED_SHIFT & COUNT
        raw = word >> BYTES_SHIFT & ((1 << BYTES_BITS) - 1)
        self.bytes = raw - (raw >> (BYTES_BITS - 1) << BYTES_BITS)
        self.phase = word >> PHASE_SHIFT & 1

    def word(self) -> int:
        """Returns the contents."""
        raw = self.bytes & ((1 << BYTES_BITS) - 1)
        return MARK << MARK_SHIFT | self.phase << PHASE_SHIFT | raw << BYTES_SHIFT | self.expected << EXPECTED_SHIFT | self.pending

    def add_bytes(self, count: int) -> None:
        """Counts bytes that are to come, or (negative) that have come."""
        self.bytes += count
        if abs(self.bytes) > COUNT:
            raise MbarrierError(BAD_BYTES)

    def arrive(self, count: int, drops: bool) -> None:
        """Counts arrivals; `drops`: they are not wanted in later phases."""
        if not 0 < count <= COUNT:
            raise MbarrierError(BAD_COUNT)
        if count > self.pending:
            raise MbarrierError(TOO_MANY)
        self.pending -= count
        self.expected -= count if drops else 0

    def complete(self) -> bool:
        """Begins the next phase if this one is complete; returns whether it was."""
        if self.pending or self.bytes:
            return False
        self.pending = self.expected
        self.phase ^= 1
        return True


def initial(count: int) -> int:
    """Returns the contents of a new object."""
    if not 0 < count <= COUNT:
        raise MbarrierError(BAD_COUNT)
    return MARK << MARK_SHIFT | count << EXPECTED_SHIFT | count


def arrived(word: int, count: int, drops: bool = False, expects: int = 0, completes: bool = True) -> int:
    """Returns the contents after arrivals, before which `expects` bytes more are to come."""
    found = Mbarrier(word)
    found.add_bytes(expects)
    found.arrive(count, drops)
    if found.complete() and not completes:
        raise MbarrierError(COMPLETES)
    return found.word()


def transferred(word: int, count: int) -> int:
    """Returns the contents after bytes have been announced, or (negative) have come."""
    found = Mbarrier(word)
    found.add_bytes(count)
    if count <= 0:
        found.complete()
    return found.word()


def is_over(word: int, parity: int) -> bool:
    """Whether the phase of a parity is over: the object is in the other one."""
    return Mbarrier(word).phase != parity & 1
