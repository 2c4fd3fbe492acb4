fn one_arm(cond: bool) -> i32 {
    let mut x: i32 = 1;
    if cond {
        x = 2;
    }
    let y: i32 = x + 1;
    return y;
}
