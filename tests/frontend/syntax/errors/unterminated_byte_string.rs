fn first() {
    let s = f(b"text);
    //~^ ERROR K0766: unterminated byte string
}
