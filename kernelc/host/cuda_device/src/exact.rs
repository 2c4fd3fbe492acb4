//! Arithmetic that the host has no instruction for, named as in PTX (`fma.rz.ftz.f32`, `add.rn.f16x2`): exact, rounded once, with a canonical NaN.

use std::cmp::Ordering;

/// A format of floats: `digits` of the significand, the pattern of infinity (of e4m3, which has none, that of NaN), the pattern of NaN.
struct Format {
    bits: u32,
    digits: u32,
    infinity: u64,
    nan: u64,
}

static F16: Format = Format { bits: 16, digits: 11, infinity: 0x7c00, nan: 0x7fff };
static BF16: Format = Format { bits: 16, digits: 8, infinity: 0x7f80, nan: 0x7fff };
static TF32: Format = Format { bits: 19, digits: 11, infinity: 0x3fc00, nan: 0x3ffff };
static F32: Format = Format { bits: 32, digits: 24, infinity: 0x7f800000, nan: 0x7fffffff };
static F64: Format = Format { bits: 64, digits: 53, infinity: 0x7ff0000000000000, nan: 0x7ff8000000000000 };
static E5M2: Format = Format { bits: 8, digits: 3, infinity: 0x7c, nan: 0x7f };
static E4M3: Format = Format { bits: 8, digits: 4, infinity: 0x7f, nan: 0x7f };

fn format_of(kind: &str) -> &'static Format {
    match kind.trim_end_matches("x2") {
        "f16" => &F16,
        "bf16" => &BF16,
        "tf32" => &TF32,
        "f32" => &F32,
        "f64" => &F64,
        "e5m2" => &E5M2,
        _ => &E4M3,
    }
}

/// A number, each with its sign; a finite one is `significand * 2^exponent`. A lowest bit of 1 may also stand for what lies behind it.
#[derive(Clone, Copy)]
enum Number {
    Nan(bool),
    Infinite(bool),
    Finite(bool, u128, i32),
}

use Number::{Finite, Infinite, Nan};

impl Number {
    fn negative(self) -> bool {
        let (Nan(sign) | Infinite(sign) | Finite(sign, _, _)) = self;
        sign
    }

    fn with_sign(self, sign: bool) -> Number {
        match self {
            Nan(_) => Nan(sign),
            Infinite(_) => Infinite(sign),
            Finite(_, significand, exponent) => Finite(sign, significand, exponent),
        }
    }

    fn is_zero(self) -> bool {
        matches!(self, Finite(_, 0, _))
    }
}

impl Format {
    fn sign(&self) -> u64 {
        1 << (self.bits - 1)
    }

    /// The exponent of the least subnormal number.
    fn least(&self) -> i32 {
        3 - (1 << (self.bits - self.digits - 1)) - self.digits as i32
    }

    fn number(&self, bits: u64) -> Number {
        let (negative, magnitude) = (bits & self.sign() != 0, bits & (self.sign() - 1));
        if magnitude >= self.infinity {
            return if magnitude > self.infinity || self.infinity == self.nan { Nan(negative) } else { Infinite(negative) };
        }
        let field = magnitude >> (self.digits - 1);
        let rest = magnitude & ((1 << (self.digits - 1)) - 1);
        let significand = if field > 0 { rest | 1 << (self.digits - 1) } else { rest };
        Finite(negative, significand as u128, self.least() + field.max(1) as i32 - 1)
    }

    fn flushed(&self, bits: u64) -> u64 {
        if bits & (self.sign() - 1) < 1 << (self.digits - 1) { bits & self.sign() } else { bits }
    }

    fn rounded(&self, mode: &str, x: Number) -> u64 {
        let (negative, significand, exponent) = match x {
            Nan(_) => return self.nan,
            Infinite(sign) => return self.infinity | if sign { self.sign() } else { 0 },
            Finite(sign, significand, exponent) => (sign, significand, exponent),
        };
        let sign = if negative { self.sign() } else { 0 };
        if significand == 0 {
            return sign;
        }
        let length = 128 - significand.leading_zeros() as i32;
        let unit = (length + exponent - self.digits as i32).max(self.least());
        let shift = unit - exponent;
        let kept = if shift <= 0 { significand << -shift } else { shifted(significand, shift) };
        let grows = shift > 0 && grows(mode, negative, kept, significand, shift);
        let pattern = kept as u64 + grows as u64 + (((unit - self.least()) as u64) << (self.digits - 1));
        if pattern < self.infinity {
            return sign | pattern;
        }
        let inward = mode == "rz" || mode == if negative { "rp" } else { "rm" };
        sign | (self.infinity - inward as u64)
    }
}

fn shifted(significand: u128, shift: i32) -> u128 {
    if shift > 127 { 0 } else { significand >> shift }
}

