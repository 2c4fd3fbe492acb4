"""Symbols: an encoding that can be undone, of characters that PTX allows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelc.frontend.build.names import decode, encode

PTX_NAME = re.compile(r"(?:[A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+)\Z")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("a::get", "a$$get"),
        ("get::<[f32; 4]>", "get$$$L$Bf32$N$S4$E$G"),
        ("<i32 as Scale>::scale", "$Li32$Sas$SScale$G$$scale"),
        ("größe", "gr$Uf6_$Udf_e"),
    ],
)
def test_examples(text, symbol):
    assert encode(text) == symbol
    assert decode(symbol) == text
    assert PTX_NAME.match(symbol)


@given(st.lists(st.sampled_from(["::", "<", ">", ", ", "&", "*", "[", "]", "; ", "(", ")", "!", "-", "x", "_1", "é", "U", "$"])).map("".join))
def test_encoding_can_be_undone(text):
    text = text.replace("$", "") + "x"
    assert decode(encode(text)) == text
    assert PTX_NAME.match(encode(text))
