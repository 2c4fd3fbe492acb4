"""Options given as Python keywords: after `options_from_keywords`, every one exists and has a value that its row in `kernelc.options` allows."""

from __future__ import annotations

import os

from kernelc.options import OPTIONS, Option, OptionError, Options, near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def options_from_keywords(given: Mapping[str, Any]) -> Options:
    """The options; `arch="native"` is the first GPU of this machine. Raises OptionError."""
    rows = {row.name: row for row in OPTIONS if row.compiles}
    for name, value in given.items():
        if name not in rows:
            raise OptionError(f"there is no option `{name}`{near(name, tuple(rows))}; there are {', '.join(rows)}")
        check(rows[name], value)
    chosen = Options(**dict(given))
    if chosen.arch == "native":
        chosen.arch = native_architecture()
    return chosen


def check(row: Option, value: Any) -> None:
    """Whether a value is of the row's kind. Raises OptionError."""
    if not row.metavar:
        if not isinstance(value, bool):
            raise OptionError(f"{row.name} is {value!r}, must be True or False")
    elif row.name == "level":
        if isinstance(value, bool) or str(value) not in row.choices:
            raise OptionError(f"{row.name} is {value!r}, must be {', '.join(row.choices)}")
    elif row.name == "passes":
        check_passes(value)
    elif row.many:
        check_list(row, value)
    elif not isinstance(value, str) or (value and value not in row.choices):
        hint = near(value, row.choices) if isinstance(value, str) else ""
        raise OptionError(f"{row.name} is {value!r}, must be one of {', '.join(row.choices)}{hint}")


def check_list(row: Option, value: Any) -> None:
    """Whether a value is a list or tuple of the row's choices. Raises OptionError."""
    if not isinstance(value, list | tuple):
        raise OptionError(f"{row.name} is {value!r}, must be a list such as {[*row.choices][:1] or ['scale::<f32>']!r}")
    for item in value:
        if not row.choices and isinstance(item, str) and item:
            continue
        if item not in row.choices:
            hint = near(item, row.choices) if isinstance(item, str) else ""
            raise OptionError(f"{row.name} has {item!r}, must be {'one of ' + ', '.join(row.choices) if row.choices else 'text'}{hint}")


def check_passes(value: Any) -> None:
    """Whether a value is a list of passes as text, or None."""
    from kernelc.passes.table import UnknownPassError, parse_passes

    if value is None:
        return
    if not isinstance(value, str):
        raise OptionError(f"passes is {value!r}, must be a string such as 'mem2reg,dce'")
    try:
        parse_passes(value)
    except UnknownPassError as problem:
        raise OptionError(f"passes: {problem}") from None


def chosen_executor() -> str:
    """What runs kernels on the CPU: as the environment says, else the default. Raises OptionError."""
    row = next(row for row in OPTIONS if row.name == "executor")
    text = os.environ.get(row.environment, "")
    return str(row.read(text, row.environment) if text else row.default)


def native_architecture() -> str:
    """The architecture of the first GPU. Raises OptionError where there is none."""
    from kernelc.cli.devices import ask_driver

    driver = ask_driver()
    if driver.problem:
        raise OptionError(f"arch is 'native', but {driver.problem}; name an architecture such as 'sm_80'")
    return driver.devices[0].architecture


def plain_options(options: Options) -> dict[str, Any]:
    """Options as keywords."""
    return {name: getattr(options, name) for name in options.__slots__}
