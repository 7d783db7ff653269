use super::Covariance;
use glam::Vec3;
use std::ops::Deref;

/// The centers of rotation of one primitive's vertices, in the bind frame; a vertex without a center has its rest
/// position. Reads like a list of points. Holds the covariances about them too if they were computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrimitiveCenters {
    points: Vec<Vec3>,
    /// One covariance per vertex, or none at all.
    covariances: Vec<Covariance>,
}

impl PrimitiveCenters {
    /// Centers with one covariance per point.
    pub fn with_covariances(points: Vec<Vec3>, covariances: Vec<Covariance>) -> Self {
        debug_assert_eq!(points.len(), covariances.len());
        Self { points, covariances }
    }

    /// The covariances, or `None` if they were not computed.
    pub fn covariances(&self) -> Option<&[Covariance]> {
        (self.covariances.len() == self.points.len()).then_some(&self.covariances)
    }

    /// The covariance of a vertex, or [`Covariance::NONE`] if it was not computed.
    pub fn covariance(&self, vertex: usize) -> Covariance {
        self.covariances.get(vertex).copied().unwrap_or_default()
    }
}

impl Deref for PrimitiveCenters {
    type Target = [Vec3];

    fn deref(&self) -> &[Vec3] {
        &self.points
    }
}

/// Makes centers without covariances.
impl From<Vec<Vec3>> for PrimitiveCenters {
    fn from(points: Vec<Vec3>) -> Self {
        Self { points, covariances: Vec::new() }
    }
}

/// Makes centers without covariances.
impl FromIterator<Vec3> for PrimitiveCenters {
    fn from_iter<I: IntoIterator<Item = Vec3>>(points: I) -> Self {
        points.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a PrimitiveCenters {
    type Item = &'a Vec3;
    type IntoIter = std::slice::Iter<'a, Vec3>;

    fn into_iter(self) -> Self::IntoIter {
        self.points.iter()
    }
}
