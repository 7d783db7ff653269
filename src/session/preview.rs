//! A remedy before it is applied: the model with it, in memory, in a pane next to the selected one.
//!
//! No file has that model, so undo, sessions, scenes and pictures leave its pane out, see [`State::edit_in_history`] and
//! [`State::edit_to_keep`].

use super::MOST_PANES;
use super::document::Document;
use super::edit_state::{EditState, Pane};
use super::file_request::FileRequest;
use super::state::State;
use super::stress::beside_the_window;
use crate::mending::{Remedy, RigEdits};
use crate::model::Model;
use crate::pairs::{JointTable, PairFit};
use crate::panes::{Comparison, PaneLayout, PaneModel, PaneSettings};
use crate::work::{Job, Progress, Wake};
use std::borrow::Cow;
use std::sync::Arc;

/// Title of failures.
const FAILED: &str = "Could not preview the remedy";

/// Applies remedies to copies of the model, one at a time.
pub struct PreviewDesk {
    /// The result is the model with the remedy, or `None` if it was canceled; an error is one line for the user.
    job: Job<Previewed, Result<Option<Model>, String>>,
}

/// A remedy that is prepared, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Previewed {
    remedy: Remedy,
    /// Id of the document.
    document: u64,
    /// Id of the pane to show it beside.
    beside: u64,
}

/// The preview that the second model is.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    remedy: Remedy,
    /// Id of its pane.
    pane: u64,
    /// Id of the pane beside which it is.
    beside: u64,
    /// The pane that made room for it, if there was none.
    replaced: Option<Pane>,
    /// The layout of the other panes. Borders that are dragged beside a preview go with it.
    layout: PaneLayout,
}

/// How far a preview is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PreviewState {
    /// It is prepared, from 0 to 1.
    Preparing(f32),
    /// The pane with this index shows it.
    Shown(usize),
}

impl PreviewDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("preview", wake) }
    }

    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }
}

impl Preview {
    /// The panes without that of the preview.
    pub(super) fn left_out_of(&self, edit: &EditState) -> EditState {
        let mut kept = edit.clone();
        if let (Some(replaced), Some(pane)) = (self.replaced, kept.panes.iter_mut().find(|pane| pane.id == self.pane)) {
            *pane = replaced;
        }
        // The last pane stays, whatever it showed.
        if kept.panes.len() > 1 {
            kept.panes.retain(|pane| pane.id != self.pane);
        }
        kept.close_second_model(&[]);
        if kept.layout.arrangement == self.layout.arrangement {
            kept.layout = self.layout.clone();
        }
        kept
    }

    /// Whether its pane is among these, as the user left it or changed.
    pub(super) fn is_in(&self, edit: &EditState) -> bool {
        edit.panes.iter().any(|pane| pane.id == self.pane)
    }
}

impl State {
    pub(super) fn shown_preview(&self) -> Option<&Preview> {
        self.documents.second.as_ref()?.preview.as_ref()
    }

    /// The previewed remedy, and how far its preview is.
    pub fn preview(&self) -> Option<(Remedy, PreviewState)> {
        if let Some((previewed, progress)) = self.jobs.preview.job.running() {
            return Some((previewed.remedy, PreviewState::Preparing(progress.fraction())));
        }
        Some((self.shown_preview()?.remedy, PreviewState::Shown(self.previewing_pane()?)))
    }

    /// Index of the pane that shows a preview. `None` once it shows the first model.
    pub(super) fn previewing_pane(&self) -> Option<usize> {
        let id = self.shown_preview()?.pane;
        self.edit.panes.iter().position(|pane| pane.id == id && !pane.settings.model.is_first())
    }

