// Closures that rustc refuses.

//@ E0382:7 | use after a closure took a value
struct N(i32);
fn eat(n: N) {}
fn g() {
    let n = N(1);
    let c = || eat(n);
    c();
    eat(n);
}

//@ E0382:7 | a FnOnce closure called twice
struct N(i32);
fn eat(n: N) {}
fn g() {
    let n = N(1);
    let c = || eat(n);
    c();
    c();
}

//@ E0596:4 | a FnMut closure needs mut
fn g() {
    let mut n = 0;
    let c = || n += 1;
    c();
}

//@ E0594:3 | assignment to an immutable capture
fn g() {
    let n = 0;
    let mut c = || n = 1;
    c();
}

//@ E0594:4 | compound assignment to an immutable capture
fn g() {
    let n = 0;
    let mut c = || {
        n += 1;
    };
    c();
}

//@ E0596:4 | mutable borrow of an immutable capture
fn g() {
    let n = [0];
    let mut c = || {
        let r = &mut n;
        r[0] = 1;
    };
    c();
}

//@ E0525:4 | FnMut where Fn is wanted
fn call<F: Fn()>(f: F) { f() }
fn g() {
    let mut n = 0;
    let c = || n += 1;
    call(c);
}

//@ E0594:4 | mutation in a closure made for Fn
fn call<F: Fn()>(f: F) { f() }
fn g() {
    let mut n = 0;
    call(|| n += 1);
}

//@ E0596:5 | mutable borrow in a closure made for Fn
fn call<F: Fn()>(f: F) { f() }
fn g() {
    let mut n = [0];
    call(|| {
        let r = &mut n;
    });
}

//@ E0525:6 | FnOnce where FnMut is wanted
struct N(i32);
fn eat(n: N) {}
fn call<F: FnMut()>(mut f: F) { f() }
fn g() {
    let n = N(1);
    let c = || eat(n);
    call(c);
}

//@ E0507:6 | move out of a captured variable of FnMut
struct N(i32);
fn eat(n: N) {}
fn call<F: FnMut()>(mut f: F) { f() }
fn g() {
    let n = N(1);
    call(|| eat(n));
}

//@ E0593:3 | too many parameters
fn call<F: Fn(i32)>(f: F) { f(1) }
fn g() {
    call(|a, b| {});
}

//@ E0593:3 | too few parameters
fn call<F: Fn(i32)>(f: F) { f(1) }
fn g() {
    call(|| {});
}

//@ E0631:3 | wrong parameter type
fn call<F: Fn(i32)>(f: F) { f(1) }
fn g() {
    call(|a: u8| {});
}

//@ E0308:3 | wrong result
fn call<F: Fn(i32) -> i32>(f: F) -> i32 { f(1) }
fn g() {
    call(|a| a > 1);
}

//@ E0308:3 | wrong argument
fn g() {
    let c = |a: i32| a;
    c(1u8);
}

//@ E0057:3 | wrong number of arguments
fn g() {
    let c = |a: i32| a;
    c(1, 2);
}

//@ E0057:2 | wrong number of arguments of a bound
fn call<F: Fn(i32)>(f: F) {
    f();
}

//@ E0308:3 | two closures have two types
fn g(x: bool) {
    let mut c = |a: i32| a;
    c = |a: i32| a;
}

//@ E0277:3 | an i32 is no function
fn call<F: Fn()>(f: F) { f() }
fn g() {
    call(1);
}

//@ E0631:4 | a function item of another signature
fn call<F: Fn(i32)>(f: F) { f(1) }
fn h(x: u8) {}
fn g() {
    call(h);
}

//@ E0277:4 | an unsafe function is no Fn
fn call<F: Fn(i32)>(f: F) { f(1) }
unsafe fn h(x: i32) {}
fn g() {
    call(h);
}

//@ E0596:2 | a FnMut parameter needs mut
fn call<F: FnMut()>(f: F) {
    f();
}

//@ E0382:3 | a FnOnce parameter called twice
fn call<F: FnOnce()>(f: F) {
    f();
    f();
}

//@ E0618:2 | a Fn bound is missing
fn call<F>(f: F) {
    f();
}

//@ E0282:2 | a parameter type that nothing tells
fn g() {
    let c = |a| ();
}

//@ E0267:4 | break out of a closure
fn g() {
    loop {
        let c = || {
            break;
        };
        c();
    }
}

//@ E0381:3 | uninitialised capture
fn g() -> i32 {
    let x: i32;
    let c = || x;
    c()
}

//@ E0382:6 | moves inside a closure body
struct N(i32);
fn eat(n: N) {}
fn g() {
    let c = |n: N| {
        eat(n);
        eat(n);
    };
}

