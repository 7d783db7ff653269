//! Shared parts of long computations: progress, cancellation, panics of others, and the handling of freed memory.

mod freed_memory;
mod panics;
mod progress;

pub use freed_memory::keep_freed_memory;
pub use panics::{CaughtPanic, catch_panic, is_catching_panics, panic_message};
pub use progress::Progress;
