use super::measured::{Measured, Wish, WishKey, measure};
use super::sweep::{Sweep, SweepKey, SweepWish, Sweeper};
use crate::measure::{RestJoint, RestSkin};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The requests waiting for the worker. Only the newest of each kind is kept, since nobody waits for older ones.
#[derive(Default)]
pub struct Inbox {
    wishes: Mutex<Wishes>,
    bell: Condvar,
}

#[derive(Default)]
struct Wishes {
    figures: Option<Wish>,
    /// `Some(None)` requests that the running sweep stop.
    sweep: Option<Option<SweepWish>>,
    sweep_held: bool,
    quit: bool,
}

/// What to do next.
enum Task {
    Figures(Box<Wish>),
    Sweep(Option<Box<SweepWish>>),
    /// Compute one more angle of the running sweep.
    Continue,
    Quit,
}

/// A result from the worker.
pub enum Report {
    Measured(Box<Measured>),
    /// The part of a sweep computed so far.
    Sweep(Sweep),
    /// A computation panicked, which only a defect can cause.
    Failed(FailedWork),
}

/// Which computation panicked.
pub enum FailedWork {
    Figures(WishKey),
    Sweep(Arc<SweepKey>),
}

impl FailedWork {
    /// What to report if this task panics.
    fn of(task: &Task, sweeper: Option<&Sweeper>) -> Option<Self> {
        match task {
            Task::Figures(wish) => Some(Self::Figures(wish.key.clone())),
            Task::Sweep(wish) => wish.as_ref().map(|wish| Self::Sweep(Arc::clone(&wish.key))),
            Task::Continue => sweeper.map(|sweeper| Self::Sweep(Arc::clone(&sweeper.sweep.key))),
            Task::Quit => None,
        }
    }
}

/// Interval at which a growing sweep is shown.
const SHOW_EVERY: Duration = Duration::from_millis(120);

impl Inbox {
    pub fn put_figures(&self, wish: Wish) {
        self.lock().figures = Some(wish);
        self.bell.notify_one();
    }

    pub fn put_sweep(&self, wish: Option<SweepWish>) {
        self.lock().sweep = Some(wish);
        self.bell.notify_one();
    }

    pub fn hold_sweep(&self, held: bool) {
        self.lock().sweep_held = held;
        self.bell.notify_one();
    }

    pub fn quit(&self) {
        self.lock().quit = true;
        self.bell.notify_one();
    }

