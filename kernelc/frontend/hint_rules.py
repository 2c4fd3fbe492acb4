"""The rules that recognise a syntax fault, in the order in which they are tried (`RULES`).

A rule answers None when the fault is of another sort. Otherwise it has reported the fault and answers edits; an empty list
means that the broken element is skipped.
"""

from __future__ import annotations

from kernelc.frontend.hints import COMPARISONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.hints import Context, Edit, Rule

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


# ---------------------------------------------------------------------------------------------- operators of other languages


def increment(c: Context) -> list[Edit] | None:
    """`x++`, `x--`, `++x`."""
    at = c.at
    if c.here() == "+" and c.here(-1) == "+" and c.adjacent(at):
        first = at - 1
    elif c.here(-1) == c.here(-2) == "-" and c.adjacent(at - 1):
        first = at - 2
    elif c.here() == c.here(1) == "+" and c.adjacent(at + 1):
        c.error("K1017", c.span(at, at + 1), "Rust has no `++`", "not an operator", "write `x += 1`")
        return [(at, 2, [])]
    else:
        return None
    sign = c.text(first)
    span = c.span(first, first + 1)
    c.error("K1017", span, f"Rust has no `{sign}{sign}`", "not an operator", (f"write `{sign}= 1`", span, f" {sign}= 1"))
    return [(first, 2, [sign + "=", "1"])]


def conditional(c: Context) -> list[Edit] | None:
    """`c ? a : b`."""
    mark = c.at - 1
    while mark >= 0 and c.text(mark) not in ("?", ";", "{", "}"):
        mark -= 1
    if mark < 0 or c.text(mark) != "?" or not (mark == c.at - 1 or c.here() == ":"):
        return None
    colon, depth = mark + 1, 0
    while c.text(colon) not in (";", "{", "}", "") and not (c.text(colon) == ":" and depth == 0):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c.text(colon), 0)
        colon += 1
    if c.text(colon) != ":":
        return None
    c.error("K1018", c.span(mark), "Rust has no `condition ? a : b`", "not an operator", "write `if condition { a } else { b }`")
    return [(mark, 1, ["+"]), (colon, 1, ["+"])]


WRONG_PAIRS = {
    ("&&", "="): ("&&=", "write `a = a && b`", "+="),
    ("||", "="): ("||=", "write `a = a || b`", "+="),
    ("==", "="): ("===", "write `==`", "=="),
    ("!=", "="): ("!==", "write `!=`", "!="),
    ("<=", ">"): ("<=>", "write `a.cmp(&b)`", "+"),
    ("<", ">"): ("<>", "write `!=`", "!="),
    ("=", "<"): ("=<", "write `<=`", "=="),
    ("*=", "*"): ("**", "write `a.pow(b)` or `a.powf(b)`", "*"),
}


def wrong_pair(c: Context) -> list[Edit] | None:
    """Two signs that make an operator elsewhere: `&&=`, `===`, `<=>`."""
    found = WRONG_PAIRS.get((c.here(-1), c.here()))
    if found is None or not c.adjacent(c.at):
        return None
    written, advice, instead = found
    c.error("K1026", c.span(c.at - 1, c.at), f"Rust has no operator `{written}`", "not an operator", advice)
    return [(c.at - 1, 2, [instead])]


def equal_or_less(c: Context) -> list[Edit] | None:
    """`x =< y`: the `<` began a qualified path, so the fault comes later."""
    for index in range(c.at - 1, max(c.at - 8, 0), -1):
        if c.text(index) in (";", "{", "}"):
            return None
        if c.text(index) == "=" and c.text(index + 1) == "<" and c.adjacent(index + 1) and not c.adjacent(index):
            span = c.span(index, index + 1)
            c.error("K1026", span, "Rust has no operator `=<`", "not an operator", ("write `<=`", span, "<="))
            return [(index, 2, ["=="])]
    return None


