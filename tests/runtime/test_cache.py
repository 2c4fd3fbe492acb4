"""The cache: content decides, damage is repaired, nobody else can read or write, threads and processes may do as they like."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import load
from kernelc.runtime import cache
from tests.runtime.support import ROOT

TEXT = "use cuda_device::*;\n#[kernel] pub fn k(out: &mut [u32]) { out[0] = NUMBER; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and nothing in memory."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KERNELC_CACHE", str(place))
    monkeypatch.setenv("KERNELC_EXECUTOR", "reference")  # entries of native code are not counted here
    monkeypatch.setattr(cache, "KNOWN", {})
    return place


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that have been compiled."""
    import kernelc.runtime.module as module

    paths: list[str] = []
    real = module.compile_artifact

    def compile_artifact(source: Any, options: Any) -> Any:
        paths.append(source.path)
        return real(source, options)

    monkeypatch.setattr(module, "compile_artifact", compile_artifact)
    return paths


def write(folder: Path, number: object = 1, name: str = "k.rs") -> Path:
    path = folder / name
    path.write_text(TEXT.replace("NUMBER", str(number)))
    return path


def answer(path: Path, **options: Any) -> int:
    out = np.zeros(1, np.uint32)
    load(path, **options).k[1, 1](out)
    return int(out[0])


def entries(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def forget() -> None:
    """What a fresh process would know."""
    cache.KNOWN.clear()


# --------------------------------------------------------------------------------------------------------------------------- content


def test_the_same_content_is_compiled_once(tmp_path: Path, folder: Path, made: list[str]) -> None:
    path = write(tmp_path)
    assert [answer(path) for _ in range(3)] == [1, 1, 1]
    forget()
    assert answer(path) == 1
    assert len(made) == 1
    assert len(entries(folder)) == 1


def test_content_and_options_decide_not_times(tmp_path: Path, made: list[str]) -> None:
    path = write(tmp_path, 1)
    times = path.stat()
    for number in (1, 2, 3, 1):
        write(tmp_path, number)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert answer(path) == number
    assert len(made) == 3
    assert answer(path, level=0) == answer(path, arch="sm_80") == answer(path, fmad=False) == 1
    assert len(made) == 6


def test_other_source_files_decide_too(tmp_path: Path, made: list[str]) -> None:
    path = tmp_path / "k.rs"
    path.write_text("mod other;\n" + TEXT.replace("NUMBER", "other::number()"))
    for number in (4, 5):
        (tmp_path / "other.rs").write_text(f"pub fn number() -> u32 {{ {number} }}")
        assert answer(path) == number
        forget()
        assert answer(path) == number
    assert len(made) == 2


def test_an_edited_compiler_finds_nothing(tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path)
    answer(path)
    monkeypatch.setattr(cache, "FINGERPRINT", {"": "another"})
    forget()
    assert answer(path) == 1
    assert len(made) == 2


def test_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_KNOWN", 3)
    for number in range(5):
        assert answer(write(tmp_path, number)) == number
    assert len(cache.KNOWN) == 3


# --------------------------------------------------------------------------------------------------------------------------- damage


def damage_cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def damage_empty(data: bytes) -> bytes:
    return b""


def damage_bit(data: bytes) -> bytes:
    at = data.index(b"st.global")
    return data[:at] + b"ld" + data[at + 2 :]


def damage_foreign(data: bytes) -> bytes:
    return b"\x80\x04\x95 not ours"


def damage_shape(data: bytes) -> bytes:
    from kernelc.runtime.artifact import FORMAT, digest

    key = data.partition(b"\n")[0].split()[-2].decode()
    body = b'{"ptx": 1}'
    return f"{FORMAT} {key} {digest(body)}\n".encode() + body


@pytest.mark.parametrize("damage", [damage_cut, damage_empty, damage_bit, damage_foreign, damage_shape])
def test_damaged_entries_are_rebuilt(tmp_path: Path, folder: Path, made: list[str], damage: Any) -> None:
    path = write(tmp_path)
    answer(path)
    (entry,) = entries(folder)
    good = entry.read_bytes()
    entry.write_bytes(damage(good))
    forget()
    assert answer(path) == 1
    assert len(made) == 2
    assert entry.read_bytes() == good


def test_an_entry_under_another_key_is_not_trusted(tmp_path: Path, folder: Path, made: list[str]) -> None:
    one, two = write(tmp_path, 1, "one.rs"), write(tmp_path, 2, "two.rs")
    answer(one)
    (first,) = entries(folder)
    answer(two)
    second = next(each for each in entries(folder) if each != first)
    shutil.copy(first, second)
    forget()
    assert answer(two) == 2
    assert len(made) == 3


# -------------------------------------------------------------------------------------------------------------------------- the folder


def test_only_the_owner_can_read(tmp_path: Path, folder: Path) -> None:
    old = os.umask(0)
    try:
        answer(write(tmp_path))
    finally:
        os.umask(old)
    for place in (folder, *folder.rglob("*")):
        assert stat.S_IMODE(place.stat().st_mode) == (0o700 if place.is_dir() else 0o600)


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, folder: Path, made: list[str]) -> None:
    path = write(tmp_path)
    answer(path)
    for place in (folder, entries(folder)[0].parent):
        place.chmod(0o777)
        forget()
        assert answer(path) == 1
        place.chmod(0o700)
    assert len(made) == 3


