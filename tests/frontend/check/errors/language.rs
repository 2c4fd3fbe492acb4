trait Speak {}

fn heap() {
    let a = Box::new(1); //~ ERROR K1100: `Box` is not in the kernel language
    let b = Vec::new(); //~ ERROR K1100
    let c = vec![1, 2]; //~ ERROR K1100
    let d = format!("x"); //~ ERROR K1100
}

fn objects(x: &dyn Speak) {} //~ ERROR K1101

fn pointers(f: fn(u32) -> u32) {} //~ ERROR K1102

async fn later() {} //~ ERROR K1103

fn host() {
    println!("hello"); //~ ERROR K1105
    unsafe { asm!("nop") } //~ ERROR K1104
}

fn first() {}
fn second() {}
fn either(c: bool) {
    let f = if c { first } else { second }; //~ ERROR K1102: function pointers are not in the kernel language
}

const CLOSURE: u32 = {
    let f = |x: u32| x + 1; //~ ERROR K1108: closures in constants are not supported yet
    1
};

fn string(x: String) {} //~ ERROR K1100

#[sometimes] //~ ERROR K1107: cannot find attribute `sometimes`
fn attribute() {}

const fn fine() -> u32 {
    3
}

fn not_const() -> u32 {
    3
}

const A: u32 = fine() + 1;
const B: u32 = not_const(); //~ ERROR K0015

fn unrolled(n: u32) {
    #[unroll(0)] //~ ERROR K1107: `unroll` takes a number from 1
    for _i in 0..n {}
    #[unroll(2, 3)] //~ ERROR K1107: `unroll` takes a number from 1
    for _i in 0..n {}
    #[unroll(n)] //~ ERROR K1107: `unroll` takes a number from 1
    while n > 3 {}
    #[unroll(4294967296)] //~ ERROR K1107: `unroll` takes a number from 1
    while n > 3 {}
}
