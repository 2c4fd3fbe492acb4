# ruff: noqa: E501
"""After import, `CODES` holds every diagnostic code with its title and its page (`kernelc docs K0308`).

A code is K and rustc's number where rustc has one for the same fault (K0308 is E0308); from K1000 on they are kernelc's own:
K100x files, K101x to K104x syntax, K11xx not in the language, kernels and limits. To add one, add one row.
"""

from __future__ import annotations


class Code:
    """One diagnostic code: what it means, the smallest program that shows it, and the same program put right."""

    __slots__ = ("meaning", "name", "right", "title", "wrong")

    def __init__(self, name: str, title: str, meaning: str, wrong: str, right: str) -> None:
        self.name = name
        self.title = title
        self.meaning = meaning
        self.wrong = wrong
        self.right = right

    @property
    def page(self) -> str:
        """The documentation page in Markdown."""
        parts = [f"# {self.name}: {self.title}", self.meaning]
        if self.wrong:
            parts.append(f"Wrong:\n\n```rust,error\n{self.wrong}\n```")
        if self.right:
            parts.append(f"Right:\n\n```rust\n{self.right}\n```")
        return "\n\n".join(parts) + "\n"


CODES: dict[str, Code] = {}


def row(name: str, title: str, meaning: str, wrong: str = "", right: str = "") -> None:
    """Add a row to the table."""
    if CODES.setdefault(name, Code(name, title, meaning, wrong, right)).title != title:
        raise KeyError(f"two rows for {name}")


# ---------------------------------------------------------------------------------------------- files
row("K1001", "no such file", "The path that was given, or that `mod name;` stands for, does not exist.")
row("K1002", "a directory instead of a file", "A source file was expected; name the `.rs` file itself.")
row("K1003", "file cannot be read", "The operating system refused to read the file; its reason is in the message.")
row("K1004", "file is not UTF-8", "Rust source is UTF-8. A byte order mark and CRLF line ends are accepted.")
row("K1005", "file holds no items", "The file is empty or holds only comments, so there is nothing to compile.", "// nothing", "fn f() {}")

# ---------------------------------------------------------------------------------------------- words (lexer), rustc's numbers
row("K0748", "unterminated raw string", "A raw string ends with `\"` and as many `#` as it began with.",
    'fn f() { let s = r#"text"; }', 'fn f() { let s = r#"text"#; }')
row("K0758", "unterminated block comment", "Block comments nest: every `/*` needs its own `*/`.",
    "fn f() {} /* outer /* inner */", "fn f() {} /* outer /* inner */ */")
row("K0762", "unterminated character literal", "A character literal ends with `'` on the same line.",
    "fn f() { let c = '; }", "fn f() { let c = ';'; }")
row("K0763", "unterminated byte literal", "A byte literal ends with `'` on the same line.",
    "fn f() { let c = b'; }", "fn f() { let c = b';'; }")
row("K0765", "unterminated string", "A string literal ends with `\"`.", 'fn f() { let s = "text; }', 'fn f() { let s = "text"; }')
row("K0766", "unterminated byte string", "A byte string literal ends with `\"`.",
    'fn f() { let s = b"text; }', 'fn f() { let s = b"text"; }')
row("K0768", "number without digits", "After `0x`, `0o` and `0b` at least one digit must follow.",
    "fn f() { let x = 0x; }", "fn f() { let x = 0x0; }")
row("K0586", "inclusive range without end", "`..=` includes its end, so there must be one.",
    "fn f() { let r = 1..=; }", "fn f() { let r = 1..; }")

# ---------------------------------------------------------------------------------------------- syntax
row("K1010", "syntax error", "The parser found something else than what may stand there; the message lists what was expected.",
    "fn f() { let x = ; }", "fn f() { let x = 1; }")
row("K1011", "missing semicolon", "Statements end with `;`. Only the last expression of a block, its value, has none.",
    "fn f() {\n    let x = 1\n    let y = 2;\n}", "fn f() {\n    let x = 1;\n    let y = 2;\n}")
row("K1012", "missing comma", "Fields, arguments, parameters, elements and match arms are separated by `,`.",
    "struct S {\n    a: u32\n    b: u32,\n}", "struct S {\n    a: u32,\n    b: u32,\n}")
row("K1013", "unclosed delimiter", "Every `(`, `[` and `{` needs its closing partner.", "fn f() {", "fn f() {}")
row("K1014", "mismatched closing delimiter", "The closing delimiter is of another kind than the one that is open.",
    "fn g(x: u32) {} fn f() { g(1]; }", "fn g(x: u32) {} fn f() { g(1); }")
row("K1015", "unexpected closing delimiter", "A delimiter is closed that was never opened.", "fn f() {} }", "fn f() {}")
row("K1016", "unknown character", "The character cannot begin anything in Rust. Typographic quotes and dashes are common after copying.",
    "fn f() { let x = 1 × 2; }", "fn f() { let x = 1 * 2; }")
row("K1017", "no increment or decrement operator", "Rust has no `++` and `--`; write `+= 1` or `-= 1`.",
    "fn f(mut x: u32) { x++; }", "fn f(mut x: u32) { x += 1; }")
row("K1018", "no conditional operator", "Rust has no `c ? a : b`; `if` is an expression.",
    "fn f(c: bool) -> u32 { c ? 1 : 2 }", "fn f(c: bool) -> u32 { if c { 1 } else { 2 } }")
row("K1019", "assignment in a condition", "`=` assigns and has no value; `==` compares.", "fn f(x: u32) { if x = 1 {} }", "fn f(x: u32) { if x == 1 {} }")
row("K1020", "chained comparison", "Comparisons do not chain; join two with `&&`.",
    "fn f(x: u32) -> bool { 1 < x < 3 }", "fn f(x: u32) -> bool { 1 < x && x < 3 }")
row("K1021", "keyword as a name", "The word has a meaning in Rust. Rename it, or write it raw: `r#match`.",
    "fn f() { let match = 1; }", "fn f() { let r#match = 1; }")
row("K1022", "declaration in C's form", "A variable is declared with `let`, its type after the name.",
    "fn f() { int x = 1; }", "fn f() { let x: i32 = 1; }")
