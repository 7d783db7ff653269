//! Shared parts of long computations: background jobs, progress, cancellation, panics in libraries, threads, and the
//! handling of freed memory.

mod freed_memory;
mod job;
#[cfg(not(feature = "parallel"))]
pub(crate) mod one_thread;
mod panics;
mod progress;
mod threads;

#[cfg(not(feature = "parallel"))]
pub(crate) use one_thread as parallel;
/// The loops of rayon, on the threads of its pool.
#[cfg(feature = "parallel")]
pub(crate) use rayon as parallel;

pub use freed_memory::{keep_freed_memory, return_freed_memory};
pub use job::{Job, JobFailure, Wake};
pub use panics::{CaughtPanic, catch_panic, is_catching_panics, panic_message};
pub use progress::Progress;
pub use threads::{both, map_each, on_threads};
pub(crate) use threads::{change_each, map_ranges};
