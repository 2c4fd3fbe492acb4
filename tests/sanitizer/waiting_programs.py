"""Programs whose threads wait for each other, and their mutants: locks, flags, look-back, a grid's barrier, a producer and a consumer."""

# ruff: noqa: E501  (a mutant is a row)

from ptx.vm.findings import GLOBAL_RACE, ORDER, SCOPE, SHARED_RACE

from .programs import TID, Mutant, Program

COUNTED = "x: &[u32], y: &mut [u32], flags: &mut [u32]"

PROGRAMS = [
    Program("spin lock", COUNTED, f"""{TID} let lock = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut flags[0]) }};
        if t % 32 == 0 {{
            while lock.compare_exchange(0, 1, AtomicOrdering::Acquire, AtomicOrdering::Relaxed).is_err() {{}}
            y[0] += x[t] + 1;
            lock.store(0, AtomicOrdering::Release);
        }}""", 3, 64, "arange:u32:64 zeros:u32:1 zeros:u32:1",
        Mutant("relaxed unlocking", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[0] +="),
        Mutant("relaxed locking", "AtomicOrdering::Acquire, ", "AtomicOrdering::Relaxed, ", GLOBAL_RACE, "y[0] +="),
        Mutant("unlocked too early", "y[0] += x[t] + 1;\n            lock.store(0, AtomicOrdering::Release);",
               "lock.store(0, AtomicOrdering::Release);\n            y[0] += x[t] + 1;", GLOBAL_RACE, "y[0] +="),
        Mutant("of the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "lock.")),
    Program("spin lock with fences", COUNTED, f"""{TID}
        if t == 0 {{
            while atomic::exchange(&mut flags[0], 1) != 0 {{}}
            threadfence(); // acquire
            y[0] += x[t] + 1;
            threadfence(); // release
            atomic::exchange(&mut flags[0], 0);
        }}""", 4, 32, "arange:u32:64 zeros:u32:1 zeros:u32:1",
        Mutant("no fence before", "threadfence(); // acquire", "", GLOBAL_RACE, "y[0] +="),
        Mutant("no fence after", "threadfence(); // release", "", GLOBAL_RACE, "y[0] +="),
        Mutant("fence of the block", "threadfence(); // release", "threadfence_block();", SCOPE, "y[0] +=")),
    Program("look-back", COUNTED, f"""{TID} let b = blockIdx_x() as usize;
        let carried = shared::<[u32; 1]>();
        if t == 0 {{
            let mut sum = 0;
            if b > 0 {{
                let before = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut flags[b - 1]) }};
                while before.load(AtomicOrdering::Acquire) == 0 {{}}
                sum = y[128 + b - 1];
            }}
            carried[0] = sum;
            y[128 + b] = sum + x[b * 32];
            unsafe {{ DeviceAtomicU32::from_ptr(&raw mut flags[b]) }}.store(1, AtomicOrdering::Release);
        }}
        sync_threads();
        y[b * 32 + t] = carried[0];""", 4, 32, "arange:u32:128 zeros:u32:132 zeros:u32:4",
        Mutant("relaxed look", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", GLOBAL_RACE, "sum = y[128 + b - 1]"),
        Mutant("relaxed word", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", GLOBAL_RACE, "sum = y[128 + b - 1]"),
        Mutant("no barrier", "sync_threads();", "", SHARED_RACE, "carried[0]"),
        Mutant("nobody waits", "while before.load(AtomicOrdering::Acquire) == 0 {}", "", GLOBAL_RACE, "sum = y[128 + b - 1]")),
    Program("barrier of the grid", COUNTED, f"""{TID} let b = blockIdx_x() as usize;
        y[b * 32 + t] = x[b * 32 + t];
        sync_threads(); // before
        if t == 0 {{
            let count = unsafe {{ DeviceAtomicU32::from_ptr(&raw mut flags[0]) }};
            count.fetch_add(1, AtomicOrdering::AcqRel);
            while count.load(AtomicOrdering::Acquire) < 4 {{}}
        }}
        sync_threads(); // after
        y[128 + b * 32 + t] = y[(b * 32 + t + 32) % 128];""", 4, 32, "arange:u32:128 zeros:u32:256 zeros:u32:1",
        Mutant("nobody waits", "while count.load(AtomicOrdering::Acquire) < 4 {}", "", GLOBAL_RACE, "y[(b * 32 + t + 32) % 128]"),
        Mutant("too few", "< 4 {}", "< 2 {}", GLOBAL_RACE, "y[(b * 32 + t + 32) % 128]"),
        Mutant("relaxed", "AtomicOrdering::AcqRel", "AtomicOrdering::Relaxed", GLOBAL_RACE, "y[(b * 32 + t + 32) % 128]"),
        Mutant("relaxed look", "count.load(AtomicOrdering::Acquire)", "count.load(AtomicOrdering::Relaxed)", GLOBAL_RACE, "y[(b * 32 + t + 32) % 128]"),
        Mutant("of the block", "DeviceAtomicU32", "BlockAtomicU32", SCOPE, "count.")),
    Program("producer and consumer", COUNTED, f"""{TID} let tile = shared::<[u32; 32]>(); let full = shared::<[u32; 1]>();
        if t == 0 {{ full[0] = 0; }}
        sync_threads();
        let flag = unsafe {{ BlockAtomicU32::from_ptr(&raw mut full[0]) }};
        if t < 32 {{
            tile[t] = x[t] + 1;
            sync_mask(0xffffffff); // written
            if t == 0 {{ flag.store(1, AtomicOrdering::Release); }}
        }} else {{
            while flag.load(AtomicOrdering::Acquire) == 0 {{}}
            if blockIdx_x() == 0 {{ y[t] = tile[63 - t]; }}
        }}""", 2, 64, "arange:u32:64 zeros:u32:128 zeros:u32:1",
        Mutant("relaxed word", "AtomicOrdering::Release", "AtomicOrdering::Relaxed", SHARED_RACE, "y[t] = tile[63 - t]"),
        Mutant("relaxed look", "AtomicOrdering::Acquire", "AtomicOrdering::Relaxed", SHARED_RACE, "y[t] = tile[63 - t]"),
        Mutant("told too early", "tile[t] = x[t] + 1;\n            sync_mask(0xffffffff); // written\n            if t == 0 { flag.store(1, AtomicOrdering::Release); }",
               "if t == 0 { flag.store(1, AtomicOrdering::Release); }\n            tile[t] = x[t] + 1;", SHARED_RACE, "y[t] = tile[63 - t]"),
        Mutant("plain flag", "flag.store(1, AtomicOrdering::Release);", "full[0] = 1;", SHARED_RACE, "full[0] = 1"),
        Mutant("told by one lane alone", "sync_mask(0xffffffff); // written", "", SHARED_RACE, "y[t] = tile[63 - t]"),
        Mutant("seen by one lane alone", "while flag.load(AtomicOrdering::Acquire) == 0 {}", "if t == 40 { while flag.load(AtomicOrdering::Acquire) == 0 {} }", SHARED_RACE, "y[t] = tile[63 - t]")),
]  # fmt: skip
BY_NAME = {program.name: program for program in PROGRAMS}
ORDERS = [(BY_NAME[name], Mutant(rule, old, new, ORDER, "")) for name, rule, old, new in (
    ("spin lock", "the last one's", "y[0] += x[t] + 1", "y[0] = x[t] + 1"),
    ("spin lock", "multiplied before", "y[0] += x[t] + 1", "y[0] = y[0] * 3 + x[t] + 1"),
    ("spin lock with fences", "the last block's", "y[0] += x[t] + 1", "y[0] = blockIdx_x()"),
    ("spin lock with fences", "shifted before", "y[0] += x[t] + 1", "y[0] = (y[0] << 3) + blockIdx_x()"),
    ("barrier of the grid", "who came last", "count.fetch_add(1, AtomicOrdering::AcqRel);", "let mine = count.fetch_add(1, AtomicOrdering::AcqRel); y[b * 32] = mine;"),
)]  # fmt: skip
"""Mutants that only another order of threads shows."""
