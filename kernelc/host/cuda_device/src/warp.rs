//! What the 32 threads of a warp do together. The threads of the mask (without one: all 32) come to the same call; the value of a lane that
//! takes no part is not defined.

use crate::runtime::{self, exchange, here};
use core::panic::Location;

const ALL: u32 = 0xffffffff;

/// The types whose values travel between lanes: all numbers of 32 and 64 bits.
pub trait WarpValue: Copy {
    #[doc(hidden)]
    fn into_word(self) -> u64;
    #[doc(hidden)]
    fn from_word(word: u64) -> Self;
}

macro_rules! warp_values {
    ($($type:ty: $bits:ty, $into:expr, $from:expr;)*) => { $(
        impl WarpValue for $type {
            fn into_word(self) -> u64 {
                let bits: $bits = $into(self);
                bits as u64
            }
            fn from_word(word: u64) -> Self {
                $from(word as $bits)
            }
        }
    )* };
}

warp_values! {
    i32: u32, |own: i32| own as u32, |bits| bits as i32;
    u32: u32, |own: u32| own, |bits| bits;
    f32: u32, f32::to_bits, f32::from_bits;
    i64: u64, |own: i64| own as u64, |bits| bits as i64;
    u64: u64, |own: u64| own, |bits| bits;
    f64: u64, f64::to_bits, f64::from_bits;
    isize: u64, |own: isize| own as u64, |bits| bits as isize;
    usize: u64, |own: usize| own as u64, |bits| bits as usize;
}

/// A lane, if it is one.
fn below_32(lane: u32) -> Option<u32> {
    (lane < 32).then_some(lane)
}

/// The value of the lane that `source` names; the own one where it names none, or one that takes no part.
fn fetch<T: WarpValue>(operation: &'static str, mask: u32, value: T, source: Option<u32>) -> T {
    let (present, words) = exchange(operation, mask, value.into_word());
    match source {
        Some(lane) if present >> lane & 1 != 0 => T::from_word(words[lane as usize]),
        _ => value,
    }
}

/// The values of the lanes that come.
fn gather(operation: &'static str, mask: u32, word: u64) -> Vec<(u32, u64)> {
    let (present, words) = exchange(operation, mask, word);
    (0..32).filter(|lane| present >> lane & 1 != 0).map(|lane| (lane, words[lane as usize])).collect()
}

/// A bit for each lane of those that `holds` accepts.
fn bits(lanes: &[(u32, u64)], holds: impl Fn(u64) -> bool) -> u32 {
    lanes.iter().filter(|(_, word)| holds(*word)).map(|(lane, _)| 1 << lane).sum()
}

/// The thread's number in its warp, 0 to 31.
pub fn lane_id() -> u32 {
    here().lane
}

/// The number of the warp in its block.
#[inline]
pub fn warp_id() -> u32 {
    here().warp
}

/// The number of the warp of the multiprocessor that the thread runs on at this moment; the number in its block is `warp_id`.
pub fn warpid() -> u32 {
    here().warp
}

/// How many warps a multiprocessor has at most.
pub fn nwarpid() -> u32 {
    64
}

/// The lanes below this one.
#[inline]
pub fn lanemask_lt() -> u32 {
    (1u32 << lane_id()) - 1
}

/// The lanes up to this one.
#[inline]
pub fn lanemask_le() -> u32 {
    lanemask_lt() | lanemask_eq()
}

/// This lane.
#[inline]
pub fn lanemask_eq() -> u32 {
    1u32 << lane_id()
}

/// The lanes from this one on.
#[inline]
pub fn lanemask_ge() -> u32 {
    !lanemask_lt()
}

/// The lanes above this one.
#[inline]
pub fn lanemask_gt() -> u32 {
    !lanemask_le()
}

/// The lanes that execute this call together with this one; not the lanes that could.
#[track_caller]
pub fn active_mask() -> u32 {
    runtime::active_mask(Location::caller())
}

/// Waits for the lanes of the mask, and makes their memory accesses visible to each other.
pub fn sync_mask(mask: u32) {
    exchange("sync_mask", mask, 0);
}

/// How many lanes of this warp a 1-D block has.
#[inline]
pub fn live_lanes_1d() -> u32 {
    let left = crate::thread::blockDim_x() - warp_id() * 32;
    if left < 32 { left } else { 32 }
}

/// The value of lane `lane`.
pub fn shuffle_sync<T: WarpValue>(mask: u32, value: T, lane: u32) -> T {
    fetch("shuffle idx", mask, value, Some(lane & 31))
}