row("K1023", "cast in C's form", "A cast is written after the value: `x as f32`.", "fn f(x: u32) { let y = (float) x; }", "fn f(x: u32) { let y = x as f32; }")
row("K1024", "`for` in C's form", "`for` runs over a range or an iterator.",
    "fn f(n: u32) { for (i = 0; i < n; i += 1) {} }", "fn f(n: u32) { for i in 0..n {} }")
row("K1025", "`else if` written as one word", "Rust writes `else if`.",
    "fn f(a: bool, b: bool) { if a {} elif b {} }", "fn f(a: bool, b: bool) { if a {} else if b {} }")
row("K1026", "no such operator", "The operator exists in another language; the help says how Rust writes it.",
    "fn f(mut a: bool, b: bool) { a &&= b; }", "fn f(mut a: bool, b: bool) { a = a && b; }")
row("K1027", "parameter without type", "Every parameter of a function has a type.", "fn f(x) {}", "fn f(x: u32) {}")
row("K1028", "function without body", "A function needs a body; only traits and extern blocks have functions without.",
    "fn f();", "fn f() {}")
row("K1029", "struct literal in a condition", "In a condition `{` begins the body, so a struct literal needs parentheses.",
    "struct S { a: u32 } fn f() { if S { a: 1 }.a == 1 {} }", "struct S { a: u32 } fn f() { if (S { a: 1 }).a == 1 {} }")
row("K1030", "`<` after a cast", "After `as Type`, `<` would begin generic arguments; put the cast into parentheses.",
    "fn f(x: u32, y: usize) -> bool { x as usize < y }", "fn f(x: u32, y: usize) -> bool { (x as usize) < y }")
row("K1031", "return type without arrow", "The type of a function's value follows `->`.", "fn f() u32 { 1 }", "fn f() -> u32 { 1 }")
row("K1032", "invalid number", "The digits do not fit the radix, or the suffix is no number type.",
    "fn f() { let x = 1u33; }", "fn f() { let x = 1u32; }")
row("K1033", "invalid escape", "After `\\` only n r t \\ 0 ' \" xHH and u{…} may stand, and what they denote must exist.",
    "fn f() { let c = '\\q'; }", "fn f() { let c = 'q'; }")
row("K1034", "character literal that is not one character", "`'…'` holds exactly one character; text is written `\"…\"`.",
    "fn f() { let c = 'ab'; }", 'fn f() { let c = "ab"; }')
row("K1035", "nested too deeply", "Expressions, types, patterns and blocks may be nested up to a limit; split the expression with `let`.")
row("K1036", "`let` where no condition is", "`let` as an expression stands only in the condition of `if`, `while` and match guards, joined with `&&`.",
    "fn f(y: Option<u32>) -> bool { (let Some(_) = y) }", "fn f(y: Option<u32>) -> bool { if let Some(_) = y { true } else { false } }")
row("K1037", "`let` without pattern", "After `let` comes what is declared: a name or a pattern.", "fn f() { let = 1; }", "fn f() { let x = 1; }")
row("K1038", "qualifier not allowed here", "Function qualifiers stand in the order `const async unsafe extern`, each at most once; other items take fewer.",
    "unsafe const fn f() {}", "const unsafe fn f() {}")
row("K1039", "`..` is not last", "In a struct literal or pattern `..` comes last, without a comma after it, and at most once.",
    "struct S { a: u32, b: u32 } fn f(s: S) { let t = S { ..s, b: 1 }; }", "struct S { a: u32, b: u32 } fn f(s: S) { let t = S { b: 1, ..s }; }")
row("K1040", "needs parentheses", "Rust asks for parentheses here, because readers would take the code for something else.",
    "fn f(c: bool) { let true | false = c; }", "fn f(c: bool) { let (true | false) = c; }")
row("K1041", "attribute without anything to apply to", "An attribute (or doc comment) belongs to the item, statement or expression that follows it.",
    "fn f() { #[inline] ; }", "fn f() { #[inline] fn g() {} }")
row("K1042", "generic arguments in a wrong place", "In an expression generic arguments follow `::` and come once; lifetimes, types and constants first, `Name = Type` last.",
    "fn g<T>() {} fn f() { g::<u8>::<u8>(); }", "fn g<T>() {} fn f() { g::<u8>(); }")
row("K1043", "missing condition", "`if` and `while` need a condition before their block.",
    "fn f(a: bool) { if a {} else if {} }", "fn f(a: bool) { if a {} else {} }")
row("K1044", "generic arguments without `::`", "In an expression `f<T>(…)` would be two comparisons; write `f::<T>(…)`.",
    "fn g<T>() {} fn f() { g<u32>(); }", "fn g<T>() {} fn f() { g::<u32>(); }")
row("K1045", "item in a wrong place", "This item cannot stand here, or lacks a part that it needs here.", "const X: u32;", "const X: u32 = 1;")
row("K1046", "reserved syntax", "Rust keeps this form for later, or only nightly compilers accept it.",
    "fn f() { let c = static || 1; }", "fn f() { let c = || 1; }")
row("K1047", "visibility not allowed here", "`pub` stands before items and fields only.", "fn f() { pub let x = 1; }", "fn f() { let x = 1; }")
row("K1048", "block without braces", "The body of `if`, `else`, `while`, `for`, `loop` and `fn` is a block in braces.",
    "fn f(a: bool) { if a return; }", "fn f(a: bool) { if a { return; } }")

# ---------------------------------------------------------------------------------------------- names
row("K0252", "name imported twice", "Two `use` declarations bring in the same name.", "mod a { pub fn x() {} } mod b { pub fn x() {} } use a::x; use b::x;", "mod a { pub fn x() {} } mod b { pub fn x() {} } use a::x; use b::x as y;")
row("K0255", "import collides with an item", "A `use` brings in a name that the module defines itself.",
    "mod a { pub fn x() {} } use a::x; fn x() {}", "mod a { pub fn x() {} } use a::x as y; fn x() {}")
row("K0403", "generic parameter declared twice", "Names of generic parameters are distinct.", "fn f<T, T>() {}", "fn f<T, U>() {}")
row("K0404", "not a trait", "A bound or `impl … for` names something that is no trait.",
    "struct S; struct R; impl S for R {}", "trait S {} struct R; impl S for R {}")
