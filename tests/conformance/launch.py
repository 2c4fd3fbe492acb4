"""Runs one kernel launch of a host program: after `main`, the buffers of a launch folder hold what the kernel wrote, or `error.txt` says why it did not end.

    launch.py FOLDER

FOLDER is in the form `standin-launch`, version 1: `launch.json` and one `buffer_<id>.bin` for each device allocation. The kernel is compiled by kernelc
from its source file (kept in kernelc's cache folder) and runs on the PTX virtual machine; every allocation has the address that the host program knows,
so that pointers inside buffers and structs mean what they meant there. Statics of the device keep their values for the life of the host program, in a
folder beside the launch folders.

The exit status is 0 if every thread ended, else 1; then `error.code` is the CUDA driver's number of the error (CUDA Driver API, `CUresult`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tomllib
from bisect import bisect_right
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kernelc.compile import Compilation, definitions_of, functions_of
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.defs import AliasDef
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options, environment_defaults, options_from
from kernelc.runtime import cache
from kernelc.runtime.artifact import Artifact, digest
from kernelc.runtime.module import compile_artifact, other_files, read
from kernelc.signature import KernelSignature
from ptx.parser import parse_module
from ptx.vm import Buffer, Misaligned, OutOfBounds, VmError, VmModule
from ptx.vm.errors import LaunchError, LoadError, ReadOnly
from ptx.vm.launch import check_shape, entry_function, place_parameters
from ptx.vm.launched import LaunchShape
from ptx.vm.machine import Machine
from ptx.vm.meanings import MEANINGS, REFUSED_WORDS
from ptx.vm.memory import MEMORY_VIEWS, OFFSET_BITS, OFFSET_MASK, AddressSpace, Allocation
from ptx.vm.threads import Scheduler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from dialect.function import Module
    from kernelc.frontend.defs import FnDef
    from kernelc.frontend.ty import Ty

INVALID_VALUE, ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, LAUNCH_FAILED, NOT_SUPPORTED = 1, 700, 716, 719, 801
CODES: tuple[tuple[type[VmError], int], ...] = (
    (LaunchError, INVALID_VALUE),
    (LoadError, NOT_SUPPORTED),
    (OutOfBounds, ILLEGAL_ADDRESS),
    (ReadOnly, ILLEGAL_ADDRESS),
    (Misaligned, MISALIGNED_ADDRESS),
    (VmError, LAUNCH_FAILED),
)
"""Fault of the virtual machine → error of the CUDA driver; the first that fits counts."""


ALIAS = "LaunchArgument"
"""The beginning of the names that the arguments of a generic kernel get."""


class Refused(Exception):
    """A launch that cannot be made here; `str()` is why."""


# -------------------------------------------------------------------------------------------------------------------- memory


class DeviceView:
    """Typed access to the allocations within one stretch of 2**40 bytes, by index from its start, with the errors of a memoryview."""

    __slots__ = ("base", "letter", "size", "space")

    def __init__(self, space: DeviceSpace, number: int, letter: str) -> None:
        self.space, self.base, self.letter, self.size = space, number << OFFSET_BITS, letter, MEMORY_VIEWS[letter]

    def _element(self, index: int) -> memoryview:
        allocation, offset = self.space.owner(self.base + index * self.size)
        if allocation is None or not 0 <= offset <= len(allocation.data) - self.size:
            raise IndexError(index)
        return allocation.data[offset : offset + self.size].cast(self.letter)  # type: ignore[call-overload]

    def __getitem__(self, index: int) -> int:
        return int(self._element(index)[0])

    def __setitem__(self, index: int, value: int) -> None:
        self._element(index)[0] = value


class DeviceSpace(AddressSpace):
    """An address space in which some allocations lie where the host program has them."""

    __slots__ = ("buffers", "numbers", "starts")

    def __init__(self) -> None:
        super().__init__()
        self.starts: list[int] = []
        self.buffers: list[Allocation] = []
        self.numbers: dict[int, bool] = {}

    def place_buffers(self, buffers: list[tuple[int, str, bytearray]]) -> None:
        """Places (address, name, bytes). Raises Refused where one would lie in several stretches, or in one that is in use."""
        for address, name, data in sorted(buffers, key=lambda row: row[0]):
            number = address >> OFFSET_BITS
            if (address + len(data)) >> OFFSET_BITS != number or (number < len(self.allocations) and number not in self.numbers):
                raise Refused(f"a buffer at 0x{address:x} cannot be placed in the virtual machine")
            self.starts.append(address)
            self.buffers.append(Allocation(number, name, "argument", memoryview(data), 0, address))
            self._open(number)

    def _open(self, number: int) -> None:
        if number in self.numbers:
            return
        self.numbers[number] = True
        missing = number + 1 - len(self.allocations)
        self.allocations.extend([None] * missing)
        self.allocations[number] = Allocation(number, "", "argument", memoryview(b""), 0, 0)
        for letter, table in self.tables.items():
            table.extend([memoryview(b"")] * missing)
            table[number] = DeviceView(self, number, letter)

    def owner(self, address: int) -> tuple[Allocation | None, int]:
        """The allocation of an address, or the last one before it in its stretch, and the offset from its start."""
        number = address >> OFFSET_BITS
        if number not in self.numbers:
            return super().owner(address)
        position = bisect_right(self.starts, address) - 1
        if position < 0 or self.starts[position] >> OFFSET_BITS != number:
            return None, address & OFFSET_MASK
        return self.buffers[position], address - self.starts[position]


class DeviceModule(VmModule):
    """PTX that is launched over memory at given addresses."""

    def run(self, launch: Any, signature: KernelSignature, artifact: Artifact, buffers: list[tuple[int, str, bytearray]]) -> None:
        """Runs the kernel of a launch; the buffers' bytes are changed in place. Raises VmError, Refused."""
        function = self._entry(signature.symbol)
        shape = LaunchShape(tuple(launch["grid"]), tuple(launch["block"]), launch["dynamic_shared_bytes"] + signature.shared)
        check_shape(function, shape)
        space = DeviceSpace()
        symbols = self._place_variables(space)
        arguments: list[Buffer | bytes] = [bytes.fromhex(each["hex"]) for each in launch["params"]]
        parameters, _ = place_parameters(function, arguments, space)
        space.place_buffers(buffers)
        machine = Machine(self.module, space, symbols, shape)
        machine.sites = {site.label: site for site in artifact.sites}
        frame = machine.prepare(entry_function(self.module, function.name), parameters, MEANINGS, REFUSED_WORDS)
        Scheduler(machine, frame, None, None).run()

    def mutable_variables(self) -> dict[str, memoryview]:
        """The bytes of the variables that kernels may write, by symbol."""
        return {each.name: self.variable(each.name) for each in self.module.variables() if each.space == "global"}


