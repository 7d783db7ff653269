//! One vertex under all methods that are shown.

use super::figures::{PaneSkin, ShownSkin, names};
use crate::centers::Centers;
use crate::measure::VertexId;
use crate::model::{Model, Pose, SkinKind};
use crate::skinning::{JointPalette, PrimitiveCenters, SkinningMethod, deform_vertex, influence_signs, posed_center};
use glam::{Quat, Vec3};
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
    /// Whether the pane blends quaternions, so that signs have a meaning.
    pub has_signs: bool,
    /// One per skin of the key.
    pub rows: Vec<ProbeRow>,
    /// Between the rotations of its two heaviest joints, 0 to 180 degrees. `None` with a single joint.
    pub angle_degrees: Option<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProbedInfluence {
    pub node: u32,
    pub weight: f32,
    /// -1 or 1: the sign of the blended quaternion under the pane's mode, relative to its canonical sign.
    pub sign: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ProbeRow {
    pub shown: PaneSkin,
    pub name: String,
    /// In scene space.
    pub position: Vec3,
    /// The posed position of its center of rotation, for `cor`.
    pub center: Option<Vec3>,
}

impl ProbeReading {
    /// Reads a vertex. `centers` has one entry per skin of the key.
    pub fn new(key: ProbeKey, model: &Model, pose: &Pose, centers: &[Option<Arc<Centers>>]) -> Self {
        let VertexId { primitive: primitive_index, vertex } = key.vertex_id;
        let primitive = &model.primitives[primitive_index as usize];
        let skins: Vec<ShownSkin> = key.skins.iter().map(|(shown, _)| shown.skin).collect();
        let row = |(((shown, _), name), centers): ((&(PaneSkin, _), String), &Option<Arc<Centers>>)| {
            let skinning = shown.skin.skinning;
            let palettes = JointPalette::all(model, pose, skinning);
            let palette = &palettes[primitive.skin as usize];
            let (index, vertex) = (primitive_index as usize, vertex as usize);
            let centers = centers.as_ref().and_then(|centers| centers.of_primitives.get(index));
            let none = PrimitiveCenters::default();
            let position =
                deform_vertex(model, primitive, palette, skinning, vertex, centers.unwrap_or(&none)).position;
            // A vertex that is its own center has none.
            let has_center = centers.filter(|centers| centers[vertex] != primitive.positions[vertex]);
            let posed = |centers| posed_center(model, index, vertex, palette, skinning, centers).center;
            ProbeRow { shown: *shown, name, position, center: has_center.map(posed) }
        };
        let rows = key.skins.iter().zip(names(&skins)).zip(centers).map(row).collect();
        let (influences, has_signs, angle_degrees) = influences(&key, model, pose);
        Self { key, influences, has_signs, rows, angle_degrees }
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

/// The influences, with the signs of the reading's pane.
fn influences(key: &ProbeKey, model: &Model, pose: &Pose) -> (Vec<ProbedInfluence>, bool, Option<f32>) {
    let primitive = &model.primitives[key.vertex_id.primitive as usize];
    let skin = &model.skins[primitive.skin as usize];
    let shown = key.skins.iter().map(|(shown, _)| shown).find(|shown| shown.pane == key.pane && !shown.is_other);
    let skinning = shown.map(|shown| shown.skin.skinning).unwrap_or_default();
    let palettes = JointPalette::all(
        model,
        pose,
        crate::skinning::SkinningSettings {
            // The search for centers of rotation does not affect signs.
            method: if skinning.method == SkinningMethod::Spherical { SkinningMethod::Dqs } else { skinning.method },
            ..skinning
        },
    );
    let motions = &palettes[primitive.skin as usize].motions;
    let of_vertex = primitive.influences.of(key.vertex_id.vertex as usize);
    let signs = influence_signs(of_vertex, motions, skinning.antipodality().sign_mode());
    let influence = |(influence, sign): (&crate::model::Influence, f32)| ProbedInfluence {
        node: skin.joints[influence.joint as usize].node,
        weight: influence.weight,
        sign,
    };
    let turn = |index: usize| of_vertex.get(index).map(|influence| motions[influence.joint as usize].real);
    let angle = |a: Quat, b: Quat| 2.0 * a.dot(b).abs().min(1.0).acos().to_degrees();
    let angle_degrees = turn(0).zip(turn(1)).map(|(a, b)| angle(a, b));
    let blends = skinning.method.blends_quaternions() && skin.kind == SkinKind::Skinned;
    (of_vertex.iter().zip(signs).map(influence).collect(), blends, angle_degrees)
}
