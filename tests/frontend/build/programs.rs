// Each function is run by the reference interpreter of MIR and by rustc with the arguments of `CALLS` in test_programs.py.

pub fn sum_to(n: i64) -> i64 {
    let mut sum: i64 = 0;
    let mut i: i64 = 1;
    while i <= n {
        sum = sum + i;
        i = i + 1;
    }
    return sum;
}

pub fn classify(mut x: i64) -> i64 {
    let mut result: i64 = 0;
    while x > 0 {
        if x > 100 {
            result = result + 10;
        } else {
            result = result + 1;
        }
        x = x - 1;
    }
    return result;
}

pub fn choose(c: bool, a: i32, b: i32) -> i32 {
    let x = if c { a } else { b };
    x * 2
}

pub fn wrapping(a: u8, b: u8) -> u8 {
    a * b + a - b
}

pub fn divide(a: i32, b: i32) -> i32 {
    a / b
}

pub fn remainder(a: i64, b: i64) -> i64 {
    a % b
}

pub fn divide_by_seven(a: u32) -> u32 {
    a / 7 + a % 7
}

pub fn shifts(a: i32, b: u32) -> i32 {
    (a << b) ^ (a >> b)
}

pub fn short_circuit(a: i32, b: i32) -> bool {
    b != 0 && a / b > 2 || a == 7
}

pub fn negated(a: i32, b: i32) -> i32 {
    if !(a < b && b < 10) { 1 } else { 2 }
}

pub fn stored_condition(a: i32, b: i32) -> bool {
    let both = a > 0 && b > 0;
    let one = a > 0 || b > 0;
    both ^ one
}

pub fn early_return(x: i32) -> i32 {
    if x < 0 {
        return -1;
    }
    if x == 0 {
        return 0;
    }
    1
}

pub fn nested_loops(n: u32) -> u32 {
    let mut total = 0u32;
    let mut i = 0;
    'outer: while i < n {
        let mut j = 0;
        loop {
            if j == i {
                break;
            }
            if total > 50 {
                break 'outer;
            }
            j += 1;
            if j % 2 == 0 {
                continue;
            }
            total += i * j;
        }
        i += 1;
    }
    total
}

pub fn loop_value(limit: i32) -> i32 {
    let mut k = 1;
    let found = loop {
        k *= 3;
        if k > limit {
            break k - limit;
        }
    };
    found + k
}

pub fn labelled_block(x: i32) -> i32 {
    let y = 'done: {
        if x > 10 {
            break 'done 1;
        }
        if x > 5 {
            break 'done 2;
        }
        3
    };
    y * 10
}

fn helper(a: i32, b: &mut i32) -> i32 {
    *b += a;
    *b
}

pub fn references(x: i32) -> i32 {
    let mut y = x;
    let r = &mut y;
    *r = 2;
    let s = helper(5, &mut y);
    s * 100 + y
}

fn swap(a: &mut i32, b: &mut i32) {
    let t = *a;
    *a = *b;
    *b = t;
}

pub fn swapped(x: i32, y: i32) -> i32 {
    let mut a = x;
    let mut b = y;
    swap(&mut a, &mut b);
    a * 10 + b
}

pub fn tuples(a: i32, b: i32) -> i32 {
    let pair = (a, b);
    let (x, y) = pair;
    let nested = ((x, 1u8), pair.1);
    let mut m = (1, 2);
    m.0 = y;
    nested.0.0 * 3 + nested.1 + m.0 + m.1 + nested.0.1 as i32
}

struct Point {
    x: f32,
    y: f32,
    tag: u8,
}

impl Point {
    fn new(x: f32, y: f32) -> Point {
        Point { x, y, tag: 7 }
    }

    fn dot(&self, other: &Point) -> f32 {
        self.x * other.x + self.y * other.y
    }

    fn scale(&mut self, k: f32) {
        self.x *= k;
        self.y *= k;
    }

    fn moved(self, dx: f32) -> Point {
        Point { x: self.x + dx, ..self }
    }
}

pub fn structs(a: f32, b: f32) -> f32 {
    let mut p = Point::new(a, b);
    let q = Point { y: 2.0, x: 3.0, tag: 1 };
    p.scale(2.0);
    let r = p.moved(1.0);
    r.dot(&q) + r.tag as f32 + q.tag as f32
}

pub fn arrays(i: usize, j: usize) -> i32 {
    let mut a = [1, 2, 3, 4];
    let b = [[0i32; 3]; 2];
    a[i] = 10 + a[j];
    a[i] * 100 + a[j] + b[1][2]
}

