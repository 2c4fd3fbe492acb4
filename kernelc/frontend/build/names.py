"""Symbols: a function at the root of the file keeps its own name; any other has its path and arguments in a reversible encoding.

Letters, digits and `_` stand for themselves, `$$` for `::`, and `$` with a capital letter for another character: `a::get::<[f32; 4]>` is
`a$$get$L$Bf32$N$S4$E$G`. A character without a letter of its own is `$U<hexadecimal>_`. (`$` with a small letter begins the name of a
variant.)
"""

from __future__ import annotations

from kernelc.frontend.defs import Def, ImplDef, ModuleDef, TraitDef
from kernelc.frontend.ty import show, substitute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from kernelc.frontend.defs import FnDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.ty import Ty

LETTERS: Final = {
    "<": "L", ">": "G", ",": "C", " ": "S", "&": "R", "*": "P", "[": "B", "]": "E", ";": "N", "(": "O", ")": "Q", "!": "X", "-": "M",
    "{": "H", "}": "I", "=": "A", "#": "D", "'": "T", ":": "F",
}  # fmt: skip
_CHARACTERS: Final = {letter: character for character, letter in LETTERS.items()}


def encode(text: str) -> str:
    """The text in characters that a PTX identifier may have."""
    out = []
    for character in text.replace("::", "$"):
        if character == "$":
            out.append("$$")
        elif character == "_" or (character.isascii() and character.isalnum()):
            out.append(character)
        else:
            out.append(f"${LETTERS[character]}" if character in LETTERS else f"$U{ord(character):x}_")
    return "".join(out)


def decode(symbol: str) -> str:
    """The text of which `symbol` is the encoding."""
    out, i = [], 0
    while i < len(symbol):
        character = symbol[i]
        if character != "$":
            out.append(character)
        elif symbol[i + 1] == "U":
            end = symbol.index("_", i)
            out.append(chr(int(symbol[i + 2 : end], 16)))
            i = end - 1
        else:
            out.append("::" if symbol[i + 1] == "$" else _CHARACTERS[symbol[i + 1]])
        i += 2 if character == "$" else 1
    return "".join(out)


def is_at_root(definition: Def) -> bool:
    """Whether the definition stands directly in the user's file."""
    parent = definition.parent
    return isinstance(parent, ModuleDef) and parent.parent is None and not parent.name


def path_text(program: Program, definition: Def, args: tuple[Ty, ...]) -> str:
    """The path as the user would write it, with the crate's name for a library, and the arguments."""
    shown = _path(program, definition, args)
    own = args[_inherited(program, definition) :]
    return f"{shown}::<{', '.join([show(a) for a in own])}>" if own else shown


def _inherited(program: Program, definition: Def) -> int:
    """How many of the arguments belong to the impl or trait around the definition."""
    container = definition.parent
    return len(program.generics_of(container).params) if isinstance(container, ImplDef | TraitDef) else 0


def _path(program: Program, definition: Def, args: tuple[Ty, ...]) -> str:
    parent = definition.parent
    if isinstance(parent, ImplDef):
        header, self_ty = program.impl_header(parent)
        shown = show(substitute(self_ty, args))
        if header is not None:
            rest = [show(substitute(a, args)) for a in header.args[1:]]
            shown = f"<{shown} as {header.trait.path}{'<' + ', '.join(rest) + '>' if rest else ''}>"
        return f"{shown}::{definition.name}"
    if isinstance(parent, TraitDef):
        return f"<{show(args[0])} as {parent.path}>::{definition.name}"
    names = [definition.name]
    at: Def | None = parent
    while at is not None:
        if at.name:
            names.append(at.name)
        at = at.parent
    return "::".join(reversed(names))


def symbol_of(program: Program, fn: FnDef, args: tuple[Ty, ...]) -> str:
    """The symbol of an instance of a function."""
    return encode(fn.name if is_at_root(fn) and not args else path_text(program, fn, args))
