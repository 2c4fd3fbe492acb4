"""`vprintf` and `__assertfail` in native code: the same text in the same order, the same faults, as the reference interpreter's."""

import re

import numpy as np
import pytest

from ptx.vm import Buffer
from ptx.vm.sanitizer import Sanitizer

from .twins import both, compiled

HEAD = """.version 8.6
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);
"""
VALUES = """.local .align 8 .b8 values[32]; .reg .b64 %v, %f, %vl; .reg .b32 %n; mov.u64 %vl, values; cvta.local.u64 %v, %vl;
.param .b64 format; .param .b64 given; .param .b32 count;
"""


def string(name: str, text: str) -> str:
    data = [*text.encode(), 0]
    return f".global .align 1 .b8 {name}[{len(data)}] = {{{', '.join(map(str, data))}}};\n"


def printed(name: str, *values: str, guard: str = "") -> str:
    """Returns the lines that print a format with 32-bit registers; the result goes to `%n`."""
    lines = [f"st.local.u32 [%vl+{4 * index}], {value};" for index, value in enumerate(values)]
    lines.append(f"mov.u64 %f, {name}; cvta.global.u64 %f, %f; st.param.b64 [format], %f; st.param.b64 [given], %v;")
    lines.append(f"{guard} call.uni (count), vprintf, (format, given); ld.param.b32 %n, [count];")
    return "\n".join(lines) + "\n"


def entry(body: str) -> str:
    return f""".visible .entry k(.param .u64 out) {{
.reg .b64 %o; .reg .b32 %t, %x, %b; .reg .pred %p; {VALUES} ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x;
{body}
end: mad.wide.u32 %o, %t, 4, %o; st.global.u32 [%o], %n; ret; }}"""


def outputs(text: str, capsys, grid: int = 2, block: int = 70) -> tuple[str, str, object]:
    _, fault = both(text, "k", grid, block, [np.zeros(block, np.uint32)])
    every = capsys.readouterr().out
    middle = len(every) // 2
    return every[:middle], every[middle:], fault


def test_threads_print_in_order(capsys) -> None:
    strings = string("first", "a %d of %d\n") + string("second", "b %08x %c|%-5d|\n")
    body = printed("first", "%t", "%b") + "mul.lo.u32 %x, %t, 77;\n" + printed("second", "%x", "65", "%t")
    reference, compiled, fault = outputs(HEAD + strings + entry(body), capsys)
    assert fault is None
    assert reference == compiled
    assert reference.startswith("a 0 of 0\nb 00000000 A|0    |\na 1 of 0\n")
    assert len(re.findall("^a", reference, re.MULTILINE)) == 140


def test_barriers_part_what_is_printed(capsys) -> None:
    strings = string("text", "%d %d\n")
    body = "mov.u32 %x, 0;\nL: " + printed("text", "%x", "%t") + "bar.sync 0; add.u32 %x, %x, 1; setp.lt.u32 %p, %x, 3; @%p bra L;\n"
    reference, compiled, fault = outputs(HEAD + strings + entry(body), capsys)
    assert fault is None
    assert reference == compiled
    assert reference.index("1 0\n") > reference.index("0 69\n")


def test_some_lanes_print(capsys) -> None:
    strings = string("text", "%d %%\n")
    body = "mov.u32 %n, 9; and.b32 %x, %t, 3; setp.eq.u32 %p, %x, 1;\n" + printed("text", "%t", guard="@%p")
    body += "@!%p bra end; " + printed("text", "%x")
    reference, compiled, _ = outputs(HEAD + strings + entry(body), capsys)
    assert reference == compiled
    assert reference.startswith("1 %\n1 %\n5 %\n")


def test_strings_and_doubles(capsys) -> None:
    strings = string("text", "%s: %g\n") + string("name", "word")
    body = "mov.u64 %f, name; cvta.global.u64 %f, %f; st.local.u64 [%vl], %f; .reg .f64 %d; cvt.rn.f64.u32 %d, %t; st.local.f64 [%vl+8], %d;\n"
    reference, compiled, _ = outputs(HEAD + strings + entry(body + printed("text")), capsys, 1, 40)
    assert reference == compiled
    assert reference.endswith("word: 39\n")


def test_unreadable_arguments_are_a_panic(capsys) -> None:
    strings = string("text", "%s\n")
    body = "st.local.u64 [%vl], 5;\n" + printed("text")
    *_, fault = outputs(HEAD + strings + entry(body), capsys)
    assert "printf cannot read its arguments" in str(fault)


@pytest.mark.parametrize("condition", ["setp.eq.u32 %p, %t, 45;", "setp.ge.u32 %p, %t, 3;"])
def test_failed_assertions(condition: str, capsys) -> None:
    strings = string("message", "x > 0") + string("file", "kernel.cu") + string("function", "k")
    addresses = [f"mov.u64 %f, {name}; cvta.global.u64 %f, %f; st.param.b64 [{at}], %f;" for name, at in (("message", "a"), ("file", "f"), ("function", "g"))]
    body = f""".param .b64 a; .param .b64 f; .param .b32 l; .param .b64 g; .param .b64 s; mov.u32 %n, 1; mov.u64 %f, 1; st.param.b64 [s], %f;
{condition} @!%p bra end; st.param.b32 [l], 12; {' '.join(addresses)}
call.uni __assertfail, (a, f, l, g, s);
"""
    *_, fault = outputs(HEAD + strings + entry(body), capsys)
    assert "assertion `x > 0` failed in k, kernel.cu:12" in str(fault)


def test_a_function_that_calls_itself_prints_in_the_reference_interpreter(capsys) -> None:
    function = """.func deeper(.param .b32 left) {
.reg .b32 %x, %n; .reg .pred %p; .reg .b64 %f, %v, %vl; .local .align 8 .b8 values[8];
.param .b64 format; .param .b64 given; .param .b32 count; .param .b32 less;
ld.param.b32 %x, [left]; setp.eq.u32 %p, %x, 0; @%p ret; mov.u64 %vl, values; cvta.local.u64 %v, %vl;
""" + printed("text", "%x") + "sub.u32 %x, %x, 1; st.param.b32 [less], %x; call.uni deeper, (less); ret; }\n"
    body = ".param .b32 first; mov.u32 %n, 3; st.param.b32 [first], %n; call.uni deeper, (first);\n"
    text = HEAD + string("text", "%d\n") + function + entry(body)
    both(text, "k", 1, 33, [np.zeros(33, np.uint32)], must_compile=False)
    every = capsys.readouterr().out
    assert every == 2 * 33 * "3\n2\n1\n"


def test_a_sanitizer_prints_once_and_finds_nothing(capsys) -> None:
    text = HEAD + string("text", "%d\n") + entry(printed("text", "%t"))
    module, out = compiled(text), np.zeros(40, np.uint32)
    sanitizer = Sanitizer(order=True)
    module.launch("k", 1, 40, [Buffer("out", out)], sanitizer=sanitizer)
    assert not sanitizer.report.findings, str(sanitizer.report)
    assert capsys.readouterr().out == "".join(f"{thread}\n" for thread in range(40))
    assert (out == 1).all()
