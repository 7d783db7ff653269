//! The check of all clips, run in the background on request, and jumps to what it found.

use super::figures::{ShownSkin, names};
use super::panels::{InspectorTab, Section};
use super::playback::FRAMES_PER_SECOND;
use super::probe::{PinnedProbe, Reason};
use super::state::State;
use super::stress::{beside_the_window, tried};
use crate::centers::Centers;
use crate::measure::{SharedRest, StressMeasure, VertexId};
use crate::model::{Model, PoseOverrides};
use crate::panes::PaneModel;
use crate::stress::{ClipCheck, ClipChecker, ClipEntry, ClipRequest, Flip, Snap};
use crate::work::{Job, Progress, Wake};
use std::sync::Arc;
use std::time::Instant;

/// Requests checks of clips and receives their results. One runs at a time.
pub struct ClipDesk {
    pub choice: ClipChoice,
    /// The running check. The result is `None` if it was canceled.
    job: Job<(), Option<ClipResult>>,
    result: Option<Arc<ClipResult>>,
}

/// The user's choices. Neither undone nor saved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipChoice {
    pub list: ClipList,
    /// Index into the result's skins.
    pub skin: usize,
}

/// A list of what was found in all clips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipList {
    /// Flips of the skin and joints that snap, by clip and time.
    #[default]
    Jumps,
    /// The worst frame of each clip, worst first.
    Worst(StressMeasure),
}

/// Results of a check.
#[derive(Debug)]
pub struct ClipResult {
    pub document: u64,
    /// What was posed on top of the clips.
    pub overrides: PoseOverrides,
    pub skins: Vec<ShownSkin>,
    /// What was found under each skin.
    found: Vec<FoundInClips>,
    /// Number of checked clips.
    pub clips: usize,
    /// Number of checked frames of all clips.
    pub frames: usize,
    /// How long the check took.
    pub seconds: f32,
}

/// What was found in all clips under one skin.
#[derive(Debug, Default)]
struct FoundInClips {
    /// The largest jumps, by clip and time: at most [`MOST_JUMPS`].
    jumps: Vec<ClipFinding>,
    jump_count: usize,
    /// The worst frame of each clip by each measure, worst first.
    worst: [Vec<ClipFinding>; 3],
}

/// Most jumps of a list. A method that jumps from frame to frame has tens of thousands, of which the largest tell enough.
const MOST_JUMPS: usize = 200;

/// Something that was found in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipFinding {
    pub clip: usize,
    /// Time of the first frame that shows it: of a jump, the frame after it.
    pub frame_seconds: f32,
    pub kind: ClipFindingKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipFindingKind {
    Snap(Snap),
    Flip(Flip),
    Worst(ClipEntry),
}

impl ClipFinding {
    /// When it happens.
    pub fn seconds(&self) -> f32 {
        match self.kind {
            ClipFindingKind::Snap(snap) => snap.seconds,
            ClipFindingKind::Flip(flip) => flip.seconds,
            ClipFindingKind::Worst(entry) => entry.seconds,
        }
    }

    /// The joint to select.
    pub fn node(&self) -> u32 {
        match self.kind {
            ClipFindingKind::Snap(snap) => snap.node,
            ClipFindingKind::Flip(flip) => flip.nodes[1],
            ClipFindingKind::Worst(entry) => entry.node,
        }
    }

    /// A vertex that shows it. A joint that snaps has none.
    fn vertex_id(&self) -> Option<VertexId> {
        match self.kind {
            ClipFindingKind::Snap(_) => None,
            ClipFindingKind::Flip(flip) => Some(flip.vertex_id),
            ClipFindingKind::Worst(entry) => Some(entry.vertex_id),
        }
    }

    pub fn is_jump(&self) -> bool {
        !matches!(self.kind, ClipFindingKind::Worst(_))
    }

    /// What happens, in words that follow the joint's name.
    pub fn described(&self) -> String {
        match self.kind {
            ClipFindingKind::Snap(snap) => format!("turns by {:.0}\u{b0} at once", snap.degrees),
            ClipFindingKind::Flip(flip) => {
                let does = match flip.is_instant {
                    Some(true) => "jumps",
                    Some(false) => "whips around",
                    None => "moves",
                };
                format!("skin {does} by {:.1}% of the extent", 100.0 * flip.distance)
            }
            ClipFindingKind::Worst(entry) => entry.measure.described(entry.over_rest),
        }
    }
}

