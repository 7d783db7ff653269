/// How alike the weights of a vertex and a triangle must be for the triangle to count (Le & Hodgins 2016, section 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Similarity {
    /// The paper's: a sum over the joints that both share, by the ratio of their weights (eq. 1).
    #[default]
    JointPairs,
    /// exp(-|w_p - w_v|^2 / sigma^2), which section 5 warns of: where more than two joints meet, few triangles lie
    /// within the small sphere around a vertex's weights. Here to see why; slower, since no index by joints helps.
    PlainGaussian,
}

impl Similarity {
    pub const ALL: [Self; 2] = [Self::JointPairs, Self::PlainGaussian];

    /// What the command line takes.
    pub fn id(self) -> &'static str {
        match self {
            Self::JointPairs => "joint-pairs",
            Self::PlainGaussian => "plain-gaussian",
        }
    }

    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|similarity| similarity.id() == id)
    }
}

/// What decides where a center lies, besides rest pose and weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterSettings {
    /// Width of the similarity in the space of weights (eq. 1). Smaller, and few triangles decide a center; larger,
    /// and all vertices of a joint pair share one. Kept within [`Self::SMALLEST_WIDTH`] and [`Self::LARGEST_WIDTH`].
    pub sigma: f64,
    /// No edge of the subdivided surface is longer than this in the space of weights (section 3.2). Finer costs time
    /// and moves centers little. Kept within the same range.
    pub epsilon: f64,
    pub similarity: Similarity,
}

impl CenterSettings {
    /// Finer than any use: a triangle between two joints becomes some twenty thousand.
    pub const SMALLEST_WIDTH: f64 = 0.01;
    /// Beyond, no weights are apart.
    pub const LARGEST_WIDTH: f64 = 2.0;

    /// Both widths within their range; what is not a number becomes the default.
    pub fn within_range(self) -> Self {
        let keep = |width: f64, otherwise: f64| {
            if width.is_nan() { otherwise } else { width.clamp(Self::SMALLEST_WIDTH, Self::LARGEST_WIDTH) }
        };
        let default = Self::default();
        Self { sigma: keep(self.sigma, default.sigma), epsilon: keep(self.epsilon, default.epsilon), ..self }
    }
}

/// The paper's (section 4).
impl Default for CenterSettings {
    fn default() -> Self {
        Self { sigma: 0.1, epsilon: 0.1, similarity: Similarity::JointPairs }
    }
}
