"""Asynchronous copies of one thread that are not made yet.

A copy reads its source where it is issued, and writes shared memory as late as it may: when its thread waits for it. So a program that
reads without waiting, or waits for too few groups, sees the old contents, each time. What a thread never waits for is never written.
"""


class Copies:
    """The copies of a thread in the order of issue, and how many groups it has committed.

    Each is (group, view of the memory, offset, bytes).
    """

    __slots__ = ("committed", "pending")

    def __init__(self) -> None:
        self.committed = 0
        self.pending: list[tuple[int, memoryview, int, bytes]] = []

    def add(self, view: memoryview, offset: int, data: bytes) -> None:
        """Notes a copy; it belongs to the group that is committed next."""
        self.pending.append((self.committed, view, offset, data))

    def make(self, groups: int) -> None:
        """Makes the copies of the first `groups` groups."""
        left = []
        for copy in self.pending:
            group, view, offset, data = copy
            if group < groups:
                view[offset : offset + len(data)] = data
            else:
                left.append(copy)
        self.pending = left
