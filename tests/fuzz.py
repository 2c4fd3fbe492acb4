"""`make fuzz`: every property test with many random examples, random programs beside rustc and spoiled input, with new seeds until stopped or one fails.

Hypothesis shrinks what fails, prints it, and keeps it in `.hypothesis`, so that the next `make test` tries it first; the others print it.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time


def main() -> int:
    """Loop; answers 0 when stopped by the user, else pytest's exit code."""
    start = time.monotonic()
    for seed in itertools.count(int(time.time())):
        print(f"==== seed {seed}, after {time.monotonic() - start:.0f} s; stop with Ctrl-C ====", flush=True)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-m",
            "hypothesis",
            "--hypothesis-profile=fuzz",
            f"--hypothesis-seed={seed}",
        ]
        others = [sys.executable, "-m", "pytest", "-q", "-x", "tests/differential/test_random.py", "tests/bad_input/test_spoiled.py"]
        try:
            code = subprocess.run(command, check=False).returncode
            code = code or subprocess.run(others, check=False, env=os.environ | {"KERNELC_FUZZ": "64"}).returncode
        except KeyboardInterrupt:
            return 0
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