impl FoundInClips {
    fn of(clips: &[ClipCheck], skin: usize) -> Self {
        let mut jumps: Vec<ClipFinding> = Vec::new();
        let mut worst: [Vec<ClipFinding>; 3] = Default::default();
        for found in clips {
            let (clip, own) = (found.clip, &found.skins[skin]);
            let after = |frame: usize| found.seconds.get(frame + 1).copied().unwrap_or_default();
            let snap = |snap: &Snap| (snap.end_seconds, ClipFindingKind::Snap(*snap));
            let flip = |flip: &Flip| (after(flip.frame), ClipFindingKind::Flip(*flip));
            let of_clip = found.snaps.iter().map(snap).chain(own.flips.iter().map(flip));
            jumps.extend(of_clip.map(|(frame_seconds, kind)| ClipFinding { clip, frame_seconds, kind }));
            for measure in StressMeasure::ALL {
                let entry = own.worst(measure).filter(|entry| measure.is_defect(entry.over_rest));
                worst[measure as usize].extend(entry.map(|entry| ClipFinding {
                    clip,
                    frame_seconds: entry.seconds,
                    kind: ClipFindingKind::Worst(entry),
                }));
            }
        }
        let severity = |finding: &ClipFinding| match finding.kind {
            ClipFindingKind::Worst(entry) => entry.severity(),
            ClipFindingKind::Flip(flip) => flip.distance,
            // It moves all that is below the joint.
            ClipFindingKind::Snap(_) => f64::INFINITY,
        };
        let jump_count = jumps.len();
        for list in worst.iter_mut().chain([&mut jumps]) {
            list.sort_by(|a, b| severity(b).total_cmp(&severity(a)));
        }
        jumps.truncate(MOST_JUMPS);
        jumps.sort_by(|a, b| a.clip.cmp(&b.clip).then(a.seconds().total_cmp(&b.seconds())));
        Self { jumps, jump_count, worst }
    }
}

impl ClipResult {
    /// Number of flips and snaps of all clips under a skin.
    pub fn jump_count(&self, skin: usize) -> usize {
        self.found.get(skin).map_or(0, |found| found.jump_count)
    }

    /// What is in a list, under one skin.
    pub fn list(&self, choice: ClipChoice) -> &[ClipFinding] {
        let found = self.found.get(choice.skin);
        match choice.list {
            ClipList::Jumps => found.map_or(&[], |found| &found.jumps),
            ClipList::Worst(measure) => found.map_or(&[], |found| &found.worst[measure as usize]),
        }
    }

    /// What the timeline marks in a clip under one skin: the jumps, and the worst frame of the chosen list.
    pub fn marks(&self, clip: usize, choice: ClipChoice) -> impl Iterator<Item = &ClipFinding> {
        let worst = if choice.list == ClipList::Jumps { &[] } else { self.list(choice) };
        let jumps = self.list(ClipChoice { list: ClipList::Jumps, ..choice });
        worst.iter().chain(jumps).filter(move |finding| finding.clip == clip)
    }
}

/// Differences between a result and a check of what is shown now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClipGap {
    /// Names of the methods that panes show and that were not checked.
    pub unchecked: Vec<String>,
    /// Whether something else is posed on top of the clips.
    pub other_pose: bool,
}

impl ClipDesk {
    pub fn new(wake: Wake) -> Self {
        Self { choice: ClipChoice::default(), job: Job::new("check of the clips", wake), result: None }
    }

    /// Stops the running check.
    pub fn cancel(&mut self) {
        self.job.cancel();
    }

    /// Drops everything that belongs to the previous model.
    pub fn forget(&mut self) {
        self.show(None);
    }

    /// Shows an earlier result again, for a document that undo returned to.
    pub fn show(&mut self, result: Option<Arc<ClipResult>>) {
        self.cancel();
        self.result = result;
        self.choice = ClipChoice::default();
    }

    /// Progress from 0 to 1 while a check runs.
    pub fn fraction(&self) -> Option<f32> {
        self.job.running().map(|(_, progress)| progress.fraction())
    }

