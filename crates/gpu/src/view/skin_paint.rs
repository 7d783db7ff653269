use serde::{Deserialize, Serialize};
use skinscope_core::centers::CenterSettings;
use skinscope_core::skinning::SkinningMethod;

/// The meaning of the skin's colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkinPaint {
    /// The model's own materials.
    #[default]
    Materials,
    /// The weight of the selected joint, from 0 to 1.
    JointWeights,
    /// A color for each joint, at the vertices where it is the heaviest.
    DominantJoint,
    /// Number of joints that influence a vertex, from 1 to the largest count of the model.
    InfluenceCount,
    /// Distance between the vertex and its position under the other method.
    DifferenceTo(SkinningMethod),
    /// Distance between the vertex and the skin of the other model, under the same method.
    DifferenceToModel,
    /// Area of the triangles around a vertex relative to rest.
    AreaStretch,
    /// Length of the edges at a vertex relative to rest.
    EdgeStretch,
    /// Volume of the blend zone of a vertex's heaviest joint relative to rest.
    VolumeChange,
    /// Vertices whose signs are invalid under the chosen antipodality mode.
    InvalidSigns,
    /// Angle between the method's normal and the normal of the deformed surface.
    NormalError,
    /// Similarity of the weights to those of one vertex, as in the centers of rotation (Le & Hodgins 2016, eq. 1).
    Similarity,
}

impl SkinPaint {
    /// Whether the colors are distances, for which panes share one scale.
    pub fn is_difference(self) -> bool {
        matches!(self, Self::DifferenceTo(_) | Self::DifferenceToModel)
    }

    /// The choices for one model, with the differences last.
    pub fn choices() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Materials,
            Self::JointWeights,
            Self::DominantJoint,
            Self::InfluenceCount,
            Self::AreaStretch,
            Self::EdgeStretch,
            Self::VolumeChange,
            Self::InvalidSigns,
            Self::NormalError,
            Self::Similarity,
        ];
        plain.into_iter().chain(SkinningMethod::ALL.map(Self::DifferenceTo))
    }

    /// Whether an artist often needs it. The others are behind *More*.
    pub fn is_common(self) -> bool {
        use SkinningMethod::{Cor, Dqs, Lbs};
        match self {
            Self::DifferenceTo(method) => matches!(method, Lbs | Dqs | Cor),
            Self::InvalidSigns | Self::NormalError | Self::Similarity => false,
            _ => true,
        }
    }

    /// The label in menus.
    pub fn label(self) -> String {
        let label = match self {
            Self::Materials => "Materials",
            Self::JointWeights => "Weights of the selected joint",
            Self::DominantJoint => "Dominant joint",
            Self::InfluenceCount => "Influences per vertex",
            Self::DifferenceTo(method) => return format!("Distance to {}", method.short_name()),
            Self::DifferenceToModel => "Distance to the other model",
            Self::AreaStretch => "Area stretch",
            Self::EdgeStretch => "Edge stretch",
            Self::VolumeChange => "Blend zone volume",
            Self::InvalidSigns => "Invalid signs",
            Self::NormalError => "Normal error",
            Self::Similarity => "Similarity to a vertex",
        };
        label.to_owned()
    }
}

/// Vertex and settings with which [`SkinPaint::Similarity`] compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimilarTo {
    /// Primitive and vertex.
    pub vertex: (u32, u32),
    /// Sigma, and the kind of comparison of weights.
    pub centers: CenterSettings,
}

/// The distance at the far end of a difference map's palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaintRange {
    /// The largest distance in the picture.
    #[default]
    Automatic,
    /// A fixed positive distance, in scene units, so that several pictures are comparable.
    Fixed(f32),
}
