"""Random kernels of several threads beside rustc, many: `python -m tests.differential.thread_campaign COUNT [FIRST] [--size N]`.

Each batch is one crate; what differs is printed with the kernel's text. The exit code tells whether anything did.
"""

from __future__ import annotations

import sys
import tempfile
import time

from .thread_generate import random_program
from .threads import build_host_crates, differences, report

BATCH = 20


def main(words):
    count, first = int(words[0]), int(words[1]) if len(words) > 1 else 0
    found, began = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as crates:
        build_host_crates(crates)
        for start in range(first, first + count, BATCH):
            programs = {p.name: p for p in map(random_program, range(start, min(start + BATCH, first + count)))}
            for difference in differences(list(programs.values()), crates):
                found += 1
                print(f"{report(difference)}\n{programs[difference[0]].text}")
            print(f"{start + len(programs) - first} kernels, {found} differences, {time.monotonic() - began:.0f} s", flush=True)
    return found > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
