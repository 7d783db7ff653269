//! A second model next to the open one, in the same pose.

use super::before::{BEFORE, NOW};
use super::command::Command;
use super::document::Document;
use super::document_centers::DocumentCenters;
use super::doubled_panes::Doubled;
use super::figures::{PaneSkin, SecondKey, SecondRest, ShownSkin, names_with_models, pane_skins};
use super::file_commands::{file_name, saved_text};
use super::framing::Framing;
use super::pane_wait::PaneWait;
use super::preview::Preview;
use super::saved::PendingSecond;
use super::state::State;
use super::talk::scene_model_of;
use crate::centers::{CenterParts, CenterSettings};
use crate::files::{ModelSource, OpenOptions, SourceVariant, read_text, write_file};
use crate::math::counted;
use crate::measure::Surface;
use crate::model::{Model, Pose, Skeleton, SkinPart};
use crate::pairs::{JointMatch, JointPair, JointTable, MatchedBy, ModelPair, PairFit};
use crate::panes::{
    PaneModel, PaneSettings, Scene, ScenePair, SceneSecond, SceneView, Seen, names_in_sentences, part_of_second,
};
use crate::rigging::{Placement, placed};
use std::path::Path;
use std::sync::Arc;

/// A model that takes the pose of the open one, for panes that show it or compare with it. Not part of the edit: it stays
/// through undo, with its size and the table of joints, and goes with the model that it was added to.
pub struct SecondModel {
    /// The model in the shape of the pose, fitted to the first.
    pub document: Arc<Document>,
    /// The second model as it was read.
    pub(super) read: Arc<Document>,
    /// Partners that the user set. Partners of missing joints count again once the joints are back.
    pub(super) table: JointTable,
    pub fit: PairFit,
    pub pair: Arc<ModelPair>,
    /// The pose of the open model, transferred to this one.
    pub pose: Pose,
    pub(super) centers: DocumentCenters,
    /// The open model, as it was opened. Twist joints and morph targets do not change it.
    pub(super) first: Arc<Model>,
    /// Source of the open model. Another version of that model keeps the second model.
    beside: ModelSource,
    /// Id of the document whose joints are matched.
    matched: u64,
    /// Generation of the correspondence: increases with each change, never repeats.
    pub(super) pairing: u64,
    /// Whether a scene, not the user, added it.
    pub(super) is_of_scene: bool,
    pub(super) doubled: Doubled,
    /// Set for a preview of a remedy, which no file has.
    pub(super) preview: Option<Preview>,
    /// The isolated skin. `None` shows all.
    part: Option<Arc<SkinPart>>,
    /// The isolated skin of the first model and the pairing for which `part` was found.
    part_of: Option<(Arc<SkinPart>, u64)>,
}

impl SecondModel {
    /// Identifies measurements of this model around the partner of a joint of the first one. `apart` asks for the
    /// distance between both models.
    pub(super) fn key(&self, joint: Option<u32>, apart: bool) -> SecondKey {
        let joint = joint.and_then(|joint| self.pair.joints.second_of(joint));
        SecondKey { document: self.document.id, pairing: self.pairing, joint, apart }
    }

    /// The model in the form that measurements use.
    pub(super) fn rest(&self) -> SecondRest {
        SecondRest { rest: self.document.rest.clone(), pair: Arc::clone(&self.pair) }
    }
}

/// Data needed to add a second model again.
#[derive(Clone)]
pub struct KeptSecond {
    /// The second model as it was read.
    pub(super) read: Arc<Document>,
    table: JointTable,
    fit: PairFit,
    doubled: Doubled,
}

impl State {
    /// Starts reading a second model. Without an open model, it becomes the first.
    pub(super) fn add_model(&mut self, source: ModelSource) {
        if self.documents.first.is_none() {
            return self.apply(Command::Open(source));
        }
        let access = self.access_of(&source);
        self.documents.pending_second = None;
        self.jobs.loader.add(source, OpenOptions { access, ..OpenOptions::default() }, false);
    }

