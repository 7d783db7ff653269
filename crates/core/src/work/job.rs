use super::freed_memory::return_freed_memory;
use super::panics::{CaughtPanic, catch_panic};
use super::progress::Progress;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

/// Wakes whoever takes the results of background work. Called from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// One kind of work in the background. At most one is wanted at a time: the latest.
///
/// Each work gets a thread of its own. `K` is the key of a work: what it is for. It comes back with the result.
pub struct Job<K, T> {
    /// Name of the threads, for logs.
    name: &'static str,
    wake: Wake,
    is_joined: bool,
    frees_memory: bool,
    running: Option<Running<K, T>>,
}

struct Running<K, T> {
    key: K,
    progress: Arc<Progress>,
    /// Its own channel, so that nothing receives the result of work that was given up.
    result: Receiver<Result<T, JobFailure>>,
    thread: Option<JoinHandle<()>>,
}

/// Reason why a work has no result. It may be started again.
#[derive(Debug, thiserror::Error)]
pub enum JobFailure {
    /// Only a defect can cause this.
    #[error("it failed unexpectedly: {0}")]
    Panic(CaughtPanic),
    /// The system has no thread left.
    #[error("the system started no thread: {0}")]
    NoThread(std::io::Error),
}

impl<K, T> Job<K, T> {
    /// Creates a job without work. `wake` is called at the end of each work, even if its result is no longer wanted.
    pub fn new(name: &'static str, wake: Wake) -> Self {
        Self { name, wake, is_joined: false, frees_memory: false, running: None }
    }

    /// Makes dropping the job wait until the running work has stopped, so that it leaves no half-written file. Work that
    /// was given up before is not waited for: such a job cancels the progress instead.
    #[must_use]
    pub fn joined(mut self) -> Self {
        self.is_joined = true;
        self
    }

    /// Returns freed memory to the system after each work: for work that frees much more than it keeps.
    #[must_use]
    pub fn freeing_memory(mut self) -> Self {
        self.frees_memory = true;
        self
    }

    /// The key and the progress of the running work.
    pub fn running(&self) -> Option<(&K, &Arc<Progress>)> {
        self.running.as_ref().map(|running| (&running.key, &running.progress))
    }

    /// Whether the result of a work is awaited.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Gives up the running work: asks it to stop, and drops its result. To learn how it ends, cancel its progress
    /// instead.
    pub fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            running.progress.cancel();
        }
    }

    /// The result of the work, once it has ended.
    pub fn poll(&mut self) -> Option<(K, Result<T, JobFailure>)> {
        let result = self.running.as_ref()?.result.try_recv().ok()?;
        self.running.take().map(|running| (running.key, result))
    }

    /// Like [`Self::poll`], but waits for the running work.
    pub fn wait(&mut self) -> Option<(K, Result<T, JobFailure>)> {
        let running = self.running.take()?;
        Some((running.key, running.result.recv().ok()?))
    }
}

impl<K, T: Send + 'static> Job<K, T> {
    /// Starts work in place of the running one, which is given up as by [`Self::cancel`].
    pub fn start(&mut self, key: K, work: impl FnOnce(&Progress) -> T + Send + 'static) {
        self.start_watched(key, Arc::default(), work);
    }

    /// Like [`Self::start`], with a progress that others watch too.
    pub fn start_watched(
        &mut self,
        key: K,
        progress: Arc<Progress>,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) {
        self.cancel();
        let (sender, result) = channel();
        let (refused, wake, frees_memory) = (sender.clone(), Arc::clone(&self.wake), self.frees_memory);
        let of_thread = Arc::clone(&progress);
        let thread = std::thread::Builder::new().name(self.name.to_owned()).spawn(move || {
            let done = catch_panic(|| work(&of_thread));
            // Nobody receives a result that is no longer wanted.
            let _ = sender.send(done.map_err(JobFailure::Panic));
            wake();
            if frees_memory {
                return_freed_memory();
            }
        });
        let report = |error| {
            let _ = refused.send(Err(JobFailure::NoThread(error)));
            (self.wake)();
        };
        self.running = Some(Running { key, progress, result, thread: thread.map_err(report).ok() });
    }
}

