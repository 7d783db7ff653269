use super::PaintScale;

/// Meaning of the colors of a picture, and the values found on the skin.
#[derive(Clone, Debug, PartialEq)]
pub enum PaintSummary {
    /// Values along a palette, with the smallest and the largest on the skin; `None` if none is known.
    Scaled {
        /// The palette and its range.
        scale: PaintScale,
        /// The smallest and the largest value on the skin; `None` if none is known.
        found: Option<[f32; 2]>,
    },
    /// The joints that are the heaviest of some vertex, by descending vertex count.
    Joints(Vec<PaintedJoint>),
}

/// A joint with a color of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedJoint {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// Number of vertices whose heaviest joint is this one.
    pub vertices: usize,
    /// Linear color.
    pub color: [f32; 3],
}
