use super::measured::{FiguresKey, FiguresRequest, FiguresResult};
use super::sweep::{SweepCurves, SweepKey, SweepRequest};
use super::worker::{FailedWork, Inbox, WorkerResult, work};
use crate::work::Wake;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Interval between figures of a moving pose on a busy computer. Short enough to be readable, and long enough that the
/// panes, which use the same cores, do not stutter.
const BUSY_STEP_SECONDS: f64 = 0.4;

/// Facts that decide whether figures of a newer pose can wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub now_seconds: f64,
    pub busy: bool,
}

/// Requests figures and receives the results. They are computed by a separate thread, which starts with the first
/// request.
pub struct FiguresDesk {
    inbox: Arc<Inbox>,
    sender: Sender<WorkerResult>,
    receiver: Receiver<WorkerResult>,
    /// Wakes the window when a result arrives.
    wake: Wake,
    started: bool,
    requested: Option<FiguresKey>,
    requested_at_seconds: f64,
    requested_sweep: Option<Arc<SweepKey>>,
    latest: Option<FiguresResult>,
    sweep: Option<SweepCurves>,
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
    pub fn new(wake: Wake) -> Self {
        let (sender, receiver) = channel();
        Self {
            inbox: Arc::default(),
            sender,
            receiver,
            wake,
            started: false,
            requested: None,
            requested_at_seconds: f64::NEG_INFINITY,
            requested_sweep: None,
            latest: None,
            sweep: None,
            figures_failed: false,
            sweep_failed: false,
            failure: Failure::None,
        }
    }

    /// Requests figures unless they are already requested. On a busy computer, figures of another pose are delayed.
    pub fn request(
        &mut self,
        key: FiguresKey,
        patience: Patience,
        make_request: impl FnOnce(FiguresKey) -> FiguresRequest,
    ) {
        let moved_only =
            |earlier: &FiguresKey| FiguresKey { pose_generation: key.pose_generation, ..earlier.clone() } == key;
        let just_requested = patience.now_seconds - self.requested_at_seconds < BUSY_STEP_SECONDS;
        if patience.busy && just_requested && self.requested.as_ref().is_some_and(moved_only) {
            return;
        }
        // Turning the camera, for example, makes the computer busy without changing the figures.
        if !self.requested.as_ref().is_some_and(|requested| requested.covers(&key)) {
            self.requested = Some(key.clone());
            self.requested_at_seconds = patience.now_seconds;
            self.figures_failed = false;
            self.start();
            self.inbox.put_figures(make_request(key));
        }
    }

    /// Clears the request, because there is nothing to measure anymore.
    pub fn clear_request(&mut self) {
        (self.requested, self.latest, self.sweep) = (None, None, None);
        self.retry();
        if self.requested_sweep.take().is_some() {
            self.inbox.put_sweep(None);
        }
    }

    /// Like [`Self::request`], for a sweep. `None` stops the running one.
    pub fn request_sweep(&mut self, key: Option<SweepKey>, make_request: impl FnOnce(Arc<SweepKey>) -> SweepRequest) {
        if key.as_ref() == self.requested_sweep.as_deref() {
            return;
        }
        self.requested_sweep = key.map(Arc::new);
        self.sweep_failed = false;
        if self.requested_sweep.is_some() {
            self.start();
        }
        self.inbox.put_sweep(self.requested_sweep.clone().map(make_request));
    }