    fn take(&mut self, result: ClipResult) {
        // The first result opens with what jumps, if anything does.
        if self.result.is_none() {
            let jumping = (0..result.skins.len()).find(|&skin| result.jump_count(skin) > 0);
            let list = jumping.map_or(ClipList::Worst(StressMeasure::Collapse), |_| ClipList::Jumps);
            self.choice = ClipChoice { list, skin: jumping.unwrap_or(0) };
        }
        self.choice.skin = self.choice.skin.min(result.skins.len().saturating_sub(1));
        self.result = Some(Arc::new(result));
    }
}

impl State {
    /// Checks all clips under the methods that the panes show, except those that wait for their centers of rotation.
    pub(super) fn check_clips(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        if !document.model.has_skin() || document.model.clips.is_empty() {
            return;
        }
        // So that the progress is in view no matter how the check was started.
        self.interface.folded_sections.remove(&Section::Clips);
        self.show_tab(InspectorTab::Inspect);
        let (skins, centers) = self.with_centers(self.stressed_skins(), |skin| *skin);
        let skins: Vec<ShownSkin> = skins.into_iter().map(|(skin, _)| skin).collect();
        if skins.is_empty() {
            let details = "All panes are waiting for their centers of rotation. Try again in a moment.".to_owned();
            return self.show_error("Could not check the clips".to_owned(), details);
        }
        let overrides = self.overrides_of_clips();
        self.jobs.clips.job.start((), move |progress| {
            // Frames have shapes of their own, which are measured against the default one.
            let model = document.model.in_default_shape();
            let is_shown = Arc::ptr_eq(model, document.rest.model());
            let rest = if is_shown { document.rest.clone() } else { SharedRest::of(model) };
            beside_the_window(|| check(document.id, &rest, (skins, &centers), overrides, progress))
        });
    }

    /// What is posed on top of clips: nothing while none is chosen, for the pose is then one of its own.
    fn overrides_of_clips(&self) -> PoseOverrides {
        if self.edit.clip.is_some() { self.edit.overrides.clone() } else { PoseOverrides::default() }
    }

    /// Takes the result of a check and reports a failure.
    pub(super) fn take_clip_check(&mut self) {
        match self.jobs.clips.job.poll() {
            Some((_, Ok(Some(result)))) => self.jobs.clips.take(result),
            Some((_, Err(_))) => {
                let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
                self.show_error("Could not check the clips".to_owned(), details.to_owned());
            }
            Some((_, Ok(None))) | None => {}
        }
    }

    /// The result for the open model.
    pub fn clip_result(&self) -> Option<&Arc<ClipResult>> {
        let document = self.documents.first.as_ref()?;
        self.jobs.clips.result.as_ref().filter(|result| result.document == document.id)
    }

    /// Differences of the result from a check made now. `None` without a result.
    pub fn clip_gap(&self) -> Option<ClipGap> {
        let result = self.clip_result()?;
        let shown = self.stressed_skins();
        let unchecked = names(&shown).into_iter().zip(&shown).filter(|(_, skin)| !result.skins.contains(skin));
        Some(ClipGap {
            unchecked: unchecked.map(|(name, _)| name).collect(),
            other_pose: self.edit.clip.is_some() && result.overrides != self.edit.overrides,
        })
    }

    /// What the timeline marks in the chosen clip, under the method of the list. Nothing while something else is posed on
    /// top of the clip than in the check.
    pub fn clip_marks(&self) -> Vec<ClipFinding> {
        let Some((clip, result)) = self.edit.clip.zip(self.clip_result()) else { return Vec::new() };
        if result.overrides != self.edit.overrides {
            return Vec::new();
        }
        result.marks(clip, self.jobs.clips.choice).copied().collect()
    }

