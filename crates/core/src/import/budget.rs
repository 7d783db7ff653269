//! Limits for the memory that the contents of one file may take.

use super::Fault;
use std::cell::Cell;

/// Bytes that the contents may take, however small the file is.
const ANY_FILE: u64 = 110_000_000;
/// Bytes that the contents may take in addition for each byte of the file.
const PER_BYTE: u64 = 12;
/// Bytes that one step of the import, such as decoding a picture, may take in addition: this many, and
/// [`STEP_PER_BYTE`] times the bytes of the file.
const ANY_STEP: u64 = 60_000_000;
const STEP_PER_BYTE: u64 = 4;

/// Memory that a file may still take. Everything that is kept of a file is taken from one budget, so that a small file
/// cannot fill the memory by naming the same data again and again: with the file itself, its parsed JSON and one step
/// at a time, an import stays below 200 MB and twenty times the bytes of the file.
#[derive(Debug)]
pub(super) struct Budget {
    left: Cell<u64>,
    step: u64,
}

impl Budget {
    /// The budget for a file of this many bytes, with all files that it refers to.
    pub fn of(file_bytes: u64) -> Self {
        let of = |any: u64, times: u64| file_bytes.saturating_mul(times).saturating_add(any);
        Self { left: Cell::new(of(ANY_FILE, PER_BYTE)), step: of(ANY_STEP, STEP_PER_BYTE) }
    }

    /// Bytes that may still be kept.
    #[cfg(feature = "textures")]
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Bytes that one step may take now: its own, and those that nothing has taken yet.
    pub fn left_for_a_step(&self) -> u64 {
        self.left.get().saturating_add(self.step)
    }

    /// Allows for a further file of this many bytes.
    pub fn grow(&self, file_bytes: u64) {
        self.left.set(self.left.get().saturating_add(file_bytes.saturating_mul(PER_BYTE)));
    }

    /// Gives bytes back that are kept no longer.
    pub fn give_back(&self, bytes: u64) {
        self.left.set(self.left.get().saturating_add(bytes));
    }

    /// Takes bytes that are kept.
    ///
    /// # Errors
    /// If fewer bytes are left.
    pub fn take(&self, bytes: u64) -> Result<(), Fault> {
        let left = self.left.get().checked_sub(bytes).ok_or(Fault::TooLarge { what: BEYOND })?;
        self.left.set(left);
        Ok(())
    }
}

/// Reason why a part is too large for the budget.
pub(super) const BEYOND: &str =
    "decoded, the file takes far more memory than its size justifies; export it with fewer or smaller parts";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_gone_and_what_is_refused_is_not() {
        let budget = Budget::of(1_000_000);
        assert_eq!(budget.left(), 122_000_000);
        assert_eq!(budget.left_for_a_step(), 186_000_000);
        budget.take(100_000_000).unwrap();
        assert!(budget.take(22_000_001).is_err());
        budget.take(22_000_000).unwrap();
        assert_eq!((budget.left(), budget.left_for_a_step()), (0, 64_000_000));
        budget.give_back(1_000_000);
        assert_eq!(budget.left(), 1_000_000);
    }
}
