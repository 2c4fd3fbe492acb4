"""Random functions that declare, assign, borrow and move: those that rustc's borrow checker refuses are those refused here."""

from __future__ import annotations

import random
import re
import subprocess

import pytest

from .support import errors
from .test_programs import needs_rustc

PRELUDE = "struct S;\nstruct P { a: S, b: S }\nfn g(s: S) {}\nfn h(s: &S) {}\nfn u(x: u32) {}\nfn c() -> bool { true }"
TYPES = {"S": "S", "P": "P", "u": "u32"}
VALUES = {"S": "S", "P": "P { a: S, b: S }", "u": "5"}
USES = {
    "S": ["g({0});", "h(&{0});", "let z = {0};"],
    "P": ["g({0}.a);", "h(&{0}.b);", "let z = {0};", "let P {{ a, .. }} = {0};", "let P {{ a: ref q, b: _ }} = {0};"],
    "u": ["u({0});", "let z = {0};"],
}


class Functions:
    """Makes bodies line by line; `known` are (variable, kind)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.count = 0

    def statements(self, known, depth, in_loop):
        for _ in range(self.random.randrange(1, 5)):
            choice = self.random.random()
            if choice < 0.2:
                known = [*known, self.declare()]
            elif choice < 0.62 and known:
                name, kind = self.random.choice(known)
                use = self.random.choice(USES[kind]).format(name)
                self.lines.append(use if choice < 0.42 else f"{name} = {VALUES[kind]};")
            elif choice < 0.9 and depth:
                self.nested(known, depth - 1, in_loop)
            else:
                self.lines.append(f"if c() {{ {self.random.choice(('break', 'continue') if in_loop else ('return',))}; }}")

    def declare(self):
        self.count += 1
        name, kind = f"v{self.count}", self.random.choice("SPuu")
        value = f" = {VALUES[kind]}" if self.random.random() < 0.5 else ""
        self.lines.append(f"let {self.random.choice(['', 'mut '])}{name}: {TYPES[kind]}{value};")
        return name, kind

    def nested(self, known, depth, in_loop):
        head = self.random.choice(["if c() {", "while c() {", "loop {", "for _i in 0..3 {", "match k { 0 => {"])
        self.lines.append(head)
        self.statements(known, depth, in_loop if head[0] in "im" else True)
        if head == "loop {":
            self.lines.append("if c() { break; }")
        if head[0] in "im":
            self.lines.append("} else {" if head[0] == "i" else "} _ => {")
            self.statements(known, depth, in_loop)
        self.lines.append("} }" if head[0] == "m" else "}")

    def function(self, number):
        params = self.random.choice([[], [("s", "S")], [("p", "P")], [("s", "S"), ("x", "u")]])
        self.lines.append(f"fn f{number}(k: u32{''.join([f', {n}: {TYPES[t]}' for n, t in params])}) {{")
        self.statements(params, 3, False)
        self.lines.append("}")


@needs_rustc
@pytest.mark.parametrize("seed", range(3))
def test_verdicts(seed, tmp_path):
    functions = Functions(seed)
    for i in range(60):
        functions.function(i)
    text = PRELUDE + "\n" + "\n".join(functions.lines)
    owner, owners = -1, [-1]
    for line in text.split("\n"):
        start = re.match(r"fn f(\d+)", line)
        owner = int(start[1]) if start else owner
        owners.append(owner)
    (tmp_path / "flow.rs").write_text(text)
    command = ["rustc", "--edition", "2024", "--crate-type", "lib", "-A", "warnings", "--error-format", "short", "flow.rs"]
    shown = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True).stderr
    expected = {(owners[int(line)], f"K{code}") for line, code in re.findall(r"flow\.rs:(\d+):\d+: error\[E(\d+)\]", shown)}
    assert len(expected) > 20
    found = {(owners[line], code) for code, line, _, _ in errors(text)}
    assert {number for number, _ in found} == {number for number, _ in expected}
    # A variable without value that is moved all the same: whether that is one error or two is a matter of taste.
    assert {number for number, code in found ^ expected if code != "K0382"} == set()
