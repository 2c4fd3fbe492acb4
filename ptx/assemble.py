"""PTX text becomes a cubin and a resource report, through NVIDIA's ptxas or nvJitLink, or an error that names PTX and source lines.

Tools are looked for at each call, in this order: the path in `KERNELC_PTXAS`; ptxas of the `nvidia-cuda-nvcc` wheel in any
`site-packages` on `sys.path`; ptxas on `PATH`; nvJitLink through cuda-python. Nothing here is imported or run before it is needed.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class ToolMissing(Exception):
    """No assembler (or disassembler) is installed, or the one found cannot do the job; the message says what to install."""


class Message:
    """One line of the assembler: `severity` (`error`, `fatal`, `warning`), `ptx_line` (1-based; 0: none), `text`, and the source
    position (path, line, column) that `.loc` gives for that PTX line, or None.
    """

    __slots__ = ("ptx_line", "severity", "source", "text")

    def __init__(self, severity: str, ptx_line: int, text: str, source: tuple[str, int, int] | None = None) -> None:
        self.severity = severity
        self.ptx_line = ptx_line
        self.text = text
        self.source = source

    def __str__(self) -> str:
        place = f" (from {self.source[0]}:{self.source[1]}:{self.source[2]})" if self.source else ""
        return f"{self.severity}: PTX line {self.ptx_line}: {self.text}{place}" if self.ptx_line else f"{self.severity}: {self.text}"


class AssemblyError(Exception):
    """The assembler refused the text; `messages` holds its reasons in order, `log` its whole output."""

    def __init__(self, messages: "Sequence[Message]", log: str) -> None:
        self.messages = tuple(messages)
        self.log = log
        super().__init__("\n".join(map(str, self.messages)) or log.strip() or "the assembler failed without a message")


class Resources:
    """What one entry or function uses: `registers` a thread; bytes of `stack_frame`, `spill_stores`, `spill_loads`, `shared`,
    `local`; `constant` bytes by bank; number of `barriers`. A device function has no register count of its own (None).
    """

    __slots__ = ("barriers", "constant", "local", "name", "registers", "shared", "spill_loads", "spill_stores", "stack_frame")

    def __init__(self, name: str) -> None:
        self.name = name
        self.registers: int | None = None
        self.barriers = 0
        self.stack_frame = 0
        self.spill_stores = 0
        self.spill_loads = 0
        self.shared = 0
        self.local = 0
        self.constant: dict[int, int] = {}

    def as_dict(self) -> dict[str, object]:
        """Returns the fields in a stable order, for JSON."""
        return {slot: getattr(self, slot) for slot in self.__slots__}

    def __repr__(self) -> str:
        return f"Resources({self.as_dict()})"


class Assembled:
    """`cubin`; `resources` by entry or function name in the assembler's order; `messages` (warnings); `tool` used; `log`."""

    __slots__ = ("cubin", "log", "messages", "resources", "tool")

    def __init__(self, cubin: bytes, resources: dict[str, Resources], messages: tuple[Message, ...], tool: str, log: str) -> None:
        self.cubin = cubin
        self.resources = resources
        self.messages = messages
        self.tool = tool
        self.log = log


def assemble(text: str, arch: str | None = None, options: "Sequence[str]" = (), path: str = "") -> Assembled:
    """Assembles PTX for `arch` (`sm_80`; default: the text's own target, or the lowest that the tool knows above it).

    `options` are passed to ptxas (`-O3`, `-lineinfo`); `path` forces one ptxas. Raises `AssemblyError`, `ToolMissing`.
    """
    ptxas = path or find_ptxas()
    if ptxas:
        return _with_ptxas(ptxas, text, arch or _default_arch(text, ptxas), options)
    if find_nvjitlink():
        return _with_nvjitlink(text, arch or _at_least(_target(text), list(_KNOWN)), options)
    raise ToolMissing("no ptxas and no nvJitLink found: install the extra `ptxas` (pip install 'kernelc[ptxas]') or set KERNELC_PTXAS")


def find_ptxas() -> str | None:
    """Returns the path of ptxas, None if there is none. Raises `ToolMissing` if `KERNELC_PTXAS` names no file."""
    chosen = os.environ.get("KERNELC_PTXAS")
    if chosen:
        if not os.path.isfile(chosen):
            raise ToolMissing(f"KERNELC_PTXAS is {chosen!r}, which is not a file")
        return chosen
    return _find_tool("ptxas")


