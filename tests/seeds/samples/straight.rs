fn straight() -> i32 {
    let x: i32 = 1;
    let y: i32 = x + 2;
    return y;
}
