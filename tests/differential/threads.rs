//@ shared_static
//@ launch 3 33 rand:u32[99] zeros:u32[99]
#[kernel]
pub fn shared_static(x: &[u32], mut y: DisjointSlice<u32>) {
    static mut TILE: SharedArray<u32, 64> = SharedArray::UNINIT;
    let t = thread::threadIdx_x() as usize;
    let size = thread::blockDim_x() as usize;
    let i = thread::index_1d();
    unsafe {
        TILE[t] = x[i.get()] ^ 5;
    }
    sync_threads();
    let value = unsafe { TILE[size - 1 - t] };
    if let Some(place) = y.get_mut(i) {
        *place = value;
    }
}
//@ shared_object
//@ launch 2 64 rand:u32[128] zeros:u32[128]
#[kernel]
pub fn shared_object(x: &[u32], y: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    tile[t] = x[i];
    sync_threads();
    y[i] = tile[(t * 7 + 3) % 64].wrapping_sub(tile[t]);
}
//@ shared_two_sites
//@ launch 2 33 zeros:u32[66]
#[kernel]
pub fn shared_two_sites(y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let a = shared::<[u32; 40]>();
    let b = shared::<[u32; 40]>();
    a[t] = t as u32;
    b[t] = 100 + t as u32;
    sync_threads();
    y[thread::index_1d().get()] = a[32 - t] * 1000 + b[32 - t];
}
//@ shared_in_helper_called_twice
//@ launch 2 33 rand:u32[66] zeros:u32[66]
fn turned(value: u32) -> u32 {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x() as usize;
    tile[t] = value;
    sync_threads();
    let other = tile[(t + 1) % thread::blockDim_x() as usize];
    sync_threads();
    other
}
#[kernel]
pub fn shared_in_helper_called_twice(x: &[u32], y: &mut [u32]) {
    let i = thread::index_1d().get();
    y[i] = turned(turned(x[i]) ^ 1);
}
//@ shared_struct
//@ launch 2 32 small:i32[64] zeros:i32[64]
#[derive(Clone, Copy)]
struct Pair {
    low: i32,
    high: i64,
}
#[kernel]
pub fn shared_struct(x: &[i32], y: &mut [i32]) {
    let pairs = shared::<[Pair; 32]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    pairs[t] = Pair { low: x[i], high: x[i] as i64 * 3 };
    sync_threads();
    let Pair { low, high } = pairs[31 - t];
    pairs[31 - t].low = low + 1;
    sync_threads();
    y[i] = pairs[t].low - high as i32;
}
//@ shared_f64_matrix
//@ launch 1,2 8,4 rand:f64[64] zeros:f64[64]
#[kernel]
pub fn shared_f64_matrix(x: &[f64], y: &mut [f64]) {
    let tile = shared::<[[f64; 8]; 4]>();
    let (c, r) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let base = thread::blockIdx_y() as usize * 32;
    tile[r][c] = x[base + r * 8 + c];
    sync_threads();
    let mut sum = 0.0;
    for k in 0..8 {
        sum += tile[r][k] * 0.5;
    }
    for k in 0..4 {
        sum -= tile[k][c];
    }
    y[base + r * 8 + c] = sum;
}
//@ shared_bytes
//@ launch 2 40 rand:u8[80] zeros:u8[80]
#[kernel]
pub fn shared_bytes(x: &[u8], y: &mut [u8]) {
    let tile = shared::<[u8; 40]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    tile[39 - t] = x[i].rotate_left(3);
    sync_threads();
    y[i] = tile[t] ^ tile[(t + 1) % 40];
}
//@ shared_dynamic
//@ launch 2 33 rand:u32[66] zeros:u32[66] shared=264
#[kernel]
pub fn shared_dynamic(x: &[u32], y: &mut [u32]) {
    let first = DynamicSharedArray::<u32>::get();
    let second = DynamicSharedArray::<u32>::offset(132);
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    unsafe {
        *first.add(t) = x[i];
        *second.add(t) = x[i] >> 8;
    }
    sync_threads();
    unsafe {
        y[i] = *first.add(32 - t) ^ *second.add((t + 5) % 33);
    }
}
//@ shared_dynamic_as_bytes
//@ launch 1 32 rand:u32[32] zeros:u8[32] shared=128
#[kernel]
pub fn shared_dynamic_as_bytes(x: &[u32], y: &mut [u8]) {
    let t = thread::threadIdx_x() as usize;
    unsafe {
        *DynamicSharedArray::<u32, 16>::get().add(t) = x[t];
        sync_threads();
        y[t] = *DynamicSharedArray::<u32, 16>::get_raw().add(4 * (31 - t) + 1);
    }
}
//@ shared_pointers
//@ launch 2 33 rand:i32[66] zeros:i32[66]
fn least(place: *const i32, count: usize) -> i32 {
    let mut found = i32::MAX;
    for k in 0..count {
        found = found.min(unsafe { *place.add(k) });
    }
    found
}
#[kernel]
pub fn shared_pointers(x: &[i32], y: &mut [i32]) {
    static mut TILE: SharedArray<i32, 33> = SharedArray::UNINIT;
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    unsafe {
        let tile = SharedArray::as_raw_mut_ptr(&raw mut TILE);
        *tile.add(t) = x[i];
        sync_threads();
        y[i] = least(if t % 2 == 0 { tile as *const i32 } else { x.as_ptr() }, t + 1);
    }
}
//@ shared_reference_in_option
//@ launch 1 64 rand:u32[64] zeros:u32[64]
#[kernel]
pub fn shared_reference_in_option(x: &[u32], y: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x() as usize;
    tile[t] = x[t] & 0xff;
    sync_threads();
    let found: Option<&u32> = if t == 0 { None } else { tile.get(t * 3) };
    y[t] = match found {
        Some(place) => *place + 1,
        None => 0,
    };
}
//@ barrier_in_uniform_loop
//@ launch 2 48 rand:u32[96] zeros:u32[96] 5
#[kernel]
pub fn barrier_in_uniform_loop(x: &[u32], y: &mut [u32], steps: u32) {
    let tile = shared::<[u32; 48]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    let mut own = x[i];
    for step in 0..steps {
        tile[t] = own;
        sync_threads();
        own = own.rotate_left(step) ^ tile[(t + 1) % 48].wrapping_mul(3);
        sync_threads();
    }
    y[i] = own;
}
//@ barrier_after_early_return
//@ launch 2 40 rand:u32[80] zeros:u32[80] 27
//@ launch 2 40 rand:u32[80] zeros:u32[80] 40
#[kernel]
pub fn barrier_after_early_return(x: &[u32], y: &mut [u32], limit: u32) {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x();
    if t >= limit {
        y[thread::index_1d().get()] = 7;
        return;
    }
    tile[t as usize] = x[thread::index_1d().get()];
    sync_threads();
    y[thread::index_1d().get()] = tile[(limit - 1 - t) as usize];
}
//@ barrier_after_divergent_loop
//@ launch 1 64 rand:u32[64] zeros:u32[64]
#[kernel]
pub fn barrier_after_divergent_loop(x: &[u32], y: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x() as usize;
    let mut own = x[t];
    let mut k = 0;
    while k < t % 5 {
        own = own.wrapping_mul(own | 1);
        k += 1;
    }
    tile[t] = own;
    sync_threads();
    y[t] = tile[t ^ 1];
}
//@ barrier_value_kept_in_global
//@ launch 1 64 zeros:u32[64] zeros:u32[64]
#[kernel]
pub fn barrier_value_kept_in_global(x: &mut [u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    x[t] = t as u32 * 3;
    let before = x[63 - t];
    sync_threads();
    let after = x[63 - t];
    sync_threads();
    x[63 - t] = after + 1;
    sync_threads();
    y[t] = x[t] + (before & 0);
}
//@ barrier_neighbours_in_place
//@ launch 1 33 small:i64[33] 4
#[kernel]
pub fn barrier_neighbours_in_place(x: &mut [i64], rounds: u32) {
    let t = thread::threadIdx_x() as usize;
    let n = x.len();
    let mut k = 0;
    while k < rounds {
        let next = x[(t + 1) % n] - x[(t + n - 1) % n] + x[t];
        sync_threads();
        x[t] = next;
        sync_threads();
        k += 1;
    }
}
//@ scan_in_shared
//@ launch 2 64 small:u32[128] zeros:u32[128]
#[kernel]
pub fn scan_in_shared(x: &[u32], mut y: DisjointSlice<u32>) {
    static mut SUMS: SharedArray<u32, 64> = SharedArray::UNINIT;
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d();
    unsafe {
        SUMS[t] = x[i.get()];
        sync_threads();
        let mut distance = 1;
        while distance < 64 {
            let add = if t >= distance { SUMS[t - distance] } else { 0 };
            sync_threads();
            SUMS[t] += add;
            sync_threads();
            distance *= 2;
        }
        *y.get_unchecked_mut(i.get()) = SUMS[t];
    }
}
//@ shuffles_u32
//@ launch 1 64 rand:u32[64] zeros:u32[512]
#[kernel]
pub fn shuffles_u32(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x();
    let own = x[t as usize];
    let out = &mut y[t as usize * 8..];
    out[0] = warp::shuffle(own, t * 3);
    out[1] = warp::shuffle_xor(own, 5);
    out[2] = warp::shuffle_down(own, 3);
    out[3] = warp::shuffle_up(own, 9);
    out[4] = warp::shuffle_sync(0xffffffff, own, 31 - t % 32);
    out[5] = warp::shuffle_xor_sync(0xffffffff, own, 31);
    out[6] = warp::shuffle_down_sync(0xffffffff, own, 31);
    out[7] = warp::shuffle_up_sync(0xffffffff, own, t % 32);
}
//@ shuffles_f32
//@ launch 1 32 rand:f32[32] zeros:f32[256]
#[kernel]
pub fn shuffles_f32(x: &[f32], y: &mut [f32]) {
    let t = thread::threadIdx_x();
    let own = x[t as usize];
    let out = &mut y[t as usize * 8..];
    out[0] = warp::shuffle_f32(own, t / 2);
    out[1] = warp::shuffle_xor_f32(own, 16);
    out[2] = warp::shuffle_down_f32(own, 1);
    out[3] = warp::shuffle_up_f32(own, 2);
    out[4] = warp::shuffle_f32_sync(u32::MAX, own, 17);
    out[5] = warp::shuffle_xor_f32_sync(u32::MAX, own, 3);
    out[6] = warp::shuffle_down_f32_sync(u32::MAX, own, 8);
    out[7] = warp::shuffle_up(own, 5) + warp::shuffle_up_f32_sync(u32::MAX, own, 30);
}
//@ shuffles_64
//@ launch 1 32 rand:u64[32] rand:f64[32] zeros:u64[256] zeros:f64[256]
#[kernel]
pub fn shuffles_64(x: &[u64], f: &[f64], y: &mut [u64], z: &mut [f64]) {
    let t = thread::threadIdx_x();
    let (own, real) = (x[t as usize], f[t as usize]);
    let out = &mut y[t as usize * 8..];
    let reals = &mut z[t as usize * 8..];
    out[0] = warp::shuffle_u64(own, 31 - t);
    out[1] = warp::shuffle_xor_u64(own, 9);
    out[2] = warp::shuffle_down_u64(own, 4);
    out[3] = warp::shuffle_up_u64(own, 4);
    out[4] = warp::shuffle_u64_sync(u32::MAX, own, t / 4);
    out[5] = warp::shuffle_xor_u64_sync(u32::MAX, own, 1);
    out[6] = warp::shuffle_down_u64_sync(u32::MAX, own, 20);
    out[7] = warp::shuffle_up_u64_sync(u32::MAX, own, 1);
    reals[0] = warp::shuffle_f64(real, 31 - t);
    reals[1] = warp::shuffle_xor_f64(real, 9);
    reals[2] = warp::shuffle_down_f64(real, 4);
    reals[3] = warp::shuffle_up_f64(real, 4);
    reals[4] = warp::shuffle_f64_sync(u32::MAX, real, t / 4);
    reals[5] = warp::shuffle_xor_f64_sync(u32::MAX, real, 1);
    reals[6] = warp::shuffle_down_f64_sync(u32::MAX, real, 20);
    reals[7] = warp::shuffle_up_f64_sync(u32::MAX, real, 1);
}
//@ shuffles_of_every_type
//@ launch 1 32 rand:u64[32] zeros:i64[256]
#[kernel]
pub fn shuffles_of_every_type(x: &[u64], y: &mut [i64]) {
    let t = thread::threadIdx_x();
    let own = x[t as usize];
    let out = &mut y[t as usize * 8..];
    out[0] = warp::shuffle(own as i32, 31 - t) as i64;
    out[1] = warp::shuffle_down(own as i64, 2);
    out[2] = warp::shuffle_up(own as isize, 2) as i64;
    out[3] = warp::shuffle_xor(own as usize, 2) as i64;
    out[4] = warp::shuffle_xor(own as f32, 7).to_bits() as i64;
    out[5] = warp::shuffle_down(own as f64, 11).to_bits() as i64;
    out[6] = warp::shuffle_up(own as u32, 32) as i64;
    out[7] = warp::shuffle(own as i64, 40);
}
//@ shuffles_in_part_of_a_warp
//@ launch 1 32 rand:u32[32] zeros:u32[32]
#[kernel]
pub fn shuffles_in_part_of_a_warp(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x();
    let own = x[t as usize];
    y[t as usize] = if t < 16 {
        warp::shuffle_xor_sync(0x0000ffff, own, 1)
    } else {
        warp::shuffle_sync(0xffff0000, own, 16 + (t * 5) % 16) + 1
    };
}
//@ shuffle_in_a_loop
//@ launch 2 32 small:u32[64] zeros:u32[64]
#[kernel]
pub fn shuffle_in_a_loop(x: &[u32], y: &mut [u32]) {
    let i = thread::index_1d().get();
    let lane = warp::lane_id();
    let mut sum = x[i];
    let mut step = 1;
    while step < 32 {
        let other = warp::shuffle_up(sum, step);
        if lane >= step {
            sum += other;
        }
        step *= 2;
    }
    y[i] = sum;
}
//@ votes
//@ launch 1 64 small:u32[64] zeros:u32[512]
#[kernel]
pub fn votes(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let own = x[t];
    let out = &mut y[t * 8..];
    out[0] = warp::all(own < 90) as u32;
    out[1] = warp::any(own > 97) as u32;
    out[2] = warp::ballot(own % 3 == 0);
    out[3] = warp::popc(own > 50);
    out[4] = warp::all_sync(u32::MAX, own < 1000) as u32;
    out[5] = warp::any_sync(u32::MAX, t == 40) as u32;
    out[6] = warp::ballot_sync(u32::MAX, t % 2 == 1);
    out[7] = warp::uni_sync(u32::MAX, t < 32) as u32 + 2 * warp::uni_sync(u32::MAX, t % 2 == 0) as u32;
}
//@ votes_of_half_warps
//@ launch 1 64 small:u32[64] zeros:u32[64]
#[kernel]
pub fn votes_of_half_warps(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x();
    let mask = if t % 32 < 12 { 0x00000fff } else { 0xfffff000 };
    let own = x[t as usize] > 40;
    if t % 32 < 12 {
        y[t as usize] = warp::ballot_sync(mask, own);
    } else {
        y[t as usize] = warp::ballot_sync(mask, own) | warp::all_sync(mask, own) as u32;
    }
}
//@ matches
//@ launch 1 32 small:u32[32] zeros:u32[192]
#[kernel]
pub fn matches(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let own = x[t] / 20;
    let out = &mut y[t * 6..];
    out[0] = warp::match_any(own);
    out[1] = warp::match_any_sync(u32::MAX, (own as i64) << 33);
    out[2] = warp::match_all(own);
    out[3] = warp::match_all_sync(u32::MAX, 5i32);
    out[4] = warp::match_any_i64_sync(u32::MAX, own as u64 * 0x100000000);
    out[5] = warp::match_all_i64_sync(u32::MAX, 1 << 40);
}
//@ reductions_of_integers
//@ launch 1 64 rand:u32[64] zeros:u32[512]
#[kernel]
pub fn reductions_of_integers(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let own = x[t];
    let out = &mut y[t * 8..];
    out[0] = warp::redux_sync_add(u32::MAX, own);
    out[1] = warp::redux_sync_min_u32(u32::MAX, own);
    out[2] = warp::redux_sync_max_u32(u32::MAX, own);
    out[3] = warp::redux_sync_min_i32(u32::MAX, own as i32) as u32;
    out[4] = warp::redux_sync_max_i32(u32::MAX, own as i32) as u32;
    out[5] = warp::redux_sync_and(u32::MAX, own | 0xff);
    out[6] = warp::redux_sync_or(u32::MAX, own & 0x30f0);
    out[7] = warp::redux_sync_xor(u32::MAX, own);
}
//@ reductions_of_floats
//@ launch 1 32 rand:f32[32] rand:f64[32] zeros:f32[96] zeros:f64[96]
#[kernel]
pub fn reductions_of_floats(x: &[f32], f: &[f64], y: &mut [f32], z: &mut [f64]) {
    let t = thread::threadIdx_x() as usize;
    y[t * 3] = warp::reduce_sum_f32(x[t]);
    y[t * 3 + 1] = warp::reduce_max_f32(x[t]);
    y[t * 3 + 2] = warp::reduce_min_f32(x[t]);
    z[t * 3] = warp::reduce_sum_f64(f[t]);
    z[t * 3 + 1] = warp::reduce_max_f64(f[t]);
    z[t * 3 + 2] = warp::reduce_min_f64(f[t]);
}
//@ partial_reductions
//@ launch 1 45 rand:f32[45] rand:f64[45] zeros:f32[6] zeros:f64[6]
#[kernel]
pub fn partial_reductions(x: &[f32], f: &[f64], y: &mut [f32], z: &mut [f64]) {
    let t = thread::threadIdx_x() as usize;
    let live = warp::live_lanes_1d();
    let sums = (warp::reduce_sum_f32_partial(x[t], live), warp::reduce_sum_f64_partial(f[t], live));
    let greatest = (warp::reduce_max_f32_partial(x[t], live), warp::reduce_max_f64_partial(f[t], live));
    let least = (warp::reduce_min_f32_partial(x[t], live), warp::reduce_min_f64_partial(f[t], live));
    if warp::lane_id() == 0 {
        let place = warp::warp_id() as usize * 3;
        (y[place], z[place]) = sums;
        (y[place + 1], z[place + 1]) = greatest;
        (y[place + 2], z[place + 2]) = least;
    }
}
//@ lane_masks
//@ launch 1 16,5 zeros:u32[640]
#[kernel]
pub fn lane_masks(y: &mut [u32]) {
    let t = (thread::threadIdx_y() * 16 + thread::threadIdx_x()) as usize;
    let out = &mut y[t * 8..];
    out[0] = warp::lanemask_lt();
    out[1] = warp::lanemask_le();
    out[2] = warp::lanemask_eq();
    out[3] = warp::lanemask_ge();
    out[4] = warp::lanemask_gt();
    out[5] = warp::lane_id();
    out[6] = warp::warp_id();
    out[7] = warp::live_lanes_1d();
}
//@ elections
//@ launch 1 32 zeros:u32[96]
#[kernel]
pub fn elections(y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let (lane, is_it) = warp::elect_sync(u32::MAX);
    y[t * 3] = (lane < 32) as u32;
    y[t * 3 + 1] = (is_it == (lane == t as u32)) as u32;
    y[t * 3 + 2] = warp::ballot(warp::is_elected_sync(u32::MAX)).count_ones();
}
//@ active_lanes
//@ launch 1 64 zeros:u32[64]
#[kernel]
pub fn active_lanes(y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    y[t] = warp::active_mask();
    warp::sync_mask(u32::MAX);
}
//@ sync_mask_in_a_warp
//@ launch 2 32 rand:u32[64] zeros:u32[64]
#[kernel]
pub fn sync_mask_in_a_warp(x: &[u32], y: &mut [u32]) {
    let tile = shared::<[u32; 32]>();
    let t = thread::threadIdx_x() as usize;
    let i = thread::index_1d().get();
    tile[t] = x[i];
    warp::sync_mask(u32::MAX);
    let other = tile[31 - t];
    warp::sync_mask(u32::MAX);
    tile[t] = other / 2;
    warp::sync_mask(u32::MAX);
    y[i] = tile[t ^ 16];
}
//@ short_atomics
//@ launch 3 33 rand:u32[99] zeros:u32[7] zeros:i64[4]
#[kernel]
pub fn short_atomics(x: &[u32], y: &mut [u32], z: &mut [i64]) {
    let own = x[thread::index_1d().get()];
    atomic::add(&mut y[0], own);
    atomic::sub(&mut y[1], own);
    atomic::min(&mut y[2], own);
    atomic::max(&mut y[3], own);
    atomic::and(&mut y[4], own);
    atomic::or(&mut y[5], own);
    atomic::xor(&mut y[6], own);
    atomic::add(&mut z[0], own as i64 - 5);
    atomic::min(&mut z[1], -(own as i64));
    atomic::max(&mut z[2], own as i64);
    atomic::xor(&mut z[3], own as i64 * 77);
}
//@ atomics_that_hand_out_places
//@ launch 2 48 small:u32[96] zeros:u32[1] zeros:u32[96]
#[kernel]
pub fn atomics_that_hand_out_places(x: &[u32], count: &mut [u32], marks: &mut [u32]) {
    let place = atomic::add(&mut count[0], 1);
    atomic::add(&mut marks[place as usize], x[0] + 1);
}
//@ exchange_by_one_thread
//@ launch 1 64 rand:u64[64] zeros:u64[64]
#[kernel]
pub fn exchange_by_one_thread(x: &[u64], y: &mut [u64]) {
    let t = thread::threadIdx_x() as usize;
    let old = atomic::exchange(&mut y[t], x[t]);
    let same = atomic::compare_exchange(&mut y[t], x[t], old + 9);
    let other = atomic::compare_exchange(&mut y[t], x[t] ^ 1, 55);
    atomic::add(&mut y[t], same ^ x[t] ^ other);
}
//@ one_wins
//@ launch 2 40 zeros:i32[1] zeros:u32[1]
#[kernel]
pub fn one_wins(place: &mut [i32], winners: &mut [u32]) {
    if atomic::compare_exchange(&mut place[0], 0, 5) == 0 {
        atomic::add(&mut winners[0], 1);
    }
}
//@ atomics_on_floats
//@ launch 1 40 small:f32[40] small:f64[40] zeros:f32[2] zeros:f64[2]
#[kernel]
pub fn atomics_on_floats(x: &[f32], f: &[f64], y: &mut [f32], z: &mut [f64]) {
    let t = thread::threadIdx_x() as usize;
    atomic::add(&mut y[0], x[t]);
    atomic::sub(&mut y[1], x[t]);
    atomic::add(&mut z[0], f[t]);
    atomic::sub(&mut z[1], f[t]);
}
//@ atomics_in_shared
//@ launch 2 70 small:u32[140] zeros:u32[20]
#[kernel]
pub fn atomics_in_shared(x: &[u32], y: &mut [u32]) {
    let bins = shared::<[u32; 10]>();
    let t = thread::threadIdx_x() as usize;
    if t < 10 {
        bins[t] = 0;
    }
    sync_threads();
    atomic::add(&mut bins[x[thread::index_1d().get()] as usize % 10], 1);
    sync_threads();
    if t < 10 {
        y[thread::blockIdx_x() as usize * 10 + t] = bins[t];
    }
}
//@ scoped_atomics_u32
//@ launch 2 33 rand:u32[66] zeros:u32[9]
#[kernel]
pub fn scoped_atomics_u32(x: &[u32], y: &[DeviceAtomicU32]) {
    let own = x[thread::index_1d().get()];
    y[0].fetch_add(own, AtomicOrdering::Relaxed);
    y[1].fetch_sub(own, AtomicOrdering::Acquire);
    y[2].fetch_and(own, AtomicOrdering::Release);
    y[3].fetch_or(own, AtomicOrdering::AcqRel);
    y[4].fetch_xor(own, AtomicOrdering::SeqCst);
    y[5].fetch_min(own, AtomicOrdering::Relaxed);
    y[6].fetch_max(own, AtomicOrdering::Release);
    if own == y[7].load(AtomicOrdering::Relaxed) {
        y[8].store(1, AtomicOrdering::SeqCst);
    }
}
//@ scoped_atomics_i64
//@ launch 2 33 rand:i64[66] zeros:i64[7]
#[kernel]
pub fn scoped_atomics_i64(x: &[i64], y: &[SystemAtomicI64]) {
    let own = x[thread::index_1d().get()];
    y[0].fetch_add(own, AtomicOrdering::SeqCst);
    y[1].fetch_sub(own, AtomicOrdering::AcqRel);
    y[2].fetch_and(own, AtomicOrdering::Relaxed);
    y[3].fetch_or(own, AtomicOrdering::Relaxed);
    y[4].fetch_xor(own, AtomicOrdering::Relaxed);
    y[5].fetch_min(own, AtomicOrdering::Acquire);
    y[6].fetch_max(own, AtomicOrdering::Relaxed);
}
//@ scoped_atomics_in_shared
//@ launch 2 48 small:i32[96] zeros:i32[2]
#[kernel]
pub fn scoped_atomics_in_shared(x: &[i32], y: &[DeviceAtomicI32]) {
    static mut SUM: SharedArray<i32, 1> = SharedArray::UNINIT;
    let sum = unsafe { BlockAtomicI32::from_ptr(&raw mut SUM as *mut i32) };
    if thread::threadIdx_x() == 0 {
        sum.store(0, AtomicOrdering::Relaxed);
    }
    sync_threads();
    sum.fetch_add(x[thread::index_1d().get()], AtomicOrdering::Relaxed);
    sync_threads();
    if thread::threadIdx_x() == 0 {
        y[thread::blockIdx_x() as usize].store(sum.load(AtomicOrdering::Acquire), AtomicOrdering::Release);
    }
}
//@ scoped_atomics_of_own_elements
//@ launch 1 40 rand:f32[40] rand:u64[40] zeros:u32[40]
#[kernel]
pub fn scoped_atomics_of_own_elements(f: &[DeviceAtomicF32], w: &[BlockAtomicU64], y: &[DeviceAtomicU32]) {
    let t = thread::threadIdx_x() as usize;
    let real = f[t].swap(1.5, AtomicOrdering::AcqRel);
    let word = w[t].fetch_add(real.to_bits() as u64, AtomicOrdering::Relaxed);
    let won = f[t].compare_exchange(1.5, 2.5, AtomicOrdering::AcqRel, AtomicOrdering::Acquire).is_ok();
    let lost = w[t].compare_exchange_weak(word, 0, AtomicOrdering::SeqCst, AtomicOrdering::Relaxed);
    let found = match lost {
        Ok(value) => value as u32,
        Err(value) => (value >> 32) as u32 ^ value as u32,
    };
    y[t].store(found.wrapping_add(won as u32), AtomicOrdering::Relaxed);
}
//@ atomics_of_core
//@ launch 2 33 small:u32[66] zeros:u32[3] zeros:u64[1]
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};
#[kernel]
pub fn atomics_of_core(x: &[u32], y: &[AtomicU32], z: &AtomicU64) {
    let own = x[thread::index_1d().get()];
    y[0].fetch_add(own, Ordering::Relaxed);
    y[1].fetch_max(own, Ordering::AcqRel);
    y[2].fetch_or(1 << (own % 32), Ordering::SeqCst);
    z.fetch_add((own as u64) << 20, Ordering::Relaxed);
}
//@ message_through_a_fence
//@ launch 1 64 rand:u32[1] zeros:u32[2] zeros:u32[64]
#[kernel]
pub fn message_through_a_fence(x: &[u32], mail: &[DeviceAtomicU32], y: &[DeviceAtomicU32]) {
    let t = thread::threadIdx_x();
    if t == 0 {
        mail[0].store(x[0], AtomicOrdering::Relaxed);
        fence::threadfence();
        mail[1].store(1, AtomicOrdering::Relaxed);
    }
    while mail[1].load(AtomicOrdering::Relaxed) == 0 {}
    fence::threadfence_block();
    fence::acquire_release_device();
    y[t as usize].store(mail[0].load(AtomicOrdering::Relaxed) ^ t, AtomicOrdering::Relaxed);
}
//@ lock
//@ launch 2 32 zeros:u32[1] zeros:u32[1]
#[kernel]
pub fn lock(lock: &[DeviceAtomicU32], count: *mut u32) {
    let mut done = false;
    while !done {
        if lock[0].compare_exchange(0, 1, AtomicOrdering::Acquire, AtomicOrdering::Relaxed).is_ok() {
            unsafe {
                count.write_volatile(count.read_volatile() + 1);
            }
            lock[0].store(0, AtomicOrdering::Release);
            done = true;
        }
    }
}
//@ last_block_sums
//@ launch 4 32 small:u32[128] zeros:u32[4] zeros:u32[1] zeros:u32[1]
#[kernel]
pub fn last_block_sums(x: &[u32], parts: &mut [u32], done: &mut [u32], total: &mut [u32]) {
    let last = shared::<bool>();
    let sum = warp::redux_sync_add(u32::MAX, x[thread::index_1d().get()]);
    if thread::threadIdx_x() == 0 {
        parts[thread::blockIdx_x() as usize] = sum;
        fence::threadfence();
        *last = atomic::add(&mut done[0], 1) + 1 == thread::gridDim_x();
    }
    sync_threads();
    if *last && thread::threadIdx_x() == 0 {
        fence::threadfence();
        let mut k = 0;
        while k < thread::gridDim_x() as usize {
            total[0] += parts[k];
            k += 1;
        }
    }
}
//@ disjoint_1d
//@ launch 3 33 rand:f32[90] zeros:f32[90]
#[kernel]
pub fn disjoint_1d(x: &[f32], mut y: DisjointSlice<f32>) {
    let i = thread::index_1d();
    if i.in_bounds(x.len()) {
        let value = x[i.get()] * 2.0 + 1.0;
        if let Some(place) = y.get_mut(i) {
            *place = value;
        }
    }
}
//@ disjoint_2d
//@ launch 2,3 8,4 rand:i32[120] zeros:i32[120]
#[kernel]
pub fn disjoint_2d(x: &[i32], mut y: DisjointSlice<i32, thread::Index2D<10>>) {
    if let Some(i) = thread::index_2d::<10>() {
        let k = i.get();
        if let Some(place) = y.get_mut(i) {
            *place = x[k] ^ thread::index_2d_col() as i32 ^ (thread::index_2d_row() as i32) << 8;
        }
    }
}
//@ disjoint_indexed
//@ launch 3 33 rand:u64[70] zeros:u64[70]
#[kernel]
pub fn disjoint_indexed(x: &[u64], mut y: DisjointSlice<u64>) {
    let n = y.len();
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = x[n - 1 - i.get()];
    }
}
//@ disjoint_of_structs
//@ launch 2 16,2 zeros:u32[192]
#[repr(C)]
pub struct Place {
    x: u32,
    y: u8,
    z: f32,
}
#[kernel]
pub fn disjoint_of_structs(out: *mut Place) {
    let i = thread::blockIdx_x() * 32 + thread::threadIdx_y() * 16 + thread::threadIdx_x();
    let mut places = unsafe { DisjointSlice::<Place>::from_raw_parts(out, 64) };
    let place = unsafe { places.get_unchecked_mut(i as usize) };
    place.x = i * 3;
    place.z = i as f32 / 3.0;
}
//@ three_dimensions
//@ launch 2,1,2 3,4,2 zeros:u32[288]
#[kernel]
pub fn three_dimensions(y: &mut [u32]) {
    let block = thread::blockIdx_x() + thread::gridDim_x() * (thread::blockIdx_y() + thread::gridDim_y() * thread::blockIdx_z());
    let t = thread::threadIdx_x() + thread::blockDim_x() * (thread::threadIdx_y() + thread::blockDim_y() * thread::threadIdx_z());
    let size = thread::blockDim_x() * thread::blockDim_y() * thread::blockDim_z();
    let i = (block * size + t) as usize * 3;
    y[i] = thread::threadIdx_z() * 100 + thread::threadIdx_y() * 10 + thread::threadIdx_x();
    y[i + 1] = thread::blockIdx_z() * 100 + thread::blockIdx_y() * 10 + thread::blockIdx_x();
    y[i + 2] = thread::gridDim_z() * 1000 + size;
}
//@ device_counter
//@ launch 2 33 zeros:u32[66]
static COUNT: DeviceAtomicU32 = DeviceAtomicU32::new(40);
#[kernel]
pub fn device_counter(y: &[DeviceAtomicU32]) {
    let ticket = COUNT.fetch_add(1, AtomicOrdering::Relaxed) - 40;
    y[ticket as usize].fetch_add(1, AtomicOrdering::Relaxed);
}
//@ generic_helper_with_shared
//@ launch 1 33 small:u32[33] zeros:u32[33] zeros:f64[33]
fn neighbour<T: Copy + 'static, const N: usize>(value: T) -> T {
    let tile = shared::<[T; N]>();
    let t = thread::threadIdx_x() as usize;
    tile[t] = value;
    sync_threads();
    let found = tile[(t + 1) % thread::blockDim_x() as usize];
    sync_threads();
    found
}
#[kernel]
pub fn generic_helper_with_shared(x: &[u32], y: &mut [u32], z: &mut [f64]) {
    let t = thread::threadIdx_x() as usize;
    y[t] = neighbour::<u32, 40>(x[t]);
    z[t] = neighbour::<f64, 33>(x[t] as f64 * 0.1);
}
//@ panic_index
//@ launch 2 33 zeros:u32[40]
#[kernel]
pub fn panic_index(y: &mut [u32]) {
    let i = thread::index_1d().get();
    y[i] = 1;
}
//@ panic_after_barrier
//@ launch 2 64 iota:u32[128] 77
//@ launch 2 64 iota:u32[128] 3
//@ launch 2 64 iota:u32[128] 500
#[kernel]
pub fn panic_after_barrier(x: &[u32], bad: u32) {
    let tile = shared::<[u32; 64]>();
    let t = thread::threadIdx_x() as usize;
    tile[t] = x[thread::index_1d().get()];
    sync_threads();
    let other = tile[63 - t];
    assert!(other != bad, "met {}", other);
}
//@ panic_in_helper
//@ launch 1 40 iota:i32[40]
fn quotient(a: i32, b: i32) -> i32 {
    a / b
}
#[kernel]
pub fn panic_in_helper(x: &mut [i32]) {
    let i = thread::index_1d().get();
    x[i] = quotient(100, x[i] - 17);
}
//@ panic_unwrap
//@ launch 1 36 small:u32[30]
#[kernel]
pub fn panic_unwrap(x: &[u32]) {
    let i = thread::index_1d().get();
    let value = x.get(i).unwrap();
    assert!(*value < 1000);
}
//@ panic_slice_range
//@ launch 1 32 small:u32[20]
#[kernel]
pub fn panic_slice_range(x: &[u32]) {
    let i = thread::index_1d().get();
    let part = &x[i..i + 4];
    assert_eq!(part.len(), 4);
}
//@ panic_in_shared_index
//@ launch 1 32 zeros:u32[1]
#[kernel]
pub fn panic_in_shared_index(y: &mut [u32]) {
    static mut TILE: SharedArray<u32, 24> = SharedArray::UNINIT;
    let t = thread::threadIdx_x() as usize;
    unsafe {
        TILE[t] = 1;
    }
    y[0] = 1;
}
//@ panic_assert_eq
//@ launch 1,2 4,4 iota:u32[32]
#[kernel]
pub fn panic_assert_eq(x: &[u32]) {
    let i = thread::index_2d_row() * 4 + thread::index_2d_col();
    assert_eq!(x[i] / 21, 0, "row {}", thread::index_2d_row());
}
//@ panic_trap
//@ launch 2 4 zeros:u32[1]
#[kernel]
pub fn panic_trap(y: &mut [u32]) {
    if thread::blockIdx_x() == 1 && thread::threadIdx_x() == 2 {
        debug::trap();
    }
    y[0] = 3;
}
//@ short_atomics_of_every_type
//@ launch 2 33 rand:i64[66] zeros:i32[7] zeros:u32[7] zeros:i64[7] zeros:u64[7] iota:i64[7] iota:u64[7]
#[kernel]
pub fn short_atomics_of_every_type(x: &[i64], a: &mut [i32], b: &mut [u32], c: &mut [i64], d: &mut [u64], e: &mut [isize], f: &mut [usize]) {
    let own = x[thread::index_1d().get()];
    atomic::add(&mut a[0], own as i32);
    atomic::sub(&mut a[1], own as i32);
    atomic::min(&mut a[2], own as i32);
    atomic::max(&mut a[3], own as i32);
    atomic::and(&mut a[4], own as i32);
    atomic::or(&mut a[5], own as i32);
    atomic::xor(&mut a[6], own as i32);
    atomic::min(&mut b[2], own as u32);
    atomic::max(&mut b[3], own as u32);
    atomic::add(&mut c[0], own);
    atomic::sub(&mut c[1], own);
    atomic::min(&mut c[2], own);
    atomic::max(&mut c[3], own);
    atomic::and(&mut c[4], own);
    atomic::or(&mut c[5], own);
    atomic::add(&mut d[0], own as u64);
    atomic::min(&mut d[2], own as u64);
    atomic::max(&mut d[3], own as u64);
    atomic::xor(&mut d[6], own as u64);
    atomic::add(&mut e[0], own as isize);
    atomic::min(&mut e[2], own as isize);
    atomic::max(&mut f[3], own as usize);
    atomic::sub(&mut f[1], own as usize);
}
//@ results_of_atomics_on_own_elements
//@ launch 2 20 rand:u64[40] rand:u64[40] zeros:u64[360]
#[kernel]
pub fn results_of_atomics_on_own_elements(x: &[u64], y: &mut [u64], out: &mut [u64]) {
    let i = thread::index_1d().get();
    let own = x[i];
    let results = [
        atomic::add(&mut y[i], own),
        atomic::sub(&mut y[i], own >> 3),
        atomic::min(&mut y[i], own << 1),
        atomic::max(&mut y[i], own >> 1),
        atomic::and(&mut y[i], !(own << 8)),
        atomic::or(&mut y[i], own & 0xf0f0),
        atomic::xor(&mut y[i], own),
        atomic::exchange(&mut y[i], own),
        atomic::compare_exchange(&mut y[i], own, own + 1),
    ];
    for k in 0..9 {
        out[i * 9 + k] = results[k];
    }
}
//@ exchanges_of_floats
//@ launch 1 40 rand:f32[40] rand:f64[40] zeros:f32[40] zeros:f64[40]
#[kernel]
pub fn exchanges_of_floats(x: &mut [f32], f: &mut [f64], y: &mut [f32], z: &mut [f64]) {
    let t = thread::threadIdx_x() as usize;
    let (a, b) = (x[t], f[t]);
    y[t] = atomic::exchange(&mut x[t], a * 2.0) + atomic::compare_exchange(&mut x[t], a * 2.0, -1.0);
    z[t] = atomic::compare_exchange(&mut f[t], b + 1.0, 5.0) - atomic::exchange(&mut f[t], 0.5);
}
//@ scopes_and_types
//@ launch 1 33 small:u64[33] zeros:u32[3] zeros:u64[3] zeros:i32[2] zeros:f32[3] zeros:f64[3]
#[kernel]
pub fn scopes_and_types(x: &[u64], a: *mut u32, b: *mut u64, c: &[BlockAtomicI32], d: *mut f32, e: &[SystemAtomicF64]) {
    let own = x[thread::threadIdx_x() as usize];
    unsafe {
        BlockAtomicU32::from_ptr(a).fetch_add(own as u32, AtomicOrdering::AcqRel);
        DeviceAtomicU32::from_ptr(a.add(1)).fetch_max(own as u32, AtomicOrdering::Acquire);
        SystemAtomicU32::from_ptr(a.add(2)).fetch_xor(own as u32, AtomicOrdering::Release);
        BlockAtomicU64::from_ptr(b).fetch_sub(own, AtomicOrdering::SeqCst);
        DeviceAtomicU64::from_ptr(b.add(1)).fetch_or(own << 30, AtomicOrdering::Relaxed);
        SystemAtomicU64::from_ptr(b.add(2)).fetch_add(own * own, AtomicOrdering::Relaxed);
        BlockAtomicF32::from_ptr(d).fetch_add(own as f32, AtomicOrdering::Relaxed);
        DeviceAtomicF32::from_ptr(d.add(1)).fetch_sub(own as f32, AtomicOrdering::AcqRel);
        SystemAtomicF32::from_ptr(d.add(2)).fetch_add(0.5, AtomicOrdering::SeqCst);
    }
    c[0].fetch_min(-(own as i32), AtomicOrdering::Release);
    c[1].fetch_and(own as i32 - 50, AtomicOrdering::SeqCst);
    e[0].fetch_add(own as f64, AtomicOrdering::Relaxed);
    e[1].fetch_sub(own as f64 * 0.25, AtomicOrdering::Release);
    e[2].store(2.5, AtomicOrdering::Release);
}
//@ device_globals
//@ launch 3 33 zeros:u32[99]
static mut SEEN: [u32; 3] = [5, 6, 7];
static OFFSETS: [u32; 4] = [1, 10, 100, 1000];
#[kernel]
pub fn device_globals(y: &mut [u32]) {
    let b = thread::blockIdx_x() as usize;
    if thread::threadIdx_x() == 0 {
        unsafe {
            SEEN[b] += OFFSETS[b + 1];
        }
    }
    sync_threads();
    y[thread::index_1d().get()] = unsafe { SEEN[b] } + OFFSETS[thread::threadIdx_x() as usize % 4];
}
//@ in_place_and_overlapping
//@ launch 1 64 small:u32[128]
#[kernel]
pub fn in_place_and_overlapping(x: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let (low, high) = x.split_at_mut(64);
    low[t] += high[63 - t];
    sync_threads();
    high[t] = low[(t + 1) % 64] * 2;
    sync_threads();
    let whole = &mut x[t..];
    let sum = whole[0] + whole[1];
    sync_threads();
    if t % 2 == 0 {
        x[t] = sum;
    }
}
//@ warp_sums_by_enum
//@ launch 2 64 small:i32[128] zeros:i32[128]
#[derive(Clone, Copy, PartialEq)]
enum Take {
    Sum,
    Least(i32),
    Of { lane: u32, plus: i32 },
}
fn take(what: Take, value: i32) -> i32 {
    match what {
        Take::Sum => warp::redux_sync_add(u32::MAX, value as u32) as i32,
        Take::Least(limit) => warp::redux_sync_min_i32(u32::MAX, value.max(limit)),
        Take::Of { lane, plus } => warp::shuffle(value, lane) + plus,
    }
}
#[kernel]
pub fn warp_sums_by_enum(x: &[i32], y: &mut [i32]) {
    let i = thread::index_1d().get();
    let mut own = x[i];
    for what in [Take::Sum, Take::Least(40), Take::Of { lane: 3, plus: 9 }] {
        own = own - take(what, own ^ 3);
        if what == Take::Sum {
            own += 1;
        }
    }
    y[i] = own;
}
//@ recursion_with_barriers
//@ launch 1 33 small:u32[33]
fn halve(x: &mut [u32], t: usize, distance: usize) {
    if distance == 0 {
        return;
    }
    let add = if t + distance < x.len() { x[t + distance] } else { 0 };
    sync_threads();
    x[t] += add;
    sync_threads();
    halve(x, t, distance / 2);
}
#[kernel]
pub fn recursion_with_barriers(x: &mut [u32]) {
    halve(x, thread::threadIdx_x() as usize, 16);
}
//@ votes_steer_loops
//@ launch 1 64 small:u32[64] zeros:u32[64]
#[kernel]
pub fn votes_steer_loops(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let mut own = x[t];
    let mut rounds = 0;
    while warp::any(own > 10) {
        own = own / 2 + warp::shuffle_xor(own, 1) / 4;
        rounds += 1;
        if rounds > 20 {
            break;
        }
    }
    y[t] = own * 100 + rounds;
}
//@ panics_of_several_threads
//@ launch 2 64 iota:u32[128] 37
#[kernel]
pub fn panics_of_several_threads(x: &[u32], limit: u32) {
    let i = thread::index_1d().get();
    if x[i] >= limit {
        panic!("{} of {}", x[i], limit);
    }
}
//@ panic_of_a_later_block
//@ launch 3 32 iota:u32[96]
#[kernel]
pub fn panic_of_a_later_block(x: &[u32]) {
    let i = thread::index_1d().get();
    let other = warp::shuffle_xor(x[i], 1);
    let d = other.checked_sub(65).map_or_none(i);
    assert_ne!(d, Some(2), "after {other}");
}
trait Ext {
    fn map_or_none(self, i: usize) -> Option<u32>;
}
impl Ext for Option<u32> {
    fn map_or_none(self, i: usize) -> Option<u32> {
        if i > 70 { self } else { None }
    }
}
//@ panic_with_many_values
//@ launch 1 40 small:f32[40] small:i64[40]
#[kernel]
pub fn panic_with_many_values(x: &[f32], y: &[i64]) {
    let t = thread::threadIdx_x() as usize;
    if t == 33 {
        panic!("{} {:?} {} {:?} {} {}", x[t], y[t] - 200, t == 33, 'x', t as u8, -1.5f64);
    }
}
//@ panic_expect_and_unreachable
//@ launch 1 40 iota:u32[40] 0
//@ launch 1 40 iota:u32[40] 1
//@ launch 1 40 iota:u32[40] 2
//@ launch 1 40 iota:i32[40] 3
#[kernel]
pub fn panic_expect_and_unreachable(x: &[u32], which: u32) {
    let t = thread::threadIdx_x();
    let own = x[t as usize];
    match (which, own) {
        (0, 12) => x.get(99).map_to_unit().expect("nothing there"),
        (1, 13) => unreachable!("own is {own}"),
        (2, 14) => assert!(own % 2 == 1),
        (3, 15) => {
            let zero = own - 15;
            assert!(own / zero > 0);
        }
        _ => {}
    }
}
trait Unit {
    fn map_to_unit(self) -> Option<()>;
}
impl Unit for Option<&u32> {
    fn map_to_unit(self) -> Option<()> {
        match self {
            Some(_) => Some(()),
            None => None,
        }
    }
}
//@ panic_of_an_ordering
//@ launch 1 4 zeros:u32[1] 1
//@ launch 1 4 zeros:u32[1] 2
#[kernel]
pub fn panic_of_an_ordering(x: &[DeviceAtomicU32], which: u32) {
    let order = if which == 1 { AtomicOrdering::Release } else { AtomicOrdering::AcqRel };
    if thread::threadIdx_x() == 2 {
        let found = x[0].compare_exchange(0, 1, AtomicOrdering::SeqCst, order);
        assert!(found.is_ok());
    }
}
//@ groups_by_match
//@ launch 1 64 small:u32[64] zeros:u32[64]
#[kernel]
pub fn groups_by_match(x: &[u32], y: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let own = x[t];
    let group = warp::match_any(own % 4);
    let first = group.trailing_zeros();
    y[t] = warp::shuffle_sync(group, own, first) * 1000 + warp::redux_sync_add(group, own);
}
//@ disjoint_rows
//@ launch 2,2 8,4 rand:u32[88] zeros:u32[8,11]
#[kernel]
pub fn disjoint_rows(x: &[u32], mut y: DisjointSlice<u32, thread::Runtime2DIndex>) {
    let width = y.row_width();
    if let Some(i) = thread::index_2d_runtime(&y) {
        let at = i.row() * width as usize + i.col();
        if let Some(place) = y.get_mut(i) {
            *place = x[at] ^ width;
        }
    }
}
//@ disjoint_by_warp
//@ launch 2 70 small:u32[140] zeros:u32[6]
#[kernel]
pub fn disjoint_by_warp(x: &[u32], mut y: DisjointSlice<u32, thread::WarpIndex>) {
    let own = x[thread::index_1d().get()];
    let live = warp::live_lanes_1d();
    let sum = warp::redux_sync_add(u32::MAX >> (32 - live), own);
    if let Some(i) = thread::warp_index() {
        if let Some(place) = y.get_mut(i) {
            *place = sum;
        }
    }
}
//@ coordinates_of_32_bits
//@ launch 3 32 zeros:u32[96]
#[kernel(launch_context = lc)]
#[launch_contract(domain = 1, coordinates = u32, block = (32, 1, 1))]
pub fn coordinates_of_32_bits(y: &mut [u32]) {
    let i = thread::index_1d_u32(lc).get();
    y[i as usize] = i * 3 + 1;
}
//@ sizes_of_shared_memory
//@ launch 1 3 zeros:u32[3] shared=200
#[kernel]
pub fn sizes_of_shared_memory(y: &mut [u32]) {
    y[thread::threadIdx_x() as usize] = shared::dynamic_smem_size();
    fence::compiler_only();
}
//@ nand_and_exclusive_access
//@ launch 1 33 rand:u32[33] rand:u32[33] zeros:u32[33]
#[kernel]
pub fn nand_and_exclusive_access(x: &[u32], y: &[DeviceAtomicU32], z: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let before = y[t].fetch_nand(x[t], AtomicOrdering::AcqRel);
    let mut own = DeviceAtomicU32::new(before);
    *own.get_mut() ^= 5;
    z[t] = own.into_inner() ^ y[t].load(AtomicOrdering::Relaxed);
}
