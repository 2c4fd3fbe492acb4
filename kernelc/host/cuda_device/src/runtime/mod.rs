//! Launches of kernels on the host.
//!
//! ```ignore
//! runtime::launch([grid, 1, 1], [block, 1, 1], dynamic_shared_bytes, || saxpy(a, &x, unsafe { whole(y, n) }))?;
//! ```
//!
//! What the threads of a kernel share as `&mut` is undefined in Rust; rustc does what is meant at opt-level 0 only.

mod fiber;
mod scheduler;
mod shared_memory;

pub use scheduler::{Trap, launch};
pub(crate) use scheduler::{active_mask, barrier, exchange, here, tick};
pub(crate) use shared_memory::{dynamic, dynamic_bytes, object};

/// Prints the values in the places of a format string; gives their number.
#[doc(hidden)]
pub fn print_values(format: &str, values: &[&dyn core::fmt::Debug]) -> i32 {
    let mut values_left = values.iter();
    let mut pieces = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    while let Some((before, behind)) = pieces.split_once('{') {
        let (_, after) = behind.split_once('}').unwrap_or(("", ""));
        let shown = values_left.next().map(|value| format!("{value:?}")).unwrap_or_default();
        pieces = format!("{before}{}{after}", shown.replace('{', "\u{1}"));
    }
    print!("{}", pieces.replace('\u{1}', "{").replace('\u{2}', "}"));
    values.len() as i32
}
