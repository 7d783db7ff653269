//! Opening the models of a talk before they are shown, one after another, with their centers of rotation.

use super::super::document::Document;
use super::super::document_centers::DocumentCenters;
use super::super::state::State;
use super::Stage;
use crate::centers::{CenterParts, CenterSettings};
use crate::files::{OpenedModel, SourceVariant};
use crate::mending::{EditedRig, RigEdits};
use crate::panes::{PaneModel, PaneSettings, Scene, SceneRig};
use crate::rigging::{Placement, placed};
use std::collections::VecDeque;
use std::sync::Arc;

/// The models of a talk.
pub struct Rehearsal {
    opened: Vec<RehearsedModel>,
    /// Models that are not open yet, the next one first.
    to_open: VecDeque<SourceVariant>,
    /// The model that is being opened.
    opening: Option<SourceVariant>,
    /// Centers of rotation that each model needs.
    needs: Vec<(SourceVariant, CenterSettings, CenterParts)>,
}

struct RehearsedModel {
    source: SourceVariant,
    /// Id of the document that this one shows in another size or direction, and its placement. `None` if it is not
    /// placed.
    placed_from: Option<(u64, Placement)>,
    /// What scenes change in the model's rig.
    rig: SceneRig,
    document: Arc<Document>,
    /// Centers of rotation. Empty while the model is shown: the state has them then.
    centers: DocumentCenters,
}

impl Rehearsal {
    pub(super) fn of(scenes: &[Arc<Scene>]) -> Self {
        let mut rehearsal = Self { opened: Vec::new(), to_open: VecDeque::new(), opening: None, needs: Vec::new() };
        for scene in scenes {
            for (model, source) in variants_of(scene) {
                if !rehearsal.to_open.contains(&source) {
                    rehearsal.to_open.push_back(source.clone());
                }
                for pane in scene.panes() {
                    if pane.model == model || pane.shows_other_model() {
                        rehearsal.need(&source, &pane);
                    }
                }
            }
        }
        rehearsal
    }

    fn need(&mut self, source: &SourceVariant, pane: &PaneSettings) {
        let Some(parts) = pane.center_parts() else { return };
        let is_same = |(of, settings, _): &&mut (SourceVariant, CenterSettings, CenterParts)| {
            of == source && *settings == pane.centers
        };
        match self.needs.iter_mut().find(is_same) {
            Some((_, _, needed)) => *needed = parts.max(*needed),
            None => self.needs.push((source.clone(), pane.centers, parts)),
        }
    }

    /// The open model of a scene.
    pub(super) fn document(&self, scene: &Scene) -> Option<Arc<Document>> {
        let source = SourceVariant::from(&scene.wanted_model());
        let is_of_scene = |opened: &&RehearsedModel| {
            opened.source == source && opened.rig == scene.rig() && opened.placed_from.is_none()
        };
        self.opened.iter().find(is_of_scene).map(|opened| Arc::clone(&opened.document))
    }

    /// The open second model of a scene.
    pub(super) fn second_document(&self, scene: &Scene) -> Option<Arc<Document>> {
        let source = SourceVariant::from(&scene.second.as_ref()?.wanted_model());
        let is_it =
            |opened: &&RehearsedModel| opened.source == source && opened.rig.is_empty() && opened.placed_from.is_none();
        self.opened.iter().find(is_it).map(|opened| Arc::clone(&opened.document))
    }

    /// An open model that was prepared with this placement, to be shown next to another one.
    pub(in super::super) fn placed(&self, read: u64, placement: Placement) -> Option<Arc<Document>> {
        let is_it = |opened: &&RehearsedModel| opened.placed_from == Some((read, placement));
        self.opened.iter().find(is_it).map(|opened| Arc::clone(&opened.document))
    }

