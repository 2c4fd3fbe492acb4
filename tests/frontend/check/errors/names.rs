use cuda_device::{kernel, thread};
use cuda_device::thraed; //~ ERROR K0432: unresolved import `cuda_device::thraed`

mod inner {
    pub struct Point {
        pub x: f32,
        y: f32,
    }

    fn hidden() {}

    pub fn shown() {}

    impl Point {
        pub fn new() -> Point {
            Point { x: 0.0, y: 1.0 }
        }

        fn secret(&self) -> f32 {
            self.y
        }
    }
}

fn values(count: u32) -> u32 {
    let total = coutn + 1; //~ ERROR K0425: cannot find value `coutn` in this scope
    let other = inner::hiden(); //~ ERROR K0425: cannot find value `hiden` in `inner`
    inner::hidden(); //~ ERROR K0603: function `hidden` is private
    inner::shown();
    missing::shown(); //~ ERROR K0433: use of undeclared type or module `missing`
    count
}

fn types(x: Pint) -> u31 { //~ ERROR K0412: cannot find type `Pint` //~ ERROR K0412: cannot find type `u31`
    let p = inner::Point::new();
    p.x; 
    p.y; //~ ERROR K0616: field `y` of struct `Point` is private
    p.z; //~ ERROR K0609: no field `z` on type `inner::Point`
    p.secret(); //~ ERROR K0624: method `secret` is private
    p.nothing(); //~ ERROR K0599: no method named `nothing` found
    0
}

fn labels() {
    'outer: loop {
        break 'outr; //~ ERROR K0426: use of undeclared label `'outr`
    }
}

fn twice(a: u32, a: u32) {} //~ ERROR K0415: identifier `a` is bound more than once

#[kernel]
fn launch(out: &mut [u32]) {
    let i = thread::index_1d().gte(); //~ ERROR K0599: no method named `gte`
    let n = out.length(); //~ ERROR K0599: no method named `length`
    let x = 1u32.wraping_add(2); //~ ERROR K0599: no method named `wraping_add`
    assertt!(n > 0); //~ ERROR K1106: cannot find macro `assertt`
}
