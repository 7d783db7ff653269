use super::PaintScale;

/// What the colors of a picture stand for, and what the skin has of it.
#[derive(Clone, Debug, PartialEq)]
pub enum PaintSummary {
    /// Numbers along a palette; with the smallest and the largest on the skin, `None` where none is known.
    Scaled { scale: PaintScale, found: Option<[f32; 2]> },
    /// The joints that are the heaviest of some vertex, those of the most vertices first.
    Joints(Vec<PaintedJoint>),
}

/// A joint that has a color of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedJoint {
    pub node: u32,
    /// Whose heaviest joint it is.
    pub vertices: usize,
    /// Linear.
    pub color: [f32; 3],
}
