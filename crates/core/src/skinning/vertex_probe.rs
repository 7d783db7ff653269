//! One vertex in one pose: the effects of its joints and of each method.

use super::palette::joint_motions;
use super::stored_primitive::StoredPrimitive;
use super::{
    Antipodality, JointMotion, JointPalette, JointSets, MissingInput, PrimitiveCenters, RestVertex, SkinnedVertex,
    SkinningMethod, SkinningSettings, blend_iteratively, deform_vertex, influence_signs, posed_center, spherical,
};
use crate::math::{DualQuat, turn_angle};
use crate::model::{Influence, Model, Pose, Reflections, SkinKind};
use glam::{DVec3, Vec3};

/// The joints of a vertex.
#[derive(Clone, Debug)]
pub struct VertexProbe {
    /// The joints that move the vertex, heaviest first.
    pub influences: Vec<ProbedInfluence>,
    /// Angle between the rotations of the two heaviest joints, from 0 to pi. `None` with a single joint.
    pub angle_radians: Option<f64>,
}

/// A joint that moves a vertex.
#[derive(Clone, Copy, Debug)]
pub struct ProbedInfluence {
    /// Index into the skin's joints.
    pub joint: u32,
    /// The joint's node in the skeleton.
    pub node: u32,
    /// The weight of the joint.
    pub weight: f32,
    /// The joint's motion in double precision, with the rotation in its canonical sign.
    pub motion: JointMotion,
    /// Signs in the order of [`Antipodality::ALL`].
    signs: [InfluenceSigns; Antipodality::ALL.len()],
}

/// The signs of a joint's quaternion under an antipodality mode, -1 or 1, relative to the canonical sign (the first
/// nonzero component of w, x, y, z is positive).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InfluenceSigns {
    /// Sign in the palette.
    pub palette: f32,
    /// Sign in the blend of this vertex.
    pub blend: f32,
}

/// A vertex under one method, in single precision, as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodProbe {
    /// The method and its settings.
    pub settings: SkinningSettings,
    /// The skinned vertex, in scene space.
    pub skinned: SkinnedVertex,
    /// The center of rotation, for `cor`, `cor-procrustes` and `spherical`.
    pub center: Option<ProbedCenter>,
    /// The rounds of the loop of `dib`.
    pub steps: Option<u32>,
}

/// The center of rotation of a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbedCenter {
    /// Position in the bind frame.
    pub at_rest: Vec3,
    /// Position in scene space.
    pub posed: Vec3,
}

impl ProbedInfluence {
    /// The signs of the joint's quaternion under a mode.
    pub fn signs(&self, mode: Antipodality) -> InfluenceSigns {
        let index = Antipodality::ALL.iter().position(|other| *other == mode);
        self.signs[index.unwrap_or_default()]
    }
}

impl VertexProbe {
    /// The joints of vertex `vertex` of the model's primitive `primitive` that the settings keep, and their signs under
    /// each mode, whatever the settings choose. Costs three palettes of the skin.
    pub fn new(model: &Model, pose: &Pose, settings: SkinningSettings, primitive: usize, vertex: usize) -> Self {
        let source = StoredPrimitive::of(model, &model.primitives[primitive], settings);
        let scale_kind = settings.scale_kind;
        let skin = &model.skins[source.skin as usize];
        let of_vertex = source.influences.of(vertex);
        let scene_from_node = pose.scene_from_node(&model.skeleton, scale_kind);
        let reflections = Reflections::of(&model.skeleton, pose, scale_kind);
        let motions = |mode: Antipodality| -> Vec<JointMotion> {
            let settings = SkinningSettings { chosen_antipodality: Some(mode), scale_kind, ..Default::default() };
            let all = joint_motions(skin, &model.skeleton, pose, (&scene_from_node, reflections.as_ref()), settings);
            of_vertex.iter().map(|influence| all[influence.joint as usize]).collect()
        };
        let canonical = motions(Antipodality::None);
        // The other modes take the canonical signs, too.
        let (per_bone, continuous) = (motions(Antipodality::PerBone), motions(Antipodality::Continuous));
        let signs = Antipodality::ALL.map(|mode| {
            let motions = match mode {
                Antipodality::None | Antipodality::PerVertex | Antipodality::RunningSum => &canonical,
                Antipodality::PerBone => &per_bone,
                Antipodality::Continuous => &continuous,
            };
            signs_of(of_vertex, motions, &canonical, mode)
        });
        let influence = |(index, influence): (usize, &Influence)| ProbedInfluence {
            joint: influence.joint,
            node: skin.joints[influence.joint as usize].node,
            weight: influence.weight,
            motion: canonical[index],
            signs: signs.each_ref().map(|signs| signs[index]),
        };
        let angle_radians = match &canonical[..] {
            [first, second, ..] => Some(angle_between(first, second)),
            _ => None,
        };
        Self { influences: of_vertex.iter().enumerate().map(influence).collect(), angle_radians }
    }
}

