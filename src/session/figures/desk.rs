use super::measured::{Measured, Wish, WishKey};
use super::sweep::{Sweep, SweepKey, SweepWish};
use super::worker::{FailedWork, Inbox, Report, work};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Interval between figures of a moving pose on a busy computer. Short enough to be readable, and long enough that the
/// panes, which use the same cores, do not stutter.
const BUSY_STEP_SECONDS: f64 = 0.4;

/// Whether figures of a newer pose can wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub now_seconds: f64,
    pub busy: bool,
}

/// Requests figures and receives the results. A thread of its own computes them; it starts with the first request.
pub struct FiguresDesk {
    inbox: Arc<Inbox>,
    sender: Sender<Report>,
    receiver: Receiver<Report>,
    /// Wakes the window when a result arrives.
    wake: Arc<dyn Fn() + Send + Sync>,
    started: bool,
    asked: Option<WishKey>,
    asked_at_seconds: f64,
    asked_sweep: Option<Arc<SweepKey>>,
    latest: Option<Measured>,
    sweep: Option<Sweep>,
    /// Whether the figures requested last failed. They are not requested again until the key changes or [`Self::retry`]
    /// is called, because they would fail in every frame.
    figures_failed: bool,
    sweep_failed: bool,
    /// Whether a failure must still be reported, and whether one was reported since the last success.
    failure: Failure,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    None,
    Unreported,
    Reported,
}

impl FiguresDesk {
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (sender, receiver) = channel();
        Self {
            inbox: Arc::default(),
            sender,
            receiver,
            wake,
            started: false,
            asked: None,
            asked_at_seconds: f64::NEG_INFINITY,
            asked_sweep: None,
            latest: None,
            sweep: None,
            figures_failed: false,
            sweep_failed: false,
            failure: Failure::None,
        }
    }

    /// Requests figures unless they are already requested. On a busy computer, figures of another pose are delayed.
    pub fn ask(&mut self, key: WishKey, patience: Patience, wish: impl FnOnce(WishKey) -> Wish) {
        let moved_only = |asked: &WishKey| WishKey { pose_generation: key.pose_generation, ..asked.clone() } == key;
        let just_asked = patience.now_seconds - self.asked_at_seconds < BUSY_STEP_SECONDS;
        if patience.busy && just_asked && self.asked.as_ref().is_some_and(moved_only) {
            return;
        }
        if self.asked.as_ref() != Some(&key) {
            self.asked = Some(key.clone());
            self.asked_at_seconds = patience.now_seconds;
            self.figures_failed = false;
            self.start();
            self.inbox.put_figures(wish(key));
        }
    }

    /// Clears the request, because there is nothing to measure anymore.
    pub fn ask_nothing(&mut self) {
        (self.asked, self.latest, self.sweep) = (None, None, None);
        self.retry();
        if self.asked_sweep.take().is_some() {
            self.inbox.put_sweep(None);
        }
    }

    /// Like [`Self::ask`], for a sweep. `None` stops the running one.
    pub fn ask_sweep(&mut self, key: Option<SweepKey>, wish: impl FnOnce(Arc<SweepKey>) -> SweepWish) {
        if key.as_ref() == self.asked_sweep.as_deref() {
            return;
        }
        self.asked_sweep = key.map(Arc::new);
        self.sweep_failed = false;
        if self.asked_sweep.is_some() {
            self.start();
        }
        self.inbox.put_sweep(self.asked_sweep.clone().map(wish));
    }

    /// Allows failed work to be requested again.
    pub fn retry(&mut self) {
        if std::mem::take(&mut self.figures_failed) {
            self.asked = None;
        }
        if std::mem::take(&mut self.sweep_failed) {
            self.asked_sweep = None;
        }
        self.failure = Failure::None;
    }

    /// Whether the figures requested last could not be computed.
    pub fn figures_failed(&self) -> bool {
        self.figures_failed
    }

    /// Whether the sweep requested last could not be computed.
    pub fn sweep_failed(&self) -> bool {
        self.sweep_failed
    }

    /// Whether to report a failure to the user. True once until something succeeds or is retried.
    pub fn take_failure(&mut self) -> bool {
        let is_new = self.failure == Failure::Unreported;
        if is_new {
            self.failure = Failure::Reported;
        }
        is_new
    }

    /// Pauses the running sweep while `held`.
    pub fn hold_sweep(&mut self, held: bool) {
        if self.started {
            self.inbox.hold_sweep(held);
        }
    }

    /// Takes the results that arrived since the last call.
    pub fn poll(&mut self) {
        let reports: Vec<Report> = self.receiver.try_iter().collect();
        reports.into_iter().for_each(|report| self.take(report));
    }

    fn take(&mut self, report: Report) {
        match report {
            // Figures of an older pose are still useful. Figures of another model are wrong.
            Report::Measured(measured) => {
                if self.asked.as_ref().is_some_and(|asked| asked.document == measured.key.document) {
                    self.latest = Some(*measured);
                    self.failure = Failure::None;
                }
            }
            Report::Sweep(sweep) => {
                if self.asked_sweep.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &sweep.key)) {
                    self.sweep = Some(sweep);
                }
            }
            Report::Failed(FailedWork::Figures(key)) => {
                if self.asked.as_ref() == Some(&key) {
                    self.figures_failed = true;
                    self.fail();
                }
            }
            Report::Failed(FailedWork::Sweep(key)) => {
                if self.asked_sweep.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &key)) {
                    self.sweep_failed = true;
                    self.fail();
                }
            }
        }
    }

    fn fail(&mut self) {
        if self.failure == Failure::None {
            self.failure = Failure::Unreported;
        }
    }

    /// The newest figures of the open model, possibly of an older pose. See [`Self::is_current`].
    pub fn latest(&self) -> Option<&Measured> {
        let document = self.asked.as_ref().map(|asked| asked.document);
        self.latest.as_ref().filter(|latest| Some(latest.key.document) == document)
    }

    /// Whether [`Self::latest`] is what was requested last.
    pub fn is_current(&self) -> bool {
        self.latest().map(|latest| &latest.key) == self.asked.as_ref()
    }

    /// The part of the requested sweep computed so far, or the old sweep while a new one of the same kind starts.
    pub fn sweep(&self) -> Option<&Sweep> {
        let asked = self.asked_sweep.as_ref()?;
        let same_kind = |key: &SweepKey| {
            (key.document, key.node, key.axis, key.figure) == (asked.document, asked.node, asked.axis, asked.figure)
        };
        self.sweep.as_ref().filter(|sweep| same_kind(&sweep.key))
    }

    /// Whether [`Self::sweep`] matches the requested pose and methods.
    pub fn sweep_is_current(&self) -> bool {
        let asked = self.asked_sweep.as_ref();
        self.sweep.as_ref().zip(asked).is_some_and(|(sweep, asked)| Arc::ptr_eq(&sweep.key, asked))
    }

    /// Whether no results are pending.
    pub fn is_settled(&self) -> bool {
        let swept = match &self.asked_sweep {
            Some(_) if self.sweep_failed => true,
            Some(_) => self.sweep_is_current() && self.sweep.as_ref().is_some_and(|sweep| sweep.finished),
            None => true,
        };
        (self.figures_failed || self.is_current()) && swept
    }

    fn start(&mut self) {
        if !self.started {
            self.started = true;
            let (inbox, sender, wake) = (Arc::clone(&self.inbox), self.sender.clone(), Arc::clone(&self.wake));
            std::thread::spawn(move || work(&inbox, &sender, &*wake));
        }
    }
}

