//! Limits of joints learnt from clips, and the range that limits leave to a turn.

mod learnt;
mod reach;

pub use reach::turn_within_limits;
