//! Contents of a picture, taken from the state when it is ordered.

use super::super::document::Document;
use super::super::state::State;
use super::options::{PictureOf, PictureOptions, PictureSize};
use crate::centers::{CenterSettings, Centers};
use crate::files::picture_texts;
use crate::model::{Model, PoseOverrides, SkinPart};
use crate::panes::{
    Mark, MarkShape, MarkedPlace, PaneModel, PaneSettings, Scene, ScenePair, changed_joints_in_words, parse_talk,
    write_scene,
};
use crate::view::{Hall, Theme};
use std::path::Path;
use std::sync::Arc;

/// Everything that a picture depends on.
#[derive(Clone, Debug)]
pub struct PictureOrder {
    /// The model with the scene's rig.
    pub model: Arc<Model>,
    /// Both models; `None` if the panes show only one.
    pub pair: Option<Arc<ScenePair>>,
    /// Contents of the panes, read from `scene_text`, so that the command in the picture draws the same picture.
    pub scene: Arc<Scene>,
    /// The scene as a talk, which the picture carries.
    pub scene_text: String,
    /// Index of the only pane to draw.
    pub pane: Option<usize>,
    /// Size in pixels.
    pub size: [u32; 2],
    pub theme: Theme,
    pub labels: bool,
    pub transparent: bool,
    /// The isolated skin of each model. `None` shows all.
    pub parts: [Option<Arc<SkinPart>>; 2],
    /// Centers of rotation for the panes that need them.
    pub centers: Vec<(PaneModel, CenterSettings, Arc<Centers>)>,
}

/// Reason why there is no picture to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPicture {
    #[error("Open a model first.")]
    NoModel,
    #[error("Its centers of rotation are not computed yet. Try again in a moment.")]
    NoCenters,
    #[error("The second model is not open. Add it again, or close the panes that show it.")]
    NoSecond,
    #[error("The selected pane shows a preview, which no file has. Apply the remedy, or select another pane.")]
    Preview,
    #[error("The selected pane shows the model that is pinned as before, which no file has. Select another pane.")]
    Before,
    #[error("What the panes show cannot be written as a scene. This is a bug in skinscope. Please report it.")]
    NoScene,
}

impl State {
    /// The size of a picture in pixels.
    pub fn picture_pixels(&self, options: &PictureOptions) -> [u32; 2] {
        let shown = &self.interface.shown_panes;
        let on_screen = match options.of {
            PictureOf::AllPanes => shown.all_pixels,
            PictureOf::SelectedPane => {
                let pane = shown.panes.get(self.view.selected_pane).copied().unwrap_or_default();
                if options.labels { pane.pixels } else { pane.picture_pixels }
            }
        };
        let pixels = match options.size {
            PictureSize::Screen => on_screen,
            PictureSize::Custom => options.custom_pixels,
            fixed => fixed.fixed_pixels().unwrap_or(on_screen),
        };
        pixels.map(|side| side.clamp(PictureOptions::SMALLEST_SIDE, PictureOptions::LARGEST_SIDE))
    }

    /// An order for a picture of what the panes show now, with these options.
    pub(super) fn picture_order(&self, options: &PictureOptions) -> Result<PictureOrder, NoPicture> {
        let document = self.documents.first.as_ref().ok_or(NoPicture::NoModel)?;
        let mut seen = self.scene_of_now().ok_or(NoPicture::NoModel)?;
        if seen.title == self.title_of_now(document) && seen.caption.is_empty() {
            seen.title = self.pose_in_words(document, &seen);
            seen.caption = self.reason_of_pin();
        }
        if seen.marks.len() < Mark::MOST {
            seen.marks.extend(self.pinned_mark());
        }
        let scene_text = write_scene(&seen);
        let read = parse_talk(&scene_text, Path::new("")).ok();
        let scene = read.and_then(|talk| talk.scenes.into_iter().next()).ok_or(NoPicture::NoScene)?;
        if scene.second.is_some() && self.second().is_none() {
            return Err(NoPicture::NoSecond);
        }
        let pane = match options.of {
            PictureOf::AllPanes => None,
            PictureOf::SelectedPane => {
                let shown = self.edit.pane(self.view.selected_pane);
                if self.model_before().is_some() && !shown.model.is_first() {
                    return Err(NoPicture::Before);
                }
                let pane = self.kept_pane(self.view.selected_pane).ok_or(NoPicture::Preview)?;
                Some(pane.min(scene.panes.len().saturating_sub(1)))
            }
        };
        Ok(PictureOrder {
            // Figures compare all panes, also those that are not drawn.
            centers: self.centers_of_panes(&scene.panes(), pane.filter(|_| !options.labels))?,
            pair: self.scene_pair().filter(|_| scene.second.is_some()).map(Arc::new),
            model: Arc::clone(&document.model),
            scene,
            scene_text,
            pane,
            size: self.picture_pixels(options),
            theme: self.hall().map_or(self.interface.theme, Hall::theme),
            labels: options.labels,
            transparent: options.transparent,
            parts: self.shown_parts(),
        })
    }