# -------------------------------------------------------------------------------------------------------------------- kernels


def source_file(launch: Any) -> Path:
    """The crate root with the kernel: its file, or what its file is a module of. Raises Refused where there is none."""
    where = launch["source"]
    manifest = Path(where["manifest_dir"])
    file = next((base / where["file"] for base in (manifest, *manifest.parents) if (base / where["file"]).is_file()), None)
    if file is None:
        raise Refused(f"source file {where['file']} of {launch['kernel']} is not below {manifest}")
    if file.name in ("main.rs", "lib.rs") or file.parent.name in ("bin", "examples"):
        return file
    roots = [manifest / "src" / name for name in ("main.rs", "lib.rs")]
    return next((root for root in roots if root.is_file()), file)


def options(folder: Path) -> Options:
    """The options that `KERNELC_*` variables give, and the library crates in the folder of a manifest."""
    return options_from(environment_defaults(os.environ) | {"extern": library_crates(folder)})


def library_crates(folder: Path) -> tuple[str, ...]:
    """The crates in the folder that its manifest depends on by their path, as `--extern` takes them."""
    manifest = folder / "Cargo.toml"
    found = tomllib.loads(manifest.read_text(encoding="utf-8")).get("dependencies", {}) if manifest.is_file() else {}
    paths = {name: folder / each["path"] / "src" / "lib.rs" for name, each in found.items() if isinstance(each, dict) and "path" in each}
    return tuple([f"{name.replace('-', '_')}={path}" for name, path in paths.items() if ".." not in path.parts and path.is_file()])


