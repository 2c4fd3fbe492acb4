"""`--dry-run`: after `compare`, the user knows whether what would be written equals a file, or at least means the same."""

from __future__ import annotations

from kernelc.cli.failure import DONE, PROGRAM_AT_FAULT, Failure, usage

EQUAL, SAME, DIFFERS, NEW = "equal", "same meaning", "meaning differs", "new file"


def compare(kind: str, result: str | bytes, path: str, *, ignore_names: bool, form: str) -> int:
    """Compare `result` with the file at `path` and print the outcome; answers 0 if equal (on request: in meaning), else 1."""
    made = result.encode("utf-8") if isinstance(result, str) else result
    there = _read(path)
    outcome = NEW if there is None else EQUAL if there == made else _meaning(kind, there, made)
    _print(outcome, path, [] if there is None or there == made else _lines(there, made, path), form)
    return DONE if outcome == EQUAL or (outcome == SAME and ignore_names) else PROGRAM_AT_FAULT


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise usage(f"cannot read `{path}`: {problem.strerror or problem}") from None


def _meaning(kind: str, there: bytes, made: bytes) -> str:
    """Only PTX is compared by meaning; everything else differs if its bytes do."""
    if kind != "ptx":
        return DIFFERS
    from kernelc.cli.ptx_input import ptx_differences

    try:
        return DIFFERS if ptx_differences(there.decode("utf-8"), made.decode("utf-8"), "there", "made") else SAME
    except (Failure, UnicodeDecodeError):  # what is there is no PTX
        return DIFFERS


def _lines(there: bytes, made: bytes, path: str) -> list[str]:
    import difflib

    before = there.decode("utf-8", "backslashreplace").splitlines()
    after = made.decode("utf-8", "backslashreplace").splitlines()
    if before == after:
        return ["(the texts differ only in how lines end)"]
    return list(difflib.unified_diff(before, after, path, "now", lineterm=""))


def _print(outcome: str, path: str, lines: list[str], form: str) -> None:
    if form == "json":
        import json

        print(json.dumps({"outcome": outcome, "file": path, "diff": lines}, indent=2, ensure_ascii=False))
    elif outcome != EQUAL:
        print(f"{outcome}: {path}")
        for line in lines:
            print(line)
