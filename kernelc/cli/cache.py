"""`kernelc cache`: after it, the user knows what is kept where, or it is gone."""

from __future__ import annotations

import os

from kernelc.cache_folder import cache_folder, clear, entries
from kernelc.cli.failure import DONE, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments

ACTIONS = ("info", "clear")


def execute(arguments: Arguments) -> int:
    """Carry out the command; without a word it is `info`."""
    words = arguments.words or ["info"]
    if len(words) != 1 or words[0] not in ACTIONS:
        raise usage(f"cache takes one of {', '.join(ACTIONS)}, not `{' '.join(words)}`")
    folder = cache_folder()
    if folder is None:
        print("the cache is off (KERNELC_CACHE)")
    elif words[0] == "info":
        _info(folder)
    else:
        _clear(folder)
    return DONE


def _info(folder: str) -> None:
    sizes = [os.path.getsize(path) for path in entries(folder)]
    print(f"folder   {folder}")
    print(f"entries  {len(sizes)}")
    print(f"bytes    {sum(sizes)}")


def _clear(folder: str) -> None:
    try:
        count = clear(folder)
    except OSError as problem:
        raise usage(f"cannot empty `{folder}`: {problem.strerror or problem}") from None
    print(f"removed {count} {'entry' if count == 1 else 'entries'} from {folder}")
