fn first() {
    let c = '; //~ ERROR K0762: unterminated character literal
    let d = b'; //~ ERROR K0763: unterminated byte literal
    let e = 1;
}