impl MethodProbe {
    /// A vertex under one method. `centers` belong to its primitive; a vertex that is its own center has none.
    ///
    /// # Errors
    /// If the method needs centers that are missing.
    pub fn new(
        model: &Model,
        pose: &Pose,
        settings: SkinningSettings,
        primitive: usize,
        vertex: usize,
        centers: Option<&PrimitiveCenters>,
    ) -> Result<Self, MissingInput> {
        let source = &model.primitives[primitive];
        let scene_from_node = pose.scene_from_node(&model.skeleton, settings.scale_kind);
        let reflections = Reflections::of(&model.skeleton, pose, settings.scale_kind);
        let palette =
            JointPalette::of_skin(model, source.skin, pose, (&scene_from_node, reflections.as_ref()), settings);
        let none = PrimitiveCenters::default();
        let centers = centers.unwrap_or(&none);
        let skinned = deform_vertex(model, source, &palette, settings, vertex, centers)?;
        let stored = StoredPrimitive::of(model, source, settings);
        let influences = stored.influences.of(vertex);
        let (position, normal) = (stored.positions[vertex], stored.normals[vertex]);
        let at = |position| RestVertex::new(position, normal, influences);
        let sign_mode = settings.antipodality().sign_mode();
        let is_rigid = model.skins[source.skin as usize].kind == SkinKind::Rigid;
        // A vertex at its own center is not moved by the rotation about it.
        let center = match settings.method {
            _ if is_rigid => None,
            SkinningMethod::Cor | SkinningMethod::CorProcrustes => {
                let at_rest = centers.get(vertex).copied().filter(|center| *center != source.positions[vertex]);
                at_rest.map(|at_rest| ProbedCenter {
                    at_rest,
                    posed: posed_center(model, primitive, vertex, &palette, settings, centers).center,
                })
            }
            SkinningMethod::Spherical => {
                let set = JointSets::of_stored(model, source.skin, settings.stored).index_of(influences);
                let at_rest = palette.rotation_centers.of_set(set);
                let posed =
                    spherical::skin_vertex(RestVertex { joint_set: set, ..at(at_rest) }, &palette, sign_mode).position;
                Some(ProbedCenter { at_rest, posed })
            }
            _ => None,
        };
        let iterates = settings.method == SkinningMethod::Dib && !is_rigid;
        let steps = iterates.then(|| blend_iteratively(at(position), &palette.motions, sign_mode).steps);
        Ok(Self { settings, skinned, center, steps })
    }
}

fn signs_of(
    influences: &[Influence],
    motions: &[JointMotion],
    canonical: &[JointMotion],
    mode: Antipodality,
) -> Vec<InfluenceSigns> {
    let turn = |motion: &JointMotion| DualQuat::from_rotation_translation(motion.turn, DVec3::ZERO);
    let turns: Vec<DualQuat> = motions.iter().map(turn).collect();
    let own = |(joint, influence): (u32, &Influence)| Influence { joint, ..*influence };
    let influences: Vec<Influence> = (0..).zip(influences).map(own).collect();
    let blended = influence_signs(&influences, &turns, mode.sign_mode());
    let palette = |(motion, canonical): (&JointMotion, &JointMotion)| motion.turn.dot(canonical.turn).signum() as f32;
    let palette = motions.iter().zip(canonical).map(palette);
    palette.zip(blended).map(|(palette, blend)| InfluenceSigns { palette, blend }).collect()
}

/// The shorter way from one joint's rotation to another's.
fn angle_between(first: &JointMotion, second: &JointMotion) -> f64 {
    turn_angle(first.turn.inverse() * second.turn)
}