def wrong_operator(c: Context) -> list[Edit] | None:
    """A single sign or word that is an operator elsewhere."""
    text, at = c.here(), c.at
    if text == ">" and c.kinds[at] == c.table.numbers["_GT2"] and c.here(-1) == ">" and c.adjacent(at):
        c.error(
            "K1026",
            c.span(at - 1, at),
            "Rust has no operator `>>>`",
            "not an operator",
            "`>>` on an unsigned type shifts in zeros",
        )
        return [(at, 1, [])]
    if text == ":" and c.here(1) == "=" and c.adjacent(at + 1):
        c.error(
            "K1026",
            c.span(at, at + 1),
            "Rust has no operator `:=`",
            "not an operator",
            "declare a variable with `let name = value;`",
        )
        return [(at, 2, ["="])]
    if text == "~" and c.can("!"):
        c.error("K1026", c.span(at), "Rust has no operator `~`", "not an operator", ("bits are inverted by `!`", c.span(at), "!"))
        return [(at, 1, ["!"])]
    rows = (("->", ".", "a member is reached with `.`"), ("=>", "==", "`=>` is for match arms; the comparison is `>=`"))
    for sign, instead, advice in (*rows, ("and", "&&", "write `&&`"), ("or", "||", "write `||`")):
        if text == sign and c.can(instead) and not c.can("{", "->"):
            shown = {"==": ">="}.get(instead, instead)
            c.error("K1026", c.span(at), f"Rust has no operator `{sign}` here", "not an operator", (advice, c.span(at), shown))
            return [(at, 1, [instead])]
    if c.here(-1) == "not" and c.kinds[at] in c.words.operands and c.is_identifier(at - 1):
        c.error("K1026", c.span(at - 1), "Rust has no operator `not`", "not an operator", ("write `!`", c.span(at - 1), "!"))
        return [(at - 1, 1, ["!"])]
    return None


def inclusive_range(c: Context) -> list[Edit] | None:
    """`a..=` without an end."""
    if c.here(-1) != "..=":
        return None
    c.error(
        "K0586",
        c.span(c.at - 1),
        "inclusive range without an end",
        "an end belongs here",
        "`a..` has no end; `a..=b` includes `b`",
    )
    return [(c.at - 1, 1, [".."])]


def comparison_chain(c: Context) -> list[Edit] | None:
    """`a < b < c`, and `f<T>(…)` without `::`."""
    shift = c.kinds[c.at] == c.table.numbers["_GT2"]
    if not (shift or comparison_at(c, c.at)):
        return None
    first = previous_comparison(c)
    if first < 0 or (shift and c.text(first) != "<"):
        return None
    closes = c.here() == ">" and c.text(first) == "<" and c.is_identifier(first - 1)
    if closes and (c.here(1) in ("(", "::", ">") or c.here(1) == "{"):
        message = "generic arguments of an expression follow `::`"
        c.error("K1044", c.span(first), message, "comparison or generic arguments?", ("write `::<`", c.start_of(first), "::"))
        return [(first, 0, ["::"])]
    advice = "join two comparisons with `&&`, or use parentheses"
    c.error("K1020", c.span(c.at), "comparisons cannot be chained", "the second comparison", advice)
    size = 2 if c.kinds[c.at] == c.table.numbers["_GE1"] else 1
    return [(c.at, size, ["&&"])]


def comparison_at(c: Context, index: int) -> bool:
    """Whether a token is a comparison operator (of `>=` the first half)."""
    kind, table = c.kinds[index], c.table
    return kind == table.numbers["_GE1"] or any(kind == table.fixed[text] for text in COMPARISONS)


def previous_comparison(c: Context) -> int:
    """The comparison to the left in the same expression, or -1."""
    index = c.at - 1
    while index >= 0:
        text = c.text(index)
        if index in c.openers:
            index = c.openers[index]
        elif comparison_at(c, index):
            return index
        elif text in ("&&", "||", "=", ";", "{", "(", "[", "=>", "return", "if", "while", "match", "in", "let") or (
            text == "," and c.here() != ">"
        ):
            return -1
        index -= 1
    return -1


def comparison_after_cast(c: Context) -> list[Edit] | None:
    """`x as usize < y`: the `<` began generic arguments."""
    index, at = c.at - 1, -1
    while index > 0 and c.text(index) not in (";", "{", "}"):
        at = cast_before(c, index) if c.text(index) == "<" else -1
        if at >= 0:
            break
        index -= 1
    if at < 0 or not {"_lt", "LESSTHAN", "_LT2"} & set(c.symbols()):
        return None
    words = "a shift" if c.text(index + 1) == "<" and c.adjacent(index + 1) else "a comparison"
    message = f"after a cast `<` begins generic arguments, not {words}"
    operand = operand_start(c, at)
    written = c.span(operand, index - 1)
    c.error(
        "K1030",
        c.span(index),
        message,
        "read as generic arguments",
        ("put the cast into parentheses", written, f"({written.text})"),
    )
    return [(index, 2 if words == "a shift" else 1, ["=="])]


def cast_before(c: Context, index: int) -> int:
    """The `as` whose type ends right before a token, or -1."""
    index -= 1
    while index > 0 and (c.is_identifier(index) or c.text(index) == "::"):
        index -= 1
    return index if c.text(index) == "as" else -1


