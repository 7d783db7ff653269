//! What every long computation shares, whatever it computes.

mod progress;

pub use progress::Progress;
