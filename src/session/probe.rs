//! One vertex under all methods that are shown.

use super::figures::{PaneSkin, ShownSkin, names};
use crate::centers::Centers;
use crate::measure::VertexId;
use crate::model::{Model, Pose, SkinKind};
use crate::panes::PaneModel;
use crate::skinning::{Antipodality, MethodProbe, ProbedInfluence, VertexProbe};
use glam::Vec3;
use std::sync::Arc;

/// A vertex that stays probed when the pose changes.
#[derive(Clone, Debug, PartialEq)]
pub struct PinnedProbe {
    /// The model that the vertex belongs to.
    pub model: PaneModel,
    pub vertex_id: VertexId,
    /// The reason why the program pinned it, if the program did. It holds in the pose that it was written for.
    pub reason: Option<Reason>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub text: String,
    pub pose_generation: u64,
}

/// Way in which a vertex stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorstKind {
    /// The vertex came closest to its bone.
    Collapse,
    /// The vertex has the value of the joint's bulge.
    Bulge,
    /// The vertex lies farthest from its position under another method.
    Difference,
}

impl WorstKind {
    pub const ALL: [Self; 3] = [Self::Collapse, Self::Bulge, Self::Difference];

    /// Label for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Collapse => "Collapse",
            Self::Bulge => "Bulge",
            Self::Difference => "Difference",
        }
    }
}

/// Identifies a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeKey {
    pub document: u64,
    /// Id of the second model's document.
    pub second: Option<u64>,
    pub pose_generation: u64,
    /// The model that the vertex belongs to.
    pub model: PaneModel,
    pub vertex_id: VertexId,
    /// The vertex of the other model that rests at the same position.
    pub partner: Option<VertexId>,
    /// The skins, each with the generation of its centers of rotation. Skins that still lack their centers are left
    /// out.
    pub skins: Vec<(PaneSkin, Option<u64>)>,
    /// The pane whose signs are shown.
    pub pane: usize,
}

impl ProbeKey {
    /// The probed vertex of a model: the vertex itself or its partner.
    pub fn vertex_in(&self, model: PaneModel) -> Option<VertexId> {
        if model == self.model { Some(self.vertex_id) } else { self.partner }
    }
}

/// A model in its pose.
#[derive(Clone, Copy, Debug)]
pub struct ProbedModel<'a> {
    pub model: &'a Model,
    pub pose: &'a Pose,
}

/// Influences on the vertex in one model.
#[derive(Clone, Debug)]
pub struct ProbedSide {
    pub model: PaneModel,
    pub vertex_id: VertexId,
    /// Its joints, by decreasing weight.
    pub influences: Vec<ProbedInfluence>,
    /// Angle between the rotations of its two heaviest joints, 0 to 180 degrees. `None` with a single joint.
    pub angle_degrees: Option<f32>,
}

/// All data shown for a vertex.
#[derive(Clone, Debug)]
pub struct ProbeReading {
    pub key: ProbeKey,
    /// The vertex, and its partner in the other model if it has one.
    pub sides: Vec<ProbedSide>,
    /// The mode of the pane whose signs are shown.
    pub antipodality: Antipodality,
    /// Whether the pane blends quaternions, so that signs have a meaning.
    pub has_signs: bool,
    /// One row per skin of the key whose model has the vertex.
    pub rows: Vec<ProbeRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProbeRow {
    pub shown: PaneSkin,
    pub name: String,
    /// Position in scene space.
    pub position: Vec3,
    /// Normal in scene space, of unit length or zero.
    pub normal: Vec3,
    /// The posed position of its center of rotation, for `cor`, `cor-procrustes` and `spherical`.
    pub center: Option<Vec3>,
}

impl ProbeReading {
    /// Reads a vertex of `own`, and its partner in `other`. `centers` has one entry per skin of the key.
    pub fn new(
        key: ProbeKey,
        own: ProbedModel<'_>,
        other: Option<ProbedModel<'_>>,
        centers: &[Option<Arc<Centers>>],
    ) -> Self {
        let posed = |model: PaneModel| if model == key.model { Some(own) } else { other };
        let skins: Vec<ShownSkin> = key.skins.iter().map(|(shown, _)| shown.skin).collect();
        let row = |(((shown, _), name), centers): ((&(PaneSkin, _), String), &Option<Arc<Centers>>)| {
            let skinning = shown.skin.skinning;
            let (posed, id) = (posed(shown.skin.model)?, key.vertex_in(shown.skin.model)?);
            let (primitive, vertex) = (id.primitive as usize, id.vertex as usize);
            let centers = centers.as_ref().and_then(|centers| centers.of_primitives.get(primitive));
            let probe = MethodProbe::new(posed.model, posed.pose, skinning, primitive, vertex, centers).ok()?;
            let (position, normal) = (probe.skinned.position, probe.skinned.normal);
            Some(ProbeRow { shown: *shown, name, position, normal, center: probe.center.map(|center| center.posed) })
        };
        let rows = key.skins.iter().zip(names(&skins)).zip(centers).filter_map(row).collect();
        let of_pane = key.skins.iter().map(|(shown, _)| shown).find(|shown| shown.pane == key.pane && !shown.is_other);
        let skinning = of_pane.map(|shown| shown.skin.skinning).unwrap_or_default();
        let side = |model: PaneModel| {
            let (posed, vertex_id) = (posed(model)?, key.vertex_in(model)?);
            let (primitive, vertex) = (vertex_id.primitive as usize, vertex_id.vertex as usize);
            let probe = VertexProbe::new(posed.model, posed.pose, skinning, primitive, vertex);
            let angle_degrees = probe.angle_radians.map(|angle| angle.to_degrees() as f32);
            Some(ProbedSide { model, vertex_id, influences: probe.influences, angle_degrees })
        };
        let sides = [key.model, key.model.other()].into_iter().filter_map(side).collect();
        let skin = own.model.primitives[key.vertex_id.primitive as usize].skin;
        let is_skinned = own.model.skins[skin as usize].kind == SkinKind::Skinned;
        Self {
            key,
            sides,
            antipodality: skinning.antipodality(),
            has_signs: skinning.method.blends_quaternions() && is_skinned,
            rows,
        }
    }

    /// Influences on the vertex in a model: on the vertex itself or its partner.
    pub fn side(&self, model: PaneModel) -> Option<&ProbedSide> {
        self.sides.iter().find(|side| side.model == model)
    }

    /// The sign that a joint's quaternion is blended with in the pane, -1 or 1, relative to its canonical sign.
    pub fn sign(&self, influence: &ProbedInfluence) -> f32 {
        influence.signs(self.antipodality).blend
    }

    /// The row of a pane's own method.
    pub fn of_pane(&self, pane: usize) -> Option<&ProbeRow> {
        self.rows.iter().find(|row| row.shown.pane == pane && !row.shown.is_other)
    }

    /// The distinct skins, in the order of the panes.
    pub fn distinct_rows(&self) -> Vec<&ProbeRow> {
        let mut distinct: Vec<&ProbeRow> = Vec::new();
        for row in &self.rows {
            if distinct.iter().all(|other| other.shown.skin != row.shown.skin) {
                distinct.push(row);
            }
        }
        distinct
    }
}
