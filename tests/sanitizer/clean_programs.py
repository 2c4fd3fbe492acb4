"""Programs that are clean, though they may look otherwise: odd blocks, benign idioms, structs with padding, local arrays, words read in parts."""


from .programs import TID, Program

XY = "x: &[u32], y: &mut [u32]"

PROGRAMS = [
    Program("odd blocks, early returns", XY, f"""{TID} let i = index_1d().get(); let tile = shared::<[u32; 80]>();
        if i >= x.len() {{ return; }}
        tile[t] = x[i];
        sync_threads();
        y[i] = tile[t] + tile[if t > 0 {{ t - 1 }} else {{ t }}];""", 3, 77, "arange:u32:200 zeros:u32:200"),
    Program("grid stride", XY, """let mut i = index_1d().get();
        while i < x.len() { y[i] = x[i] * 2; i += (gridDim_x() * blockDim_x()) as usize; }""", 3, 45, "arange:u32:1000 zeros:u32:1000"),
    Program("a flag from all", XY, f"""{TID} let found = shared::<[u32; 1]>();
        if t == 0 {{ found[0] = 0; }}
        sync_threads();
        if x[t] % 7 == 3 {{ found[0] = 1; }}
        sync_threads();
        y[t] = found[0];""", 1, 96, "arange:u32:96 zeros:u32:96"),
    Program("the same from all", XY, f"""{TID} let tile = shared::<[u32; 4]>();
        tile[t % 4] = 7 + (t % 4) as u32;
        y[t % 8] = 9;
        sync_threads();
        y[8 + t] = tile[(t + 1) % 4];""", 1, 64, "arange:u32:64 zeros:u32:72"),
    Program("padded structs", "x: &[u32], y: &mut [u32]", f"""#[derive(Clone, Copy)] struct Padded {{ a: u8, b: u32, c: u8 }}
%%
        {TID} let tile = shared::<[Padded; 64]>();
        tile[t] = Padded {{ a: 1, b: x[t], c: 2 }};
        sync_threads();
        let other = tile[63 - t];
        y[t] = other.b + other.a as u32 + other.c as u32;""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("local arrays", XY, f"""{TID} let mut own = [0u32; 16];
        let mut k = 0;
        while k < 16 {{ own[(k * 5 + t) % 16] = x[(t + k) % x.len()]; k += 1; }}
        y[t] = own[t % 16] + own[(x[t] % 16) as usize];""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("local structs and tuples", XY, f"""#[derive(Clone, Copy)] struct Pair {{ a: u8, b: u64 }}
%%
        {TID} let mut pairs = [Pair {{ a: 3, b: 5 }}; 4];
        pairs[t % 4] = Pair {{ a: 1, b: x[t] as u64 }};
        let chosen = pairs[(x[t] % 4) as usize];
        let maybe = if x[t] > 5 {{ Some(chosen) }} else {{ None }};
        y[t] = match maybe {{ Some(p) => p.b as u32 + p.a as u32, None => 0 }};""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("halves of a word", XY, f"""{TID} let tile = shared::<[u64; 32]>();
        if t < 32 {{ tile[t] = (x[t] as u64) << 32 | 5; }}
        sync_threads();
        let words = tile as *mut [u64; 32] as *const u32;
        y[t] = unsafe {{ *words.add(t) }};""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("words in turn", XY, f"""{TID} let tile = shared::<[u16; 128]>();
        tile[2 * t] = x[t] as u16;
        tile[2 * t + 1] = 9;
        sync_threads();
        y[t] = tile[(2 * t + 3) % 128] as u32;""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("two dimensions", XY, """let (i, j) = (threadIdx_x() as usize, threadIdx_y() as usize);
        let tile = shared::<[[u32; 9]; 7]>();
        let at = (blockIdx_y() as usize * 7 + j) * 18 + blockIdx_x() as usize * 9 + i;
        tile[j][i] = x[at];
        sync_threads();
        y[at] = tile[6 - j][8 - i];""", (2, 2), (9, 7), "arange:u32:252 zeros:u32:252"),
    Program("three dimensions", XY, """let tile = shared::<[u32; 60]>();
        let at = (threadIdx_x() + 5 * (threadIdx_y() + 4 * threadIdx_z())) as usize;
        tile[at] = x[at];
        sync_threads();
        if blockIdx_z() == 1 { y[at] = tile[59 - at]; }""", (1, 1, 2), (5, 4, 3), "arange:u32:60 zeros:u32:60"),
    Program("a warp's own barrier", XY, f"""{TID} let tile = shared::<[u32; 96]>();
        let warp = t / 32 * 32;
        let mut by = 16;
        tile[t] = x[t];
        sync_mask(0xffffffff);
        while by > 0 {{
            let more = if t - warp < by {{ tile[t + by] }} else {{ 0 }};
            sync_mask(0xffffffff);
            tile[t] += more;
            sync_mask(0xffffffff);
            by /= 2;
        }}
        if t == warp {{ y[t / 32] = tile[t]; }}""", 1, 96, "arange:u32:96 zeros:u32:3"),
    Program("partial warp sums", "x: &[f32], y: &mut [f32]", f"""{TID}
        let sum = reduce_sum_f32_partial(x[t], live_lanes_1d());
        if t % 32 == 0 {{ y[t / 32] = sum; }}""", 1, 50, "arange:f32:50 zeros:f32:2"),
    Program("shared memory reused", XY, f"""{TID} let tile = shared::<[u32; 64]>();
        tile[t] = x[t];
        sync_threads();
        let a = tile[63 - t];
        sync_threads();
        tile[63 - t] = a + 1;
        sync_threads();
        y[t] = tile[t] + tile[0];""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("one thread works alone", XY, f"""{TID} let tile = shared::<[u32; 64]>();
        if t == 33 {{ let mut k = 0; while k < 64 {{ tile[k] = x[k] + k as u32; k += 1; }} }}
        sync_threads();
        y[t] = tile[t];""", 1, 64, "arange:u32:64 zeros:u32:64"),
    Program("atomics and their result", XY, f"""{TID} let count = shared::<[u32; 1]>();
        if t == 0 {{ count[0] = 0; }}
        sync_threads();
        if x[t] % 3 == 0 {{ let place = atomic::add(&mut count[0], 1); y[place as usize] = 1; }}
        sync_threads();
        if t == 0 {{ y[64] = count[0]; }}""", 1, 64, "arange:u32:64 zeros:u32:65"),
    Program("the guide's own atomic", XY, """let p = &raw mut y[0]; let place = unsafe { DeviceAtomicU32::from_ptr(p) };
        let mut old = unsafe { *p };
        loop {
            let seen = old;
            match place.compare_exchange(seen, seen * 3 + 1, AtomicOrdering::Relaxed, AtomicOrdering::Relaxed) { Ok(_) => break, Err(now) => old = now }
        }""", 3, 40, "arange:u32:64 zeros:u32:1"),
    Program("doubles", "x: &[f64], y: &mut [f64]", f"""{TID} let tile = shared::<[f64; 64]>();
        tile[t] = x[t] * 0.5;
        sync_threads();
        y[t] = tile[63 - t].sqrt();""", 1, 64, "arange:f64:64 zeros:f64:64"),
    Program("one array in two parts", "x: &mut [u32]", f"""{TID} let half = x.len() / 2;
        if t < half {{ x[half + t] = x[t] + 1; }}""", 1, 64, "arange:u32:128"),
]  # fmt: skip
