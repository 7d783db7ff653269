use super::delta_mush::posed_vertices;
use super::own_method::SkinInPose;
use super::point_motion::turn_of_axes;
use super::whole_mesh::with_whole_mesh;
use super::{
    Antipodality, JointSets, PaletteList, Phases, PointMotion, PosedBone, RigidJoint, RotationCenters, SkinnedVertex,
    SkinningMethod, SkinningSettings,
};
use crate::math::{DualQuat, Screw, polar_decompose, polar_decompose_mirrored};
use crate::model::{Model, Pose, Reflections, ScaleKind, Skeleton, Skin, SkinKind};
use bytemuck::{Pod, Zeroable};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec4};
use std::borrow::Cow;

/// An affine transform as three rows: `x' = rows * (x, 1)`. The shader reads it as `mat3x4<f32>`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PaletteMatrix {
    /// The rows of the 3 by 4 matrix; the last component of each is the translation.
    pub rows: [Vec4; 3],
}

/// The motion of the bind frame at one joint in a pose, decomposed into stretch and rotation, in double precision.
///
/// First phase `x -> stretched_origin + stretch (x - bind_origin)`, second phase `x -> posed_origin + turn (x -
/// stretched_origin)`; their composition is the joint's full transform.
#[derive(Clone, Copy, Debug)]
pub struct JointMotion {
    /// U_i: the rotation, with the sign chosen by the antipodality mode. In a reflection it is the rotation of the
    /// joint's TRS ([`Reflections`]).
    pub turn: DQuat,
    /// R_i: the rotation of the joint's bind axes that keeps the posed y axis. With rigid joints it is U_i, perhaps in the
    /// other sign.
    pub axes_turn: DQuat,
    /// P_i: inherited and local stretch in the bind frame, including reflections.
    pub stretch: DMat3,
    /// o_i.
    pub bind_origin: DVec3,
    /// o'_i: the joint's position in the stretched rest skeleton.
    pub stretched_origin: DVec3,
    /// f_i.
    pub posed_origin: DVec3,
}

/// Deviation from the identity below which a stretch is rounding. Files hold scales such as 0.9999998; a larger value
/// would move vertices by more than single precision resolves.
const RIGID: f32 = 4.0 * f32::EPSILON;

/// Vertices of a skin that is smoothed on the GPU. A larger one would take more than one dispatch, and buffers that not every
/// device can bind.
const MOST_SMOOTHED_ON_GPU: usize = 1_000_000;

/// What reads a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// A twin on the CPU. That of a method that is not built in looks up vertices that were skinned before.
    Twin,
    /// A shader.
    Shader,
    /// A shader after the compute passes that make what one method reads.
    Gpu,
}

/// One pose of one skin, prepared for the vertex loop. Entry i belongs to the skin's joint i.
#[derive(Clone, Debug)]
pub struct JointPalette {
    /// The joints' full transforms `posed_from_bind`, which LBS blends. With TRS scale alone these are the glTF skin
    /// matrices relative to the bind frame.
    pub matrices: Vec<PaletteMatrix>,
    /// The rigid parts: rotation by U_i, bind origin to posed origin. Blended by the methods without scale.
    pub motions: Vec<DualQuat>,
    /// C'_i, the first phase: stretch about the joint in the rest pose.
    pub first_phase: Vec<PaletteMatrix>,
    /// C''_i, the second phase: rotation by U_i, stretched origin to posed origin. Equals `motions` without scale.
    pub second_phase: Vec<DualQuat>,
    /// C''_i as matrices, for `cor`.
    pub second_phase_matrices: Vec<PaletteMatrix>,
    /// The rigid parts as matrices, which pose the centers of `direct-quaternion` and `spherical`.
    pub rigid_matrices: Vec<PaletteMatrix>,
    /// Origins and translations of the rigid parts.
    pub rigid_joints: Vec<RigidJoint>,
    /// Motions that take each point to its place under the full transform, for `preserve-volume`.
    pub point_motions: Vec<PointMotion>,
    /// Half the logarithms of the rigid parts, for `log-matrix`.
    pub logarithms: Vec<Screw>,
    /// Rotation centers; empty except for `spherical`, since they take a search over all joint sets.
    pub rotation_centers: RotationCenters,
    /// The joints' bones; empty except for `bulge-free-dqs`, since they take a visit to every vertex at rest.
    pub bones: Vec<PosedBone>,
    /// The skin's vertices in the pose; empty except for `delta-mush`, where compute passes do not make them
    /// ([`Self::all_for_gpu`]), and for methods that are not built in, since they take a visit to every vertex.
    pub posed_vertices: Vec<SkinnedVertex>,
}

