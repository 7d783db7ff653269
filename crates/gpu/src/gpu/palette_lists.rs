use super::mirrors::{DualQuatData, ScrewData};
use bytemuck::Pod;
use glam::{DMat3, DQuat, DVec3, Vec3, Vec4};
use skinscope_core::math::DualQuat;
use skinscope_core::model::SkinKind;
use skinscope_core::skinning::{JointMotion, JointPalette, PaletteMatrix, SkinningMethod};

/// The lists that a method's shader reads, by binding of group 2. `None` is a binding that it does not use.
pub type ListsRead = [Option<PaletteList>; LISTS];

/// Storage buffers in group 2.
pub const LISTS: usize = 4;

/// A list of a joint palette, in the layout that shaders read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteList {
    /// Matrices C_i.
    Matrices,
    /// The rigid parts as dual quaternions.
    Motions,
    /// Second phases C''_i as dual quaternions.
    SecondPhase,
    /// Rotations U_i as quaternions.
    Rotations,
    /// First phases C'_i.
    FirstPhase,
    /// Second phases C''_i as matrices.
    SecondPhaseMatrices,
    /// The rigid parts as matrices.
    RigidMatrices,
    /// Origins o_i.
    BindOrigins,
    /// Translations f_i - U_i o_i.
    Translations,
    /// Half of log C_i.
    Logarithms,
    /// Centers of rotation, one per joint set instead of one per joint.
    RotationCenters,
}

impl PaletteList {
    pub const ALL: [Self; 11] = [
        Self::Matrices,
        Self::Motions,
        Self::SecondPhase,
        Self::Rotations,
        Self::FirstPhase,
        Self::SecondPhaseMatrices,
        Self::RigidMatrices,
        Self::BindOrigins,
        Self::Translations,
        Self::Logarithms,
        Self::RotationCenters,
    ];

    /// The lists that a method reads for a skin of this kind.
    pub fn of(method: SkinningMethod, kind: SkinKind) -> Vec<Self> {
        Self::read_by(method, kind).into_iter().flatten().collect()
    }

    /// The lists of the shader `skinning/*.wgsl` that draws a skin of this kind. Rigid meshes are drawn with `lbs` under
    /// every method.
    pub fn read_by(method: SkinningMethod, kind: SkinKind) -> ListsRead {
        let method = match kind {
            SkinKind::Skinned => method,
            SkinKind::Rigid => SkinningMethod::Lbs,
        };
        match method {
            SkinningMethod::Lbs => [Some(Self::Matrices), None, None, None],
            SkinningMethod::Dqs | SkinningMethod::Dib => [None, Some(Self::Motions), None, None],
            SkinningMethod::TwoPhaseDqs => [None, Some(Self::SecondPhase), Some(Self::FirstPhase), None],
            SkinningMethod::LbsDqs => [Some(Self::Matrices), Some(Self::SecondPhase), Some(Self::FirstPhase), None],
            SkinningMethod::Cor => {
                [None, Some(Self::Rotations), Some(Self::FirstPhase), Some(Self::SecondPhaseMatrices)]
            }
            SkinningMethod::CorProcrustes => [None, None, Some(Self::FirstPhase), Some(Self::SecondPhaseMatrices)],
            SkinningMethod::DirectQuaternion => {
                [Some(Self::RigidMatrices), Some(Self::Rotations), None, Some(Self::BindOrigins)]
            }
            SkinningMethod::QuaternionTranslation => [None, Some(Self::Rotations), None, Some(Self::Translations)],
            SkinningMethod::Spherical => {
                [Some(Self::RigidMatrices), Some(Self::Rotations), Some(Self::RotationCenters), None]
            }
            SkinningMethod::LogMatrix => [None, None, None, Some(Self::Logarithms)],
        }
    }

    /// Packs the list into the bytes that are uploaded.
    pub fn pack(self, palette: &JointPalette) -> Vec<u8> {
        fn packed<T, D: Pod>(list: &[T], data: impl Fn(&T) -> D) -> Vec<u8> {
            bytemuck::cast_slice(&list.iter().map(data).collect::<Vec<D>>()).to_vec()
        }
        let matrices = |list: &[PaletteMatrix]| bytemuck::cast_slice(list).to_vec();
        let motions = |list: &[DualQuat]| packed(list, |&motion| DualQuatData::from(motion));
        let point = |point: Vec3| point.extend(1.0);
        match self {
            Self::Matrices => matrices(&palette.matrices),
            Self::Motions => motions(&palette.motions),
            Self::SecondPhase => motions(&palette.second_phase),
            // Both phases have the rotations of the rigid parts.
            Self::Rotations => packed(&palette.motions, |motion| Vec4::from(motion.real)),
            Self::FirstPhase => matrices(&palette.first_phase),
            Self::SecondPhaseMatrices => matrices(&palette.second_phase_matrices),
            Self::RigidMatrices => matrices(&palette.rigid_matrices),
            Self::BindOrigins => packed(&palette.rigid_joints, |joint| point(joint.bind_origin)),
            Self::Translations => packed(&palette.rigid_joints, |joint| point(joint.translation)),
            Self::Logarithms => packed(&palette.logarithms, |&logarithm| ScrewData::from(logarithm)),
            Self::RotationCenters => packed(palette.rotation_centers.all(), |&center| point(center)),
        }
    }
}

/// Bytes that a method uploads per joint and pose: what its shader reads, padding included. `spherical` also uploads 16
/// bytes for every set of joints that influences a vertex.
pub fn palette_bytes_per_joint(method: SkinningMethod) -> usize {
    let unmoved = JointMotion {
        turn: DQuat::IDENTITY,
        stretch: DMat3::IDENTITY,
        bind_origin: DVec3::ZERO,
        stretched_origin: DVec3::ZERO,
        posed_origin: DVec3::ZERO,
    };
    let one_joint = JointPalette::from_motions(&[unmoved]);
    let lists = PaletteList::read_by(method, SkinKind::Skinned);
    lists.into_iter().flatten().map(|list| list.pack(&one_joint).len()).sum()
}

/// The bindings of group 2 that are uploaded for a method: four lists and the parameters.
pub fn uploaded_palette_bindings(method: SkinningMethod) -> [bool; LISTS + 1] {
    let [matrices, motions, third, fourth] = PaletteList::read_by(method, SkinKind::Skinned).map(|list| list.is_some());
    [matrices, motions, third, fourth, method.takes_blend()]
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
