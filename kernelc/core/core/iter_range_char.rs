//! Ranges of characters as iterators: like those of their numbers among all characters.

use crate::iter::Step;
use crate::ops::{Range, RangeFrom, RangeInclusive};

/// The number of a character among all characters: those from U+E000 on are counted from U+D800.
#[inline(always)]
fn number_of(value: char) -> u32 {
    let code = value as u32;
    if code < 0xD800 { code } else { code - 0x800 }
}

/// The character of that number.
#[inline(always)]
fn of_number(number: u32) -> char {
    unsafe { char::from_u32_unchecked(if number < 0xD800 { number } else { number + 0x800 }) }
}

/// The character of that number, if there is one.
#[inline(always)]
fn of_some(number: Option<u32>) -> Option<char> {
    match number {
        Some(number) => Some(of_number(number)),
        None => None,
    }
}

impl Step for char {
    #[inline(always)]
    fn next(range: &mut Range<char>) -> Option<char> {
        let mut numbers = Range { start: number_of(range.start), end: number_of(range.end) };
        let found = u32::next(&mut numbers);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        of_some(found)
    }

    #[inline(always)]
    fn nth(range: &mut Range<char>, count: usize) -> Option<char> {
        let mut numbers = Range { start: number_of(range.start), end: number_of(range.end) };
        let found = u32::nth(&mut numbers, count);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        of_some(found)
    }

    #[inline(always)]
    fn next_step(range: &mut Range<char>, skipped: usize) -> Option<char> {
        let mut numbers = Range { start: number_of(range.start), end: number_of(range.end) };
        let found = u32::next_step(&mut numbers, skipped);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        of_some(found)
    }

    #[inline(always)]
    fn next_back(range: &mut Range<char>) -> Option<char> {
        let mut numbers = Range { start: number_of(range.start), end: number_of(range.end) };
        let found = u32::next_back(&mut numbers);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        of_some(found)
    }

    #[inline(always)]
    fn nth_back(range: &mut Range<char>, count: usize) -> Option<char> {
        let mut numbers = Range { start: number_of(range.start), end: number_of(range.end) };
        let found = u32::nth_back(&mut numbers, count);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        of_some(found)
    }

    #[inline(always)]
    fn size_hint(range: &Range<char>) -> (usize, Option<usize>) {
        u32::size_hint(&Range { start: number_of(range.start), end: number_of(range.end) })
    }

    #[inline(always)]
    fn inclusive_next(range: &mut RangeInclusive<char>) -> Option<char> {
        let mut numbers = RangeInclusive { start: number_of(range.start), end: number_of(range.end), exhausted: range.exhausted };
        let found = u32::inclusive_next(&mut numbers);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        range.exhausted = numbers.exhausted;
        of_some(found)
    }

    #[inline(always)]
    fn inclusive_nth(range: &mut RangeInclusive<char>, count: usize) -> Option<char> {
        let mut numbers = RangeInclusive { start: number_of(range.start), end: number_of(range.end), exhausted: range.exhausted };
        let found = u32::inclusive_nth(&mut numbers, count);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        range.exhausted = numbers.exhausted;
        of_some(found)
    }

    #[inline(always)]
    fn inclusive_next_back(range: &mut RangeInclusive<char>) -> Option<char> {
        let mut numbers = RangeInclusive { start: number_of(range.start), end: number_of(range.end), exhausted: range.exhausted };
        let found = u32::inclusive_next_back(&mut numbers);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        range.exhausted = numbers.exhausted;
        of_some(found)
    }

    #[inline(always)]
    fn inclusive_nth_back(range: &mut RangeInclusive<char>, count: usize) -> Option<char> {
        let mut numbers = RangeInclusive { start: number_of(range.start), end: number_of(range.end), exhausted: range.exhausted };
        let found = u32::inclusive_nth_back(&mut numbers, count);
        range.start = of_number(numbers.start);
        range.end = of_number(numbers.end);
        range.exhausted = numbers.exhausted;
        of_some(found)
    }

    #[inline(always)]
    fn inclusive_size_hint(range: &RangeInclusive<char>) -> (usize, Option<usize>) {
        u32::inclusive_size_hint(&RangeInclusive { start: number_of(range.start), end: number_of(range.end), exhausted: range.exhausted })
    }

    #[inline(always)]
    fn from_next(range: &mut RangeFrom<char>) -> Option<char> {
        let mut numbers = RangeFrom { start: number_of(range.start) };
        let found = u32::from_next(&mut numbers);
        range.start = of_number(numbers.start);
        of_some(found)
    }

    #[inline(always)]
    fn from_nth(range: &mut RangeFrom<char>, count: usize) -> Option<char> {
        let mut numbers = RangeFrom { start: number_of(range.start) };
        let found = u32::from_nth(&mut numbers, count);
        range.start = of_number(numbers.start);
        of_some(found)
    }
}