    /// Shows a model that was read as the second model.
    pub fn take_second(&mut self, second: Document) {
        if self.documents.first.is_none() {
            return self.show_read(second, None);
        }
        self.end_preview();
        self.documents.watching.second.forget();
        self.jobs.loader.rereading_of(PaneModel::Second).cancel();
        self.forget_vertices_of_second();
        let is_it = |pending: &PendingSecond| pending.source() == second.origin;
        let pending = self.documents.pending_second.take().filter(is_it);
        let wanted = pending.as_ref().map(|pending| &pending.model);
        let (table, fit) = wanted.map(|wanted| (wanted.joints.clone(), wanted.fit())).unwrap_or_default();
        let hash = second.hash.clone();
        self.place_second(second, table, fit);
        let wanted = pending.as_ref().filter(|pending| pending.is_of_scene).map(|pending| &pending.model);
        if let Some(wanted) = wanted.filter(|wanted| wanted.wanted_model().is_another_file(&hash)) {
            self.notify(format!("{} has changed since this scene was kept", wanted.model.label()), None);
        }
        if let (Some(_), Some(second)) = (wanted, &mut self.documents.second) {
            second.is_of_scene = true;
        }
        if let Some(scene) = self.edit.scene.clone().filter(|_| wanted.is_some()) {
            self.frame_both(&scene);
        }
        // Restored panes stay as the user had them, whether or not one shows the second model.
        let has_panes =
            pending.as_ref().is_some_and(|pending| pending.is_of_scene || self.restore_panes_of_both(pending));
        let is_baked = self.show_baked();
        if !has_panes && !is_baked {
            self.apply(Command::ShowBothModels);
        }
        let notes: Vec<String> = self.warning_of_pair().into_iter().chain(self.facing_note()).collect();
        if !notes.is_empty() {
            self.notify(format!("Two models: {}", notes.join("; ")), None);
        }
    }

    /// The reason why the second model does not follow the first, if it does not.
    fn warning_of_pair(&self) -> Option<String> {
        let (document, second) = (self.documents.first.as_ref()?, self.second()?);
        let models = [&document.source, &second.document.model];
        second
            .pair
            .joints
            .warning(models.map(|model| &model.skeleton), names_in_sentences(models.map(|model| &**model)))
    }

    /// Adds a model as the second one, with its table of joints.
    pub(super) fn place_second(&mut self, read: Document, table: JointTable, fit: PairFit) {
        let id = self.new_document_id();
        self.put_beside(Arc::new(read.with_id(id)), table, fit);
    }

    /// Adds a second model again as it was.
    pub(super) fn put_again(&mut self, KeptSecond { read, table, fit, doubled }: KeptSecond) {
        self.put_beside(read, table, fit);
        self.documents.second.iter_mut().for_each(|second| second.doubled = doubled.clone());
    }

    fn put_beside(&mut self, read: Arc<Document>, table: JointTable, fit: PairFit) {
        let Some(document) = self.documents.first.clone() else { return };
        let shown = self.fitted(&document, &read, fit);
        let Some(pair) = pair_of(&document, &shown, &table) else { return };
        self.documents.second = Some(SecondModel {
            first: Arc::clone(&document.source),
            beside: document.origin.clone(),
            matched: 0,
            pairing: self.new_document_id(),
            pose: Pose::rest(&shown.model.skeleton),
            pair: Arc::new(pair),
            document: shown,
            read,
            table,
            fit,
            centers: DocumentCenters::default(),
            is_of_scene: false,
            doubled: Doubled::default(),
            preview: None,
            part: None,
            part_of: None,
        });
        self.refresh_second();
        self.pose_generation += 1;
    }

    /// Adds the second model of the shown scene: immediately if it is open, otherwise once it is.
    pub(super) fn take_second_of_scene(&mut self, scene: &Scene) {
        let Some(wanted) = &scene.second else {
            // A second model that the user adds is still wanted.
            if self.documents.pending_second.take_if(|pending| pending.is_of_scene).is_some() {
                self.jobs.loader.adding.cancel();
            }
            return;
        };
        self.documents.pending_second = None;
        self.jobs.loader.adding.cancel();
        let shown = SourceVariant::from(&wanted.wanted_model());
        let open = self.second_of_file().filter(|second| shown.is_of(&second.read.origin, &second.read.options));
        let open = open.map(|second| (Arc::clone(&second.read), second.kept()));
        let rehearsed = || self.talk.stage.as_ref()?.second_document(scene);
        let is_there = open.is_some() || rehearsed().is_some();
        match open {
            Some((_, KeptSecond { table, fit, .. })) if table == wanted.joints && fit == wanted.fit() => {}
            Some((read, _)) => self.put_beside_for_scene(read, wanted),
            None => match rehearsed() {
                Some(read) => self.put_beside_for_scene(read, wanted),
                None => {
                    // The scene's panes must not show another model while its own is read, or if it is missing.
                    if self.model_before().is_some() {
                        self.documents.second = None;
                        self.forget_vertices_of_second();
                    }
                    self.read_pending(PendingSecond::of_scene(wanted.clone()));
                }
            },
        }
        if is_there {
            self.frame_both(scene);
        }
    }

