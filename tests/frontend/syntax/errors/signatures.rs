// Functions, parameters, items.
fn no_types(a, b: u32, mut c) {} //~ ERROR K1027: missing type of parameter `a` //~ ERROR K1027: missing type of parameter `c`

fn c_style(int a, b: f32) {} //~ ERROR K1022: the type follows the name

fn no_colon(a u32, b: u32) {} //~ ERROR K1010: expected `:` before the type

fn no_arrow() u32 { 1 } //~ ERROR K1031: the type that a function returns follows `->`

fn colon(): u32 { 1 } //~ ERROR K1031

fn fat_arrow() => u32 { 1 } //~ ERROR K1031

fn no_body() -> u32 //~ ERROR K1028: expected the body of the function, found keyword `fn`

fn semicolon(); //~ ERROR K1028: a function in a module needs a body

fn fine() {}

fn match() {} //~ ERROR K1021: expected a name, found keyword `match`

fn keywords(type: u32, x: u32) { //~ ERROR K1021: expected a name, found keyword `type`
    let fn = 1; //~ ERROR K1021: expected a name, found keyword `fn`
    let a = x.match; //~ ERROR K1021: expected a name, found keyword `match`
    let yield = 2; //~ ERROR K1021: `yield` is reserved
    let r#type = 3;
}

struct Missing {
    a, //~ ERROR K1027: missing type of field `a`
    b: u32,
    c //~ ERROR K1027: missing type of field `c`
}

const X = 1; //~ ERROR K1027: missing type of constant `X`
static Y = 1; //~ ERROR K1027: missing type of static `Y`
const Z: u32; //~ ERROR K1045: a constant in a module needs a value
static W: u32; //~ ERROR K1045: a static needs a value
type T; //~ ERROR K1045: a type alias in a module needs `= Type`

unsafe const fn order() {} //~ ERROR K1038: `const` comes before `unsafe`
const const fn twice() {} //~ ERROR K1038: `const` is written twice

let global = 1; //~ ERROR K1045: `let` stands only in functions
for i in 0..3 {} //~ ERROR K1045: `for` stands only in functions
struct Stray {}; //~ ERROR K1010: expected an item, found `;`

fn variadic(a: u32, ...) {} //~ ERROR K1045: `...` is for functions in extern blocks
fn free(self) {} //~ ERROR K1045: unexpected `self` parameter

impl S {
    fn late(a: u32, self) {} //~ ERROR K1045: unexpected `self` parameter
    fn nothing(&self); //~ ERROR K1028: a function in an impl needs a body
    const C: u32; //~ ERROR K1045
    pub fn fine(&self) {}
}

pub impl S {} //~ ERROR K0449: visibility is not permitted on an impl

trait Shape {
    fn area(&self) -> f32;
    pub fn name(&self); //~ ERROR K0449: items of a trait are as visible as the trait
}

impl Shape for S {
    pub fn area(&self) -> f32 { 1.0 } //~ ERROR K0449: items of a trait impl are as visible as the trait
}

enum E { pub A, B } //~ ERROR K0449: visibility is not permitted on a variant

fn generic<T, 'a>(x: &'a T) {} //~ ERROR K0747: lifetime parameters come before types and constants
