"""LLVM, through llvmlite: IR text becomes an object file for this processor.

Only this module imports llvmlite's binding. An object that needs a function which is not known to be there is refused: a call to it would end the
process.
"""

import ctypes
import os
from functools import lru_cache

from ptx.vm.compiled.cfg.graph import Unsupported
from ptx.vm.compiled.control.warp import Host
from ptx.vm.compiled.ir.helpers import COMMON
from ptx.vm.compiled.native.loading import HOST_SYMBOLS, WINDOWS_SYMBOLS, sections_of, symbols_in
from ptx.vm.compiled.native.processor import TARGET_VARIABLE, WIDTH_VARIABLE, is_arm
from ptx.vm.compiled.watch.shadow import WATCHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NEEDED = 22
"""The LLVM whose textual form and intrinsics are used."""
PASSES = ("sroa", "simplify_cfg", "instruction_combine")
"""Function passes, in order: most of the gain of a full pipeline at a fifth of its time."""


@lru_cache(maxsize=1)
def llvm() -> "Any":
    """Returns llvmlite's binding, initialised, or None where it is not installed or too old, or cannot make ELF files (Windows on ARM)."""
    if is_arm() and os.name == "nt":
        return None
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


@lru_cache(maxsize=1)
def object_triple() -> str:
    """Returns the system that objects are made for: this one, with ELF files whatever its own format is, so that one format has to be checked."""
    triple = str(llvm().get_process_triple())
    return triple if triple.endswith("-elf") or "linux" in triple else f"{triple}-elf"


def function_attributes() -> str:
    """Returns the attributes by which every function is limited to vectors of a width, "" for no limit."""
    bits = os.environ.get(WIDTH_VARIABLE, "")
    return f'"min-legal-vector-width"="0" "prefer-vector-width"="{int(bits)}"' if bits else ""


def target_machine() -> "Any":
    """Returns a new target machine (an engine takes it over)."""
    binding = llvm()
    processor, features, _ = machine_key()
    target = binding.Target.from_triple(object_triple())
    return target.create_target_machine(cpu=processor, features=features, opt=2, jit=True)


def host() -> Host:
    """Returns what this processor can do."""
    features = set(machine_key()[1].split(","))
    return Host("+f16c" in features or is_arm(), "+avx512f" in features)


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
    unknown = undefined_symbols(found) - HOST_SYMBOLS - COMMON.keys() - WATCHED - (WINDOWS_SYMBOLS if "windows" in object_triple() else set())
    if unknown:
        raise Unsupported(f"the code would call {', '.join(sorted(unknown))}")
    return found


def undefined_symbols(data: bytes) -> set[str]:
    """Returns the functions that an ELF object expects elsewhere. Other formats are refused."""
    if data[:5] != b"\x7fELF\x02":
        raise Unsupported("object files of this system are not checked")
    return {name for name, home, _ in symbols_in(data, sections_of(data)) if home == 0 and name}
