fn add(a: u32, b: u64) -> u32 {
    a + b //~ ERROR K0308: mismatched types
}

fn mixed(a: u32, b: f32) -> f32 {
    b + a //~ ERROR K0277: cannot add `u32` to `f32`
}

fn arguments() {
    add(1); //~ ERROR K0061: takes 2 arguments but 1 argument was supplied
    add(1, 2, 3); //~ ERROR K0061: takes 2 arguments but 3 arguments were supplied
    add(1, true); //~ ERROR K0308
    add(1.5, 2); //~ ERROR K0308
}

fn index(x: &[f32], i: u32) -> f32 {
    x[i] //~ ERROR K0277: the type `[f32]` cannot be indexed by `u32`
}

fn branches(c: bool) -> u32 {
    let x = if c { 1 } else { 2.0 }; //~ ERROR K0308: `if` and `else` have incompatible types
    if c { 1 } else { true } //~ ERROR K0308
}

fn condition(n: u32) {
    if n {} //~ ERROR K0308
    while n - 1 {} //~ ERROR K0308
}

fn forgets(n: u32) -> u32 { //~ ERROR K0308
    n + 1;
}

fn returns(n: u32) -> u32 {
    return; //~ ERROR K0069
}

fn literals() {
    let a: u8 = 256; //~ ERROR K1120: literal out of range for `u8`
    let b: i8 = -129; //~ ERROR K1120: literal out of range for `i8`
    let c: i8 = -128;
    let d = 4294967296u32; //~ ERROR K1120: literal out of range for `u32`
    let e: f32 = 1; //~ ERROR K0308
    let f: f32 = 1e40; //~ ERROR K1120: literal out of range for `f32`
    let g = -1u32; //~ ERROR K0600: cannot apply unary operator `-` to type `u32`
}

fn casts(x: f32, p: &u32) {
    let a = x as bool; //~ ERROR K0054
    let b = 65u32 as char; //~ ERROR K0604
    let c = x as char; //~ ERROR K0606
    let d = p as u64; //~ ERROR K0606
    let e = true as f32; //~ ERROR K0606
}

fn infinite() {
    let x = 1;
    x.abs(); //~ ERROR K0689: can't call method `abs` on ambiguous numeric type
}

fn undetermined() {
    let y; //~ ERROR K0282: type annotations needed
}

fn not_functions(x: u32) {
    x(); //~ ERROR K0618: expected function, found `u32`
    x[0]; //~ ERROR K0608: cannot index into a value of type `u32`
    x.len; //~ ERROR K0610
    *x; //~ ERROR K0614: type `u32` cannot be dereferenced
    !1.5; //~ ERROR K0600
    &x + 1u8; //~ ERROR K0308
}

fn assigns(x: u32) {
    1 = x; //~ ERROR K0070
    x + 1 = 2; //~ ERROR K0070
    1 += x; //~ ERROR K0067
}