    /// The edit as undo knows it: without the pane of a preview.
    pub fn edit_in_history(&self) -> Cow<'_, EditState> {
        self.edit_without_preview().map_or(Cow::Borrowed(&self.edit), Cow::Owned)
    }

    /// The edit without the pane of a preview, if there is one.
    pub(super) fn edit_without_preview(&self) -> Option<EditState> {
        self.shown_preview().map(|preview| preview.left_out_of(&self.edit))
    }

    /// Index of a pane among those of [`Self::edit_in_history`]. `None` for the pane of a preview.
    pub(super) fn pane_in_history(&self, pane: usize) -> Option<usize> {
        index_of(&self.edit_in_history(), self.edit.panes.get(pane)?.id)
    }

    /// The edit as sessions and scenes know it: without the panes of a model that no file has.
    pub fn edit_to_keep(&self) -> Cow<'_, EditState> {
        self.edit_without_before().map_or_else(|| self.edit_in_history(), Cow::Owned)
    }

    /// Index of a pane among those of [`Self::edit_to_keep`]. `None` for the panes of a model that no file has.
    pub(super) fn kept_pane(&self, pane: usize) -> Option<usize> {
        index_of(&self.edit_to_keep(), self.edit.panes.get(pane)?.id)
    }

    /// Prepares a preview of a remedy of both sides of the body, in place of the last one.
    pub(super) fn preview_remedy(&mut self, remedy: Remedy) {
        if let Some(reason) = self.why_no_preview() {
            return self.notify(reason.to_owned(), None);
        }
        self.end_preview();
        let Some(document) = self.documents.first.clone() else { return };
        let Some(beside) = self.edit.panes.get(self.view.selected_pane).map(|pane| pane.id) else { return };
        let previewed = Previewed { remedy, document: document.id, beside };
        match remedy {
            Remedy::Twist(split) => {
                let splits = self.both_sides(split.joint).into_iter().filter_map(|joint| remedy.at(joint).split());
                let edits = self.with_splits(splits);
                let work = move |_: &Progress| with_edits(&document, &edits).map(Some);
                self.jobs.preview.job.start(previewed, work);
            }
            Remedy::Helpers(helpers) => {
                let request = FileRequest::AddHelpers { helpers, document: document.id };
                let to_bake = self.look_to_bake(request, &document);
                let work = move |progress: &Progress| beside_the_window(|| to_bake.bake_unjudged(progress));
                self.jobs.preview.job.start(previewed, move |progress| Ok(work(progress)?.map(|baked| baked.model)));
            }
        }
    }

    /// Why no remedy can be previewed. `None` if one can.
    fn why_no_preview(&self) -> Option<&'static str> {
        let waits_for_second = || self.edit_to_keep().panes.iter().any(|pane| pane.settings.shows_second());
        if self.model_before().is_some() {
            Some("A preview would replace the model that is pinned as before. Close that model first.")
        } else if self.second_of_file().is_some() {
            Some("A preview would replace the second model. Close that model first.")
        } else if self.jobs.loader.adding.is_running() {
            Some("A second model is being read. Wait for it, or cancel it.")
        } else if self.documents.pending_second.is_some() || waits_for_second() {
            Some("Some panes are of a second model that is not open. Give them the first model, or close them.")
        } else {
            None
        }
    }

    /// Shows a preview that was prepared since the last call, if what it is for is still there. A held mouse is waited for.
    pub(super) fn take_preview(&mut self) {
        if self.hand.gesture.is_some() || self.hand.gizmo_drag.is_some() {
            return;
        }
        let Some((previewed, result)) = self.jobs.preview.job.poll() else { return };
        let bug = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
        match result.unwrap_or_else(|_| Err(bug.to_owned())) {
            Ok(Some(model)) => self.show_preview(previewed, model),
            Ok(None) => {}
            Err(details) => self.show_error(FAILED.to_owned(), details),
        }
    }

    fn show_preview(&mut self, Previewed { remedy, document: id, beside }: Previewed, mut model: Model) {
        let Some(document) = self.documents.first.clone().filter(|document| document.id == id) else { return };
        let Some(look) = self.edit.panes.iter().find(|pane| pane.id == beside).map(|pane| pane.settings) else {
            return;
        };
        if self.second().is_some() || self.talk.stage.is_some() || self.why_no_preview().is_some() {
            return;
        }
        self.settle_history();
        model.name = remedy.joints_in_words();
        self.place_second(document.of_memory(Arc::new(model)), JointTable::default(), PairFit::default());
        let settings = PaneSettings { model: PaneModel::Second, comparison: Comparison::default(), ..look };
        let (mut shown, layout) = (None, self.edit.layout.clone());
        self.edit_panes(|edit, ids| {
            let Some(pane) = edit.panes.iter().position(|pane| pane.id == beside) else { return };
            // If there is no room, a neighbor makes it.
            let is_full = edit.panes.len() == MOST_PANES;
            let at = if is_full && pane + 1 == MOST_PANES { pane - 1 } else { pane + 1 };
            let replaced = edit.panes.get(at).filter(|_| is_full).copied();
            if is_full {
                edit.remove_pane(at);
            }
            edit.add_pane_after(at - 1, settings, ids);
            shown = edit.panes.get(at).map(|pane| (pane.id, replaced));
        });
        if let (Some((pane, replaced)), Some(second)) = (shown, &mut self.documents.second) {
            second.preview = Some(Preview { remedy, pane, beside, replaced, layout });
        }
        self.edit_generation += 1;
    }

    /// Ends the preview, shown or in preparation. The panes are those of before, with what the user changed since. Returns
    /// whether one was shown.
    pub(super) fn end_preview(&mut self) -> bool {
        self.jobs.preview.job.cancel();
        let Some(preview) = self.shown_preview().cloned() else { return false };
        self.forget_vertices_of_second();
        self.documents.second = None;
        self.documents.watching.second.forget();
        let was_selected = self.edit.panes.get(self.view.selected_pane).is_some_and(|pane| pane.id == preview.pane);
        self.edit_panes(|edit, _| *edit = preview.left_out_of(edit));
        let beside = self.edit.panes.iter().position(|pane| pane.id == preview.beside);
        if let (true, Some(beside)) = (was_selected, beside) {
            self.view.selected_pane = beside;
        }
        self.edit_generation += 1;
        self.pose_generation += 1;
        true
    }

    /// Ends the preview if its pane is gone.
    pub(super) fn end_lost_preview(&mut self) {
        if self.shown_preview().is_some() && self.previewing_pane().is_none() {
            self.end_preview();
        }
    }
}

