"""`kernelc new`: after it, a folder holds a kernel file that kernelc compiles and that cargo and rust-analyzer check, without a network."""

from __future__ import annotations

import os

from kernelc.cli.failure import DONE, usage
from kernelc.cli.inputs import read_text
from kernelc.cli.output import write_whole
from kernelc.host_crates import host_files, host_folder
from kernelc.kernel_files import kernel_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments

MANIFEST = """\
# For cargo and rust-analyzer; kernelc itself reads only kernels.rs.
[package]
name = "kernels"
version = "0.1.0"
edition = "2024"
publish = false

[lib]
path = "kernels.rs"

[dependencies]
cuda_device = { path = "host/cuda_device" }

[workspace]
"""
IGNORED = "/target\n*.ptx\n"
NEXT = """\
made {folder}: kernels.rs, Cargo.toml, and the host crates in host/
  kernelc build {folder}/kernels.rs -o {folder}/kernels.ptx
  kernelc run {folder}/kernels.rs::saxpy --grid 4 --block 256 2.0 x=rand:f32[1000] y=zeros:f32[1000] --print y
  cargo check --offline --manifest-path {folder}/Cargo.toml
"""


def execute(arguments: Arguments) -> int:
    """Carry out the command."""
    if len(arguments.words) != 1:
        raise usage("new takes one folder", arguments.command.usage)
    folder = arguments.words[0]
    if arguments.has("host_crates"):
        _copy_crates(folder)
        print(f"the host crates lie in {os.path.join(folder, 'host')}; depend on them by `path = \"host/cuda_device\"`")
    else:
        _make_project(folder)
        print(NEXT.format(folder=folder), end="")
    return DONE


def _make_project(folder: str) -> None:
    if os.path.lexists(folder) and not (os.path.isdir(folder) and not os.listdir(folder)):
        raise usage(f"`{folder}` is there already", "name a folder that is not there or empty; --host-crates adds to one that is")
    _copy_crates(folder)
    for name, text in (("kernels.rs", read_text(kernel_file("saxpy"))), ("Cargo.toml", MANIFEST), (".gitignore", IGNORED)):
        write_whole(os.path.join(folder, name), text.encode("utf-8"))


def _copy_crates(folder: str) -> None:
    """Write the files of the host crates below `folder`/host; other files there stay."""
    for name in host_files():
        path = os.path.join(folder, "host", name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as problem:
            raise usage(f"cannot make `{os.path.dirname(path)}`: {problem.strerror or problem}") from None
        with open(os.path.join(host_folder(), name), "rb") as file:
            write_whole(path, file.read())
