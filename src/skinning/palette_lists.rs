use super::SkinningMethod;
use crate::model::SkinKind;

/// One list of a [`super::JointPalette`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteList {
    /// C_i as matrices.
    Matrices,
    /// The rigid parts as unit dual quaternions.
    Motions,
    /// C'_i as matrices.
    FirstPhase,
    /// C''_i as unit dual quaternions.
    SecondPhase,
    /// C''_i as matrices.
    SecondPhaseMatrices,
    /// The rigid parts' origins and translations.
    RigidJoints,
    /// Half the logarithms of the rigid parts.
    Logarithms,
    /// Centers of rotation, one for each joint set.
    RotationCenters,
}

impl PaletteList {
    pub const ALL: [Self; 8] = [
        Self::Matrices,
        Self::Motions,
        Self::FirstPhase,
        Self::SecondPhase,
        Self::SecondPhaseMatrices,
        Self::RigidJoints,
        Self::Logarithms,
        Self::RotationCenters,
    ];

    /// The lists that a method reads for a skin of this kind. Rigid meshes are drawn by LBS under every method.
    pub fn of(method: SkinningMethod, kind: SkinKind) -> &'static [Self] {
        if kind == SkinKind::Rigid { &[Self::Matrices] } else { method.palette_lists() }
    }
}

impl SkinningMethod {
    /// The lists that the method's vertex loop reads.
    pub fn palette_lists(self) -> &'static [PaletteList] {
        use PaletteList as List;
        match self {
            Self::Lbs => &[List::Matrices],
            Self::Dqs | Self::Dib => &[List::Motions],
            Self::TwoPhaseDqs => &[List::FirstPhase, List::SecondPhase],
            Self::Cor => &[List::FirstPhase, List::SecondPhase, List::SecondPhaseMatrices],
            Self::DirectQuaternion | Self::QuaternionTranslation => &[List::Motions, List::RigidJoints],
            Self::LogMatrix => &[List::Logarithms],
            Self::Spherical => &[List::Motions, List::RigidJoints, List::RotationCenters],
            Self::LbsDqs => &[List::Matrices, List::FirstPhase, List::SecondPhase],
        }
    }
}
