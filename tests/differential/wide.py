"""`python -m tests.differential.wide 200`: random programs as kernels of many threads, native code beside rustc; what differs is printed.

Every program is called ten times as often as in the campaign, a call a thread, so that the lanes of a warp go different ways. Ends with the counts
and the processor time a program, which is less than that of the campaign.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time

from ptx.vm import Buffer, VmError

from .generate import Generator, make_case
from .harness import (
    SIZES,
    Programs,
    accepted_results,
    arrays,
    is_deeper,
    loaded,
    processor_seconds,
    rustc_results,
    shown_problem,
    unpacked,
    without_collections,
)

TIMES = 10
BLOCK = 64
BATCH = 20


def kernel_text(case):
    """A kernel whose thread `i` makes call `first + i`."""
    given = "".join([f"a{i}: &[{t}], " for i, t in enumerate(case.params)])
    values = ", ".join([f"a{i}[i]" for i in range(len(case.params))])
    return (
        f"#[kernel] pub fn k_{case.name}(first: u32, {given}out: &mut [{case.result}], done: &mut [u8]) {{ "
        f"let i = first as usize + cuda_device::thread::index_1d().get(); if i < done.len() {{ out[i] = {case.name}({values}); done[i] = 1; }} }}\n"
    )


def wide_case(seed):
    """The program of a seed with ten times as many calls, the usual ones first."""
    case, generator = make_case(seed), Generator(seed ^ 0x5EED, "more")
    case.calls += [tuple([generator.value(t) for t in case.params]) for _ in range((TIMES - 1) * len(case.calls))]
    return case


def launch_wide(machine, sites, case, fuel):
    """What native code gives for every call; a launch that panics is begun anew behind the least thread that does."""
    count = len(case.calls)
    out, done = bytearray(SIZES[case.result] * count), bytearray(count)
    values: list[object] = []
    for i, data in enumerate([*arrays(case), out, done]):
        values += [Buffer(f"a{i}", data), count]
    found: list[str] = []
    while len(found) < count:
        first, reached, problem = len(found), count, ""
        try:
            machine.launch(f"k_{case.name}", -(-(count - first) // BLOCK), BLOCK, [first, *values], sites=sites, fuel=fuel)
        except VmError as error:
            assert error.block is not None and error.thread is not None
            problem, reached = shown_problem(error), first + error.block[0] * BLOCK + error.thread[0]
        found += [unpacked(out, case.result, i) if done[i] else "nothing" for i in range(first, reached)]
        found += [problem] if problem else []
    return found


def compiled(cases):
    """The programs as PTX of -O2 for native code, with their panic sites."""
    return loaded(Programs(cases, False, kernel=kernel_text).passed(2), "compiled")


def run_seeds(seeds, counts):
    """Texts of what is wrong in one batch."""
    with without_collections():
        cases, found = accepted_results([wide_case(seed) for seed in seeds])
        module, sites = compiled(cases)
        ours = {case.name: answers(module, sites, case, counts) for case in cases}
        wrong = differing(cases, ours, found, counts)
        if wrong:  # what rustc leaves open differs between its levels
            wrong = differing(cases, ours, rustc_results(cases)[0], collections.Counter())
        return wrong


def answers(module, sites, case, counts):
    """What native code gives for every call, timed."""
    start = time.process_time()
    found = launch_wide(module, sites, case, 10_000_000)
    counts["ms of native code, made and run"] += int(1000 * (time.process_time() - start))
    counts["programs"] += 1
    counts["programs that run interpreted"] += f"k_{case.name}" in module.notes
    return found


def differing(cases, ours, found, counts):
    """Texts of the calls of which rustc says otherwise, at every level alike."""
    wrong, at = [], 0
    for case in cases:
        for i, args in enumerate(case.calls):
            levels, mine = {level[at + i] for level in found}, ours[case.name][i]
            right = levels.pop()
            counts["comparisons"] += 1
            if not levels and mine != right and not is_deeper(mine, right):
                wrong.append(f"{case.name}{args}: {mine}\n    rustc: {right}")
        at += len(case.calls)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, help="programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    wrong = 0
    for first in range(options.first, options.first + options.count, BATCH):
        for text in run_seeds(range(first, min(first + BATCH, options.first + options.count)), counts):
            wrong += 1
            print(text, flush=True)
        print(f"{counts['programs']} programs", file=sys.stderr, flush=True)
    for name, count in counts.items():
        print(f"{count:8} {name}")
    print(f"{processor_seconds() / max(1, counts['programs']):8.2f} s of processor time a program, rustc's with it")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