row("K0405", "trait not found", "No trait of this name is in scope.", "struct S; impl Missing for S {}", "trait Missing {} struct S; impl Missing for S {}")
row("K0407", "method is not part of the trait", "An `impl` of a trait holds only what the trait declares.",
    "trait T {} struct S; impl T for S { fn f() {} }", "trait T { fn f(); } struct S; impl T for S { fn f() {} }")
row("K0408", "name not bound in all alternatives", "Each alternative of an or-pattern binds the same names.",
    "fn f(x: Option<u32>) { match x { Some(y) | None => {} } }", "fn f(x: Option<u32>) { match x { Some(_) | None => {} } }")
row("K0411", "`Self` outside an impl", "`Self` is the type of the surrounding impl or trait.", "fn f() -> Self { 1 }", "fn f() -> u32 { 1 }")
row("K0412", "type not found", "No type of this name is in scope.", "fn f(x: Missing) {}", "fn f(x: u32) {}")
row("K0415", "parameter name used twice", "Parameters have distinct names.", "fn f(a: u32, a: u32) {}", "fn f(a: u32, b: u32) {}")
row("K0416", "name bound twice in a pattern", "A pattern binds each name once.", "fn f() { let (a, a) = (1, 2); }", "fn f() { let (a, b) = (1, 2); }")
row("K0422", "no such struct", "A struct literal names something that is no struct.", "fn f() { let x = foo { a: 1 }; }", "struct Foo { a: u32 } fn f() { let x = Foo { a: 1 }; }")
row("K0423", "a value was expected", "A type or module stands where a value is needed.", "struct S { a: u32 } fn f() { let s = S(1); }", "struct S { a: u32 } fn f() { let s = S { a: 1 }; }")
row("K0424", "`self` outside a method", "`self` exists in functions that take it as first parameter.", "fn f() { self.x; }", "struct S { x: u32 } impl S { fn f(&self) { self.x; } }")
row("K0425", "unresolved name", "No value of this name is in scope.", "fn f() { let a = missing; }", "fn f() { let present = 1; let a = present; }")
row("K0426", "undeclared label", "`break 'a` and `continue 'a` name a surrounding loop or block.", "fn f() { loop { break 'a; } }", "fn f() { 'a: loop { break 'a; } }")
row("K0428", "name defined twice", "Two items of the same kind of name in one module.", "struct S; struct S;", "struct S; struct R;")
row("K0432", "unresolved import", "The path in `use` leads to nothing.", "use cuda_device::missing;", "use cuda_device::thread;")
row("K0433", "unresolved path", "A part of the path before the last is no module, type or enum.", "fn f() { missing::g(); }", "mod m { pub fn g() {} } fn f() { m::g(); }")
row("K0434", "function uses a local of its surroundings", "A nested `fn` sees no locals; a closure does.",
    "fn f() { let a = 1; fn g() -> i32 { a } }", "fn f() { let a = 1; let g = || a; }")
row("K0435", "not a constant", "Array lengths and const arguments are constants.", "fn f(n: usize) { let a = [0; n]; }", "fn f() { const N: usize = 4; let a = [0; N]; }")
row("K0437", "type is not part of the trait", "An `impl` of a trait holds only the types the trait declares.",
    "trait T {} struct S; impl T for S { type A = u8; }", "trait T { type A; } struct S; impl T for S { type A = u8; }")
row("K0438", "constant is not part of the trait", "An `impl` of a trait holds only the constants the trait declares.",
    "trait T {} struct S; impl T for S { const A: u8 = 1; }", "trait T { const A: u8; } struct S; impl T for S { const A: u8 = 1; }")
row("K0449", "visibility on a trait item", "Items of a trait impl and variants are as visible as the trait or enum.",
    "trait T { fn f(); } struct S; impl T for S { pub fn f() {} }", "trait T { fn f(); } struct S; impl T for S { fn f() {} }")
row("K0531", "no such tuple struct or variant", "A pattern `Name(…)` needs a tuple struct or variant.", "fn f(x: u32) { let Foo(y) = x; }", "struct Foo(u32); fn f(x: Foo) { let Foo(y) = x; }")
row("K0532", "pattern names no variant or constant", "A pattern needs a unit struct, variant, constant or tuple constructor here.",
    "enum E { A(u32) } fn f(e: E) { match e { E::A => {} } }", "const G: u32 = 1; fn f(x: u32) { match x { G => {} _ => {} } }")
row("K0573", "a type was expected", "A value, variant or function stands where a type is needed.", "enum E { A } fn f(x: E::A) {}", "enum E { A } fn f(x: E) {}")
row("K0583", "module file not found", "`mod name;` stands for `name.rs` or `name/mod.rs` beside the file.", "mod missing;", "mod present {}")
row("K0603", "private item", "The item is visible only in its own module; write `pub` before it.",
    "mod m { fn g() {} } fn f() { m::g(); }", "mod m { pub fn g() {} } fn f() { m::g(); }")
row("K0616", "private field", "The field is visible only in the module of its struct.",
    "mod m { pub struct S { a: u32 } } fn f(s: m::S) { s.a; }", "mod m { pub struct S { pub a: u32 } } fn f(s: m::S) { s.a; }")
row("K0624", "private method", "The method is visible only in the module of its impl.",
    "mod m { pub struct S; impl S { fn g(&self) {} } } fn f(s: m::S) { s.g(); }",
    "mod m { pub struct S; impl S { pub fn g(&self) {} } } fn f(s: m::S) { s.g(); }")
row("K0659", "ambiguous name", "Two glob imports bring in the same name; import the one that is meant.",
    "mod a { pub fn h() {} } mod b { pub fn h() {} } use a::*; use b::*; fn f() { h(); }", "mod a { pub fn h() {} } mod b { pub fn h() {} } use a::*; fn f() { h(); }")

# ---------------------------------------------------------------------------------------------- types
row("K0023", "wrong number of fields in a pattern", "A tuple struct pattern has a part for every field, or `..`.",
    "struct S(u32, u32); fn f(s: S) { let S(a) = s; }", "struct S(u32, u32); fn f(s: S) { let S(a, _) = s; }")
row("K0026", "pattern names a field that does not exist", "The struct has no field of this name.",
    "struct S { a: u32 } fn f(s: S) { let S { b, .. } = s; }", "struct S { a: u32 } fn f(s: S) { let S { a, .. } = s; }")