def find_nvdisasm() -> str | None:
    """Returns the path of nvdisasm, None if there is none."""
    return _find_tool("nvdisasm")


def find_nvjitlink() -> bool:
    """Tells whether cuda-python's nvJitLink bindings and their library can be used."""
    try:
        from cuda.bindings import nvjitlink  # type: ignore[import-not-found,import-untyped,unused-ignore]

        nvjitlink.version()
    except Exception:  # noqa: BLE001 - whatever goes wrong in a foreign library, it cannot be used
        return False
    return True


def _find_tool(name: str) -> str | None:
    file_name = name + ".exe" if os.name == "nt" else name
    for folder in _wheel_folders():
        candidate = os.path.join(folder, "bin", file_name)
        if os.access(candidate, os.X_OK):
            return candidate
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        candidate = os.path.join(folder, file_name)
        if folder and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return None


def _wheel_folders() -> "Iterator[str]":
    """Yields `site-packages/nvidia/cu13` (CUDA 13 wheels) and `nvidia/cuda_nvcc` (CUDA 12), newest first."""
    for root in sys.path:
        base = os.path.join(root, "nvidia")
        if root and os.path.isdir(base):
            names = os.listdir(base)
            numbered = sorted((int(name[2:]) for name in names if name.startswith("cu") and name[2:].isdigit()), reverse=True)
            for name in (*(f"cu{number}" for number in numbered), "cuda_nvcc"):
                if name in names:
                    yield os.path.join(base, name)


_KNOWN = ("sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121")
"""Targets of nvJitLink 13, lowest first."""


def _target(text: str) -> str:
    _, found, rest = text.partition(".target")
    words = rest.replace(",", " ").split(None, 1)
    return words[0] if found and words else "sm_70"


def _number(arch: str) -> int:
    digits = arch.rpartition("_")[2].rstrip("af")
    return int(digits) if digits.isdigit() else 0


def _at_least(target: str, supported: list[str]) -> str:
    """Returns the target itself if it is supported, else the lowest plain one above it (itself again if there is none)."""
    if target in supported:
        return target
    above = [arch for arch in supported if arch.startswith("sm_") and arch[-1].isdigit() and _number(arch) >= _number(target)]
    return min(above, key=_number) if above else target


def _default_arch(text: str, ptxas: str) -> str:
    return _at_least(_target(text), supported_architectures(ptxas))


_supported: dict[str, list[str]] = {}


def supported_architectures(ptxas: str) -> list[str]:
    """Returns the names that this ptxas takes for `--gpu-name`, in its own order."""
    known = _supported.get(ptxas)
    if known is None:
        _, output = _run([ptxas, "--help"])
        start = output.find("--gpu-name")
        quoted = output[start : output.find("\n--", start + 1)].split("'")[1::2]
        known = _supported.setdefault(ptxas, quoted)
    return known


def tool_version(path: str) -> str:
    """Returns the version that ptxas or nvdisasm states, e.g. `13.0.88`, or `unknown`."""
    _, output = _run([path, "--version"])
    _, found, version = output.rpartition(", V")
    return version.split()[0] if found else "unknown"


def _run(command: "Sequence[str]") -> tuple[int, str]:
    import subprocess

    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise ToolMissing(f"{command[0]} cannot be run: {error.strerror}") from error
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def _with_ptxas(ptxas: str, text: str, arch: str, options: "Sequence[str]") -> Assembled:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="kernelc-") as folder:
        source, target = os.path.join(folder, "kernel.ptx"), os.path.join(folder, "kernel.cubin")
        with open(source, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        status, log = _run([ptxas, "-v", "-arch", arch, *options, source, "-o", target])
        if status == 0:
            with open(target, "rb") as result:
                return Assembled(result.read(), _resources(log), tuple(_messages(log, text)), ptxas, log)
    if "is not defined for option 'gpu-name'" in log:
        raise ToolMissing(f"{ptxas} ({tool_version(ptxas)}) does not know {arch}")
    raise AssemblyError(list(_messages(log, text)), log)


def _with_nvjitlink(text: str, arch: str, options: "Sequence[str]") -> Assembled:
    from cuda.bindings import nvjitlink

    arguments = [f"-arch={arch}", "-verbose", *options]
    handle = nvjitlink.create(len(arguments), arguments)
    data = text.encode()
    try:
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, data, len(data), "kernel.ptx")
        nvjitlink.complete(handle)
        cubin = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, cubin)
        log = _nvjitlink_log(nvjitlink.get_info_log_size, nvjitlink.get_info_log, handle)
    except nvjitlink.nvJitLinkError as error:
        log = _nvjitlink_log(nvjitlink.get_error_log_size, nvjitlink.get_error_log, handle)
        raise AssemblyError(list(_messages(log, text)), log or str(error)) from None
    finally:
        nvjitlink.destroy(handle)
    return Assembled(bytes(cubin), _resources(log), tuple(_messages(log, text)), "nvJitLink", log)