    fn put_beside_for_scene(&mut self, read: Arc<Document>, wanted: &SceneSecond) {
        self.put_beside(read, wanted.joints.clone(), wanted.fit());
        self.documents.second.iter_mut().for_each(|second| second.is_of_scene = true);
    }

    /// Makes views of the whole skin show the skin of both models. Cameras that the user moved stay.
    fn frame_both(&mut self, scene: &Scene) {
        let (Some(document), Some(second)) = (&self.documents.first, self.second()) else { return };
        let of_second = scene.skin_bounds(&second.document.model, &second.pose);
        let whole = scene.skin_bounds(&document.model, &self.pose).union(of_second);
        let sees_all = |view: &SceneView| view.seen == Seen::Whole;
        if self.view.frame.is_some() && sees_all(&scene.view) {
            self.view.camera = scene.camera(whole, [1, 1]);
            self.view.frame = Some(Framing::of_view(&scene.view, whole));
        }
        let own =
            scene.panes.iter().zip(&self.edit.panes).filter_map(|(pane, shown)| Some((pane.view.as_ref()?, shown.id)));
        for (view, id) in own.filter(|(view, _)| sees_all(view)).collect::<Vec<_>>() {
            if let Some(frame) = self.view.frame_own.get_mut(&id) {
                *frame = Framing::of_view(view, whole);
                self.view.own_cameras.insert(id, view.camera(whole, self.interface.pane_pixels));
            }
        }
    }

    fn new_document_id(&mut self) -> u64 {
        self.documents.next_id += 1;
        self.documents.next_id - 1
    }

    /// A second model in the size and direction that `fit` asks for.
    fn fitted(&mut self, first: &Document, read: &Arc<Document>, fit: PairFit) -> Arc<Document> {
        let placement = fit.placement(first.stance(), read.stance());
        if placement == Placement::AS_IT_IS {
            return Arc::clone(read);
        }
        let prepared = self.talk.stage.as_ref().and_then(|stage| stage.rehearsal.placed(read.id, placement));
        if let Some(prepared) = prepared {
            return prepared;
        }
        match placed(&read.source, placement) {
            Ok(model) => Arc::new(read.placed(self.new_document_id(), Arc::new(model))),
            Err(error) => {
                self.show_error("Could not scale the second model".to_owned(), error.to_string());
                Arc::clone(read)
            }
        }
    }

    /// Fits the second model to the first in another way.
    pub(super) fn fit_second(&mut self, fit: PairFit) {
        let (Some(document), Some(second)) = (self.documents.first.clone(), &self.documents.second) else { return };
        if second.fit == fit {
            return;
        }
        let read = Arc::clone(&second.read);
        let shown = self.fitted(&document, &read, fit);
        let Some(second) = &mut self.documents.second else { return };
        let Some(pair) = pair_of(&document, &shown, &second.table) else { return };
        second.fit = fit;
        second.pose = Pose::rest(&shown.model.skeleton);
        (second.pair, second.document, second.matched) = (Arc::new(pair), shown, 0);
        self.refresh_second();
        self.pose_generation += 1;
        self.frame(Framing::Model);
    }

    /// A note on the directions that both models face, if they differ, and on whether the second is turned.
    pub fn facing_note(&self) -> Option<String> {
        let (document, second) = (self.documents.first.as_ref()?, self.second()?);
        let names = names_in_sentences([&document.source, &second.read.source]);
        second.fit.facing_note([document.stance(), second.read.stance()], names)
    }

    /// Sets the partner of a joint of the first model. `None` leaves the joint without a partner.
    pub(super) fn set_partner(&mut self, joint: u32, partner: Option<u32>) {
        self.change_table(|table, both| {
            let is_there = |skeleton: &Skeleton, node: u32| (node as usize) < skeleton.len();
            let known = is_there(both[0], joint) && partner.is_none_or(|partner| is_there(both[1], partner));
            if known { table.with(both, joint, partner) } else { table.clone() }
        });
    }

