fn first() {
    let x = 1 //~ ERROR K1011
    let y = 2;
    /* starts here /* inner */ //~ ERROR K0758: unterminated block comment
    let z = 3;
}
