"""After this module, every option, environment variable and command of kernelc has been said once, in a table row.

From the rows follow the command line's parser (`kernelc.cli.arguments`), its help texts (`kernelc.cli.help`), the page
`docs/command-line.md` and the `KERNELC_*` variables. `Options` holds the values that decide what a compilation makes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

EMIT_KINDS = ("tokens", "ast", "hir", "contract", "mir", "cfg", "dom", "ssa", "ptx", "cubin", "sass")
"""What `--emit` can show, in the order in which a kernel passes through it (`contract`: what a host relies on, known only from source)."""
EMIT_SUFFIXES = {"contract": "json"}
"""The suffix of an output file where it is not the kind itself."""


ARCHITECTURES = (
    *("sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a"),
    *("sm_100", "sm_100a", "sm_100f", "sm_103", "sm_103a", "sm_103f", "sm_110", "sm_110a", "sm_110f"),
    *("sm_120", "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"),
)
"""What `--arch` takes besides `native`: the targets of PTX ISA 9.0, section 11.1.2, from sm_70 upwards."""

FACTS = {"aligned": 16}
"""What `--assume` takes: conditions that a launcher checks before it starts a kernel compiled under them. `aligned`: every array starts at a multiple
of so many bytes.
"""


class OptionError(Exception):
    """An option or environment variable has a value that its row does not allow; `str()` is the sentence to print."""


class Option:
    """One row: how an option is written, what it may be, and what it means.

    `metavar` is empty for a switch, which sets `value` (True unless said otherwise). An option with `many` takes a
    comma-separated list and may be given again. `joined` options are written without a space (`-O2`). `environment` names
    the variable that gives a default. `compiles` marks what is part of `Options`, that is, of a compilation's identity.
    """

    __slots__ = (
        "choices",
        "commands",
        "compiles",
        "default",
        "environment",
        "flags",
        "help",
        "joined",
        "many",
        "metavar",
        "name",
        "value",
    )

    def __init__(
        self,
        name: str,
        flags: tuple[str, ...],
        commands: tuple[str, ...],
        help: str,
        *,
        metavar: str = "",
        choices: tuple[str, ...] = (),
        default: object = None,
        value: object = True,
        environment: str = "",
        many: bool = False,
        joined: bool = False,
        compiles: bool = False,
    ) -> None:
        self.name = name
        self.flags = flags
        self.commands = commands
        self.help = help
        self.metavar = metavar
        self.choices = choices
        self.default = default
        self.value = value
        self.environment = environment
        self.many = many
        self.joined = joined
        self.compiles = compiles

    def read(self, text: str, written: str) -> object:
        """The value that `text` means; `written` is how the user named the option (a flag or a variable)."""
        if not self.metavar:
            return self._read_switch(text, written)
        items = tuple(split_list(text)) if self.many else (text,)
        for item in items:
            if self.choices and item not in self.choices:
                raise OptionError(f"{written}: `{item}` is not one of {', '.join(self.choices)}{near(item, self.choices)}")
            if not item and (self.many or self.choices):
                raise OptionError(f"{written}: a value is empty")
        return items if self.many else text

    def _read_switch(self, text: str, written: str) -> object:
        if text.lower() in {"1", "true", "yes", "on"}:
            return self.value
        if text.lower() in {"", "0", "false", "no", "off"}:
            return self.default
        raise OptionError(f"{written}: `{text}` is neither 1 nor 0")


def split_list(text: str) -> list[str]:
    """The items of a list: separated by commas that stand in no brackets (`scale::<f32, 16>` is one item)."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "<([{") - (character in ">)]}")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def condition_of(text: str) -> tuple[str, str | None]:
    """Name and value of a condition of `--cfg`; None for a name alone. Raises `OptionError`."""
    name, equals, value = text.partition("=")
    if not name.isidentifier() or (equals and not value.strip('"')):
        raise OptionError(f"cfg: `{text}` is neither a name nor a name and a value, as in 'feature=\"fast\"'")
    return name, value.strip('"') if equals else None


def crates_of(texts: tuple[str, ...]) -> dict[str, str]:
    """The root files of library crates by name, from the items of `--extern`. Raises `OptionError`."""
    found = {}
    for text in texts:
        name, equals, path = text.partition("=")
        if not (name.isidentifier() and equals and path):
            raise OptionError(f"extern: `{text}` is not a crate's name and file, as in `shapes=shapes/lib.rs`")
        found[name] = path
    return found


class Command:
    """One command of the program: its name, how it is used, and what it does."""

    __slots__ = ("name", "notes", "summary", "usage")

    def __init__(self, name: str, usage: str, summary: str, notes: str = "") -> None:
        self.name = name
        self.usage = usage
        self.summary = summary
        self.notes = notes


