trait Area {
    const SIDES: u32;
    fn area(&self) -> f32;
    fn double(&self) -> f32 {
        self.area() * 2.0
    }
}

struct Square(f32);
struct Circle(f32);
struct Empty;

impl Area for Square {
    const SIDES: u32 = 4;
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

impl Area for Circle { //~ ERROR K0046: missing: `SIDES`
    fn area(&self) -> f32 {
        3.0 * self.0
    }
    fn extra(&self) {} //~ ERROR K0407: method `extra` is not a member of trait `Area`
}

fn total<S: Area>(shape: &S) -> f32 {
    shape.double() + S::SIDES as f32
}

fn uses() -> f32 {
    total(&Square(1.0)) + total(&Empty) //~ ERROR K0277: the trait bound `Empty: Area` is not satisfied
}

fn largest<T>(a: T, b: T) -> T {
    if a > b { a } else { b } //~ ERROR K0369: binary operation `>` cannot be applied to type `T`
}

fn adds(a: Square, b: Square) {
    a + b; //~ ERROR K0369: cannot add `Square` to `Square`
}

struct List {  //~ ERROR K0072: recursive type `List` has infinite size
    value: u32,
    next: Option<List>,
}

impl<T> Empty { //~ ERROR K0207
    fn nothing() {}
}

impl Area for Square { //~ ERROR K0119: conflicting implementations
    const SIDES: u32 = 4;
    fn area(&self) -> f32 {
        0.0
    }
}
