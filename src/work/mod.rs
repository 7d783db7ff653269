//! Shared parts of long computations: progress, cancellation, and the handling of freed memory.

mod freed_memory;
mod progress;

pub use freed_memory::keep_freed_memory;
pub use progress::Progress;
