//! A second model beside the open one, in the same pose.

use super::command::Command;
use super::document::Document;
use super::document_centers::DocumentCenters;
use super::state::State;
use crate::files::{ModelSource, OpenOptions};
use crate::model::{Model, Pose};
use crate::pairs::{JointMatch, JointTable, ModelPair};
use crate::panes::{PaneModel, PaneSettings};
use std::sync::Arc;

/// A model that takes the pose of the open one, for panes that show it or compare with it. Not part of the edit: it stays
/// through undo, and goes with the model that it was added to.
pub struct SecondModel {
    pub document: Arc<Document>,
    pub pair: Arc<ModelPair>,
    /// The pose of the open model for this one.
    pub pose: Pose,
    pub(super) centers: DocumentCenters,
    /// The open model, as it was opened. Twist joints and morph targets do not change it.
    first: Arc<Model>,
    /// Id of the document whose joints are matched.
    matched: u64,
}

impl State {
    /// Starts reading a second model. Without an open model, it becomes the first.
    pub(super) fn add_model(&mut self, source: ModelSource) {
        if self.document.is_none() {
            return self.apply(Command::Open(source));
        }
        let access = self.access_of(&source);
        self.loader.add(source, OpenOptions { access, ..OpenOptions::default() });
    }

    /// Shows a model that was read beside the open one.
    pub fn take_second(&mut self, second: Document) {
        let Some(document) = &self.document else { return self.show_read(second) };
        let second = second.with_id(self.next_document_id);
        self.next_document_id += 1;
        let surfaces = [&document.rest, &second.rest].map(|rest| Arc::clone(rest.skin()));
        let models = [&*document.source, &*second.source];
        let pair = ModelPair::of(models, [&surfaces[0].surface, &surfaces[1].surface], &JointTable::default());
        // An empty table fits all models.
        let Ok(pair) = pair else { return };
        let alone = pair.joints.pairs().is_empty();
        self.second = Some(SecondModel {
            first: Arc::clone(&document.source),
            matched: 0,
            pose: Pose::rest(&second.model.skeleton),
            pair: Arc::new(pair),
            document: Arc::new(second),
            centers: DocumentCenters::default(),
        });
        self.refresh_second();
        self.apply(Command::ShowBothModels);
        if alone {
            self.notify("No joint has the same name in both models, so the second one stays at rest".to_owned(), None);
        }
    }

    /// Updates the second model's pose and shape, and its joints after twist joints were added or removed.
    pub(super) fn refresh_second(&mut self) {
        // The stage sets the editor aside, with both models.
        if self.stage.is_some() {
            return;
        }
        let Some(document) = self.document.clone() else { return self.second = None };
        let Some(second) = &mut self.second else { return };
        if !Arc::ptr_eq(&second.first, &document.source) {
            return self.second = None;
        }
        let skeletons = [&document.model.skeleton, &second.document.model.skeleton];
        if second.matched != document.id {
            // Without a table, nothing can be wrong with it.
            let joints = JointMatch::of(skeletons[0], skeletons[1], &JointTable::default()).unwrap_or_default();
            second.pair = Arc::new(ModelPair { joints, ..ModelPair::clone(&second.pair) });
            second.matched = document.id;
        }
        let pose = second.pair.pose(skeletons, &self.pose);
        if pose != second.pose {
            second.pose = pose;
            self.pose_generation += 1;
        }
        let shape = second.document.model.in_shape(&second.pose.morph_weights);
        if !Arc::ptr_eq(&shape, &second.document.model) {
            second.document = Arc::new(second.document.in_shape(shape));
        }
    }

    /// The second model, while the one that it was added to is open and the editor is shown.
    pub fn second(&self) -> Option<&SecondModel> {
        let document = self.document.as_ref()?;
        self.second.as_ref().filter(|second| self.stage.is_none() && Arc::ptr_eq(&second.first, &document.source))
    }

    /// The model that a pane shows: the first one if there is no second.
    pub fn model_of_pane(&self, pane: &PaneSettings) -> PaneModel {
        if self.second().is_some() { pane.model } else { PaneModel::First }
    }

    /// The document of a model, with its pose.
    pub fn posed_document(&self, model: PaneModel) -> Option<(&Arc<Document>, &Pose)> {
        match (model, self.second()) {
            (PaneModel::Second, Some(second)) => Some((&second.document, &second.pose)),
            _ => Some((self.document.as_ref()?, &self.pose)),
        }
    }

    /// The names of both models, first that of `model`. `None` if there is only one.
    pub fn names_of_models(&self, model: PaneModel) -> Option<[&str; 2]> {
        let second = self.second()?;
        let names = [self.document.as_ref()?, &second.document].map(|document| document.model.name.as_str());
        let names = if names[0] == names[1] { [names[0], "second"] } else { names };
        Some(if model.is_first() { names } else { [names[1], names[0]] })
    }

