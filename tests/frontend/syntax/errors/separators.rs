// Missing semicolons and commas.
use cuda_device::thread //~ ERROR K1011: missing `;`

fn semicolons(n: u32) -> u32 {
    let a = n + 1 //~ ERROR K1011: missing `;`
    let b = a * 2;
    a = b //~ ERROR K1011: missing `;`
    if a > b { return a; }
    return b //~ ERROR K1011: missing `;`
    let c = 1; let d = 2 let e = 3; //~ ERROR K1011: missing `;`
    c + d + e
}

struct Fields {
    a: u32 //~ ERROR K1012: missing `,`
    pub b: u32 //~ ERROR K1012: missing `,`
    #[cold] c: u32,
}

struct Semicolons {
    a: u32; //~ ERROR K1012: expected `,`, found `;`
    b: u32, 
}

enum Variants {
    A //~ ERROR K1012: missing `,`
    B(u32),
}

fn commas(a: u32 b: u32, c: u32; d: u32) { //~ ERROR K1012: missing `,` //~ ERROR K1012: expected `,`, found `;`
    f(a b); //~ ERROR K1012: missing `,`
    let t = (1 2); //~ ERROR K1012: missing `,`
    let t = [1, 2 3]; //~ ERROR K1012: missing `,`
    let s = Fields { a: 1 b: 2 }; //~ ERROR K1012: missing `,`
    match a {
        0 => 1 //~ ERROR K1012: missing `,`
        1 => 2,
        2 => b 3 => c, //~ ERROR K1012: missing `,`
        _ => 4,
    }
}
