struct Pair {
    a: u32,
    b: u32,
}

fn change(x: &u32, y: &mut u32, s: &[f32]) {
    *x = 1; //~ ERROR K0594: cannot assign to `x`, which is behind a `&` reference
    *y = 2;
    s[0] = 1.0; //~ ERROR K0594
}

fn borrow() {
    let v = 1;
    let r = &mut v; //~ ERROR K0596: cannot borrow `v` as mutable
    let p = Pair { a: 1, b: 2 };
    p.a = 3; //~ ERROR K0594
    let q = &mut p.b; //~ ERROR K0596
    let mut m = Pair { a: 1, b: 2 };
    m.a = 3;
}

fn raw(p: *const u32, q: *mut u32) {
    *q = 1; //~ ERROR K0133: dereference of raw pointer is unsafe
    unsafe {
        *p = 1; //~ ERROR K0594: cannot assign to `p`, which is behind a `*const` pointer
        *q = 2;
    }
    dangerous(); //~ ERROR K0133: call to unsafe function `dangerous` is unsafe
}

unsafe fn dangerous() {}

static LIMIT: u32 = 10;
static mut COUNT: u32 = 0;

fn statics() {
    LIMIT = 11; //~ ERROR K0594: cannot assign to immutable static item `LIMIT`
    COUNT = 1; //~ ERROR K0133: use of mutable static is unsafe
}

fn fields() -> Pair {
    let x = Pair { a: 1 }; //~ ERROR K0063: missing field `b` in initializer of `Pair`
    let y = Pair { a: 1, b: 2, c: 3 }; //~ ERROR K0560: no field named `c`
    let z = Pair { a: 1, a: 2, b: 3 }; //~ ERROR K0062
    Pair { a: 1, b: 2 }
}
