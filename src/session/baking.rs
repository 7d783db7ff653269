//! Bakes the look of a pane into a rig for linear blending, in the background, and shows the rig beside the look.

use super::MOST_PANES;
use super::document::Document;
use super::edit_state::EditState;
use super::figures::ShownSkin;
use super::file_commands::{file_name, saved_text};
use super::file_request::FileRequest;
use super::rig_options::RigOptions;
use super::saved::UnfinishedFile;
use super::state::State;
use crate::baking::{
    BakePose, BakeRequest, Baked, Drive, HelperCount, Judged, Look, LookDistance, bake_look, helpable_joints,
};
use crate::centers::Centers;
use crate::export::{RigCheck, write_blender_script};
use crate::files::{Access, ModelSource, checked_rig, is_same_file, read_text, rig_glb, write_file};
use crate::math::counted;
use crate::mending::ONE_SET;
use crate::model::{JointLimits, Model, StoredSkin};
use crate::panes::{Comparison, PaneModel, PaneSettings};
use crate::posing::{RangeSource, TurnRanges};
use crate::rigging::HelperJoints;
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::work::{Job, Progress, Wake};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Title of failures.
const FAILED: &str = "Could not export the model";

/// Frames of clips that are fitted where helpers move in clips alone, and as many in which the result is judged.
const FRAMES: u32 = 240;

/// Bakes looks and helper joints, one at a time.
pub struct BakeDesk {
    /// The result is what was written, or `None` if it was canceled; an error is one line for the user.
    job: Job<BakedPane, Result<Option<String>, String>>,
    /// The file that was written last, until a second model is opened.
    written: Option<BakedPane>,
}

/// The pane whose look is baked, its model, and the file.
struct BakedPane {
    id: u64,
    /// The model as it was opened. Another version of it is another model.
    model: Arc<Model>,
    /// Whether it is shown as the second model, because it has joints that the model lacks.
    is_shown: bool,
    path: PathBuf,
}

/// What a file is to hold.
struct Wanted {
    /// Whether it imitates the selected pane.
    is_look: bool,
    /// The joints that may get helpers. `None` for all that bend skin.
    joints: Option<Vec<u32>>,
    helpers: HelperCount,
    drive: Drive,
    most_influences: usize,
    /// What is fitted: the settings of the pane, or of a method of its own.
    look: SkinningSettings,
    /// Origin of the ranges in which joints turn.
    range: RangeSource,
    writes_script: bool,
}

/// Everything that a bake needs.
pub(super) struct LookToBake {
    wanted: Wanted,
    model: Arc<Model>,
    source: ModelSource,
    access: Access,
    limits: JointLimits,
    centers: Option<Arc<Centers>>,
}

impl BakeDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("bake", wake).joined(), written: None }
    }

    /// Whether a look is being baked. A canceled one counts until it has stopped.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Whether the bake was canceled, and has not stopped yet.
    pub fn is_stopping(&self) -> bool {
        self.job.running().is_some_and(|(_, progress)| progress.is_canceled())
    }

    /// The file in progress, without a canceled one.
    pub fn in_progress(&self) -> Option<UnfinishedFile> {
        let (baked, progress) = self.job.running().filter(|(_, progress)| !progress.is_canceled())?;
        Some(UnfinishedFile { name: file_name(&baked.path), fraction: progress.fraction() })
    }

    /// Asks the bake to stop.
    pub fn cancel(&mut self) {
        if let Some((_, progress)) = self.job.running() {
            progress.cancel();
        }
    }
}

impl State {
    /// The options for exporting the model that apply: a model without a skin has none, the look of linear blending is there
    /// already, and so are as many influences as the model has at most.
    pub fn rig_options(&self) -> RigOptions {
        let options = self.interface.settings.rig;
        let Some(document) = self.documents.first.as_ref().filter(|document| document.model.has_skin()) else {
            return RigOptions::default();
        };
        RigOptions {
            bakes_look: options.bakes_look && self.selected_look().is_some(),
            clips_only: options.clips_only && !document.model.clips.is_empty(),
            influences: options.influences.filter(|most| usize::from(*most) < document.max_influences),
            ..options
        }
    }

