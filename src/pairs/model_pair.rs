use super::{JointMatch, JointTable, JointTableError, PosedPair, SurfaceMatch, shared_pose};
use crate::measure::Surface;
use crate::model::{Model, Pose, Skeleton};

/// What belongs together in two models, whatever their pose.
#[derive(Clone, Debug)]
pub struct ModelPair {
    pub joints: JointMatch,
    /// Which vertices are compared, seen from the first model.
    pub surfaces: SurfaceMatch,
    /// The same, seen from the second model.
    pub surfaces_from_second: SurfaceMatch,
    /// The extent of the second model over that of the first; 1 if either has none.
    pub size_ratio: f64,
}

impl ModelPair {
    /// Matches joints and vertices. The surfaces are those of the models at rest.
    ///
    /// # Errors
    /// If the table does not fit the models.
    pub fn of(
        [first, second]: [&Model; 2],
        [first_surface, second_surface]: [&Surface; 2],
        table: &JointTable,
    ) -> Result<Self, JointTableError> {
        let joints = JointMatch::of(&first.skeleton, &second.skeleton, table)?;
        let surfaces = SurfaceMatch::of(first_surface, second_surface);
        let extents = [first, second].map(|model| f64::from(model.rest_bounds().extent()));
        let ratio = extents[1] / extents[0];
        Ok(Self {
            joints,
            surfaces_from_second: surfaces.reversed(),
            surfaces,
            size_ratio: if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 },
        })
    }

    /// A pose of the first model for the second one.
    pub fn pose(&self, [first, second]: [&Skeleton; 2], pose: &Pose) -> Pose {
        shared_pose(&PosedPair { first, second, joints: &self.joints, size_ratio: self.size_ratio }, pose)
    }
}
