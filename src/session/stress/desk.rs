use super::super::figures::{SecondKey, SecondRest, ShownSkin};
use super::ListedJoints;
use crate::centers::Centers;
use crate::measure::{
    PairedOrder, PairedStress, RestSkin, SharedRest, StressMeasure, StressRanges, StressReport, StressRow,
    paired_stress, stress_pose,
};
use crate::model::{JointLimits, Model, Pose};
use crate::pairs::ModelPair;
use crate::posing::{RangeSource, TurnRanges};
use crate::stress::{StressSkin, stress_in_poses, stress_model};
use crate::work::{Job, Progress, Wake};
use std::sync::Arc;
use std::time::Instant;

/// Requests stress tests and receives their results. One runs at a time.
pub struct StressDesk {
    pub choice: StressChoice,
    /// Text that the list is searched for.
    pub search: String,
    /// The running test. The result is `None` if it was canceled.
    job: Job<(), Option<StressResult>>,
    result: Option<Arc<StressResult>>,
}

/// The user's choices. Neither undone nor saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressChoice {
    pub range: RangeChoice,
    /// The fixed range to either side.
    pub degrees: f32,
    pub measure: StressMeasure,
    /// Index into the result's skins: the method that sorts the table, and of which two models are compared.
    pub skin: usize,
    /// The order of the table of one model.
    pub sort: StressSort,
    /// The order of a list of two models.
    pub order: PairedOrder,
    /// Whether the joints of each [`super::StressGroup`] have lines of their own.
    pub unfolded: [bool; 2],
}

/// The order of the table of joints and methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StressSort {
    /// By the worst of all methods.
    #[default]
    Worst,
    /// By the worst under [`StressChoice::skin`].
    Method,
    /// By the names of the joints.
    Name,
}

/// Kind of the ranges in which joints turn, without the angle of a fixed range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeChoice {
    #[default]
    Natural,
    /// Ranges of the clips, or natural ranges for joints that no clip turns.
    Clips,
    Fixed,
}

/// Everything a test needs.
pub struct StressRequest {
    pub document: u64,
    /// The model with its rest skin.
    pub rest: SharedRest,
    pub skins: Vec<ShownSkin>,
    /// Centers of rotation, one entry per skin, `None` for skins that do not need them.
    pub centers: StressedCenters,
    pub source: RangeSource,
    /// The limits of the joints, for natural ranges.
    pub limits: JointLimits,
    /// The second model, with its centers of rotation.
    pub second: Option<(SecondKey, SecondRest, StressedCenters)>,
}

/// Centers of rotation, one entry per skin of a test.
type StressedCenters = Vec<Option<Arc<Centers>>>;

/// Results of a test.
#[derive(Clone, Debug)]
pub struct StressResult {
    pub document: u64,
    pub turns: TurnRanges,
    /// The limits that the ranges were made with.
    pub limits: JointLimits,
    pub skins: Vec<ShownSkin>,
    pub rest: Arc<RestSkin>,
    pub report: StressReport,
    pub listed: ListedJoints,
    /// Results of the second model, under the same skins.
    pub second: Option<SecondStress>,
    pub seconds: f32,
}

/// Results of a test in a second model.
#[derive(Clone, Debug)]
pub struct SecondStress {
    /// The model, and the state of the table of joints that the poses were made with.
    pub key: SecondKey,
    pub pair: Arc<ModelPair>,
    /// Report on the surroundings of the partners of the joints that the first model turned.
    pub report: StressReport,
}

impl StressResult {
    /// The table of the first model's joints in the chosen order. `name` gives the shown name of a node.
    pub fn table<'a>(&self, choice: StressChoice, name: impl Fn(u32) -> &'a str) -> Vec<StressRow> {
        let mut rows = self.report.table(choice.measure, choice.sorting_skin());
        if choice.sort == StressSort::Name {
            rows.sort_by(|a, b| name(a.node).cmp(name(b.node)));
        }
        rows
    }

    /// The worst joints of both models under a skin.
    pub fn paired(&self, choice: StressChoice) -> Vec<PairedStress> {
        let Some(second) = &self.second else { return Vec::new() };
        let partner = |node| second.pair.joints.second_of(node);
        paired_stress([&self.report, &second.report], partner, (choice.skin, choice.measure), choice.order)
    }
}

