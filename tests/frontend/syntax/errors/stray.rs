// Tokens that belong nowhere.
fn expressions(a: u32, b: u32) {
    let w = ; //~ ERROR K1010: expected an expression, found `;`
    let x = a +; //~ ERROR K1010: expected an expression, found `;`
    f(a, , b); //~ ERROR K1010: expected
    a b; //~ ERROR K1010: expected `;` or an operator, found `b`
    let y = a @ b; //~ ERROR K1010: found `@`
    let z: = 1; //~ ERROR K1010: expected a type, found `=`
    x = a * / b; //~ ERROR K1010: expected an expression, found `/`
    let v: Option<u32 = b; //~ ERROR K1010: expected
    return
}

fn items() {}
=> fn fine() {} //~ ERROR K1010: expected an item, found `=>`
use a::; //~ ERROR K1010
impl {} //~ ERROR K1010: expected a type
enum { A } //~ ERROR K1010: expected an identifier
mod m { fn inner() { let x = ; } } //~ ERROR K1010: expected an expression, found `;`
fn (x: u32) {} //~ ERROR K1010: expected an identifier, found `(`
fn last() {}
