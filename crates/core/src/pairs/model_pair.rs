use super::shared_pose::{PosedPair, shared_pose};
use super::{JointMatch, JointTable, JointTableError, SurfacePair};
use crate::measure::Surface;
use crate::model::{Model, Pose, Skeleton};
use std::sync::Arc;

/// Correspondence of joints and surfaces of two models. Independent of pose.
#[derive(Clone, Debug)]
pub struct ModelPair {
    /// The partners among the joints.
    pub joints: JointMatch,
    /// The compared surfaces, seen from the first model.
    pub surfaces: SurfacePair,
    /// The same surfaces, seen from the second model.
    pub surfaces_from_second: SurfacePair,
    /// The extent of the second model over that of the first; 1 if either has none.
    pub size_ratio: f64,
}

impl ModelPair {
    /// Matches joints and vertices. The surfaces are the models' skins at rest.
    ///
    /// # Errors
    /// If the table does not fit the models.
    pub fn of(
        [first, second]: [&Model; 2],
        [first_skin, second_skin]: [&Arc<Surface>; 2],
        table: &JointTable,
    ) -> Result<Self, JointTableError> {
        let joints = JointMatch::of(&first.skeleton, &second.skeleton, table)?;
        let surfaces = SurfacePair::of(Surface::whole(first, first_skin), Surface::whole(second, second_skin));
        let extents = [first, second].map(|model| f64::from(model.rest_bounds().extent()));
        let ratio = extents[1] / extents[0];
        let pair = Self {
            joints: JointMatch::default(),
            surfaces_from_second: surfaces.reversed(),
            surfaces,
            size_ratio: if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 },
        };
        Ok(pair.matched([&first.skeleton, &second.skeleton], joints))
    }

    /// The pair with other partners among the joints, such as after one of the models got other joints.
    #[must_use]
    pub fn matched(self, [first, second]: [&Skeleton; 2], joints: JointMatch) -> Self {
        let there = (0..first.len() as u32).map(|node| joints.second_of(node)).collect();
        let back = (0..second.len() as u32).map(|node| joints.first_of(node)).collect();
        let surfaces = self.surfaces.with_joints([there, back]);
        Self { joints, surfaces_from_second: surfaces.reversed(), surfaces, ..self }
    }

    /// The compared surfaces, seen from the first (0) or the second model (1).
    pub fn surfaces_from(&self, side: usize) -> &SurfacePair {
        if side == 0 { &self.surfaces } else { &self.surfaces_from_second }
    }

    /// A pose of the first model for the second one.
    pub fn pose(&self, [first, second]: [&Skeleton; 2], pose: &Pose) -> Pose {
        shared_pose(&PosedPair { first, second, joints: &self.joints, size_ratio: self.size_ratio }, pose)
    }
}