def _nvjitlink_log(size_of, read, handle) -> str:  # type: ignore[no-untyped-def]
    buffer = bytearray(size_of(handle))
    read(handle, buffer)
    return buffer.decode("utf-8", "replace").rstrip("\0")


def _resources(log: str) -> dict[str, Resources]:
    """Reads the lines that `-v` adds; the tool's summary lines (`info    : used …`) repeat them and are not read."""
    report: dict[str, Resources] = {}
    current: Resources | None = None
    for line in log.splitlines():
        _, _, rest = line.partition(":" if "info" in line[:16] else ".")
        rest = rest.strip() or line.strip()
        if line.startswith("ptxas info") and rest.startswith(("Compiling entry function", "Function properties for")):
            name = rest.split("'")[1] if "'" in rest else rest.split()[-1]
            current = report.setdefault(name, Resources(name))
        elif current is not None and (rest.startswith("Used ") or "stack frame" in line):
            _read_amounts(rest if rest.startswith("Used ") else line.rpartition(".")[2].strip(), current)
    return report


def _read_amounts(text: str, into: Resources) -> None:
    for part in text.removeprefix("Used ").split(","):
        words = part.split()
        if words[:1] == ["used"]:
            words = words[1:]
        if not words or not words[0].isdigit():
            continue
        amount, unit = int(words[0]), " ".join(words[1:]).removeprefix("bytes ")
        if unit.startswith("cmem["):
            into.constant[int(unit[5:-1])] = amount
        elif unit in _AMOUNTS:
            setattr(into, _AMOUNTS[unit], amount)


_AMOUNTS = {
    "registers": "registers",
    "barriers": "barriers",
    "stack frame": "stack_frame",
    "spill stores": "spill_stores",
    "spill loads": "spill_loads",
    "smem": "shared",
    "lmem": "local",
}


def _messages(log: str, text: str) -> "Iterator[Message]":
    """Yields errors and warnings; the closing "aborted due to errors" is left out."""
    places: dict[int, tuple[str, int, int]] | None = None
    for line in log.splitlines():
        severity = next((word for word in ("error", "fatal", "warning") if f"{word} " in line.split(" : ")[0] + " "), None)
        if severity is None or "aborted due to errors" in line or not line.startswith("ptxas"):
            continue
        head, _, message = line.partition(" : ")
        message = message if message else line
        number = head.rpartition(", line ")[2].split(";")[0]
        ptx_line = int(number) if number.isdigit() else 0
        if ptx_line and places is None:
            places = source_lines(text)
        yield Message(severity, ptx_line, message.strip(), (places or {}).get(ptx_line))


def source_lines(text: str) -> dict[int, tuple[str, int, int]]:
    """Returns for each PTX line that holds an instruction its source position (path, line, column), where `.loc` gives one."""
    from ptx.parser import PtxSyntaxError, parse_module

    try:
        module = parse_module(text)
    except PtxSyntaxError:
        return {}
    files = module.files()
    places = {}
    for function in module.functions():
        for instruction in function.instructions():
            location = instruction.location
            if location is not None:
                places[instruction.line] = (files.get(location.file, "?"), location.line, location.column)
    return places


def disassemble(cubin: bytes, options: "Sequence[str]" = ("-c",)) -> str:
    """Returns the SASS of a cubin as nvdisasm prints it. Raises `ToolMissing`, or `AssemblyError` with its message."""
    import tempfile

    tool = find_nvdisasm()
    if tool is None:
        raise ToolMissing("no nvdisasm found: install the extra `ptxas` (pip install 'kernelc[ptxas]')")
    with tempfile.TemporaryDirectory(prefix="kernelc-") as folder:
        path = os.path.join(folder, "kernel.cubin")
        with open(path, "wb") as file:
            file.write(cubin)
        status, output = _run([tool, *options, path])
    if status != 0:
        raise AssemblyError([Message("error", 0, output.strip())], output)
    return output
