// `?` needs an `Option` or a `Result`, and a function that returns one.
fn f(n: u32) -> u32 {
    let x: Option<u32> = Some(n);
    x? //~ ERROR K0277
}

fn g(n: u32) -> Option<u32> {
    Some(n?) //~ ERROR K0277
}

struct Plain;

#[derive(Clone)]
struct Holder {
    inside: Plain, //~ ERROR K0277
}

#[derive(Default)]
enum Choice { //~ ERROR K0665
    A,
    B,
}