def test_off(tmp_path: Path, folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELC_CACHE", "off")
    path = write(tmp_path)
    assert answer(path) == 1
    forget()
    assert answer(path) == 1
    assert len(made) == 2
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KERNELC_CACHE", str(tmp_path / "file" / "cache"))
    assert answer(write(tmp_path)) == 1


def test_a_disk_that_is_full_is_no_error(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: str, data: bytes) -> None:
        Path(path).write_bytes(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "write", full)
    assert answer(write(tmp_path)) == 1
    assert entries(folder) == []


def test_what_killed_processes_left_is_swept(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path)
    answer(path)
    (entry,) = entries(folder)
    old, new = entry.with_name(f"x.1.a{cache.PART_SUFFIX}"), entry.with_name(f"x.2.b{cache.PART_SUFFIX}")
    for part in (old, new):
        part.write_text("half")
    os.utime(old, (time.time() - 2 * cache.PART_SECONDS,) * 2)
    entry.unlink()
    forget()
    answer(path)
    assert entries(folder) == sorted([entry, new])


# ------------------------------------------------------------------------------------------------------------ threads and processes


def test_sixteen_threads_compile_each_kernel_once(tmp_path: Path, made: list[str]) -> None:
    paths = [write(tmp_path, n, f"k{n}.rs") for n in range(4)]
    gate, wrong = threading.Barrier(16), []

    def work(number: int) -> None:
        gate.wait()
        for step in range(4):
            which = (number + step) % 4
            if answer(paths[which]) != which:
                wrong.append(which)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []
    assert sorted(made) == [str(path) for path in paths]


def test_one_kernel_in_many_threads(tmp_path: Path) -> None:
    path = tmp_path / "rank.rs"
    path.write_text("use cuda_device::*;\n#[kernel] pub fn k(n: u32, out: &mut [u32]) { let i = thread::index_1d().get(); out[i] = n * 100 + i as u32; }")
    kernel, wrong = load(path).k, []

    def work(number: int) -> None:
        for _ in range(3):
            out = np.zeros(32, np.uint32)
            kernel[1, 32](number, out)
            if out.tolist() != [number * 100 + i for i in range(32)]:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []


PROCESS = """
import sys, numpy as np
from kernelc import load
for path in sys.argv[1:]:
    out = np.zeros(1, np.uint32)
    load(path).k[1, 1](out)
    print(out[0], flush=True)
print("compiled" if "kernelc.frontend.driver" in sys.modules else "found")
"""


def start(*paths: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROCESS, *[str(path) for path in paths]]
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True)


def test_a_fresh_process_does_no_work_of_the_front_end(tmp_path: Path) -> None:
    path = write(tmp_path, 9)
    assert start(path).communicate()[0].split() == ["9", "compiled"]
    assert start(path).communicate()[0].split() == ["9", "found"]


def test_processes_of_which_some_are_killed(tmp_path: Path, folder: Path) -> None:
    paths = [write(tmp_path, n, f"k{n}.rs") for n in range(6)]
    processes = [start(*paths) for _ in range(4)]
    for process in processes[:2]:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    for process in processes[2:]:
        assert process.communicate()[0].split()[:6] == ["0", "1", "2", "3", "4", "5"]
    for process in processes[:2]:
        process.communicate()
    assert start(*paths).communicate()[0].split() == ["0", "1", "2", "3", "4", "5", "found"]
    assert len([each for each in entries(folder) if not each.name.endswith(cache.PART_SUFFIX)]) == 6