fn total(values: &[i32]) -> i32 {
    let mut sum = 0;
    let mut i = 0;
    while i < values.len() {
        sum += values[i];
        i += 1;
    }
    sum
}

pub fn slices(k: usize) -> i32 {
    let mut a = [5, 6, 7];
    let s: &mut [i32] = &mut a;
    s[k] = 1;
    total(s) * 10 + total(&a)
}

pub fn big_array(i: usize) -> u32 {
    let mut a = [3u32; 40];
    a[i] = 9;
    let b = a;
    let mut total = 0;
    let mut k = 0;
    while k < 40 {
        total += b[k] * (k as u32);
        k += 1;
    }
    total
}

pub fn right_side_first(i: usize, d: i32) -> i32 {
    let mut y = [1, 2];
    y[i] = 1 / d;
    y[0]
}

pub fn compound_value_first(i: usize, d: i32) -> i32 {
    let mut y = [1, 2];
    y[i] += 1 / d;
    y[1]
}

pub fn casts(x: f64, n: i64) -> i64 {
    let a = x as i32 as i64;
    let b = x as u8 as i64;
    let c = n as i8 as i64;
    let d = (n as u32 as f32) as i64;
    let e = (n > 0) as i64;
    let f = 'A' as i64 + b'b' as i64;
    a ^ b ^ c ^ d ^ e ^ f
}

pub fn matched(x: i32) -> i32 {
    match x {
        0 => 10,
        1 | 2 | 3 => 20,
        4..=9 => 30,
        n if n % 2 == 0 => n,
        -5 => 50,
        n => n - 1,
    }
}

pub fn match_tuple(a: i32, b: bool) -> i32 {
    match (a, b) {
        (0, true) => 1,
        (n, false) if n > 3 => n,
        (_, true) => 2,
        (3, _) => 3,
        _ => 4,
    }
}

enum Shape {
    Empty,
    Circle(f32),
    Rectangle { width: f32, height: f32 },
}

fn area(s: &Shape) -> f32 {
    match s {
        Shape::Empty => 0.0,
        Shape::Circle(r) => 3.0 * *r * *r,
        Shape::Rectangle { width, height } => *width * *height,
    }
}

pub fn enums(k: i32, x: f32) -> f32 {
    let s = if k == 0 {
        Shape::Empty
    } else if k == 1 {
        Shape::Circle(x)
    } else {
        Shape::Rectangle { width: x, height: 2.0 }
    };
    area(&s) + 1.0
}

#[derive(Clone, Copy)]
enum Level {
    Low = 3,
    Middle,
    High = 10,
}

pub fn discriminants(k: u8) -> i32 {
    let l = match k {
        0 => Level::Low,
        1 => Level::Middle,
        _ => Level::High,
    };
    let n = match l {
        Level::Low => 1,
        Level::Middle => 2,
        Level::High => 3,
    };
    l as i32 * 10 + n
}

fn find(values: &[i32; 4], wanted: i32) -> Option<usize> {
    let mut i = 0;
    while i < 4 {
        if values[i] == wanted {
            return Some(i);
        }
        i += 1;
    }
    None
}

pub fn options(wanted: i32) -> usize {
    let a = [4, 8, 15, 16];
    let first = match find(&a, wanted) {
        Some(i) => i + 100,
        None => 7,
    };
    if let Some(i) = find(&a, 15) {
        first + i
    } else {
        0
    }
}

fn pick<'a>(a: &'a i32, b: &'a i32, k: i32) -> Option<&'a i32> {
    if k == 0 {
        Some(a)
    } else if k == 1 {
        Some(b)
    } else {
        None
    }
}

pub fn optional_reference(k: i32) -> i32 {
    let x = 11;
    let y = 22;
    match pick(&x, &y, k) {
        Some(r) => *r,
        None => -1,
    }
}

pub fn let_else(x: i32) -> i32 {
    let pair = (x, x > 3);
    let (n, true) = pair else { return -1 };
    n * 2
}

pub fn while_let(n: usize) -> i32 {
    let a = [1, 2, 3, 4];
    let mut i = n;
    let mut total = 0;
    while let Some(k) = find(&a, i as i32) {
        total += k as i32 + 1;
        i += 1;
    }
    total
}

pub fn let_chain(a: i32, b: i32) -> i32 {
    let values = [1, 2, 3, 4];
    if a > 0 && let Some(i) = find(&values, b) && i > 1 {
        i as i32
    } else {
        -1
    }
}

