"""`kernelc run`: after it, a kernel has been launched, and the arguments asked for have been printed or saved."""

from __future__ import annotations

from kernelc.cli.failure import COMMAND_LINE_AT_FAULT, DONE, PROGRAM_AT_FAULT, TOOL_MISSING, Failure, missing, usage
from kernelc.cli.inputs import compile_options, unknown_suffix
from kernelc.cli.output import write_whole
from kernelc.cli.values import read_extent, read_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernelc.cli.arguments import Arguments
    from kernelc.cli.values import Value
    from kernelc.runtime.errors import KernelError
    from kernelc.runtime.handle import Kernel

    Shape = tuple[tuple[int, ...], tuple[int, ...], None, int]

RUNNABLE = (".rs", ".ptx")


def execute(arguments: Arguments) -> int:
    """Carry out the command."""
    kernel = find_kernel(arguments)
    shape, values = launch_of(kernel, arguments)
    launch = _on_gpu if arguments.text("device") == "gpu" else _on_cpu
    kernel.module_code.executor = arguments.text("executor")
    if arguments.has("profile"):
        launch = _counted(launch)
    values = _launched(kernel, launch, shape, values)
    if arguments.has("verbose") and launch is _on_cpu:
        _tell_executor(kernel)
    show(arguments, dict(zip([parameter.name for parameter in kernel.signature.params], values)))
    return DONE


def launch_of(kernel: Kernel, arguments: Arguments) -> tuple[Shape, list[Value]]:
    """The launch shape and the arguments that the command line says."""
    grid, block = (read_extent(arguments.text(name), f"--{name}") for name in ("grid", "block"))
    names = [parameter.name for parameter in kernel.signature.params]
    values = _values(kernel.name, names, arguments.words[1:], number(arguments, "seed"))
    for name in (*arguments.items("print"), *arguments.items("save")):
        if name not in names:
            raise usage(f"{kernel.name} has no parameter `{name}`; it has {', '.join(names) or 'none'}")
    return (grid, block, None, number(arguments, "shared")), values


def number(arguments: Arguments, option: str) -> int:
    """A number from 0 upwards."""
    text = arguments.text(option)
    if not (text.isascii() and text.isdigit()):
        raise usage(f"--{option.replace('_', '-')}: `{text}` is not a number from 0 upwards")
    return int(text)


def find_kernel(arguments: Arguments) -> Kernel:
    """The kernel that the first word means, `FILE::NAME`; `FILE` alone will do if it holds one kernel."""
    from kernelc.runtime.errors import KernelError
    from kernelc.runtime.module import load

    if not arguments.words:
        raise usage(f"{arguments.command.name} needs a kernel", arguments.command.usage)
    path, _, name = arguments.words[0].partition("::")
    if not path.endswith(RUNNABLE):
        raise unknown_suffix(path, RUNNABLE)
    options = compile_options(arguments)
    if "<" in name:
        options.instantiate, options.only_instances = (name,), True
        name = ""
    try:
        module = load(path, **{row: getattr(options, row) for row in options.__slots__})
    except KernelError as problem:
        raise Failure(PROGRAM_AT_FAULT, str(problem)) from None
    found = module.kernels
    generic = module.generic_kernels.get(name)
    if generic is not None:
        arguments_of = ", ".join([parameter for parameter, _ in generic.signature.params])
        raise usage(f"`{name}` is generic: say with which arguments, as in '{path}::{generic.signature.path}::<{arguments_of}>'")
    if name in found:
        return found[name]
    listed = ", ".join(found) or "none"
    if name:
        raise usage(f"`{path}` has no kernel `{name}`; it has {listed}")
    if len(found) != 1:
        raise usage(f"`{path}` has {len(found)} kernels ({listed}): say which, as in {path}::NAME")
    return next(iter(found.values()))


