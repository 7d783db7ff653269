use super::SkinningMethod;
use crate::model::SkinKind;

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
    /// Bones between posed ends.
    Bones,
    /// Motions that depend on the point.
    PointMotions,
    /// The skin's vertices in the pose, one per vertex instead of one per joint.
    PosedVertices,
}

impl PaletteList {
    /// All lists.
    pub const ALL: [Self; 14] = [
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
        Self::Bones,
        Self::PointMotions,
        Self::PosedVertices,
    ];

    /// Whether only palettes made with the settings of the method that reads it hold the list: it takes more than the
    /// joints' motions.
    pub fn is_of_one_method(self) -> bool {
        matches!(self, Self::RotationCenters | Self::Bones | Self::PosedVertices)
    }

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
        method.row().lists
    }
}
