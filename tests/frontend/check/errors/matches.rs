enum Shape {
    Dot,
    Line(f32),
    Box { width: f32, height: f32 },
}

fn area(s: Shape) -> f32 {
    match s { //~ ERROR K0004: `Shape::Box { width: _, height: _ }` not covered
        Shape::Dot => 0.0,
        Shape::Line(_) => 0.0,
    }
}

fn number(n: u8) -> u32 {
    match n { //~ ERROR K0004: `200_u8..=u8::MAX` not covered
        0 => 0,
        1..=99 => 1,
        100..200 => 2,
    }
}

fn flags(a: bool, b: bool) -> u32 {
    match (a, b) { //~ ERROR K0004: `(true, false)` not covered
        (false, _) => 0,
        (true, true) => 1,
    }
}

fn reached(n: u32) -> u32 {
    match n {
        _ => 0,
        5 => 1, //~ WARNING K1125: unreachable pattern
    }
}

fn refutable(o: Option<u32>) -> u32 {
    let Some(x) = o; //~ ERROR K0005: refutable pattern in local binding
    let Some(y) = o else { return 0 };
    x + y
}

fn shapes(s: Shape, t: (u32, u32), a: [u32; 3]) {
    match s {
        Shape::Line(a, b) => {} //~ ERROR K0023
        Shape::Box { depth, .. } => {} //~ ERROR K0026
        Shape::Dot => {}
        _ => {}
    }
    let (p, q, r) = t; //~ ERROR K0308
    let [x, y] = a; //~ ERROR K0527
    let (m, m) = t; //~ ERROR K0416
}

fn arms(n: u32) -> u32 {
    match n {
        0 => 1,
        1 => 2.5, //~ ERROR K0308
        _ => 3,
    }
}