    /// The method of the selected pane, if its look can be baked.
    pub fn selected_look(&self) -> Option<SkinningMethod> {
        let pane = self.edit.pane(self.view.selected_pane);
        let method = pane.skinning.method;
        (method != SkinningMethod::Lbs && self.model_of_pane(&pane).is_first()).then_some(method)
    }

    /// The first pane whose look can be baked: it shows the model under another method than linear blending.
    pub fn pane_to_bake(&self) -> Option<usize> {
        let panes = self.edit.panes.iter();
        panes
            .map(|pane| &pane.settings)
            .position(|pane| pane.skinning.method != SkinningMethod::Lbs && self.model_of_pane(pane).is_first())
    }

    /// Whether a file is made by fitting weights.
    pub(super) fn bakes(&self, request: FileRequest) -> bool {
        let influences = self.documents.first.as_ref().map_or(0, |document| document.max_influences);
        match request {
            FileRequest::BakeLook | FileRequest::AddHelpers { .. } => true,
            FileRequest::ExportRig => self.rig_options().changes_weights(influences),
            _ => false,
        }
    }

    fn wanted(&self, request: FileRequest) -> Wanted {
        let pane = self.edit.pane(self.view.selected_pane).skinning;
        let document = self.documents.first.as_ref();
        let look = Wanted {
            is_look: true,
            joints: None,
            helpers: HelperCount::default(),
            drive: Drive::Constraints,
            most_influences: ONE_SET,
            // The look is that of the whole skin.
            look: SkinningSettings { stored: StoredSkin::default(), ..pane },
            range: RangeSource::Natural,
            writes_script: false,
        };
        let of_method = |method| SkinningSettings { method, ..SkinningSettings::default() };
        match request {
            FileRequest::AddHelpers { helpers: HelperJoints { joint, count }, .. } => Wanted {
                is_look: false,
                joints: Some(self.both_sides(joint)),
                helpers: HelperCount::Each(count),
                look: of_method(SkinningMethod::TwoPhaseDqs),
                range: document
                    .map_or(RangeSource::Natural, |document| self.jobs.stress.choice.source(&document.model)),
                ..look
            },
            FileRequest::ExportRig => {
                let options = self.rig_options();
                let of_model = document.map_or(ONE_SET, |document| document.max_influences);
                Wanted {
                    is_look: options.bakes_look,
                    helpers: options.helper_count(),
                    drive: options.drive(),
                    most_influences: options.influences.map_or(of_model.max(ONE_SET), usize::from),
                    // Without a look, the skin of the model itself with fewer influences.
                    look: if options.bakes_look { look.look } else { of_method(SkinningMethod::Lbs) },
                    writes_script: options.bakes_look && options.writes_script && options.drive() == Drive::Constraints,
                    ..look
                }
            }
            _ => look,
        }
    }

