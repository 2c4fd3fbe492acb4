fn first(a: u32) {
    f(a, (1 + 2); //~ ERROR K1013: `(` is never closed
    let x = [1, 2; //~ ERROR K1013: `[` is never closed
    g(a);
}

fn second() {
    g(1]; //~ ERROR K1014: mismatched closing delimiter: `]`
    let y = 1 //~ ERROR K1011
    let z = 2;
}