COMPILING = ("build", "check", "run", "sanitize", "demo")
RUNNING = ("run", "sanitize")

OPTIONS: tuple[Option, ...] = (
    Option(
        "output",
        ("-o", "--output"),
        ("build", "opt"),
        "write to FILE, whole or not at all (default, and `-`: standard output)",
        metavar="FILE",
    ),
    Option(
        "emit",
        ("--emit",),
        ("build",),
        "what to show instead of PTX; several, separated by commas, go to standard output under headings,"
        " or to FILE with each kind as its suffix; contract: parameters, requirements and panic sites as .json",
        metavar="KIND,…",
        choices=EMIT_KINDS,
        many=True,
    ),
    Option(
        "arch",
        ("--arch",),
        COMPILING,
        "the GPU to compile for: sm_70 and later, or native (default: the lowest that the instructions used allow)",
        metavar="sm_XX",
        choices=(*ARCHITECTURES, "native"),
        default="",
        environment="KERNELC_ARCH",
        compiles=True,
    ),
    Option(
        "level",
        ("-O",),
        COMPILING,
        "0: variables stay in memory, to look at; 1: they are in registers and leftovers are cleaned up; 2: everything (default)",
        metavar="0|1|2",
        choices=("0", "1", "2"),
        default="2",
        environment="KERNELC_OPT_LEVEL",
        joined=True,
        compiles=True,
    ),
    Option(
        "passes",
        ("-p", "--passes"),
        ("build", "opt"),
        "run exactly these passes over MIR, in this order; those in parentheses again until nothing changes"
        " (`kernelc docs passes` lists them)",
        metavar="PASS,…",
        compiles=True,
    ),
    Option("fmad", ("--no-fmad",), COMPILING, "round `a * b + c` twice, as Rust does", default=True, value=False, compiles=True),
    Option(
        "unchecked",
        ("--unchecked",),
        COMPILING,
        "leave bounds checks out: an index out of range is undefined",
        default=False,
        compiles=True,
    ),
    Option(
        "panic",
        ("--panic",),
        COMPILING,
        "what a panic does on a GPU; trap: ends the kernel with an error; message: also prints its text by CUDA's device assertion;"
        " report: fills a record first, whose address is a hidden last parameter of each kernel",
        metavar="KIND",
        choices=("trap", "message", "report"),
        default="trap",
        environment="KERNELC_PANIC",
        compiles=True,
    ),
    Option(
        "cfg",
        ("--cfg",),
        COMPILING,
        "conditions that hold in `#[cfg(…)]`, as in 'feature=\"fast\"' or 'name'",
        metavar="CONDITION,…",
        default=(),
        many=True,
        compiles=True,
    ),
    Option(
        "extern",
        ("--extern",),
        COMPILING,
        "the root files of library crates that the file uses",
        metavar="CRATE=FILE,…",
        default=(),
        many=True,
        compiles=True,
    ),
    Option(
        "instantiate",
        ("--instantiate",),
        ("build", *RUNNING),
        "compile these instances of generic kernels too, as in 'scale::<f32>'",
        metavar="KERNEL,…",
        default=(),
        many=True,
        compiles=True,
    ),
    Option(
        "only_instances",
        ("--only-instances",),
        ("build", *RUNNING),
        "compile nothing but what --instantiate names",
        default=False,
        compiles=True,
    ),
    Option(
        "assume",
        ("--assume",),
        ("build", *RUNNING),
        "compile for launches of which these facts hold; a kernel's symbol then ends in `$` and each fact, and its launcher checks them;"
        f" aligned: every array starts at a multiple of {FACTS['aligned']} bytes",
        metavar="FACT,…",
        choices=tuple(FACTS),
        default=(),
        many=True,
        compiles=True,
    ),
    Option(
        "debug",
        ("-g",),
        COMPILING,
        "line information in the PTX (.loc)",
        default=False,
        environment="KERNELC_DEBUG",
        compiles=True,
    ),
    Option(
        "verify",
        ("--verify",),
        (*COMPILING, "opt"),
        "check MIR after every pass, and PTX before it is written",
        default=False,
        environment="KERNELC_VERIFY",
        compiles=True,
    ),
    Option(
        "verbose",
        ("-v", "--verbose"),
        ("build", "opt", "run"),
        "say what stayed in memory, and why; for run, what ran the kernel, and why",
        default=False,
    ),
    Option("time", ("--time",), ("build", "check"), "say how long each stage took", default=False),
    Option(
        "assemble",
        ("--assemble",),
        ("build",),
        "also run ptxas and report registers, spills, local and shared bytes per kernel",
        default=False,
    ),
    Option(
        "dry_run",
        ("--dry-run",),
        ("build",),
        "write nothing; exit 0 if the bytes equal the file, 1 with a diff if not",
        default=False,
    ),
    Option(
        "against", ("--against",), ("build",), "the file to compare with under --dry-run (default: the -o file)", metavar="FILE"
    ),
    Option(
        "ignore_names", ("--ignore-names",), ("build",), "equal meaning is enough: names and order do not count", default=False
    ),
    Option(
        "format",
        ("--format",),
        ("build", "check", "diff"),
        "how findings are printed",
        metavar="FORM",
        choices=("human", "json"),
        default="human",
        environment="KERNELC_FORMAT",
    ),
    Option("grid", ("--grid",), RUNNING, "blocks in x, y and z (default 1)", metavar="X[,Y[,Z]]", default="1"),
    Option("block", ("--block",), RUNNING, "threads of a block in x, y and z (default 1)", metavar="X[,Y[,Z]]", default="1"),
    Option("shared", ("--shared",), RUNNING, "bytes of dynamic shared memory (default 0)", metavar="BYTES", default="0"),
    Option("print", ("--print",), RUNNING, "print these arguments after the launch", metavar="NAME,…", many=True),
    Option("save", ("--save",), RUNNING, "save these arguments after the launch, each as NAME.npy", metavar="NAME,…", many=True),
    Option("seed", ("--seed",), RUNNING, "the seed of `rand:` arguments (default 0)", metavar="N", default="0"),
    Option(
        "profile",
        ("--profile",),
        ("run",),
        "count instructions, memory transactions, bank conflicts, active lanes and barriers, and print them by source line"
        " (on the CPU; extra `vm`)",
        default=False,
    ),
    Option(
        "max_errors",
        ("--max-errors",),
        ("sanitize",),
        "end after so many different findings (default 100); until then lanes go on where others fault",
        metavar="N",
        default="100",
    ),
    Option(
        "order",
        ("--order",),
        ("sanitize",),
        "launch again with warps and blocks in reverse order, and name the elements that differ",
        default=False,
    ),
    Option(
        "device",
        ("--device",),
        ("run",),
        "cpu: the PTX virtual machine; gpu: the first CUDA device",
        metavar="WHERE",
        choices=("cpu", "gpu"),
        default="cpu",
        environment="KERNELC_DEVICE",
    ),
    Option(
        "host_crates",
        ("--host-crates",),
        ("new",),
        "only copy the host crates to DIR/host: for a project that is there, or again when kernelc is newer",
        default=False,
    ),
    Option(
        "executor",
        ("--executor",),
        ("run",),
        "what runs kernels on the CPU; compiled: native code, where llvmlite is installed and the kernel can be compiled, else the"
        " interpreter (-v says why); reference: the interpreter",
        metavar="WHICH",
        choices=("reference", "compiled"),
        default="compiled",
        environment="KERNELC_EXECUTOR",
    ),
)

