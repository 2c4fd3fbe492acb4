"""Programs of warp instructions, and their mutants: lanes that are not there, masks that do not fit."""

from ptx.vm.findings import ABSENT_LANE

from .programs import TID, Mutant, Program

XY = "x: &[u32], y: &mut [u32]"
MISUSE = "warp misuse"


def absent(rule: str, old: str, new: str, at: str) -> Mutant:
    """A value that nobody gives is used."""
    return Mutant(rule, old, new, ABSENT_LANE, at)


def outside(rule: str, old: str, new: str, at: str) -> Mutant:
    """A caller is not in its mask."""
    return Mutant(rule, old, new, MISUSE, at)


def apart(rule: str, old: str, new: str, at: str) -> Mutant:
    """Masks that meet are different."""
    return Mutant(rule, old, new, MISUSE, at)


PROGRAMS = [
    Program("sum of a warp", XY, f"""{TID} let mut v = x[t];
        v += shuffle_down_sync(0xffffffff, v, 16);
        v += shuffle_down(v, 8);
        v += shuffle_down(v, 4);
        v += shuffle_down(v, 2);
        v += shuffle_down(v, 1);
        if t % 32 == 0 {{ y[t / 32] = v; }}""", 1, 64, "arange:u32:64 zeros:u32:2",
        absent("some lanes have ended", "let mut v", "if t % 32 > 28 { return; } let mut v", "y[t / 32]"),
        absent("half of the warp", "let mut v", "if t % 32 > 15 { return; } let mut v", "y[t / 32]"),
        outside("a narrow mask", "0xffffffff", "0xffff", "shuffle_down_sync"),
        outside("a mask without lane 0", "0xffffffff", "0xfffffffe", "shuffle_down_sync"),
        outside("each lane but the own", "0xffffffff", "0xffffffff ^ (1 << (t % 32))", "shuffle_down_sync"),
        outside("two masks", "0xffffffff", "if t < 3 { 0xffffffff } else { 0xfffffff8 }", "shuffle_down_sync")),
    Program("48 threads, full masks", XY, f"""{TID}
        let v = shuffle_up(x[t], 1);
        y[t] = if lane_id() > 0 {{ v }} else {{ 0 }};
        let w = shuffle_down(x[t], 1);
        if t % 32 < 31 && t < 47 {{ y[t] += w; }}""", 1, 48, "arange:u32:48 zeros:u32:48",
        absent("the last reads on", "&& t < 47", "", "y[t] += w"),
        absent("butterflies reach past the end", "shuffle_down(x[t], 1)", "shuffle_xor(x[t], 16)", "y[t] += w")),
    Program("exited lanes", XY, f"""{TID} if t % 32 >= 20 {{ return; }}
        let all = ballot(x[t] > 3);
        let first = shuffle(x[t], 2);
        y[t] = first + all;""", 1, 64, "arange:u32:64 zeros:u32:64",
        absent("an ended lane is asked", "shuffle(x[t], 2)", "shuffle(x[t], 25)", "y[t] = first"),
        absent("the next of the last", "shuffle(x[t], 2)", "shuffle(x[t], lane_id() + 1)", "y[t] = first"),
        absent("an index", "y[t] = first", "y[(shuffle_down(x[t], 12) % 64) as usize] = first", "y[(shuffle_down"),
        absent("a branch", "y[t] = first + all", "if shuffle_xor(x[t], 31) > 5 { y[t] = first + all; }", "shuffle_xor"),
        absent("a vote", "y[t] = first + all", "if all_sync(0xfffff, shuffle_xor(x[t], 31) > 5) { y[t] = first + all; }", "all_sync")),
    Program("scan of a warp", XY, f"""{TID} let mut v = x[t];
        let mut by = 1;
        while by < 32 {{
            let other = shuffle_up(v, by);
            if lane_id() >= by {{ v += other; }}
            by *= 2;
        }}
        y[t] = v;""", 1, 96, "arange:u32:96 zeros:u32:96",
        absent("one lane has a mask of its own", "shuffle_up(v, by)", "shuffle_up_sync(if t == 5 { 0x20 } else { 0xffffffff }, v, by)", "y[t] = v"),
        absent("overlapping", "shuffle_up(v, by)", "shuffle_up_sync(if t % 32 < 16 { 0x1ffff } else { 0xffff0000 }, v, by)", "y[t] = v"),
        absent("the first lanes are gone", "let mut v", "if t % 32 < 3 { return; } let mut v", "y[t] = v")),
    Program("half warps", XY, f"""{TID} let mask = if t % 32 < 16 {{ 0xffff }} else {{ 0xffff0000 }};
        let v = shuffle_xor_sync(mask, x[t], 8);
        y[t] = v + ballot_sync(mask, x[t] > 40);""", 1, 64, "arange:u32:64 zeros:u32:64",
        absent("across the halves", "x[t], 8", "x[t], 16", "y[t] = v"),
        outside("masks exchanged", "t % 32 < 16", "t % 32 >= 16", "shuffle_xor_sync"),
        outside("thirds", "t % 32 < 16", "t % 32 < 11", "shuffle_xor_sync"),
        outside("halves of a vote", "ballot_sync(mask, ", "ballot_sync(!mask, ", "ballot_sync")),
    Program("matched", XY, f"""{TID} let same = match_any_sync(0xffffffff, x[t] / 4);
        y[t] = same + redux_sync_add(0xffffffff, x[t]);""", 1, 32, "arange:u32:32 zeros:u32:32",
        outside("a narrow mask", "redux_sync_add(0xffffffff", "redux_sync_add(0x7fffffff", "redux_sync_add"),
        outside("a narrow match", "match_any_sync(0xffffffff", "match_any_sync(0xff", "match_any_sync"),
        apart("masks by lane", "redux_sync_add(0xffffffff", "redux_sync_add(0xffffffff << (t % 2) | 1 << t", "redux_sync_add"),
        apart("masks by half", "match_any_sync(0xffffffff", "match_any_sync(0xffff0000 >> (t / 16 * 16) | 1 << t | 1", "match_any_sync"),
        apart("only itself and the next", "redux_sync_add(0xffffffff", "redux_sync_add((1 << t) | (1 << ((t + 1) % 32))", "redux_sync_add")),
    Program("elected", XY, f"""{TID} let mask = if t < 32 {{ 0xffffffff }} else {{ 0xff }};
        let (leader, is_me) = elect_sync(mask);
        if is_me {{ y[t / 32] = x[t] + leader; }}
        sync_mask(mask);
        y[2 + t] = shuffle_sync(mask, x[t], leader);""", 1, 40, "arange:u32:40 zeros:u32:42",
        absent("a lane past the end", "x[t], leader)", "x[t], leader + 20)", "y[2 + t]"),
        outside("no lane", "sync_mask(mask)", "sync_mask(mask & 0xfffffff0)", "sync_mask"),
        apart("leader and others", "sync_mask(mask)", "sync_mask(if is_me { 1 << (t % 32) } else { mask })", "sync_mask(if"),
        outside("the first alone", "x[t], leader)", "x[t], leader) + ballot_sync(1, true)", "ballot_sync")),
]  # fmt: skip
