//! What the 32 threads of a warp do together. The threads of the mask (without one: all 32) come to the same call; the value of a lane that
//! takes no part is not defined.

const ALL: u32 = 0xffffffff;

/// The types whose values travel between lanes: all numbers of 32 and 64 bits.
pub trait WarpValue: Copy {}

#[for_each(N, i32, u32, f32, i64, u64, f64, isize, usize)]
impl WarpValue for N {}

/// The thread's number in its warp, 0 to 31.
#[intrinsic("gpu.lane_id")]
pub fn lane_id() -> u32;

/// The number of the warp in its block.
#[inline(always)]
pub fn warp_id() -> u32 {
    use crate::thread::*;
    (threadIdx_x() + blockDim_x() * (threadIdx_y() + blockDim_y() * threadIdx_z())) / 32
}

/// The number of the warp of the multiprocessor that the thread runs on at this moment; the number in its block is `warp_id`.
#[intrinsic("gpu.where_running warpid")]
pub fn warpid() -> u32;

/// How many warps a multiprocessor has at most.
#[intrinsic("gpu.launch_fact nwarpid")]
pub fn nwarpid() -> u32;

/// The lanes below this one.
#[inline(always)]
pub fn lanemask_lt() -> u32 {
    (1u32 << lane_id()) - 1
}

/// The lanes up to this one.
#[inline(always)]
pub fn lanemask_le() -> u32 {
    lanemask_lt() | lanemask_eq()
}

/// This lane.
#[inline(always)]
pub fn lanemask_eq() -> u32 {
    1u32 << lane_id()
}

/// The lanes from this one on.
#[inline(always)]
pub fn lanemask_ge() -> u32 {
    !lanemask_lt()
}

/// The lanes above this one.
#[inline(always)]
pub fn lanemask_gt() -> u32 {
    !lanemask_le()
}

/// The lanes that execute this call together with this one; not the lanes that could.
#[intrinsic("gpu.active_mask")]
pub fn active_mask() -> u32;

/// Waits for the lanes of the mask, and makes their memory accesses visible to each other.
#[intrinsic("gpu.sync_warp")]
pub fn sync_mask(mask: u32);

/// How many lanes of this warp a 1-D block has.
#[inline(always)]
pub fn live_lanes_1d() -> u32 {
    let left = crate::thread::blockDim_x() - warp_id() * 32;
    if left < 32 { left } else { 32 }
}

/// The value of lane `lane`.
#[intrinsic("gpu.shuffle idx")]
pub fn shuffle_sync<T: WarpValue>(mask: u32, value: T, lane: u32) -> T;

