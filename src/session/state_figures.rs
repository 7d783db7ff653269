//! Requests of the state to the figures' worker, and the results that it shows.

use super::document::Document;
use super::figures::{
    FiguresKey, FiguresRequest, FiguresResult, MeasuredSkin, Patience, ShownSkin, SweepCurves, SweepKey, SweepRequest,
    SweptFigure, deform, distinct,
};
use super::isolation::shown_triangles;
use super::panels::{InspectorTab, Section};
use super::probe::{PinnedProbe, Reason, WorstKind};
use super::second_model::SecondModel;
use super::state::State;
use crate::centers::{CenterParts, Centers};
use crate::measure::{DeformedSkin, Figure, RestSkin, TurnedJoint, WorstVertex};
use crate::model::SkinPart;
use crate::panes::PaneModel;
use crate::view::{Camera, Ray, pick_vertex};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Fraction of the model's extent that is visible around a vertex that is looked at.
pub(super) const VIEW_OF_VERTEX: f32 = 0.28;

pub(super) type Generations<T> = (Vec<(T, Option<u64>)>, Vec<Option<Arc<Centers>>>);

impl State {
    /// Requests the figures of the shown skins unless they exist or are pending. While something moves and the computer
    /// draws on the same cores, requests are rare and without a sweep, so that the panes keep up.
    pub fn request_figures(&mut self, now_seconds: f64) {
        let busy = self.interface.busy;
        self.jobs.figures.hold_sweep(busy);
        // Nobody reads the figures of a pose in a transition.
        if self.is_in_transition() {
            return;
        }
        let shows_second = self.shows_second();
        // Distances between two models need no skin.
        let is_measured = |document: &Arc<Document>| shows_second || document.model.has_skin();
        let Some(document) = self.documents.first.clone().filter(is_measured) else {
            self.jobs.figures.clear_request();
            return;
        };
        let (skins, centers) = self.with_centers(distinct(&self.pane_skins()), |skin| *skin);
        let second = self.documents.second.as_ref().filter(|_| shows_second);
        let joint = self.selection.joint;
        // Distances between different meshes take long, so they wait until nothing moves.
        let second_key = second.map(|second| second.key(joint, !busy || second.pair.surfaces.is_by_vertex()));
        let key = FiguresKey {
            document: document.id,
            pose_generation: self.pose_generation,
            joint,
            with_all: self.is_inspected(Section::AllFigures),
            second: second_key,
            skins: skins.clone(),
        };
        let pose = &self.pose;
        let patience = Patience { now_seconds, busy };
        self.jobs.figures.request(key, patience, |key| FiguresRequest {
            key,
            rest: document.rest.clone(),
            pose: pose.clone(),
            second: second.map(SecondModel::rest),
            centers: centers.clone(),
        });
        // A pose that changes all the time has no sweep. The previous one stays.
        let has_skin = document.model.has_skin();
        if has_skin && !self.playback.playing && !busy {
            let second = second.map(SecondModel::rest);
            let key = self.sweep_key(document.id, skins);
            self.jobs.figures.request_sweep(key, |key| SweepRequest {
                key,
                rest: document.rest.clone(),
                second,
                centers,
            });
        }
    }

    /// Takes the results of the figures' worker and reports a failure.
    pub fn take_figures(&mut self) {
        self.jobs.figures.poll();
        if self.jobs.figures.take_failure() {
            let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
            self.show_error("Could not compute the measurements".to_owned(), details.to_owned());
        }
    }

    /// Whether a section of the inspector is open where the user can see it.
    pub(super) fn is_inspected(&self, section: Section) -> bool {
        let inspected =
            self.interface.settings.panels.tab == InspectorTab::Inspect && self.interface.settings.inspector_open;
        inspected && !self.interface.folded_sections.contains(&section)
    }

    /// The sweep of the shown skins, if all of it is computed.
    pub fn current_sweep(&self) -> Option<&SweepCurves> {
        let (skins, _) = self.with_centers(distinct(&self.pane_skins()), |skin| *skin);
        let key = self.sweep_key(self.documents.first.as_ref()?.id, skins)?;
        self.jobs.figures.whole_sweep().filter(|sweep| *sweep.key == key)
    }