impl JointPalette {
    /// The palettes of all skins of a model in one pose.
    pub fn all(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Self> {
        Self::of_skins(model, pose, settings, Reader::Twin)
    }

    /// Like [`Self::all`] for shaders alone: without what only a twin reads.
    pub fn all_for_shaders(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Self> {
        Self::of_skins(model, pose, settings, Reader::Shader)
    }

    /// Like [`Self::all_for_shaders`], without what compute passes make on the GPU: the smoothed vertices of `delta-mush` for
    /// skins of up to a million vertices.
    pub fn all_for_gpu(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<Self> {
        Self::of_skins(model, pose, settings, Reader::Gpu)
    }

    fn of_skins(model: &Model, pose: &Pose, settings: SkinningSettings, reader: Reader) -> Vec<Self> {
        let scene_from_node = pose.scene_from_node(&model.skeleton, settings.scale_kind);
        let reflections = Reflections::of(&model.skeleton, pose, settings.scale_kind);
        let palette =
            |skin| Self::for_reader(model, skin, pose, (&scene_from_node, reflections.as_ref()), settings, reader);
        (0..model.skins.len() as u32).map(palette).collect()
    }

    /// The palette of one skin. `scene_from_node` and the
    /// reflections are the pose's, with the scale kind of the settings.
    pub fn of_skin(
        model: &Model,
        skin: u32,
        pose: &Pose,
        (scene_from_node, reflections): (&[DAffine3], Option<&Reflections>),
        settings: SkinningSettings,
    ) -> Self {
        Self::for_reader(model, skin, pose, (scene_from_node, reflections), settings, Reader::Twin)
    }

    fn for_reader(
        model: &Model,
        skin: u32,
        pose: &Pose,
        (scene_from_node, reflections): (&[DAffine3], Option<&Reflections>),
        settings: SkinningSettings,
        reader: Reader,
    ) -> Self {
        let motions =
            joint_motions(&model.skins[skin as usize], &model.skeleton, pose, (scene_from_node, reflections), settings);
        let motions = with_whole_mesh(model, skin, pose, settings, motions);
        let mut palette = Self::from_motions(&motions);
        let sets = || Cow::Owned(JointSets::of_stored(model, skin, settings.stored));
        palette.add_lists_of(settings, pose, &motions, (model, skin), sets, reader);
        palette
    }

    /// Adds the lists that only palettes of these settings' method hold. `motions`, pose and skin are the palette's, `sets` the
    /// joint sets of the vertices.
    pub(super) fn add_lists_of<'s>(
        &mut self,
        settings: SkinningSettings,
        pose: &Pose,
        motions: &[JointMotion],
        (model, skin): (&Model, u32),
        sets: impl FnOnce() -> Cow<'s, JointSets>,
        reader: Reader,
    ) {
        let reads = |list| settings.method.row().lists.contains(&Some(list));
        if reads(PaletteList::RotationCenters) {
            self.find_centers(&sets(), motions);
        }
        if reads(PaletteList::Bones) {
            self.bones = PosedBone::all(model.rest_bones().ends(skin), motions);
        }
        let is_skinned = model.skins[skin as usize].kind == SkinKind::Skinned;
        match settings.method {
            SkinningMethod::Own(own) => {
                let is_read = reader == Reader::Twin || reads(PaletteList::PosedVertices);
                if is_read && is_skinned {
                    let input = SkinInPose { model, skin, pose, settings, palette: self };
                    self.posed_vertices = input.skinned_by(own);
                }
            }
            _ if reads(PaletteList::PosedVertices)
                && (reader != Reader::Gpu || model.vertices_of_skin(skin) > MOST_SMOOTHED_ON_GPU) =>
            {
                self.posed_vertices = posed_vertices((model, skin), pose, settings, self);
            }
            _ => {}
        }
    }

    /// Takes the lists that only palettes of one method hold from another palette of the same skin and pose, if it has
    /// them.
    pub fn take_own_lists(&mut self, other: Self) {
        let [has_centers, has_bones, has_vertices] =
            [PaletteList::RotationCenters, PaletteList::Bones, PaletteList::PosedVertices]
                .map(|list| !other.lacks(list));
        if has_centers {
            self.rotation_centers = other.rotation_centers;
        }
        if has_bones {
            self.bones = other.bones;
        }
        if has_vertices {
            self.posed_vertices = other.posed_vertices;
        }
    }

    /// Whether the list belongs to a method for which the palette was not made.
    pub(super) fn lacks(&self, list: PaletteList) -> bool {
        match list {
            PaletteList::RotationCenters => self.rotation_centers.all().is_empty(),
            PaletteList::Bones => self.bones.is_empty(),
            PaletteList::PosedVertices => self.posed_vertices.is_empty(),
            PaletteList::Matrices
            | PaletteList::Motions
            | PaletteList::SecondPhase
            | PaletteList::Rotations
            | PaletteList::FirstPhase
            | PaletteList::SecondPhaseMatrices
            | PaletteList::RigidMatrices
            | PaletteList::BindOrigins
            | PaletteList::Translations
            | PaletteList::Logarithms
            | PaletteList::PointMotions => false,
        }
    }

    /// Finds the rotation centers of `spherical` for some joint sets. `motions` are the palette's.
    pub fn find_centers(&mut self, sets: &JointSets, motions: &[JointMotion]) {
        self.rotation_centers = RotationCenters::find(sets, motions);
    }

    /// Rounds motions to the precision of the vertex loop. Fills all fields except those of one method alone.
    pub fn from_motions(motions: &[JointMotion]) -> Self {
        let matrices = |transform: fn(&JointMotion) -> DAffine3| {
            motions.iter().map(|motion| PaletteMatrix::from(transform(motion))).collect()
        };
        let logarithm =
            |m: &JointMotion| Screw::from_rotation_translation(m.turn, m.posed_origin - m.turn * m.bind_origin);
        let second =
            |m: &JointMotion| DualQuat::from_rotation_translation(m.turn, m.posed_origin - m.turn * m.stretched_origin);
        Self {
            matrices: matrices(JointMotion::full_transform),
            motions: motions.iter().map(JointMotion::rigid_dual_quaternion).collect(),
            first_phase: matrices(JointMotion::first_phase),
            second_phase: motions.iter().map(second).collect(),
            second_phase_matrices: matrices(JointMotion::second_phase),
            rigid_matrices: matrices(JointMotion::rigid_transform),
            rigid_joints: motions.iter().map(RigidJoint::from).collect(),
            point_motions: motions.iter().map(PointMotion::from).collect(),
            logarithms: motions.iter().map(logarithm).collect(),
            rotation_centers: RotationCenters::default(),
            bones: Vec::new(),
            posed_vertices: Vec::new(),
        }
    }

    /// Whether no joint has scale or shear: every C'_i is the identity to single precision. The methods with two phases then
    /// need no first phase on the GPU. The twins blend it all the same.
    pub fn is_rigid(&self) -> bool {
        let reach = self.rigid_joints.iter().map(|joint| joint.bind_origin.length()).fold(0.0, f32::max);
        let identity = [Vec4::X, Vec4::Y, Vec4::Z];
        self.first_phase.iter().flat_map(|matrix| matrix.rows.into_iter().zip(identity)).all(|(row, unit)| {
            let difference = row - unit;
            difference.truncate().abs().max_element() <= RIGID && difference.w.abs() <= RIGID * reach
        })
    }
}

impl From<DAffine3> for PaletteMatrix {
    /// Rounds to single precision once.
    fn from(transform: DAffine3) -> Self {
        let row = |i: usize| transform.matrix3.row(i).extend(transform.translation[i]).as_vec4();
        Self { rows: [row(0), row(1), row(2)] }
    }
}

/// The map `x -> to + linear (x - from)`.
fn about(from: DVec3, linear: DMat3, to: DVec3) -> DAffine3 {
    DAffine3 { matrix3: linear, translation: to - linear * from }
}

impl JointMotion {
    /// C_i: scale, shear and rotation, as linear blending takes them.
    pub fn full_transform(&self) -> DAffine3 {
        about(self.bind_origin, DMat3::from_quat(self.turn) * self.stretch, self.posed_origin)
    }

    /// The rigid part, which drops the stretch: rotation by U_i, bind origin to posed origin.
    pub fn rigid_transform(&self) -> DAffine3 {
        about(self.bind_origin, DMat3::from_quat(self.turn), self.posed_origin)
    }

    /// [`Self::rigid_transform`] as a dual quaternion.
    pub fn rigid_dual_quaternion(&self) -> DualQuat {
        DualQuat::from_rotation_translation(self.turn, self.posed_origin - self.turn * self.bind_origin)
    }

    /// C'_i: scale and shear in the rest pose.
    pub fn first_phase(&self) -> DAffine3 {
        about(self.bind_origin, self.stretch, self.stretched_origin)
    }

    /// C''_i: the rigid motion of the joint after the first phase.
    pub fn second_phase(&self) -> DAffine3 {
        about(self.stretched_origin, DMat3::from_quat(self.turn), self.posed_origin)
    }
}

/// Decomposes each joint's motion, applies the signs that are chosen on the CPU, and leaves out the second phase if the
/// settings say so.
pub fn joint_motions(
    skin: &Skin,
    skeleton: &Skeleton,
    pose: &Pose,
    (scene_from_node, reflections): (&[DAffine3], Option<&Reflections>),
    settings: SkinningSettings,
) -> Vec<JointMotion> {
    let order = skeleton.order_parents_first(skin.joints.iter().map(|joint| joint.node));
    let mut motions = unsigned_motions(skin, skeleton, pose, scene_from_node, settings.scale_kind, reflections, &order);
    match settings.antipodality() {
        // The vertex loop chooses; the canonical sign only makes the input deterministic.
        Antipodality::None | Antipodality::PerVertex | Antipodality::RunningSum => {
            motions.iter_mut().for_each(|motion| motion.turn = canonical(motion.turn));
        }
        Antipodality::PerBone => {
            for &joint in &order {
                let turn = motions[joint].turn;
                motions[joint].turn = match skin.joints[joint].parent {
                    None => canonical(turn),
                    Some(parent) => same_side(turn, motions[parent as usize].turn),
                };
            }
        }
        Antipodality::Continuous => {
            let counted = counted_turns(skin, skeleton, pose, reflections);
            for (motion, counted) in motions.iter_mut().zip(counted) {
                motion.turn = same_side(motion.turn, counted);
            }
        }
    }
    if settings.phases() == Phases::First {
        motions.iter_mut().for_each(JointMotion::keep_first_phase);
    }
    motions
}

fn unsigned_motions(
    skin: &Skin,
    skeleton: &Skeleton,
    pose: &Pose,
    scene_from_node: &[DAffine3],
    scale_kind: ScaleKind,
    reflections: Option<&Reflections>,
    order: &[usize],
) -> Vec<JointMotion> {
    let mut motions: Vec<JointMotion> = skin
        .joints
        .iter()
        .map(|joint| {
            let posed_from_bind = scene_from_node[joint.node as usize] * joint.joint_from_bind;
            let reflection = reflections.and_then(|reflections| reflections.of_joint(joint));
            let polar = polar_decompose_mirrored(posed_from_bind.matrix3, reflection);
            let local = pose.stretch(skeleton, joint.node, scale_kind).local;
            let local = if local == DMat3::IDENTITY {
                local
            } else {
                let bind_rotation = DMat3::from_quat(joint.bind_rotation);
                bind_rotation * local * bind_rotation.transpose()
            };
            JointMotion {
                turn: polar.rotation,
                axes_turn: turn_of_axes(posed_from_bind.matrix3 * local, joint.bind_rotation, polar.rotation),
                stretch: polar.stretch * local,
                bind_origin: joint.bind_origin,
                stretched_origin: joint.bind_origin,
                posed_origin: posed_from_bind.transform_point3(joint.bind_origin),
            }
        })
        .collect();
    for &joint in order {
        if let Some(parent) = skin.joints[joint].parent {
            let parent = motions[parent as usize];
            let offset = motions[joint].bind_origin - parent.bind_origin;
            motions[joint].stretched_origin = parent.stretched_origin + parent.stretch * offset;
        }
    }
    motions
}

/// Each joint's rotation of the bind frame, composed down the skeleton from the pose's signed rotations, starting from
/// the canonical sign at rest. Moving a slider through 360 degrees changes the sign; nothing else does. Below a joint
/// that mirrors, turns are mirrored too.
pub(super) fn counted_turns(
    skin: &Skin,
    skeleton: &Skeleton,
    pose: &Pose,
    reflections: Option<&Reflections>,
) -> Vec<DQuat> {
    let mut posed = vec![DQuat::IDENTITY; skeleton.len()];
    let mut rest = vec![DQuat::IDENTITY; skeleton.len()];
    for &index in skeleton.parents_first() {
        let i = index as usize;
        let parent = skeleton.node(index).parent;
        let (parent_posed, parent_rest) = match parent {
            Some(parent) => (posed[parent as usize], rest[parent as usize]),
            None => (DQuat::IDENTITY, DQuat::IDENTITY),
        };
        let own = pose.joints[i].rotation.as_dquat().normalize();
        rest[i] = parent_rest * skeleton.node(index).rest.rotation.as_dquat().normalize();
        posed[i] = match parent.and_then(|parent| reflections?.of_node(parent)) {
            None => parent_posed * own,
            Some(reflection) => {
                let turn = parent_rest * own * rest[i].inverse();
                parent_posed * parent_rest.inverse() * reflected(turn, reflection) * rest[i]
            }
        };
    }
    let rest_from_bind = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
    skin.joints
        .iter()
        .map(|joint| {
            let node = joint.node as usize;
            let at_rest = polar_decompose((rest_from_bind[node] * joint.joint_from_bind).matrix3).rotation;
            posed[node] * rest[node].inverse() * canonical(at_rest)
        })
        .collect()
}

/// A turn as seen in a mirror: about the reflected axis, in the opposite direction.
fn reflected(turn: DQuat, reflection: DMat3) -> DQuat {
    let axis = -(reflection * turn.xyz());
    DQuat::from_xyzw(axis.x, axis.y, axis.z, turn.w)
}

/// The sign in which the first nonzero component of w, x, y, z is positive.
fn canonical(q: DQuat) -> DQuat {
    let first = [q.w, q.x, q.y, q.z].into_iter().find(|&part| part != 0.0);
    if first.is_some_and(|part| part < 0.0) { -q } else { q }
}

fn same_side(q: DQuat, reference: DQuat) -> DQuat {
    if q.dot(reference) < 0.0 { -q } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_is_rigid_if_no_joint_stretches_by_more_than_rounding() {
        let is_rigid = |stretch: DMat3, shift: f64| {
            let joint = |x: f64| JointMotion {
                turn: DQuat::from_rotation_y(x + 1.0),
                axes_turn: DQuat::IDENTITY,
                stretch: DMat3::IDENTITY,
                bind_origin: DVec3::X * x,
                stretched_origin: DVec3::X * x,
                posed_origin: DVec3::splat(7.0),
            };
            let mut stretched = joint(1.0);
            stretched.stretch = stretch;
            stretched.stretched_origin.x += shift;
            JointPalette::from_motions(&[joint(0.0), stretched, joint(2.0)]).is_rigid()
        };
        assert!(is_rigid(DMat3::IDENTITY, 0.0));
        assert!(is_rigid(DMat3::from_diagonal(DVec3::splat(1.0 - 2e-7)), 0.0));
        assert!(!is_rigid(DMat3::from_diagonal(DVec3::new(1.0, 1.0, 1.000_002)), 0.0));
        assert!(!is_rigid(DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)), 0.0), "a reflection");
        assert!(!is_rigid(DMat3::from_cols(DVec3::X, DVec3::new(1e-5, 1.0, 0.0), DVec3::Z), 0.0), "shear");
        assert!(!is_rigid(DMat3::IDENTITY, 1e-5), "its parent is longer than in the rest pose");
    }
}
