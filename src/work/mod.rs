//! Shared parts of long computations: progress, cancellation, panics of others, threads, and the handling of
//! freed memory.

mod freed_memory;
mod panics;
mod progress;
mod threads;

pub use freed_memory::{keep_freed_memory, return_freed_memory};
pub use panics::{CaughtPanic, catch_panic, is_catching_panics, panic_message};
pub use progress::Progress;
pub use threads::{both, change_each, map_each, map_ranges, on_threads};
