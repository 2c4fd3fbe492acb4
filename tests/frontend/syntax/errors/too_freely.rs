// What the grammar accepts and the builders refuse.
fn patterns(c: C, x: u32) {
    let A | B = c; //~ ERROR K1040: alternatives after `let` need parentheses
    let (A | B) = c;
    let .. = c; //~ ERROR K1039: `..` stands only in tuple, slice and struct patterns
    let (a, .., b, ..) = c; //~ ERROR K1039: `..` stands only once in a tuple pattern
    let [a, rest @ .., b] = c;
    let (rest @ .., b) = c; //~ ERROR K1039: `name @ ..` stands only in slice patterns
    let S { .., a } = c; //~ ERROR K1039: nothing follows `..` in a struct pattern
    let S { a, .., } = c; //~ ERROR K1039: no comma follows `..` in a struct pattern
    let self = c; //~ ERROR K1021
    let Some(y) = a && b else { return }; //~ ERROR K1040: this value before `else` needs parentheses
    let Some(y) = S { a: 1 } else { return }; //~ ERROR K1040
    let Some(y) = (a && b) else { return };
    match x { 1...5 => {} _ => {} } //~ ERROR K1010: range patterns are written with `..=`
    match x { -true => {} _ => {} } //~ ERROR K1010: only a number can be negated here
}

fn expressions(a: A, b: B) {
    let s = S { ..a, b }; //~ ERROR K1039: nothing follows `..` in a struct literal
    let s = S { b, ..a, }; //~ ERROR K1039: no comma follows the base of a struct literal
    let s = S { b, ..a };
    f::<u8>::<u8>(); //~ ERROR K1042: generic arguments come once
    f::<u8, 'a>(); //~ ERROR K1042: lifetimes come first
    f::<Item = u8, u16>(); //~ ERROR K1042: generic arguments come before `Name = Type`
    break 'a: loop {}; //~ ERROR K1040: a labelled loop after `break` needs parentheses
    #[inline] ; //~ ERROR K1041: an attribute needs something to apply to
    let c = static || 1; //~ ERROR K1046: static closures are reserved syntax
    t.0u32; //~ ERROR K1032
    #[inline] //~ ERROR K1041
}

struct Defaults { a: u32 = 1 } //~ ERROR K1046: default values of fields are reserved syntax
auto trait Auto {} //~ ERROR K1046: auto traits are reserved
