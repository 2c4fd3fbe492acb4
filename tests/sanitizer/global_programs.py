"""Programs whose threads and blocks meet in global memory, and their mutants: indices moved, fences left out, scopes narrowed, order made visible."""

# ruff: noqa: E501  (a mutant is a row)

from ptx.vm.findings import GLOBAL_RACE, ORDER, SCOPE

from .programs import TID, Mutant, Program

XY = "x: &[u32], y: &mut [u32]"
IXY = "let i = index_1d().get();"
PLACE = "let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut count[0]) }};"
COUNTED = "x: &[u32], y: &mut [u32], count: &mut [u32]"


def order(rule: str, old: str, new: str) -> Mutant:
    """A mutant whose result depends on the order of threads."""
    return Mutant(rule, old, new, ORDER, "", order=True)


PROGRAMS = [
    Program("scaled", XY, f"{IXY} y[i] = x[i] * 3;", 4, 48, "arange:u32:192 zeros:u32:192",
        Mutant("blocks overlap", f"{IXY} y[i] = x[i] * 3;", "let i = blockIdx_x() as usize * 47 + threadIdx_x() as usize; y[i] = x[i] + blockIdx_x();", GLOBAL_RACE, "y[i] = x[i]"),
        Mutant("half the index", "y[i] =", "y[i / 2] =", GLOBAL_RACE, "y[i / 2]"),
        Mutant("all to one", "y[i] =", "y[0] =", GLOBAL_RACE, "y[0] =")),
    Program("neighbours", XY, f"{IXY} if i + 1 < x.len() {{ y[i] = x[i] + x[i + 1]; }}", 2, 64, "arange:u32:128 zeros:u32:128",
        Mutant("in place", "y[i] = x[i] + x[i + 1]", "y[i] = y[i + 1] + x[i] + 1", GLOBAL_RACE, "y[i + 1]")),
    Program("in place", "x: &mut [u32]", f"{IXY} x[i] = x[i] * 2 + 1;", 3, 32, "arange:u32:96",
        Mutant("the neighbour's", "= x[i] * 2", "= x[i ^ 1] * 2", GLOBAL_RACE, "x[i ^ 1]"),
        Mutant("the next block's", "= x[i] * 2", "= x[(i + 32) % 96] * 2", GLOBAL_RACE, "x[(i + 32) % 96]"),
        Mutant("the first's", "= x[i] * 2", "= x[0] + i as u32", GLOBAL_RACE, "x[0]")),
    Program("one array twice", XY, f"{IXY} y[i] = x[i] + 1;", 2, 32, "arange:u32:64 =0",
        Mutant("shifted", "x[i] + 1", "x[(i + 1) % 64] + 1", GLOBAL_RACE, "x[(i + 1) % 64]")),
    Program("within the block", XY, f"""{TID} let first = blockIdx_x() as usize * 64;
        y[first + t] = x[first + t];
        sync_threads();
        let other = y[first + 63 - t];
        sync_threads(); // read
        y[first + t] = other + 1;""", 2, 64, "arange:u32:128 zeros:u32:128",
        Mutant("no barrier", "sync_threads();", "", GLOBAL_RACE, "y[first + 63 - t]"),
        Mutant("no second barrier", "sync_threads(); // read", "", GLOBAL_RACE, "y[first + 63 - t]"),
        Mutant("a barrier is for a block", "let other = y[first + 63 - t];", "let other = y[(first + 64 + t) % 128];", GLOBAL_RACE, "y[(first + 64 + t) % 128]")),
    Program("bytes side by side", "x: &[u8], y: &mut [u8]", f"{IXY} y[i] = x[i] + 1;", 2, 48, "ones:u8:96 zeros:u8:96",
        Mutant("words of bytes", "y[i] = x[i] + 1;", "if i % 2 == 0 { y[i] = x[i] + 1; y[i + 1] = 3; } else { y[i] = 5; }", GLOBAL_RACE, "y[i] = 5")),
    Program("permuted", "x: &[u32], p: &[u32], y: &mut [u32]", f"{IXY} y[p[i] as usize] = x[i];", 2, 64, "arange:u32:128 shuffled:u32:128 zeros:u32:128",
        Mutant("no permutation", "p[i] as usize", "(p[i] / 2) as usize", GLOBAL_RACE, "(p[i] / 2) as usize")),
    Program("total", XY, f"{IXY} atomic::add(&mut y[0], x[i]);", 4, 64, "arange:u32:256 zeros:u32:2",
        Mutant("plain addition", "atomic::add(&mut y[0], x[i]);", "y[0] += x[i];", GLOBAL_RACE, "y[0] += x[i]"),
        Mutant("looked at without order", "atomic::add(&mut y[0], x[i]);", "atomic::add(&mut y[0], x[i]); if y[0] == 7 { atomic::add(&mut y[0], 1); }", GLOBAL_RACE, "if y[0] == 7"),
        Mutant("one starts at zero", IXY, "let i = index_1d().get(); if i == 70 { y[0] = 1; }", GLOBAL_RACE, "y[0] = 1"),
        Mutant("for the block", "atomic::add(&mut y[0], x[i]);", "unsafe { BlockAtomicU32::from_ptr(&raw mut y[0]) }.fetch_add(x[i], AtomicOrdering::Relaxed);", SCOPE, "fetch_add(x[i]"),
        order("what was there is kept", "atomic::add(&mut y[0], x[i]);", "let before = atomic::add(&mut y[0], x[i]); if i == 9 { y[1] = before; }"),
    ),
    Program("greatest", XY, f"{IXY} let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut y[0]) }}; place.fetch_max(x[i], AtomicOrdering::Relaxed);", 2, 64,
        "arange:u32:128 zeros:u32:1",
        Mutant("for the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "fetch_max"),
        order("the last stays", "place.fetch_max(x[i], AtomicOrdering::Relaxed);", "place.swap(x[i], AtomicOrdering::Relaxed);")),
    Program("bits", XY, f"{IXY} let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut y[i % 4]) }}; place.fetch_or(x[i], AtomicOrdering::Relaxed);", 3, 32,
        "arange:u32:96 zeros:u32:4",
        Mutant("for the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "fetch_or"),
        Mutant("some for the block", "place.fetch_or(x[i], AtomicOrdering::Relaxed);",
               "if i < 32 { unsafe { BlockAtomicU32::from_ptr(&raw mut y[i % 4]) }.fetch_or(x[i], AtomicOrdering::Relaxed); } else { place.fetch_or(x[i], AtomicOrdering::Relaxed); }",
               SCOPE, "fetch_or")),
    Program("tickets", XY, f"""{IXY} let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut y[0]) }};
        let mine = place.fetch_add(1, AtomicOrdering::Relaxed);
        y[1 + mine as usize] = 5;""", 2, 32, "arange:u32:64 zeros:u32:65",
        Mutant("for the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "fetch_add"),
        Mutant("one ticket for two", "1 + mine as usize] = 5", "1 + mine as usize / 2] = i as u32", GLOBAL_RACE, "mine as usize / 2"),
        order("who had it", "= 5;", "= x[i];"),
        order("a float sum's order", "y[1 + mine as usize] = 5;", "y[1 + i] = mine;")),
    Program("last block", COUNTED, f"""{TID} let last = shared::<[u32; 1]>();
        y[blockIdx_x() as usize * 32 + t] = x[blockIdx_x() as usize * 32 + t] + 1;
        sync_threads(); // written
        if t == 0 {{
            threadfence(); // release
            let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut count[0]) }};
            last[0] = place.fetch_add(1, AtomicOrdering::Relaxed);
            threadfence(); // acquire
        }}
        sync_threads(); // told
        if last[0] == 3 {{ y[128 + t] = y[t] + y[32 + t] + y[64 + t] + y[96 + t]; }}""", 4, 32, "arange:u32:128 zeros:u32:160 zeros:u32:1",
        Mutant("nothing released", "threadfence(); // release", "", GLOBAL_RACE, "y[32 + t]"),
        Mutant("nothing acquired", "threadfence(); // acquire", "", GLOBAL_RACE, "y[32 + t]"),
        Mutant("fence of the block", "threadfence(); // release", "threadfence_block();", SCOPE, "y[32 + t]"),
        Mutant("counted for the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "fetch_add"),
        Mutant("some block", "last[0] == 3", "last[0] == 2", GLOBAL_RACE, "y[96 + t]"),
        Mutant("plain ticket", "place.fetch_add(1, AtomicOrdering::Relaxed)", "{ let c = count[0]; count[0] = c + 1; c }", GLOBAL_RACE, "count[0] = c + 1")),
    Program("release and acquire", COUNTED, f"""{TID} let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut count[0]) }};
        if blockIdx_x() == 0 {{
            y[t] = x[t] + 1;
            sync_threads(); // written
            if t == 0 {{ place.store(1, AtomicOrdering::Release); }}
        }} else {{
            let seen = place.load(AtomicOrdering::Acquire);
            if seen == 1 {{ y[64 + t] = y[63 - t]; }}
        }}""", 2, 64, "arange:u32:64 zeros:u32:128 zeros:u32:1",
        Mutant("relaxed store", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[63 - t]"),
        Mutant("relaxed load", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[63 - t]"),
        Mutant("not written yet", "sync_threads(); // written", "", GLOBAL_RACE, "y[63 - t]"),
        Mutant("released before", "y[t] = x[t] + 1;\n            sync_threads(); // written\n            if t == 0 { place.store(1, AtomicOrdering::Release); }",
               "if t == 0 { place.store(1, AtomicOrdering::Release); }\n            y[t] = x[t] + 1;", GLOBAL_RACE, "y[63 - t]"),
        Mutant("plain flag", "place.store(1, AtomicOrdering::Release);", "count[0] = 1;", GLOBAL_RACE, "count[0] = 1"),
        Mutant("plain look", "place.load(AtomicOrdering::Acquire)", "count[0]", GLOBAL_RACE, "= count[0]"),
        Mutant("for the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "AtomicOrdering::Acquire")),
    Program("flags between warps", COUNTED, f"""{TID} let place = unsafe {{ BlockAtomicU32::from_ptr(&raw mut count[0]) }};
        if t < 32 {{
            y[t] = x[t] + 1;
            sync_mask(0xffffffff);
            if t == 0 {{ place.store(1, AtomicOrdering::Release); }}
        }} else {{
            let seen = place.load(AtomicOrdering::Acquire);
            if seen == 1 {{ y[32 + t] = y[t - 32]; }}
        }}""", 1, 64, "arange:u32:64 zeros:u32:128 zeros:u32:1",
        Mutant("relaxed store", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[t - 32]"),
        Mutant("relaxed load", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[t - 32]"),
        Mutant("told by one lane alone", "sync_mask(0xffffffff);", "", GLOBAL_RACE, "y[t - 32]"),
        Mutant("plain look", "place.load(AtomicOrdering::Acquire)", "count[0]", GLOBAL_RACE, "count[0]")),
    Program("three in a chain", COUNTED, f"""{TID} let b = blockIdx_x() as usize;
        let flag = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut count[b]) }};
        let mut sum = x[b * 32 + t];
        if b > 0 {{
            let before = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut count[b - 1]) }};
            if before.load(AtomicOrdering::Acquire) == 1 {{ sum += y[(b - 1) * 32 + t]; }}
            if b > 1 {{ sum += y[(b - 2) * 32 + t]; }} // through the one between
        }}
        y[b * 32 + t] = sum;
        sync_threads();
        if t == 0 {{ flag.store(1, AtomicOrdering::Release); }}""", 4, 32, "arange:u32:128 zeros:u32:128 zeros:u32:4",
        Mutant("relaxed load", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[(b - 1) * 32 + t]"),
        Mutant("relaxed store", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[(b - 1) * 32 + t]"),
        Mutant("told too early", "y[b * 32 + t] = sum;\n        sync_threads();\n        if t == 0 { flag.store(1, AtomicOrdering::Release); }",
               "if t == 0 { flag.store(1, AtomicOrdering::Release); }\n        sync_threads();\n        y[b * 32 + t] = sum;", GLOBAL_RACE, "y[(b - 1) * 32 + t]"),
        Mutant("the wrong flag", "count[b - 1]", "count[(b + 1) % 4]", GLOBAL_RACE, "through the one between")),
    Program("kept by exchange", XY, f"""{TID} let mut sum = 0;
        let lock = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut y[0]) }};
        if t == 0 && lock.compare_exchange(0, 1, AtomicOrdering::Acquire, AtomicOrdering::Relaxed).is_ok() {{
            sum = y[1];
            y[1] = sum + x[blockIdx_x() as usize] + 1;
            lock.store(0, AtomicOrdering::Release);
        }}""", 4, 32, "arange:u32:4 zeros:u32:2",
        Mutant("relaxed unlocking", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "sum = y[1]"),
        Mutant("relaxed locking", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", GLOBAL_RACE, "sum = y[1]"),
        Mutant("no lock", "t == 0 && lock.compare_exchange(0, 1, AtomicOrdering::Acquire, AtomicOrdering::Relaxed).is_ok()", "t == 0", GLOBAL_RACE, "sum = y[1]"),
        Mutant("lock of the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "lock."),
        order("order of additions", "y[1] = sum + x", "y[1] = sum * 3 + x")),
    Program("one value from all", XY, f"{IXY} if x[i] > 10 {{ y[0] = 1; }}", 4, 64, "arange:u32:256 zeros:u32:1",
        Mutant("different values", "y[0] = 1", "y[0] = x[i]", GLOBAL_RACE, "y[0] = x[i]"),
        order("who comes last", "y[0] = 1", "unsafe { DeviceAtomicU32::from_ptr(&raw mut y[0]) }.store(x[i], AtomicOrdering::Relaxed)")),
    Program("float total", "x: &[f32], y: &mut [f32]", f"{IXY} if x[i] > 1e9 {{ atomic::add(&mut y[0], x[i] * 0.37); }}", 2, 64, "arange:f32:128 zeros:f32:1",
        order("rounding", "if x[i] > 1e9 ", "if x[i] > 0.0 ")),
    Program("first come", XY, f"""{IXY} let place = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut y[0]) }};
        place.fetch_min(x[i] + 1, AtomicOrdering::Relaxed);""", 2, 64, "arange:u32:128 ones:u32:2",
        order("the first wins", "place.fetch_min(x[i] + 1, AtomicOrdering::Relaxed);",
              "let _ = place.compare_exchange(1, x[i] + 2, AtomicOrdering::Relaxed, AtomicOrdering::Relaxed);"),
        order("the last one counts", "place.fetch_min(x[i] + 1, AtomicOrdering::Relaxed);", "if i % 32 == 0 { place.swap(x[i], AtomicOrdering::Relaxed); }"),
        order("a queue", "place.fetch_min(x[i] + 1, AtomicOrdering::Relaxed);", "if place.fetch_add(1, AtomicOrdering::Relaxed) == 17 { y[1] = x[i]; }")),
]  # fmt: skip