def operand_start(c: Context, at: int) -> int:
    """The first token of the operand before `as`: names, calls, fields, groups."""
    index = at - 1
    while True:
        index = c.openers.get(index, index)
        before = c.text(index - 1)
        if before in (".", "::"):
            index -= 2
        elif c.text(index) in ("(", "[") and (c.is_identifier(index - 1) or index - 1 in c.openers):
            index -= 1
        else:
            return index


# ---------------------------------------------------------------------------------------------- declarations of other languages


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


# ---------------------------------------------------------------------------------------------- something is missing


def let_without_pattern(c: Context) -> list[Edit] | None:
    """`let = 1;`, `let mut = 1;`."""
    if c.here() not in ("=", ";", ":") or not (c.here(-1) == "let" or (c.here(-1) == "mut" and c.here(-2) == "let")):
        return None
    c.error("K1037", c.after_previous(), "`let` without a name or pattern", "what is declared belongs after this")
    return [(c.at, 0, ["x"])]


def visible_let(c: Context) -> list[Edit] | None:
    """`pub let`."""
    if c.here() != "let" or c.here(-1) not in ("pub", ")") or c.can("if"):
        return None
    first = c.at - 1 if c.here(-1) == "pub" else c.openers.get(c.at - 1, c.at) - 1
    if c.text(first) != "pub":
        return None
    c.error(
        "K1047", c.span(first, c.at - 1), "a local variable has no visibility", "", ("remove it", c.span(first, c.at - 1), "")
    )
    return [(first, c.at - first, [])]


def struct_in_condition(c: Context) -> list[Edit] | None:
    """`if x == S { a: 1 } { … }`."""
    at = c.at
    if c.here() not in (":", ",") or not c.is_identifier(at - 1) or c.here(-2) != "{" or not c.is_identifier(at - 3):
        return None
    end = c.partners.get(at - 2, -1)
    first = at - 3
    while c.text(first - 1) == "::" and c.is_identifier(first - 2):
        first -= 2
    if end < 0 or c.text(end + 1) not in ("{", "==", "!=", "&&", "||", ".", ")"):
        return None
    written = c.span(first, end)
    c.error("K1029", written, "a struct literal in a condition needs parentheses", "", ("add them", written, f"({written.text})"))
    return [(first, 0, ["("]), (end + 1, 0, [")"])]


def missing_condition(c: Context) -> list[Edit] | None:
    """`if { … }`, `else if { … }`."""
    opening = c.openers.get(c.at - 1, -1)
    if opening < 1 or c.here(-1) != "}" or c.text(opening - 1) not in ("if", "while", "match") or not c.can("{"):
        return None
    word = c.text(opening - 1)
    c.error(
        "K1043",
        c.span(opening - 1),
        f"missing {'value' if word == 'match' else 'condition'} after `{word}`",
        "it belongs after this",
    )
    return [(opening, 0, ["true"])]


def signature(c: Context) -> list[Edit] | None:
    """A return type without `->`, or a function without body."""
    symbols = c.symbols()
    if "FN" not in symbols:
        return None
    after = symbols[len(symbols) - symbols[::-1].index("FN") :]
    if "RPAR" not in after or "block" in after or "LBRACE" in after or not c.can("{"):
        return None
    if c.can("->") and c.here() in (":", "=>", "=") and c.here(1) not in ("{", ""):
        c.error("K1031", c.span(c.at), "the type that a function returns follows `->`", "", ("write `->`", c.span(c.at), "->"))
        return [(c.at, 1, ["->"])]
    if c.can("->") and not c.on_new_line() and (c.is_identifier(c.at) or c.here() in ("&", "[", "(", "*", "!", "Self")):
        c.error(
            "K1031", c.span(c.at), "the type that a function returns follows `->`", "", ("write `->`", c.start_of(c.at), "-> ")
        )
        return [(c.at, 0, ["->"])]
    c.error(
        "K1028", c.after_previous(), f"expected the body of the function, found {c.found()}", "a block in braces belongs here"
    )
    return [(c.at, 0, [";"])] if c.can(";") else [(c.at, 0, ["{", "}"])]


def missing_type(c: Context) -> list[Edit] | None:
    """Parameters, fields, constants without type."""
    if not c.can(":") or c.here() not in (",", ")", "}", "=", ";") or c.at < 1:
        return None
    symbols = c.symbols()
    kind = next((name for name in reversed(symbols) if name in ("FN", "LBRACE", "CONST", "STATIC", "LPAR", "VBAR")), "")
    if kind == "LPAR" and "FN" in symbols and c.here() in (",", ")"):
        what = "parameter"
    elif kind == "LBRACE" and any(name in ("STRUCT", "ENUM", "UNION") for name in symbols) and c.here() in (",", "}"):
        what = "field"
    elif kind in ("CONST", "STATIC") and c.here() in ("=", ";"):
        what = "constant" if kind == "CONST" else "static"
    else:
        return None
    name = c.here(-1)
    c.error(
        "K1027", c.after_name(), f"missing type of {what} `{name}`", "", (f"write `{name}: Type`", c.end_of(c.at - 1), ": Type")
    )
    return [(c.at, 0, [":", "_"])]


