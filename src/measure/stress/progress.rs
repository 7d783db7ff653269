use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Tells from another thread how far a stress test is, and stops it.
#[derive(Debug, Default)]
pub struct StressProgress {
    done: AtomicUsize,
    total: AtomicUsize,
    cancelled: AtomicBool,
}

impl StressProgress {
    /// From 0 to 1, in poses.
    pub fn fraction(&self) -> f32 {
        let total = self.total.load(Ordering::Relaxed);
        if total == 0 { 0.0 } else { (self.done.load(Ordering::Relaxed) as f32 / total as f32).min(1.0) }
    }

    /// The test ends before its next pose, without a result.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn expect(&self, poses: usize) {
        self.total.fetch_add(poses, Ordering::Relaxed);
    }

    pub(super) fn advance(&self, poses: usize) {
        self.done.fetch_add(poses, Ordering::Relaxed);
    }
}