def _values(kernel: str, names: Sequence[str], texts: Sequence[str], seed: int) -> list[Value]:
    """A value per parameter: those written NAME=VALUE by name, the others in order."""
    by_name: dict[str, Value] = {}
    free = [name for name in names if not any(text.startswith(f"{name}=") for text in texts)]
    for position, text in enumerate(texts):
        name, equals, rest = text.partition("=")
        if not equals:
            name, rest = free.pop(0) if free else "", text
        if name not in names or name in by_name:
            problem = (
                f"`{text}` is one argument too many" if not equals else f"{kernel} has no parameter `{name}` left for `{text}`"
            )
            raise usage(f"{problem}: it takes {len(names)} ({', '.join(names)})")
        by_name[name] = read_value(rest, seed + position)
    lacking = [name for name in names if name not in by_name]
    if lacking:
        raise usage(f"{kernel} takes {len(names)} argument{'s' if len(names) != 1 else ''}; no value for {', '.join(lacking)}")
    return [by_name[name] for name in names]


def _launched(kernel: Kernel, launch: Callable[..., list[Value]], shape: Shape, values: list[Value]) -> list[Value]:
    from kernelc.runtime.errors import KernelError

    try:
        return launch(kernel, shape, values)
    except KernelError as problem:
        raise Failure(code_of(problem), str(problem)) from None


def code_of(problem: KernelError) -> int:
    """Whose fault it is: the kernel's, unless its arguments, its launch or this machine are."""
    from kernelc.runtime.errors import ArgumentError, LaunchError, NotSupported

    if isinstance(problem, ArgumentError | LaunchError):
        return COMMAND_LINE_AT_FAULT
    return TOOL_MISSING if isinstance(problem, NotSupported) else PROGRAM_AT_FAULT


def _tell_executor(kernel: Kernel) -> None:
    """Says what ran the kernel, and why it was the interpreter although native code was asked for."""
    import sys

    asked, reason = kernel.module_code.executor, kernel.module_code.machine.notes.get(kernel.signature.symbol, "")
    ran = "the reference interpreter" if asked == "reference" or reason else "native code"
    print(f"note: {kernel.name} ran in {ran}{': ' + reason if reason else ''}", file=sys.stderr)


def _counted(launch: Callable[..., list[Value]]) -> Callable[..., list[Value]]:
    """The same launch, counted; then the table is printed."""

    def run(kernel: Kernel, shape: Shape, values: list[Value]) -> list[Value]:
        from kernelc.runtime.profiler import profile, table_of

        with profile() as statistics:
            values = launch(kernel, shape, values)
        print(table_of(statistics))
        return values

    return run


def _on_cpu(kernel: Kernel, shape: Shape, values: list[Value]) -> list[Value]:
    kernel[shape](*values)
    return values


def _on_gpu(kernel: Kernel, shape: Shape, values: list[Value]) -> list[Value]:
    """Copy the arrays to the device, launch, copy them back."""
    from kernelc.cli.devices import ask_driver

    problem = ask_driver().problem
    if problem:
        raise missing(f"--device gpu: {problem}")
    try:
        import cupy
    except ImportError as reason:
        raise missing(f"--device gpu needs CuPy: {reason}", "pip install 'kernelc[cuda13]' (or cuda12)") from None
    moved = [cupy.asarray(value) if hasattr(value, "dtype") else value for value in values]
    kernel[shape](*moved)
    return [cupy.asnumpy(value) if hasattr(value, "dtype") else value for value in moved]


def show(arguments: Arguments, values: dict[str, Value]) -> None:
    """Prints and saves the arguments that were asked for."""
    for name in arguments.items("print"):
        print(f"{name} = {values[name]}")
    for name in arguments.items("save"):
        write_whole(f"{name}.npy", _npy(values[name]))


def _npy(value: Value) -> bytes:
    import io

    import numpy

    buffer = io.BytesIO()
    numpy.save(buffer, value, allow_pickle=False)
    return buffer.getvalue()