def type_without_colon(c: Context) -> list[Edit] | None:
    """`let x i32 = 1`, `fn f(x i32)`."""
    if (
        not c.can(":")
        or not (is_type_word(c.here()) or c.here() in ("&", "*", "["))
        or not c.is_identifier(c.at - 1)
        or c.can("+")
    ):
        return None
    c.error("K1010", c.span(c.at), "expected `:` before the type", "", ("write `:`", c.end_of(c.at - 1), ":"))
    return [(c.at, 0, [":"])]


def block_expected(c: Context) -> list[Edit] | None:
    """`if a return;`, `else return;`."""
    if c.here() in ("{", "", "}", ")") or not c.can("{"):
        return None
    if c.here(-1) not in ("else", "loop", "unsafe") and not after_condition(c):
        return None
    end = c.at
    while c.text(end) not in (";", "{", "}", ""):
        end = c.partners.get(end, end) + 1
    message = f"expected a block in braces, found {c.found()}"
    c.error("K1048", c.span(c.at), message, "a block is expected here", "put `{ … }` around the statement")
    return [(c.at, 0, ["{"]), (end + 1, 0, ["}"])] if c.text(end) == ";" else []


def after_condition(c: Context) -> bool:
    """Whether a complete condition of if, while, for or match lies before the fault, which cannot go on with it."""
    if c.kinds[c.at] not in c.words.operands and c.kinds[c.at] not in c.words.statement_kinds and c.here() not in ("then", "do"):
        return False
    index = c.at - 1
    while index >= 0 and c.text(index) not in ("{", "}", ";", "=", "(", "[", ","):
        if c.text(index) in ("if", "while", "in", "match"):
            return True
        index = c.openers.get(index, index) - 1
    return False


def arrow_of_arm(c: Context) -> list[Edit] | None:
    """`1: a` or `1 -> a` in a match."""
    if not c.can("=>") or c.here() not in (":", "->", "="):
        return None
    c.error(
        "K1010",
        c.span(c.at),
        f"expected `=>`, found `{c.here()}`",
        "an arm is `pattern => value`",
        ("write `=>`", c.span(c.at), "=>"),
    )
    return [(c.at, 1, ["=>"])]


def in_of_for(c: Context) -> list[Edit] | None:
    """`for x of xs`, `for x = 0..n`, `for i 0..n`."""
    if not c.can("in") or c.here() in ("", ";", "}", "{"):
        return None
    replaced = 1 if c.here() in ("of", "=", ":", "<-") else 0
    written = (c.span(c.at), "in") if replaced else (c.start_of(c.at), "in ")
    c.error("K1010", c.span(c.at), f"expected `in`, found {c.found()}", "", ("write `in`", *written))
    return [(c.at, replaced, ["in"])]


def label_colon(c: Context) -> list[Edit] | None:
    """`'a loop`."""
    if c.here() not in ("loop", "while", "for", "{") or not c.here(-1).startswith("'") or not c.can(":"):
        return None
    c.error("K1010", c.span(c.at - 1), "a label is followed by `:`", "", ("write `:`", c.end_of(c.at - 1), ":"))
    return [(c.at, 0, [":"])]


def missing_comma(c: Context) -> list[Edit] | None:
    """Elements of a list without `,` between, or with `;`."""
    if not c.can(","):
        return None
    if c.here() == ";" and c.can(c.innermost_closer() or "}"):
        c.error("K1012", c.span(c.at), "expected `,`, found `;`", "", ("write `,`", c.span(c.at), ","))
        return [(c.at, 1, [","])]
    starts = (
        c.kinds[c.at] in c.words.operands
        or c.here() in ("#", "_", "&", "..")
        or (c.on_new_line() and c.kinds[c.at] in c.words.keywords)
    )
    if c.here() == "pub" or c.kinds[c.at] == c.table.numbers["PUB_R"]:
        starts = True
    if not starts:
        return None
    c.error("K1012", c.after_previous(), "missing `,`", "a comma belongs after this", ("add it", c.end_of(c.at - 1), ","))
    return [(c.at, 0, [","])]