row("K0027", "pattern lacks fields", "A struct pattern names every field or ends with `..`.",
    "struct S { a: u32, b: u32 } fn f(s: S) { let S { a } = s; }", "struct S { a: u32, b: u32 } fn f(s: S) { let S { a, .. } = s; }")
row("K0029", "range pattern of a type without order", "Range patterns are for numbers and characters.",
    "fn f(x: bool) -> u32 { match x { false..=true => 1 } }", "fn f(x: u8) -> u32 { match x { 0..=255 => 1 } }")
row("K0046", "trait items missing", "An impl must hold everything that the trait declares without a default.",
    "trait T { fn f(); } struct S; impl T for S {}", "trait T { fn f(); } struct S; impl T for S { fn f() {} }")
row("K0049", "wrong number of generic parameters in an impl", "A method of an impl has the generic parameters of the trait's.",
    "trait T { fn m<A>(a: A); } struct S; impl T for S { fn m(a: u32) {} }", "trait T { fn m<A>(a: A); } struct S; impl T for S { fn m<A>(a: A) {} }")
row("K0050", "wrong number of parameters in an impl", "A method of an impl takes as many parameters as the trait's.",
    "trait T { fn f(a: u32); } struct S; impl T for S { fn f() {} }", "trait T { fn f(a: u32); } struct S; impl T for S { fn f(a: u32) {} }")
row("K0053", "method of an impl has another type than the trait's", "Parameters and result of the method are those of the trait.",
    "trait T { fn f(a: u32); } struct S; impl T for S { fn f(a: u8) {} }", "trait T { fn f(a: u32); } struct S; impl T for S { fn f(a: u32) {} }")
row("K0054", "cast to bool", "A number becomes a bool by comparing.", "fn f(x: u32) -> bool { x as bool }", "fn f(x: u32) -> bool { x != 0 }")
row("K0061", "wrong number of arguments", "A function is called with as many arguments as it has parameters.",
    "fn g(a: u32) {} fn f() { g(); }", "fn g(a: u32) {} fn f() { g(1); }")
row("K0062", "field given twice", "A struct literal gives each field once.", "struct S { a: u32 } fn f() { S { a: 1, a: 2 }; }", "struct S { a: u32 } fn f() { S { a: 1 }; }")
row("K0063", "field missing", "A struct literal gives every field, or ends with `..base`.",
    "struct S { a: u32, b: u32 } fn f() { S { a: 1 }; }", "struct S { a: u32, b: u32 } fn f() { S { a: 1, b: 2 }; }")
row("K0067", "left side of an operator assignment is no place", "Only a place can be assigned to.", "fn f() { 1 += 2; }", "fn f() { let mut x = 1; x += 2; }")
row("K0069", "`return;` in a function with a value", "`return` needs the value of the function's type.", "fn f() -> u32 { return; }", "fn f() -> u32 { return 1; }")
row("K0070", "left side of an assignment is no place", "Only a place can be assigned to.", "fn f() { 1 = 2; }", "fn f() { let mut x = 1; x = 2; }")
row("K0072", "recursive type of infinite size", "A type that contains itself has no size; go through a pointer.",
    "struct S { next: Option<S> }", "struct S { next: *const S }")
row("K0080", "constant cannot be evaluated", "Evaluating a constant met an overflow, a panic or an index out of range.",
    "const X: u8 = 255 + 1;", "const X: u16 = 255 + 1;")
row("K0081", "discriminant used twice", "Variants of an enum have distinct discriminants.", "enum E { A = 1, B = 1 }", "enum E { A = 1, B = 2 }")
row("K0107", "wrong number of generic arguments", "A type or function takes as many generic arguments as it declares.",
    "struct S<T>(T); fn f(s: S<u8, u8>) {}", "struct S<T>(T); fn f(s: S<u8>) {}")
row("K0116", "inherent impl for a foreign type", "Methods of types of another crate come from a trait.", "impl Option<u32> { fn f() {} }", "trait T { fn f(); } impl T for Option<u32> { fn f() {} }")
row("K0119", "conflicting impls", "A trait is implemented once for a type.", "trait T {} impl T for u8 {} impl T for u8 {}", "trait T {} impl T for u8 {}")
row("K0121", "`_` in the type of an item", "Types of items are written out.", "fn f() -> _ { 1 }", "fn f() -> i32 { 1 }")
row("K0124", "field declared twice", "Fields of a struct have distinct names.", "struct S { a: u32, a: u32 }", "struct S { a: u32, b: u32 }")
row("K0201", "defined twice in an impl", "Names in an impl are distinct.",
    "trait T { fn m(); } struct S; impl T for S { fn m() {} fn m() {} }", "trait T { fn m(); } struct S; impl T for S { fn m() {} }")
row("K0204", "`Copy` for a type with fields that are not", "Every field of a Copy type is Copy.",
    "#[derive(Clone)] struct A; #[derive(Clone, Copy)] struct S(A);", "#[derive(Clone, Copy)] struct A; #[derive(Clone, Copy)] struct S(A);")
row("K0207", "generic parameter of an impl is not determined", "Every parameter of an impl appears in its type or trait.",
    "struct S; impl<T> S { fn f() {} }", "struct S; impl S { fn f<T>() {} }")
row("K0220", "no such associated type", "The trait declares no type of this name.",
    "trait T { type A; } fn f<X: T>(x: X::B) {}", "trait T { type A; } fn f<X: T>(x: X::A) {}")
row("K0223", "ambiguous associated type", "Say of which trait: `<T as Trait>::Name`.",
    "trait T { type A; } impl T for u32 { type A = u8; } fn f(x: u32::A) {}", "trait T { type A; } impl T for u32 { type A = u8; } fn f(x: <u32 as T>::A) {}")
row("K0267", "`break` out of a closure", "A closure is a function of its own: no jump leaves it.",
    "fn f() { loop { let g = || { break; }; } }", "fn f() { loop { break; } }")
row("K0268", "`break` outside a loop", "`break` and `continue` stand inside `loop`, `while` and `for`.", "fn f() { break; }", "fn f() { loop { break; } }")
row("K0271", "associated type differs", "The associated type is another than the bound asks for.",
    "trait T { type A; } impl T for u32 { type A = u8; } fn g<X: T<A = u16>>(x: X) {} fn f() { g(1u32); }", "trait T { type A; } impl T for u32 { type A = u8; } fn g<X: T<A = u8>>(x: X) {} fn f() { g(1u32); }")
