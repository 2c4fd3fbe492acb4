"""`python -m tests.differential.campaign 2000`: so many programs that rustc accepts, from seed 0 on, through every stage; what differs is printed.

Ends with the counts: programs, calls, comparisons, how calls ended, the differences, and the processor time a program. The exit code is 1 if anything
differed or was refused.
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
from .harness import STAGES, Ours, Refused, accepted_results, differences, processor_seconds, rustc_results, without_collections

BATCH = 20


def run_seeds(seeds):
    """(counts, texts of what is wrong) of one batch."""
    with without_collections():
        return batch([make_case(seed) for seed in seeds])


def batch(made):
    """As `run_seeds` answers, for programs."""
    counts: collections.Counter[str] = collections.Counter()
    cases, found = accepted_results(made)
    counts["programs made"], counts["programs that rustc accepts"] = len(made), len(cases)
    for result in found[0]:
        counts["calls that " + ("panic" if result.startswith("panic") else "return")] += 1
        if result.startswith("panic"):
            counts[f"  panic: {re.sub('[0-9]+', '#', result.split(' ', 2)[2])[:40]}"] += 1
    counts["comparisons"] = len(STAGES) * len(found[0])
    seen = examined(cases, found)
    if seen:  # what rustc leaves open differs between its levels
        seen = examined(cases, rustc_results(cases)[0])
    counts["programs that differ"] = len({case.name for case, *_ in seen})
    counts["comparisons that differ"] = len(seen)
    firsts = {(case.name, stage): (case, args, stage, mine, theirs) for case, args, stage, mine, theirs in reversed(seen)}
    return counts, [f"{case.name}{args} {stage}: {mine}\n    rustc: {theirs}" for case, args, stage, mine, theirs in firsts.values()]


def examined(cases, found):
    """What differs, as `differences` gives it; what is refused or breaks the compiler differs too."""
    out, at, line = [], 0, 1
    together = compiled(cases)
    for case in cases:
        own = [level[at : at + len(case.calls)] for level in found]
        try:
            out += differences([case], together or Ours([case], False, line), own)
        except Refused as problem:
            out.append((case, (), "compiling", str(problem)[:300], "accepted"))
        except Exception:  # noqa: BLE001 - whatever it is, it is a fault of the compiler, and the rest goes on
            out.append((case, (), "compiling", traceback.format_exc(limit=-6), "accepted"))
        at, line = at + len(case.calls), line + case.text.count("\n")
    return out


def compiled(cases):
    """All programs compiled at once; None where that fails: then each is compiled alone."""
    try:
        return Ours(cases, False)
    except Exception:  # noqa: BLE001 - told by the program that it is about
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, help="programs that rustc accepts")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    start, seed, wrong = time.monotonic(), options.first, 0
    total: collections.Counter[str] = collections.Counter()
    waiting: collections.deque[concurrent.futures.Future] = collections.deque()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
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
    print(f"{processor_seconds() / total['programs that rustc accepts']:8.2f} s of processor time a program, rustc's with it")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
