use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Reports the progress of a computation to another thread and lets that thread cancel it. The computation chooses the
/// unit of work, such as pairs of triangles or poses.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// Flag shared with parts of the work.
    canceled: Arc<AtomicBool>,
    note: Mutex<String>,
}

impl Progress {
    /// A progress that the flag cancels too.
    pub fn canceled_by(flag: Arc<AtomicBool>) -> Self {
        Self { canceled: flag, ..Self::default() }
    }

    /// The progress of a part of this work that is not counted in its total. Canceling either cancels both.
    #[must_use]
    pub fn uncounted_part(&self) -> Self {
        Self::canceled_by(Arc::clone(&self.canceled))
    }

    /// The completed fraction of the work, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        let total = self.total.load(Ordering::Relaxed);
        if total == 0 { 0.0 } else { (self.done.load(Ordering::Relaxed) as f32 / total as f32).min(1.0) }
    }

    /// Whether a total amount of work is known.
    pub fn has_total(&self) -> bool {
        self.total.load(Ordering::Relaxed) > 0
    }

    /// Asks the computation to stop at its next step, without a result.
    pub fn cancel(&self) {
        self.canceled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Self::cancel`] was called, or the shared flag is set.
    pub fn is_canceled(&self) -> bool {
        self.canceled.load(Ordering::Relaxed)
    }

    /// Adds to the total amount of work.
    pub fn add_total(&self, work: u64) {
        self.total.fetch_add(work, Ordering::Relaxed);
    }

    /// Begins a stage of the computation that counts its own work, with its name for display. A `total` of 0 is unknown.
    pub fn begin_stage(&self, name: &str, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.set_note(name.to_owned());
    }

    /// The current stage or step of the computation, for display.
    pub fn note(&self) -> String {
        self.note.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets what [`Self::note`] returns.
    pub fn set_note(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }

    /// Adds to the completed work.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_counts_its_own_work() {
        let progress = Progress::default();
        progress.begin_stage("reading", 4);
        progress.advance(4);
        assert_eq!(progress.fraction(), 1.0);
        progress.begin_stage("decoding", 0);
        assert!(progress.fraction() == 0.0 && !progress.has_total() && progress.note() == "decoding");
    }

    #[test]
    fn an_uncounted_part_shares_the_cancel_and_not_the_total() {
        let whole = Progress::default();
        let part = whole.uncounted_part();
        part.add_total(10);
        part.advance(5);
        assert!(!whole.has_total() && part.fraction() == 0.5);
        whole.cancel();
        assert!(part.is_canceled());
    }
}
