use serde::{Deserialize, Serialize};

/// Measure of the similarity between the weights of a vertex and of a triangle (Le & Hodgins 2016, section 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Similarity {
    /// The paper's measure: a sum over the pairs of shared joints, by the ratio of their weights (eq. 1).
    #[default]
    JointPairs,
    /// exp(-|w_p - w_v|^2 / sigma^2), which section 5 advises against: where more than two joints meet, few triangles
    /// lie within the small sphere around a vertex's weights. Included for comparison; slower, since it cannot be
    /// indexed by joints.
    PlainGaussian,
    /// 1 / (1 + |w_p - w_v|^2 / sigma^2): another measure of the form that section 5 calls suitable, which falls
    /// slowly. It takes as long to compute as the Gaussian.
    InverseSquare,
}

impl Similarity {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::JointPairs, Self::PlainGaussian, Self::InverseSquare];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::JointPairs => "joint-pairs",
            Self::PlainGaussian => "plain-gaussian",
            Self::InverseSquare => "inverse-square",
        }
    }

    /// The similarity by the squared distance of weights and the width. `None` for the measure that does not depend on
    /// this distance.
    pub(super) fn of_distance_squared(self, distance_squared: f64, sigma: f64) -> Option<f64> {
        let share = distance_squared / (sigma * sigma);
        match self {
            Self::JointPairs => None,
            // Smaller terms are below the rounding error of the others.
            Self::PlainGaussian => Some(if share < 80.0 { (-share).exp() } else { 0.0 }),
            Self::InverseSquare => Some(1.0 / (1.0 + share)),
        }
    }

    /// The measure of an [`Self::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|similarity| similarity.id() == id)
    }
}

/// The settings that determine the centers, in addition to rest pose and weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CenterSettings {
    /// Width of the similarity in the space of weights (eq. 1). With smaller values few triangles determine a center;
    /// with larger ones all vertices of a joint pair share one. Kept within [`Self::SMALLEST_WIDTH`] and
    /// [`Self::LARGEST_WIDTH`].
    pub sigma: f64,
    /// Largest length of an edge of the subdivided surface in the space of weights (section 3.2). Smaller values take
    /// more time and hardly move the centers. Kept within the same range.
    pub epsilon: f64,
    /// The measure of similarity.
    pub similarity: Similarity,
}

impl CenterSettings {
    /// Smallest value of both widths, finer than useful: a triangle between two joints is split into about twenty
    /// thousand.
    pub const SMALLEST_WIDTH: f64 = 0.01;
    /// Largest value of both widths, above which all weights are similar.
    pub const LARGEST_WIDTH: f64 = 2.0;

    /// Clamps both widths to their range; NaN becomes the default.
    pub fn within_range(self) -> Self {
        let keep = |width: f64, otherwise: f64| {
            if width.is_nan() { otherwise } else { width.clamp(Self::SMALLEST_WIDTH, Self::LARGEST_WIDTH) }
        };
        let default = Self::default();
        Self { sigma: keep(self.sigma, default.sigma), epsilon: keep(self.epsilon, default.epsilon), ..self }
    }
}

/// The paper's values (section 4).
impl Default for CenterSettings {
    fn default() -> Self {
        Self { sigma: 0.1, epsilon: 0.1, similarity: Similarity::JointPairs }
    }
}