fn index_of(edit: &EditState, pane: u64) -> Option<usize> {
    edit.panes.iter().position(|other| other.id == pane)
}

/// The model with these edits of its rig, in its default shape.
fn with_edits(document: &Document, edits: &RigEdits) -> Result<Model, String> {
    let rig = edits.applied_after(&document.edits, &document.rig, &document.source);
    rig.map(|rig| Model::clone(&rig.model)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::{wait_until, waking_state};
    use super::*;
    use crate::model::TwistKind;
    use crate::rigging::{HelperJoints, TwistSplit};
    use crate::skinning::{SkinningMethod, deform_model};
    use glam::Vec3;
    use std::sync::mpsc::Receiver;

    fn open_mannequin() -> (State, Receiver<()>) {
        let (mut state, woken) = waking_state();
        state.show_document(crate::files::open_model("mannequin").unwrap());
        state.feed_history(0.0, false);
        (state, woken)
    }

    fn joint(state: &State, name: &str) -> u32 {
        state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap()
    }

    fn twists(state: &State) -> Remedy {
        Remedy::Twist(TwistSplit { joint: joint(state, "forearm.L"), count: 2, kind: TwistKind::End })
    }

    fn preview(state: &mut State, woken: &Receiver<()>, remedy: Remedy) {
        state.apply(Command::PreviewRemedy(remedy));
        assert!(matches!(state.preview(), Some((_, PreviewState::Preparing(_)))));
        wait_until(state, woken, |state| !state.jobs.preview.is_running());
        assert!(matches!(state.preview(), Some((shown, PreviewState::Shown(_))) if shown == remedy));
    }

    fn shown(state: &State) -> Vec<(PaneModel, SkinningMethod)> {
        state.edit.panes.iter().map(|pane| (pane.settings.model, pane.settings.skinning.method)).collect()
    }

    #[test]
    fn a_preview_is_what_applying_gives_and_is_no_step() {
        let (mut state, woken) = open_mannequin();
        let before = state.edit.clone();
        let node = joint(&state, "hand.L");
        state.apply(Command::SetAngles { node, angles_degrees: Vec3::new(70.0, 0.0, 0.0) });
        state.settle_history();
        let (posed, remedy) = (state.edit.clone(), twists(&state));
        preview(&mut state, &woken, remedy);
        let (first, second) = ((PaneModel::First, SkinningMethod::Lbs), (PaneModel::Second, SkinningMethod::Lbs));
        assert_eq!(shown(&state), [first, second, (PaneModel::First, SkinningMethod::Dqs)]);
        assert!(state.previewing_pane() == Some(1) && state.edit.rig.is_empty());
        let names = state.names_of_models(PaneModel::First).unwrap();
        assert_eq!(names, ["mannequin", "2 twist joints"]);
        let skinning = state.edit.pane(1).skinning;
        let previewed = {
            let (document, pose) = state.posed_document(PaneModel::Second).unwrap();
            deform_model(&document.model, pose, skinning, &[]).unwrap()
        };
        // Neither undo nor a file knows it.
        state.feed_history(10.0, false);
        state.feed_history(20.0, false);
        assert!(!state.history.is_waiting() && state.history.undo_name(&posed).is_some());
        assert_eq!(*state.edit_to_keep(), posed);
        let saved = serde_json::to_value(state.own_session()).unwrap();
        assert!(saved["panes"].as_array().unwrap().len() == 2 && !saved.to_string().contains("2 twist joints"));
        assert_eq!(state.scene_second(), None);
        assert_eq!(state.scene_of_now().unwrap().panes.len(), 2);
        state.apply(Command::Mend(remedy));
        assert!(state.second().is_none());
        assert_eq!(state.edit.panes, before.panes);
        assert_eq!(state.edit.rig.twists.len(), 2, "both sides");
        let applied = {
            let (document, pose) = state.posed_document(PaneModel::First).unwrap();
            deform_model(&document.model, pose, skinning, &[]).unwrap()
        };
        let pairs = previewed.iter().flatten().zip(applied.iter().flatten());
        let apart = pairs.map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max);
        assert!(apart < 1e-6, "{apart}");
        state.settle_history();
        state.apply(Command::Undo);
        assert_eq!(state.edit, posed);
        state.apply(Command::Undo);
        assert_eq!(state.edit, before);
    }

    #[test]
    fn discarding_undoing_and_closing_the_pane_restore_the_panes() {
        let (mut state, woken) = open_mannequin();
        let (before, remedy) = (state.edit.clone(), twists(&state));
        let ends = [Command::EndPreview, Command::Undo, Command::RemovePane(1), Command::RemoveSecondModel];
        for end in ends {
            preview(&mut state, &woken, remedy);
            state.apply(end.clone());
            assert!(state.second().is_none() && state.edit == before, "{end:?}");
            state.settle_history();
            assert!(!state.history.has_undo(&state.edit), "{end:?}");
        }
        // A preview that was looked at gives the selection back to the pane beside it.
        preview(&mut state, &woken, remedy);
        state.apply(Command::SelectPane(1));
        state.apply(Command::EndPreview);
        assert_eq!((state.view.selected_pane, state.edit == before), (0, true));
        preview(&mut state, &woken, remedy);
        state.apply(Command::SelectPane(1));
        preview(&mut state, &woken, remedy);
        assert!(state.previewing_pane() == Some(1) && state.edit.pane(1).skinning.method == SkinningMethod::Lbs);
        // Its pane shows another model: it is over.
        state.apply(Command::SetPaneModel { pane: 1, model: PaneModel::First });
        assert!(state.second().is_none() && state.edit == before);
        // What the user changes meanwhile stays.
        preview(&mut state, &woken, remedy);
        state.apply(Command::SetMethod { pane: 2, method: SkinningMethod::Dib });
        state.apply(Command::EndPreview);
        assert_eq!(shown(&state), [(PaneModel::First, SkinningMethod::Lbs), (PaneModel::First, SkinningMethod::Dib)]);
        state.settle_history();
        assert_eq!(state.history.undo_name(&state.edit), Some("Use DIB in pane 2"));
    }

    #[test]
    fn a_second_model_of_the_user_is_not_replaced_and_replaces_a_preview() {
        let (mut state, woken) = open_mannequin();
        let remedy = twists(&state);
        let open = || Document::new(0, crate::files::open_model("limb").unwrap());
        preview(&mut state, &woken, remedy);
        state.take_second(open());
        assert!(state.second_of_file().is_some() && state.preview().is_none());
        assert_eq!(state.edit.panes.len(), 4, "both models under both methods");
        let second = state.second().unwrap().document.id;
        state.apply(Command::PreviewRemedy(remedy));
        assert!(!state.jobs.preview.is_running() && state.second().unwrap().document.id == second);
        assert!(state.interface.notice.as_ref().unwrap().text.contains("would replace the second model"));
    }

    #[test]
    fn full_panes_make_room_and_get_it_back() {
        let (mut state, woken) = open_mannequin();
        state.apply(Command::SetPaneCount(MOST_PANES));
        state.apply(Command::SelectPane(MOST_PANES - 1));
        let (before, remedy) = (state.edit.panes.clone(), twists(&state));
        preview(&mut state, &woken, remedy);
        assert!(state.edit.panes.len() == MOST_PANES && state.previewing_pane() == Some(MOST_PANES - 2));
        assert_eq!(state.edit_to_keep().panes.len(), MOST_PANES);
        state.apply(Command::EndPreview);
        assert!(state.edit.panes == before && state.view.selected_pane == MOST_PANES - 1);
        preview(&mut state, &woken, remedy);
        state.apply(Command::RemovePane(MOST_PANES - 2));
        assert!(state.edit.panes == before && state.second().is_none(), "the pane that made room is back");
    }

    #[test]
    fn helper_joints_are_previewed_without_a_file() {
        let (mut state, woken) = open_mannequin();
        let remedy = Remedy::Helpers(HelperJoints { joint: joint(&state, "forearm.L"), count: 1 });
        preview(&mut state, &woken, remedy);
        let second = state.second().unwrap();
        assert_eq!(second.document.model.skeleton.constraints().len(), 2, "both sides");
        assert!(second.document.files.is_empty(), "nothing to watch");
        state.apply(Command::PreviewRemedy(twists(&state)));
        assert!(state.second().is_none(), "one at a time");
        state.apply(Command::EndPreview);
        assert!(!state.jobs.preview.is_running());
    }
}
