use super::deform_linear;
use crate::math::polar_decompose;
use crate::model::{Model, Pose, ScaleKind, Skin, SkinKind};
use std::collections::BTreeSet;

/// Difference of a model's rest pose from its bind pose, and the joints that are scaled at rest.
///
/// Both are allowed, and programs disagree about both: some, including Blender's importer, use the bind pose as the
/// rest pose and reskin the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct RestAndBind {
    /// The difference, or `None` if every joint's rest transform is its bind transform.
    pub difference: Option<BindDifference>,
    /// Joints of skins whose own rest scale is not 1, as ascending node indices.
    pub scaled_joints: Vec<u32>,
}

/// The difference of the rest pose from the bind pose, relative to the joint with the largest total weight in each
/// skin.
#[derive(Clone, Debug, PartialEq)]
pub struct BindDifference {
    /// Number of joints that differ between rest and bind, among those that move vertices.
    pub joints: usize,
    /// Number of joints that move vertices.
    pub moving_joints: usize,
    /// The largest rotation of a joint from bind to rest, in radians.
    pub largest_turn_radians: f64,
    /// Node index of the joint with that rotation.
    pub most_turned: u32,
    /// The largest distance that linear blending moves a vertex from bind to rest, in scene units.
    pub largest_distance: f32,
}

/// Limits below which a joint is treated as unchanged from bind, for its rotation, its displacement relative to the
/// extent and its change of scale. They are above the single-precision error of inverse bind matrices.
const TURN_RADIANS: f64 = 2e-3;
const DISPLACEMENT: f64 = 1e-4;
const SCALE: f64 = 1e-3;

impl RestAndBind {
    /// Compares rest and bind pose. Visits all skins and vertices of the model once.
    pub fn of(model: &Model) -> Self {
        Self { difference: bind_difference(model), scaled_joints: scaled_joints(model) }
    }
}

fn scaled_joints(model: &Model) -> Vec<u32> {
    let skinned = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    let nodes: BTreeSet<u32> = skinned.flat_map(|skin| &skin.joints).map(|joint| joint.node).collect();
    let is_scaled = |node: &u32| {
        let scale = model.skeleton.node(*node).rest.scale.as_dvec3();
        (scale - 1.0).abs().max_element() > SCALE
    };
    nodes.into_iter().filter(is_scaled).collect()
}

fn bind_difference(model: &Model) -> Option<BindDifference> {
    let rest = Pose::rest(&model.skeleton);
    let scene_from_node = rest.scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let extent = f64::from(model.rest_bounds().extent());
    let moving = moving_joints(model);
    let mut difference = BindDifference {
        joints: 0,
        moving_joints: moving.len(),
        largest_turn_radians: 0.0,
        most_turned: 0,
        largest_distance: 0.0,
    };
    for &(skin, joint) in &moving {
        let joint = &model.skins[skin].joints[joint];
        let rest_from_bind = scene_from_node[joint.node as usize] * joint.joint_from_bind;
        let polar = polar_decompose(rest_from_bind.matrix3);
        let turn = 2.0 * polar.rotation.xyz().length().atan2(polar.rotation.w.abs());
        let displacement = rest_from_bind.transform_point3(joint.bind_origin).distance(joint.bind_origin);
        let stretch = polar.stretch - glam::DMat3::IDENTITY;
        let scaled = stretch.to_cols_array().iter().any(|entry| entry.abs() > SCALE);
        if turn > TURN_RADIANS || displacement > DISPLACEMENT * extent || scaled {
            difference.joints += 1;
            if difference.joints == 1 || turn > difference.largest_turn_radians {
                (difference.largest_turn_radians, difference.most_turned) = (turn, joint.node);
            }
        }
    }
    if difference.joints == 0 {
        return None;
    }
    let posed = deform_linear(model, &rest, ScaleKind::Inherited);
    for (primitive, posed) in model.primitives.iter().zip(posed) {
        if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
            continue;
        }
        let distances = posed.iter().zip(&primitive.positions).map(|(posed, bind)| posed.position.distance(*bind));
        difference.largest_distance = distances.fold(difference.largest_distance, f32::max);
    }
    Some(difference)
}

/// Skin and joint of each joint that moves a vertex.
fn moving_joints(model: &Model) -> Vec<(usize, usize)> {
    let mut moves: Vec<Vec<bool>> = model.skins.iter().map(|skin: &Skin| vec![false; skin.joints.len()]).collect();
    for primitive in model.skinned_primitives() {
        for influence in primitive.influences.flat() {
            moves[primitive.skin as usize][influence.joint as usize] |= influence.weight != 0.0;
        }
    }
    let of_skin = |(skin, moves): (usize, &Vec<bool>)| {
        let joints = moves.iter().enumerate().filter(|(_, moves)| **moves).map(move |(joint, _)| (skin, joint));
        joints.collect::<Vec<_>>()
    };
    moves.iter().enumerate().flat_map(of_skin).collect()
}

impl BindDifference {
    /// One line for display. `extent` is the model's, in scene units.
    pub fn to_text(&self, model: &Model) -> String {
        let extent = model.rest_bounds().extent();
        format!(
            "differs from the rest pose at {} of {} joints: rotated by up to {:.1}° ({}), skin moved by up to {:.4} \
             units ({:.1}% of the extent). Blender re-binds such files on import, so the skin can look different \
             there",
            self.joints,
            self.moving_joints,
            self.largest_turn_radians.to_degrees(),
            model.skeleton.label(self.most_turned),
            self.largest_distance,
            100.0 * self.largest_distance / extent,
        )
    }
}