    fn sweep_key(&self, document: u64, skins: Vec<(ShownSkin, Option<u64>)>) -> Option<SweepKey> {
        let node = self.selection.joint.filter(|_| self.is_inspected(Section::Sweep))?;
        let axis = self.sweep_axis(node);
        let mut angles_degrees = self.angles_degrees(node);
        angles_degrees[axis] = 0.0;
        let mut pose = self.pose.clone();
        pose.joints[node as usize].rotation = Quat::IDENTITY;
        let figure = self.swept_figure();
        let second = self.second().filter(|_| self.shows_second());
        let second = second.map(|second| second.key(Some(node), figure == Figure::DistanceToModel));
        Some(SweepKey { document, node, axis, figure, angles_degrees, pose, second, skins })
    }

    /// The figure of the sweep: the chosen one, unless it compares two models and there is only one.
    pub fn swept_figure(&self) -> Figure {
        match self.interface.settings.sweep.figure() {
            Figure::DistanceToModel if self.second().is_none() => SweptFigure::default().figure(),
            figure => figure,
        }
    }

    /// The swept axis: the chosen one, or the one about which the joint is turned most.
    pub fn sweep_axis(&self, node: u32) -> usize {
        self.view.sweep_axis.unwrap_or_else(|| {
            let angles = self.angles_degrees(node).abs();
            // Smaller angles are rounding, from decomposing a clip's rotation.
            let turned = |axis: usize| angles[axis] > 0.5 && angles[axis] >= angles.max_element();
            (0..3).find(|&axis| turned(axis)).unwrap_or(0)
        })
    }

    /// Skins whose centers of rotation, or smoothed surroundings of vertices, exist or that do not need any.
    pub(super) fn with_centers<T>(&self, skins: Vec<T>, skin_of: impl Fn(&T) -> ShownSkin) -> Generations<T> {
        let with = |shown: T| {
            let skin = skin_of(&shown);
            if self.wait_for_moments(skin.model, skin.skinning).is_some() {
                return None;
            }
            let Some(parts) = CenterParts::of_method(skin.skinning.method) else {
                return Some(((shown, None), None));
            };
            let (of_model, document) = match (skin.model, self.second()) {
                (PaneModel::Second, second) => second.map(|second| (&second.centers, second.document.id))?,
                _ => (&self.documents.centers, self.documents.first.as_ref().map_or(0, |document| document.id)),
            };
            let (centers, generation) = of_model.get(document, skin.centers, parts)?;
            Some(((shown, Some(generation)), Some(Arc::clone(centers))))
        };
        skins.into_iter().filter_map(with).unzip()
    }

    /// The figures of a skin for the selected joint, possibly of an older pose.
    pub fn figures_of(&self, skin: &ShownSkin) -> Option<&MeasuredSkin> {
        let joint = self.selection.joint;
        let latest = self.latest_figures().filter(|latest| latest.key.joint == joint)?;
        if !skin.model.is_first() {
            let partner = joint.and_then(|joint| self.joint_in(PaneModel::Second, joint));
            latest.key.second.filter(|second| second.joint == partner)?;
        }
        latest.skin(skin)
    }

    /// The joints whose rotations shape the skin around the selected joint, with their angles in degrees, the most
    /// turned first. Empty while no joint is selected or measured.
    fn turned_around_joint(&self) -> &[TurnedJoint] {
        let skins = self.pane_skins();
        let of_first = skins.iter().filter(|shown| shown.skin.model.is_first());
        let zone = of_first.filter_map(|shown| self.figures_of(&shown.skin)?.figures.joint.as_ref()).next();
        zone.map_or(&[], |zone| &zone.turned)
    }