COMMANDS: tuple[Command, ...] = (
    Command("build", "kernelc build FILE [-o FILE] [options]", "compile a .rs, .mir or .ptx file to PTX or show a stage of it"),
    Command("check", "kernelc check FILE… [options]", "report every fault of a file and write nothing"),
    Command(
        "run",
        "kernelc run FILE::KERNEL [ARGUMENT…] [options]",
        "compile a kernel and launch it on the CPU or a GPU",
        "An argument is `[NAME=]VALUE`, in the kernel's order: a number, true, false, zeros:TYPE[SHAPE], ones:TYPE[SHAPE],\n"
        "arange:TYPE[SHAPE], rand:TYPE[SHAPE], or the path of a .npy file. TYPE is written as in Rust (f32, u8), SHAPE as 1000\n"
        "or 16,16.",
    ),
    Command(
        "sanitize",
        "kernelc sanitize FILE::KERNEL [ARGUMENT…] [options]",
        "launch a kernel on the CPU with every checker on",
        "Races in shared and global memory, reads of what nobody wrote, scopes that are too narrow, and whatever `kernelc run` reports.\n"
        "Arguments are those of `kernelc run`. Without a finding nothing is said; findings end with exit code 1. Needs the extra `vm`.",
    ),
    Command("opt", "kernelc opt FILE.mir -p PASS,… [-o FILE]", "run passes over textual MIR"),
    Command("diff", "kernelc diff A.ptx B.ptx", "compare PTX by meaning: names and the order of declarations do not count"),
    Command(
        "new",
        "kernelc new DIR [options]",
        "make a project: a kernel file, and what lets cargo and rust-analyzer check it",
        "The host crates in DIR/host give `cuda_device` a meaning to rustc, so `cargo check` works, without a network.",
    ),
    Command("docs", "kernelc docs [NAME|CODE]", "explain a diagnostic, an option, a pass, a MIR op or a PTX instruction"),
    Command("doctor", "kernelc doctor", "say what is installed, what works, and what to install"),
    Command("cache", "kernelc cache [info|clear]", "show or empty the folder of compiled kernels"),
    Command("demo", "kernelc demo", "build saxpy, print its PTX, assemble it, run it on the CPU, check the result"),
)