    /// The next task, blocking if there is none. Figures of the pose come first, because a sweep takes long.
    fn next(&self, sweeping: bool) -> Task {
        let mut wishes = self.lock();
        loop {
            if wishes.quit {
                return Task::Quit;
            } else if let Some(wish) = wishes.figures.take() {
                return Task::Figures(Box::new(wish));
            } else if let Some(wish) = wishes.sweep.take() {
                return Task::Sweep(wish.map(Box::new));
            } else if sweeping && !wishes.sweep_held {
                return Task::Continue;
            }
            wishes = self.bell.wait(wishes).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Data computed once per joint.
#[derive(Default)]
struct AtRest {
    joint: Option<(u64, u32, Arc<RestJoint>)>,
}

impl AtRest {
    fn joint(&mut self, document: u64, rest: &RestSkin, node: u32) -> Arc<RestJoint> {
        if let Some((.., joint)) = self.joint.as_ref().filter(|(of, at, _)| (*of, *at) == (document, node)) {
            return Arc::clone(joint);
        }
        let joint = Arc::new(RestJoint::of(rest, node));
        self.joint = Some((document, node, Arc::clone(&joint)));
        joint
    }
}

/// Processes requests until asked to quit or until the receiver is gone.
pub fn work(inbox: &Inbox, reports: &Sender<Report>, wake: &(dyn Fn() + Send + Sync)) {
    let mut at_rest = AtRest::default();
    let mut sweeper: Option<Sweeper> = None;
    let mut shown = Instant::now();
    loop {
        let task = inbox.next(sweeper.is_some());
        if matches!(task, Task::Quit) {
            return;
        }
        // A defect in one figure must not stop all later work.
        let failed = FailedWork::of(&task, sweeper.as_ref());
        let done = catch_unwind(AssertUnwindSafe(|| carry_out(task, &mut at_rest, &mut sweeper)));
        let Ok(report) = done else {
            tracing::error!("a computation of figures stopped half way; this is a defect");
            at_rest = AtRest::default();
            // A sweep continues if only the figures beside it failed.
            sweeper.take_if(|_| matches!(failed, Some(FailedWork::Sweep(_))));
            if let Some(failed) = failed {
                if reports.send(Report::Failed(failed)).is_err() {
                    return;
                }
                wake();
            }
            continue;
        };
        let finished = sweeper.as_ref().is_some_and(|sweeper| sweeper.sweep.finished);
        let report = match (report, &sweeper) {
            (None, Some(sweeper)) if finished || shown.elapsed() > SHOW_EVERY => {
                shown = Instant::now();
                Some(Report::Sweep(sweeper.sweep.clone()))
            }
            (report, _) => report,
        };
        sweeper.take_if(|_| finished);
        if let Some(report) = report {
            if reports.send(report).is_err() {
                return;
            }
            wake();
        }
    }
}

fn carry_out(task: Task, at_rest: &mut AtRest, sweeper: &mut Option<Sweeper>) -> Option<Report> {
    match task {
        Task::Figures(wish) => {
            let rest = wish.rest.skin();
            let joint = wish.key.joint.map(|node| at_rest.joint(wish.key.document, rest, node));
            return Some(Report::Measured(Box::new(measure(&wish, rest, joint.as_deref()))));
        }
        Task::Sweep(wish) => {
            *sweeper = wish.map(|wish| {
                let rest = Arc::clone(wish.rest.skin());
                let joint = at_rest.joint(wish.key.document, &rest, wish.key.node);
                Sweeper::new(*wish, rest, joint)
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
    use super::super::measured::WishKey;
    use super::*;
    use crate::measure::SharedRest;
    use crate::model::Pose;

    fn wish(pose_generation: u64) -> Wish {
        let opened = crate::files::open_model("bar").unwrap();
        let model = opened.asset.model;
        let key = WishKey { document: 1, pose_generation, joint: None, with_dib: false, skins: vec![] };
        let rest = SharedRest::of(&model);
        Wish { pose: Pose::rest(&model.skeleton), key, model, rest, centers: vec![] }
    }

    #[test]
    fn the_newest_wins_and_figures_come_before_a_sweep() {
        let inbox = Inbox::default();
        inbox.put_sweep(None);
        inbox.put_figures(wish(1));
        inbox.put_figures(wish(2));
        assert!(matches!(inbox.next(true), Task::Figures(wish) if wish.key.pose_generation == 2));
        assert!(matches!(inbox.next(true), Task::Sweep(None)));
        assert!(matches!(inbox.next(true), Task::Continue), "nothing new: the sweep goes on");
        inbox.hold_sweep(true);
        inbox.put_figures(wish(3));
        assert!(matches!(inbox.next(true), Task::Figures(_)), "figures come even while the sweep rests");
        inbox.put_figures(wish(4));
        inbox.quit();
        assert!(matches!(inbox.next(false), Task::Quit), "nobody wants what is left");
    }

    #[test]
    fn what_rests_is_made_once() {
        let mut at_rest = AtRest::default();
        let skin = Arc::clone(wish(0).rest.skin());
        let joint = at_rest.joint(1, &skin, 1);
        assert!(Arc::ptr_eq(&joint, &at_rest.joint(1, &skin, 1)));
        assert!(!Arc::ptr_eq(&joint, &at_rest.joint(1, &skin, 0)));
        let joint = at_rest.joint(1, &skin, 1);
        assert!(!Arc::ptr_eq(&joint, &at_rest.joint(2, &skin, 1)), "another document");
    }
}
