use super::mirrors::{DualQuatData, MethodParameters, PosedBoneData, PosedVertexData, ScrewData};
use bytemuck::Pod;
use glam::{DMat3, DQuat, DVec3, Vec3, Vec4};
use skinscope_core::math::DualQuat;
use skinscope_core::model::SkinKind;
use skinscope_core::skinning::{
    JointMotion, JointPalette, LISTS, MOST_NUMBERS, PaletteList, PaletteMatrix, PosedBone, SkinningMethod,
    SkinningSettings,
};

/// The bytes of a list that are uploaded.
pub fn packed_list(list: PaletteList, palette: &JointPalette) -> Vec<u8> {
    fn packed<T, D: Pod>(list: &[T], data: impl Fn(&T) -> D) -> Vec<u8> {
        bytemuck::cast_slice(&list.iter().map(data).collect::<Vec<D>>()).to_vec()
    }
    let matrices = |list: &[PaletteMatrix]| bytemuck::cast_slice(list).to_vec();
    let motions = |list: &[DualQuat]| packed(list, |&motion| DualQuatData::from(motion));
    let point = |point: Vec3| point.extend(1.0);
    match list {
        PaletteList::Matrices => matrices(&palette.matrices),
        PaletteList::Motions => motions(&palette.motions),
        PaletteList::SecondPhase => motions(&palette.second_phase),
        // Both phases have the rotations of the rigid parts.
        PaletteList::Rotations => packed(&palette.motions, |motion| Vec4::from(motion.real)),
        PaletteList::FirstPhase => matrices(&palette.first_phase),
        PaletteList::SecondPhaseMatrices => matrices(&palette.second_phase_matrices),
        PaletteList::RigidMatrices => matrices(&palette.rigid_matrices),
        PaletteList::BindOrigins => packed(&palette.rigid_joints, |joint| point(joint.bind_origin)),
        PaletteList::Translations => packed(&palette.rigid_joints, |joint| point(joint.translation)),
        PaletteList::Logarithms => packed(&palette.logarithms, |&logarithm| ScrewData::from(logarithm)),
        PaletteList::RotationCenters => packed(palette.rotation_centers.all(), |&center| point(center)),
        PaletteList::PointMotions => bytemuck::cast_slice(&palette.point_motions).to_vec(),
        PaletteList::PosedVertices => packed(&palette.posed_vertices, |&vertex| PosedVertexData::from(vertex)),
        PaletteList::Bones => packed(&palette.bones, |&bone| PosedBoneData::from(bone)),
    }
}

/// Bytes that a method uploads per joint and pose: what its shader reads, padding included. `spherical` also uploads 16
/// bytes for every set of joints that influences a vertex; for `delta-mush`, compute passes write 32 bytes for every vertex.
pub fn palette_bytes_per_joint(method: SkinningMethod) -> usize {
    let unmoved = JointMotion {
        turn: DQuat::IDENTITY,
        axes_turn: DQuat::IDENTITY,
        stretch: DMat3::IDENTITY,
        bind_origin: DVec3::ZERO,
        stretched_origin: DVec3::ZERO,
        posed_origin: DVec3::ZERO,
    };
    let bone = PosedBone { start: Vec3::ZERO, end: Vec3::ZERO };
    let one_joint = JointPalette { bones: vec![bone], ..JointPalette::from_motions(&[unmoved]) };
    let lists = PaletteList::read_by(method, SkinKind::Skinned);
    lists.into_iter().flatten().map(|list| packed_list(list, &one_joint).len()).sum()
}

/// What a method's shader reads of its settings, with zeros after it: the factor of `lbs-dqs`, or the numbers of a method
/// that is not built in. `None` for the others.
pub fn method_parameters(settings: SkinningSettings) -> Option<[f32; MOST_NUMBERS]> {
    match settings.method {
        SkinningMethod::Own(own) => Some(settings.numbers.values(&own.definition()?.numbers)),
        method => method.takes_blend().then(|| {
            let mut parameters = [0.0; MOST_NUMBERS];
            parameters[0] = MethodParameters { blend: settings.blend.get() }.blend;
            parameters
        }),
    }
}

/// The bindings of group 2 that are uploaded for a method: four lists and the parameters.
pub fn uploaded_palette_bindings(method: SkinningMethod) -> [bool; LISTS + 1] {
    let [matrices, motions, third, fourth] = PaletteList::read_by(method, SkinKind::Skinned).map(|list| list.is_some());
    [
        matrices,
        motions,
        third,
        fourth,
        method_parameters(SkinningSettings { method, ..SkinningSettings::default() }).is_some(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_per_joint_are_those_of_the_papers() {
        let bytes: Vec<(&str, usize)> =
            SkinningMethod::ALL.iter().map(|&method| (method.id(), palette_bytes_per_joint(method))).collect();
        let expected = [
            ("lbs", 48),
            // Eight floats: Kavan 2008, section 6.
            ("dqs", 32),
            ("two-phase-dqs", 80),
            ("cor", 112),
            ("cor-procrustes", 96),
            ("direct-quaternion", 80),
            ("quaternion-translation", 32),
            ("log-matrix", 32),
            ("spherical", 64),
            ("dib", 32),
            ("lbs-dqs", 128),
            ("bulge-free-dqs", 64),
            ("preserve-volume", 80),
            ("weighted-lbs-dqs", 144),
            // It reads nothing of the joints.
            ("delta-mush", 0),
            ("direct-delta-mush", 96),
        ];
        assert_eq!(bytes, expected);
    }

    #[test]
    fn skins_of_rigid_meshes_hold_matrices_alone() {
        for method in SkinningMethod::ALL {
            let lists = PaletteList::read_by(method, SkinKind::Rigid);
            assert_eq!(lists, [Some(PaletteList::Matrices), None, None, None], "{}", method.id());
        }
    }
}
