"""The NVIDIA devices of this machine, asked of the driver's own library, so that no Python package is needed.

Source: CUDA Driver API, sections 6.3 (version) and 6.5 (device management).
"""

from __future__ import annotations

from kernelc.cli.failure import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ctypes import CDLL

LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76
"""CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*."""


class Device:
    """One GPU: its name and architecture, such as `sm_90`."""

    __slots__ = ("architecture", "name")

    def __init__(self, name: str, architecture: str) -> None:
        self.name = name
        self.architecture = architecture


class Driver:
    """What the driver says: its CUDA version (0, 0 if there is no driver), its devices, and why there are none."""

    __slots__ = ("devices", "problem", "version")

    def __init__(self, version: tuple[int, int], devices: tuple[Device, ...], problem: str = "") -> None:
        self.version = version
        self.devices = devices
        self.problem = problem


def ask_driver() -> Driver:
    """Ask the driver; whatever is missing is said in `problem`."""
    library = _library()
    if library is None:
        return Driver((0, 0), (), "no NVIDIA driver is installed")
    number = _integer(library.cuDriverGetVersion)
    version = (number // 1000, number % 1000 // 10)
    status = library.cuInit(0)
    if status != 0:
        return Driver(version, (), f"the NVIDIA driver does not start (cuInit gives error {status})")
    devices = tuple(_device(library, index) for index in range(_integer(library.cuDeviceGetCount)))
    return Driver(version, devices, "" if devices else "the NVIDIA driver sees no device")


def native_architecture() -> str:
    """The architecture of the first device. Raises `Failure` if there is none."""
    driver = ask_driver()
    if driver.problem:
        raise missing(f"--arch native: {driver.problem}", "name the architecture, such as --arch sm_80")
    return driver.devices[0].architecture


def _library() -> CDLL | None:
    import ctypes

    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _integer(function: object, *words: object) -> int:
    from ctypes import byref, c_int

    value = c_int(0)
    function(byref(value), *words)  # type: ignore[operator]
    return value.value


def _device(library: CDLL, index: int) -> Device:
    from ctypes import create_string_buffer

    name = create_string_buffer(256)
    library.cuDeviceGetName(name, 256, index)
    major = _integer(library.cuDeviceGetAttribute, CAPABILITY_MAJOR, index)
    minor = _integer(library.cuDeviceGetAttribute, CAPABILITY_MINOR, index)
    return Device(name.value.decode("utf-8", "replace"), f"sm_{major}{minor}")
