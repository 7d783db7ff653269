use super::measured::{FiguresKey, FiguresRequest, FiguresResult, MeasuredRest, measure};
use super::sweep::{GrowingSweep, SweepCurves, SweepKey, SweepRequest};
use crate::measure::{RestJoint, RestSkin, SharedRest};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The requests waiting for the worker. Only the newest of each kind is kept, since nobody waits for older ones.
#[derive(Default)]
pub struct Inbox {
    requests: Mutex<Requests>,
    changed: Condvar,
}

#[derive(Default)]
struct Requests {
    figures: Option<FiguresRequest>,
    /// `Some(None)` requests that the running sweep stop.
    sweep: Option<Option<SweepRequest>>,
    sweep_held: bool,
    quit: bool,
}

/// The next thing to do.
enum Task {
    Figures(Box<FiguresRequest>),
    Sweep(Option<Box<SweepRequest>>),
    /// Compute one more angle of the running sweep.
    Continue,
    Quit,
}

/// A result from the worker.
pub enum WorkerResult {
    Figures(Box<FiguresResult>),
    /// The part of a sweep computed so far.
    Sweep(SweepCurves),
    /// A computation panicked, which only a defect can cause.
    Failed(FailedWork),
}

/// Computation that panicked.
pub enum FailedWork {
    Figures(FiguresKey),
    Sweep(Arc<SweepKey>),
}

impl FailedWork {
    /// The failure to send if this task panics.
    fn of(task: &Task, sweeper: Option<&GrowingSweep>) -> Option<Self> {
        match task {
            Task::Figures(request) => Some(Self::Figures(request.key.clone())),
            Task::Sweep(request) => request.as_ref().map(|request| Self::Sweep(Arc::clone(&request.key))),
            Task::Continue => sweeper.map(|sweeper| Self::Sweep(Arc::clone(&sweeper.sweep.key))),
            Task::Quit => None,
        }
    }
}

/// Interval at which a growing sweep is shown.
const SHOW_EVERY: Duration = Duration::from_millis(120);

impl Inbox {
    pub fn put_figures(&self, request: FiguresRequest) {
        self.lock().figures = Some(request);
        self.changed.notify_one();
    }

    pub fn put_sweep(&self, request: Option<SweepRequest>) {
        self.lock().sweep = Some(request);
        self.changed.notify_one();
    }

    pub fn hold_sweep(&self, held: bool) {
        self.lock().sweep_held = held;
        self.changed.notify_one();
    }

    pub fn quit(&self) {
        self.lock().quit = true;
        self.changed.notify_one();
    }

