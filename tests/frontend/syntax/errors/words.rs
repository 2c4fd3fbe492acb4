// Literals and characters.
fn numbers() {
    let a = 1u33; //~ ERROR K1032: invalid suffix `u33`
    let b = 0b12; //~ ERROR K1032: invalid digit for a base 2 number: `2`
    let c = 0o8; //~ ERROR K1032: invalid digit for a base 8 number: `8`
    let d = 0xG1; //~ ERROR K0768: no digits after `0x`
    let e = 0x; //~ ERROR K0768: no digits after `0x`
    let f = 1.5u32; //~ ERROR K1032: invalid suffix `u32` for a float
    let g = 1e; //~ ERROR K1032: the exponent of a float has at least one digit
    let h = 0X1F; //~ ERROR K1032: the prefix of a hexadecimal number is written `0x`
    let i = 0b1f32; //~ ERROR K1032: a binary number cannot be a float
    let fine = (1_000u64, 0xFF_u8, 0o17, 0b1010, 1., 1.0e-3f32, 2f32, 1e10, 0x1f32);
}

fn escapes() {
    let a = '\q'; //~ ERROR K1033: unknown escape `\q`
    let b = "\xZZ"; //~ ERROR K1033: `\x` is followed by two hexadecimal digits
    let c = "\xFF"; //~ ERROR K1033: `\x` goes up to 7f
    let d = "\u{110000}"; //~ ERROR K1033: there is no character U+110000
    let e = "\u{D800}"; //~ ERROR K1033: there is no character U+D800
    let f = "\u1234"; //~ ERROR K1033: `\u` is followed by one to six hexadecimal digits
    let g = b"\u{41}"; //~ ERROR K1033: unknown escape `\u`
    let h = b"é"; //~ ERROR K1033: bytes are ASCII characters
    let i = "text"suffix; //~ ERROR K1032: suffix `suffix` on a literal that is no number
    let fine = ('\n', '\'', '\u{1F600}', b'\xFF', "a\
        b", r"\q", b"\xff", 'é');
}

fn characters() {
    let a = 'ab'; //~ ERROR K1034: a character literal holds one character
    let b = ''; //~ ERROR K1034: empty character literal
    let c = 'two words'; //~ ERROR K1034
    let d = 1 × 2; //~ ERROR K1016: unknown character `×`; it looks like `*`
    let e = “text”; //~ ERROR K1016: text stands between straight quotes
    let f = 1； //~ ERROR K1016: unknown character `；`; it looks like `;`
    let g = `x`; //~ ERROR K1016: unknown character ``` //~ ERROR K1016
    let h = 1 \ 2; //~ ERROR K1016: unknown character `\` //~ ERROR K1010
}
