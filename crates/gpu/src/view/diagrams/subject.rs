use crate::view::Camera;
use glam::Vec3;
use skinscope_core::math::DualQuat;
use skinscope_core::model::{Influence, Model, Pose, Primitive, Skin};
use skinscope_core::skinning::{JointPalette, PrimitiveCenters, RestData, SkinningSettings, deform_vertex_with};

/// Inputs of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct DiagramRequest<'a> {
    /// The model.
    pub model: &'a Model,
    /// A pose of the model.
    pub pose: &'a Pose,
    /// The method that is explained, and its settings.
    pub skinning: SkinningSettings,
    /// Centers of rotation of every primitive, if the model has them.
    pub centers: Option<&'a [PrimitiveCenters]>,
    /// The node whose motion is shown. Without a node and a vertex, it is the joint that the pose turns most.
    pub joint: Option<u32>,
    /// Primitive and vertex. If absent, the vertex of the joint that is blended most evenly.
    pub vertex: Option<(u32, u32)>,
    /// Camera of the picture.
    pub camera: &'a Camera,
    /// Size of the picture, in pixels.
    pub size: [u32; 2],
    /// Physical pixels per logical point.
    pub pixels_per_point: f32,
}

/// A vertex and a joint of a posed model.
pub(super) struct Subject<'a> {
    pub model: &'a Model,
    pub skin: &'a Skin,
    pub primitive: &'a Primitive,
    pub skinning: SkinningSettings,
    pub palette: JointPalette,
    pub vertex: usize,
    /// Influences of the vertex, at most [`Self::MOST_JOINTS`], by falling weight.
    pub influences: &'a [Influence],
    /// Centers of the primitive, if the model has them.
    pub centers: Option<&'a PrimitiveCenters>,
    /// Index of the moving joint in the skin.
    pub joint: usize,
}

impl<'a> Subject<'a> {
    pub fn of(request: &DiagramRequest<'a>) -> Option<Self> {
        let DiagramRequest { model, skinning, .. } = *request;
        let chosen = request.vertex.filter(|&vertex| influences_of(model, vertex).is_some());
        let of_pose = || if chosen.is_none() { most_turned(model, request.pose) } else { None };
        let wanted = request.joint.or_else(of_pose);
        let of_joint = || most_blended_vertex(model, wanted).or_else(|| heaviest_vertex(model, wanted?));
        let (primitive, vertex) = chosen.or_else(of_joint)?;
        let influences = influences_of(model, (primitive, vertex))?;
        let centers = request.centers.and_then(|centers| centers.get(primitive as usize));
        let primitive = &model.primitives[primitive as usize];
        let skin = &model.skins[primitive.skin as usize];
        let of_skin = |node: u32| skin.joints.iter().position(|joint| joint.node == node);
        // The deeper one of the two heaviest joints moves against the other.
        let deeper = || {
            let heaviest = influences.iter().take(2).map(|influence| influence.joint as usize);
            heaviest.max_by_key(|&joint| depth(skin, joint))
        };
        let joint = wanted.and_then(of_skin).or_else(deeper)?;
        let palette = JointPalette::all(model, request.pose, skinning).swap_remove(primitive.skin as usize);
        Some(Self { model, skin, primitive, skinning, palette, vertex: vertex as usize, influences, centers, joint })
    }

    /// The vertex at rest, in the bind frame.
    pub fn rest_position(&self) -> Vec3 {
        self.primitive.positions[self.vertex]
    }

    /// C_j: the rigid motion of a joint of the skin from rest.
    pub fn motion(&self, joint: usize) -> DualQuat {
        self.palette.motions[joint]
    }

    /// The motion of the joint's parent in the skin. At the root, no motion.
    pub fn parent_motion(&self) -> DualQuat {
        let parent = self.skin.joints[self.joint].parent;
        parent.map_or(DualQuat::IDENTITY, |parent| self.motion(parent as usize))
    }