def compiled(launch: Any, path: Path, chosen: Options) -> Artifact:
    """The PTX of the file's kernels; of a generic kernel, that of the launched instance. Raises CompileError, Refused."""
    source = read(str(path))
    if not launch["type_args"]:
        return cache.obtain(source, chosen, lambda: compile_artifact(source, chosen, quiet=True))
    lines = [alias_of(number, each, launch) for number, each in enumerate(launch["type_args"])]
    extended = Source(source.path, "\n".join([source.text, *lines, f"// {kernel_path(launch)}", ""]))
    return cache.obtain(extended, chosen, lambda: instance_artifact(extended, chosen, launch))


def kernel_path(launch: Any) -> str:
    """The kernel's path without the crate's name."""
    return "::".join([*launch["module_path"].split("::")[1:], launch["kernel"]])


def alias_of(number: int, argument: Any, launch: Any) -> str:
    """A line that names a generic argument in the crate's root. Raises Refused for one that has no name."""
    crate = launch["module_path"].partition("::")[0]
    text = re.sub(rf"\b{crate}::", "crate::", argument["value"])
    if "{{closure}}" in text:
        raise Refused(f"kernel {launch['kernel']} is launched with a closure of the host program ({argument['name']} = {text})")
    return f"type {ALIAS}{number} = {'[(); ' if argument['kind'] == 'const' else ''}{text}{' as usize]' if argument['kind'] == 'const' else ''};"


class InstanceCompilation(Compilation):
    """A file on its way of which only an instance of a generic kernel counts; its arguments are the last aliases of the file."""

    def __init__(self, source: Source, chosen: Options, launch: Any) -> None:
        super().__init__(source, chosen)
        self.launch = launch

    def built(self) -> tuple[Module, list[KernelSignature]]:
        """MIR of the instance, and its signature. Raises CompileError, Refused."""
        if self._built is None:
            program = self.program()
            function, args = self._function(), self._arguments()
            program.body(function)
            program.check_reached()
            self.diagnostics.raise_errors()
            self._built = build_module(program, [(function, args)], self.options)
            program.check_reached()
            self.diagnostics.raise_errors()
        return self._built

    def _function(self) -> FnDef:
        path = kernel_path(self.launch)
        kernels = [each for each in functions_of(self.program()) if each.is_kernel]
        named = [each for each in kernels if each.path.removeprefix("crate::") == path]
        if len(named) != 1:
            raise Refused(f"the file has no kernel {path}; it has {', '.join([each.path for each in kernels])}")
        return named[0]

    def _arguments(self) -> tuple[Ty, ...]:
        program = self.program()
        aliases = {each.name: each for each in definitions_of(program) if isinstance(each, AliasDef)}
        types = [program.alias_type(aliases[f"{ALIAS}{number}"]) for number in range(len(self.launch["type_args"]))]
        kinds = [each["kind"] for each in self.launch["type_args"]]
        return tuple([ty.args[1] if kind == "const" else ty for kind, ty in zip(kinds, types, strict=True)])


def instance_artifact(source: Source, chosen: Options, launch: Any) -> Artifact:
    """Compiles the launched instance of a generic kernel."""
    compilation = InstanceCompilation(source, chosen, launch)
    sites = compilation.lowered().sites
    return Artifact(compilation.ptx(), compilation.kernels, sites, other_files(compilation), compilation.statics())


def signature_of(launch: Any, artifact: Artifact) -> KernelSignature:
    """The launched kernel among those of a file, by its path without the crate's name. Raises Refused where it is not there."""
    path = kernel_path(launch)
    named = [each for each in artifact.signatures if each.name == launch["kernel"]]
    exact = [each for each in named if each.symbol.replace("$$", "::") == path]
    found = exact or (named if len(named) == 1 else [])
    if not found:
        known = ", ".join([each.symbol.replace("$$", "::") for each in artifact.signatures]) or "none"
        raise Refused(f"the file has no kernel {path}; it has {known}")
    return found[0]


def check_launch(launch: Any, signature: KernelSignature) -> None:
    """Raises Refused for a launch that the virtual machine or the kernel cannot have."""
    if launch["format"] != "standin-launch" or launch["version"] != 1 or launch["endian"] != "little":
        raise Refused("the launch folder is of another format")
    if launch["cluster"] != [1, 1, 1]:
        raise Refused(f"a cluster of {launch['cluster']} blocks: the virtual machine has no clusters")
    if launch["cooperative"]:
        raise Refused("a cooperative launch: the virtual machine has no barrier of the whole grid")
    grid, block = tuple(launch["grid"]), tuple(launch["block"])
    for requirement in signature.requirements:
        if not requirement.is_fulfilled(grid, block, launch["dynamic_shared_bytes"]):
            raise Refused(f"{signature.name}: {requirement}, but grid and block are {grid} and {block}")