impl<K, T> Drop for Job<K, T> {
    fn drop(&mut self) {
        let thread = self.running.as_mut().and_then(|running| running.thread.take());
        self.cancel();
        if let Some(thread) = thread.filter(|_| self.is_joined) {
            // Panics are caught.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Sender;

    /// A job, and a channel that signals the end of each work.
    fn job() -> (Job<&'static str, u32>, Receiver<()>) {
        let (sender, ended) = channel();
        let wake = move || {
            let _ = sender.send(());
        };
        (Job::new("a test's job", Arc::new(wake)), ended)
    }

    /// A work that returns the value of the sender, once there is one.
    fn gated() -> (Sender<u32>, impl FnOnce(&Progress) -> u32 + Send + 'static) {
        let (open, gate) = channel();
        (open, move |_: &Progress| gate.recv().unwrap())
    }

    #[test]
    fn the_latest_key_wins_whichever_ends_last() {
        let (mut job, ended) = job();
        let (open, slow) = gated();
        job.start("first", slow);
        let first = Arc::clone(job.running().unwrap().1);
        job.start("second", |_| 2);
        assert!(first.is_canceled() && !job.running().unwrap().1.is_canceled());
        ended.recv().unwrap();
        open.send(1).unwrap();
        ended.recv().unwrap();
        assert!(matches!(job.poll(), Some(("second", Ok(2)))));
        assert!(job.poll().is_none() && !job.is_running());
    }

    #[test]
    fn the_late_result_of_a_canceled_work_is_dropped() {
        let (mut job, ended) = job();
        let (open, slow) = gated();
        job.start("canceled", slow);
        assert!(job.poll().is_none() && job.is_running());
        job.cancel();
        assert!(!job.is_running());
        open.send(1).unwrap();
        ended.recv().unwrap();
        assert!(job.poll().is_none());
    }

    #[test]
    fn a_panic_is_a_failure_and_the_work_can_be_started_again() {
        let (mut job, ended) = job();
        job.start("file", |_| panic!("too many"));
        ended.recv().unwrap();
        let Some(("file", Err(failure))) = job.poll() else { panic!("a failure comes with its key") };
        assert_eq!(failure.to_string(), "it failed unexpectedly: too many");
        assert!(!job.is_running());
        job.start("file", |_| 3);
        assert!(matches!(job.wait(), Some(("file", Ok(3)))));
        assert!(job.wait().is_none(), "nothing runs");
    }

    #[test]
    fn progress_is_seen_and_a_work_that_is_asked_to_stop_says_how_it_ended() {
        let (mut job, ended) = job();
        let (open, gate) = channel();
        let (sender, begun) = channel();
        job.start("film", move |progress| {
            progress.begin_stage("drawing", 4);
            progress.advance(1);
            sender.send(()).unwrap();
            gate.recv().unwrap();
            u32::from(progress.is_canceled())
        });
        begun.recv().unwrap();
        let (key, progress) = job.running().unwrap();
        assert_eq!((*key, progress.note().as_str(), progress.fraction()), ("film", "drawing", 0.25));
        progress.cancel();
        open.send(()).unwrap();
        ended.recv().unwrap();
        assert!(matches!(job.poll(), Some(("film", Ok(1)))));
    }

    #[test]
    fn dropping_a_job_stops_its_work_and_a_joined_one_leaves_no_thread() {
        let until_canceled = |held: Arc<()>| {
            move |progress: &Progress| {
                while !progress.is_canceled() {
                    std::thread::yield_now();
                }
                Arc::strong_count(&held) as u32
            }
        };
        let held = Arc::new(());
        let (reading, ended) = job();
        let mut reading = reading.freeing_memory();
        reading.start("reading", until_canceled(Arc::clone(&held)));
        drop(reading);
        ended.recv().unwrap();
        let mut writing = job().0.joined();
        writing.start("writing", until_canceled(Arc::clone(&held)));
        drop(writing);
        assert_eq!(Arc::strong_count(&held), 1, "both works are gone, with all that they held");
    }
}