    /// Shows the frame of a finding under a skin of the result, as one undo step if that changes the clip or the pose.
    /// Selects its joint and a pane with the skin, and pins and looks at the vertex that shows it, if there is one.
    pub(super) fn jump_to_clip(&mut self, skin: usize, finding: ClipFinding) {
        let (Some(document), Some(result)) = (self.documents.first.clone(), self.clip_result().cloned()) else {
            return;
        };
        let (Some(clip), Some(&shown)) = (document.model.clips.get(finding.clip), result.skins.get(skin)) else {
            return;
        };
        let node = finding.node();
        if node as usize >= document.model.skeleton.len() {
            return;
        }
        self.take_found_pose(result.overrides.clone(), Some((finding.clip, finding.frame_seconds)), Some(node));
        let pane = self.pane_with(shown).unwrap_or(self.view.selected_pane);
        self.view.selected_pane = pane;
        self.selection.pinned = None;
        if !self.is_joint_shown(node) {
            self.view.isolation = None;
        }
        let Some(vertex_id) = finding.vertex_id().filter(|id| self.has_vertex(PaneModel::First, *id)) else { return };
        let text = format!(
            "{} in {} at {:.2} s: {} under {}",
            document.joint_name(node),
            clip.name,
            finding.seconds(),
            finding.described(),
            shown.skinning.method.short_name()
        );
        let reason = Some(Reason { text, pose_generation: self.pose_generation });
        self.selection.pinned = Some(PinnedProbe { model: PaneModel::First, vertex_id, reason });
        self.reveal_vertex(vertex_id);
        self.look_at_vertex(pane, shown, vertex_id);
    }
}

