fn classify(mut x: i64) -> i64 {
    let mut result: i64 = 0;
    while x > 0 {
        if x > 100 {
            result = result + 10;
        } else {
            result = result + 1;
        }
        x = x - 1;
    }
    return result;
}