    /// The model and its pose in words, as a caption for a scene without one.
    fn pose_in_words(&self, document: &Document, scene: &Scene) -> String {
        let names = self.names_of_models(PaneModel::First).filter(|_| scene.second.is_some());
        let names = names.map(|[first, second]| format!("{first} and {second}"));
        let mut parts = vec![names.unwrap_or_else(|| document.model.name.clone())];
        if !scene.weights.is_empty() {
            let edits = scene.weights.iter().map(ToString::to_string).collect::<Vec<_>>();
            parts.push(format!("weights {}", edits.join(", ")));
        }
        if !scene.twists.is_empty() {
            let twists =
                scene.twists.iter().map(|twist| format!("{}:{}:{}", twist.joint, twist.count, twist.kind.id()));
            let twists = twists.collect::<Vec<_>>();
            parts.push(format!("twist joints {}", twists.join(", ")));
        }
        if let Some(clip) = &scene.pose.clip {
            parts.push(format!("{clip} at {:.2} s", scene.pose.time.unwrap_or_default()));
        }
        let skeleton = &document.model.skeleton;
        let changed = changed_joints_in_words(skeleton, &self.pose, &self.edit.overrides, &PoseOverrides::default());
        // The figures belong to this joint. If it is the only posed joint, it is named already.
        let is_named = |joint: &u32| changed.len() == 1 && self.edit.overrides.iter().all(|(node, _)| node == *joint);
        let selected = self.selection.joint.filter(|joint| !is_named(joint));
        let around = selected.map(|joint| format!("around {}", skeleton.short_name(joint)));
        parts.extend(changed);
        parts.extend(around);
        parts.join("   ")
    }

    /// The mark of the pinned vertex.
    fn pinned_mark(&self) -> Option<Mark> {
        // The audience sees no pinned vertex.
        let pinned =
            self.selection.pinned.as_ref().filter(|pinned| pinned.model.is_first() && self.talk.stage.is_none())?;
        let at = MarkedPlace::Vertex(pinned.vertex_id.primitive, pinned.vertex_id.vertex);
        Some(Mark { at, shape: MarkShape::Ring, label: String::new(), panes: Vec::new() })
    }

    /// The reason why the vertex is pinned, as a sentence. Empty if it does not hold in this pose.
    fn reason_of_pin(&self) -> String {
        let reason = self.selection.pinned.as_ref().and_then(|pinned| pinned.reason.as_ref());
        let reason =
            reason.filter(|reason| reason.pose_generation == self.pose_generation && self.talk.stage.is_none());
        reason.map_or_else(String::new, |reason| format!("{}.", reason.text))
    }

    fn centers_of_panes(
        &self,
        panes: &[PaneSettings],
        only: Option<usize>,
    ) -> Result<Vec<(PaneModel, CenterSettings, Arc<Centers>)>, NoPicture> {
        let drawn = panes.iter().enumerate().filter(|(index, _)| only.is_none_or(|only| only == *index));
        let models = |pane: &PaneSettings| {
            let other = pane.shows_other_model().then(|| pane.model.other());
            std::iter::once(pane.model).chain(other)
        };
        let needing = drawn.flat_map(|(_, pane)| models(pane).map(move |model| (model, pane)));
        let of_pane = |(model, pane): (PaneModel, &PaneSettings)| {
            let document = self.document_of(model).ok_or(NoPicture::NoModel)?;
            let centers = self.computed_centers_for(document.id, pane).ok_or(NoPicture::NoCenters)?;
            Ok((model, pane.centers, Arc::clone(centers)))
        };
        needing.filter(|(_, pane)| pane.needs_centers()).map(of_pane).collect()
    }
}

impl PictureOrder {
    /// The centers of rotation of a model with some settings.
    pub fn centers_of(&self, model: PaneModel, settings: CenterSettings) -> Option<&Arc<Centers>> {
        let (.., centers) = self.centers.iter().find(|(of, with, _)| *of == model && *with == settings)?;
        Some(centers)
    }

    /// Texts that the picture carries in a file of this name: the scene, and the command that draws it again from that
    /// file.
    pub fn texts(&self, file_name: &str) -> Vec<(String, String)> {
        let [width, height] = self.size;
        let size = format!("{width}x{height}");
        let mut words = vec!["scenes", "1", "--talk", file_name, "--size", &size];
        let pane = self.pane.map(|pane| (pane + 1).to_string());
        if let Some(pane) = &pane {
            words.extend(["--pane", pane]);
        }
        let flags = [
            ("--light", self.theme == Theme::Light),
            ("--no-labels", !self.labels),
            ("--transparent", self.transparent),
        ];
        words.extend(flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag));
        words.extend(["-o", "again.png"]);
        picture_texts(words.into_iter().map(str::to_owned), Some(&self.scene_text))
    }
}