    /// Every open model.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.opened.iter().map(|opened| &opened.document)
    }

    fn keep(&mut self, source: &SourceVariant, rig: SceneRig, document: Document) {
        self.push(source, rig, Arc::new(document), None);
    }

    fn push(
        &mut self,
        source: &SourceVariant,
        rig: SceneRig,
        document: Arc<Document>,
        placed_from: Option<(u64, Placement)>,
    ) {
        let (source, centers) = (source.clone(), DocumentCenters::default());
        let opened = RehearsedModel { source, placed_from, rig, document, centers };
        // Centers of rotation are computed in this order, and a scene shows this one.
        if placed_from.is_some() { self.opened.insert(0, opened) } else { self.opened.push(opened) }
    }

    /// The centers of rotation of a model that is not shown.
    pub fn centers_of(&self, document: u64) -> Option<&DocumentCenters> {
        self.opened.iter().find(|opened| opened.document.id == document).map(|opened| &opened.centers)
    }

    /// Opens the models of a scene next.
    pub(super) fn hurry(&mut self, scene: &Scene) {
        for (_, source) in variants_of(scene).into_iter().rev() {
            if let Some(index) = self.to_open.iter().position(|waiting| *waiting == source)
                && let Some(source) = self.to_open.remove(index)
            {
                self.to_open.push_front(source);
            }
        }
    }

    /// Keeps the centers of a model that is no longer shown. Returns them if the model does not belong to the talk.
    pub(super) fn keep_centers(
        &mut self,
        document: Option<u64>,
        centers: DocumentCenters,
    ) -> Result<(), DocumentCenters> {
        match self.opened.iter_mut().find(|opened| Some(opened.document.id) == document) {
            Some(opened) => {
                opened.centers = centers;
                Ok(())
            }
            None => Err(centers),
        }
    }

    pub(super) fn take_centers(&mut self, document: u64) -> DocumentCenters {
        let opened = self.opened.iter_mut().find(|opened| opened.document.id == document);
        opened.map(|opened| std::mem::take(&mut opened.centers)).unwrap_or_default()
    }

    /// The centers of every model, which take results.
    pub(in super::super) fn all_centers(&mut self) -> impl Iterator<Item = &mut DocumentCenters> {
        self.opened.iter_mut().map(|opened| &mut opened.centers)
    }
}

/// The models of a scene: one, or two.
pub(super) fn variants_of(scene: &Scene) -> Vec<(PaneModel, SourceVariant)> {
    let second = scene.second.iter().map(|second| (PaneModel::Second, SourceVariant::from(&second.wanted_model())));
    std::iter::once((PaneModel::First, SourceVariant::from(&scene.wanted_model()))).chain(second).collect()
}

impl Stage {
    /// The distinct rigs that scenes make of a model, without the file's own.
    fn rigs_of(&self, source: &SourceVariant) -> Vec<SceneRig> {
        let mut distinct: Vec<SceneRig> = Vec::new();
        for scene in self.scenes.iter().filter(|scene| SourceVariant::from(&scene.wanted_model()) == *source) {
            let rig = scene.rig();
            if !rig.is_empty() && !distinct.contains(&rig) {
                distinct.push(rig);
            }
        }
        distinct
    }

    /// The model with a scene's rig, or unchanged if it does not fit: showing the scene then says why.
    fn rigged(&self, document: &Document, rig: &SceneRig, id: u64) -> Document {
        let scene = self.scenes.iter().find(|scene| scene.rig() == *rig);
        let edits = scene.and_then(|scene| scene.rig_edits(&document.source).ok()).unwrap_or_default();
        document
            .with_rig(id, &edits)
            .unwrap_or_else(|_| document.rigged(id, EditedRig::of_file(&document.source), RigEdits::default()))
    }
}

impl State {
    /// Starts opening the next model of the talk. A model that the editor also shows is opened again: its document
    /// keeps the editor's rig.
    pub(super) fn rehearse(&mut self) {
        let Some(stage) = &mut self.talk.stage else { return };
        let rehearsal = &mut stage.rehearsal;
        if rehearsal.opening.is_some() {
            return;
        }
        if let Some(next) = rehearsal.to_open.pop_front() {
            rehearsal.opening = Some(next.clone());
            let access = self.access_of(&next.source);
            self.jobs.loader.open_ahead(next, access);
        }
    }

