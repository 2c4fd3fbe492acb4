"""Properties that hold of every valid module, whatever its control flow."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from dialect.cfg import Cfg
from dialect.cfg_text import cfg_function, counts
from dialect.convergence import snapshot, violations
from dialect.parser import parse_module
from dialect.printer import print_module
from dialect.uniformity import Uniformity
from dialect.verify import verify_module
from tests.dialect import generate
from tests.dialect.strategies import modules


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(modules())
def test_text_meaning_and_analyses(module):
    assert verify_module(module) == []
    text = print_module(module)
    again = parse_module(text)
    assert print_module(again) == text and verify_module(again) == []
    assert generate.outcomes(again, 300) == generate.outcomes(module, 300)
    f, g = module.functions["f"], again.functions["f"]
    assert cfg_function(f) == cfg_function(g) and counts(f) == counts(g)
    assert violations(snapshot(f), snapshot(f)) == []
    u, w = Uniformity(f), Uniformity(g)
    for block, twin in zip(Cfg(f).blocks, Cfg(g).blocks, strict=True):
        assert u.branch_is_uniform(block) == w.branch_is_uniform(twin)
        for value, other in zip((*block.params, *block.ops), (*twin.params, *twin.ops), strict=True):
            assert u.is_uniform(value) == w.is_uniform(other)
