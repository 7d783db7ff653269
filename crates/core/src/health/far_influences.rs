use crate::measure::VertexId;
use crate::model::{Model, Skin, SkinKind};
use glam::DVec3;

/// Weight below which an influence does not count: smooth weights reach far, and faintly.
const LEAST_WEIGHT: f32 = 0.1;

/// Weight from which a vertex belongs to a rigid part, such as a sword in a hand, which may be long.
const RIGID: f32 = 0.99;

/// An influence of a joint on a vertex that lies at other bones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarInfluence {
    /// Distance from the vertex to the joint's bones less that to the nearest bone of the skin, over the extent: how much
    /// farther away the joint is than it could be. Clothes and hair far from all bones do not count as far from theirs.
    pub excess: f64,
    /// The joint's node.
    pub node: u32,
    /// Its weight there.
    pub weight: f32,
    /// The vertex.
    pub vertex_id: VertexId,
}

/// The bones of one joint at bind: from its origin to those of the joints right below it, or its origin alone.
struct JointBones {
    origin: DVec3,
    ends: Vec<DVec3>,
}

impl JointBones {
    fn of_skin(skin: &Skin) -> Vec<Self> {
        let mut bones: Vec<Self> =
            skin.joints.iter().map(|joint| Self { origin: joint.bind_origin, ends: Vec::new() }).collect();
        for joint in &skin.joints {
            if let Some(parent) = joint.parent {
                bones[parent as usize].ends.push(joint.bind_origin);
            }
        }
        bones
    }

    fn distance(&self, point: DVec3) -> f64 {
        let to_end = |end: &DVec3| {
            let bone = *end - self.origin;
            let along = (point - self.origin).dot(bone) / bone.length_squared();
            let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 };
            point.distance(self.origin + along * bone)
        };
        self.ends.iter().map(to_end).fold(point.distance(self.origin), f64::min)
    }
}

/// The influence of at least 0.1 whose bone is farthest from its vertex, compared with the nearest bone of a joint that
/// moves skin. Vertices that follow one joint alone are left out. `None` if nothing is skinned, or the model has no size. Takes time in the count of vertices times that of
/// joints.
pub fn farthest_influence(model: &Model) -> Option<FarInfluence> {
    let extent = f64::from(model.rest_bounds().extent());
    let bones: Vec<Vec<JointBones>> = model.skins.iter().map(JointBones::of_skin).collect();
    let mut moves: Vec<Vec<bool>> = bones.iter().map(|bones| vec![false; bones.len()]).collect();
    for primitive in model.skinned_primitives() {
        for influence in primitive.influences.flat().iter().filter(|influence| influence.weight >= LEAST_WEIGHT) {
            moves[primitive.skin as usize][influence.joint as usize] = true;
        }
    }
    let mut farthest: Option<FarInfluence> = None;
    for (index, primitive) in model.primitives.iter().enumerate() {
        let skin = primitive.skin as usize;
        if model.skins[skin].kind == SkinKind::Rigid {
            continue;
        }
        for (vertex, (position, influences)) in primitive.positions.iter().zip(primitive.influences.iter()).enumerate()
        {
            if influences.first().is_some_and(|heaviest| heaviest.weight >= RIGID) {
                continue;
            }
            let point = position.as_dvec3();
            let strong = influences.iter().filter(|influence| influence.weight >= LEAST_WEIGHT);
            let distances = strong.map(|influence| (bones[skin][influence.joint as usize].distance(point), influence));
            let Some((distance, influence)) = distances.max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            // The nearest bone can only shorten this.
            if farthest.is_some_and(|known| distance / extent <= known.excess) {
                continue;
            }
            let moving = bones[skin].iter().zip(&moves[skin]).filter(|(_, moves)| **moves);
            let nearest = moving.map(|(bones, _)| bones.distance(point)).fold(distance, f64::min);
            let excess = (distance - nearest) / extent;
            if excess.is_finite() && farthest.is_none_or(|known| excess > known.excess) {
                farthest = Some(FarInfluence {
                    excess,
                    node: model.skins[skin].joints[influence.joint as usize].node,
                    weight: influence.weight,
                    vertex_id: VertexId { primitive: index as u32, vertex: vertex as u32 },
                });
            }
        }
    }
    farthest
}