/// The value of lane `lane`.
#[inline(always)]
pub fn shuffle<T: WarpValue>(value: T, lane: u32) -> T {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `f32`.
#[intrinsic("gpu.shuffle idx")]
pub fn shuffle_f32_sync(mask: u32, value: f32, lane: u32) -> f32;

/// `shuffle` of `f32`.
#[inline(always)]
pub fn shuffle_f32(value: f32, lane: u32) -> f32 {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `u64`.
#[intrinsic("gpu.shuffle idx")]
pub fn shuffle_u64_sync(mask: u32, value: u64, lane: u32) -> u64;

/// `shuffle` of `u64`.
#[inline(always)]
pub fn shuffle_u64(value: u64, lane: u32) -> u64 {
    shuffle_sync(ALL, value, lane)
}

/// `shuffle_sync` of `f64`.
#[intrinsic("gpu.shuffle idx")]
pub fn shuffle_f64_sync(mask: u32, value: f64, lane: u32) -> f64;

/// `shuffle` of `f64`.
#[inline(always)]
pub fn shuffle_f64(value: f64, lane: u32) -> f64 {
    shuffle_sync(ALL, value, lane)
}

/// The value of the lane whose number differs by xor with `lane_mask`.
#[intrinsic("gpu.shuffle xor")]
pub fn shuffle_xor_sync<T: WarpValue>(mask: u32, value: T, lane_mask: u32) -> T;

/// The value of the lane whose number differs by xor with `lane_mask`.
#[inline(always)]
pub fn shuffle_xor<T: WarpValue>(value: T, lane_mask: u32) -> T {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `f32`.
#[intrinsic("gpu.shuffle xor")]
pub fn shuffle_xor_f32_sync(mask: u32, value: f32, lane_mask: u32) -> f32;

/// `shuffle_xor` of `f32`.
#[inline(always)]
pub fn shuffle_xor_f32(value: f32, lane_mask: u32) -> f32 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `u64`.
#[intrinsic("gpu.shuffle xor")]
pub fn shuffle_xor_u64_sync(mask: u32, value: u64, lane_mask: u32) -> u64;

/// `shuffle_xor` of `u64`.
#[inline(always)]
pub fn shuffle_xor_u64(value: u64, lane_mask: u32) -> u64 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// `shuffle_xor_sync` of `f64`.
#[intrinsic("gpu.shuffle xor")]
pub fn shuffle_xor_f64_sync(mask: u32, value: f64, lane_mask: u32) -> f64;

/// `shuffle_xor` of `f64`.
#[inline(always)]
pub fn shuffle_xor_f64(value: f64, lane_mask: u32) -> f64 {
    shuffle_xor_sync(ALL, value, lane_mask)
}

/// The value of the lane `delta` higher; the own one where there is none.
#[intrinsic("gpu.shuffle down")]
pub fn shuffle_down_sync<T: WarpValue>(mask: u32, value: T, delta: u32) -> T;

/// The value of the lane `delta` higher; the own one where there is none.
#[inline(always)]
pub fn shuffle_down<T: WarpValue>(value: T, delta: u32) -> T {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `f32`.
#[intrinsic("gpu.shuffle down")]
pub fn shuffle_down_f32_sync(mask: u32, value: f32, delta: u32) -> f32;

/// `shuffle_down` of `f32`.
#[inline(always)]
pub fn shuffle_down_f32(value: f32, delta: u32) -> f32 {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `u64`.
#[intrinsic("gpu.shuffle down")]
pub fn shuffle_down_u64_sync(mask: u32, value: u64, delta: u32) -> u64;

/// `shuffle_down` of `u64`.
#[inline(always)]
pub fn shuffle_down_u64(value: u64, delta: u32) -> u64 {
    shuffle_down_sync(ALL, value, delta)
}

/// `shuffle_down_sync` of `f64`.
#[intrinsic("gpu.shuffle down")]
pub fn shuffle_down_f64_sync(mask: u32, value: f64, delta: u32) -> f64;

/// `shuffle_down` of `f64`.
#[inline(always)]
pub fn shuffle_down_f64(value: f64, delta: u32) -> f64 {
    shuffle_down_sync(ALL, value, delta)
}

/// The value of the lane `delta` lower; the own one where there is none.
#[intrinsic("gpu.shuffle up")]
pub fn shuffle_up_sync<T: WarpValue>(mask: u32, value: T, delta: u32) -> T;

/// The value of the lane `delta` lower; the own one where there is none.
#[inline(always)]
pub fn shuffle_up<T: WarpValue>(value: T, delta: u32) -> T {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `f32`.
#[intrinsic("gpu.shuffle up")]
pub fn shuffle_up_f32_sync(mask: u32, value: f32, delta: u32) -> f32;

/// `shuffle_up` of `f32`.
#[inline(always)]
pub fn shuffle_up_f32(value: f32, delta: u32) -> f32 {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `u64`.
#[intrinsic("gpu.shuffle up")]
pub fn shuffle_up_u64_sync(mask: u32, value: u64, delta: u32) -> u64;

/// `shuffle_up` of `u64`.
#[inline(always)]
pub fn shuffle_up_u64(value: u64, delta: u32) -> u64 {
    shuffle_up_sync(ALL, value, delta)
}

/// `shuffle_up_sync` of `f64`.
#[intrinsic("gpu.shuffle up")]
pub fn shuffle_up_f64_sync(mask: u32, value: f64, delta: u32) -> f64;

/// `shuffle_up` of `f64`.
#[inline(always)]
pub fn shuffle_up_f64(value: f64, delta: u32) -> f64 {
    shuffle_up_sync(ALL, value, delta)
}

/// Whether the condition holds in all lanes.
#[intrinsic("gpu.vote all")]
pub fn all_sync(mask: u32, condition: bool) -> bool;

/// Whether the condition holds in all lanes.
#[inline(always)]
pub fn all(condition: bool) -> bool {
    all_sync(ALL, condition)
}

/// Whether the condition holds in any lane.
#[intrinsic("gpu.vote any")]
pub fn any_sync(mask: u32, condition: bool) -> bool;

/// Whether the condition holds in any lane.
#[inline(always)]
pub fn any(condition: bool) -> bool {
    any_sync(ALL, condition)
}

/// Whether the condition is the same in all lanes.
#[intrinsic("gpu.vote uni")]
pub fn uni_sync(mask: u32, condition: bool) -> bool;

/// The lanes in which the condition holds, a bit each.
#[intrinsic("gpu.ballot")]
pub fn ballot_sync(mask: u32, condition: bool) -> u32;

/// The lanes in which the condition holds, a bit each.
#[inline(always)]
pub fn ballot(condition: bool) -> u32 {
    ballot_sync(ALL, condition)
}

/// In how many lanes the condition holds.
#[inline(always)]
pub fn popc(condition: bool) -> u32 {
    ballot(condition).count_ones()
}

/// The types whose values are compared between lanes.
pub trait MatchValue: Copy {}

#[for_each(N, i32, u32, i64, u64, isize, usize)]
impl MatchValue for N {}

/// The lanes that have the same value as this one.
#[intrinsic("gpu.match_any")]
pub fn match_any_sync<T: MatchValue>(mask: u32, value: T) -> u32;

/// The lanes that have the same value as this one.
#[inline(always)]
pub fn match_any<T: MatchValue>(value: T) -> u32 {
    match_any_sync(ALL, value)
}

/// All lanes if they have one value, else 0.
#[intrinsic("gpu.match_all")]
pub fn match_all_sync<T: MatchValue>(mask: u32, value: T) -> u32;

/// All lanes if they have one value, else 0.
#[inline(always)]
pub fn match_all<T: MatchValue>(value: T) -> u32 {
    match_all_sync(ALL, value)
}

/// `match_any_sync` of 64 bits.
#[intrinsic("gpu.match_any")]
pub fn match_any_i64_sync(mask: u32, value: u64) -> u32;

/// `match_all_sync` of 64 bits.
#[intrinsic("gpu.match_all")]
pub fn match_all_i64_sync(mask: u32, value: u64) -> u32;

/// The sum, wrapping, of all lanes (sm_80).
#[intrinsic("gpu.reduce add")]
pub fn redux_sync_add(mask: u32, value: u32) -> u32;

/// The least value, of all lanes (sm_80).
#[intrinsic("gpu.reduce min")]
pub fn redux_sync_min_u32(mask: u32, value: u32) -> u32;

/// The greatest value, of all lanes (sm_80).
#[intrinsic("gpu.reduce max")]
pub fn redux_sync_max_u32(mask: u32, value: u32) -> u32;

/// The least value, of all lanes (sm_80).
#[intrinsic("gpu.reduce min")]
pub fn redux_sync_min_i32(mask: u32, value: i32) -> i32;

/// The greatest value, of all lanes (sm_80).
#[intrinsic("gpu.reduce max")]
pub fn redux_sync_max_i32(mask: u32, value: i32) -> i32;

/// The bits that all have, of all lanes (sm_80).
#[intrinsic("gpu.reduce and")]
pub fn redux_sync_and(mask: u32, value: u32) -> u32;

/// The bits that any has, of all lanes (sm_80).
#[intrinsic("gpu.reduce or")]
pub fn redux_sync_or(mask: u32, value: u32) -> u32;

/// The bits that an odd number has, of all lanes (sm_80).
#[intrinsic("gpu.reduce xor")]
pub fn redux_sync_xor(mask: u32, value: u32) -> u32;

/// Whether this is the one lane of the mask that is chosen (sm_90).
#[intrinsic("gpu.elect")]
pub fn is_elected_sync(mask: u32) -> bool;

/// The lane of the mask that is chosen, and whether this is it (sm_90).
#[inline(always)]
pub fn elect_sync(mask: u32) -> (u32, bool) {
    let elected = is_elected_sync(mask);
    (31 - ballot_sync(mask, elected).leading_zeros(), elected)
}

/// How two values are put together.
trait Fold<T> {
    fn fold(a: T, b: T) -> T;
}

enum Sum {}
enum Greatest {}
enum Least {}

#[for_each(N, f32, f64)]
impl Fold<N> for Sum {
    #[inline(always)]
    fn fold(a: N, b: N) -> N {
        a + b
    }
}

#[for_each(N, f32, f64)]
impl Fold<N> for Greatest {
    #[inline(always)]
    fn fold(a: N, b: N) -> N {
        a.max(b)
    }
}

#[for_each(N, f32, f64)]
impl Fold<N> for Least {
    #[inline(always)]
    fn fold(a: N, b: N) -> N {
        a.min(b)
    }
}

/// The values of `2 * step` lanes put together in a butterfly, in every one of them.
#[inline(always)]
fn butterfly<T: WarpValue, F: Fold<T>>(mask: u32, mut value: T, mut step: u32) -> T {
    while step > 0 {
        value = F::fold(value, shuffle_xor_sync(mask, value, step));
        step >>= 1;
    }
    value
}

/// The values of the lanes below `live` put together, in every one of them. No lane reads one that takes no part.
#[inline(always)]
fn over_live<T: WarpValue, F: Fold<T>>(mut value: T, live: u32) -> T {
    let live = if live < 1 { 1 } else if live > 32 { 32 } else { live };
    let mask = ALL >> (32 - live);
    if live & (live - 1) == 0 {
        return butterfly::<T, F>(mask, value, live / 2);
    }
    let mut left = live;
    while left > 1 {
        let half = (left + 1) / 2;
        let source = lane_id() + half;
        let other = shuffle_sync(mask, value, if source < live { source } else { live - 1 });
        if source < left {
            value = F::fold(value, other);
        }
        left = half;
    }
    shuffle_sync(mask, value, 0)
}

/// The sum of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_sum_f32(value: f32) -> f32 {
    butterfly::<f32, Sum>(ALL, value, 16)
}

/// The sum of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_sum_f32_partial(value: f32, live: u32) -> f32 {
    over_live::<f32, Sum>(value, live)
}

/// The sum of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_sum_f64(value: f64) -> f64 {
    butterfly::<f64, Sum>(ALL, value, 16)
}

/// The sum of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_sum_f64_partial(value: f64, live: u32) -> f64 {
    over_live::<f64, Sum>(value, live)
}

/// The greatest value of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_max_f32(value: f32) -> f32 {
    butterfly::<f32, Greatest>(ALL, value, 16)
}

/// The greatest value of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_max_f32_partial(value: f32, live: u32) -> f32 {
    over_live::<f32, Greatest>(value, live)
}

/// The greatest value of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_max_f64(value: f64) -> f64 {
    butterfly::<f64, Greatest>(ALL, value, 16)
}

/// The greatest value of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_max_f64_partial(value: f64, live: u32) -> f64 {
    over_live::<f64, Greatest>(value, live)
}

/// The least value of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_min_f32(value: f32) -> f32 {
    butterfly::<f32, Least>(ALL, value, 16)
}

/// The least value of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_min_f32_partial(value: f32, live: u32) -> f32 {
    over_live::<f32, Least>(value, live)
}

/// The least value of all 32 lanes, in every lane, put together in a butterfly.
#[inline(always)]
pub fn reduce_min_f64(value: f64) -> f64 {
    butterfly::<f64, Least>(ALL, value, 16)
}

/// The least value of the lanes below `live`, in each of them; no others call this.
#[inline(always)]
pub fn reduce_min_f64_partial(value: f64, live: u32) -> f64 {
    over_live::<f64, Least>(value, live)
}