    /// Position of the vertex under the method with these weights instead of its own. `None` if the method needs
    /// centers that are missing, or if its result depends on more than the vertex.
    pub fn blended(&self, influences: &[Influence]) -> Option<Vec3> {
        let Self { model, primitive, ref palette, skinning, vertex, centers, .. } = *self;
        if matches!(skinning.method.rest_data(), Some(RestData::SkinVertices | RestData::Moments)) {
            return None;
        }
        let mut sorted = influences.to_vec();
        sorted.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let none = PrimitiveCenters::default();
        let centers = centers.unwrap_or(&none);
        let blended = deform_vertex_with(model, primitive, palette, skinning, vertex, centers, &sorted);
        blended.ok().map(|vertex| vertex.position)
    }

    /// The name of a joint of the skin.
    pub fn name(&self, joint: usize) -> String {
        self.model.skeleton.short_name(self.skin.joints[joint].node).to_owned()
    }
}

/// The influences of a vertex, if there is one with this id.
fn influences_of(model: &Model, (primitive, vertex): (u32, u32)) -> Option<&[Influence]> {
    let primitive = model.primitives.get(primitive as usize)?;
    let is_vertex = (vertex as usize) < primitive.positions.len();
    Some(primitive.influences.of(vertex as usize)).filter(|influences| is_vertex && !influences.is_empty())
}

/// The vertex whose weights are most even among those of a joint, or of all: the largest product of its two heaviest
/// weights. The first of equals wins.
fn most_blended_vertex(model: &Model, joint: Option<u32>) -> Option<(u32, u32)> {
    let mut best: Option<(f32, (u32, u32))> = None;
    for (index, primitive) in model.primitives.iter().enumerate() {
        let joints = &model.skins[primitive.skin as usize].joints;
        for (vertex, influences) in primitive.influences.iter().enumerate() {
            let [first, second, ..] = influences else { continue };
            let is_of = |influence: &Influence| Some(joints[influence.joint as usize].node) == joint;
            if joint.is_some() && !(is_of(first) || is_of(second)) {
                continue;
            }
            let evenness = first.weight * second.weight;
            if best.is_none_or(|(most, _)| evenness > most) {
                best = Some((evenness, (index as u32, vertex as u32)));
            }
        }
    }
    best.map(|(_, vertex)| vertex)
}

/// Primitive and vertex with the greatest weight of a joint; the first of equals wins. `None` if no vertex follows the
/// joint.
pub fn heaviest_vertex(model: &Model, joint: u32) -> Option<(u32, u32)> {
    let mut best: Option<(f32, (u32, u32))> = None;
    for (index, primitive) in model.primitives.iter().enumerate() {
        let joints = &model.skins[primitive.skin as usize].joints;
        for (vertex, influences) in primitive.influences.iter().enumerate() {
            let own = influences.iter().find(|influence| joints[influence.joint as usize].node == joint);
            if let Some(own) = own
                && best.is_none_or(|(most, _)| own.weight > most)
            {
                best = Some((own.weight, (index as u32, vertex as u32)));
            }
        }
    }
    best.map(|(_, vertex)| vertex)
}

/// The joint that the pose turns most against rest, of those with blended vertices. `None` at rest.
fn most_turned(model: &Model, pose: &Pose) -> Option<u32> {
    let mut blended = vec![false; model.skeleton.len()];
    for primitive in &model.primitives {
        let joints = &model.skins[primitive.skin as usize].joints;
        for influences in primitive.influences.iter().filter(|influences| influences.len() > 1) {
            influences
                .iter()
                .take(2)
                .for_each(|influence| blended[joints[influence.joint as usize].node as usize] = true);
        }
    }
    let joints = (0..model.skeleton.len() as u32).filter(|&node| blended[node as usize]);
    let turn = |node: u32| {
        let rest = model.skeleton.node(node).rest.rotation;
        pose.joints[node as usize].rotation.angle_between(rest)
    };
    let most = joints.max_by(|&a, &b| turn(a).total_cmp(&turn(b)))?;
    (turn(most) > 1e-3).then_some(most)
}

/// Count of joints above a joint in its skin.
fn depth(skin: &Skin, mut joint: usize) -> usize {
    let mut above = 0;
    while let Some(parent) = skin.joints[joint].parent {
        joint = parent as usize;
        above += 1;
    }
    above
}