pub fn slice_patterns(k: usize) -> i32 {
    let a = [1, 2, 3, 4, 5];
    let s: &[i32] = &a;
    let n = match s {
        [first, .., last] => *first * 10 + *last,
        _ => 0,
    };
    let [x, y, rest @ ..] = a;
    n + x + y + rest[k]
}

pub fn bindings(x: i32) -> i32 {
    match x {
        n @ 1..=5 => n * 2,
        n @ (7 | 9) => n * 3,
        _ => 0,
    }
}

trait Scale {
    fn scale(&self, k: i32) -> i32;
    fn twice(&self) -> i32 {
        self.scale(2)
    }
}

impl Scale for i32 {
    fn scale(&self, k: i32) -> i32 {
        *self * k
    }
}

impl Scale for (i32, i32) {
    fn scale(&self, k: i32) -> i32 {
        self.0 * k + self.1
    }
    fn twice(&self) -> i32 {
        -self.scale(2)
    }
}

fn twice_of<T: Scale>(t: &T) -> i32 {
    t.twice()
}

pub fn generics(a: i32) -> i32 {
    twice_of(&a) * 1000 + twice_of(&(a, 5))
}

fn largest<const N: usize>(values: [i32; N]) -> i32 {
    let mut best = values[0];
    let mut i = 1;
    while i < N {
        if values[i] > best {
            best = values[i];
        }
        i += 1;
    }
    best
}

pub fn const_generics(a: i32) -> i32 {
    largest([1, a, 3]) + largest([a, 2])
}

const LIMIT: usize = 3 * 4 + 1;
const TABLE: [u32; 4] = [2, 3, 5, 7];
const fn square(n: u32) -> u32 {
    let mut total = 0;
    let mut i = 0;
    while i < n {
        total += n;
        i += 1;
    }
    total
}
const SQUARE: u32 = square(9);

pub fn constants(i: usize) -> u32 {
    let local = [1u8; LIMIT];
    TABLE[i] + SQUARE + local[12] as u32 + u32::MAX
}

pub fn recursion(n: u32) -> u32 {
    if n < 2 { n } else { recursion(n - 1) + recursion(n - 2) }
}

pub fn panics(n: u32) -> u32 {
    if n == 3 {
        panic!("three is not allowed");
    }
    assert!(n < 10);
    n
}

pub fn bits(a: u32, b: u32) -> u32 {
    (a & b) | (a ^ !b)
}

pub fn floats(a: f32, b: f32) -> f32 {
    let mut x = a / b;
    x -= 0.25;
    x = -x % 3.0;
    if x < a || b >= 2.0 { x } else { 1.5e3 }
}

pub fn unit_values(n: i32) -> i32 {
    let u = ();
    let v = if n > 2 { u } else { () };
    let w = (v, n);
    w.1
}

pub fn shadowing(x: i32) -> i32 {
    let x = x + 1;
    let y = {
        let x = x * 2;
        x + 1
    };
    x * 100 + y
}

pub fn destructuring(a: i32, b: i32) -> i32 {
    let mut x = a;
    let mut y = b;
    (x, y) = (y, x + 1);
    (x, y) = (x * 2, y * 3);
    x * 100 + y
}

pub fn wide(a: u64, b: i128) -> i128 {
    (a as i128 * b) >> 3
}

pub fn nested_references(x: i32) -> i32 {
    let mut a = x;
    {
        let mut r = &mut a;
        let rr = &mut r;
        **rr += 5;
    }
    let p = &a;
    let q = &p;
    **q + *p
}

