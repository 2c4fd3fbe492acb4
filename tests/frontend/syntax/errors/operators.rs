// Operators of other languages.
fn increments(mut x: i32, a: &mut [i32]) {
    x++; //~ ERROR K1017: Rust has no `++`
    x--; //~ ERROR K1017: Rust has no `--`
    ++x; //~ ERROR K1017: Rust has no `++`
    a[x++] = 1; //~ ERROR K1017: Rust has no `++`
    let fine = - -x;
}

fn conditional(c: bool, a: i32, b: i32) -> i32 {
    let x = c ? a : b; //~ ERROR K1018: Rust has no `condition ? a : b`
    let y = a > b ? f(a) : g(b + 1); //~ ERROR K1018
    x + y
}

fn pairs(a: bool, b: bool, x: u32, y: u32) {
    a &&= b; //~ ERROR K1026: Rust has no operator `&&=`
    a ||= b; //~ ERROR K1026: Rust has no operator `||=`
    if x === y {} //~ ERROR K1026: Rust has no operator `===`
    if x !== y {} //~ ERROR K1026: Rust has no operator `!==`
    if x <> y {} //~ ERROR K1026: Rust has no operator `<>`
    if x =< y {} //~ ERROR K1026: Rust has no operator `=<`
    let c = x <=> y; //~ ERROR K1026: Rust has no operator `<=>`
    let z = x >>> 2; //~ ERROR K1026: Rust has no operator `>>>`
    z := x; //~ ERROR K1026: Rust has no operator `:=`
    let n = ~x; //~ ERROR K1026: Rust has no operator `~`
    let m = p->x; //~ ERROR K1026: Rust has no operator `->` here
    if a and b {} //~ ERROR K1026: Rust has no operator `and` here
    if a or b {} //~ ERROR K1026: Rust has no operator `or` here
    if not a {} //~ ERROR K1026: Rust has no operator `not`
}

fn comparisons(a: u32, b: u32, c: u32) {
    let x = a < b < c; //~ ERROR K1020: comparisons cannot be chained
    if 0 <= a < b {} //~ ERROR K1020
    let y = a == b == c; //~ ERROR K1020
    let z = a as usize < b; //~ ERROR K1030: after a cast `<` begins generic arguments, not a comparison
    let z = (a + f(b)) as usize < c; //~ ERROR K1030
    let z = a as u32 << b; //~ ERROR K1030: not a shift
    if a as usize < b { f(a); } //~ ERROR K1030
    let n = size_of<u32>(); //~ ERROR K1044: generic arguments of an expression follow `::`
    let n = Vec<u32>::new(); //~ ERROR K1044
    let fine = a < b && b < c || (a < b) == (b < c);
}

fn conditions(x: u32, s: S) {
    if x = 1 {} //~ ERROR K1019: expected a condition, found an assignment
    while x = 2 {} //~ ERROR K1019
    if s == S { a: 1 } { f(); } //~ ERROR K1029: a struct literal in a condition needs parentheses
    while s != m::S { a: 1, b: 2 } {} //~ ERROR K1029
    let b = (let Some(y) = x); //~ ERROR K1036: `let` stands only in the condition
    if let A = x || x == 2 {} //~ ERROR K1036: `||` cannot join `let` conditions
    if (let A = x) {} //~ ERROR K1036
    let fine = if let A = x && let B = y && x == 2 { 1 } else { 2 };
}

fn ranges(n: u32) {
    for i in 0..=  {} //~ ERROR K0586: inclusive range without an end
    let r = 1..=; //~ ERROR K0586
}
