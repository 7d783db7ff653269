//! Many files at once.

use super::{CheckRequest, FileCheck, check_file};
use crate::work::{Progress, panic_message};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::channel;

/// How to check a library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryJob<'a> {
    pub request: &'a CheckRequest,
    pub files: &'a [PathBuf],
    /// Files that are checked at the same time. Each takes the memory of one file and one thread.
    pub jobs: NonZeroUsize,
}

/// Checks files, several at a time, and hands out each result on this thread as soon as it is there. Stops early when
/// `done` says so or the progress is canceled; files that were begun then have no result.
///
/// # Errors
/// The first error of `done`.
pub fn check_library<E>(
    job: &LibraryJob<'_>,
    progress: &Progress,
    mut done: impl FnMut(FileCheck) -> Result<(), E>,
) -> Result<(), E> {
    progress.add_total(job.files.len() as u64);
    let next = Mutex::new(job.files.iter());
    let (send, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..job.jobs.get().min(job.files.len()) {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                // The loops inside stay on this thread: files, not vertices, are shared among the cores.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                let _pool = pool.ok();
                while let Some(path) = next.lock().unwrap_or_else(PoisonError::into_inner).next() {
                    let of_file = progress.uncounted_part();
                    if progress.is_canceled() {
                        break;
                    }
                    let check = catch_unwind(AssertUnwindSafe(|| check_file(job.request, path, &of_file)));
                    if send.send(check.map_err(|panic| panic_message(&*panic))).is_err() {
                        break;
                    }
                }
            };
            // Where no thread starts, the others do its work; where none does, this one.
            if std::thread::Builder::new().spawn_scoped(scope, work.clone()).is_err() {
                work();
            }
        }
        drop(send);
        let mut result = Ok(());
        for check in results {
            progress.advance(1);
            let Ok(Some(check)) = check else { continue };
            if result.is_ok() {
                result = done(check);
            }
            if result.is_err() {
                progress.cancel();
            }
        }
        result
    })
}
