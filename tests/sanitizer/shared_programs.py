"""Programs that live in shared memory, and their mutants: barriers left out, indices moved, atomics made plain."""

# ruff: noqa: E501  (a mutant is a row)

from ptx.vm.findings import SHARED_RACE, UNINITIALISED_SHARED

from .programs import TID, Mutant, Program

XY = "x: &[u32], y: &mut [u32]"
BARRIER = "sync_threads();"


def without_barrier(at: str, barrier: str = BARRIER) -> Mutant:
    """A barrier less."""
    return Mutant("no barrier", barrier, "", SHARED_RACE, at)


PROGRAMS = [
    Program("reversed", XY, f"""{TID} let tile = shared::<[u32; 64]>();
        tile[t] = x[t];
        sync_threads();
        y[t] = tile[63 - t];""", 1, 64, "arange:u32:64 zeros:u32:64",
        without_barrier("tile[63 - t]"),
        Mutant("one thread less writes", "tile[t] = x[t];", "if t != 5 { tile[t] = x[t]; }", UNINITIALISED_SHARED, "tile[63 - t]"),
        Mutant("two threads write one place", "tile[t] = x[t];", "tile[t] = x[t]; tile[t / 2 * 2] = x[t];", SHARED_RACE, "tile[t / 2 * 2]"),
        Mutant("barrier of the warp only", BARRIER, "sync_mask(0xffffffff);", SHARED_RACE, "tile[63 - t]"),
        Mutant("barrier before the writes", "tile[t] = x[t];\n        sync_threads();", "sync_threads();\n        tile[t] = x[t];", SHARED_RACE, "tile[63 - t]")),
    Program("tree", XY, f"""{TID} let tile = shared::<[u32; 128]>();
        tile[t] = x[t];
        sync_threads();
        let mut half = 64;
        while half > 0 {{
            if t < half {{
                tile[t] += tile[t + half];
            }}
            sync_threads(); // in the loop
            half /= 2;
        }}
        if t == 0 {{ y[0] = tile[0]; }}""", 1, 128, "arange:u32:128 zeros:u32:1",
        without_barrier("tile[t + half]", "sync_threads(); // in the loop"),
        without_barrier("tile[t + half]"),
        Mutant("off by one", "if t < half", "if t < half + 1 && t + half < 128", SHARED_RACE, "tile[t + half]"),
        Mutant("half of the block writes", "tile[t] = x[t];", "if t < 64 { tile[t] = x[t]; }", UNINITIALISED_SHARED, "tile[t + half]")),
    Program("transposed", XY, """let tile = shared::<[[u32; 16]; 16]>();
        let (i, j) = (threadIdx_x() as usize, threadIdx_y() as usize);
        tile[j][i] = x[j * 16 + i];
        sync_threads();
        y[j * 16 + i] = tile[i][j];""", 1, (16, 16), "arange:u32:256 zeros:u32:256",
        without_barrier("tile[i][j]"),
        Mutant("wrong index", "tile[j][i] = x", "tile[j / 2][i] = x", SHARED_RACE, "tile[j / 2][i]"),
        Mutant("a row is left out", "tile[j][i] = x[j * 16 + i];", "if j < 15 { tile[j][i] = x[j * 16 + i]; }", UNINITIALISED_SHARED, "tile[i][j]")),
    Program("stencil", XY, """let t = threadIdx_x() as usize; let tile = shared::<[u32; 98]>();
        tile[t + 1] = x[t + 1];
        if t == 0 { tile[0] = x[0]; tile[97] = x[97]; }
        sync_threads();
        y[t] = tile[t] + tile[t + 1] + tile[t + 2];""", 1, 96, "arange:u32:98 zeros:u32:96",
        without_barrier("tile[t + 2]"),
        Mutant("no halo", "tile[0] = x[0]; tile[97] = x[97];", "tile[0] = x[0];", UNINITIALISED_SHARED, "tile[t + 2]"),
        Mutant("in place", "y[t] = tile[t] +", "tile[t] = tile[t] + tile[t + 1] * 3 + 1; y[t] = tile[t] +", SHARED_RACE, "tile[t] = tile[t] +")),
    Program("scanned", XY, f"""{TID} let a = shared::<[u32; 64]>(); let b = shared::<[u32; 64]>();
        a[t] = x[t];
        sync_threads();
        let mut by = 1;
        while by < 64 {{
            b[t] = if t >= by {{ a[t] + a[t - by] }} else {{ a[t] }};
            sync_threads(); // first
            a[t] = b[t];
            sync_threads(); // second
            by *= 2;
        }}
        y[t] = a[t];""", 1, 64, "arange:u32:64 zeros:u32:64",
        without_barrier("a[t - by]"),
        without_barrier("a[t - by]", "sync_threads(); // first"),
        without_barrier("a[t - by]", "sync_threads(); // second"),
        Mutant("one buffer", "b[t] = if", "a[t] = if", SHARED_RACE, "a[t - by]")),
    Program("counted", "x: &[u8], y: &mut [u32]", f"""{TID} let bins = shared::<[u32; 16]>();
        if t < 16 {{ bins[t] = 0; }}
        sync_threads();
        atomic::add(&mut bins[(x[t] % 16) as usize], 1);
        sync_threads(); // counted
        if t < 16 {{ y[t] = bins[t]; }}""", 1, 96, "arange:u8:96 zeros:u32:16",
        without_barrier("atomic::add"),
        without_barrier("y[t] = bins[t]", "sync_threads(); // counted"),
        Mutant("no zeros", "if t < 16 { bins[t] = 0; }", "", UNINITIALISED_SHARED, "atomic::add"),
        Mutant("plain addition", "atomic::add(&mut bins[(x[t] % 16) as usize], 1);", "bins[(x[t] % 16) as usize] += 1;", SHARED_RACE, "bins[(x[t] % 16) as usize] += 1")),
    Program("bytes", "x: &[u8], y: &mut [u8]", f"""{TID} let tile = shared::<[u8; 64]>();
        tile[t] = x[t];
        sync_threads();
        y[t] = tile[t ^ 1];""", 1, 64, "arange:u8:64 zeros:u8:64",
        without_barrier("tile[t ^ 1]"),
        Mutant("neighbours write one byte", "tile[t] = x[t];", "tile[t & 62] = x[t];", SHARED_RACE, "tile[t & 62] = x[t]"),
        Mutant("odd bytes are left out", "tile[t] = x[t];", "if t % 2 == 0 { tile[t] = x[t]; }", UNINITIALISED_SHARED, "tile[t ^ 1]")),
    Program("halves of words", "x: &[u16], y: &mut [u16]", f"""{TID} let tile = shared::<[u16; 48]>();
        tile[t] = x[t];
        sync_threads();
        y[t] = tile[(t + 1) % 48];""", 1, 48, "arange:u16:48 zeros:u16:48",
        without_barrier("tile[(t + 1) % 48]"),
        Mutant("the last is left out", "tile[t] = x[t];", "if t < 47 { tile[t] = x[t]; }", UNINITIALISED_SHARED, "tile[(t + 1) % 48]")),
    Program("long words", "x: &[u64], y: &mut [u64]", f"""{TID} let tile = shared::<[u64; 64]>();
        tile[t] = x[t];
        sync_threads();
        y[t] = tile[(t + 40) % 64];""", 1, 64, "arange:u64:64 zeros:u64:64",
        without_barrier("tile[(t + 40) % 64]"),
        Mutant("every other is left out", "tile[t] = x[t];", "tile[t / 2 * 2] = x[t / 2 * 2];", UNINITIALISED_SHARED, "tile[(t + 40) % 64]")),
    Program("words of bytes", "x: &[u32], y: &mut [u8]", f"""{TID} let tile = shared::<[u32; 16]>();
        if t < 16 {{ tile[t] = x[t]; }}
        sync_threads();
        let bytes = tile as *mut [u32; 16] as *const u8;
        y[t] = unsafe {{ *bytes.add(t) }};""", 1, 64, "arange:u32:16 zeros:u8:64",
        without_barrier("*bytes.add(t)"),
        Mutant("a word is left out", "if t < 16", "if t < 15", UNINITIALISED_SHARED, "*bytes.add(t)")),
    Program("in the warp", XY, f"""{TID} let tile = shared::<[u32; 64]>();
        tile[t] = x[t];
        sync_mask(0xffffffff);
        y[t] = tile[t ^ 1];
        sync_mask(0xffffffff); // before the second write
        tile[t] = y[t] + 1;
        sync_mask(0xffffffff);
        y[t] = tile[t ^ 3];""", 1, 64, "arange:u32:64 zeros:u32:64",
        without_barrier("tile[t ^ 1]", "sync_mask(0xffffffff);"),
        without_barrier("tile[t] = y[t] + 1", "sync_mask(0xffffffff); // before the second write"),
        Mutant("across warps", "tile[t ^ 3]", "tile[t ^ 35]", SHARED_RACE, "tile[t ^ 35]"),
        Mutant("a shuffle is no barrier", "sync_mask(0xffffffff);", "let other = shuffle(x[t], 1); y[t] = other;", SHARED_RACE, "tile[t ^ 1]"),
        Mutant("a vote is no barrier", "sync_mask(0xffffffff);", "y[t] = ballot(x[t] > 5);", SHARED_RACE, "tile[t ^ 1]")),
    Program("one for all", XY, f"""{TID} let word = shared::<[u32; 1]>();
        if t == 40 {{ word[0] = x[t]; }}
        sync_threads();
        y[t] = word[0];
        sync_threads(); // before the next
        if t == 7 {{ word[0] = x[t] + 100; }}
        sync_threads();
        y[t] += word[0];""", 1, 96, "arange:u32:96 zeros:u32:96",
        without_barrier("y[t] = word[0]"),
        without_barrier("word[0] = x[t] + 100", "sync_threads(); // before the next"),
        Mutant("nobody writes", "if t == 40", "if t == 140", UNINITIALISED_SHARED, "y[t] = word[0]"),
        Mutant("all write", "if t == 40 {", "if t > 40 {", SHARED_RACE, "word[0] = x[t]; }")),
    Program("sorted", XY, f"""{TID} let tile = shared::<[u32; 64]>();
        tile[t] = x[t];
        sync_threads();
        let mut round = 0;
        while round < 64 {{
            let low = 2 * t + round % 2;
            if t < 32 && low + 1 < 64 && tile[low] > tile[low + 1] {{
                let kept = tile[low];
                tile[low] = tile[low + 1];
                tile[low + 1] = kept;
            }}
            sync_threads(); // of the round
            round += 1;
        }}
        y[t] = tile[t];""", 1, 64, "shuffled:u32:64 zeros:u32:64",
        without_barrier("tile[low]"),
        without_barrier("tile[low]", "sync_threads(); // of the round"),
        Mutant("pairs overlap", "let low = 2 * t + round % 2;", "let low = t + round % 2;", SHARED_RACE, "tile[low")),
    Program("pairs", XY, f"""struct Pair {{ a: u32, b: u32 }}
%%
        {TID} let tile = shared::<[Pair; 32]>();
        if t < 32 {{ tile[t].a = x[t]; }} else {{ tile[t - 32].b = x[t]; }}
        sync_threads();
        y[t] = tile[t % 32].a + tile[t % 32].b;""", 1, 64, "arange:u32:64 zeros:u32:64",
        without_barrier("tile[t % 32].a"),
        Mutant("the same field", "tile[t - 32].b", "tile[t - 32].a", SHARED_RACE, "tile[t - 32].a"),
        Mutant("a field is left out", "else { tile[t - 32].b = x[t]; }", "", UNINITIALISED_SHARED, "tile[t % 32].b")),
    Program("two barriers in a loop", XY, f"""{TID} let tile = shared::<[u32; 48]>();
        let mut round = 0;
        let mut sum = 0;
        while round < 3 {{
            tile[t] = x[t] + round;
            sync_threads(); // written
            sum += tile[47 - t];
            sync_threads(); // read
            round += 1;
        }}
        y[t] = sum;""", 2, 48, "arange:u32:48 zeros:u32:48",
        without_barrier("tile[47 - t]", "sync_threads(); // written"),
        without_barrier("tile[47 - t]", "sync_threads(); // read"))
]  # fmt: skip
PROGRAMS[-1].text = PROGRAMS[-1].text.replace("y[t] = sum;", "if blockIdx_x() == 0 { y[t] = sum; }")
