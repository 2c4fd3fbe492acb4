"""A name that is declared twice in one scope means nothing: it is refused before anything runs."""

import re

import pytest

from ptx.vm import LoadError, load


@pytest.mark.parametrize("executor", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".entry k() { L: ret; L: ret; }", "label `L` stands twice in `k`, again at PTX line 4"),
        (".entry k() { .reg .b32 %r<3>; .reg .b32 %r2; ret; }", "register `%r2` is declared twice in `k`, again at PTX line 4"),
        (".entry k() { .local .b32 x[2]; .local .b64 x; ret; }", "`x` is declared twice in `k`"),
        (".entry k() { ret; } .entry k() { ret; }", "`k` is defined twice, again at PTX line 4"),
        (".global .b32 x; .global .b64 x; .entry k() { ret; }", "`x` is defined twice, again at PTX line 4"),
    ],
)
def test_what_is_declared_twice_is_refused(text: str, message: str, executor: str) -> None:
    with pytest.raises(LoadError, match=re.escape(message)):
        load(f".version 8.0\n.target sm_80\n.address_size 64\n{text}", executor).launch("k", 1, 1, [])


def test_a_scope_may_declare_a_name_again() -> None:
    text = ".entry k() { .reg .b32 %r; { .reg .b64 %r; L: mov.b64 %r, 1; } { .reg .f32 %r; L: mov.f32 %r, 1.0; } ret; }"
    load(f".version 8.0\n.target sm_80\n.address_size 64\n{text}").launch("k", 1, 1, [])
