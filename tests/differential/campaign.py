"""`python -m tests.differential.campaign 2000`: so many programs that rustc accepts, from seed 0 on, through every stage; what differs is printed.

Ends with the counts: programs, calls, comparisons, how calls ended, and the differences. The exit code is 1 if anything differed or was refused.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import re
import sys
import time
import traceback

from .generate import make_case
from .harness import STAGES, Ours, Refused, accepted, differences, rustc_results

BATCH = 10


def run_seeds(seeds):
    """(counts, texts of what is wrong) of one batch."""
    counts: collections.Counter[str] = collections.Counter()
    made = [make_case(seed) for seed in seeds]
    cases = accepted(made)
    counts["programs made"], counts["programs that rustc accepts"] = len(made), len(cases)
    found, messages = rustc_results(cases)
    if found is None:
        return counts, [f"{seeds}: rustc refuses the crate: {messages[:500]}"]
    for result in found[0]:
        counts["calls that " + ("panic" if result.startswith("panic") else "return")] += 1
        if result.startswith("panic"):
            counts[f"  panic: {re.sub('[0-9]+', '#', result.split(' ', 2)[2])[:40]}"] += 1
    counts["calls that rustc answers differently at two levels"] = sum([a != b for a, b in zip(*found, strict=True)])
    wrong, at, results = [], 0, len(STAGES)
    for case in cases:
        own = [level[at : at + len(case.calls)] for level in found]
        at += len(case.calls)
        try:
            ours = Ours([case])
            seen = differences([case], ours, own)
        except Refused as problem:
            seen = [(case, (), "compiling", str(problem)[:300], "accepted")]
        except Exception:  # noqa: BLE001 - whatever it is, it is a fault of the compiler, and the rest goes on
            seen = [(case, (), "compiling", traceback.format_exc(limit=-6), "accepted")]
        counts["comparisons"] += results * len(case.calls)
        counts["programs that differ"] += bool(seen)
        counts["comparisons that differ"] += len(seen)
        wrong += [f"{case.name}{args} {stage}: {mine}\n    rustc: {theirs}" for _, args, stage, mine, theirs in seen[:2]]
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, help="programs that rustc accepts")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    start, total, seed, wrong = time.monotonic(), collections.Counter(), options.first, 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = collections.deque()
        while total["programs that rustc accepts"] < options.count:
            while len(waiting) < options.jobs:
                waiting.append(pool.submit(run_seeds, range(seed, seed + BATCH)))
                seed += BATCH
            counts, texts = waiting.popleft().result()
            total += counts
            for text in texts:
                wrong += 1
                print(text, flush=True)
            print(f"{total['programs that rustc accepts']} programs, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    for name, count in total.items():
        print(f"{count:8} {name}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