impl StressChoice {
    /// The skin by which joints are ranked; `None` for the worst under any.
    pub fn sorting_skin(&self) -> Option<usize> {
        (self.sort == StressSort::Method).then_some(self.skin)
    }

    pub fn source(&self, model: &Model) -> RangeSource {
        match self.range {
            RangeChoice::Clips if !model.clips.is_empty() => RangeSource::Clips,
            RangeChoice::Natural | RangeChoice::Clips => RangeSource::Natural,
            RangeChoice::Fixed => RangeSource::Degrees(self.degrees),
        }
    }
}

impl StressDesk {
    pub fn new(wake: Wake) -> Self {
        let measure = StressMeasure::Collapse;
        let (range, order) = (RangeChoice::default(), PairedOrder::default());
        let (sort, unfolded) = (StressSort::default(), Default::default());
        let choice = StressChoice { range, degrees: 90.0, measure, skin: 0, sort, order, unfolded };
        Self { choice, search: String::new(), job: Job::new("stress test", wake), result: None }
    }

    /// Starts a test in place of the running one. The older result stays until the new one arrives.
    pub fn start(&mut self, request: StressRequest) {
        self.job.start((), |progress| beside_the_window(|| test(request, progress)));
    }

    /// Stops the running test.
    pub fn cancel(&mut self) {
        self.job.cancel();
    }

    /// Drops everything that belongs to the previous model.
    pub fn forget(&mut self) {
        self.cancel();
        self.result = None;
        self.choice.skin = 0;
        self.search.clear();
    }

    /// Shows an earlier result again, for a document that undo returned to.
    pub fn show(&mut self, result: Option<Arc<StressResult>>) {
        self.cancel();
        self.result = result;
        self.choice.skin = 0;
    }

    /// Takes the results that arrived since the last call. Returns whether the running test failed, so that the caller
    /// can report it to the user.
    pub fn poll(&mut self) -> bool {
        match self.job.poll() {
            Some((_, Ok(Some(result)))) => {
                self.choice.skin = self.choice.skin.min(result.skins.len().saturating_sub(1));
                self.result = Some(Arc::new(result));
                false
            }
            Some((_, result)) => result.is_err(),
            None => false,
        }
    }

    /// Progress from 0 to 1 while a test runs.
    pub fn fraction(&self) -> Option<f32> {
        self.job.running().map(|(_, progress)| progress.fraction())
    }

    /// The result, if it belongs to this document.
    pub fn result(&self, document: u64) -> Option<&Arc<StressResult>> {
        self.result.as_ref().filter(|result| result.document == document)
    }
}

/// Runs work of a job on a thread pool with one thread less than there are cores. On a shared pool, the window's own parallel
/// work would wait in the queue until the test is over.
pub fn beside_the_window<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build() {
        Ok(pool) => pool.install(work),
        Err(error) => {
            tracing::warn!("a job has no threads of its own and shares the window's: {error}");
            work()
        }
    }
}

pub(in super::super) fn test(request: StressRequest, progress: &Progress) -> Option<StressResult> {
    let StressRequest { document, rest, skins, centers, source, limits, second } = request;
    let started = Instant::now();
    let (model, rest) = (Arc::clone(rest.model()), Arc::clone(rest.skin()));
    let turns = TurnRanges::of(&model, source, &limits);
    let report = stress_model(&model, &rest, &tried(&skins, &centers), &turns.ranges, progress)?;
    let second = match second {
        Some((key, second, centers)) => {
            let report = test_second(&model, &second, &tried(&skins, &centers), &turns.ranges, progress)?;
            Some(SecondStress { key, report, pair: second.pair })
        }
        None => None,
    };
    let seconds = started.elapsed().as_secs_f32();
    let listed = ListedJoints::of(&model);
    Some(StressResult { document, turns, limits, skins, rest, report, listed, second, seconds })
}

pub(in super::super) fn tried<'a>(skins: &[ShownSkin], centers: &'a [Option<Arc<Centers>>]) -> Vec<StressSkin<'a>> {
    let skin = |(skin, centers): (&ShownSkin, &'a Option<Arc<Centers>>)| StressSkin {
        settings: skin.skinning,
        centers: centers.as_ref().map_or(&[][..], |centers| &centers.of_primitives),
    };
    skins.iter().zip(centers).map(skin).collect()
}