    fn turns_in_words(&self, turned: &[&TurnedJoint]) -> String {
        let Some(document) = &self.documents.first else { return String::new() };
        let word = |joint: &&TurnedJoint| format!("{} ({:.1}\u{b0})", document.joint_name(joint.node), joint.degrees);
        turned.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    /// A sentence that names the joints whose rotations the figures around the selected joint measure. `None` if they
    /// measure only its own rotation, or none.
    pub fn turns_measured(&self) -> Option<String> {
        let (node, document) = (self.selection.joint?, self.documents.first.as_ref()?);
        let turned: Vec<&TurnedJoint> = self.turned_around_joint().iter().collect();
        if turned.iter().all(|joint| joint.node == node) {
            return None;
        }
        let words = self.turns_in_words(&turned);
        if turned.iter().any(|joint| joint.node == node) {
            return Some(format!("These measure the turns of {words}."));
        }
        let name = document.joint_name(node);
        Some(format!("{name} is not turned. These measure the turn of {words}."))
    }

    /// The names of the other turned joints around the selected one. `None` if there are none.
    pub fn turned_neighbors(&self) -> Option<String> {
        let node = self.selection.joint?;
        let others: Vec<&TurnedJoint> = self.turned_around_joint().iter().filter(|joint| joint.node != node).collect();
        (!others.is_empty()).then(|| self.turns_in_words(&others))
    }

    /// The newest figures of the open models. A command may have returned to another one since they were requested.
    pub(super) fn latest_figures(&self) -> Option<&FiguresResult> {
        let document = self.documents.first.as_ref()?.id;
        let second = self.second().map(|second| second.document.id);
        let latest = self.jobs.figures.latest().filter(|latest| latest.key.document == document)?;
        latest.key.second.is_none_or(|measured| Some(measured.document) == second).then_some(latest)
    }

    /// The reason why figures around the selected joint are missing for a model: the joint has no partner there. `None`
    /// if it has one, or no joint is selected.
    pub fn why_no_joint(&self, model: PaneModel) -> Option<String> {
        let joint = self.selection.joint.filter(|joint| self.joint_in(model, *joint).is_none())?;
        let [name, _] = self.names_of_models(model)?;
        Some(format!("{} has no partner in {name}", self.documents.first.as_ref()?.joint_name(joint)))
    }

    /// The generation of the pose of the newest figures of the open document.
    pub(super) fn generation_of_figures(&self) -> Option<u64> {
        self.latest_figures().map(|latest| latest.key.pose_generation)
    }

    /// Like [`Self::skin_now`], but deforms immediately if the worker has no result yet. For a click, which happens
    /// once.
    pub fn skin_at_once(&self, skin: &ShownSkin) -> Option<(Arc<RestSkin>, DeformedSkin)> {
        let (document, pose) = self.posed_document(skin.model)?;
        let rest = self.latest_figures()?.rest_of(skin.model)?;
        let (_, centers) = self.with_centers(vec![*skin], |skin| *skin);
        let centers = centers.first()?.as_deref();
        let deformed = deform(&document.model, &rest.surface, pose, skin.skinning, centers)?;
        Some((Arc::clone(rest), deformed))
    }

    /// The deformed skin in this exact pose. `None` if the worker has no result yet.
    pub fn skin_now(&self, skin: &ShownSkin) -> Option<(&RestSkin, &DeformedSkin)> {
        let latest = self.latest_figures().filter(|latest| latest.key.pose_generation == self.pose_generation)?;
        Some((latest.rest_of(skin.model)?, &latest.skin(skin)?.deformed))
    }

    /// The vertex that stands out most under a pane's method, according to the newest figures.
    pub fn worst_vertex(&self, pane: usize, kind: WorstKind) -> Option<&WorstVertex> {
        self.figures_of(&self.skin_of_pane(pane)?)?.worst(kind)
    }

    /// The pane's own skin, not the one that it compares with.
    pub fn skin_of_pane(&self, pane: usize) -> Option<ShownSkin> {
        let settings = self.edit.panes.get(pane)?.settings;
        Some(ShownSkin::new(settings.skinning, settings.centers).of(self.model_of_pane(&settings)))
    }

    pub(super) fn pin_worst(&mut self, pane: usize, kind: WorstKind) {
        let (Some(worst), Some(skin)) = (self.worst_vertex(pane, kind).cloned(), self.skin_of_pane(pane)) else {
            return;
        };
        let Some(document) = self.document_of(skin.model).cloned() else { return };
        let Some(figures) = self.figures_of(&skin) else { return };
        let deformed = Arc::clone(&figures.deformed);
        let position = deformed.positions[worst.vertex as usize].as_vec3();
        let other = figures.worst_difference.as_ref().map_or("", |(_, other)| other.skinning.method.short_name());
        let text = reason(&document, &worst, kind, other, document.rest_bounds.extent());
        let Some(latest) = self.latest_figures() else { return };
        let Some(rest) = latest.rest_of(skin.model).cloned() else { return };
        let reason = Some(Reason { text, pose_generation: latest.key.pose_generation });
        self.view.selected_pane = pane;
        self.selection.pinned = Some(PinnedProbe { model: skin.model, vertex_id: worst.vertex_id, reason });
        let extent = document.rest_bounds.extent();
        // The hidden skin belongs to the first model.
        if skin.model.is_first() {
            self.reveal_vertex(worst.vertex_id);
        }
        let part = self.shown_part().filter(|_| skin.model.is_first());
        let seen = |camera: &Camera| is_target_seen(camera, &rest, &deformed, part);
        let camera = looking_at(self.camera_of(pane), position, extent, seen);
        self.set_camera(pane, camera);
    }
}

/// Decimals that are needed to distinguish lengths in a model of this extent.
pub fn length_decimals(extent: f32) -> usize {
    if extent > 0.0 && extent.is_finite() { (4.0 - extent.log10()).ceil().clamp(0.0, 7.0) as usize } else { 4 }
}

/// One line that says why a vertex stands out.
fn reason(document: &Document, worst: &WorstVertex, kind: WorstKind, other: &str, extent: f32) -> String {
    let decimals = length_decimals(extent);
    let amount = format!("{:.decimals$} units", worst.amount);
    let what = match kind {
        WorstKind::Collapse => format!("{amount} closer to its bone than at rest"),
        WorstKind::Bulge => format!("{amount} farther from its bone where the skin bulges"),
        WorstKind::Difference => format!("{amount} from its position under {other}"),
    };
    let joint = |&(node, weight): &(u32, f64)| format!("{} {weight:.2}", document.joint_name(node));
    let joints: Vec<String> = worst.influences.iter().take(2).map(joint).collect();
    match (joints.as_slice(), worst.angle_degrees) {
        ([first, second], Some(angle)) => format!("{what}: {first} and {second} are {angle:.1}\u{b0} apart"),
        (joints, _) => format!("{what}: follows {}", joints.concat()),
    }
}

/// Directions to try in turn to see a vertex, in degrees to the side and above. The first leaves the camera unchanged.
const DIRECTIONS: [(f32, f32); 11] = [
    (0.0, 0.0),
    (30.0, 0.0),
    (-30.0, 0.0),
    (0.0, 30.0),
    (60.0, 10.0),
    (-60.0, 10.0),
    (90.0, 10.0),
    (-90.0, 10.0),
    (135.0, 20.0),
    (-135.0, 20.0),
    (180.0, 10.0),
];

/// The camera moved close to a point and turned as little as needed for the point to be visible. Not turned if no
/// direction shows the point.
pub(super) fn looking_at(camera: Camera, point: Vec3, extent: f32, is_seen: impl Fn(&Camera) -> bool) -> Camera {
    let distance = VIEW_OF_VERTEX * extent / (2.0 * (camera.fov * 0.5).tan());
    let straight = Camera { target: point, distance: distance.max(1e-4), ..camera };
    let turned = DIRECTIONS.into_iter().map(|(to_the_side, above)| {
        let mut turned = straight;
        turned.orbit(to_the_side.to_radians(), above.to_radians());
        turned
    });
    turned.into_iter().find(is_seen).unwrap_or(straight)
}

/// Whether no shown skin lies between the eye and the camera's target. `part` is the shown part; `None` means all skin.
pub(super) fn is_target_seen(
    camera: &Camera,
    rest: &RestSkin,
    deformed: &DeformedSkin,
    part: Option<&SkinPart>,
) -> bool {
    let eye = camera.eye_in_world();
    let Some(direction) = (camera.target - eye).try_normalize() else { return true };
    let position = |vertex: u32| deformed.positions[vertex as usize];
    let hit = pick_vertex(Ray { origin: eye, direction }, position, shown_triangles(rest, part));
    // The triangles around the point itself lie at exactly its distance.
    hit.is_none_or(|hit| hit.distance > 0.995 * f64::from(camera.distance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_turns_only_as_far_as_it_has_to() {
        let bounds = crate::math::Bounds { min: -Vec3::ONE, max: Vec3::ONE };
        let camera = Camera::framing(bounds, [100, 100], crate::view::CameraPreset::Front);
        let front = looking_at(camera, Vec3::ONE, 2.0, |_| true);
        assert_eq!((front.target, front.yaw, front.pitch), (Vec3::ONE, camera.yaw, camera.pitch));
        assert!(front.distance < camera.distance);
        let from_left = looking_at(camera, Vec3::ONE, 2.0, |camera| camera.eye_in_world().x < 0.5);
        assert!(from_left.eye_in_world().x < 0.5 && from_left.yaw.to_degrees() > 269.0);
        let hidden = looking_at(camera, Vec3::ONE, 2.0, |_| false);
        assert_eq!(hidden, front, "seen from nowhere");
    }

    #[test]
    fn decimals_follow_the_extent() {
        assert_eq!([180.0, 18.0, 1.8, 0.018].map(length_decimals), [2, 3, 4, 6]);
        assert_eq!([0.0, f32::NAN, 1e9].map(length_decimals), [4, 4, 0]);
    }
}