/// Whether `kept`, cut from the significand, is rounded away from zero.
fn grows(mode: &str, negative: bool, kept: u128, significand: u128, shift: i32) -> bool {
    let rest = if shift > 127 { significand } else { significand & ((1 << shift) - 1) };
    let to_half = if shift > 128 { Ordering::Less } else { rest.cmp(&(1 << (shift - 1))) };
    match mode {
        "rn" => to_half == Ordering::Greater || (to_half == Ordering::Equal && kept & 1 == 1),
        "rna" => to_half != Ordering::Less,
        "rm" => negative && rest != 0,
        "rp" => !negative && rest != 0,
        _ => false,
    }
}

/// The sum of two finite numbers of at most 106 digits; a zero of unlike signs is -0 only when rounding down.
fn sum(mode: &str, a: Number, b: Number) -> Number {
    let (Finite(_, m, e), Finite(_, n, f)) = (a, b) else { unreachable!() };
    if m == 0 || n == 0 {
        let both = a.negative() && b.negative();
        return if m != 0 { a } else if n != 0 { b } else { a.with_sign(both || (a.negative() != b.negative() && mode == "rm")) };
    }
    let top = |significand: u128, exponent: i32| exponent - significand.leading_zeros() as i32;
    let (large, small) = if (top(m, e), m) >= (top(n, f), n) { (a, b) } else { (b, a) };
    let (Finite(sign, m, e), Finite(other, n, f)) = (large, small) else { unreachable!() };
    let up = m.leading_zeros() as i32 - 2;
    let (m, e) = (m << up, e - up);
    let n = if f >= e { n << (f - e) } else { shifted(n, e - f) | (shifted(n, e - f) == 0 || n.trailing_zeros() < (e - f) as u32) as u128 };
    let total = if sign == other { m + n } else { m.wrapping_sub(n) };
    if total as i128 >= 0 { Finite(sign && (total != 0) || (total == 0 && mode == "rm"), total, e) } else { Finite(!sign, total.wrapping_neg(), e) }
}

fn add(mode: &str, a: Number, b: Number) -> Number {
    match (a, b) {
        (Nan(_), _) | (_, Nan(_)) => Nan(false),
        (Infinite(s), Infinite(t)) if s != t => Nan(false),
        (Infinite(_), _) => a,
        (_, Infinite(_)) => b,
        _ => sum(mode, a, b),
    }
}

fn mul(a: Number, b: Number) -> Number {
    let sign = a.negative() != b.negative();
    match (a, b) {
        (Finite(_, m, e), Finite(_, n, f)) => Finite(sign, m * n, e + f),
        (Nan(_), _) | (_, Nan(_)) => Nan(false),
        _ if a.is_zero() || b.is_zero() => Nan(false),
        _ => Infinite(sign),
    }
}

fn div(a: Number, b: Number) -> Number {
    let sign = a.negative() != b.negative();
    match (a, b) {
        (Nan(_), _) | (_, Nan(_)) | (Infinite(_), Infinite(_)) => Nan(false),
        (Finite(_, 0, _), Finite(_, 0, _)) => Nan(false),
        (Infinite(_), _) | (_, Finite(_, 0, _)) => Infinite(sign),
        (_, Infinite(_)) => Finite(sign, 0, 0),
        (Finite(_, m, e), Finite(_, n, f)) => {
            let up = m.leading_zeros() as i32 - 1;
            let (m, e) = (m << up, e - up);
            Finite(sign, m / n << 1 | (m % n != 0) as u128, e - f - 1)
        }
    }
}

fn sqrt(a: Number) -> Number {
    let Finite(false, m, e) = a else {
        return if a.is_zero() || matches!(a, Infinite(false)) { a } else { Nan(false) };
    };
    if m == 0 {
        return a;
    }
    let up = m.leading_zeros() as i32;
    let up = up - (e - up & 1);
    let (m, e) = (m << up, e - up);
    let root = m.isqrt();
    Finite(false, root << 1 | (root * root != m) as u128, e / 2 - 1)
}

/// `min`, `max`: -0 below 0; with `.xorsign.abs` of the magnitudes, with the signs' exclusive or; a NaN only with `.NaN`, or if both are.
fn extreme(form: &Format, words: &[&str], operands: [u64; 2]) -> u64 {
    let is_nan = operands.map(|v| matches!(form.number(v), Nan(_)));
    if is_nan == [true; 2] || (words.contains(&"NaN") && is_nan != [false; 2]) {
        return form.nan;
    }
    let by_magnitude = words.contains(&"xorsign");
    let sign = if by_magnitude { (operands[0] ^ operands[1]) & form.sign() } else { 0 };
    let [a, b] = if by_magnitude { operands.map(|v| v & (form.sign() - 1)) } else { operands };
    if is_nan[0] || is_nan[1] {
        return sign | if is_nan[0] { b } else { a };
    }
    let key = |v: u64| if v & form.sign() != 0 { -1 - (v ^ form.sign()) as i128 } else { v as i128 };
    sign | if (key(a) < key(b)) == (words[0] == "min") { a } else { b }
}