impl Drop for FiguresDesk {
    fn drop(&mut self) {
        self.inbox.quit();
    }
}

#[cfg(test)]
mod tests {
    use super::super::shown_skin::{distinct, pane_skins};
    use super::*;
    use crate::measure::{Figure, SharedRest};
    use crate::model::Pose;
    use crate::session::EditState;
    use crate::skinning::SkinningMethod;
    use glam::Vec3;

    const AT_ONCE: Patience = Patience { now_seconds: 0.0, busy: false };

    fn desk() -> FiguresDesk {
        FiguresDesk::new(Arc::new(|| {}))
    }

    fn key(pose_generation: u64) -> WishKey {
        let skins = distinct(&pane_skins(&EditState::starting_with(SkinningMethod::Lbs).panes));
        let skins = skins.into_iter().map(|skin| (skin, None)).collect();
        WishKey { document: 1, pose_generation, joint: Some(1), with_dib: false, skins }
    }

    fn wish(key: WishKey) -> Wish {
        let model = crate::files::open_model("bar").unwrap().asset.model;
        let rest = SharedRest::of(&model);
        Wish { pose: Pose::rest(&model.skeleton), centers: vec![None; key.skins.len()], key, model, rest }
    }

    fn wait(desk: &mut FiguresDesk) {
        for _ in 0..2000 {
            desk.poll();
            if desk.is_settled() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("the figures never came");
    }

    #[test]
    fn the_same_is_asked_for_once_and_an_older_pose_is_told_apart() {
        let mut desk = desk();
        desk.ask(key(1), AT_ONCE, wish);
        desk.ask(key(1), AT_ONCE, |_| panic!("it was asked for already"));
        wait(&mut desk);
        let volume = desk.latest().unwrap().skins[0].figures.volume.unwrap().over_rest();
        assert!((volume - 1.0).abs() < 1e-6);
        desk.ask(key(2), AT_ONCE, wish);
        assert!(desk.latest().is_some() && !desk.is_current(), "the older figures stay until the new ones come");
        wait(&mut desk);
        assert_eq!(desk.latest().unwrap().key.pose_generation, 2);
        desk.ask_nothing();
        assert!(desk.latest().is_none());
    }

    #[test]
    fn a_moving_pose_waits_its_turn_while_busy_and_nothing_else_does() {
        let mut desk = desk();
        let busy = |now_seconds| Patience { now_seconds, busy: true };
        let too_soon = |_| panic!("it was its turn 0.1 seconds ago");
        desk.ask(key(1), busy(1.0), wish);
        desk.ask(key(2), busy(1.1), too_soon);
        desk.ask(WishKey { joint: None, ..key(2) }, busy(1.1), wish);
        assert_eq!(desk.asked.as_ref().unwrap().joint, None, "another joint is answered at once");
        desk.ask(WishKey { joint: None, ..key(3) }, busy(1.2), too_soon);
        desk.ask(WishKey { joint: None, ..key(3) }, busy(1.6), wish);
        desk.ask(WishKey { joint: None, ..key(4) }, Patience { now_seconds: 1.7, busy: false }, wish);
        assert_eq!(desk.asked.as_ref().unwrap().pose_generation, 4, "at rest the newest counts");
    }

    /// A pose without joints. No state creates one, and the computation panics.
    fn broken(key: WishKey) -> Wish {
        Wish { pose: Pose { joints: Vec::new() }, ..wish(key) }
    }

    #[test]
    fn a_panic_is_reported_once_and_the_figures_can_be_asked_for_again() {
        let mut desk = desk();
        desk.ask(key(1), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && desk.take_failure() && !desk.take_failure());
        desk.ask(key(1), AT_ONCE, |_| panic!("it would fail in every frame"));
        desk.ask(key(2), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && !desk.take_failure(), "a person knows already");
        desk.retry();
        desk.ask(key(2), AT_ONCE, wish);
        wait(&mut desk);
        assert!(!desk.figures_failed() && desk.is_current());
        desk.ask(key(3), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.take_failure(), "there was a success between");
    }

    #[test]
    fn a_sweep_that_panics_can_be_asked_for_again_and_figures_that_panic_leave_it_running() {
        let mut desk = desk();
        let model = crate::files::open_model("bar").unwrap().asset.model;
        desk.ask(key(1), AT_ONCE, wish);
        let with = |pose: Pose| {
            let (document, skins) = (1, key(0).skins);
            let figure = Figure::ZoneVolume;
            Some(SweepKey { document, node: 1, axis: 0, figure, angles_degrees: Vec3::ZERO, pose, skins })
        };
        let sweep_wish = |key: Arc<SweepKey>| {
            let centers = vec![None; key.skins.len()];
            SweepWish { key, model: Arc::clone(&model), rest: SharedRest::of(&model), centers }
        };
        desk.ask_sweep(with(Pose { joints: Vec::new() }), sweep_wish);
        wait(&mut desk);
        assert!(desk.sweep_failed() && desk.take_failure());
        desk.retry();
        desk.ask_sweep(with(Pose::rest(&model.skeleton)), sweep_wish);
        desk.ask(key(2), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && desk.sweep().unwrap().finished);
    }

    #[test]
    fn figures_of_another_model_are_dropped() {
        let mut desk = desk();
        desk.ask(key(1), AT_ONCE, wish);
        wait(&mut desk);
        let of_first = desk.latest.clone().unwrap();
        desk.ask(WishKey { document: 2, ..key(1) }, AT_ONCE, wish);
        assert!(desk.latest().is_none());
        desk.take(Report::Measured(Box::new(of_first)));
        assert!(desk.latest().is_none());
    }

    #[test]
    fn a_sweep_of_a_twist_shows_the_candy_wrapper_and_a_new_one_replaces_it() {
        let mut desk = desk();
        let model = crate::files::open_model("bar").unwrap().asset.model;
        let key = |figure| SweepKey {
            document: 1,
            node: 1,
            axis: 0,
            figure,
            angles_degrees: Vec3::ZERO,
            pose: Pose::rest(&model.skeleton),
            skins: key(0).skins,
        };
        let wish = |key: Arc<SweepKey>| {
            let centers = vec![None; key.skins.len()];
            SweepWish { key, model: Arc::clone(&model), rest: SharedRest::of(&model), centers }
        };
        desk.ask_sweep(Some(key(Figure::ZoneVolume)), wish);
        desk.ask_sweep(Some(key(Figure::MinorRadius)), wish);
        for _ in 0..4000 {
            desk.poll();
            if desk.sweep().is_some_and(|sweep| sweep.finished) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let sweep = desk.sweep().unwrap();
        assert!(sweep.key.figure == Figure::MinorRadius && desk.sweep_is_current());
        let at = |curve: usize, angle: f32| {
            sweep.curves[curve].points.iter().find(|point| point.0 == angle).and_then(|point| point.1).unwrap()
        };
        assert_eq!(sweep.curves[0].points.len(), 81);
        assert!((at(0, 90.0) - 45f64.to_radians().cos()).abs() < 0.01 && (at(1, 90.0) - 1.0).abs() < 0.01);
        assert!(at(0, 180.0) < 0.05 && (at(0, 0.0) - 1.0).abs() < 1e-6);
        desk.ask_sweep(None, wish);
        assert!(desk.sweep().is_none());
    }
}