pub fn for_range(n: u32) -> u32 {
    let mut t = 0;
    for i in 0..n {
        if i == 5 {
            continue;
        }
        t += i * i;
    }
    t
}
pub fn for_labels(n: i32) -> i32 {
    let mut t = 0;
    'a: for i in 0..n {
        for j in 0..n {
            if j > i {
                continue 'a;
            }
            if i + j > 6 {
                break 'a;
            }
            t += j;
        }
    }
    t
}
pub fn methods(a: i32, b: i32) -> i32 {
    a.wrapping_add(b).min(100).max(-100) + a.abs() + (b as u32).count_ones() as i32
}
pub fn option_methods(k: i32) -> i32 {
    let o = if k > 2 { Some(k) } else { None };
    let t = if o.is_some() {
        o.unwrap()
    } else {
        o.unwrap_or(9)
    };
    t + 1
}
pub fn unwrap_none(k: i32) -> i32 {
    let o = if k > 2 { Some(k) } else { None };
    o.unwrap()
}
#[derive(Clone, Copy)]
struct V {
    x: i32,
    y: i32,
}
impl core::ops::Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}
impl core::ops::AddAssign for V {
    fn add_assign(&mut self, o: V) {
        self.x += o.x;
        self.y += o.y;
    }
}
impl core::ops::Index<usize> for V {
    type Output = i32;
    fn index(&self, i: usize) -> &i32 {
        if i == 0 { &self.x } else { &self.y }
    }
}
pub fn swapping(a: i32, b: i32) -> i32 {
    let mut x = V { x: a, y: 1 };
    let mut y = V { x: b, y: 2 };
    core::mem::swap(&mut x, &mut y);
    x.x * 10 + y.y
}
pub fn match_char(c: u8) -> i32 {
    match c as char {
        'a'..='z' => 1,
        'A' | 'B' => 2,
        '0' => 3,
        _ => 4,
    }
}
struct Buf<'a> {
    data: &'a mut [i32],
    at: usize,
}
impl<'a> Buf<'a> {
    fn push(&mut self, v: i32) {
        self.data[self.at] = v;
        self.at += 1;
    }
}
pub fn in_struct(n: i32) -> i32 {
    let mut a = [0; 4];
    let mut b = Buf {
        data: &mut a,
        at: 0,
    };
    b.push(n);
    b.push(n + 1);
    b.at as i32 + a[1] * 10
}
enum E {
    A(u8, i64),
    B { v: V, k: u16 },
    C([i32; 3]),
    D,
}
pub fn big_enum(k: i32) -> i64 {
    let e = match k {
        0 => E::A(3, -7),
        1 => E::B {
            v: V { x: 5, y: 6 },
            k: 9,
        },
        2 => E::C([1, 2, k]),
        _ => E::D,
    };
    let f = e;
    match f {
        E::A(a, b) => a as i64 * b,
        E::B { v, k } => (v.x * v.y) as i64 + k as i64,
        E::C([a, .., c]) => (a + c) as i64,
        E::D => 0,
    }
}
pub fn nested_option(k: i32) -> i32 {
    let o: Option<Option<i32>> = if k == 0 {
        None
    } else if k == 1 {
        Some(None)
    } else {
        Some(Some(k))
    };
    match o {
        None => 1,
        Some(None) => 2,
        Some(Some(n)) if n > 5 => 3,
        Some(Some(n)) => n,
    }
}
pub fn mutate_match(k: i32) -> i32 {
    let mut o = Some(k);
    if let Some(x) = &mut o {
        *x += 1;
    }
    match o {
        Some(ref mut y) => *y *= 2,
        None => {}
    }
    o.unwrap_or(0)
}
struct T3(i32, (u8, f32), [u16; 2]);
pub fn tuple_struct(k: u16) -> f32 {
    let mut t = T3(1, (2, 3.5), [k; 2]);
    t.2[1] += 1;
    t.1.1 *= 2.0;
    let T3(a, (b, c), [d, e]) = t;
    a as f32 + b as f32 + c + d as f32 + e as f32
}
pub fn compound_place(i: usize) -> i32 {
    let mut a = [[1, 2], [3, 4]];
    a[i][1 - i] <<= 2;
    a[i][i] -= 7;
    a[0][0] * 1000 + a[0][1] * 100 + a[1][0] * 10 + a[1][1]
}
fn two() -> (i32, bool) {
    (3, true)
}
pub fn call_parts(k: i32) -> i32 {
    let (mut a, b) = two();
    a += k;
    if b && two().1 { a + two().0 } else { 0 }
}
pub fn value_blocks(k: i32) -> i32 {
    let x = {
        let y = k;
        match y {
            1 => return 100,
            2 => 5,
            _ => loop {
                break y;
            },
        }
    };
    x + 1
}
pub fn float_methods(a: f32) -> f32 {
    (a.sqrt() + a.floor()).max(1.0).mul_add(2.0, 0.5)
}
pub fn pointer_math(k: usize) -> i32 {
    let a = [10, 20, 30];
    let p = &a as *const [i32; 3] as *const i32;
    unsafe { *p.add(k) + *p }
}
static mut G: [i32; 2] = [1, 2];
pub fn global(k: i32) -> i32 {
    unsafe {
        G[0] = k;
        G[1] += G[0];
        let r = &raw mut G;
        (*r)[1] = (*r)[1] * 2;
        G[0] + G[1] - 2 * k - 2 * 2
    }
}
pub fn const_assoc(k: u32) -> u32 {
    k % u32::BITS + i32::MAX as u32 + u8::MAX as u32
}
pub fn assertions(k: i32) -> i32 {
    assert_eq!(k, 3, "k is {}", k);
    assert_ne!(k, 4);
    k
}

