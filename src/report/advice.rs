use super::Level;
use crate::import::WarningKind;

/// Meaning of a repaired irregularity, and the remedy.
pub(super) struct Advice {
    pub level: Level,
    pub means: &'static str,
    /// Remedy. Empty if there is nothing to do.
    pub to_do: &'static str,
}

/// How much a warning of the import matters.
pub fn level_of_warning(kind: &WarningKind) -> Level {
    of_warning(kind).level
}

/// Whether a warning is about irregular weights.
pub(super) fn is_about_weights(kind: &WarningKind) -> bool {
    use WarningKind as W;
    matches!(
        kind,
        W::WeightsRescaled { .. } | W::Unweighted { .. } | W::NegativeWeights { .. } | W::UnpairedInfluences { .. }
    )
}

pub(super) fn of_warning(kind: &WarningKind) -> Advice {
    use WarningKind as W;
    let advice = |level, means, to_do| Advice { level, means, to_do };
    let (problem, note) = (Level::Problem, Level::Note);
    match kind {
        W::WeightsRescaled { .. } => advice(
            problem,
            "A program that does not normalize them pulls these vertices toward the origin, or away from it.",
            "Normalize the weights of all vertices, and export again.",
        ),
        W::Unweighted { .. } => advice(
            problem,
            "These vertices do not follow the limb that they belong to, and other programs may leave them at the origin.",
            "Give them weights, or delete them.",
        ),
        W::NegativeWeights { .. } => advice(
            problem,
            "Negative weights push a vertex away from a joint. Few programs keep them.",
            "Clamp the weights to zero and normalize them, unless they are meant.",
        ),
        W::UnpairedInfluences { .. } => advice(
            problem,
            "Some influences of the file could not be read, so that the skin moves in another way than its author meant.",
            "Export joints and weights in pairs.",
        ),
        W::SkinWithoutInfluences { .. } => advice(
            problem,
            "This part does not bend with the skeleton.",
            "Give it weights, or remove the skin from its node.",
        ),
        W::NormalsAgainstSurface { .. } => advice(
            problem,
            "The stored normals would shade the surface from the wrong side.",
            "Recalculate the normals to the outside, and export again.",
        ),
        W::NormalsRepaired { .. } => {
            advice(note, "Shading may differ a little from that of the author.", "Export normals of unit length.")
        }
        W::SingularInverseBind { .. } | W::InverseBindLastRow { .. } | W::NoBindFrame => advice(
            problem,
            "The bind pose of the file cannot be used as it is. Other programs may show the skin torn or collapsed.",
            "Apply all scales, bind the mesh again, and export.",
        ),
        W::InverseBindsByRows | W::MatricesByRows { .. } => advice(
            problem,
            "Other programs take the rows for columns, and show the skin torn.",
            "Export the file again, with matrices stored by columns.",
        ),
        W::InverseBindCount { .. } => advice(
            problem,
            "Other programs may refuse the file, or show the skin of these joints elsewhere.",
            "Bind the mesh again, and export.",
        ),
        W::JointIndexType { .. } => advice(
            note,
            "Other programs may refuse the file, or bend the skin by other joints.",
            "Export joint indices as unsigned integers.",
        ),
        W::BindScalesDisagree { .. } => advice(
            problem,
            "Parts of the skin are shown at different sizes at rest, and every method stretches the skin between them.",
            "Bind all parts to the skeleton at the same scale.",
        ),
        W::ChannelDropped { .. } | W::ChannelsWithoutNode { .. } => {
            advice(problem, "A clip moves less than its author meant.", "Bake the animation to keys, and export again.")
        }
        W::FlattenedNode => {
            advice(note, "It cannot be seen at rest.", "Scale the node above zero, unless that is meant.")
        }
        W::RotationsNormalized { .. } | W::RotationsOfLengthZero { .. } | W::MatrixLastRow { .. } => advice(
            note,
            "The transform of the file is not a valid one. Other programs may repair it in another way.",
            "Export the nodes again.",
        ),
        W::MatrixAndTrs { .. } => advice(note, "glTF allows one of the two.", "Export either one."),
        W::NotTriangles { .. } | W::EmptyPrimitive { .. } | W::IncompleteTriangle => {
            advice(note, "Only triangles are drawn and measured.", "Remove what is not part of the skin.")
        }
        W::ColorsIgnored | W::TexcoordsIgnored | W::LookIgnored { .. } | W::ImageDropped { .. } => {
            advice(note, "The look differs from that of the author. Figures do not.", "")
        }
        W::BlendFactorsIgnored => advice(
            note,
            "Under weighted-lbs-dqs, a rule gives the factors. No other method reads them.",
            "Export _BLEND as a scalar from 0 to 1 for each vertex.",
        ),
        W::ImageReduced { .. } => advice(note, "The texture is drawn with less detail. Figures do not change.", ""),
        W::MorphWeightCount { .. } => {
            advice(note, "Some morph targets start at another weight than meant.", "Export one weight for each target.")
        }
        W::Hidden { .. } => advice(note, "Hidden meshes are neither drawn nor measured.", ""),
        W::ConstraintsIgnored { .. } | W::ConstraintsInCircle { .. } => advice(
            problem,
            "These joints stay as they are where others should turn them.",
            "Correct the constraints, and export again.",
        ),
        W::Instanced { .. } => advice(note, "Its copies are neither drawn nor measured.", ""),
        W::PointerChannelsIgnored { .. } => advice(note, "What these channels animate stays as it is in the file.", ""),
        W::NoSuchVariant { .. } => advice(note, "The file is drawn in another look than asked for.", ""),
        W::Vrm => advice(note, "What only avatars have is not part of the figures.", ""),
        W::RequiredExtensionIgnored { .. } => {
            advice(note, "The look differs from that of the author. Figures do not.", "")
        }
        W::NothingToDraw => advice(problem, "There is nothing to show or measure.", "Export a mesh or a skeleton."),
    }
}
