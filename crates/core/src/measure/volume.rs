use super::surface::{DeformedSkin, Surface, triangle_area};
use glam::DVec3;

/// A signed volume at rest and in a pose, in cubic scene units. Negative where triangles face inward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Volume at rest. Not zero in results of [`Volume::of`].
    pub rest: f64,
    /// Volume in the pose.
    pub posed: f64,
}

impl Volume {
    /// Volume in the pose, relative to rest.
    pub fn over_rest(self) -> f64 {
        self.posed / self.rest
    }
}

/// Reason why a volume is not available.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoVolume {
    /// There are no triangles.
    #[error("no triangles")]
    Empty,
    /// The surface has open edges, so that it encloses nothing.
    #[error("not closed: {open_edges} open edges")]
    NotClosed {
        /// Count of open edges.
        open_edges: usize,
    },
    /// The surface encloses nothing at rest.
    #[error("flat at rest")]
    Flat,
}

/// Volumes below this fraction of area^1.5 (0.094 for a ball) are treated as zero: the surface is flat, or its parts
/// cancel.
const FLAT: f64 = 1e-6;

impl Volume {
    /// The volume enclosed by the whole skin, all primitives and components together.
    ///
    /// # Errors
    /// If the welded surface has open edges or no triangles, or encloses nothing at rest.
    pub fn of(surface: &Surface, deformed: &DeformedSkin) -> Result<Self, NoVolume> {
        if surface.triangles.is_empty() {
            return Err(NoVolume::Empty);
        }
        if !surface.open_edges.is_empty() {
            return Err(NoVolume::NotClosed { open_edges: surface.open_edges.len() });
        }
        let rest = signed_volume(&surface.positions, surface.triangles.iter().copied());
        let posed = signed_volume(&deformed.positions, surface.triangles.iter().copied());
        Self { rest, posed }.unless_flat(total_area(&surface.positions, surface.triangles.iter().copied()))
    }

    pub(super) fn unless_flat(self, rest_area: f64) -> Result<Self, NoVolume> {
        let known = self.rest.abs() > FLAT * rest_area.powf(1.5);
        if known { Ok(self) } else { Err(NoVolume::Flat) }
    }
}

/// The sum of the tetrahedra between triangles and a nearby point, by the divergence theorem.
pub(super) fn signed_volume(positions: &[DVec3], triangles: impl Iterator<Item = [u32; 3]>) -> f64 {
    // Relative to a vertex, so that a skin far from the origin loses no digits.
    let origin = positions.first().copied().unwrap_or(DVec3::ZERO);
    let tetrahedron = |triangle: [u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize] - origin);
        a.dot(b.cross(c))
    };
    triangles.map(tetrahedron).sum::<f64>() / 6.0
}

pub(super) fn total_area(positions: &[DVec3], triangles: impl Iterator<Item = [u32; 3]>) -> f64 {
    triangles.map(|triangle| triangle_area(triangle.map(|vertex| positions[vertex as usize]))).sum()
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of, moved};
    use super::*;
    use glam::{DMat3, DQuat};
    use std::f64::consts::PI;

    fn volume(shapes: &[Shape], map: impl Fn(DVec3) -> DVec3) -> Result<Volume, NoVolume> {
        let surface = Surface::of(&model_of(shapes));
        Volume::of(&surface, &moved(&surface, map))
    }

    #[test]
    fn of_a_cube_sheared_turned_and_scaled() {
        let cube = [Shape::cube()];
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::new(-0.4, 2.0, 1.0));
        let sheared = volume(&cube, |p| shear * p).unwrap();
        assert!((sheared.rest - 8.0).abs() < 1e-12 && (sheared.over_rest() - 1.0).abs() < 1e-12);
        let turn = DQuat::from_rotation_x(2.0);
        let far = volume(&cube, |p| turn * p + DVec3::splat(1e4)).unwrap();
        assert!((far.over_rest() - 1.0).abs() < 1e-7);
        let scaled = volume(&cube, |p| p * 1.5).unwrap();
        assert!((scaled.over_rest() - 1.5f64.powi(3)).abs() < 1e-12);
        let mirrored = volume(&cube, |p| p * DVec3::new(-1.0, 1.0, 1.0)).unwrap();
        assert!((mirrored.over_rest() + 1.0).abs() < 1e-12);
    }

    #[test]
    fn of_balls_and_cylinders() {
        let ball = Shape::sphere(64, 1.0);
        let one = volume(std::slice::from_ref(&ball), |p| p).unwrap();
        assert!((one.rest / (4.0 / 3.0 * PI) - 1.0).abs() < 5e-3, "{one:?}");
        let two = volume(&[ball.clone(), ball.shifted(DVec3::X * 5.0)], |p| p).unwrap();
        assert!((two.rest / one.rest - 2.0).abs() < 1e-6);
        let cylinder = volume(&[Shape::cylinder(96, 4, 0.5, 2.0, true)], |p| p).unwrap();
        assert!((cylinder.rest / (PI * 0.25 * 2.0) - 1.0).abs() < 2e-3, "{cylinder:?}");
    }

    #[test]
    fn what_is_open_flat_or_empty_says_so() {
        let open = volume(&[Shape::cylinder(12, 4, 0.5, 2.0, false)], |p| p);
        assert_eq!(open, Err(NoVolume::NotClosed { open_edges: 24 }));
        assert_eq!(open.unwrap_err().to_string(), "not closed: 24 open edges");
        assert_eq!(volume(&[], |p| p), Err(NoVolume::Empty));
        let mut sheet = Shape::cube();
        sheet.triangles = vec![[0, 1, 2], [2, 1, 0]];
        assert_eq!(volume(&[sheet], |p| p), Err(NoVolume::Flat));
    }
}
