"""The stored library crates are what their texts say, to the byte, and a stored crate that does not belong to its text is not used."""

from pathlib import Path
from zlib import decompress

import pytest

from kernelc.frontend import driver, store
from kernelc.frontend.library import LIBRARY, library_source
from kernelc.frontend.source import Source

NAMES = store.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_stored_crate_is_fresh(name: str) -> None:
    stored, made = Path(LIBRARY, f"{name}.bin").read_bytes(), store.make(name)
    assert stored[: store.HEADER] == made[: store.HEADER], "run `python -m kernelc.frontend.store`"
    contents = [decompress(data[store.HEADER :]) for data in (stored, made)]  # how it is compressed depends on the version of zlib
    assert contents[0] == contents[1], "run `python -m kernelc.frontend.store`"


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_the_tree_of_the_parser(name: str) -> None:
    source, table = library_source(name), driver.tables()
    found = store.load(source, f"{LIBRARY}/{name}.bin")
    assert found is not None
    tokens, tree, _ = found
    assert tree == driver.parse(table, tokens.kinds)[0]
    assert tokens.starts == [*table.lex(source.text).starts, len(source.text)]


def test_a_changed_text_is_parsed_instead() -> None:
    changed = Source("<core>", library_source("core").text + "\n")
    assert store.load(changed, f"{LIBRARY}/core.bin") is None


def test_damaged_bytes_are_not_trusted() -> None:
    source, table = library_source("cuda_device"), driver.tables()
    data = Path(LIBRARY, "cuda_device.bin").read_bytes()
    for end in (0, 10, store.HEADER, store.HEADER + 5, len(data) - 1):
        assert store.unpack(table, source, data[:end]) is None
