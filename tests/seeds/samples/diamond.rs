fn diamond(cond: bool) -> i64 {
    let a: i64;
    if cond {
        a = 1;
    } else {
        a = 2;
    }
    return a;
}
