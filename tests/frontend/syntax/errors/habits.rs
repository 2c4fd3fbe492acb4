// Declarations and control flow of other languages.
fn declarations(n: u32) {
    int x = 1; //~ ERROR K1022: variables are declared with `let`
    unsigned int y = 2; //~ ERROR K1022
    float z; //~ ERROR K1022
    u32 w = 3; //~ ERROR K1022
    var v = 4; //~ ERROR K1022
    auto u = 5; //~ ERROR K1022
    t: i32 = 6; //~ ERROR K1022
    let s i32 = 7; //~ ERROR K1010: expected `:` before the type
    let = 8; //~ ERROR K1037: `let` without a name or pattern
    let mut = 9; //~ ERROR K1037
    pub let r = 10; //~ ERROR K1047: a local variable has no visibility
    let f = (float) n; //~ ERROR K1023: Rust has no casts in front of a value
    let g = (unsigned int) n + 1; //~ ERROR K1023
    let h = (u64) n; //~ ERROR K1023
}

fn loops(n: u32, xs: &[u32]) {
    for (i = 0; i < n; i++) { f(i); } //~ ERROR K1024: Rust has no counting `for`
    for (int i = 0; i < n; ++i) { f(i); } //~ ERROR K1024
    for x of xs { f(x); } //~ ERROR K1010: expected `in`, found `of`
    for x : xs { f(x); } //~ ERROR K1010: expected `in`, found `:`
    for i 0..n { f(i); } //~ ERROR K1010: expected `in`, found `0`
    'outer loop { break 'outer; } //~ ERROR K1010: a label is followed by `:`
    switch (n) { case 1: f(1); } //~ ERROR K1022: Rust has no `switch`
    f(n);
}

fn branches(a: bool, b: bool) -> u32 {
    if a { f(); } elif b { g(); } //~ ERROR K1025: Rust has no `elif`
    if a { f(); } elseif b { g(); } else { h(); } //~ ERROR K1025: Rust has no `elseif`
    if a { f(); } else if { g(); } //~ ERROR K1043: missing condition after `if`
    while { f(); } //~ ERROR K1043: missing condition after `while`
    if a return 1; //~ ERROR K1048: expected a block in braces, found keyword `return`
    if (a) return 1; //~ ERROR K1048
    if a { f(); } else return 2; //~ ERROR K1048
    while a f(); //~ ERROR K1048
    match a {
        true: 1, //~ ERROR K1010: expected `=>`, found `:`
        false -> 2, //~ ERROR K1010: expected `=>`, found `->`
    }
}

void c_function(int a) { return a; } //~ ERROR K1022: functions are declared with `fn`

int main() { return 0; } //~ ERROR K1022

def python(a: u32) -> u32 { a } //~ ERROR K1022: Rust has no `def`

function javascript(a: u32) {} //~ ERROR K1022: Rust has no `function`

class Thing { } //~ ERROR K1022: Rust has no `class`

#include <stdio.h> //~ ERROR K1022: Rust has no `include`

fn fine() {}
