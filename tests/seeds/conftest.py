"""The command line as a function."""

from __future__ import annotations

import pytest

from kernelc.cli import main
from tests.seeds.support import Kernelc


@pytest.fixture
def kernelc(capsys: pytest.CaptureFixture[str]) -> Kernelc:
    """Runs a command line; answers exit code, standard output, standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return run
