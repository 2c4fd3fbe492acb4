fn first() {
    let s = "text;
    //~^ ERROR K0765: unterminated string
    let t = 1
    //~^ ERROR K1011
    let u = 2;
}
