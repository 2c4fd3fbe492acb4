fn first() {
    let t = f(r##"text"#);
    //~^ ERROR K0748: unterminated raw string
    let u = 1
    //~^ ERROR K1011
    let v = 2;
}
