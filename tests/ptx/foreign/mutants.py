"""The corpus with faults: `python -m tests.ptx.foreign.mutants 0 10000` changes texts at random and runs them; each gives an error or a result.

Every mutant is made from its number alone. It is parsed, and launched with small arguments and little fuel on both executors, in a child
process that runs many after each other; the parent watches it. A finding is a crash, an exception that is no error of the machine, or a
mutant that takes too long; values that differ are told, for atomics may come in another order. `python -m tests.ptx.foreign.mutants 123` shows one.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import numpy as np

from ptx.parser import PtxSyntaxError
from ptx.vm import Buffer, VmError, VmModule, load

FOLDER = Path(__file__).parent / "texts"
LARGEST_TEXT = 9000
"""Larger texts take the compiled executor too long for thousands of them."""
SECONDS = 90
"""The most time that one mutant may take."""
FUEL = 3000
MEMORY = 6 << 30
"""The most memory of a child process."""
TOKEN = re.compile(r"[%$\w.]+|\S")
NUMBER = re.compile(r"(?<![%$\w.])-?\d+(?![\w.])")
NUMBERS = (
    *("0", "1", "-1", "2", "7", "8", "31", "32", "33", "64", "255", "4096", "65536", "1048576", "2147483647", "-2147483648", "4294967295", "99999999999"),
    "0xFFFFFFFFFFFFFFFF",
)


@cache
def sources() -> list[str]:
    """The texts that are changed, without comments."""
    found = [path.read_text("utf-8") for path in sorted(FOLDER.glob("*/*.ptx"))]
    plain = [re.sub(r"//[^\n]*", "", text) for text in found]
    return [re.sub(r"\n\s*\n+", "\n", text) for text in plain if len(text) <= LARGEST_TEXT]


def mutant(number: int) -> str:
    """The mutant of a number: a text with one to four changes."""
    choose = random.Random(number)
    lines = choose.choice(sources()).split("\n")
    for _ in range(choose.choice((1, 1, 1, 2, 2, 3, 4))):
        choose.choice(CHANGES)(choose, lines)
    return "\n".join(lines)


def some_line(choose: random.Random, lines: list[str]) -> int:
    """A line with something on it."""
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return choose.choice(filled)


def swap_tokens(choose: random.Random, lines: list[str]) -> None:
    """Two tokens of a line change places."""
    at = some_line(choose, lines)
    found = list(TOKEN.finditer(lines[at]))
    if len(found) > 1:
        first, second = sorted(choose.sample(found, 2), key=lambda match: match.start())
        line = lines[at]
        lines[at] = line[: first.start()] + second[0] + line[first.end() : second.start()] + first[0] + line[second.end() :]


def delete_token(choose: random.Random, lines: list[str]) -> None:
    """A token goes."""
    at = some_line(choose, lines)
    found = choose.choice(list(TOKEN.finditer(lines[at])))
    lines[at] = lines[at][: found.start()] + lines[at][found.end() :]


def replace_token(choose: random.Random, lines: list[str]) -> None:
    """A token becomes one of another line."""
    at, other = some_line(choose, lines), some_line(choose, lines)
    found, instead = (choose.choice(list(TOKEN.finditer(lines[line]))) for line in (at, other))
    lines[at] = lines[at][: found.start()] + instead[0] + lines[at][found.end() :]


def change_modifier(choose: random.Random, lines: list[str]) -> None:
    """One word of an instruction becomes one of another instruction."""
    words = [match for line in lines for match in re.findall(r"\.([a-z]\w*)", line)]
    at = some_line(choose, lines)
    found = list(re.finditer(r"\.([a-z]\w*)", lines[at]))
    if found and words:
        match = choose.choice(found)
        lines[at] = f"{lines[at][: match.start(1)]}{choose.choice(words)}{lines[at][match.end(1) :]}"


def change_number(choose: random.Random, lines: list[str]) -> None:
    """A number becomes another."""
    numbered = [index for index, line in enumerate(lines) if NUMBER.search(line)]
    if numbered:
        at = choose.choice(numbered)
        match = choose.choice(list(NUMBER.finditer(lines[at])))
        lines[at] = lines[at][: match.start()] + choose.choice(NUMBERS) + lines[at][match.end() :]


def duplicate_line(choose: random.Random, lines: list[str]) -> None:
    """A line stands twice, the second time anywhere."""
    line = lines[some_line(choose, lines)]
    lines.insert(choose.randrange(len(lines) + 1), line)


def delete_line(choose: random.Random, lines: list[str]) -> None:
    """A line goes."""
    del lines[some_line(choose, lines)]


def swap_lines(choose: random.Random, lines: list[str]) -> None:
    """Two lines change places."""
    first, second = some_line(choose, lines), some_line(choose, lines)
    lines[first], lines[second] = lines[second], lines[first]


CHANGES = (swap_tokens, delete_token, replace_token, change_modifier, change_modifier, change_number, change_number, duplicate_line, delete_line, swap_lines)


def argument(size: int, is_pointer: bool, number: int) -> object:
    """A small argument for a parameter."""
    if is_pointer:
        return Buffer(f"a{number}", np.arange(1024, dtype=np.uint32))
    return bytes([7, *[0] * (size - 1)])


def attempt(text: str, executor: str) -> tuple[str, list[bytes]]:
    """Runs a mutant: `ran` and what memory holds then, or the class of the error. Raises what is no error of the machine."""
    memory: list[bytes] = []
    try:
        module = load(text, executor)
        for entry in module.module.entries()[:2]:
            memory += launch(module, entry.name)
    except (PtxSyntaxError, VmError) as problem:
        return type(problem).__name__, []
    return "ran, compiled" if executor == "compiled" and not module.notes else "ran", memory


def launch(module: VmModule, name: str) -> list[bytes]:
    """Launches a kernel with arguments of its parameters' sizes; returns what its arrays hold then."""
    from ptx.vm.layout import variable_size

    entry = next(each for each in module.module.entries() if each.name == name)
    given = []
    for number, each in enumerate(entry.parameters):
        size = variable_size(each.type, each.vector, each.dimensions)
        given.append(argument(size, size == 8 and not each.dimensions and each.type[0] in "ub", number))
    threads = next((values[0] for kind, values in entry.performance if kind == "reqntid" and values), 48)
    module.launch(name, 2, threads, given, shared=1024, fuel=FUEL)  # type: ignore[arg-type]
    return [np.asarray(each.array).tobytes() for each in given if isinstance(each, Buffer)]