    /// Why a file cannot be made by fitting weights. `None` if it can.
    fn why_no_bake(&self, request: FileRequest) -> Option<&'static str> {
        let Some(document) = &self.documents.first else { return Some("No model is open.") };
        let settings = self.edit.pane(self.view.selected_pane);
        let is_look = self.wanted(request).is_look;
        if is_look && !self.model_of_pane(&settings).is_first() {
            Some("The selected pane shows the second model. Select a pane of the first.")
        } else if is_look && settings.skinning.method == SkinningMethod::Lbs {
            Some("The selected pane shows LBS, which every program has. Select a pane with another method.")
        } else if !document.model.has_skin() {
            Some("No skin follows the joints of this model.")
        } else if self.jobs.baking.is_stopping() {
            Some("The last bake has not stopped yet. Try again in a moment.")
        } else if self.jobs.baking.is_running() {
            Some("A look is still being baked. Wait for it, or cancel it.")
        } else if is_look && self.centers_of_look(&settings).is_none() {
            Some("The selected pane has no centers of rotation yet.")
        } else {
            None
        }
    }

    /// The centers of rotation of a pane's look, `Some(None)` if it needs none, `None` if they are missing.
    fn centers_of_look(&self, settings: &PaneSettings) -> Option<Option<Arc<Centers>>> {
        let skin = ShownSkin::new(settings.skinning, settings.centers).of(PaneModel::First);
        self.with_centers(vec![skin], |skin| *skin).1.into_iter().next()
    }

    /// Whether a file cannot be made by fitting weights, which is reported.
    pub(super) fn cannot_bake(&mut self, request: FileRequest) -> bool {
        let reason = self.why_no_bake(request);
        if let Some(reason) = reason {
            self.show_error(FAILED.to_owned(), reason.to_owned());
        }
        reason.is_some()
    }

    /// Fits weights for a file, and writes it.
    pub(super) fn bake(&mut self, request: FileRequest, path: &Path) {
        if self.cannot_bake(request) {
            return;
        }
        let failed = FAILED.to_owned();
        let path = match request.complete(path, "glb") {
            Ok(path) => path,
            Err(details) => return self.show_error(failed, details),
        };
        let Some(document) = self.documents.first.clone() else { return };
        if matches!(&document.origin, ModelSource::File(own) if is_same_file(own, &path)) {
            let details = "The file is the open model's own. Choose another name.".to_owned();
            return self.show_error(failed, details);
        }
        if matches!(request, FileRequest::AddHelpers { document: other, .. } if other != document.id) {
            let details = "Another model, or another version of it, was opened meanwhile. Select the joint again.";
            return self.show_error(failed, details.to_owned());
        }
        let to_bake = self.look_to_bake(request, &document);
        let id = self.edit.panes.get(self.view.selected_pane).map_or(0, |pane| pane.id);
        let is_shown = to_bake.wanted.helpers != HelperCount::Each(0);
        let baked = BakedPane { id, model: Arc::clone(&document.source), is_shown, path: path.clone() };
        self.jobs.baking.job.start(baked, move |progress| to_bake.write(&path, progress));
    }

    /// What a file is baked from.
    pub(super) fn look_to_bake(&self, request: FileRequest, document: &Document) -> LookToBake {
        let wanted = self.wanted(request);
        let settings = self.edit.pane(self.view.selected_pane);
        let centers = if wanted.is_look { self.centers_of_look(&settings).flatten() } else { None };
        LookToBake {
            wanted,
            model: Arc::clone(document.model.in_default_shape()),
            source: document.origin.clone(),
            access: document.options.access.clone(),
            limits: self.edit.limits.clone(),
            centers,
        }
    }

    /// Takes a bake that ended since the last call, and opens what was written as the second model, unless that would
    /// replace what the user has opened since, or change the stage.
    pub(super) fn take_bake(&mut self) {
        let Some((baked, result)) = self.jobs.baking.job.poll() else { return };
        let bug = "It failed unexpectedly. This is a bug in skinscope. Please report it and attach the file.";
        match result.unwrap_or_else(|_| Err(bug.to_owned())) {
            Ok(Some(contents)) => {
                self.notify(saved_text(&baked.path, &contents), Some(&baked.path));
                let first = self.documents.first.as_ref();
                let is_open = first.is_some_and(|first| Arc::ptr_eq(&first.source, &baked.model));
                self.close_if_saved();
                let source = ModelSource::File(baked.path.clone());
                let has_other = self
                    .second_of_user()
                    .is_some_and(|second| second.read.before_of.is_some() || second.document.origin != source);
                if is_open && baked.is_shown && !has_other && self.talk.stage.is_none() {
                    self.jobs.baking.written = Some(baked);
                    self.add_model(source);
                }
            }
            Ok(None) => {
                self.notify("The bake was canceled. Nothing was written.".to_owned(), None);
                self.stay_open_after_failure();
            }
            Err(details) => {
                self.show_error(FAILED.to_owned(), details);
                self.stay_open_after_failure();
            }
        }
    }

    /// Shows the second model under LBS next to the pane whose look it has, if it is the file that was written last. Returns
    /// whether it is.
    pub(super) fn show_baked(&mut self) -> bool {
        let Some(baked) = self.jobs.baking.written.take() else { return false };
        let origin = self.second().map(|second| second.document.origin.clone());
        let pane = self.edit.panes.iter().position(|pane| pane.id == baked.id);
        let (Some(pane), true) = (pane, origin == Some(ModelSource::File(baked.path))) else { return false };
        let look = self.edit.pane(pane);
        let mut settings = PaneSettings { model: PaneModel::Second, comparison: Comparison::default(), ..look };
        settings.skinning = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
        let shown = |edit: &EditState| edit.panes.iter().find(|pane| pane.settings == settings).map(|pane| pane.id);
        if shown(&self.edit).is_none() {
            self.settle_history();
            self.edit_panes(|edit, ids| {
                if edit.panes.len() == MOST_PANES {
                    // There is no room: a neighbor makes it.
                    edit.remove_pane(if pane + 1 < MOST_PANES { pane + 1 } else { pane - 1 });
                }
                let pane = edit.panes.iter().position(|pane| pane.id == baked.id).unwrap_or(0);
                edit.add_pane_after(pane, settings, ids);
            });
            self.edit_generation += 1;
            self.history.did("Show the exported model".to_owned());
            self.settle_history();
        }
        if let (Some(shown), Some(second)) = (shown(&self.edit), &mut self.documents.second) {
            second.doubled.copies = vec![shown];
        }
        true
    }
}