    /// The next task, blocking if there is none. Figures of the pose come first, because a sweep takes long.
    fn next(&self, sweeping: bool) -> Task {
        let mut requests = self.lock();
        loop {
            if requests.quit {
                return Task::Quit;
            } else if let Some(request) = requests.figures.take() {
                return Task::Figures(Box::new(request));
            } else if let Some(request) = requests.sweep.take() {
                return Task::Sweep(request.map(Box::new));
            } else if sweeping && !requests.sweep_held {
                return Task::Continue;
            }
            requests = self.changed.wait(requests).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Data computed once per joint.
#[derive(Default)]
struct AtRest {
    /// Joints at rest by document and node, the newest last.
    joints: Vec<(u64, u32, Arc<RestJoint>)>,
}

/// Limit of cached joints: a joint and its partner in a second model.
const MOST_JOINTS: usize = 2;

impl AtRest {
    /// The rest state of a model and a joint of it.
    fn measured(&mut self, document: u64, rest: &SharedRest, node: Option<u32>) -> MeasuredRest {
        let skin = Arc::clone(rest.skin());
        MeasuredRest { joint: node.map(|node| self.joint(document, &skin, node)), skin }
    }

    fn joint(&mut self, document: u64, rest: &RestSkin, node: u32) -> Arc<RestJoint> {
        if let Some(known) = self.joints.iter().position(|(of, at, _)| (*of, *at) == (document, node)) {
            let known = self.joints.remove(known);
            self.joints.push(known);
        } else {
            if self.joints.len() == MOST_JOINTS {
                self.joints.remove(0);
            }
            self.joints.push((document, node, Arc::new(RestJoint::of(rest, node))));
        }
        Arc::clone(&self.joints[self.joints.len() - 1].2)
    }
}

/// Processes requests until told to quit or until the receiver is gone.
pub fn work(inbox: &Inbox, results: &Sender<WorkerResult>, wake: &(dyn Fn() + Send + Sync)) {
    let mut at_rest = AtRest::default();
    let mut sweeper: Option<GrowingSweep> = None;
    let mut shown = Instant::now();
    loop {
        let task = inbox.next(sweeper.is_some());
        if matches!(task, Task::Quit) {
            return;
        }
        // A defect in one figure must not stop all later work.
        let failed = FailedWork::of(&task, sweeper.as_ref());
        let done = catch_unwind(AssertUnwindSafe(|| process(task, &mut at_rest, &mut sweeper)));
        let Ok(result) = done else {
            tracing::error!("a computation of figures panicked; this is a defect");
            at_rest = AtRest::default();
            // A sweep continues if only the other figures failed.
            sweeper.take_if(|_| matches!(failed, Some(FailedWork::Sweep(_))));
            if let Some(failed) = failed {
                if results.send(WorkerResult::Failed(failed)).is_err() {
                    return;
                }
                wake();
            }
            continue;
        };
        let finished = sweeper.as_ref().is_some_and(|sweeper| sweeper.sweep.finished);
        let result = match (result, &sweeper) {
            (None, Some(sweeper)) if finished || shown.elapsed() > SHOW_EVERY => {
                shown = Instant::now();
                Some(WorkerResult::Sweep(sweeper.sweep.clone()))
            }
            (result, _) => result,
        };
        sweeper.take_if(|_| finished);
        if let Some(result) = result {
            if results.send(result).is_err() {
                return;
            }
            wake();
        }
    }
}

fn process(task: Task, at_rest: &mut AtRest, sweeper: &mut Option<GrowingSweep>) -> Option<WorkerResult> {
    match task {
        Task::Figures(request) => {
            let first = at_rest.measured(request.key.document, &request.rest, request.key.joint);
            let second = request.key.second.zip(request.second.as_ref());
            let second = second.map(|(key, second)| at_rest.measured(key.document, &second.rest, key.joint));
            return Some(WorkerResult::Figures(Box::new(measure(&request, &first, second.as_ref()))));
        }
        Task::Sweep(request) => {
            *sweeper = request.map(|request| {
                let first = at_rest.measured(request.key.document, &request.rest, Some(request.key.node));
                let second = request.key.second.zip(request.second.as_ref());
                let second = second.map(|(key, second)| at_rest.measured(key.document, &second.rest, key.joint));
                GrowingSweep::new(*request, first, second)
            });
        }
        Task::Continue => {
            if let Some(sweeper) = sweeper {
                sweeper.advance();
            }
        }
        Task::Quit => {}
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::measured::FiguresKey;
    use super::*;
    use crate::model::Pose;

    fn request(pose_generation: u64) -> FiguresRequest {
        let opened = crate::files::open_model("bar").unwrap();
        let model = opened.asset.model;
        let key =
            FiguresKey { document: 1, pose_generation, joint: None, with_all: false, second: None, skins: vec![] };
        let rest = SharedRest::of(&model);
        FiguresRequest { pose: Pose::rest(&model.skeleton), key, rest, second: None, centers: vec![] }
    }

    #[test]
    fn the_newest_request_wins_and_figures_come_before_a_sweep() {
        let inbox = Inbox::default();
        inbox.put_sweep(None);
        inbox.put_figures(request(1));
        inbox.put_figures(request(2));
        assert!(matches!(inbox.next(true), Task::Figures(request) if request.key.pose_generation == 2));
        assert!(matches!(inbox.next(true), Task::Sweep(None)));
        assert!(matches!(inbox.next(true), Task::Continue), "nothing is requested, so the sweep continues");
        inbox.hold_sweep(true);
        inbox.put_figures(request(3));
        assert!(matches!(inbox.next(true), Task::Figures(_)), "figures are computed even while the sweep is paused");
        inbox.put_figures(request(4));
        inbox.quit();
        assert!(matches!(inbox.next(false), Task::Quit), "remaining requests are dropped");
    }

    #[test]
    fn rest_data_of_a_joint_is_computed_once() {
        let mut at_rest = AtRest::default();
        let skin = Arc::clone(request(0).rest.skin());
        let joint = at_rest.joint(1, &skin, 1);
        assert!(Arc::ptr_eq(&joint, &at_rest.joint(1, &skin, 1)));
        assert!(!Arc::ptr_eq(&joint, &at_rest.joint(2, &skin, 1)), "another document");
        assert!(Arc::ptr_eq(&joint, &at_rest.joint(1, &skin, 1)), "the joints of two models are kept");
        assert!(!Arc::ptr_eq(&joint, &at_rest.joint(1, &skin, 0)));
        assert_eq!(at_rest.joints.len(), MOST_JOINTS);
    }
}