def child() -> None:
    """Runs the mutants whose numbers come in, one a line, and says what became of each."""
    import contextlib
    import io
    import traceback

    limit_memory()
    for line in sys.stdin:
        text = mutant(int(line))
        outcomes, memories = [], []
        for executor in ("reference", "compiled"):
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    outcome, memory = attempt(text, executor)
                outcomes.append(outcome)
                memories.append(memory)
            except BaseException as problem:  # noqa: BLE001 - whatever it is, it is a finding
                place = traceback.extract_tb(problem.__traceback__)[-1]
                outcomes.append(f"FINDING {type(problem).__name__} {str(problem)[:200]!r} at {Path(place.filename).name}:{place.lineno} ({executor})")
        if len(memories) == 2 and all(memories) and memories[0] != memories[1]:
            outcomes[1] += ", not to the same values"
        print(f"{int(line)}\t" + "\t".join(outcomes), flush=True)


def limit_memory() -> None:
    """Lets no mutant take the machine's memory, where that can be had."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Pool:
    """One child process that is fed and watched; started anew after a crash or a hang."""

    def __init__(self) -> None:
        self.lines: Queue[str] = Queue()
        self.start()

    def start(self) -> None:
        """Starts the child."""
        command = [sys.executable, "-m", "tests.ptx.foreign.mutants", "child"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = Queue()
        Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def read(process: subprocess.Popen[str], lines: Queue[str]) -> None:
        """Passes on what the child says."""
        for line in process.stdout or ():
            lines.put(line)
        lines.put("")

    def run(self, number: int) -> list[str]:
        """What became of a mutant on each executor."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=SECONDS)
        except (BrokenPipeError, Empty):
            line = ""
            hung = self.process.poll() is None
            self.process.kill()
        else:
            hung = False
        if line:
            return line.rstrip("\n").split("\t")[1:]
        status = self.process.wait()
        self.start()
        return [f"FINDING {'took too long' if hung else f'the process ended with {status}'}"]

    def close(self) -> None:
        """Ends the child."""
        self.process.kill()
        self.process.wait()


def campaign(numbers: range, report: float = 0.0) -> tuple[dict[str, int], dict[int, list[str]]]:
    """Runs mutants. Returns how often each outcome came, and the findings by number; tells how far it is every `report` seconds."""
    pool, counts, findings, told = Pool(), dict[str, int](), dict[int, list[str]](), time.monotonic()
    for number in numbers:
        outcome = pool.run(number)
        for executor, each in zip(("reference", "compiled"), outcome, strict=False):
            counts[f"{executor}: {each.partition(' (')[0][:60]}"] = counts.get(f"{executor}: {each.partition(' (')[0][:60]}", 0) + 1
        if any(each.startswith("FINDING") for each in outcome):
            findings[number] = outcome
        if report and (number in findings or outcome[0] != outcome[-1].removesuffix(", compiled")):
            print(number, *outcome, sep="\n  ", flush=True)
        if report and time.monotonic() - told > report:
            told = time.monotonic()
            print(f"… {number}", flush=True)
    pool.close()
    return counts, findings


def main(words: list[str]) -> int:
    """See the module's docstring."""
    if words == ["child"]:
        child()
        return 0
    if len(words) != 2 or not all(word.isdigit() for word in words):
        print(mutant(int(words[0])) if len(words) == 1 and words[0].isdigit() else __doc__)
        return 0
    counts, findings = campaign(range(int(words[0]), int(words[1])), 60)
    for outcome, count in sorted(counts.items()):
        print(f"{count:6} {outcome}")
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