row("K0275", "trait selection does not end", "Proving the bound needs itself again and again.",
    "trait T {} struct W<X>(X); impl<X> T for X where W<X>: T {} fn g<X: T>(x: X) {} fn f() { g(1u32); }", "trait T {} struct W<X>(X); impl T for u32 {} impl<X: T> T for W<X> {} fn g<X: T>(x: X) {} fn f() { g(W(1u32)); }")
row("K0277", "trait bound not satisfied", "The type does not implement a trait that is needed here.",
    "fn f(a: u32, b: f32) -> f32 { a + b }", "fn f(a: u32, b: f32) -> f32 { a as f32 + b }")
row("K0282", "type annotations needed", "The type cannot be inferred from use; write it.", "fn f() { let x = None; }", "fn f() { let x: Option<u32> = None; }")
row("K0283", "which impl is meant is open", "Several impls fit; write the type.",
    "trait T<A> { fn m(&self) {} } impl T<u8> for u32 {} impl T<u16> for u32 {} fn f(x: u32) { x.m(); }", "trait T<A> { fn m(&self) {} } impl T<u8> for u32 {} impl T<u16> for u32 {} fn f(x: u32) { T::<u8>::m(&x); }")
row("K0308", "mismatched types", "An expression has another type than its place asks for; there are no implicit conversions.",
    "fn f() -> u32 { 1.0 }", "fn f() -> u32 { 1 }")
row("K0368", "operator assignment not defined for the type", "`a op= b` needs the operator's trait.", "fn f() { let mut b = true; b += true; }", "fn f() { let mut b = true; b |= true; }")
row("K0369", "operator not defined for the type", "`a op b` needs the operator's trait.", "struct S; fn f(a: S, b: S) { a + b; }", "fn f(a: u32, b: u32) { a + b; }")
row("K0391", "cycle", "A constant or type needs itself to be known.", "const A: u32 = B; const B: u32 = A;", "const A: u32 = 1; const B: u32 = A;")
row("K0392", "generic parameter never used", "A parameter of a type appears in a field, or in PhantomData.", "struct S<T> { a: u32 }", "struct S<T> { a: T }")
row("K0559", "variant has no such field", "The variant has no field of this name.",
    "enum E { A { x: u32 } } fn f() { E::A { y: 1 }; }", "enum E { A { x: u32 } } fn f() { E::A { x: 1 }; }")
row("K0560", "struct has no such field", "The struct has no field of this name.", "struct S { a: u32 } fn f() { S { b: 1 }; }", "struct S { a: u32 } fn f() { S { a: 1 }; }")
row("K0571", "`break` with value in a loop without", "Only `loop` and labelled blocks have a value.", "fn f() { while true { break 1; } }", "fn f() { let x = loop { break 1; }; }")
row("K0572", "`return` outside a function", "A constant is no function.", "const X: u32 = return 1;", "const X: u32 = 1;")
row("K0592", "method defined twice", "Two impls of a type define the same method.",
    "struct S; impl S { fn m() {} } impl S { fn m() {} }", "struct S; impl S { fn m() {} } impl S { fn n() {} }")
row("K0599", "no such method or item", "The type has no method, variant or associated item of this name.", "fn f(x: u32) { x.missing(); }", "fn f(x: u32) { x.count_ones(); }")
row("K0600", "unary operator not defined for the type", "`-` is for signed numbers, `!` for integers and bool.", "fn f(x: u32) { -x; }", "fn f(x: i32) { -x; }")
row("K0604", "cast to char", "Only u8 can be cast to char.", "fn f(x: u32) { x as char; }", "fn f(x: u8) { x as char; }")
row("K0605", "cast between types that have none", "`as` converts numbers, bool, char, pointers and enums without fields.", "struct S; fn f(s: S) { s as u32; }", "fn f(s: u8) { s as u32; }")
row("K0606", "cast that needs two steps", "The cast is possible only through another type.", "fn f(x: &u8) -> u32 { x as u32 }", "fn f(x: &u8) -> u32 { *x as u32 }")
row("K0607", "cast from thin to fat pointer", "A pointer without length cannot become one with.",
    "fn f(p: *const u32) { p as *const [u32]; }", "fn f(p: *const [u32]) { p as *const u32; }")
row("K0608", "type cannot be indexed", "Arrays, slices and types with `Index` can be indexed.", "fn f(x: u32) { x[0]; }", "fn f(x: &[u32]) { x[0]; }")
row("K0609", "no such field", "The type has no field of this name.", "struct S { a: u32 } fn f(s: S) { s.b; }", "struct S { a: u32 } fn f(s: S) { s.a; }")
row("K0610", "a number has no fields", "Only structs, unions and tuples have fields.", "fn f(x: u32) { x.a; }", "fn f(x: (u32,)) { x.0; }")
row("K0614", "type cannot be dereferenced", "`*` is for references and pointers.", "fn f(x: u32) { *x; }", "fn f(x: &u32) { *x; }")
row("K0615", "method used as a field", "A method is called with parentheses.", "fn f(x: u32) { x.count_ones; }", "fn f(x: u32) { x.count_ones(); }")
row("K0057", "wrong number of arguments of a closure", "A closure is called with as many arguments as it has parameters.",
    "fn f() { let g = |x: u32| x; g(); }", "fn f() { let g = |x: u32| x; g(1); }")
row("K0214", "parentheses where no `Fn` trait stands", "`Fn(A) -> B` is for the traits of functions; types take `<…>`.",
    "fn f(x: Option(u32)) {}", "fn f(x: Option<u32>) {}")
row("K0183", "impl of a `Fn` trait", "Only closures and functions have the `Fn` traits; give the type a method.",
    "struct S; impl FnOnce(u32) for S { type Output = u32; fn call_once(self, x: (u32,)) -> u32 { x.0 } }",
    "struct S; impl S { fn call_once(self, x: u32) -> u32 { x } }")
row("K0658", "not a stable part of Rust", "`Fn(A) -> B` is for the traits of functions, which are called as functions are; other traits take `<…>`.",
    "trait A<T> {} fn f<F: A(u32)>(g: F) {}", "trait A<T> {} fn f<F: A<u32>>(g: F) {}")
