"""Kernels of several threads mean the same to rustc on fibers, to MIR before and after the passes, and to the virtual machine on PTX of two levels.

Many random ones: `.venv/bin/python -m tests.differential.thread_campaign 300`.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.host.support import needs_rustc

from . import threads
from .thread_generate import random_program
from .thread_programs import kernel_programs, small_programs
from .threads import FILE, Launch, Program, differences, report

pytestmark = [needs_rustc, pytest.mark.xdist_group("threads")]


@pytest.fixture(scope="module")
def crates(tmp_path_factory):
    """The host crates, built once."""
    folder = tmp_path_factory.mktemp("crates")
    threads.build_host_crates(folder)
    return folder


GROUPS = {"library": kernel_programs(), "small": small_programs(), "random": [random_program(seed) for seed in range(6)]}


@pytest.fixture(scope="module")
def found(crates):
    """What differs of all groups: they are one crate."""
    return differences([program for programs in GROUPS.values() for program in programs], crates)


@pytest.mark.parametrize("group", GROUPS)
def test_kernels_agree(group, found):
    names = {program.name for program in GROUPS[group]}
    assert [report(each) for each in found if each[0] in names] == []


def test_the_groups_are_large():
    assert {name: len(programs) for name, programs in GROUPS.items()} == {"library": 14, "small": 82, "random": 6}


def test_the_generator_makes_what_it_promises():
    """Each kind of statement stands in some of the first kernels, and barriers lie inside loops and branches."""
    text = "".join([random_program(seed).text for seed in range(60)])
    needed = ["shuffle(", "shuffle_xor_sync(u32::MAX", "shuffle_sync(0xffff0000", "ballot(", "match_any(", "redux_sync_", "atomic::xor"]
    needed += ["DynamicSharedArray::<u64>::get", "panic!", "return;", "passed_on(", "room[i]", "continue;", "break;", "match "]
    needed += ["ballot_sync(mc_", "static mut TILE_"]
    assert [each for each in needed if each not in text] == []
    assert re.search(r"^ {8,}sync_threads\(\);", text, re.MULTILINE)
    assert len({random_program(seed).launches[0].block for seed in range(60)}) >= 8


RIGHT = Program(
    "one",
    """use cuda_device::kernel;
#[kernel]
pub fn one(x: &mut [u32]) {
    let tile = cuda_device::shared::<[u32; 64]>();
    let t = cuda_device::thread::threadIdx_x() as usize;
    tile[t] = x[t];
    cuda_device::sync_threads();
    x[t] = cuda_device::warp::shuffle_xor(tile[63 - t], 1);
    assert!(x[t] != 1000, "met {}", t);
}""",
    [],
)
PLANTED = [
    ("shuffle_xor(tile[63 - t], 1)", "shuffle_xor(tile[63 - t], 2)"),
    ("tile[t] = x[t]", "tile[t] = x[t ^ 1]"),
    ("    cuda_device::sync_threads();\n", "\n"),
    ('assert!(x[t] != 1000, "met {}", t)', 'assert!(x[t] != 1000, "met {}", t + 1)'),
    ("x[t] != 1000", "x[t ^ 32] != 1000"),
]


@pytest.mark.parametrize(("right", "wrong"), PLANTED)
def test_differences_are_seen(right, wrong, crates, monkeypatch):
    """A planted fault, ours for rustc's, shows at every stage; so does the place of a panic."""
    assert right in RIGHT.text
    values = np.arange(64, dtype=np.uint32) * 7
    panics = np.where(values == 70, 1000, values).astype(np.uint32)
    program = Program("one", RIGHT.text, [Launch(1, 64, values), Launch(1, 64, panics)])
    built = threads.Ours.built

    def spoiled(self):
        self.text = self.text.replace(right, wrong)
        return built(self)

    monkeypatch.setattr(threads.Ours, "built", spoiled)
    assert {stage for _, _, stage, _, _ in differences([program], crates)} == set(threads.STAGES)


def test_a_program_without_a_difference(crates):
    assert FILE.endswith(".rs")
    assert differences([Program("one", RIGHT.text, [Launch(1, 64, np.arange(64, dtype=np.uint32))])], crates) == []
