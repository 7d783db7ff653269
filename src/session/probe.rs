//! One vertex under all methods that are shown.

use super::figures::{PaneSkin, ShownSkin, names};
use crate::centers::Centers;
use crate::measure::VertexId;
use crate::model::{Model, Pose, SkinKind};
use crate::skinning::{Antipodality, MethodProbe, ProbedInfluence, VertexProbe};
use glam::Vec3;
use std::sync::Arc;

/// A vertex that stays probed when the pose changes.
#[derive(Clone, Debug, PartialEq)]
pub struct PinnedProbe {
    pub vertex_id: VertexId,
    /// Why the program pinned it, if it did. Phrased for the pose in which it is true.
    pub reason: Option<Reason>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub text: String,
    pub pose_generation: u64,
}

/// Which vertex stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorstKind {
    /// It came closest to its bone.
    Collapse,
    /// It has the value of the joint's bulge.
    Bulge,
    /// It lies farthest from its position under another method.
    Difference,
}

impl WorstKind {
    pub const ALL: [Self; 3] = [Self::Collapse, Self::Bulge, Self::Difference];

    /// For display.
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
    pub pose_generation: u64,
    pub vertex_id: VertexId,
    /// Each with the generation of its centers of rotation. Skins without centers yet are left out.
    pub skins: Vec<(PaneSkin, Option<u64>)>,
    /// The pane whose signs are shown.
    pub pane: usize,
}

/// All data shown for a vertex.
#[derive(Clone, Debug)]
pub struct ProbeReading {
    pub key: ProbeKey,
    /// Its joints, heaviest first.
    pub influences: Vec<ProbedInfluence>,
    /// The mode of the pane, whose signs are shown.
    pub antipodality: Antipodality,
    /// Whether the pane blends quaternions, so that signs have a meaning.
    pub has_signs: bool,
    /// One per skin of the key.
    pub rows: Vec<ProbeRow>,
    /// Between the rotations of its two heaviest joints, 0 to 180 degrees. `None` with a single joint.
    pub angle_degrees: Option<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProbeRow {
    pub shown: PaneSkin,
    pub name: String,
    /// In scene space.
    pub position: Vec3,
    /// In scene space, of unit length or zero.
    pub normal: Vec3,
    /// The posed position of its center of rotation, for `cor`, `cor-procrustes` and `spherical`.
    pub center: Option<Vec3>,
}

impl ProbeReading {
    /// Reads a vertex. `centers` has one entry per skin of the key.
    pub fn new(key: ProbeKey, model: &Model, pose: &Pose, centers: &[Option<Arc<Centers>>]) -> Self {
        let VertexId { primitive: primitive_index, vertex } = key.vertex_id;
        let skins: Vec<ShownSkin> = key.skins.iter().map(|(shown, _)| shown.skin).collect();
        let row = |(((shown, _), name), centers): ((&(PaneSkin, _), String), &Option<Arc<Centers>>)| {
            let skinning = shown.skin.skinning;
            let centers = centers.as_ref().and_then(|centers| centers.of_primitives.get(primitive_index as usize));
            let probe = MethodProbe::new(model, pose, skinning, primitive_index as usize, vertex as usize, centers);
            let (position, normal) = (probe.skinned.position, probe.skinned.normal);
            ProbeRow { shown: *shown, name, position, normal, center: probe.center.map(|center| center.posed) }
        };
        let rows = key.skins.iter().zip(names(&skins)).zip(centers).map(row).collect();
        let of_pane = key.skins.iter().map(|(shown, _)| shown).find(|shown| shown.pane == key.pane && !shown.is_other);
        let skinning = of_pane.map(|shown| shown.skin.skinning).unwrap_or_default();
        let probe = VertexProbe::new(model, pose, skinning.scale_kind, primitive_index as usize, vertex as usize);
        let is_skinned =
            model.skins[model.primitives[primitive_index as usize].skin as usize].kind == SkinKind::Skinned;
        Self {
            key,
            influences: probe.influences,
            antipodality: skinning.antipodality(),
            has_signs: skinning.method.blends_quaternions() && is_skinned,
            rows,
            angle_degrees: probe.angle_radians.map(|angle| angle.to_degrees() as f32),
        }
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