impl LookToBake {
    /// Bakes and writes the file. Returns what it holds, for the user.
    fn write(self, path: &Path, progress: &Progress) -> Result<Option<String>, String> {
        let Some(baked) = self.bake(true, progress)? else { return Ok(None) };
        let Self { wanted, source, access, .. } = self;
        let bytes =
            rig_glb(&source, &access, &baked.model, &progress.uncounted_part()).map_err(|error| error.to_string())?;
        if progress.is_canceled() {
            return Ok(None);
        }
        let check = checked_rig(&baked.model, &bytes).map_err(|error| error.to_string())?;
        write_file(path, &bytes).map_err(|error| error.to_string())?;
        if wanted.writes_script {
            let script = write_blender_script(&baked.model);
            write_script(&path.with_extension("py"), &script)?;
        }
        Ok(Some(contents(&baked, &check, &wanted)))
    }

    /// Bakes without a file and without figures of how near the look is. `None` if canceled.
    pub(super) fn bake_unjudged(&self, progress: &Progress) -> Result<Option<Baked>, String> {
        self.bake(false, progress)
    }

    fn bake(&self, is_judged: bool, progress: &Progress) -> Result<Option<Baked>, String> {
        let Self { wanted, model, limits, centers, .. } = self;
        let mut joints = helpable_joints(model);
        joints.retain(|joint| wanted.joints.as_ref().is_none_or(|wanted| wanted.contains(joint)));
        if joints.is_empty() && wanted.helpers != HelperCount::Each(0) {
            return Err("No joint of this model bends skin.".to_owned());
        }
        let [fitted, judged] = match wanted.drive {
            Drive::Clips => BakePose::fitted_and_judged_in_clips(model, FRAMES),
            Drive::Constraints => {
                BakePose::fitted_and_judged(model, &TurnRanges::of(model, wanted.range, limits).ranges)
            }
        };
        let centers = centers.as_ref().map_or(&[][..], |centers| &centers.of_primitives);
        let request = BakeRequest {
            model,
            look: Look { settings: wanted.look, centers },
            joints: &joints,
            helpers: wanted.helpers,
            drive: wanted.drive,
            most_influences: wanted.most_influences,
            fitted: &fitted,
            judged: if is_judged { &judged } else { &[] },
        };
        bake_look(&request, progress).map_err(|error| error.to_string())
    }
}

/// Writes a script, unless it would replace a file that is none of ours.
fn write_script(path: &Path, script: &str) -> Result<(), String> {
    // Much more than a script of tens of thousands of helpers.
    const MOST_BYTES: u64 = 1 << 24;
    let known = read_text(path, "script", MOST_BYTES);
    let is_ours = known.is_ok_and(|known| known.lines().next() == script.lines().next());
    if path.exists() && !is_ours {
        let shown = path.display();
        return Err(format!(
            "The model is saved. The script would replace a file that skinscope did not write: {shown}"
        ));
    }
    write_file(path, script.as_bytes()).map_err(|error| format!("The model is saved, but not its script: {error}"))
}