def missing_semicolon(c: Context) -> list[Edit] | None:
    """Statements without `;` between."""
    if c.at < 1 or not c.can(";"):
        return None
    if not (c.on_new_line() or c.here() in ("", "}") or c.words.starts_statement(c.kinds[c.at])):
        return None
    c.error("K1011", c.after_previous(), "missing `;`", "a semicolon belongs after this", ("add it", c.end_of(c.at - 1), ";"))
    return [(c.at, 0, [";"])]


# ---------------------------------------------------------------------------------------------- something is too much


def keyword_as_name(c: Context) -> list[Edit] | None:
    """`let match = 1;`."""
    if c.kinds[c.at] not in c.words.keywords or not c.can("IDENT") or c.can("return") or c.on_new_line():
        return None
    word = c.here()
    if word in ("self", "Self", "super", "crate"):
        c.error("K1021", c.span(c.at), f"expected a name, found keyword `{word}`", "a keyword")
    else:
        advice = (f"write it raw: `r#{word}`", c.start_of(c.at), "r#")
        c.error("K1021", c.span(c.at), f"expected a name, found keyword `{word}`", "a keyword", advice)
    return [(c.at, 1, ["x"])]


def outside_functions(c: Context) -> list[Edit] | None:
    """Statements among items."""
    if not c.can_item() or c.can("return"):
        return None
    word = c.here()
    if word == ";":
        c.error("K1010", c.span(c.at), "expected an item, found `;`", "", ("remove it", c.span(c.at), ""))
        return [(c.at, 1, [])]
    if word == "let":
        c.error("K1045", c.span(c.at), "`let` stands only in functions", "", "a global value is a `const` or `static`")
        return []
    if word in ("if", "for", "while", "loop", "match", "return", "break", "continue"):
        c.error("K1045", c.span(c.at), f"`{word}` stands only in functions", "a statement outside a function")
        return []
    return None


def attribute_alone(c: Context) -> list[Edit] | None:
    """An attribute at the end of a block or file."""
    if c.here() not in ("}", "") or c.here(-1) != "]":
        return None
    first = c.openers.get(c.at - 1, 0) - 1
    if c.text(first) != "#":
        return None
    c.error("K1041", c.span(first, c.at - 1), "an attribute needs something to apply to", "nothing follows it")
    return [(first, c.at - first, [])]


def reserved(c: Context) -> list[Edit] | None:
    """`static ||`, `yield x`, `box x`."""
    if c.here() == "static" and c.here(1) in ("|", "||", "move"):
        c.error("K1046", c.span(c.at), "static closures are reserved syntax", "", ("remove `static`", c.span(c.at), ""))
        return [(c.at, 1, [])]
    if c.here(-1) in ("yield", "box", "become", "typeof") and c.kinds[c.at] in c.words.operands:
        c.error("K1046", c.span(c.at - 1), f"`{c.here(-1)}` is reserved syntax", "a reserved word")
        return [(c.at - 1, 1, [])]
    return None


def same_line(c: Context) -> list[Edit] | None:
    """Two operands side by side: an operator or `;` is missing."""
    if c.can(";") and c.kinds[c.at] in c.words.operands:
        c.error("K1010", c.span(c.at), f"expected `;` or an operator, found {c.found()}", "unexpected")
        return [(c.at, 0, [";"])]
    return None


def anything_else(c: Context) -> list[Edit] | None:
    """What was expected, and what was found."""
    words = c.expecting()
    one_of = "one of " if len(words) > 1 else ""
    listed = ", ".join(words[:6]) if len(words) != 2 else " or ".join(words)
    shown = f"expected {one_of if len(words) > 2 else ''}{listed}" if words else "unexpected"
    at = c.at if c.here() or not c.at else c.at - 1
    span = c.span(at) if c.here() else c.end_of(at)
    c.error("K1010", span, f"{shown}, found {c.found()}", f"expected {words[0]}" if len(words) == 1 else "unexpected")
    if words == ["an expression"] and c.here() in (";", ")", "]", ",") and c.here(-1) not in ("(", ","):
        return [(c.at, 0, ["x"])]
    return []


RULES: tuple[Rule, ...] = (
    increment, conditional, wrong_pair, inclusive_range, counting_for, cast_in_front, comparison_after_cast, equal_or_less,
    wrong_operator, comparison_chain, let_without_pattern, visible_let, reserved, struct_in_condition, declaration, foreign_word, parameter_of_c,
    missing_condition, attribute_alone, missing_type, type_without_colon, signature, arrow_of_arm, in_of_for, label_colon,
    keyword_as_name, block_expected, missing_comma, missing_semicolon, outside_functions, same_line, anything_else,
)  # fmt: skip
