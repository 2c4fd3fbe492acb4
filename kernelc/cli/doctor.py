"""`kernelc doctor`: after it, the user knows what is installed, what works with it, and what to install for the rest."""

from __future__ import annotations

import sys

from kernelc.cli.failure import DONE, usage
from kernelc.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments
    from kernelc.cli.devices import Driver

    Finding = tuple[str, str]
    Ability = tuple[str, bool, str]

LIBRARIES = (("lark", "lark"), ("numpy", "numpy"), ("llvmlite", "llvmlite"), ("CuPy", "cupy"), ("cuda-python", "cuda.bindings"))
"""Shown name and import name."""


def execute(arguments: Arguments) -> int:
    """Carry out the command; what is missing is said, and is no failure."""
    if arguments.words:
        raise usage("doctor takes no words", arguments.command.usage)
    driver = _driver()
    found = dict(_findings(driver))
    for name, state in found.items():
        print(f"{name:<14}{state}")
    print()
    for what, works, otherwise in _abilities(found, driver):
        print(f"{'yes' if works else 'no':<5}{what}{'' if works else f': {otherwise}'}")
    return DONE


def _driver() -> Driver:
    from kernelc.cli.devices import ask_driver

    return ask_driver()


def _findings(driver: Driver) -> list[Finding]:
    rows = [("kernelc", VERSION), ("Python", f"{sys.version.split()[0]} ({sys.executable})")]
    rows += [(shown, _library_state(module)) for shown, module in LIBRARIES]
    rows += [("ptxas", _tool_state("ptxas")), ("nvdisasm", _tool_state("nvdisasm"))]
    rows.append(
        ("driver", f"CUDA {driver.version[0]}.{driver.version[1]}" if driver.version != (0, 0) else f"missing: {driver.problem}")
    )
    rows.append(("GPU", ", ".join(f"{each.name} ({each.architecture})" for each in driver.devices) or f"none: {driver.problem}"))
    return rows


def _library_state(module: str) -> str:
    import importlib

    try:
        version = getattr(importlib.import_module(module), "__version__", "found")
    except Exception as problem:  # noqa: BLE001  a broken installation may raise anything
        absent = isinstance(problem, ModuleNotFoundError)
        return "missing" if absent else f"broken: {type(problem).__name__}: {str(problem).strip().splitlines()[0]}"
    return str(version)


def _tool_state(tool: str) -> str:
    from ptx import assemble

    try:
        path = assemble.find_ptxas() if tool == "ptxas" else assemble.find_nvdisasm()
    except assemble.ToolMissing as problem:
        return f"missing: {problem}"
    return f"{assemble.tool_version(path)} ({path})" if path else "missing"


def _abilities(found: dict[str, str], driver: Driver) -> list[Ability]:
    """What can be done here, and what is needed for the rest."""

    def have(name: str) -> bool:
        return not found[name].startswith(("missing", "broken", "none"))

    toolkit = "cuda12" if (0, 0) < driver.version < (13, 0) else "cuda13"
    gpu = f"pip install 'kernelc[{toolkit}]'" if driver.devices else driver.problem
    return [
        ("compile kernels to PTX", True, ""),
        ("run kernels on the CPU", have("numpy"), "pip install 'kernelc[vm]'"),
        ("assemble PTX and report registers", have("ptxas"), "pip install 'kernelc[ptxas]'"),
        ("show machine code", have("ptxas") and have("nvdisasm"), "pip install 'kernelc[ptxas]'"),
        ("run kernels on a GPU", have("CuPy") and bool(driver.devices), gpu),
    ]
