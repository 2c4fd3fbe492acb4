fn first() {
    let x = 1 //~ ERROR K1011
    let y = 2;
}

fn second() { //~ ERROR K1013: `{` is never closed
    if x {
        f();
}
