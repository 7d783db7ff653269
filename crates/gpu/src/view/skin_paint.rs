use serde::{Deserialize, Serialize};
use skinscope_core::centers::CenterSettings;
use skinscope_core::skinning::SkinningMethod;

/// The facts about a paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkinPaintRow {
    /// Name on the command line and in talks, without what follows a colon.
    pub id: &'static str,
    /// The label in menus. A difference to a method ends with the method's name.
    pub label: &'static str,
    /// The title of the legend if the colors show a ratio to rest.
    pub ratio: &'static str,
    /// Whether an artist often needs it. The others are behind *More*.
    pub is_common: bool,
}

const ROW: SkinPaintRow = SkinPaintRow { id: "", label: "", ratio: "", is_common: true };

/// Makes the paints that need no method or model, and their rows.
macro_rules! paints {
    ($($(#[$of_case:meta])* $case:ident => $row:expr;)*) => {
        /// The meaning of the skin's colors.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum SkinPaint {
            $($(#[$of_case])* $case,)*
            /// Distance between the vertex and its position under the other method.
            DifferenceTo(SkinningMethod),
            /// Distance between the vertex and the skin of the other model, under the same method.
            DifferenceToModel,
            /// The part of the weight that other joints have in the other model, from 0 to 1.
            WeightDifference,
        }

        impl SkinPaint {
            /// The paints that compare with no method or model, in menu order.
            pub const PLAIN: &'static [Self] = &[$(Self::$case,)*];

            /// The row of the table.
            pub const fn row(self) -> SkinPaintRow {
                match self {
                    $(Self::$case => $row,)*
                    Self::DifferenceTo(_) => SkinPaintRow { id: "difference", label: "Distance to", ..ROW },
                    Self::DifferenceToModel => {
                        SkinPaintRow { id: "difference:model", label: "Distance to the other model", ..ROW }
                    }
                    Self::WeightDifference => {
                        SkinPaintRow { id: "weights-of-model", label: "Weights unlike the other model's", ..ROW }
                    }
                }
            }
        }
    };
}

paints! {
    /// The model's own materials.
    #[default]
    Materials => SkinPaintRow { id: "materials", label: "Materials", ..ROW };
    /// The weight of the selected joint, from 0 to 1.
    JointWeights => SkinPaintRow { id: "weights", label: "Weights of the selected joint", ..ROW };
    /// A color for each joint, at the vertices where it is the heaviest.
    DominantJoint => SkinPaintRow { id: "dominant-joint", label: "Dominant joint", ..ROW };
    /// Number of joints that influence a vertex, from 1 to the largest count of the model.
    InfluenceCount => SkinPaintRow { id: "influence-count", label: "Influences per vertex", ..ROW };
    /// Area of the triangles around a vertex relative to rest.
    AreaStretch => SkinPaintRow { id: "area-stretch", label: "Area stretch", ratio: "Area relative to rest", ..ROW };
    /// Length of the edges at a vertex relative to rest.
    EdgeStretch =>
        SkinPaintRow { id: "edge-stretch", label: "Edge stretch", ratio: "Edge length relative to rest", ..ROW };
    /// Volume of the blend zone of a vertex's heaviest joint relative to rest.
    VolumeChange => SkinPaintRow {
        id: "volume-change",
        label: "Blend zone volume",
        ratio: "Blend zone volume relative to rest",
        ..ROW
    };
    /// Vertices whose signs are invalid under the chosen antipodality mode.
    InvalidSigns => SkinPaintRow { id: "invalid-signs", label: "Invalid signs", is_common: false, ..ROW };
    /// Angle between the method's normal and the normal of the deformed surface.
    NormalError => SkinPaintRow { id: "normal-error", label: "Normal error", is_common: false, ..ROW };
    /// Similarity of the weights to those of one vertex, as in the centers of rotation (Le & Hodgins 2016, eq. 1).
    Similarity => SkinPaintRow { id: "similarity", label: "Similarity to a vertex", is_common: false, ..ROW };
}

impl SkinPaint {
    /// Whether the colors are distances, for which panes share one scale.
    pub fn is_difference(self) -> bool {
        matches!(self, Self::DifferenceTo(_) | Self::DifferenceToModel)
    }

    /// The paints that compare with another model.
    pub const OF_TWO_MODELS: [Self; 2] = [Self::DifferenceToModel, Self::WeightDifference];

    /// Whether the colors compare with another model.
    pub fn needs_other_model(self) -> bool {
        Self::OF_TWO_MODELS.contains(&self)
    }

    /// The choices for one model, with the differences last.
    pub fn choices() -> impl Iterator<Item = Self> {
        Self::PLAIN.iter().copied().chain(SkinningMethod::ALL.map(Self::DifferenceTo))
    }

    /// Whether an artist often needs it. The others are behind *More*.
    pub fn is_common(self) -> bool {
        use SkinningMethod::{Cor, Dqs, Lbs};
        let of_rare_method = matches!(self, Self::DifferenceTo(method) if !matches!(method, Lbs | Dqs | Cor));
        self.row().is_common && !of_rare_method
    }

    /// The label in menus.
    pub fn label(self) -> String {
        match self {
            Self::DifferenceTo(method) => format!("{} {}", self.row().label, method.short_name()),
            _ => self.row().label.to_owned(),
        }
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