//@ E0382:7 | moves of a capture inside a FnOnce closure
struct N(i32);
fn eat(n: N) {}
fn g() {
    let n = N(1);
    let c = move || {
        eat(n);
        eat(n);
    };
    c();
}

//@ E0382:6 | a mutable borrower is not Copy
fn run<F: FnMut()>(mut f: F) { f() }
fn g() {
    let mut n = 0;
    let c = || n += 1;
    run(c);
    run(c);
}

//@ E0015:3 | calls of closures in const functions
const fn h(x: i32) -> i32 {
    let c = |a: i32| a;
    c(x)
}

//@ E0015:2 | calls by a bound in const functions
const fn h<F: Fn() -> i32 + Copy>(f: F) -> i32 {
    f()
}

//@ E0658:2 | parenthesised arguments of another trait
trait A<T> {}
fn h<F: A(i32)>(f: F) {}

//@ E0415:2 | the same name twice
fn g() {
    let c = |a: i32, a: i32| a;
}

//@ E0005:2 | refutable parameter
fn g() {
    let c = |Some(a): Option<i32>| a;
}

//@ E0308:6 | return of the wrong type
fn g() {
    let c = |a: i32| {
        if a > 1 {
            return 1u8;
        }
        a
    };
}

//@ E0277:3 | impl Trait arguments that do not hold
fn call(f: impl Fn(i32) -> i32) {}
fn g() {
    call(1);
}

//@ E0658:2 | a method of the Fn traits by name
fn g<F: Fn(i32) -> i32>(f: F) -> i32 {
    f.call((1,))
}

//@ E0382:8 | moved part that is used afterwards
struct N(i32);
fn eat(n: N) {}
fn g() {
    let p = (N(1), N(2));
    let c = || eat(p.0);
    c();
    eat(p.1);
    eat(p.0);
}

//@ E0382:6 | whole that is used after a part was taken
struct N(i32);
fn eat<T>(n: T) {}
fn g() {
    let p = (N(1), N(2));
    let c = || eat(p.0);
    eat(p);
}

//@ E0382:7 | a struct with a closure that is not Copy
#[derive(Clone, Copy)]
struct S<F>(F);
fn g() {
    let mut n = 0;
    let s = S(|| n += 1);
    let t = s;
    let u = s;
}

//@ E0425:2 | an unknown name in a closure
fn g() {
    let c = |a: i32| a + b;
}

//@ E0425:3 | a parameter used outside
fn g() -> i32 {
    let c = |a: i32| a;
    a
}

//@ E0434:4 | a nested function sees no captures
fn g() {
    let n = 1;
    let c = || {
        fn inner() -> i32 { n }
    };
}

//@ E0599:3 | calls of a struct field without parentheses
struct S<F> { f: F }
fn g<F: Fn()>(s: S<F>) {
    s.f();
}

//@ E0369:3 | closures compared
fn g() -> bool {
    let c = |a: i32| a;
    c == c
}

//@ E0594:3 | deferred initialisation by a closure
fn g() -> i32 {
    let x: i32;
    let mut c = || x = 1;
    c();
    x
}

//@ E0277:3 | question mark in a closure without a result
fn g(o: Option<i32>) {
    let c = || {
        let v = o?;
        ()
    };
}

//@ E0382:5 | an argument of a bound by value twice
struct N(i32);
fn twice<F: Fn(N)>(f: F) {
    let n = N(1);
    f(n);
    f(n);
}

//@ E0282:2 | a closure that outgrows its type
fn g() {
    let c = |f| f(1);
}

//@ E0308:5 | wrong result of a closure
fn call<F: Fn() -> i32>(f: F) {}
fn g() {
    call(|| {
        let a = 1u8;
        a
    });
}

//@ E0308:3 | wrong result of a closure without value
fn call<F: Fn() -> i32>(f: F) {}
fn g() {
    call(|| {
        1;
    });
}

//@ E0271:3 | named closure with the wrong result
fn call<F: Fn() -> i32>(f: F) {}
fn g() {
    let c = || 1u8;
    call(c);
}

//@ E0308:2 | a Fn bound does not give FnOnce of other arguments
fn call<F: Fn(i32)>(f: F) {
    f(1u8);
}

//@ E0308:2 | the result of a bound
fn call<F: Fn(i32) -> u8>(f: F) -> i32 {
    f(1)
}

//@ E0277:3 | FnOnce does not give Fn
fn a<F: Fn()>(f: F) {}
fn b<F: FnOnce()>(f: F) {
    a(f);
}

//@ E0183:2 | impl of a Fn trait
struct S;
impl Fn(i32) for S {
}

//@ E0277:4 | a closure that holds a mutable reference has no clone
fn two<F: FnMut() + Clone>(f: F) {}
fn g() {
    let mut n = 0;
    two(|| n += 1);
}
