use super::surface::{DeformedSkin, Surface};
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// Triangles that a method turned inside out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flipped {
    /// Number of triangles that are inside out.
    pub count: usize,
    /// Number of triangles that could be classified: those with an area and with normals, at rest and in the pose.
    pub of: usize,
}

/// Whether each triangle is turned inside out; `None` if that cannot be determined.
///
/// A triangle's side is the sign of its geometric normal against the sum of the normals at its corners. A triangle is
/// flipped if its side in the pose, measured against the method's own deformed normals, differs from its side at rest.
/// The method's normals rotate with the surface, so a rigid motion flips nothing; a mirrored joint flips the triangles
/// that follow it.
pub(super) fn flipped_triangles(surface: &Surface, deformed: &DeformedSkin) -> Vec<Option<bool>> {
    let flipped = |&triangle: &[u32; 3]| {
        let rest = side(triangle, &surface.positions, &surface.normals)?;
        let posed = side(triangle, &deformed.positions, &deformed.normals)?;
        Some(rest != posed)
    };
    surface.triangles.par_iter().map(flipped).collect()
}

impl Flipped {
    pub(super) fn overall(flipped: &[Option<bool>]) -> Self {
        Self::count(flipped.iter().copied())
    }

    pub(super) fn of_part(flipped: &[Option<bool>], triangles: &[u32]) -> Self {
        Self::count(triangles.iter().map(|&triangle| flipped[triangle as usize]))
    }

    /// The count; `None` if no triangle could be classified.
    pub fn known(self) -> Option<f64> {
        (self.of > 0).then_some(self.count as f64)
    }

    fn count(flipped: impl Iterator<Item = Option<bool>>) -> Self {
        flipped.flatten().fold(Self::default(), |Self { count, of }, flipped| Self {
            count: count + usize::from(flipped),
            of: of + 1,
        })
    }
}

/// Cosines up to this are rounding: the triangle or its normals have no clear direction.
const UNDECIDED: f64 = 1e-9;

fn side(triangle: [u32; 3], positions: &[DVec3], normals: &[DVec3]) -> Option<bool> {
    let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
    let face = (b - a).cross(c - a).try_normalize()?;
    let normal = triangle.iter().map(|&vertex| normals[vertex as usize]).sum::<DVec3>().try_normalize()?;
    let cosine = face.dot(normal);
    (cosine.abs() > UNDECIDED).then_some(cosine > 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of, moved};
    use super::*;
    use glam::DQuat;

    fn count(shape: &Shape, map: impl Fn(DVec3) -> DVec3, turn: impl Fn(DVec3) -> DVec3) -> Flipped {
        let surface = Surface::of(&model_of(std::slice::from_ref(shape)));
        let mut deformed = moved(&surface, map);
        deformed.normals.iter_mut().for_each(|normal| *normal = turn(*normal));
        Flipped::overall(&flipped_triangles(&surface, &deformed))
    }

    #[test]
    fn none_by_turning_and_all_by_mirroring() {
        let cube = Shape::cube();
        let turn = DQuat::from_rotation_z(3.0);
        assert_eq!(count(&cube, |p| turn * p, |n| turn * n), Flipped { count: 0, of: 12 });
        let mut inward = cube.clone();
        inward.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
        assert_eq!(count(&inward, |p| turn * p, |n| turn * n), Flipped { count: 0, of: 12 });
        // The cube mirrored through the origin, where methods keep normals pointing outward.
        assert_eq!(count(&cube, |p| -p, |n| -n), Flipped { count: 12, of: 12 });
    }

    #[test]
    fn a_fold_flips_one_side_and_a_point_is_not_counted() {
        // The lid of a cube pushed through its bottom: the four walls turn inside out, the lids do not.
        let pushed = |p: DVec3| if p.z > 0.0 { DVec3::new(p.x, p.y, -3.0) } else { p };
        let mut lids = Shape::cube();
        lids.normals = lids.positions.iter().map(|p| glam::Vec3::new(p.x, p.y, 0.01 * p.z).normalize()).collect();
        let found = count(&lids, pushed, |n| n);
        assert_eq!((found.count, found.of), (8, 12));
        assert_eq!(count(&lids, |_| DVec3::ZERO, |n| n), Flipped { count: 0, of: 0 });
    }
}
