"""Rules for operators of other languages, chained comparisons and casts before `<` (see `hint_rules.py`)."""

from __future__ import annotations

from kernelc.frontend.hints import COMPARISONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.hints import Context, Edit


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