/// The bits of one result, from those of the operands.
fn computed(form: &Format, words: &[&str], operands: &[u64]) -> u64 {
    let flushes = words.contains(&"ftz");
    let bits: Vec<u64> = operands.iter().map(|v| if flushes { form.flushed(*v) } else { *v }).collect();
    let x: Vec<Number> = bits.iter().map(|v| form.number(*v)).collect();
    let mode = if ["rz", "rm", "rp"].contains(&words[1]) { words[1] } else { "rn" };
    let exact = match words[0] {
        "add" => add(mode, x[0], x[1]),
        "sub" => add(mode, x[0], x[1].with_sign(!x[1].negative())),
        "mul" => mul(x[0], x[1]),
        "div" => div(x[0], x[1]),
        "rcp" => div(Finite(false, 1, 0), x[0]),
        "sqrt" => sqrt(x[0]),
        "fma" => add(mode, mul(x[0], x[1]), x[2]),
        "neg" => x[0].with_sign(!x[0].negative()),
        "abs" => x[0].with_sign(false),
        _ => form.number(extreme(form, words, [bits[0], bits[1]])),
    };
    finished(form, words, form.rounded(mode, exact))
}

/// `.relu`, `.ftz`, `.sat`.
fn finished(form: &Format, words: &[&str], bits: u64) -> u64 {
    let (nan, negative) = (matches!(form.number(bits), Nan(_)), bits & form.sign() != 0);
    if words.contains(&"relu") && negative && !nan {
        return 0;
    }
    let bits = if words.contains(&"ftz") { form.flushed(bits) } else { bits };
    if words.contains(&"sat") {
        return if nan || negative { 0 } else { bits.min(form.rounded("rn", Finite(false, 1, 0))) };
    }
    bits
}

fn words(name: &str) -> Vec<&str> {
    name.split('.').collect()
}

pub fn single<const N: usize>(name: &str, operands: [f32; N]) -> f32 {
    f32::from_bits(computed(&F32, &words(name), &operands.map(|v| v.to_bits() as u64)) as u32)
}

pub fn double<const N: usize>(name: &str, operands: [f64; N]) -> f64 {
    f64::from_bits(computed(&F64, &words(name), &operands.map(f64::to_bits)))
}

/// One number of 16 bits.
pub fn half<const N: usize>(name: &str, operands: [u16; N]) -> u16 {
    let words = words(name);
    computed(format_of(words[words.len() - 1]), &words, &operands.map(u64::from)) as u16
}

/// Two numbers of 16 bits.
pub fn packed<const N: usize>(name: &str, operands: [u32; N]) -> u32 {
    let (low, high) = (half(name, operands.map(|v| v as u16)), half(name, operands.map(|v| (v >> 16) as u16)));
    low as u32 | (high as u32) << 16
}

/// `cvt` from one format to another: the bits of the result.
pub fn converted(name: &str, bits: u64) -> u32 {
    let words = words(name);
    let (target, source) = (format_of(words[words.len() - 2]), format_of(words[words.len() - 1]));
    let number = source.number(bits);
    let mut result = target.rounded(words[1], number);
    let nan = matches!(number, Nan(_));
    if words.contains(&"satfinite") && !nan && result & (target.sign() - 1) == target.infinity {
        result -= 1;
    }
    if words.contains(&"relu") && !nan && result & target.sign() != 0 {
        result = 0;
    }
    (if words.contains(&"tf32") { result << 13 } else { result }) as u32
}

/// `cvt` of two `f32` to a packed pair, `lo` in the lower half.
pub fn converted_pair(name: &str, lo: f32, hi: f32) -> u32 {
    let width = format_of(words(name)[words(name).len() - 2]).bits;
    converted(name, lo.to_bits() as u64) | converted(name, hi.to_bits() as u64) << width
}

/// `.approx` and `.full`: what the host computes in `f64`, rounded to `f32`.
pub fn approximate(name: &str, operands: &[f32], function: fn(&[f64]) -> f64) -> f32 {
    let flushed = |v: f32| if name.contains(".ftz") { f32::from_bits(F32.flushed(v.to_bits() as u64) as u32) } else { v };
    let wide: Vec<f64> = operands.iter().map(|v| flushed(*v) as f64).collect();
    flushed(function(&wide) as f32)
}
