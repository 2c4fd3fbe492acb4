//! What ASCII knows of bytes and characters.

impl u8 {
    /// Whether it is an ASCII character.
    #[inline(always)]
    pub const fn is_ascii(&self) -> bool {
        *self < 128
    }

    /// Whether it is an ASCII digit.
    #[inline(always)]
    pub const fn is_ascii_digit(&self) -> bool {
        *self >= 48 && *self <= 57
    }

    /// Whether it is an ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_alphabetic(&self) -> bool {
        (*self | 32) >= 97 && (*self | 32) <= 122
    }

    /// Whether it is an ASCII letter or digit.
    #[inline(always)]
    pub const fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }

    /// Whether it is an ASCII capital.
    #[inline(always)]
    pub const fn is_ascii_uppercase(&self) -> bool {
        *self >= 65 && *self <= 90
    }

    /// Whether it is a small ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_lowercase(&self) -> bool {
        *self >= 97 && *self <= 122
    }

    /// Whether it is a hexadecimal digit.
    #[inline(always)]
    pub const fn is_ascii_hexdigit(&self) -> bool {
        self.is_ascii_digit() || (*self | 32) >= 97 && (*self | 32) <= 102
    }

    /// Whether it is an ASCII character that is seen and neither letter nor digit.
    #[inline(always)]
    pub const fn is_ascii_punctuation(&self) -> bool {
        self.is_ascii_graphic() && !self.is_ascii_alphanumeric()
    }

    /// Whether it is an ASCII character that is seen.
    #[inline(always)]
    pub const fn is_ascii_graphic(&self) -> bool {
        *self >= 33 && *self <= 126
    }

    /// Whether it is a space, tab, line feed, form feed or carriage return.
    #[inline(always)]
    pub const fn is_ascii_whitespace(&self) -> bool {
        *self == 32 || *self == 9 || *self == 10 || *self == 12 || *self == 13
    }

    /// Whether it is an ASCII control character.
    #[inline(always)]
    pub const fn is_ascii_control(&self) -> bool {
        *self < 32 || *self == 127
    }

    /// An ASCII letter as a capital.
    #[inline(always)]
    pub const fn to_ascii_uppercase(&self) -> u8 {
        if self.is_ascii_lowercase() { *self - 32 } else { *self }
    }

    /// An ASCII letter as a small one.
    #[inline(always)]
    pub const fn to_ascii_lowercase(&self) -> u8 {
        if self.is_ascii_uppercase() { *self + 32 } else { *self }
    }

    /// Whether both are equal but for capital and small ASCII letters.
    #[inline(always)]
    pub const fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    /// Makes an ASCII letter a capital.
    #[inline(always)]
    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    /// Makes an ASCII letter a small one.
    #[inline(always)]
    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }
}

impl char {
    /// The code.
    #[inline(always)]
    const fn code(&self) -> u32 {
        *self as u32
    }

    /// Whether it is an ASCII character.
    #[inline(always)]
    pub const fn is_ascii(&self) -> bool {
        self.code() < 128
    }

    /// Whether it is an ASCII digit.
    #[inline(always)]
    pub const fn is_ascii_digit(&self) -> bool {
        self.code() >= 48 && self.code() <= 57
    }

    /// Whether it is an ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_alphabetic(&self) -> bool {
        (self.code() | 32) >= 97 && (self.code() | 32) <= 122
    }

    /// Whether it is an ASCII letter or digit.
    #[inline(always)]
    pub const fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }

    /// Whether it is an ASCII capital.
    #[inline(always)]
    pub const fn is_ascii_uppercase(&self) -> bool {
        self.code() >= 65 && self.code() <= 90
    }

    /// Whether it is a small ASCII letter.
    #[inline(always)]
    pub const fn is_ascii_lowercase(&self) -> bool {
        self.code() >= 97 && self.code() <= 122
    }

    /// Whether it is a hexadecimal digit.
    #[inline(always)]
    pub const fn is_ascii_hexdigit(&self) -> bool {
        self.is_ascii_digit() || (self.code() | 32) >= 97 && (self.code() | 32) <= 102
    }

    /// Whether it is an ASCII character that is seen and neither letter nor digit.
    #[inline(always)]
    pub const fn is_ascii_punctuation(&self) -> bool {
        self.is_ascii_graphic() && !self.is_ascii_alphanumeric()
    }

    /// Whether it is an ASCII character that is seen.
    #[inline(always)]
    pub const fn is_ascii_graphic(&self) -> bool {
        self.code() >= 33 && self.code() <= 126
    }

    /// Whether it is a space, tab, line feed, form feed or carriage return.
    #[inline(always)]
    pub const fn is_ascii_whitespace(&self) -> bool {
        self.code() == 32 || self.code() == 9 || self.code() == 10 || self.code() == 12 || self.code() == 13
    }

    /// Whether it is an ASCII control character.
    #[inline(always)]
    pub const fn is_ascii_control(&self) -> bool {
        self.code() < 32 || self.code() == 127
    }

    /// An ASCII letter as a capital.
    #[inline(always)]
    pub const fn to_ascii_uppercase(&self) -> char {
        if self.is_ascii_lowercase() { (self.code() - 32) as u8 as char } else { *self }
    }

    /// An ASCII letter as a small one.
    #[inline(always)]
    pub const fn to_ascii_lowercase(&self) -> char {
        if self.is_ascii_uppercase() { (self.code() + 32) as u8 as char } else { *self }
    }

    /// Whether both are equal but for capital and small ASCII letters.
    #[inline(always)]
    pub const fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    /// Makes an ASCII letter a capital.
    #[inline(always)]
    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    /// Makes an ASCII letter a small one.
    #[inline(always)]
    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }
}
