//! The open model as it was, pinned as second model in memory: it stays while the file changes on disk, and the model as
//! it is now is compared with it.
//!
//! No file has the pinned model. Undo keeps its panes like those of any second model; sessions, scenes and pictures leave
//! them out, see [`State::edit_to_keep`].

mod desk;
#[cfg(test)]
mod tests;
mod words;

use super::edit_state::EditState;
use super::panels::{InspectorTab, Section};
use super::second_model::SecondModel;
use super::state::State;
use super::stress::StressRequest;
use crate::measure::{StressChanges, StressEntry};
use crate::pairs::{JointTable, PairFit};
use crate::panes::PaneModel;
pub use desk::BeforeDesk;
use desk::ComparedKey;
use std::sync::Arc;

/// The names of both models while one is pinned.
pub(super) const NOW: &str = "now";
pub(super) const BEFORE: &str = "before";

const LEFT_OUT: &str = "The model before is left out, because no file has it.";

/// What is known about the changes since a model was pinned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SinceBefore<'a> {
    /// The model is the pinned one.
    Same,
    /// No skin can be compared.
    NoSkin,
    /// The methods of all panes wait for their centers of rotation.
    NoCenters,
    /// It is compared, from 0 to 1.
    Comparing(f32),
    /// The comparison was canceled, or failed.
    Stopped,
    Changed(&'a StressChanges),
}

impl State {
    /// The model that is pinned as before.
    pub fn model_before(&self) -> Option<&SecondModel> {
        self.second().filter(|second| second.read.before_of.is_some())
    }

    /// Why the model cannot be pinned. `None` if it can.
    fn why_no_pin(&self) -> Option<&'static str> {
        if self.second_of_file().is_some() {
            Some("A second model is open. Close it, then pin this one as before.")
        } else if self.jobs.loader.adding.is_running() {
            Some("A second model is being read. Wait for it, or cancel it.")
        } else if self.second().is_none() && self.edit.panes.iter().any(|pane| pane.settings.shows_second()) {
            Some("Some panes are of a second model that is not open. Give them the first model, or close them.")
        } else {
            None
        }
    }

    /// Keeps the model as it is now as second model, in place of the one that was kept so, and shows both.
    pub(super) fn pin_before(&mut self) {
        let Some(document) = self.documents.first.clone().filter(|_| self.talk.stage.is_none()) else { return };
        self.end_preview();
        if let Some(reason) = self.why_no_pin() {
            return self.notify(reason.to_owned(), None);
        }
        let doubled = self.model_before().map(|before| before.doubled.clone());
        self.documents.watching.second.forget();
        self.jobs.loader.rereading_of(PaneModel::Second).cancel();
        self.jobs.before.forget();
        self.forget_vertices_of_second();
        self.place_second(document.as_before(BEFORE), JointTable::default(), PairFit::default());
        if let (Some(second), Some(doubled)) = (&mut self.documents.second, doubled) {
            second.doubled = doubled;
        }
        self.show_both_models();
        self.interface.folded_sections.remove(&Section::Before);
        self.show_tab(InspectorTab::Inspect);
    }

    /// Follows what is compared, and takes the result. A held mouse is waited for.
    pub(super) fn follow_before(&mut self) {
        if self.jobs.before.poll() {
            let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
            self.show_error("Could not compare with the model before".to_owned(), details.to_owned());
        }
        let Some((document, before)) = self.documents.first.as_ref().zip(self.model_before()) else {
            return self.jobs.before.forget();
        };
        let is_held = self.hand.gesture.is_some() || self.hand.gizmo_drag.is_some();
        if is_held || self.talk.stage.is_some() {
            return;
        }
        let is_same = before.read.is_before_of(document);
        let request = (!is_same && document.model.has_skin()).then(|| self.stress_request(document, Some(before)));
        // Weights are compared, whatever the morph targets of the pose do.
        let in_default_shape = |mut request: StressRequest| {
            request.rest = document.default_rest();
            if let Some((_, second, _)) = &mut request.second {
                second.rest = before.document.default_rest();
            }
            request
        };
        let request = request.flatten().map(in_default_shape);
        match request.and_then(|request| Some((ComparedKey::of(&request)?, request))) {
            Some((key, request)) => self.jobs.before.want(key, request),
            None => self.jobs.before.forget(),
        }
    }

    /// What changed since the model was pinned. `None` if none is.
    pub fn since_before(&self) -> Option<SinceBefore<'_>> {
        let (before, document) = (self.model_before()?, self.documents.first.as_ref()?);
        let desk = &self.jobs.before;
        Some(match (desk.fraction(), desk.compared()) {
            _ if before.read.is_before_of(document) => SinceBefore::Same,
            _ if !document.model.has_skin() => SinceBefore::NoSkin,
            (Some(fraction), _) => SinceBefore::Comparing(fraction),
            (None, Some(compared)) if compared.result.document == document.id => {
                SinceBefore::Changed(&compared.changes)
            }
            _ if desk.is_stopped() => SinceBefore::Stopped,
            _ if self.stress_request(document, Some(before)).is_none() => SinceBefore::NoCenters,
            // It begins with the next frame.
            _ => SinceBefore::Comparing(0.0),
        })
    }

    /// Goes to the worst pose of a joint that changed.
    pub(super) fn jump_to_change(&mut self, skin: usize, entry: StressEntry) {
        if let Some(compared) = self.jobs.before.compared().map(Arc::clone) {
            self.jump_to_entry(&compared.result, skin, entry);
        }
    }

    /// The edit without the panes of the model before, if there is one.
    pub(super) fn edit_without_before(&self) -> Option<EditState> {
        let before = self.model_before().filter(|_| self.shows_second())?;
        let mut kept = self.edit.clone();
        before.doubled.leave_out_of(&mut kept);
        Some(kept)
    }

    /// Whether panes show something of the model before, which saved files leave out.
    pub fn leaves_out_before(&self) -> Option<&'static str> {
        (self.model_before().is_some() && self.shows_second()).then_some(LEFT_OUT)
    }

    /// A message about something that was saved, with what it leaves out.
    pub(super) fn with_left_out(&self, saved: String) -> String {
        match self.leaves_out_before() {
            Some(left_out) => format!("{saved}. {left_out}"),
            None => saved,
        }
    }

    /// Says what the scene that was just kept leaves out.
    pub(super) fn say_left_out(&mut self) {
        if let Some(left_out) = self.leaves_out_before() {
            self.notify(left_out.to_owned(), None);
        }
    }
}