row("K0525", "closure without the trait", "A closure that changes what it captures is no `Fn`; one that gives it away is only `FnOnce`.",
    "fn h<F: Fn()>(g: F) {} fn f() { let mut n = 0; let g = || n += 1; h(g); }",
    "fn h<F: FnMut()>(g: F) {} fn f() { let mut n = 0; let g = || n += 1; h(g); }")
row("K0593", "function of another number of parameters", "A closure or function that is passed has as many parameters as the bound says.",
    "fn h<F: Fn(u32)>(g: F) {} fn f() { h(|| {}); }", "fn h<F: Fn(u32)>(g: F) {} fn f() { h(|x| {}); }")
row("K0631", "function of other parameters", "A closure or function that is passed has parameters of the types that the bound says.",
    "fn h<F: Fn(u32)>(g: F) {} fn f() { h(|x: u8| {}); }", "fn h<F: Fn(u32)>(g: F) {} fn f() { h(|x: u32| {}); }")
row("K0618", "call of something that is no function", "Only functions, closures and tuple constructors can be called.", "fn f(x: u32) { x(); }", "fn x() {} fn f() { x(); }")
row("K0689", "number type is open", "A method needs to know the type of the number: give it a suffix.", "fn f() { 2.0.sqrt(); }", "fn f() { 2.0f32.sqrt(); }")
row("K0695", "`break` without label in a labelled block", "Inside a labelled block `break` names its label.",
    "fn f() { loop { 'a: { break; } } }", "fn f() { loop { 'a: { break 'a; } } }")
row("K0747", "generic parameters out of order", "Lifetimes first, then types and constants.", "fn f<T, 'a>() {}", "fn f<'a, T>() {}")
row("K0527", "slice pattern of another length", "A pattern for an array has as many parts as the array, or `..`.", "fn f(a: [u32; 3]) { let [x, y] = a; }", "fn f(a: [u32; 3]) { let [x, y, _] = a; }")
row("K0529", "slice pattern for something else", "`[a, b]` matches arrays and slices.", "fn f(x: u32) { let [a] = x; }", "fn f(x: [u32; 1]) { let [a] = x; }")

# ---------------------------------------------------------------------------------------------- flow
row("K0004", "match is not exhaustive", "A match covers every value; the message shows one that is not.",
    "fn f(x: u32) { match x { 0 => {} } }", "fn f(x: u32) { match x { 0 => {} _ => {} } }")
row("K0005", "pattern may not match", "`let` without `else`, parameters and `for` need a pattern that always matches.",
    "fn f(x: Option<u32>) { let Some(y) = x; }", "fn f(x: Option<u32>) { let Some(y) = x else { return }; }")
row("K0665", "no default variant", "`derive(Default)` on an enum takes the variant marked `#[default]`.",
    "#[derive(Default)] enum E { A, B }", "#[derive(Default)] enum E { #[default] A, B }")
row("K0015", "call of a function that is not const", "Constants call only `const fn`.", "fn g() -> u32 { 1 } const X: u32 = g();", "const fn g() -> u32 { 1 } const X: u32 = g();")
row("K0133", "needs unsafe", "Raw dereference, `unsafe fn`, `static mut` and union fields need an `unsafe` block.", "fn f(p: *const u32) { *p; }", "fn f(p: *const u32) { unsafe { *p; } }")
row("K0381", "use before initialisation", "The variable may have no value here.",
    "fn f(c: bool) -> u32 { let v; if c { v = 1; } v }", "fn f(c: bool) -> u32 { let v; if c { v = 1; } else { v = 2; } v }")
row("K0382", "use after move", "The value was moved away; types that are Copy are copied instead.",
    "struct S; fn g(s: S) {} fn f(s: S) { g(s); g(s); }", "#[derive(Clone, Copy)] struct S; fn g(s: S) {} fn f(s: S) { g(s); g(s); }")
row("K0384", "second assignment to an immutable variable", "A variable that changes is declared `let mut`.",
    "fn f() { let k = 1; k = 2; }", "fn f() { let mut k = 1; k = 2; }")
row("K0507", "move out of a reference", "What a reference points to cannot be moved away.", "struct S; fn f(r: &S) -> S { *r }", "#[derive(Clone, Copy)] struct S; fn f(r: &S) -> S { *r }")
row("K0508", "move out of an array", "An element cannot be moved out by index.",
    "struct S; fn f(a: [S; 2]) -> S { a[0] }", "#[derive(Clone, Copy)] struct S; fn f(a: [S; 2]) -> S { a[0] }")
row("K0594", "assignment to something immutable", "The place is reached through an immutable variable or `&`.",
    "fn f(x: &u32) { *x = 1; }", "fn f(x: &mut u32) { *x = 1; }")
row("K0596", "mutable borrow of something immutable", "`&mut` needs a place that may change.", "fn f() { let x = 1; let r = &mut x; }", "fn f() { let mut x = 1; let r = &mut x; }")

# ---------------------------------------------------------------------------------------------- not in the language, kernels, limits
row("K1100", "no heap on the device", "`Box`, `Vec`, `String` and `format!` allocate; use arrays, slices and shared memory.",
    "fn f() { let v = vec![0u32]; }", "fn f() { let v = [0u32; 1]; }")
row("K1101", "no trait objects", "`dyn Trait` calls through a table of pointers; use a generic parameter.",
    "trait T {} fn f(x: &dyn T) {}", "trait T {} fn f<X: T>(x: &X) {}")
row("K1102", "no indirect calls", "Function pointers cannot be called; take a generic parameter with an `Fn` bound.",
    "fn f(g: fn(u32) -> u32) -> u32 { g(1) }", "fn g(x: u32) -> u32 { x } fn f() -> u32 { g(1) }")
row("K1103", "no async", "Device code has no executor.", "async fn f() {}", "fn f() {}")
row("K1104", "no inline assembler", "`asm!` is for the host; `ptx_asm!` writes PTX.", 'fn f() { unsafe { asm!("nop"); } }', "fn f() {}")
row("K1105", "not on the device", "Threads, files, printing and unwinding are of the host; `gpu_printf!` prints.", 'fn f() { println!("x"); }', "fn f() {}")
row("K1106", "unknown macro", "No macro of this name is known.", "fn f() { missing!(); }", "fn f() { assert!(true); }")
row("K1107", "unknown attribute", "No attribute of this name is known.", "#[missing] fn f() {}", "#[inline] fn f() {}")
row("K1108", "not in the language yet", "Rust has this; kernelc refuses it until it has its exact meaning.",
    "fn f() -> impl Copy { 1 }", "fn f() -> u32 { 1 }")
