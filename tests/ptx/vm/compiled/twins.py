"""Runs PTX on both executors and holds the results equal: memory bit for bit, faults by class, text and values."""

import copy

import numpy as np

from ptx.module import Module
from ptx.parser import parse_module
from ptx.vm import Buffer, VmError, VmModule, load
from ptx.vm.compiled.cfg.graph import Unsupported
from ptx.vm.compiled.control.kernel import translate
from ptx.vm.launched import LaunchShape
from ptx.vm.machine import Machine
from ptx.vm.memory import AddressSpace


def compiled(text: str) -> VmModule:
    """Returns a module that runs native code."""
    return load(text, "compiled")


def translated(text: str, entry: str, block=(32, 1, 1)) -> str:
    """Returns a kernel as LLVM IR (nothing is made native). Raises `Unsupported`."""
    module: Module = parse_module(text)
    function = next(each for each in module.entries() if each.name == entry)
    offsets = {parameter.name: 8 * position for position, parameter in enumerate(function.parameters)}
    symbols = {each.name: (16 + number) << 40 for number, each in enumerate(module.variables()) if each.space in ("global", "const")}
    machine = Machine(module, AddressSpace(), symbols, LaunchShape((1, 1, 1), block, 0))
    machine.lay_out(function, offsets)
    return translate(machine, entry, {}, 8 * len(function.parameters))[1]


def refusal(text: str, entry: str, block=(32, 1, 1)) -> str:
    """Returns why a kernel is not compiled, "" if it is."""
    try:
        translated(text, entry, block)
    except Unsupported as reason:
        return str(reason)
    return ""


def both(text: str, entry: str, grid, block, arrays: list, more: tuple = (), must_compile: bool = True, writable=None, **options):
    """Launches on both executors over copies of the arrays; returns the arrays and the fault (None) of the reference, found equal."""
    outcomes = []
    for executor in ("reference", "compiled"):
        module = load(text, executor)
        own = copy.deepcopy(arrays)
        names = [f"a{position}" for position in range(len(arrays))]
        buffers = [Buffer(name, array, writable is None or writable[position]) for position, (name, array) in enumerate(zip(names, own))]
        fault = None
        try:
            module.launch(entry, grid, block, [*buffers, *more], **options)
        except VmError as error:
            fault = error
        if executor == "compiled" and must_compile:
            assert not module.notes, module.notes
        outcomes.append((own, fault))
    (expected, wanted), (found, got) = outcomes
    assert type(got) is type(wanted), (str(got), str(wanted))
    if wanted is not None and got is not None:
        assert str(got) == str(wanted)
        assert got.details == wanted.details
        return expected, wanted
    for position, (a, b) in enumerate(zip(expected, found)):
        np.testing.assert_array_equal(a.view(np.uint8), b.view(np.uint8), err_msg=f"array {position}")
    return expected, None
