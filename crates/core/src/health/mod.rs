//! What a rig brings along before any joint turns: idle joints, influences from afar, seams that open, names without a
//! partner, and the like. Everything is counted; whether a count matters is for the caller.

mod far_influences;
mod seams;

pub use far_influences::{FarInfluence, farthest_influence};
pub use seams::{OpenSeams, open_seams};

use crate::measure::Surface;
use crate::model::{Model, Pose, ScaleKind, SkinKind};
use crate::posing::joints_without_partner;
use crate::skinning::RestAndBind;
use std::collections::BTreeSet;

/// The state of a model's rig at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct RigHealth {
    /// Count of distinct joints of all skins.
    pub joints: usize,
    /// Joints of skins that move no vertex, as ascending node indices.
    pub idle_joints: Vec<u32>,
    /// The influence whose bone is farthest away, compared with the nearest bone. `None` if nothing is skinned.
    pub farthest_influence: Option<FarInfluence>,
    /// Joints whose name indicates a side while no joint has the name of the other side, as ascending node indices.
    pub joints_without_partner: Vec<u32>,
    /// Rest pose and bind pose, and joints that are scaled at rest.
    pub rest_and_bind: RestAndBind,
    /// Joints whose rest transform in the scene is sheared, as ascending node indices.
    pub sheared_joints: Vec<u32>,
    /// Count of triangles of the skin that have no area at rest.
    pub flat_triangles: usize,
    /// Vertices at one position that follow different joints.
    pub open_seams: OpenSeams,
}

impl RigHealth {
    /// Examines a model. `surface` is its skin at rest. Visits all vertices a few times.
    pub fn of(model: &Model, surface: &Surface) -> Self {
        let (joints, moving) = joints_of_skins(model);
        let without_partner = joints_without_partner(&model.skeleton);
        Self {
            joints: joints.len(),
            idle_joints: joints.difference(&moving).copied().collect(),
            farthest_influence: farthest_influence(model),
            joints_without_partner: without_partner.into_iter().filter(|node| joints.contains(node)).collect(),
            rest_and_bind: RestAndBind::of(model),
            sheared_joints: sheared_joints(model, &joints),
            flat_triangles: flat_triangles(surface),
            open_seams: open_seams(model),
        }
    }
}

/// The nodes of all joints of skins, and of those that move a vertex.
fn joints_of_skins(model: &Model) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let mut joints: BTreeSet<u32> = BTreeSet::new();
    let mut moving: BTreeSet<u32> = BTreeSet::new();
    for skin in model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned) {
        joints.extend(skin.joints.iter().map(|joint| joint.node));
    }
    for primitive in model.skinned_primitives() {
        let skin = &model.skins[primitive.skin as usize];
        let influences = primitive.influences.flat().iter().filter(|influence| influence.weight != 0.0);
        moving.extend(influences.map(|influence| skin.joints[influence.joint as usize].node));
    }
    (joints, moving)
}

/// The cosine between two axes of a frame, in magnitude, above which it counts as sheared. A turn of 90 degrees with the
/// single-precision error of a long chain stays far below.
const SHEAR: f64 = 1e-3;

fn sheared_joints(model: &Model, joints: &BTreeSet<u32>) -> Vec<u32> {
    let scene_from_node = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let is_sheared = |node: &u32| {
        let [x, y, z] = scene_from_node[*node as usize].matrix3.to_cols_array_2d().map(glam::DVec3::from);
        [(x, y), (y, z), (z, x)].iter().any(|(a, b)| a.dot(*b).abs() > SHEAR * a.length() * b.length())
    };
    joints.iter().copied().filter(is_sheared).collect()
}

/// Area, relative to the square of the extent, below which a triangle counts as having none.
const NO_AREA: f64 = 1e-14;

fn flat_triangles(surface: &Surface) -> usize {
    let no_area = NO_AREA * surface.extent * surface.extent;
    let is_flat = |triangle: &&[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| surface.positions[vertex as usize]);
        0.5 * (b - a).cross(c - a).length() <= no_area
    };
    surface.triangles.iter().filter(is_flat).count()
}

#[cfg(test)]
mod tests;