VARIABLES: tuple[tuple[str, str], ...] = (
    ("KERNELC_CACHE", "folder of compiled kernels (default: kernelc in the user's cache folder); `off` keeps nothing"),
    ("KERNELC_PTXAS", "path of the assembler to use instead of the one found"),
    ("NO_COLOR", "if set to anything but nothing, no colours"),
)
"""Environment variables without a flag: (name, meaning)."""


class Options:
    """What decides the result of a compilation. Values not given are the defaults of the rows marked `compiles`.

    `arch` is "" for the lowest that suffices; `passes` a pipeline as text (`kernelc.passes.table.parse_passes`), None for that of
    the level; `instantiate` names instances of generic kernels as in the language, compiled beside the other kernels unless
    `only_instances`; `assume` names launch facts, kept in the order of `FACTS`. Raises `OptionError` for a fact that is not there.
    """

    __slots__ = (
        *("arch", "assume", "cfg", "debug", "extern", "fmad", "instantiate", "level", "only_instances", "panic", "passes", "unchecked"),
        "verify",
    )

    def __init__(
        self,
        *,
        arch: str = "",
        level: int = 2,
        passes: str | None = None,
        fmad: bool = True,
        unchecked: bool = False,
        panic: str = "trap",
        cfg: tuple[str, ...] = (),
        extern: tuple[str, ...] = (),
        instantiate: tuple[str, ...] = (),
        only_instances: bool = False,
        assume: tuple[str, ...] = (),
        debug: bool = False,
        verify: bool = False,
    ) -> None:
        self.arch = arch
        self.level = level
        self.passes = passes
        self.fmad = fmad
        self.unchecked = unchecked
        self.panic = panic
        self.cfg = tuple(cfg)
        for condition in self.cfg:
            condition_of(condition)
        self.extern = tuple(extern)
        crates_of(self.extern)
        self.instantiate = tuple(instantiate)
        self.only_instances = only_instances
        unknown = [fact for fact in assume if fact not in FACTS]
        if unknown:
            raise OptionError(f"assume: `{unknown[0]}` is not one of {', '.join(FACTS)}")
        self.assume = tuple([fact for fact in FACTS if fact in assume])
        self.debug = debug
        self.verify = verify

    @property
    def suffix(self) -> str:
        """What follows a kernel's name in its symbol: nothing where no facts are assumed."""
        return "".join([f"${fact}" for fact in self.assume])

    @property
    def pointer_align(self) -> int:
        """How many bytes every array of a launch is known to be aligned to, whatever its elements."""
        return FACTS["aligned"] if "aligned" in self.assume else 1

    def key(self) -> str:
        """A text that is equal exactly if all values are: for compile keys."""
        return " ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)

    def __repr__(self) -> str:
        return f"Options({self.key().replace(' ', ', ')})"


def options_from(values: Mapping[str, object]) -> Options:
    """The compile options among parsed values (`kernelc.cli.arguments` or `environment_defaults`)."""
    picked = {row.name: values[row.name] for row in OPTIONS if row.compiles and row.name in values}
    if "level" in picked:
        picked["level"] = int(str(picked["level"]))
    return Options(**picked)  # type: ignore[arg-type]


def environment_defaults(environment: Mapping[str, str]) -> dict[str, object]:
    """The values that `KERNELC_*` variables give, by option name. Raises `OptionError` for one that its row does not allow."""
    found: dict[str, object] = {}
    for row in OPTIONS:
        if row.environment and environment.get(row.environment, ""):
            found[row.name] = row.read(environment[row.environment], row.environment)
    return found


def near(word: str, candidates: tuple[str, ...]) -> str:
    """`; did you mean …?`, or nothing if no candidate is close."""
    from kernelc.frontend.diagnostics import did_you_mean

    found = did_you_mean(word, candidates)
    return "" if found is None else f"; did you mean `{found}`?"
