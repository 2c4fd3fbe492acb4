// Methods of floats that are exact.

use std::num::FpCategory;

// calls: 7.5, 2.0; -7.5, 2.0; 7.5, -2.0; -7.5, -2.0; 0.0, 3.0; 5.0, 0.0; inf, 2.0; 1.0, inf; -1.0, inf; nan, 1.0; -0.0, 4.0
pub fn divided(a: f32, b: f32) -> f32 { a.div_euclid(b) }
// calls: 7.5, 2.0; -7.5, 2.0; 7.5, -2.0; -7.5, -2.0; -1e-10, 3.0; 5.0, 0.0; inf, 2.0; 1.0, inf; -1.0, inf; nan, 1.0; -0.0, 4.0
pub fn rest(a: f32, b: f32) -> f32 { a.rem_euclid(b) }
// calls: 7.5, 2.0; -7.5, 2.0; 7.5, -2.0; -7.5, -2.0; -1e-20, 3.0; 1.0, inf
pub fn rest64(a: f64, b: f64) -> f64 { a.rem_euclid(b) + a.div_euclid(b) }
// calls: 1.0, 4.0; 3e38, 3.2e38; 3e38, -3.2e38; 1e-45, 3e-45; 1.0, inf; inf, -inf; nan, 1.0; 1e-44, 3e38; -0.0, 0.0
pub fn middle(a: f32, b: f32) -> f32 { a.midpoint(b) }
// calls: 1.0, 4.0; 1.7e308, 1.6e308; 5e-324, 5e-324; 5e-324, 1.7e308; 1.0, inf
pub fn middle64(a: f64, b: f64) -> f64 { a.midpoint(b) }
// calls: 0.0; -0.0; 1.0; inf; -inf; nan; 1e-40; 1e-30
pub fn classes(a: f32) -> u32 { match a.classify() { FpCategory::Nan => 1, FpCategory::Infinite => 2, FpCategory::Zero => 3, FpCategory::Subnormal => 4, FpCategory::Normal => 5 } }
// calls: 0.0; -0.0; 1.0; inf; -inf; nan; 1e-310; 1e-30
pub fn classes64(a: f64) -> u32 { match a.classify() { FpCategory::Nan => 1, FpCategory::Infinite => 2, FpCategory::Zero => 3, FpCategory::Subnormal => 4, FpCategory::Normal => 5 } }
// calls: 3.7; -3.7; 100.5
pub fn whole(a: f32) -> i64 { unsafe { a.to_int_unchecked::<i64>() + a.to_int_unchecked::<i8>() as i64 + (a as f64).to_int_unchecked::<i32>() as i64 } }
// calls: 0.0, -0.0; -0.0, 0.0; 1.0, nan; nan, 1.0; nan, nan; -1.0, 1.0; inf, 1.0
pub fn ordered(a: f32, b: f32) -> i32 { a.total_cmp(&b) as i32 * 10 + match a.partial_cmp(&b) { None => 5, Some(o) => o as i32 } }
// calls: 0.0; -0.0; 1.0; -1.0; inf; -inf; nan; 1e-45; 3.4028235e38
pub fn next(a: f32) -> f32 { if a > 0.5 { a.next_up() } else { a.next_down() } }
// calls: 0.0; -0.0; 1.0; -1.0; inf; -inf; nan; 5e-324
pub fn next64(a: f64) -> f64 { if a > 0.5 { a.next_up() } else { a.next_down() } }
// calls: 30.0; -400.0; 1e30; nan
pub fn degrees(a: f32) -> f32 { a.to_radians() + a.to_degrees() }
// calls: 30.0; -400.0; 1e30
pub fn degrees64(a: f64) -> f64 { a.to_radians() + a.to_degrees() }
// calls: 2.0; -3.0; 0.0; -0.0; nan; inf
pub fn signs(a: f32) -> f32 { a.signum() + a.copysign(-2.0) + a.recip() + a.clamp(-1.0, 1.5) + a.abs_sub(1.0) }
// calls: 
pub fn constants() -> f64 { use std::f32; (f32::consts::PI + f32::consts::GOLDEN_RATIO + f32::consts::EULER_GAMMA + f32::MAX_EXP as f32) as f64 + std::f64::consts::GOLDEN_RATIO + std::f64::consts::EULER_GAMMA + std::f64::DIGITS as f64 }