/// What a baked rig holds, and how near it is.
fn contents(baked: &Baked, check: &RigCheck, wanted: &Wanted) -> String {
    let is_own = wanted.look.method == SkinningMethod::Lbs;
    let kept = baked.counts.warning().map_or_else(String::new, |text| format!("; {text}"));
    let is_wanted = |joint: &u32| wanted.joints.as_ref().is_none_or(|joints| joints.contains(joint));
    let of_joints = || baked.report.of_joints.iter().filter(|(joint, _)| is_wanted(joint)).map(|(_, judged)| judged);
    let together = || wanted.joints.is_none().then_some(&baked.report.together);
    let judged = || of_joints().chain(together());
    let percent = |distances: fn(&Judged) -> LookDistance| {
        100.0 * judged().map(|judged| distances(judged).largest).fold(0.0, f64::max)
    };
    // The model does not differ from itself.
    let before = if is_own { String::new() } else { format!(", {:.2} % before", percent(|judged| judged.before)) };
    let judged_in = match wanted.drive {
        Drive::Constraints => "in other poses",
        Drive::Clips => "between the fitted frames of the clips",
    };
    format!(
        "{}, {}; {judged_in} at most {:.2} % of the extent from {}{before}{kept}",
        check.to_text(),
        counted(baked.helper_count(), "helper joint", "helper joints"),
        percent(|judged| judged.after),
        if is_own { "the model" } else { wanted.look.method.short_name() },
    )
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::{wait_until, waking_state};
    use super::*;
    use std::sync::mpsc::Receiver;

    fn open_limb() -> (State, Receiver<()>) {
        let (mut state, woken) = waking_state();
        state.show_document(crate::files::open_model("limb").unwrap());
        state.feed_history(0.0, false);
        (state, woken)
    }

    #[test]
    fn a_baked_pane_opens_beside_the_look() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, woken) = open_limb();
        state.apply(Command::RequestFile(FileRequest::BakeLook));
        assert!(state.interface.error.as_ref().unwrap().details.contains("shows LBS"), "no file is asked for");
        state.apply(Command::DismissError);
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
        let before = state.edit.panes.clone();
        state.apply(Command::BakeLook(folder.path().join("limb")));
        assert!(state.unfinished_files()[0].name == "limb.glb" && state.why_no_bake(FileRequest::BakeLook).is_some());
        wait_until(&mut state, &woken, |state| state.second().is_some());
        let notice = state.interface.notice.as_ref().unwrap().text.clone();
        assert!(notice.starts_with("Saved limb.glb, ") && notice.contains("% of the extent from DQS"), "{notice}");
        let shown: Vec<_> =
            state.edit.panes.iter().map(|pane| (pane.settings.model, pane.settings.skinning.method)).collect();
        let look = (PaneModel::First, SkinningMethod::Dqs);
        assert_eq!(
            shown,
            [look, (PaneModel::Second, SkinningMethod::Lbs), (PaneModel::First, before[1].settings.skinning.method)]
        );
        assert!(state.second().unwrap().document.model.skeleton.constraints().len() >= 3, "helpers");
        assert_eq!(state.history.undo_name(&state.edit), Some("Show the exported model"));
        // Once more: the pane is there.
        state.apply(Command::BakeLook(folder.path().join("limb.glb")));
        let second = state.second().unwrap().document.id;
        wait_until(&mut state, &woken, |state| state.second().is_some_and(|other| other.document.id != second));
        assert_eq!(state.edit.panes.len(), 3);
        state.apply(Command::RemoveSecondModel);
        assert_eq!(state.edit.panes, before, "only the pane of the baked rig goes");
    }

    #[test]
    fn a_bake_that_outlives_its_model_is_saved_and_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("limb.glb");
        let (mut state, woken) = open_limb();
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
        state.apply(Command::BakeLook(path.clone()));
        state.show_document(crate::files::open_model("bar").unwrap());
        wait_until(&mut state, &woken, |state| !state.jobs.baking.is_running());
        assert!(path.exists() && !state.jobs.loader.adding.is_running() && state.second().is_none());
        // The written rig is open now, and would be replaced.
        state.show_document(crate::files::open_model(&path).unwrap());
        state.apply(Command::BakeLook(folder.path().join(".").join("limb.glb")));
        assert!(state.interface.error.as_ref().unwrap().details.contains("own"));
    }

    #[test]
    fn the_export_dialog_bakes_a_look_with_a_script() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, woken) = open_limb();
        let options = RigOptions {
            bakes_look: true,
            helpers: Some(2),
            clips_only: true,
            influences: Some(4),
            writes_script: true,
        };
        state.apply(Command::SetRigOptions(options));
        let shown = state.rig_options();
        assert!(!shown.bakes_look && !shown.clips_only, "the selected pane shows LBS, and the model has no clips");
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
        state.apply(Command::ExportRig(folder.path().join("limb.glb")));
        wait_until(&mut state, &woken, |state| state.second().is_some());
        let script = std::fs::read_to_string(folder.path().join("limb.py")).unwrap();
        let constraints = state.second().unwrap().document.model.skeleton.constraints().len();
        assert_eq!((constraints, script.matches("_helper_").count()), (6, 6), "{script}");
        let notice = &state.interface.notice.as_ref().unwrap().text;
        assert!(notice.contains("influences") && notice.contains("6 helper joints"), "{notice}");
    }

    #[test]
    fn helpers_move_in_clips_only_if_there_are_clips() {
        let (mut state, _woken) = waking_state();
        state.show_document(crate::files::open_model("mannequin").unwrap());
        state.feed_history(0.0, false);
        let options = RigOptions { bakes_look: true, helpers: Some(1), clips_only: true, ..RigOptions::default() };
        state.apply(Command::SetRigOptions(RigOptions { writes_script: true, ..options }));
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
        let wanted = state.wanted(FileRequest::ExportRig);
        assert!(wanted.drive == Drive::Clips && !wanted.writes_script);
        assert_eq!(state.wanted(FileRequest::BakeLook).drive, Drive::Constraints, "its own choice");
    }

    #[test]
    fn fewer_influences_are_fitted_to_the_skin_of_the_model() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, woken) = waking_state();
        state.show_document(crate::files::open_model("mannequin").unwrap());
        state.feed_history(0.0, false);
        assert!(state.documents.first.as_ref().unwrap().max_influences > 4);
        let path = folder.path().join("four.glb");
        state.apply(Command::SetRigOptions(RigOptions { influences: Some(4), ..RigOptions::default() }));
        state.apply(Command::ExportRig(path.clone()));
        wait_until(&mut state, &woken, |state| !state.jobs.baking.is_running());
        let written = crate::files::open_model(&path).unwrap().asset.model;
        assert_eq!((written.max_influences(), written.skeleton.constraints().len()), (4, 0));
        assert!(state.second().is_none(), "it has no new joints to show");
        assert!(state.interface.notice.as_ref().unwrap().text.contains("of the extent from the model"));
        // The model has no more than that: nothing is fitted.
        state.apply(Command::SetRigOptions(RigOptions { influences: Some(8), ..RigOptions::default() }));
        assert!(!state.bakes(FileRequest::ExportRig));
    }

    #[test]
    fn a_canceled_bake_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("limb.glb");
        let (mut state, woken) = open_limb();
        state.apply(Command::SetMethod { pane: 0, method: SkinningMethod::Dqs });
        state.apply(Command::BakeLook(path.clone()));
        state.apply(Command::CancelBake);
        assert!(state.unfinished_files().is_empty());
        wait_until(&mut state, &woken, |state| !state.jobs.baking.is_running());
        // It may have been written before.
        let is_written = path.exists();
        let notice = &state.interface.notice.as_ref().unwrap().text;
        assert_eq!(notice.contains("canceled"), !is_written, "{notice}");
    }
}
