/// A morph target of a node's mesh. All primitives of the mesh have the same targets.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTarget {
    /// The name in the file (`extras.targetNames`); may be empty or repeated.
    pub name: String,
    /// The weight at rest.
    pub rest_weight: f32,
}

/// Weights beyond this, of either sign, count as this. No file needs more: even weights in percent stay far below. The
/// sum of a hundred targets of the longest deltas stays finite.
pub const LARGEST_MORPH_WEIGHT: f32 = 1e4;
