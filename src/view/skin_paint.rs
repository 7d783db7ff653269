use crate::skinning::SkinningMethod;

/// What the colors of the skin mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkinPaint {
    /// The model's own materials.
    #[default]
    Materials,
    /// How much the selected joint counts, from 0 to 1.
    JointWeights,
    /// A color for each joint, where it counts most.
    DominantJoint,
    /// How many joints a vertex has, from 1 to [`super::MOST_INFLUENCES`].
    InfluenceCount,
    /// How far the vertex lies from where the other method puts it.
    DifferenceTo(SkinningMethod),
    /// Area of the triangles around a vertex over the same at rest.
    AreaStretch,
    /// Length of the edges at a vertex over the same at rest.
    EdgeStretch,
    /// Volume of the blend zone of a vertex's heaviest joint over the same at rest.
    VolumeChange,
    /// Vertices whose signs under the chosen antipodality mode are no valid sequence.
    InvalidSigns,
    /// Angle between the method's normal and that of the surface it made.
    NormalError,
}

impl SkinPaint {
    /// What is chosen from; the differences come last.
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
        ];
        plain.into_iter().chain(SkinningMethod::ALL.map(Self::DifferenceTo))
    }

    /// For menus.
    pub fn label(self) -> String {
        let label = match self {
            Self::Materials => "Materials",
            Self::JointWeights => "Weights of the selected joint",
            Self::DominantJoint => "Heaviest joint",
            Self::InfluenceCount => "Number of influences",
            Self::DifferenceTo(method) => return format!("Distance to {}", method.short_name()),
            Self::AreaStretch => "Area stretch",
            Self::EdgeStretch => "Edge stretch",
            Self::VolumeChange => "Volume of blend zones",
            Self::InvalidSigns => "Invalid signs",
            Self::NormalError => "Normal error",
        };
        label.to_owned()
    }
}

/// Which distance the far end of a difference map's palette stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PaintRange {
    /// The largest one in the picture.
    #[default]
    Automatic,
    /// This one, in scene units, over zero: pictures side by side compare.
    Fixed(f32),
}