    /// Allows failed work to be requested again.
    pub fn retry(&mut self) {
        if std::mem::take(&mut self.figures_failed) {
            self.requested = None;
        }
        if std::mem::take(&mut self.sweep_failed) {
            self.requested_sweep = None;
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

    /// Returns whether to report a failure to the user. True once until something succeeds or is retried.
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
        let results: Vec<WorkerResult> = self.receiver.try_iter().collect();
        results.into_iter().for_each(|result| self.take(result));
    }

    fn take(&mut self, result: WorkerResult) {
        match result {
            // Figures of an older pose are still useful. Figures of another model are wrong.
            WorkerResult::Figures(figures) => {
                if self.requested.as_ref().is_some_and(|requested| requested.document == figures.key.document) {
                    self.latest = Some(*figures);
                    self.failure = Failure::None;
                }
            }
            WorkerResult::Sweep(sweep) => {
                if self.requested_sweep.as_ref().is_some_and(|requested| Arc::ptr_eq(requested, &sweep.key)) {
                    self.sweep = Some(sweep);
                }
            }
            WorkerResult::Failed(FailedWork::Figures(key)) => {
                if self.requested.as_ref() == Some(&key) {
                    self.figures_failed = true;
                    self.fail();
                }
            }
            WorkerResult::Failed(FailedWork::Sweep(key)) => {
                if self.requested_sweep.as_ref().is_some_and(|requested| Arc::ptr_eq(requested, &key)) {
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
    pub fn latest(&self) -> Option<&FiguresResult> {
        let document = self.requested.as_ref().map(|requested| requested.document);
        self.latest.as_ref().filter(|latest| Some(latest.key.document) == document)
    }

    /// Whether [`Self::latest`] answers the last request.
    pub fn is_current(&self) -> bool {
        self.latest().map(|latest| &latest.key) == self.requested.as_ref()
    }

    /// The part of the requested sweep computed so far, or the old sweep while a new one of the same kind starts.
    pub fn sweep(&self) -> Option<&SweepCurves> {
        let requested = self.requested_sweep.as_ref()?;
        let kind = |key: &SweepKey| (key.document, key.node, key.axis, key.figure, key.second);
        let same_kind = |key: &SweepKey| kind(key) == kind(requested);
        self.sweep.as_ref().filter(|sweep| same_kind(&sweep.key))
    }

    /// Whether [`Self::sweep`] matches the requested pose and methods.
    pub fn sweep_is_current(&self) -> bool {
        let requested = self.requested_sweep.as_ref();
        self.sweep.as_ref().zip(requested).is_some_and(|(sweep, requested)| Arc::ptr_eq(&sweep.key, requested))
    }

    /// The requested sweep, if all of it is computed.
    pub fn whole_sweep(&self) -> Option<&SweepCurves> {
        self.sweep().filter(|sweep| sweep.finished && self.sweep_is_current())
    }

    /// Whether no results are pending.
    pub fn is_settled(&self) -> bool {
        let swept = self.requested_sweep.is_none() || self.sweep_failed || self.whole_sweep().is_some();
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

    fn key(pose_generation: u64) -> FiguresKey {
        let skins = distinct(&pane_skins(&EditState::starting_with(SkinningMethod::Lbs).panes, false));
        let skins = skins.into_iter().map(|skin| (skin, None)).collect();
        FiguresKey { document: 1, pose_generation, joint: Some(1), with_all: false, second: None, skins }
    }

    fn request(key: FiguresKey) -> FiguresRequest {
        let model = crate::files::open_model("bar").unwrap().asset.model;
        let rest = SharedRest::of(&model);
        let (pose, centers) = (Pose::rest(&model.skeleton), vec![None; key.skins.len()]);
        FiguresRequest { pose, second: None, centers, key, rest }
    }

    fn wait(desk: &mut FiguresDesk) {
        for _ in 0..2000 {
            desk.poll();
            if desk.is_settled() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("the figures never arrived");
    }

    #[test]
    fn equal_figures_are_requested_once_and_an_older_pose_is_recognized() {
        let mut desk = desk();
        desk.request(key(1), AT_ONCE, request);
        desk.request(key(1), AT_ONCE, |_| panic!("it is already requested"));
        wait(&mut desk);
        let volume = desk.latest().unwrap().skins[0].figures.volume.unwrap().over_rest();
        assert!((volume - 1.0).abs() < 1e-6);
        desk.request(key(2), AT_ONCE, request);
        assert!(desk.latest().is_some() && !desk.is_current(), "the older figures stay until the new ones arrive");
        wait(&mut desk);
        assert_eq!(desk.latest().unwrap().key.pose_generation, 2);
        desk.clear_request();
        assert!(desk.latest().is_none());
    }

    #[test]
    fn only_a_moving_pose_is_delayed_while_busy() {
        let mut desk = desk();
        let busy = |now_seconds| Patience { now_seconds, busy: true };
        let too_soon = |_| panic!("the last request was 0.1 seconds ago");
        desk.request(key(1), busy(1.0), request);
        desk.request(key(2), busy(1.1), too_soon);
        desk.request(FiguresKey { joint: None, ..key(2) }, busy(1.1), request);
        assert_eq!(desk.requested.as_ref().unwrap().joint, None, "another joint is requested at once");
        desk.request(FiguresKey { joint: None, ..key(3) }, busy(1.2), too_soon);
        desk.request(FiguresKey { joint: None, ..key(3) }, busy(1.6), request);
        desk.request(FiguresKey { joint: None, ..key(4) }, Patience { now_seconds: 1.7, busy: false }, request);
        assert_eq!(
            desk.requested.as_ref().unwrap().pose_generation,
            4,
            "the newest pose is requested once nothing moves"
        );
    }

    /// A pose without joints. No state creates one, and the computation panics.
    fn broken(key: FiguresKey) -> FiguresRequest {
        FiguresRequest { pose: Pose::default(), ..request(key) }
    }

    #[test]
    fn a_panic_is_reported_once_and_the_figures_can_be_requested_again() {
        let mut desk = desk();
        desk.request(key(1), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && desk.take_failure() && !desk.take_failure());
        desk.request(key(1), AT_ONCE, |_| panic!("it would fail in every frame"));
        desk.request(key(2), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && !desk.take_failure(), "the user already knows");
        desk.retry();
        desk.request(key(2), AT_ONCE, request);
        wait(&mut desk);
        assert!(!desk.figures_failed() && desk.is_current());
        desk.request(key(3), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.take_failure(), "a success came in between");
    }

    #[test]
    fn a_sweep_that_panics_can_be_requested_again_and_figures_that_panic_leave_it_running() {
        let mut desk = desk();
        let model = crate::files::open_model("bar").unwrap().asset.model;
        desk.request(key(1), AT_ONCE, request);
        let with = |pose: Pose| {
            let (document, skins) = (1, key(0).skins);
            let figure = Figure::ZoneVolume;
            Some(SweepKey { document, node: 1, axis: 0, figure, angles_degrees: Vec3::ZERO, pose, second: None, skins })
        };
        let sweep_request = |key: Arc<SweepKey>| {
            let centers = vec![None; key.skins.len()];
            SweepRequest { key, rest: SharedRest::of(&model), second: None, centers }
        };
        desk.request_sweep(with(Pose::default()), sweep_request);
        wait(&mut desk);
        assert!(desk.sweep_failed() && desk.take_failure());
        desk.retry();
        desk.request_sweep(with(Pose::rest(&model.skeleton)), sweep_request);
        desk.request(key(2), AT_ONCE, broken);
        wait(&mut desk);
        assert!(desk.figures_failed() && desk.sweep().unwrap().finished);
    }

    #[test]
    fn figures_of_another_model_are_dropped() {
        let mut desk = desk();
        desk.request(key(1), AT_ONCE, request);
        wait(&mut desk);
        let of_first = desk.latest.clone().unwrap();
        desk.request(FiguresKey { document: 2, ..key(1) }, AT_ONCE, request);
        assert!(desk.latest().is_none());
        desk.take(WorkerResult::Figures(Box::new(of_first)));
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
            second: None,
            skins: key(0).skins,
        };
        let request = |key: Arc<SweepKey>| {
            let centers = vec![None; key.skins.len()];
            SweepRequest { key, rest: SharedRest::of(&model), second: None, centers }
        };
        desk.request_sweep(Some(key(Figure::ZoneVolume)), request);
        desk.request_sweep(Some(key(Figure::MinorRadius)), request);
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
        desk.request_sweep(None, request);
        assert!(desk.sweep().is_none());
    }
}