    /// Gives half of the panes to the second model: copies of the panes that are shown, or, if there is no room, the
    /// panes of every second position.
    pub(super) fn show_both_models(&mut self) {
        if self.second().is_none() || self.edit.panes.iter().any(|pane| !pane.settings.model.is_first()) {
            return;
        }
        let shown: Vec<PaneSettings> = self.edit.panes.iter().map(|pane| pane.settings).collect();
        let of_second = |settings: PaneSettings| PaneSettings { model: PaneModel::Second, ..settings };
        let count = shown.len();
        if 2 * count > super::MOST_PANES {
            for index in (1..count).step_by(2) {
                self.edit_pane(index, |pane| *pane = of_second(*pane));
            }
            return;
        }
        let all: Vec<PaneSettings> = shown.iter().copied().chain(shown.iter().copied().map(of_second)).collect();
        self.edit_panes(|edit, ids| {
            // Panes of one method below each other, where that fills the rows.
            let layout = edit.layout.clone();
            edit.set_panes(&all, layout, ids);
        });
    }

    /// Closes the second model, with the panes that show it.
    pub(super) fn remove_second(&mut self) {
        if self.second.take().is_none() {
            return;
        }
        self.edit_panes(|edit, _| {
            let is_first = |pane: &super::Pane| pane.settings.model.is_first();
            if edit.panes.iter().any(is_first) {
                edit.panes.retain(is_first);
            }
            for pane in &mut edit.panes {
                pane.settings.model = PaneModel::First;
                if let Some(settings) = pane.settings.of_one_model() {
                    pane.settings = settings;
                }
            }
        });
    }

    /// Requests the centers of rotation that panes need of the second model.
    pub(super) fn request_second_centers(&mut self) {
        let wanted = self.wanted_centers(PaneModel::Second);
        let Some(second) = &mut self.second else { return };
        second.centers.keep(&wanted.iter().map(|(settings, _)| *settings).collect::<Vec<_>>());
        for (settings, parts) in wanted {
            second.centers.request(&self.loader, second.document.id, &second.document.model, settings, parts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::waking_state;
    use super::*;
    use crate::files::open_model;
    use crate::skinning::{JointPalette, SkinningSettings};
    use glam::Vec3;

    fn limb_beside(name: &str) -> State {
        let (mut state, _woken) = waking_state();
        state.show_document(open_model("limb").unwrap());
        state.feed_history(0.0, false);
        state.take_second(Document::new(0, open_model(name).unwrap()));
        state.settle_history();
        state
    }

    fn models(state: &State) -> Vec<PaneModel> {
        state.edit.panes.iter().map(|pane| pane.settings.model).collect()
    }

    #[test]
    fn a_second_model_gets_panes_of_its_own_and_the_pose_of_the_first() {
        let mut state = limb_beside("limb-heat");
        use PaneModel::{First, Second};
        assert_eq!(models(&state), [First, First, Second, Second]);
        let left = state.document.as_ref().unwrap().model.skeleton.find("left").unwrap();
        state.apply(Command::SetAngles { node: left, angles_degrees: Vec3::new(0.0, 80.0, 0.0) });
        let (second, pose) = state.posed_document(Second).unwrap();
        let palettes = |model: &Model, pose: &Pose| JointPalette::all(model, pose, SkinningSettings::default());
        let (ours, theirs) =
            (palettes(&second.model, pose), palettes(&state.document.as_ref().unwrap().model, &state.pose));
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert_ne!(*pose, Pose::rest(&second.model.skeleton));
        state.settle_history();
        state.apply(Command::Undo);
        assert_eq!(
            *state.posed_document(Second).unwrap().1,
            Pose::rest(&state.second().unwrap().document.model.skeleton)
        );
        state.apply(Command::Undo);
        assert_eq!(models(&state), [First, First], "the panes were a step");
        assert!(state.second().is_some());
    }

    #[test]
    fn it_goes_with_the_first_model_or_when_it_is_removed() {
        let mut state = limb_beside("bar");
        assert!(state.transient.notice.as_ref().unwrap().text.contains("No joint has the same name"));
        state.apply(Command::RemoveSecondModel);
        assert_eq!(models(&state), [PaneModel::First; 2]);
        assert!(state.second().is_none());
        let mut state = limb_beside("limb-heat");
        state.show_document(open_model("bar").unwrap());
        assert!(state.second().is_none());
        assert_eq!(state.model_of_pane(&state.edit.panes[3].settings), PaneModel::First);
    }

    #[test]
    fn scenes_and_sessions_are_of_the_first_model() {
        let state = limb_beside("limb-heat");
        let scene = state.scene_of_now().unwrap();
        assert_eq!(scene.panes.len(), 2);
        assert!(scene.panes.iter().all(|pane| pane.settings.model.is_first()));
    }
}