# ---------------------------------------------------------------------------------------------------------------------- state


class Statics:
    """What a host program's kernels have left in the device's statics: one file for each module, in `<process id>.statics`."""

    def __init__(self, folder: Path, ptx: str) -> None:
        process, _, number = folder.name.rpartition("-")
        kept = folder.parent / f"{process}.statics"
        if int(number) == 1:
            shutil.rmtree(kept, ignore_errors=True)  # of a former program with this process id
        self.path = kept / f"{digest(ptx.encode())}.json"

    def restore(self, module: DeviceModule) -> None:
        """Puts the values back that an earlier launch left."""
        if self.path.is_file():
            kept = json.loads(self.path.read_text(encoding="ascii"))
            for name, view in module.mutable_variables().items():
                view[:] = bytes.fromhex(kept[name])

    def keep(self, module: DeviceModule) -> None:
        """Keeps the values for the next launch."""
        variables = module.mutable_variables()
        if variables:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps({name: bytes(view).hex() for name, view in variables.items()}), encoding="ascii")


def set_constants(launch: Any, artifact: Artifact, module: DeviceModule) -> None:
    """Gives `#[constant]` statics the values that the host has set; those that no kernel uses are not there. Raises Refused."""
    for constant in launch["constants"]:
        data = bytes.fromhex(constant["hex"])
        for static in artifact.statics:
            if static.space == "const" and static.name.rpartition("::")[2] == constant["name"]:
                if static.layout.size != len(data):
                    raise Refused(
                        f"constant {static.name} has {static.layout.size} bytes in the kernel, {len(data)} in the host program"
                    )
                module.variable(static.symbol)[: len(data)] = data


# ------------------------------------------------------------------------------------------------------------------------ run


def run(folder: Path) -> None:
    """Makes the launch of a folder. Raises CompileError, VmError, Refused."""
    launch = json.loads((folder / "launch.json").read_text(encoding="utf-8"))
    artifact = compiled(launch, source_file(launch), options(Path(launch["source"]["manifest_dir"])))
    signature = signature_of(launch, artifact)
    check_launch(launch, signature)
    module = DeviceModule(parse_module(artifact.ptx))
    statics = Statics(folder, artifact.ptx)
    statics.restore(module)
    set_constants(launch, artifact, module)
    names = {each["buffer"]: each["name"] for each in reversed(launch["args"]) if "buffer" in each}
    files = [(each, bytearray((folder / each["file"]).read_bytes())) for each in launch["buffers"]]
    buffers = [(each["address"], names.get(each["id"], f"buffer {each['id']}"), data) for each, data in files]
    module.run(launch, signature, artifact, buffers)
    for each, data in files:
        (folder / each["file"]).write_bytes(data)
    statics.keep(module)


def fail(folder: Path, message: str, code: int) -> int:
    """Writes what went wrong for the host program; returns the exit status."""
    (folder / "error.txt").write_text(message + "\n", encoding="utf-8")
    (folder / "error.code").write_text(f"{code}\n", encoding="ascii")
    return 1


def main(folder: Path) -> int:
    """Makes the launch of a folder; returns the exit status."""
    try:
        run(folder)
    except Refused as problem:
        return fail(folder, f"not run: {problem}", NOT_SUPPORTED)
    except CompileError as problem:
        first = next((each for each in problem.diagnostics if each.level == "error"), problem.diagnostics[0])
        return fail(folder, f"refused: {first.code} {first.message}", NOT_SUPPORTED)
    except VmError as problem:
        return fail(
            folder, f"{type(problem).__name__}: {problem}", next(code for kind, code in CODES if isinstance(problem, kind))
        )
    return 0


LIMIT = 120
"""Seconds after which a launch ends by itself: whoever waits for it has a limit of its own, and may be gone."""

if __name__ == "__main__":
    signal.alarm(LIMIT)
    sys.exit(main(Path(sys.argv[1])))