    /// Matches a joint of the first model by its name again.
    pub(super) fn match_by_name(&mut self, joint: u32) {
        self.change_table(|table, [first, _]| table.without(first, joint));
    }

    pub(super) fn match_all_by_name(&mut self) {
        self.change_table(|_, _| JointTable::default());
    }

    /// Changes the table of joints, and matches them again.
    fn change_table(&mut self, change: impl FnOnce(&JointTable, [&Skeleton; 2]) -> JointTable) {
        let (Some(document), Some(second)) = (&self.documents.first, &mut self.documents.second) else { return };
        second.table = change(&second.table, [&document.model.skeleton, &second.document.model.skeleton]);
        second.matched = 0;
        self.refresh_second();
    }

    pub(super) fn open_joints(&mut self, path: &Path) {
        let Some(second) = self.second() else { return };
        let Some(document) = &self.documents.first else { return };
        let skeletons = [&document.model.skeleton, &second.document.model.skeleton];
        let text = read_text(path, "table of joints", JointTable::MOST_BYTES).map_err(|error| error.to_string());
        let read = text.and_then(|text| {
            let table = JointTable::read(&text).map_err(|error| error.to_string())?;
            table.check(skeletons[0], skeletons[1]).map_err(|error| error.to_string())?;
            Ok(table)
        });
        match read {
            Ok(table) => {
                self.change_table(|_, _| table);
                self.notify(format!("Joints are matched by {}", file_name(path)), None);
            }
            Err(details) => self.show_error("Could not open the table of joints".to_owned(), details),
        }
    }

    pub(super) fn save_joints(&mut self, path: &Path) {
        let Some([first, other]) = self.names_of_models(PaneModel::First) else { return };
        let (Some(document), Some(second)) = (&self.documents.first, self.second()) else { return };
        let skeletons = [&document.model.skeleton, &second.document.model.skeleton];
        let text = JointTable::text(&second.pair.joints, skeletons, [first, other]);
        let pairs = counted(second.pair.joints.pairs().len(), "pair", "pairs");
        match write_file(path, text.as_bytes()) {
            Ok(()) => self.notify(saved_text(path, &pairs), Some(path)),
            Err(error) => self.show_error("Could not save the table of joints".to_owned(), error.to_string()),
        }
    }

