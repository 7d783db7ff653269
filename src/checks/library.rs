//! Many files at once.

use super::{CheckRequest, FileCheck, check_file};
use crate::work::Progress;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};

/// How to check a library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryJob<'a> {
    pub request: &'a CheckRequest,
    pub files: &'a [PathBuf],
    /// Files that are checked at the same time, each with the memory of one file.
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
    let workers = job.jobs.get().min(job.files.len());
    // The cores are shared among files. What is left over works inside of them.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (cores / workers.max(1)).max(1);
    let check_next = || {
        let path = next.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        check_file(job.request, path, &progress.uncounted_part())
    };
    let mut tell = |check| {
        progress.advance(1);
        let told = done(check);
        if told.is_err() {
            progress.cancel();
        }
        told
    };
    std::thread::scope(|scope| {
        let (send, results) = channel();
        let mut started = 0;
        for _ in 0..workers {
            let (send, check_next) = (send.clone(), &check_next);
            let work = move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).use_current_thread().build();
                let _pool = pool.ok();
                while !progress.is_canceled() {
                    let Some(check) = check_next() else { break };
                    if send.send(check).is_err() {
                        break;
                    }
                }
            };
            // Those that start do the work of those that do not.
            started += usize::from(std::thread::Builder::new().spawn_scoped(scope, work).is_ok());
        }
        drop(send);
        if started == 0 {
            return std::iter::from_fn(&check_next).try_for_each(&mut tell);
        }
        results.into_iter().try_for_each(&mut tell)
    })
}