row("K1109", "no kernel to instantiate", "`--instantiate` names kernels with their generic arguments: `scale::<f32, 16>`.")
row("K1110", "kernel returns a value", "A kernel returns nothing; write results through a parameter.",
    "#[kernel] fn k() -> u32 { 1 }", "#[kernel] fn k(out: &mut [u32]) { out[0] = 1; }")
row("K1111", "kernel parameter of an unsupported type", "A kernel takes numbers, bool, char, pointers, slices, arrays, structs and tuples of these.",
    "#[kernel] fn k(f: &str) {}", "#[kernel] fn k(f: &[u8]) {}")
row("K1112", "too much shared memory", "The shared arrays of a kernel exceed what a block of the target may have.",
    "use cuda_device::*; #[kernel] fn k() { shared::<[u8; 300000]>()[0] = 1; }",
    "use cuda_device::*; #[kernel] fn k() { shared::<[u8; 200000]>()[0] = 1; }")
row("K1113", "symbol defined twice", "Two kernels, functions or statics would have the same symbol in the PTX; rename one.")
row("K1114", "infinitely many instances", "The function or type instantiates itself with ever new types.",
    "struct W<T>(T); fn g<T>(x: T, n: u32) { if n > 0 { g(W(x), n - 1); } } fn f(n: u32) { g(1u32, n); }", "fn g<T>(x: T, n: u32) { if n > 0 { g(x, n - 1); } } fn f(n: u32) { g(1u32, n); }")
row("K1115", "generic kernel without instance", "A generic kernel gets its arguments from the host: `kernelc build --instantiate 'k::<f32>'`, or `k.of(T=\"f32\")` in Python.",
    "#[kernel] fn k<T>(x: &[T]) {}", "fn g<T>(x: &[T]) {} #[kernel] fn k(x: &[u32]) { g(x); }")
row("K1116", "kernel called as a function", "A kernel is launched from the host; move the common code into a function.",
    "#[kernel] fn k() {} fn f() { k(); }", "fn g() {} #[kernel] fn k() { g(); } fn f() { g(); }")
row("K1117", "kernel in a wrong place", "`#[kernel]` stands before a free function.", "#[kernel] struct S;", "#[kernel] fn k() {}")
row("K1118", "malformed launch attribute", "`#[kernel]`, `#[launch_bounds]` and `#[launch_contract]` say only what is known, of kernels, in constants.",
    "#[kernel] #[launch_bounds(2048)] fn k() {}", "#[kernel] #[launch_bounds(256, 2)] fn k() {}")
row("K1120", "literal out of range", "The number does not fit its type.", "fn f() { let b: u8 = 256; }", "fn f() { let b: u8 = 255; }")
row("K1121", "arithmetic that always overflows", "Constants are enough to see that this overflows.", "fn f() -> u8 { 255u8 + 1 }", "fn f() -> u8 { 255u8.wrapping_add(1) }")
row("K1122", "operation that always panics", "Constants are enough to see that this index is out of range or this divisor zero.",
    "fn f(a: [u32; 3]) -> u32 { a[3] }", "fn f(a: [u32; 3]) -> u32 { a[2] }")

# ---------------------------------------------------------------------------------------------- reported by the checker
row("K0030", "empty range in a pattern", "The lower end of a range pattern is above the upper one.",
    "fn f(x: u32) -> u32 { match x { 9..=1 => 0, _ => 1 } }", "fn f(x: u32) -> u32 { match x { 1..=9 => 0, _ => 1 } }")
row("K0034", "several items fit", "More than one trait in scope has an item of this name for the type; name the trait: `Trait::item`.",
    "trait A { fn m(&self); } trait B { fn m(&self); } impl A for u32 { fn m(&self) {} } impl B for u32 { fn m(&self) {} } fn f(x: u32) { x.m(); }",
    "trait A { fn m(&self); } trait B { fn m(&self); } impl A for u32 { fn m(&self) {} } impl B for u32 { fn m(&self) {} } fn f(x: u32) { A::m(&x); }")
row("K0221", "ambiguous associated type in bounds", "Two bounds of the parameter have an associated type of this name.",
    "trait A { type X; } trait B { type X; } fn f<T: A + B>(x: T::X) {}", "trait A { type X; } trait B { type X; } fn f<T: A + B>(x: <T as A>::X) {}")
row("K0317", "`if` without `else` has a value", "An `if` without `else` is `()`, so its block must be too.",
    "fn f(c: bool) -> u32 { if c { 1 } }", "fn f(c: bool) -> u32 { if c { 1 } else { 0 } }")
row("K0117", "foreign trait for a foreign type", "A trait of a library is implemented for types of this file, a trait of this file for any type.",
    "impl core::ops::Add<bool> for u32 { type Output = u32; fn add(self, o: bool) -> u32 { self } }",
    "struct N(u32); impl core::ops::Add<bool> for N { type Output = u32; fn add(self, o: bool) -> u32 { self.0 } }")
row("K0379", "`const fn` in a trait", "Functions of traits cannot be `const`.", "trait T { const fn m(); }", "trait T { fn m(); }")
row("K0451", "private field in a constructor or pattern", "The field is not visible here.",
    "mod m { pub struct S { a: u32 } } fn f() { let s = m::S { a: 1 }; }", "mod m { pub struct S { pub a: u32 } } fn f() { let s = m::S { a: 1 }; }")
row("K0533", "no value of this name", "A variant with named fields is not a value by itself.",
    "enum E { A { x: u32 } } fn f() { let e = E::A; }", "enum E { A { x: u32 } } fn f() { let e = E::A { x: 1 }; }")
row("K0574", "not a struct", "Braces after a path need a struct, variant or union.", "enum E { A } fn f() { let e = E { x: 1 }; }", "struct E { x: u32 } fn f() { let e = E { x: 1 }; }")
row("K0576", "trait item not found", "The trait has no associated item of this name.",
    "trait T { fn a(); } impl T for u32 { fn a() {} } fn f() { <u32 as T>::b(); }", "trait T { fn a(); } impl T for u32 { fn a() {} } fn f() { <u32 as T>::a(); }")
