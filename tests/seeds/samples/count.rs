fn count(n: i32) -> i32 {
    let mut x: i32 = 0;
    while x < n {
        x = x + 1;
    }
    let y: i32 = x;
    return y;
}
