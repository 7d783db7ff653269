use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Tells from another thread how far a computation is, and stops it. Work is counted in what the computation likes best:
/// pairs of triangles, poses.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// From 0 to 1, in equal parts of work.
    pub fn fraction(&self) -> f32 {
        let total = self.total.load(Ordering::Relaxed);
        if total == 0 { 0.0 } else { (self.done.load(Ordering::Relaxed) as f32 / total as f32).min(1.0) }
    }

    /// Whether anything is known of what there is to do.
    pub fn is_expected(&self) -> bool {
        self.total.load(Ordering::Relaxed) > 0
    }

    /// The computation ends at its next step, without a result.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// More work is to be done.
    pub fn expect(&self, work: u64) {
        self.total.fetch_add(work, Ordering::Relaxed);
    }

    /// Work was done.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }
}
