use cuda_device::kernel;

struct Holder {
    value: u32,
}

impl Holder {
    #[kernel]
    fn method(&self) {} //~ ERROR K1117
}

#[kernel]
fn returns(x: u32) -> u32 { //~ ERROR K1110: kernel `returns` returns a value
    x
}

#[kernel]
fn never() -> ! { //~ ERROR K1110
    loop {}
}

#[kernel]
fn text(s: &str) {} //~ ERROR K1111: type `&str` is not supported as a kernel parameter

#[kernel]
fn nested(s: &[&[f32]]) {} //~ ERROR K1111

#[kernel]
fn by_value(s: [f32]) {} //~ ERROR K1111

#[kernel]
fn inner() {}

fn calls() {
    inner(); //~ ERROR K1116: the kernel `inner` cannot be called from device code
}

#[kernel]
struct Odd; //~ ERROR K1117

#[kernel]
fn outer() {
    #[kernel]
    fn in_body() {} //~ ERROR K1117: kernel `in_body` stands inside a function
    mod module {
        #[cuda_device::kernel]
        fn in_module() {} //~ ERROR K1117
    }
    {
        #[kernel]
        fn in_block() {} //~ ERROR K1117
    }
}
