"""Same input, same output: whatever the hash seed of Python is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import random
from dialect.cfg_text import cfg_function, dom_function, dot_cfg
from dialect.convergence import snapshot
from dialect.cfg import Cfg
from dialect.liveness import live_by_use, live_in
from dialect.printer import print_module
from dialect.uniformity import Uniformity
from dialect.verify import verify_module
from tests.dialect import generate
for seed in range(25):
    r = random.Random(seed)
    module = generate.unstructured(r, r.randrange(1, 12)) if seed % 2 else generate.structured(r, 15)
    f = module.functions["f"]
    print(print_module(module), cfg_function(f), dom_function(f), dot_cfg(f))
    u = Uniformity(f)
    print([u.is_uniform(v) for block in f.blocks for v in (*block.params, *block.ops)], [u.branch_is_uniform(b) for b in f.blocks])
    cfg = Cfg(f)
    print(live_in(cfg)[0], [[v.name for v in live] for live in live_by_use(cfg)])
    f.blocks[-1].terminator.set_operands(f.blocks[-1].terminator.operands[:-1])
    print(verify_module(module))
"""


def test_output_does_not_depend_on_the_hash_seed():
    outputs = []
    for seed in ("0", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        outputs.append(subprocess.run([sys.executable, "-c", CODE], env=env, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert outputs[0] == outputs[1] and len(outputs[0]) > 20_000
