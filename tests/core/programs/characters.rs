// Characters and ASCII bytes.

// calls: 0; 9; 10; 32; 47; 48; 57; 58; 64; 65; 90; 91; 97; 102; 103; 122; 126; 127; 128; 255
pub fn bytes(b: u8) -> u64 {
    let mut c = b;
    c.make_ascii_uppercase();
    let mut d = b;
    d.make_ascii_lowercase();
    let flags = [b.is_ascii(), b.is_ascii_digit(), b.is_ascii_alphabetic(), b.is_ascii_alphanumeric(), b.is_ascii_uppercase(), b.is_ascii_lowercase(), b.is_ascii_hexdigit(), b.is_ascii_punctuation(), b.is_ascii_graphic(), b.is_ascii_whitespace(), b.is_ascii_control()];
    let mut h = c as u64 * 1000 + d as u64 + b.to_ascii_uppercase() as u64 + b.to_ascii_lowercase() as u64 * 3 + b.eq_ignore_ascii_case(&c) as u64;
    for f in flags { h = h * 2 + f as u64; }
    h
}
// calls: '\x00'; '\t'; ' '; '/'; '0'; '9'; 'A'; 'F'; 'G'; 'Z'; '['; 'a'; 'f'; 'z'; '~'; '\x7f'; '\x85'; '\xa0'; '\u00e9'; '\u2003'; '\u3000'; '\U0001f980'
pub fn characters(b: char) -> u64 {
    let mut c = b;
    c.make_ascii_uppercase();
    let flags = [b.is_ascii(), b.is_ascii_digit(), b.is_ascii_alphabetic(), b.is_ascii_alphanumeric(), b.is_ascii_uppercase(), b.is_ascii_lowercase(), b.is_ascii_hexdigit(), b.is_ascii_punctuation(), b.is_ascii_graphic(), b.is_ascii_whitespace(), b.is_ascii_control(), b.is_whitespace(), b.is_control(), b.is_digit(16)];
    let mut h = c as u64 * 1000 + b.to_ascii_uppercase() as u64 + b.to_ascii_lowercase() as u64 * 3 + b.eq_ignore_ascii_case(&c) as u64 + b.len_utf8() as u64 + b.len_utf16() as u64 * 7 + b.to_digit(36).unwrap_or(50) as u64;
    for f in flags { h = h * 2 + f as u64; }
    h
}
// calls: 3, 10; 11, 16; 10, 10; 35, 36; 1, 37
pub fn digits(n: u32, radix: u32) -> char { char::from_digit(n, radix).unwrap_or(char::REPLACEMENT_CHARACTER) }
// calls: 'a', 16; 'a', 37; 'a', 1
pub fn valued(c: char, radix: u32) -> u32 { c.to_digit(radix).unwrap_or(99) }
