fn first() {
    let x = 1;
    }
    let y = 2;
} //~ ERROR K1015: unexpected closing delimiter: `}`

fn second() {
    let z = 1 //~ ERROR K1011
    let w = 2;
}
