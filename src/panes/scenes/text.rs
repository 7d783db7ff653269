//! A scene of a file: its checks, and the one form in which it is written.

use super::file::{SceneFile, SceneModel};
use super::mark::Mark;
use super::own_file;
use super::pane::{ScenePane, overlay_list};
use super::scene::{Scene, SceneMeasure, ScenePose};
use super::view::SceneView;
use crate::panes::{Arrangement, Motion, PaneLayout, PaneSettings};
use crate::skinning::SkinningMethod;
use crate::view::Overlays;
use std::path::Path;

/// Most panes of a scene.
const MOST_PANES: usize = SkinningMethod::ALL.len();

/// Longest planned time of a scene, in minutes.
const MOST_MINUTES: f32 = 600.0;

impl Scene {
    /// A scene of a model at rest from the front, without words.
    pub fn new(model: SceneModel, panes: Vec<(PaneSettings, Option<SceneView>)>, layout: &PaneLayout) -> Self {
        let SceneModel { file, hash, variant } = model;
        let scene = Self {
            id: String::new(),
            paper: String::new(),
            figure: String::new(),
            title: String::new(),
            caption: String::new(),
            notes: String::new(),
            model: file,
            model_hash: hash,
            variant,
            second: None,
            weights: Vec::new(),
            twists: Vec::new(),
            pose: ScenePose::default(),
            joint: None,
            vertex: None,
            isolated: Vec::new(),
            limits: Vec::new(),
            stops_at_limits: false,
            arrangement: Arrangement::default(),
            column_widths: Vec::new(),
            row_heights: Vec::new(),
            overlays: None,
            view: SceneView::FRONT,
            panes: Vec::new(),
            marks: Vec::new(),
            measure: SceneMeasure::default(),
            motion: None,
            motion_waits: false,
            minutes: None,
        };
        scene.with_panes(panes).with_layout(layout)
    }

    /// The scene with these panes, each with a view of its own if it has one. The overlays of most panes are the
    /// scene's; the first ones win among equals.
    #[must_use]
    pub fn with_panes(self, panes: Vec<(PaneSettings, Option<SceneView>)>) -> Self {
        let overlays = |(settings, _): &(PaneSettings, Option<SceneView>)| settings.look.overlays;
        let count = |wanted: Overlays| panes.iter().filter(|pane| overlays(pane) == wanted).count();
        let most = panes.iter().rev().max_by_key(|pane| count(overlays(pane)));
        let shared = most.map_or_else(Overlays::default, overlays);
        Self {
            overlays: (shared != Overlays::default()).then(|| overlay_list(shared)),
            panes: panes.into_iter().map(|(settings, view)| ScenePane::of(&settings, view, shared)).collect(),
            ..self
        }
    }

    /// The scene in this layout.
    #[must_use]
    pub fn with_layout(self, layout: &PaneLayout) -> Self {
        let (column_widths, row_heights) = (layout.column_shares().to_vec(), layout.row_shares().to_vec());
        Self { arrangement: layout.arrangement, column_widths, row_heights, ..self }
    }

    /// The model, with what recognizes it.
    pub fn wanted_model(&self) -> SceneModel {
        SceneModel { file: self.model.clone(), hash: self.model_hash.clone(), variant: self.variant.clone() }
    }

    /// Arrangement of the panes.
    pub fn layout(&self) -> PaneLayout {
        PaneLayout::with_shares(self.arrangement, self.column_widths.clone(), self.row_heights.clone())
    }

    /// Overlays of the panes that have none of their own.
    pub(super) fn shared_overlays(&self) -> Overlays {
        self.overlays.as_ref().map_or_else(Overlays::default, |shared| shared.iter().copied().collect())
    }

    /// The scene as it was written in a file in `folder`, in the form in which it is written.
    ///
    /// # Errors
    /// One line, if a scene cannot be like this.
    pub(in crate::panes) fn read_in(mut self, folder: &Path) -> Result<Self, String> {
        self.check()?;
        self.files().for_each(|file| file.read_in(folder));
        self.methods().for_each(|method| *method = own_file::read_in(*method, folder));
        self.pose.time = self.pose.clip.is_some().then(|| self.pose.time.unwrap_or_default());
        let layout = self.layout();
        let panes = self.panes().into_iter().zip(self.panes.iter_mut().map(|pane| pane.view.take())).collect();
        Ok(self.with_panes(panes).with_layout(&layout))
    }

    /// The scene for a file in `folder`.
    pub(in crate::panes) fn written_in(&self, folder: &Path) -> Self {
        let mut scene = self.clone();
        scene.files().for_each(|file| file.write_in(folder));
        scene.methods().for_each(|method| *method = own_file::write_in(*method, folder));
        scene
    }

    /// The scene with the file names of its models instead of paths: folders may be private.
    pub(in crate::panes) fn without_folders(&self) -> Self {
        let mut scene = self.clone();
        scene.files().for_each(SceneFile::keep_name);
        scene.methods().for_each(|method| *method = own_file::keep_name(*method));
        scene
    }

    fn methods(&mut self) -> impl Iterator<Item = &mut SkinningMethod> {
        self.panes.iter_mut().flat_map(|pane| {
            let ScenePane { method, compare, .. } = pane;
            std::iter::once(method).chain(compare.as_mut().map(|compare| &mut compare.method))
        })
    }

    fn files(&mut self) -> impl Iterator<Item = &mut SceneFile> {
        std::iter::once(&mut self.model).chain(self.second.as_mut().map(|second| &mut second.model))
    }

    fn check(&self) -> Result<(), String> {
        let count = self.panes.len();
        if count == 0 || count > MOST_PANES {
            return Err(format!("panes has {count} entries; a scene shows 1 to {MOST_PANES}"));
        }
        if self.marks.len() > Mark::MOST {
            return Err(format!("marks has {} entries; a scene has up to {}", self.marks.len(), Mark::MOST));
        }
        let is_pane = |pane: &usize| (1..=count).contains(pane);
        if let Some(pane) = self.marks.iter().flat_map(|mark| &mark.panes).find(|pane| !is_pane(pane)) {
            return Err(format!("a mark names pane {pane}, but there are {count}"));
        }
        if !self.motion.as_ref().is_none_or(Motion::is_playable) {
            return Err("the motion needs finite ends, and durations from 0 to 86400 seconds".to_owned());
        }
        if let Some(minutes) = self.minutes.filter(|minutes| !(*minutes > 0.0 && *minutes <= MOST_MINUTES)) {
            return Err(format!("minutes must be above 0 and at most {MOST_MINUTES}, not {minutes}"));
        }
        if let Some(pane) = self.panes().iter().position(PaneSettings::shows_second).filter(|_| self.second.is_none()) {
            return Err(format!("pane {} shows a second model, and the scene has none", pane + 1));
        }
        let seconds = self.pose.time.unwrap_or_default();
        if !(0.0..=1e9).contains(&seconds) {
            return Err(format!("the pose's time of {seconds} s is not within a clip"));
        }
        Ok(())
    }
}