/// Tests a second model in the poses of the first, around the partners of the joints that turn.
fn test_second(
    first: &Model,
    second: &SecondRest,
    skins: &[StressSkin<'_>],
    ranges: &StressRanges,
    progress: &Progress,
) -> Option<StressReport> {
    let (model, joints) = (second.rest.model(), &second.pair.joints);
    let ranges = ranges.of_partners((0..model.skeleton.len() as u32).map(|node| joints.first_of(node)));
    let pose = |node: u32, axis: usize, degrees: f32| match joints.first_of(node) {
        Some(turned) => second.pose(first, &stress_pose(first, turned, axis, degrees).1),
        None => Pose::rest(&model.skeleton),
    };
    stress_in_poses(model, second.rest.skin(), skins, (&ranges, &pose), progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::CenterSettings;
    use crate::skinning::{SkinningMethod, SkinningSettings};
    use std::sync::mpsc::channel;

    fn request(document: u64) -> StressRequest {
        let model = crate::files::open_model("bar").unwrap().asset.model;
        let skin = |method| {
            ShownSkin::new(SkinningSettings { method, ..SkinningSettings::default() }, CenterSettings::default())
        };
        StressRequest {
            document,
            rest: SharedRest::of(&model),
            skins: vec![skin(SkinningMethod::Lbs), skin(SkinningMethod::Dqs)],
            centers: vec![None, None],
            source: RangeSource::Degrees(90.0),
            limits: JointLimits::default(),
            second: None,
        }
    }

    fn wait(desk: &mut StressDesk) {
        for _ in 0..2000 {
            desk.poll();
            if desk.fraction().is_none() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("the test never ended");
    }

    #[test]
    fn a_result_comes_and_goes_with_its_model() {
        let mut desk = StressDesk::new(Arc::new(|| {}));
        desk.start(request(3));
        wait(&mut desk);
        assert!(desk.result(4).is_none(), "another model");
        let result = desk.result(3).unwrap();
        let worst = |skin| result.report.ranked(skin, StressMeasure::Collapse).first().map(|entry| entry.over_rest);
        assert!((worst(0).unwrap() - 45f64.to_radians().cos()).abs() < 0.01, "{:?}", worst(0));
        assert!(worst(1).is_none_or(|dqs| dqs > 0.95));
        desk.forget();
        assert!(desk.result(3).is_none());
    }

    #[test]
    fn a_test_that_panics_is_reported_and_can_be_started_again() {
        let (sender, ended) = channel();
        let mut desk = StressDesk::new(Arc::new(move || {
            let _ = sender.send(());
        }));
        let whole = request(1);
        let mut broken = Model::clone(whole.rest.model());
        Arc::make_mut(&mut broken.primitives[0]).indices = vec![u32::MAX; 3];
        let broken = Arc::new(broken);
        desk.start(StressRequest { rest: SharedRest::of(&broken), ..request(1) });
        ended.recv().unwrap();
        assert!(desk.poll() && desk.fraction().is_none() && desk.result(1).is_none());
        desk.start(whole);
        ended.recv().unwrap();
        assert!(!desk.poll() && desk.result(1).is_some());
    }

    #[test]
    fn a_test_that_was_canceled_leaves_the_older_result() {
        let mut desk = StressDesk::new(Arc::new(|| {}));
        desk.start(request(1));
        wait(&mut desk);
        let before = Arc::clone(desk.result(1).unwrap());
        // Long enough that it cannot finish before it is canceled.
        let model = crate::files::open_model("mannequin").unwrap().asset.model;
        desk.start(StressRequest { rest: SharedRest::of(&model), ..request(1) });
        // As by `cancel`, which would drop the result.
        desk.job.running().unwrap().1.cancel();
        assert!(matches!(desk.job.wait(), Some((_, Ok(None)))), "the computation itself stops");
        assert!(desk.fraction().is_none() && !desk.poll());
        assert!(Arc::ptr_eq(&before, desk.result(1).unwrap()));
    }
}
