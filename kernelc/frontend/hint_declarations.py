"""Rules for declarations, casts, loops and words of other languages (see `hint_rules.py`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.hints import Context, Edit

C_TYPES = {
    "int": "i32", "unsigned": "u32", "signed": "i32", "short": "i16", "long": "i64", "char": "u8", "float": "f32", "double": "f64",
    "half": "f16", "void": "()", "size_t": "usize", "int8_t": "i8", "int16_t": "i16", "int32_t": "i32", "int64_t": "i64",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "uint": "u32", "boolean": "bool",
}  # fmt: skip
RUST_TYPES = frozenset(
    [
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "f16",
        "bf16",
        "f32",
        "f64",
        "bool",
        "str",
    ]
)
DECLARATION_WORDS = ("var", "auto", "val", "int", "float")
FOREIGN_WORDS = {
    "function": "`fn`", "def": "`fn`", "func": "`fn`", "fun": "`fn`", "class": "`struct` with an `impl`", "import": "`use`",
    "include": "`use`", "using": "`use`", "namespace": "`mod`", "typedef": "`type`", "interface": "`trait`", "constexpr": "`const`",
    "template": "generic parameters: `fn f<T>()`", "public": "`pub`", "private": "nothing: items are private unless `pub`",
    "__global__": "`#[kernel]` and `pub fn`", "__device__": "`fn`", "__shared__": "`shared::<[T; N]>()` or `SharedArray`",
    "switch": "`match value { pattern => … }`", "case": "`match` arms: `pattern => …`", "foreach": "`for x in xs { … }`",
    "until": "`while !condition { … }`", "unless": "`if !condition { … }`", "do": "`loop { …; if !condition { break; } }`",
    "throw": "`panic!(…)`", "then": "a block in braces", "begin": "`{`", "end": "`}`", "raise": "`panic!(…)`", "elsewhere": "`else`",
    "define": "`const`", "lambda": "`|x| …`",
}  # fmt: skip
FUNCTION_WORDS = ("function", "def", "func", "fun", "__device__")
ELSE_IF = ("elif", "elseif", "elsif", "elsif")


def is_type_word(text: str) -> bool:
    """Whether a name is a number type of C or Rust."""
    return text in C_TYPES or text in RUST_TYPES


def cast_in_front(c: Context) -> list[Edit] | None:
    """`(float) x`, `(unsigned int) x`."""
    if c.here(-2) == "(" and c.here(1) == ")" and is_type_word(c.here(-1)) and is_type_word(c.here()):
        name = C_TYPES.get(c.here(), c.here())
        c.error(
            "K1023", c.span(c.at - 2, c.at + 1), "Rust has no casts in front of a value", "not a cast", f"write `value as {name}`"
        )
        return [(c.at - 2, 4, [])]
    opening = c.openers.get(c.at - 1, -1)
    if opening < 0 or c.here(-1) != ")" or c.kinds[c.at] not in c.words.operands:
        return None
    inside = [c.text(index) for index in range(opening + 1, c.at - 1)]
    if not inside or not all(is_type_word(text) or text == "*" for text in inside):
        return None
    name = C_TYPES.get(inside[-1], inside[-1])
    c.error("K1023", c.span(opening, c.at - 1), "Rust has no casts in front of a value", "not a cast", f"write `value as {name}`")
    return [(opening, c.at - opening, [])]


def counting_for(c: Context) -> list[Edit] | None:
    """`for (i = 0; i < n; i++)`."""
    for index in range(c.at, max(c.at - 14, -1), -1):
        if c.text(index) != "for" or c.text(index + 1) != "(":
            continue
        end = c.partners.get(index + 1, -1)
        if end < c.at or all(c.text(each) != ";" for each in range(index, end)):
            return None
        c.error("K1024", c.span(index + 1, end), "Rust has no counting `for`", "not a loop head", "write `for i in 0..n`")
        return [(index + 1, end - index, ["_", "in", "x"])]
    return None


def declaration(c: Context) -> list[Edit] | None:
    """`int x = 1;`, `x: i32 = 1;`, `var x = 1;`."""
    at = c.at
    if c.is_identifier(at) and c.is_identifier(at - 1) and c.starts_statement(at - 1) and c.here(1) != "(":
        word = c.here(-1)
        if not (is_type_word(word) or word in DECLARATION_WORDS):
            return None
        extra = 1 if is_type_word(c.here()) and c.is_identifier(at + 1) else 0
        name = c.here(extra)
        kind = C_TYPES.get(c.here(extra - 1), c.here(extra - 1))
        written = f"let {name}" if word in ("var", "auto", "val") else f"let {name}: {kind}"
        span = c.span(at - 1, at + extra)
        c.error("K1022", span, "variables are declared with `let`", "not a declaration", (f"write `{written}`", span, written))
        return [(at - 1, 1 + extra, ["let"])]
    if c.here() == ":" and c.is_identifier(at - 1) and c.starts_statement(at - 1) and c.can(";"):
        c.error("K1022", c.span(at - 1, at), "variables are declared with `let`", "", ("write `let`", c.start_of(at - 1), "let "))
        return [(at - 1, 0, ["let"])]
    return None


def foreign_word(c: Context) -> list[Edit] | None:
    """`function`, `class`, `switch` … and functions declared as in C."""
    before = c.openers.get(c.at - 1, c.at) - 1
    for index in (c.at - 1, before, c.at):
        word = c.text(index)
        if word in ELSE_IF and c.is_identifier(index):
            c.error(
                "K1025", c.span(index), f"Rust has no `{word}`", "not a keyword", ("write `else if`", c.span(index), "else if")
            )
            return [(index, 1, ["else", "if"])]
        if word in FOREIGN_WORDS and c.is_identifier(index) and may_be_foreign(c, index):
            c.error("K1022", c.span(index), f"Rust has no `{word}`", "not a keyword", f"Rust has {FOREIGN_WORDS[word]}")
            return [(index, 1, ["fn"])] if word in FUNCTION_WORDS and c.can_item() else []
    if c.is_identifier(c.at) and c.is_identifier(c.at - 1) and c.here(1) == "(" and c.starts_statement(c.at - 1) and c.can("!"):
        written = f"fn {c.here()}(…) -> {C_TYPES.get(c.here(-1), c.here(-1))}"
        c.error("K1022", c.span(c.at - 1, c.at), "functions are declared with `fn`", "not a declaration", f"write `{written}`")
        return []
    return None


def may_be_foreign(c: Context, index: int) -> bool:
    """Whether a word stands where the other language would have it: first in a statement, or after `#`."""
    return c.text(index - 1) == "#" or (index != c.at and c.starts_statement(index))


def parameter_of_c(c: Context) -> list[Edit] | None:
    """`fn f(int x)`."""
    if not (c.is_identifier(c.at) and c.is_identifier(c.at - 1) and is_type_word(c.here(-1)) and c.can(":")):
        return None
    kind = C_TYPES.get(c.here(-1), c.here(-1))
    span = c.span(c.at - 1, c.at)
    c.error(
        "K1022",
        span,
        "the type follows the name",
        "not a declaration",
        (f"write `{c.here()}: {kind}`", span, f"{c.here()}: {kind}"),
    )
    return [(c.at - 1, 2, ["x", ":", "_"])]
