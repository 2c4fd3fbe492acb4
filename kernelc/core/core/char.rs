//! The methods of `char`; those about ASCII are in `ascii`.

use crate::convert::TryFrom;
use crate::mem;

impl char {
    /// The greatest code point.
    pub const MAX: char = '\u{10FFFF}';

    /// The least code point.
    pub const MIN: char = '\0';

    /// What stands for what cannot be shown.
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';

    /// The character with this code; `None` for what is none.
    #[inline(always)]
    pub const fn from_u32(code: u32) -> Option<char> {
        if code > 0x10FFFF || code >= 0xD800 && code <= 0xDFFF { None } else { Some(unsafe { mem::transmute(code) }) }
    }

    /// The character with this code, which is one.
    #[inline(always)]
    pub const unsafe fn from_u32_unchecked(code: u32) -> char {
        unsafe { mem::transmute(code) }
    }

    /// The value of a digit in a base up to 36; `None` for what is none.
    #[inline(always)]
    #[track_caller]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        if radix < 2 || radix > 36 {
            panic!("to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive");
        }
        let code = self as u32;
        let value = if code >= 48 && code <= 57 {
            code - 48
        } else if self.is_ascii_alphabetic() {
            (code | 32) - 97 + 10
        } else {
            radix
        };
        if value < radix { Some(value) } else { None }
    }

    /// The digit of a base up to 36 with that value; `None` for none. A panic for a greater base.
    #[inline(always)]
    #[track_caller]
    pub const fn from_digit(value: u32, radix: u32) -> Option<char> {
        if radix > 36 {
            panic!("from_digit: radix is too high (maximum 36)");
        }
        if value >= radix {
            None
        } else if value < 10 {
            Some((value + 48) as u8 as char)
        } else {
            Some((value + 87) as u8 as char)
        }
    }

    /// How many bytes it has in UTF-8.
    #[inline(always)]
    pub const fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }

    /// How many 16-bit units it has in UTF-16.
    #[inline(always)]
    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }

    /// Whether Unicode calls it white space.
    #[inline(always)]
    pub const fn is_whitespace(self) -> bool {
        let code = self as u32;
        code >= 9 && code <= 13
            || code == 32
            || code == 0x85
            || code == 0xA0
            || code == 0x1680
            || code >= 0x2000 && code <= 0x200A
            || code == 0x2028
            || code == 0x2029
            || code == 0x202F
            || code == 0x205F
            || code == 0x3000
    }

    /// Whether Unicode calls it a control character.
    #[inline(always)]
    pub const fn is_control(self) -> bool {
        let code = self as u32;
        code < 32 || code >= 127 && code <= 159
    }

    /// Whether it is a digit in a base up to 36.
    #[inline(always)]
    #[track_caller]
    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }
}

/// The character with this code; `None` for what is none.
#[inline(always)]
pub const fn from_u32(code: u32) -> Option<char> {
    char::from_u32(code)
}

/// The character with this code, which is one.
#[inline(always)]
pub const unsafe fn from_u32_unchecked(code: u32) -> char {
    unsafe { mem::transmute(code) }
}

/// The digit of a base up to 36 with that value; `None` for none. A panic for a greater base.
#[inline(always)]
#[track_caller]
pub const fn from_digit(value: u32, radix: u32) -> Option<char> {
    char::from_digit(value, radix)
}

pub const MAX: char = char::MAX;
pub const REPLACEMENT_CHARACTER: char = char::REPLACEMENT_CHARACTER;

/// The number is no character's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharTryFromError(());

/// The character does not fit into the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TryFromCharError(());

impl TryFrom<u32> for char {
    type Error = CharTryFromError;

    #[inline(always)]
    fn try_from(code: u32) -> Result<char, CharTryFromError> {
        match char::from_u32(code) {
            Some(found) => Ok(found),
            None => Err(CharTryFromError(())),
        }
    }
}

#[for_each(N, u8, u16)]
impl TryFrom<char> for N {
    type Error = TryFromCharError;

    #[inline(always)]
    fn try_from(value: char) -> Result<N, TryFromCharError> {
        let code = value as u32;
        if code <= N::MAX as u32 { Ok(code as N) } else { Err(TryFromCharError(())) }
    }
}
