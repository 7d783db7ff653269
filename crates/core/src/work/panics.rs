use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Number of nested calls of [`catch_panic`] in this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
}

/// A panic that was caught, and its message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CaughtPanic {
    /// The panic's message in one line, see [`panic_message`].
    pub message: String,
}

/// Runs `work` and turns a panic into an error, for libraries that panic where they cannot go on. Data that `work`
/// changed must not be used afterwards.
///
/// # Errors
/// If `work` panicked.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    CATCHING.set(CATCHING.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    done.map_err(|payload| CaughtPanic { message: panic_message(&*payload) })
}

/// Whether a panic of this thread would become an error, for a panic hook.
pub fn is_catching_panics() -> bool {
    CATCHING.get() > 0
}

/// The message of a panic, in one line: the message of a failed comparison has several.
pub fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "a panic without a message".to_owned());
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_message() {
        assert_eq!(catch_panic(|| 3), Ok(3));
        let number = 7;
        let caught = catch_panic(|| {
            assert!(is_catching_panics());
            assert!(number < 7, "{number} is too many");
        });
        assert_eq!(caught.unwrap_err().to_string(), "7 is too many");
        assert!(!is_catching_panics(), "also after a panic");
        let compared = catch_panic(|| assert_eq!(number, 8)).unwrap_err().to_string();
        assert!(compared.contains("left: 7: right: 8") && compared.lines().count() == 1, "{compared}");
    }
}