trait Solid {
    const SIDES: u32;
    const TWICE: u32 = Self::SIDES * 2;
    type Out: Copy;
    fn area(&self) -> Self::Out;
    fn both(&self) -> (Self::Out, u32) {
        (self.area(), Self::TWICE)
    }
}
#[derive(Clone, Copy)]
struct Sq(f32);
#[derive(Clone, Copy)]
struct Tri {
    b: u32,
    h: u32,
}
impl Solid for Sq {
    const SIDES: u32 = 4;
    type Out = f32;
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}
impl Solid for Tri {
    const SIDES: u32 = 3;
    const TWICE: u32 = 7;
    type Out = u32;
    fn area(&self) -> u32 {
        self.b * self.h / 2
    }
}
fn pair<S: Solid, T: Solid>(s: S, t: &T) -> ((S::Out, u32), (T::Out, u32)) {
    (s.both(), t.both())
}
pub fn traits(k: u32) -> f32 {
    let p = pair(Sq(k as f32), &Tri { b: k, h: 3 });
    let ((a, b), (c, d)) = p;
    a + b as f32 + c as f32 + d as f32
}
fn sum<T: Copy + core::ops::Add<Output = T>, const N: usize>(a: [T; N], z: T) -> T {
    let mut t = z;
    let mut i = 0;
    while i < N {
        t = t + a[i];
        i += 1;
    }
    t
}
pub fn generic_add(k: u32) -> u64 {
    sum([1u64, 2, 3], k as u64) + sum([1.5f32; 4], 0.0) as u64
}
struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}
impl<T: Copy, const N: usize> Stack<T, N> {
    const CAP: usize = N;
    fn new(z: T) -> Self {
        Stack {
            items: [z; N],
            len: 0,
        }
    }
    fn push(&mut self, t: T) -> Result<(), T> {
        if self.len == Self::CAP {
            return Err(t);
        }
        self.items[self.len] = t;
        self.len += 1;
        Ok(())
    }
    fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            None
        } else {
            self.len -= 1;
            Some(self.items[self.len])
        }
    }
}
pub fn stack(k: u32) -> u32 {
    let mut s: Stack<(u32, u8), 3> = Stack::new((0, 0));
    let mut failed = 0;
    let mut i = 0;
    while i < k {
        if let Err((n, _)) = s.push((i * i, i as u8)) {
            failed += n;
        }
        i += 1;
    }
    let mut t = 0;
    while let Some((a, b)) = s.pop() {
        t = t * 10 + a + b as u32;
    }
    t * 1000 + failed
}
enum Tree<'a> {
    Leaf(i32),
    Node(&'a Tree<'a>, &'a Tree<'a>),
}
fn sum_of(t: &Tree) -> i32 {
    match t {
        Tree::Leaf(n) => *n,
        Tree::Node(a, b) => sum_of(a) + sum_of(b),
    }
}
pub fn tree(k: i32) -> i32 {
    let a = Tree::Leaf(k);
    let b = Tree::Leaf(2);
    let c = Tree::Node(&a, &b);
    sum_of(&Tree::Node(&c, &a))
}

enum Filling {
    Many { count: u32, parts: [u32; 4] },
    One { part: u32 },
    Nothing,
}

enum Cup {
    Full(Filling, Option<i128>),
    Empty,
}

fn cup(n: u32) -> Option<Cup> {
    match n {
        0 => None,
        1 => Some(Cup::Empty),
        2 => Some(Cup::Full(Filling::Nothing, Some(-5))),
        3 => Some(Cup::Full(Filling::One { part: 7 }, None)),
        _ => Some(Cup::Full(Filling::Many { count: n, parts: [n; 4] }, Some(1 << 100))),
    }
}

pub fn enum_in_enum(n: u32) -> i128 {
    let found = cup(n);
    let kept = found;
    match kept {
        None => -1,
        Some(Cup::Empty) => -2,
        Some(Cup::Full(filling, rest)) => {
            let moved = filling;
            let base = match moved {
                Filling::Many { count, parts: [a, .., b] } => count + a + b,
                Filling::One { part } => part,
                Filling::Nothing => 0,
            };
            base as i128 + rest.unwrap_or(1000)
        }
    }
}