row("K0696", "`continue` to a block", "Only loops can be continued.", "fn f() { 'a: { continue 'a; } }", "fn f() { 'a: { break 'a; } }")
row("K0761", "two files for one module", "Both `name.rs` and `name/mod.rs` exist; remove one.")
row("K0782", "trait used as a type", "A trait is not a type by itself; use a generic parameter with a bound.", "trait T {} fn f(x: T) {}", "trait T {} fn f<X: T>(x: X) {}")
row("K0784", "union expression with several fields", "A union holds one of its fields at a time.",
    "union U { a: u32, b: f32 } fn f() { let u = U { a: 1, b: 1.0 }; }", "union U { a: u32, b: f32 } fn f() { let u = U { a: 1 }; }")
row("K0793", "reference to a packed field", "A field of a packed struct may not be aligned as a reference needs; copy it, or use `&raw const`.",
    "#[repr(packed)] struct P { a: u8, b: u32 } fn f(p: P) -> u32 { let r = &p.b; *r }", "#[repr(packed)] struct P { a: u8, b: u32 } fn f(p: P) -> u32 { let b = p.b; b }")
row("K1124", "modifier under a default binding mode", "Behind a reference that the pattern has looked through, `&`, `ref` and `mut` cannot be written.",
    "fn f(x: &(&u32, u32)) -> u32 { let (&a, _) = x; a }", "fn f(x: &(&u32, u32)) -> u32 { let (a, _) = x; **a }")
row("K1125", "unreachable pattern", "Earlier arms match everything that this one does. A warning.")
row("K1126", "format string", "A message's format string and its arguments do not fit together; numbers, `bool` and `char` can be shown.",
    'fn f() { panic!("{}"); }', 'fn f() { panic!("{}", 1); }')
row("K1127", "not available on the target", "PTX or the chosen `--arch` cannot do what the program asks; the message says what would.")
row("K1128", "layout that Rust does not fix", "`size_of`, `transmute` or a pointer cast sees how a type lies in memory; rustc may lay it out otherwise. A warning.")
row("K0118", "inherent `impl` for a type parameter", "Methods of every type need a trait to belong to.",
    "impl<T> T { fn f(&self) {} }", "trait F { fn f(&self) {} } impl<T> F for T {}")
row("K0185", "`self` in the impl only", "The trait's function has no receiver, so that of the impl cannot have one.",
    "trait T { fn m(); } struct S; impl T for S { fn m(&self) {} }", "trait T { fn m(&self); } struct S; impl T for S { fn m(&self) {} }")
row("K0186", "`self` in the trait only", "The trait's function is a method, so that of the impl needs the receiver too.",
    "trait T { fn m(&self); } struct S; impl T for S { fn m() {} }", "trait T { fn m(&self); } struct S; impl T for S { fn m(&self) {} }")
row("K0199", "`unsafe impl` of a safe trait", "Only an `unsafe trait` asks for a promise.",
    "trait T {} struct S; unsafe impl T for S {}", "trait T {} struct S; impl T for S {}")
row("K0200", "safe `impl` of an `unsafe trait`", "The implementer of an `unsafe trait` promises what its documentation asks: `unsafe impl`.",
    "unsafe trait T {} struct S; impl T for S {}", "unsafe trait T {} struct S; unsafe impl T for S {}")
row("K0276", "impl asks for more than its trait", "A method of an impl may have only bounds that the trait's method has.",
    "trait T { fn m<A>(a: A); } struct S; impl T for S { fn m<A: Copy>(a: A) {} }", "trait T { fn m<A: Copy>(a: A); } struct S; impl T for S { fn m<A: Copy>(a: A) {} }")
row("K0326", "constant of another type than the trait's", "A constant of an impl has the type that the trait declares.",
    "trait T { const C: i32; } struct S; impl T for S { const C: u8 = 1; }", "trait T { const C: i32; } struct S; impl T for S { const C: i32 = 1; }")
row("K0370", "discriminant overflows", "A variant without a number has one more than the variant before, and that must fit the type.",
    "#[repr(u8)] enum E { A = 255, B }", "#[repr(u8)] enum E { A = 254, B }")
row("K0390", "inherent `impl` for a primitive type", "A built-in type has only the methods of the library; a trait can give it more.",
    "impl u32 { fn f(&self) {} }", "trait F { fn f(&self); } impl F for u32 { fn f(&self) {} }")
row("K0429", "`self` at the end of an import", "`self` stands for the module itself only between braces.",
    "mod m { pub mod n {} } use m::n::self; fn f() {}", "mod m { pub mod n {} } use m::n::{self}; fn f() {}")
row("K0530", "name of a static or constructor bound", "A binding may not have the name of a static, a tuple struct or a tuple variant in scope.",
    "static N: u32 = 1; fn f(x: u32) -> u32 { let N = x; 1 }", "static N: u32 = 1; fn f(x: u32) -> u32 { let n = x; n }")
row("K1129", "generic parameter in a constant expression of a type", "The length of an array and a const argument may be a parameter alone, not an expression with one.",
    "fn f<const N: usize>() { let a = [0; N + 1]; }", "fn f<const N: usize>() { let a = [0; N]; }")
row("K1130", "constant without structural equality in a pattern", "A constant of a struct or enum can be a pattern only if the type derives `PartialEq`.",
    "struct P(u32); const Q: P = P(1); fn f(p: P) -> u32 { match p { Q => 1, _ => 0 } }",
    "#[derive(PartialEq)] struct P(u32); const Q: P = P(1); fn f(p: P) -> u32 { match p { Q => 1, _ => 0 } }")
row("K0158", "generic constant in a pattern", "A pattern has one value; a constant that depends on a generic parameter has many. Compare in a guard instead.",
    "trait T { const N: u32; } fn f<X: T>(x: u32) -> u32 { match x { X::N => 1, _ => 0 } }",
    "trait T { const N: u32; } fn f<X: T>(x: u32) -> u32 { match x { n if n == X::N => 1, _ => 0 } }")
row("K0579", "empty exclusive range in a pattern", "The end of `a..b` is not part of it, so it must be above the start.",
    "fn f(x: u32) -> u32 { match x { 5..5 => 0, _ => 1 } }", "fn f(x: u32) -> u32 { match x { 5..6 => 0, _ => 1 } }")
