"""The rules that recognise a syntax fault, in the order in which they are tried (`RULES`).

A rule answers None when the fault is of another sort. Otherwise it has reported the fault and answers edits; an empty list
means that the broken element is skipped.
"""

from __future__ import annotations

from kernelc.frontend.hint_declarations import (
    cast_in_front,
    counting_for,
    declaration,
    foreign_word,
    is_type_word,
    parameter_of_c,
)
from kernelc.frontend.hint_operators import (
    comparison_after_cast,
    comparison_chain,
    conditional,
    equal_or_less,
    inclusive_range,
    increment,
    wrong_operator,
    wrong_pair,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.hints import Context, Edit, Rule

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