fn check(
    document: u64,
    rest: &SharedRest,
    (skins, centers): (Vec<ShownSkin>, &[Option<Arc<Centers>>]),
    overrides: PoseOverrides,
    progress: &Progress,
) -> Option<ClipResult> {
    let started = Instant::now();
    let (model, rest): (&Model, _) = (rest.model(), rest.skin());
    let tried = tried(&skins, centers);
    let checker = ClipChecker::new(model, rest, &tried);
    // The window shows only how the skin moves around joints.
    let request = |clip: usize| ClipRequest {
        clip,
        overrides: &overrides,
        frames_per_second: FRAMES_PER_SECOND,
        figures: &[],
        costly_frames: 0,
        counts_signs: false,
    };
    let clips = 0..model.clips.len();
    progress.add_total(clips.clone().map(|clip| checker.frame_count(&request(clip)) as u64).sum());
    let clips = clips.map(|clip| checker.check(&request(clip), progress)).collect::<Option<Vec<ClipCheck>>>()?;
    let found = (0..skins.len()).map(|skin| FoundInClips::of(&clips, skin)).collect();
    let frames = clips.iter().map(|clip| clip.seconds.len()).sum();
    let seconds = started.elapsed().as_secs_f32();
    Some(ClipResult { document, overrides, skins, found, clips: clips.len(), frames, seconds })
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::{wait_until, waking_state};
    use super::*;
    use crate::model::{Channel, ChannelValues, Clip, Interpolation, JointOverride};
    use crate::skinning::SkinningMethod;
    use glam::Quat;

    /// The bar, which lies along X, with a clip that twists its joint from 0 to 300 degrees in 0.75 s, half a turn at 0.45 s.
    fn twisting_bar() -> Model {
        let mut model = Model::clone(&crate::files::open_model("bar").unwrap().asset.model);
        let node = model.skeleton.find("mid").unwrap();
        let turns = [0f32, 100.0, 200.0, 300.0]
            .map(|degrees| model.skeleton.node(node).rest.rotation * Quat::from_rotation_x(degrees.to_radians()));
        let values = ChannelValues::Rotation(turns.to_vec());
        let channel = Channel::new(node, Interpolation::Linear, vec![0.0, 0.25, 0.5, 0.75], values).unwrap();
        model.clips = Arc::new(vec![Clip::new("twist".to_owned(), vec![channel])]);
        model
    }

    fn open_twisting_bar() -> (State, std::sync::mpsc::Receiver<()>) {
        let (mut state, woken) = waking_state();
        let mut opened = crate::files::open_model("bar").unwrap();
        opened.asset.model = Arc::new(twisting_bar());
        state.show_document(opened);
        state.feed_history(0.0, false);
        (state, woken)
    }

    fn check_clips(state: &mut State, woken: &std::sync::mpsc::Receiver<()>) -> Arc<ClipResult> {
        state.apply(Command::CheckClips);
        assert!(!state.interface.folded_sections.contains(&Section::Clips) && state.jobs.clips.fraction().is_some());
        wait_until(state, woken, |state| state.jobs.clips.fraction().is_none());
        Arc::clone(state.clip_result().unwrap())
    }

    #[test]
    fn clips_are_checked_and_a_finding_shows_its_frame_and_is_undone() {
        let (mut state, woken) = open_twisting_bar();
        assert_eq!(state.clip_gap(), None);
        let result = check_clips(&mut state, &woken);
        assert_eq!(state.clip_gap(), Some(ClipGap::default()));
        assert_eq!((result.clips, result.frames), (1, 24));
        // LBS does not flip; the list opens with the method that does.
        let choice = state.jobs.clips.choice;
        assert_eq!((choice.list, result.skins[choice.skin].skinning.method), (ClipList::Jumps, SkinningMethod::Dqs));
        let [flip] = *result.list(choice) else { panic!("{:?}", result.list(choice)) };
        assert!((flip.seconds() - 0.45).abs() < 1e-3 && flip.is_jump(), "{flip:?}");
        let before = state.edit.clone();
        state.apply(Command::JumpToClip { skin: choice.skin, finding: flip });
        state.feed_history(2.0, false);
        assert_eq!((state.edit.clip, state.playback.playing), (Some(0), false));
        assert!((state.playback.time_seconds - 14.0 / 30.0).abs() < 1e-5, "the frame after it");
        assert_eq!(state.selection.joint, Some(flip.node()));
        assert_eq!(state.edit.pane(state.view.selected_pane).skinning.method, SkinningMethod::Dqs);
        let reason = state.selection.pinned.as_ref().and_then(|pinned| pinned.reason.as_ref()).unwrap();
        assert!(reason.text.contains("twist at 0.45 s: skin jumps by"), "{}", reason.text);
        assert_eq!(state.clip_marks(), [flip]);
        // With something else posed on top, the clip is another one.
        let node = state.documents.first.as_ref().unwrap().model.skeleton.find("root").unwrap();
        state.edit.overrides.set(node, JointOverride { translation: Some(glam::Vec3::Y), ..JointOverride::default() });
        assert_eq!(state.clip_gap(), Some(ClipGap { other_pose: true, ..ClipGap::default() }));
        assert!(state.clip_marks().is_empty());
        state.apply(Command::Undo);
        state.apply(Command::Undo);
        assert_eq!((&state.edit, state.playback.time_seconds), (&before, 0.0));
    }

    #[test]
    fn lists_of_worst_frames_have_a_line_for_each_clip_and_methods_that_were_not_checked_are_told() {
        let (mut state, woken) = open_twisting_bar();
        let result = check_clips(&mut state, &woken);
        let lbs = result.skins.iter().position(|skin| skin.skinning.method == SkinningMethod::Lbs).unwrap();
        let choice = ClipChoice { list: ClipList::Worst(StressMeasure::Collapse), skin: lbs };
        let [worst] = *result.list(choice) else { panic!("one clip") };
        let ClipFindingKind::Worst(entry) = worst.kind else { panic!("{worst:?}") };
        assert!(entry.over_rest < 0.2, "{entry:?}");
        assert_eq!(result.marks(0, choice).collect::<Vec<_>>(), [&worst]);
        assert_eq!(result.marks(1, choice).count(), 0);
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::LogMatrix });
        assert_eq!(state.clip_gap().unwrap().unchecked, ["Log-matrix"]);
        state.apply(Command::CheckClips);
        state.apply(Command::CancelClipCheck);
        wait_until(&mut state, &woken, |state| state.jobs.clips.fraction().is_none());
        assert!(Arc::ptr_eq(&result, state.clip_result().unwrap()), "the older result stays");
    }

    #[test]
    fn a_check_ends_with_its_rig_and_comes_back_with_its_document() {
        let (mut state, woken) = open_twisting_bar();
        let result = check_clips(&mut state, &woken);
        state.apply(Command::CheckClips);
        let node = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
        state.select_joint(Some(node));
        state.apply(Command::EditWeights(super::super::weights::WeightOperation::Smooth));
        assert!(!state.edit.rig.is_empty(), "an edited rig");
        assert!(state.clip_result().is_none() && state.jobs.clips.fraction().is_none());
        state.feed_history(1.0, false);
        state.feed_history(2.0, false);
        state.apply(Command::Undo);
        let again = check_clips(&mut state, &woken);
        assert_eq!(again.frames, result.frames);
        state.show_document(crate::files::open_model("limb").unwrap());
        state.feed_history(3.0, false);
        assert!(state.clip_result().is_none());
        state.apply(Command::Undo);
        assert!(Arc::ptr_eq(&again, state.clip_result().unwrap()));
    }
}
