fn branches(condition: bool) -> i32 {
    let mut x: i32 = 1;
    if condition {
        x = x + 1;
    } else {
        x = x * 2;
    }
    let y: i32 = x + 3;
    return y;
}
