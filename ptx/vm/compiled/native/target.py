"""LLVM, through llvmlite: IR text becomes an object file for this processor, and an object file becomes functions that can be called.

Only this module imports llvmlite. An object that needs a function which is not known to be there is refused: a call to it would end the
process.
"""

import ctypes
import os
import platform
import struct
from functools import lru_cache

from ptx.vm.compiled.cfg.graph import Unsupported
from ptx.vm.compiled.control.warp import Host
from ptx.vm.compiled.ir.helpers import COMMON
from ptx.vm.compiled.watch.shadow import WATCHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NEEDED = 22
"""The LLVM whose textual form and intrinsics are used."""
PASSES = ("sroa", "simplify_cfg", "instruction_combine")
"""Function passes, in order: most of the gain of a full pipeline at a fifth of its time."""
HOST_SYMBOLS = frozenset(("memset", "memcpy", "memmove", "fma", "fmaf"))
"""Functions of the C library that LLVM may call and every process has."""
TARGET_VARIABLE = "KERNELC_VM_TARGET"
"""An aid for tests: code is made for this processor instead of the host's, with features after commas (`x86-64-v3,+f16c`)."""
WIDTH_VARIABLE = "KERNELC_VM_VECTOR_BITS"
"""An aid for tests: the widest machine vectors that are used where the processor has wider ones (256 with AVX-512)."""


@lru_cache(maxsize=1)
def llvm() -> "Any":
    """Returns llvmlite's binding, initialised, or None where it is not installed or too old."""
    try:
        import llvmlite.binding as binding
    except ImportError:
        return None
    if binding.llvm_version_info[0] < NEEDED or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    binding.initialize_native_asmparser()
    return binding


@lru_cache(maxsize=1)
def machine_key() -> tuple[str, str, str]:
    """Returns processor, features and versions: what an object file is good for."""
    binding = llvm()
    versions = f"{binding.llvm_version_info} {__import__('llvmlite').__version__} {binding.get_process_triple()}"
    processor, _, features = os.environ.get(TARGET_VARIABLE, "").partition(",")
    if processor:
        return processor, features, versions
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), versions


def function_attributes() -> str:
    """Returns the attributes by which every function is limited to vectors of a width, "" for no limit."""
    bits = os.environ.get(WIDTH_VARIABLE, "")
    return f'"min-legal-vector-width"="0" "prefer-vector-width"="{int(bits)}"' if bits else ""


def target_machine() -> "Any":
    """Returns a new target machine (an engine takes it over)."""
    binding = llvm()
    processor, features, _ = machine_key()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(cpu=processor, features=features, opt=2, jit=True)


def host() -> Host:
    """Returns what this processor can do."""
    features = set(machine_key()[1].split(","))
    return Host("+f16c" in features or is_arm(), "+avx512f" in features)


def is_x86() -> bool:
    """Whether rounding and denormal modes are in the x86 control register."""
    return platform.machine().lower() in ("x86_64", "amd64")


def is_arm() -> bool:
    """Whether this is a 64-bit ARM."""
    return platform.machine().lower() in ("aarch64", "arm64")


def compile_object(text: str) -> bytes:
    """Returns the object file of a module in textual IR. Raises `Unsupported` if LLVM refuses it."""
    binding = llvm()
    try:
        module = binding.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise Unsupported(f"LLVM refuses the code ({str(error).splitlines()[0]})") from error
    machine = target_machine()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=2))
    manager = binding.create_new_function_pass_manager()
    for name in PASSES:
        getattr(manager, f"add_{name}_pass")()
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)
    found: bytes = machine.emit_object(module)
    unknown = undefined_symbols(found) - HOST_SYMBOLS - COMMON.keys() - WATCHED
    if unknown:
        raise Unsupported(f"the code would call {', '.join(sorted(unknown))}")
    return found


def undefined_symbols(data: bytes) -> set[str]:
    """Returns the functions that an ELF object expects elsewhere. Other formats are refused."""
    if data[:5] != b"\x7fELF\x02":
        raise Unsupported("object files of this system are not checked")
    table, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * index) for index in range(count)]
    found = set()
    for section in sections:
        if section[1] != 2:
            continue
        names = sections[section[6]][4]
        for at in range(section[4] + 24, section[4] + section[5], 24):
            name, _, _, home = struct.unpack_from("<IBBH", data, at)
            if home == 0 and name:
                end = data.index(b"\0", names + name)
                found.add(data[names + name : end].decode())
    return found


class Code:
    """Native code in memory: `run(state, first, last)`. It lives as long as this object."""

    def __init__(self, *objects: bytes) -> None:
        binding = llvm()
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
        for data in objects:
            engine.add_object_file(binding.ObjectFileRef.from_data(data))
        engine.finalize_object()
        self._engine = engine
        address = engine.get_function_address("run")
        if not address:
            raise Unsupported("the object file has no `run`")
        self.run = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)(address)