/// The value of lane `lane`.
#[inline]
pub fn shuffle<T: WarpValue>(value: T, lane: u32) -> T {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `f32`.
pub fn shuffle_f32_sync(mask: u32, value: f32, lane: u32) -> f32 {
    shuffle_sync(mask, value, lane)
}

/// `shuffle` of `f32`.
#[inline]
pub fn shuffle_f32(value: f32, lane: u32) -> f32 {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `u64`.
pub fn shuffle_u64_sync(mask: u32, value: u64, lane: u32) -> u64 {
    shuffle_sync(mask, value, lane)
}

/// `shuffle` of `u64`.
#[inline]
pub fn shuffle_u64(value: u64, lane: u32) -> u64 {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `f64`.
pub fn shuffle_f64_sync(mask: u32, value: f64, lane: u32) -> f64 {
    shuffle_sync(mask, value, lane)
}

/// `shuffle` of `f64`.
#[inline]
pub fn shuffle_f64(value: f64, lane: u32) -> f64 {
    shuffle_sync(ALL, value, lane)
}

/// The value of the lane whose number differs by xor with `lane_mask`.
pub fn shuffle_xor_sync<T: WarpValue>(mask: u32, value: T, lane_mask: u32) -> T {
    fetch("shuffle xor", mask, value, below_32(lane_id() ^ (lane_mask & 31)))
}

/// The value of the lane whose number differs by xor with `lane_mask`.
#[inline]
pub fn shuffle_xor<T: WarpValue>(value: T, lane_mask: u32) -> T {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `f32`.
pub fn shuffle_xor_f32_sync(mask: u32, value: f32, lane_mask: u32) -> f32 {
    shuffle_xor_sync(mask, value, lane_mask)
}

/// `shuffle_xor` of `f32`.
#[inline]
pub fn shuffle_xor_f32(value: f32, lane_mask: u32) -> f32 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `u64`.
pub fn shuffle_xor_u64_sync(mask: u32, value: u64, lane_mask: u32) -> u64 {
    shuffle_xor_sync(mask, value, lane_mask)
}

/// `shuffle_xor` of `u64`.
#[inline]
pub fn shuffle_xor_u64(value: u64, lane_mask: u32) -> u64 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `f64`.
pub fn shuffle_xor_f64_sync(mask: u32, value: f64, lane_mask: u32) -> f64 {
    shuffle_xor_sync(mask, value, lane_mask)
}

/// `shuffle_xor` of `f64`.
#[inline]
pub fn shuffle_xor_f64(value: f64, lane_mask: u32) -> f64 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// The value of the lane `delta` higher; the own one where there is none.
pub fn shuffle_down_sync<T: WarpValue>(mask: u32, value: T, delta: u32) -> T {
    fetch("shuffle down", mask, value, below_32(lane_id() + (delta & 31)))
}

/// The value of the lane `delta` higher; the own one where there is none.
#[inline]
pub fn shuffle_down<T: WarpValue>(value: T, delta: u32) -> T {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `f32`.
pub fn shuffle_down_f32_sync(mask: u32, value: f32, delta: u32) -> f32 {
    shuffle_down_sync(mask, value, delta)
}

/// `shuffle_down` of `f32`.
#[inline]
pub fn shuffle_down_f32(value: f32, delta: u32) -> f32 {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `u64`.
pub fn shuffle_down_u64_sync(mask: u32, value: u64, delta: u32) -> u64 {
    shuffle_down_sync(mask, value, delta)
}

/// `shuffle_down` of `u64`.
#[inline]
pub fn shuffle_down_u64(value: u64, delta: u32) -> u64 {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `f64`.
pub fn shuffle_down_f64_sync(mask: u32, value: f64, delta: u32) -> f64 {
    shuffle_down_sync(mask, value, delta)
}

/// `shuffle_down` of `f64`.
#[inline]
pub fn shuffle_down_f64(value: f64, delta: u32) -> f64 {
    shuffle_down_sync(ALL, value, delta)
}

/// The value of the lane `delta` lower; the own one where there is none.
pub fn shuffle_up_sync<T: WarpValue>(mask: u32, value: T, delta: u32) -> T {
    fetch("shuffle up", mask, value, lane_id().checked_sub(delta & 31))
}

/// The value of the lane `delta` lower; the own one where there is none.
#[inline]
pub fn shuffle_up<T: WarpValue>(value: T, delta: u32) -> T {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `f32`.
pub fn shuffle_up_f32_sync(mask: u32, value: f32, delta: u32) -> f32 {
    shuffle_up_sync(mask, value, delta)
}

/// `shuffle_up` of `f32`.
#[inline]
pub fn shuffle_up_f32(value: f32, delta: u32) -> f32 {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `u64`.
pub fn shuffle_up_u64_sync(mask: u32, value: u64, delta: u32) -> u64 {
    shuffle_up_sync(mask, value, delta)
}

/// `shuffle_up` of `u64`.
#[inline]
pub fn shuffle_up_u64(value: u64, delta: u32) -> u64 {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `f64`.
pub fn shuffle_up_f64_sync(mask: u32, value: f64, delta: u32) -> f64 {
    shuffle_up_sync(mask, value, delta)
}

/// `shuffle_up` of `f64`.
#[inline]
pub fn shuffle_up_f64(value: f64, delta: u32) -> f64 {
    shuffle_up_sync(ALL, value, delta)
}

/// Whether the condition holds in all lanes.
pub fn all_sync(mask: u32, condition: bool) -> bool {
    gather("all", mask, condition as u64).iter().all(|(_, word)| *word != 0)
}

/// Whether the condition holds in all lanes.
#[inline]
pub fn all(condition: bool) -> bool {
    all_sync(ALL, condition)
}

/// Whether the condition holds in any lane.
pub fn any_sync(mask: u32, condition: bool) -> bool {
    gather("any", mask, condition as u64).iter().any(|(_, word)| *word != 0)
}

/// Whether the condition holds in any lane.
#[inline]
pub fn any(condition: bool) -> bool {
    any_sync(ALL, condition)
}

/// Whether the condition is the same in all lanes.
pub fn uni_sync(mask: u32, condition: bool) -> bool {
    gather("uni", mask, condition as u64).iter().all(|(_, word)| *word == condition as u64)
}

/// The lanes in which the condition holds, a bit each.
pub fn ballot_sync(mask: u32, condition: bool) -> u32 {
    bits(&gather("ballot", mask, condition as u64), |word| word != 0)
}

/// The lanes in which the condition holds, a bit each.
#[inline]
pub fn ballot(condition: bool) -> u32 {
    ballot_sync(ALL, condition)
}

/// In how many lanes the condition holds.
#[inline]
pub fn popc(condition: bool) -> u32 {
    ballot(condition).count_ones()
}

/// The types whose values are compared between lanes.
pub trait MatchValue: Copy {
    #[doc(hidden)]
    fn to_match(self) -> u64;
}

macro_rules! match_values {
    ($($type:ty)*) => { $(
        impl MatchValue for $type {
            fn to_match(self) -> u64 {
                self as u64
            }
        }
    )* };
}

match_values! { i32 u32 i64 u64 isize usize }

/// The lanes that have the same value as this one.
pub fn match_any_sync<T: MatchValue>(mask: u32, value: T) -> u32 {
    bits(&gather("match_any", mask, value.to_match()), |word| word == value.to_match())
}

/// The lanes that have the same value as this one.
#[inline]
pub fn match_any<T: MatchValue>(value: T) -> u32 {
    match_any_sync(ALL, value)
}

/// All lanes if they have one value, else 0.
pub fn match_all_sync<T: MatchValue>(mask: u32, value: T) -> u32 {
    let lanes = gather("match_all", mask, value.to_match());
    if lanes.iter().all(|(_, word)| *word == value.to_match()) { bits(&lanes, |_| true) } else { 0 }
}

/// All lanes if they have one value, else 0.
#[inline]
pub fn match_all<T: MatchValue>(value: T) -> u32 {
    match_all_sync(ALL, value)
}

/// `match_any_sync` of 64 bits.
pub fn match_any_i64_sync(mask: u32, value: u64) -> u32 {
    match_any_sync(mask, value)
}

/// `match_all_sync` of 64 bits.
pub fn match_all_i64_sync(mask: u32, value: u64) -> u32 {
    match_all_sync(mask, value)
}

fn reduce<T: WarpValue>(operation: &'static str, mask: u32, value: T, combine: impl Fn(T, T) -> T) -> T {
    let lanes = gather(operation, mask, value.into_word());
    lanes.iter().map(|(_, word)| T::from_word(*word)).reduce(combine).unwrap_or(value)
}

/// The sum, wrapping, of all lanes (sm_80).
pub fn redux_sync_add(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_add", mask, value, u32::wrapping_add)
}

/// The least value, of all lanes (sm_80).
pub fn redux_sync_min_u32(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_min_u32", mask, value, Ord::min)
}

/// The greatest value, of all lanes (sm_80).
pub fn redux_sync_max_u32(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_max_u32", mask, value, Ord::max)
}

/// The least value, of all lanes (sm_80).
pub fn redux_sync_min_i32(mask: u32, value: i32) -> i32 {
    reduce("redux_sync_min_i32", mask, value, Ord::min)
}

/// The greatest value, of all lanes (sm_80).
pub fn redux_sync_max_i32(mask: u32, value: i32) -> i32 {
    reduce("redux_sync_max_i32", mask, value, Ord::max)
}

/// The bits that all have, of all lanes (sm_80).
pub fn redux_sync_and(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_and", mask, value, |a, b| a & b)
}

/// The bits that any has, of all lanes (sm_80).
pub fn redux_sync_or(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_or", mask, value, |a, b| a | b)
}

/// The bits that an odd number has, of all lanes (sm_80).
pub fn redux_sync_xor(mask: u32, value: u32) -> u32 {
    reduce("redux_sync_xor", mask, value, |a, b| a ^ b)
}

/// Whether this is the one lane of the mask that is chosen (sm_90).
pub fn is_elected_sync(mask: u32) -> bool {
    elect_sync(mask).1
}

/// The lane of the mask that is chosen, and whether this is it (sm_90).
#[inline]
pub fn elect_sync(mask: u32) -> (u32, bool) {
    let lanes = gather("elect", mask, 0);
    let elected = lanes.iter().map(|(lane, _)| *lane).min().unwrap_or(lane_id());
    (elected, elected == lane_id())
}

/// Puts the values of all 32 lanes together in a butterfly: the value of distance 16 first, then 8, 4, 2, 1.
fn butterfly<T: WarpValue>(value: T, combine: fn(T, T) -> T) -> T {
    [16, 8, 4, 2, 1].into_iter().fold(value, |own, step| combine(own, shuffle_xor(own, step)))
}

/// The values of the lanes below `live` put together, in every one of them.
fn partial<T: WarpValue>(mut value: T, live: u32, combine: fn(T, T) -> T) -> T {
    let live = live.clamp(1, 32);
    let mask = u32::MAX >> (32 - live);
    if live.is_power_of_two() {
        let mut step = live / 2;
        while step > 0 {
            value = combine(value, shuffle_xor_sync(mask, value, step));
            step /= 2;
        }
        return value;
    }
    let mut left = live;
    while left > 1 {
        let half = left.div_ceil(2);
        let source = lane_id() + half;
        let other = shuffle_sync(mask, value, source.min(live - 1));
        if source < left {
            value = combine(value, other);
        }
        left = half;
    }
    shuffle_sync(mask, value, 0)
}

/// The sum of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_sum_f32(value: f32) -> f32 {
    butterfly(value, |a, b| a + b)
}

/// The sum of the lanes below `live`, in each of them; no others call this.
pub fn reduce_sum_f32_partial(value: f32, live: u32) -> f32 {
    partial(value, live, |a, b| a + b)
}

/// The sum of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_sum_f64(value: f64) -> f64 {
    butterfly(value, |a, b| a + b)
}

/// The sum of the lanes below `live`, in each of them; no others call this.
pub fn reduce_sum_f64_partial(value: f64, live: u32) -> f64 {
    partial(value, live, |a, b| a + b)
}

/// The greatest value of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_max_f32(value: f32) -> f32 {
    butterfly(value, f32::max)
}

/// The greatest value of the lanes below `live`, in each of them; no others call this.
pub fn reduce_max_f32_partial(value: f32, live: u32) -> f32 {
    partial(value, live, f32::max)
}

/// The greatest value of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_max_f64(value: f64) -> f64 {
    butterfly(value, f64::max)
}

/// The greatest value of the lanes below `live`, in each of them; no others call this.
pub fn reduce_max_f64_partial(value: f64, live: u32) -> f64 {
    partial(value, live, f64::max)
}

/// The least value of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_min_f32(value: f32) -> f32 {
    butterfly(value, f32::min)
}

/// The least value of the lanes below `live`, in each of them; no others call this.
pub fn reduce_min_f32_partial(value: f32, live: u32) -> f32 {
    partial(value, live, f32::min)
}

/// The least value of all 32 lanes, in every lane, put together in a butterfly.
pub fn reduce_min_f64(value: f64) -> f64 {
    butterfly(value, f64::min)
}

/// The least value of the lanes below `live`, in each of them; no others call this.
pub fn reduce_min_f64_partial(value: f64, live: u32) -> f64 {
    partial(value, live, f64::min)
}
