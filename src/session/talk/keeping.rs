//! Making a scene of the editor's current state.

use super::super::document::Document;
use super::super::framing::Framing;
use super::super::scenes::SceneChanges;
use super::super::state::State;
use crate::files::ModelSource;
use crate::model::{PoseJoints, PoseMorphs, find_clip};
use crate::panes::{PaneModel, PaneSettings, Scene, SceneFile, SceneModel, ScenePose, SceneRig, SceneView, Seen};
use crate::view::Camera;
use std::sync::Arc;

impl State {
    /// A scene of the current panes, with the words of the shown scene if it is unchanged or on the stage, where only
    /// its own motion changes it. `None` without a model.
    pub(in super::super) fn scene_of_now(&self) -> Option<Scene> {
        let document = self.documents.first.as_ref()?;
        let is_unchanged = self.scene_changes() == SceneChanges::default();
        let shown = self.edit.scene.as_deref().filter(|_| is_unchanged || self.talk.stage.is_some());
        let seen = self.seen_scene(document, shown);
        Some(match shown {
            Some(shown) => self.edit.choices.written(Scene {
                paper: shown.paper.clone(),
                figure: shown.figure.clone(),
                title: shown.title.clone(),
                caption: shown.caption.clone(),
                notes: shown.notes.clone(),
                marks: shown.marks.clone(),
                measure: shown.measure,
                motion: shown.motion.clone(),
                motion_waits: shown.motion_waits,
                minutes: shown.minutes,
                // The notation of a figure's pose stays.
                pose: if is_unchanged { shown.pose.clone() } else { seen.pose },
                ..seen
            }),
            None => seen,
        })
    }

    /// The scene of the current panes, without words.
    pub(in super::super) fn seen_scene(&self, document: &Arc<Document>, shown: Option<&Scene>) -> Scene {
        let edit = self.edit_to_keep();
        let size = self.shared_pixels();
        // A figure whose camera was not moved is framed again for every picture.
        let kept = shown.filter(|_| self.view.frame.is_some()).map(|scene| scene.view.clone());
        // A pane with its own camera may have another shape than the panes that share one.
        let pane_size = |id: u64| {
            let index = self.edit.panes.iter().position(|pane| pane.id == id);
            let shown =
                index.and_then(|index| self.interface.shown_panes.panes.get(index)).map(|pane| pane.picture_pixels);
            shown.filter(|[width, height]| *width > 0 && *height > 0).unwrap_or(size)
        };
        let shows_second = edit.panes.iter().any(|pane| pane.settings.shows_second());
        let second = self.scene_second().filter(|_| shows_second);
        let pane = |pane: &super::super::Pane| {
            let view = self.view.own_cameras.get(&pane.id);
            let framing = self.view.frame_own.get(&pane.id).copied();
            let view = view.map(|camera| view_of(camera, framing, pane_size(pane.id)));
            let settings = if second.is_some() { pane.settings } else { pane.settings.of_first_model() };
            (settings, view)
        };
        let panes: Vec<(PaneSettings, Option<SceneView>)> = edit.panes.iter().map(pane).collect();
        Scene {
            title: self.title_of_now(document),
            second,
            vertex: self.diagram_vertex(PaneModel::First),
            view: kept.unwrap_or_else(|| view_of(&self.camera_for(size), self.view.frame, size)),
            ..self.written_scene(document, panes)
        }
    }

    /// The edit and the selection as a scene of these panes, without words, view, limits and second model.
    /// [`State::resolved`] is the way back.
    pub(in super::super) fn written_scene(
        &self,
        document: &Document,
        panes: Vec<(PaneSettings, Option<SceneView>)>,
    ) -> Scene {
        let (edit, skeleton) = (&self.edit, &document.model.skeleton);
        let isolated = self.view.isolation.as_ref().map_or(&[][..], |isolation| &isolation.roots);
        let clip = self.clip_of_now(document);
        let scene = Scene {
            pose: ScenePose {
                named: None,
                time: clip.as_ref().map(|_| self.playback.time_seconds),
                clip,
                set: Vec::new(),
                joints: PoseJoints::of(&edit.overrides, skeleton),
                morphs: PoseMorphs::of(&edit.overrides, skeleton),
            },
            joint: self.selection.joint.map(|joint| skeleton.address(joint)),
            isolated: isolated.iter().map(|joint| skeleton.address(*joint)).collect(),
            ..Scene::new(scene_model_of(document), panes, &edit.layout)
        };
        edit.choices.written(scene.with_rig(SceneRig::of(&edit.rig, &document.source.skeleton)))
    }

    /// The size of the picture that the shared camera fits. The stage has other panes than the editor.
    fn shared_pixels(&self) -> [u32; 2] {
        let Some(_) = &self.talk.stage else { return self.interface.pane_pixels };
        let shares = self.edit.panes.iter().map(|pane| !self.view.own_cameras.contains_key(&pane.id));
        let sizes = self.interface.shown_panes.panes.iter().zip(shares).filter(|(_, shares)| *shares);
        let sizes = sizes.map(|(pane, _)| pane.picture_pixels).filter(|[_, height]| *height > 0);
        let narrowest =
            sizes.min_by(|[a, b], [c, d]| (u64::from(*a) * u64::from(*d)).cmp(&(u64::from(*c) * u64::from(*b))));
        narrowest.unwrap_or(self.interface.pane_pixels)
    }

    /// The clip as scenes name it.
    fn clip_of_now(&self, document: &Document) -> Option<String> {
        let clips = &document.model.clips;
        let index = self.edit.clip.filter(|index| *index < clips.len())?;
        // Names may repeat.
        let name = &clips[index].name;
        let is_first = find_clip(clips, name) == Some(index);
        Some(if is_first { name.clone() } else { index.to_string() })
    }

    /// A title from the models and the posed joints, used until the user sets one.
    pub(in super::super) fn title_of_now(&self, document: &Document) -> String {
        let selected = self.selection.joint.map(|joint| document.joint_name(joint).to_owned());
        let posed = self.clip_of_now(document).or(selected).filter(|text| !text.is_empty());
        let models = match self
            .names_of_models(PaneModel::First)
            .filter(|_| self.shows_second() && self.model_before().is_none())
        {
            Some([first, second]) => format!("{first} and {second}"),
            None => document.model.name.clone(),
        };
        [Some(models), posed].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The view of a camera. A box that it frames for the shape of its pane is framed again for every other shape.
fn view_of(camera: &Camera, framing: Option<Framing>, size: [u32; 2]) -> SceneView {
    let view = SceneView::of_camera(camera, size);
    match framing {
        Some(Framing::Box(bounds)) => {
            let seen = Seen::Box(bounds.min.to_array(), bounds.max.to_array());
            let framed = SceneView { seen, ..view.clone() };
            let is_same_lens = (framed.fov_degrees() - view.fov_degrees()).abs() < 1e-3;
            if is_same_lens { framed } else { view }
        }
        _ => view,
    }
}

/// The model of a document in the form in which scenes store it.
pub fn scene_model_of(document: &Document) -> SceneModel {
    let file = match &document.origin {
        ModelSource::Bundled(name) => SceneFile::Bundled(name),
        ModelSource::File(path) => SceneFile::Path(std::path::absolute(path).unwrap_or_else(|_| path.clone())),
    };
    // A bundled model is the same in every copy of the program.
    let hash = matches!(file, SceneFile::Path(_)).then(|| document.hash.clone());
    SceneModel { file, hash, variant: document.options.variant.clone() }
}
