//! The methods of `char`.

use crate::mem;

impl char {
    /// The greatest code point.
    pub const MAX: char = '\u{10FFFF}';

    /// The least code point.
    pub const MIN: char = '\0';

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

    /// Whether it is an ASCII character.
    #[inline(always)]
    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }

    /// Whether it is an ASCII digit.
    #[inline(always)]
    pub const fn is_ascii_digit(&self) -> bool {
        *self >= '0' && *self <= '9'
    }

    /// Whether it is an ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_alphabetic(&self) -> bool {
        (*self as u32 | 32) >= 97 && (*self as u32 | 32) <= 122
    }

    /// Whether it is an ASCII capital.
    #[inline(always)]
    pub const fn is_ascii_uppercase(&self) -> bool {
        *self >= 'A' && *self <= 'Z'
    }

    /// Whether it is a small ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_lowercase(&self) -> bool {
        *self >= 'a' && *self <= 'z'
    }

    /// The value of a digit in a base up to 36; `None` for what is none.
    #[inline(always)]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
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

    /// Whether it is a digit in a base up to 36.
    #[inline(always)]
    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }
}

/// The character with this code; `None` for what is none.
#[inline(always)]
pub const fn from_u32(code: u32) -> Option<char> {
    char::from_u32(code)
}