    /// Updates the second model's pose and shape, and its joints after twist joints were added or removed.
    pub(super) fn refresh_second(&mut self) {
        let Some(document) = self.documents.first.clone() else { return self.documents.second = None };
        let next = self.documents.next_id;
        let Some(second) = &mut self.documents.second else { return };
        if !Arc::ptr_eq(&second.first, &document.source) {
            let Some(second) = self.documents.second.take() else { return };
            match second.beside == document.origin {
                true => {
                    self.put_beside(second.read, second.table, second.fit);
                    if let Some(again) = &mut self.documents.second {
                        again.doubled = second.doubled;
                    }
                }
                false => {
                    self.edit.close_second_model(&second.doubled.copies);
                    self.view.selected_pane = self.view.selected_pane.min(self.edit.panes.len().saturating_sub(1));
                }
            }
            return;
        }
        let skeletons = [&document.model.skeleton, &second.document.model.skeleton];
        if second.matched != document.id {
            let table = second.table.fitting(skeletons[0], skeletons[1]);
            let joints = JointMatch::of(skeletons[0], skeletons[1], &table).unwrap_or_default();
            second.pair = Arc::new(ModelPair::clone(&second.pair).matched(skeletons, joints));
            second.matched = document.id;
            second.pairing = next;
            self.documents.next_id = next + 1;
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

    /// The second model, while the model that it was added to is open.
    pub fn second(&self) -> Option<&SecondModel> {
        self.documents.second()
    }

    /// The model that a pane shows: the first one if there is no second.
    pub fn model_of_pane(&self, pane: &PaneSettings) -> PaneModel {
        if self.second().is_some() { pane.model } else { PaneModel::First }
    }

    /// Both models in the form that scenes use. `None` without a second model.
    pub(super) fn scene_pair(&self) -> Option<ScenePair> {
        let (document, second) = (self.documents.first.as_ref()?, self.second()?);
        let models = [document, &second.document].map(|document| Arc::clone(&document.model));
        let [first, model] = models;
        Some(ScenePair::of_open(first, model, Arc::clone(&second.pair)))
    }

    /// The second model, unless it is a preview of a remedy.
    pub(super) fn second_of_user(&self) -> Option<&SecondModel> {
        self.second().filter(|second| second.preview.is_none())
    }

    /// The second model, unless no file has it: a preview of a remedy, or the model that was pinned as before.
    pub(super) fn second_of_file(&self) -> Option<&SecondModel> {
        self.second_of_user().filter(|second| second.read.before_of.is_none())
    }

    /// The second model in the form in which scenes store it, even if it is still being read or could not be read.
    pub(super) fn scene_second(&self) -> Option<SceneSecond> {
        let Some(second) = self.second_of_file() else {
            return Some(self.documents.pending_second.as_ref()?.model.clone());
        };
        let SecondModel { read, table, fit, .. } = second;
        Some(SceneSecond::new(scene_model_of(read), table.clone(), *fit))
    }

    /// The document of a model, with its pose.
    pub fn posed_document(&self, model: PaneModel) -> Option<(&Arc<Document>, &Pose)> {
        match (model, self.second()) {
            (PaneModel::Second, Some(second)) => Some((&second.document, &second.pose)),
            _ => Some((self.documents.first.as_ref()?, &self.pose)),
        }
    }

    pub fn document_of(&self, model: PaneModel) -> Option<&Arc<Document>> {
        self.posed_document(model).map(|(document, _)| document)
    }

    /// A joint of the first model in one of the models: itself, or its partner.
    pub fn joint_in(&self, model: PaneModel, joint: u32) -> Option<u32> {
        match (model, self.second()) {
            (PaneModel::Second, Some(second)) => second.pair.joints.second_of(joint),
            _ => Some(joint),
        }
    }

    /// The skins of all panes, in pane order. A comparing pane has two.
    pub fn pane_skins(&self) -> Vec<PaneSkin> {
        pane_skins(&self.edit.panes, self.second().is_some())
    }

    /// A short name for each skin, with its model if there are two.
    pub fn names_of_skins(&self, skins: &[ShownSkin]) -> Vec<String> {
        names_with_models(skins, self.names_of_models(PaneModel::First))
    }

    /// Whether a pane shows something of the second model.
    pub fn shows_second(&self) -> bool {
        self.second().is_some() && self.edit.panes.iter().any(|pane| pane.settings.shows_second())
    }

    /// The names of both models, the name of `model` first. `None` if there is only one.
    pub fn names_of_models(&self, model: PaneModel) -> Option<[&str; 2]> {
        let second = self.second()?;
        let names = match second.read.before_of {
            Some(_) => [NOW, BEFORE],
            None => [self.documents.first.as_ref()?, &second.document].map(|document| document.model.name.as_str()),
        };
        let names = if names[0] == names[1] { [names[0], "second"] } else { names };
        Some(if model.is_first() { names } else { [names[1], names[0]] })
    }

    /// Forgets the vertices that were pointed at in a second model that is gone.
    pub(super) fn forget_vertices_of_second(&mut self) {
        self.hand.hovered_vertex = None;
        self.selection.pinned = self.selection.pinned.take().filter(|pinned| pinned.model.is_first());
    }

    /// Whether the rehearsal of a talk has computed centers of rotation of the second model.
    fn has_rehearsed(&self, settings: CenterSettings, parts: CenterParts) -> bool {
        let has = |second: &SecondModel| {
            let centers = self.talk.stage.as_ref()?.rehearsal.centers_of(second.document.id)?;
            centers.get(second.document.id, settings, parts)
        };
        self.second().and_then(has).is_some()
    }

    /// The reason why centers of rotation of the second model are missing. `None` if they exist.
    pub(super) fn wait_of_second(&self, settings: CenterSettings, parts: CenterParts) -> Option<PaneWait> {
        let second = self.second()?;
        let wait = second.centers.wait(second.document.id, settings, parts);
        wait.filter(|_| !self.has_rehearsed(settings, parts))
    }

    /// A pose of the first model, transferred to one of the models.
    pub fn pose_for(&self, model: PaneModel, pose: &Pose) -> Option<Pose> {
        let first = self.documents.first.as_ref()?;
        Some(match (model, self.second()) {
            (PaneModel::Second, Some(second)) => {
                second.pair.pose([&first.model.skeleton, &second.document.model.skeleton], pose)
            }
            _ => pose.clone(),
        })
    }

    /// Isolates the skin of the second model that corresponds to the isolated skin of the first.
    fn isolate_second(&mut self) {
        let isolation = self.view.isolation.as_ref();
        let Some(second) = &mut self.documents.second else { return };
        let of = isolation.map(|isolation| (Arc::clone(&isolation.part), second.pairing));
        let address =
            |of: &Option<(Arc<SkinPart>, u64)>| of.as_ref().map(|(part, pairing)| (Arc::as_ptr(part), *pairing));
        if address(&second.part_of) != address(&of) {
            let (joints, model) = (&second.pair.joints, &second.document.model);
            second.part = isolation.and_then(|isolation| part_of_second(model, joints, &isolation.roots));
            second.part_of = of;
        }
    }

    /// The isolated skin of each model. `None` shows all.
    pub fn shown_parts(&self) -> [Option<Arc<SkinPart>>; 2] {
        let first = self.view.isolation.as_ref().map(|isolation| Arc::clone(&isolation.part));
        [first, self.second().and_then(|second| second.part.clone())]
    }

    /// Requests the centers of rotation of the second model that panes need.
    pub(super) fn request_second_centers(&mut self) {
        self.isolate_second();
        let wanted = self.wanted_centers(PaneModel::Second);
        let is_missing = |(settings, parts): &(CenterSettings, CenterParts)| !self.has_rehearsed(*settings, *parts);
        let missing: Vec<_> = wanted.iter().copied().filter(is_missing).collect();
        let Some(second) = &mut self.documents.second else { return };
        second.centers.keep(&wanted.iter().map(|(settings, _)| *settings).collect::<Vec<_>>());
        for (settings, parts) in missing {
            second.centers.request(&self.jobs.loader, second.document.id, &second.document.model, settings, parts);
        }
    }
}

impl SecondModel {
    pub(super) fn kept(&self) -> KeptSecond {
        KeptSecond {
            read: Arc::clone(&self.read),
            table: self.table.clone(),
            fit: self.fit,
            doubled: self.doubled.clone(),
        }
    }

    /// Generation of the correspondence, which increases with each change.
    pub fn pairing(&self) -> u64 {
        self.pairing
    }

    /// Whether the user set the partner of a joint of the first model, or set that it has none.
    pub fn is_set_by_user(&self, joint: u32) -> bool {
        let by_table = |pair: &JointPair| pair.first == joint && pair.by == MatchedBy::Table;
        self.pair.joints.left_alone().contains(&joint) || self.pair.joints.pairs().iter().any(by_table)
    }

    /// Whether the user set any partner.
    pub fn has_table(&self) -> bool {
        !self.table.is_empty()
    }
}

/// Correspondence of two models. Lines of the table that do not fit are left out.
fn pair_of(first: &Document, second: &Document, table: &JointTable) -> Option<ModelPair> {
    let models = [&*first.source, &*second.source];
    // Vertices are matched in the shape at rest, regardless of the morph targets of the pose.
    let surface = |document: &Document| match Arc::ptr_eq(&document.model, &document.source) {
        true => Arc::clone(&document.rest.skin().surface),
        false => Arc::new(Surface::of(&document.source)),
    };
    let surfaces = [surface(first), surface(second)];
    let table = table.fitting(&models[0].skeleton, &models[1].skeleton);
    ModelPair::of(models, [&surfaces[0], &surfaces[1]], &table).ok()
}

#[cfg(test)]
pub(super) const EQUAL_SCALE: PairFit = PairFit { equal_scale: true, keep_facing: false };

/// The limb in four panes, together with another model.
#[cfg(test)]
pub(super) fn limb_beside(name: &str) -> (State, std::sync::mpsc::Receiver<()>) {
    let (mut state, woken) = super::test_support::waking_state();
    state.show_document(crate::files::open_model("limb").unwrap());
    state.feed_history(0.0, false);
    state.take_second(Document::new(0, crate::files::open_model(name).unwrap()));
    state.settle_history();
    (state, woken)
}
