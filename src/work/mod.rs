//! What every long computation shares, whatever it computes: progress, cancelling, and the memory that it frees.

mod freed_memory;
mod progress;

pub use freed_memory::keep_freed_memory;
pub use progress::Progress;