    /// Takes a model of the talk, or the failure to open it, and goes on to the next. A model that was opened for an
    /// earlier talk is dropped.
    pub(in super::super) fn take_rehearsed(&mut self, source: &SourceVariant, opened: Option<OpenedModel>) {
        let id = self.documents.next_id;
        let Some(stage) = &mut self.talk.stage else { return };
        if stage.rehearsal.opening.take_if(|opening| opening == source).is_none() {
            return;
        }
        match opened {
            Some(opened) => {
                let document = Document::new(id, opened);
                self.documents.next_id += 1;
                for rig in stage.rigs_of(source) {
                    let rigged = stage.rigged(&document, &rig, self.documents.next_id);
                    self.documents.next_id += 1;
                    stage.rehearsal.keep(source, rig, rigged);
                }
                stage.rehearsal.keep(source, SceneRig::default(), document);
                self.place_seconds();
                self.show_awaited_scene();
            }
            None => {
                // Its scenes say so when they are shown.
                stage.missing.push(source.clone());
                self.show_awaited_scene();
            }
        }
        self.rehearse();
    }

    /// Prepares the second models that are fitted to the first.
    fn place_seconds(&mut self) {
        let mut next = self.documents.next_id;
        let Some(stage) = &mut self.talk.stage else { return };
        for scene in stage.scenes.clone() {
            let Some(second) = &scene.second else { continue };
            let Some((first, Some(read))) = stage.open_models(&scene) else { continue };
            let placement = second.fit().placement(first.stance(), read.stance());
            if placement == Placement::AS_IT_IS || stage.rehearsal.placed(read.id, placement).is_some() {
                continue;
            }
            // A size that is out of range is reported when the scene is shown.
            if let Ok(model) = placed(&read.source, placement) {
                let document = Arc::new(read.placed(next, Arc::new(model)));
                next += 1;
                let from = Some((read.id, placement));
                let source = SourceVariant::from(&second.wanted_model());
                stage.rehearsal.push(&source, SceneRig::default(), document, from);
            }
        }
        self.documents.next_id = next;
    }

    /// Requests the centers of rotation of the talk's models, one at a time.
    pub(in super::super) fn rehearse_centers(&mut self) {
        let shown = self.documents.first.as_ref().map(|document| document.id);
        let Some(stage) = &mut self.talk.stage else { return };
        let Rehearsal { opened, needs, .. } = &mut stage.rehearsal;
        if self.documents.centers.computing() || opened.iter().any(|opened| opened.centers.computing()) {
            return;
        }
        for RehearsedModel { source, document, centers, .. } in opened.iter_mut() {
            // The state has the centers of the shown model. A later scene may need more parts of them; a job that no
            // shown pane uses at all would be stopped at the next frame.
            let is_shown = Some(document.id) == shown;
            let centers = if is_shown { &mut self.documents.centers } else { centers };
            let is_missing = |(of, settings, parts): &&(SourceVariant, CenterSettings, CenterParts)| {
                let wait = centers.wait(document.id, *settings, *parts);
                let waits = wait.is_some_and(|wait| wait.progress().is_some());
                of == source && waits && (!is_shown || centers.is_wanted(*settings))
            };
            if let Some(&(_, settings, parts)) = needs.iter().find(is_missing) {
                centers.request(&self.jobs.loader, document.id, &document.model, settings, parts);
                return;
            }
        }
    }

    /// The centers of rotation of an open document for a pane.
    pub fn centers_for(&self, document: u64, pane: &PaneSettings) -> Option<(&Arc<crate::centers::Centers>, u64)> {
        let parts = pane.center_parts()?;
        let rehearsed = self.talk.stage.as_ref().and_then(|stage| stage.rehearsal.centers_of(document));
        let shown = self.documents.centers.get(document, pane.centers, parts);
        let second = self.second().and_then(|second| second.centers.get(document, pane.centers, parts));
        shown.or(second).or_else(|| rehearsed?.get(document, pane.centers, parts))
    }

    /// The centers of rotation of an open document for a picture of a pane, which every run draws alike.
    pub(in super::super) fn computed_centers_for(
        &self,
        document: u64,
        pane: &PaneSettings,
    ) -> Option<&Arc<crate::centers::Centers>> {
        let parts = pane.center_parts()?;
        let rehearsed = self.talk.stage.as_ref().and_then(|stage| stage.rehearsal.centers_of(document));
        let second = self.second().map(|second| &second.centers);
        let mut all = [Some(&self.documents.centers), second, rehearsed].into_iter().flatten();
        all.find_map(|centers| centers.computed(document, pane.centers, parts))
    }
}
