//! Skin that folds sharply.
//!
//! Two triangles that share an edge meet there at a dihedral angle. A crease is how far the pose turns it from rest,
//! the shorter way (Grinspun et al. 2003, "Discrete Shells", section 3). Moving, turning and scaling the whole skin
//! changes no such angle.

use crate::measure::stretch::{RestMetric, TOO_SHORT};
use crate::measure::surface::{DeformedSkin, Surface};
use crate::work::parallel::prelude::*;
use glam::{DVec2, DVec3};

/// The pairs of triangles of a surface that share an edge.
#[derive(Clone, Debug)]
pub struct Hinges {
    /// For each edge of [`RestMetric`], the third corners of its two triangles. `None` if one or more than two
    /// triangles have the edge.
    tips: Vec<Option<[u32; 2]>>,
}

impl Hinges {
    pub fn of(surface: &Surface, metric: &RestMetric) -> Self {
        let corners = surface.triangles.iter().map(|&triangle| surface.welded_corners(triangle));
        let mut sides: Vec<([u32; 2], u32)> =
            corners.filter(|[a, b, c]| a != b && b != c && c != a).flat_map(edges_with_tips).collect();
        sides.sort_unstable();
        let mut groups = sides.chunk_by(|a, b| a.0 == b.0).peekable();
        // Both are sorted by edge.
        let tips = metric.edges.iter().map(|edge| match groups.next_if(|group| group[0].0 == *edge)? {
            &[(_, first), (_, second)] => Some([first, second]),
            _ => None,
        });
        Self { tips: tips.collect() }
    }

    /// The crease at each edge of [`RestMetric`], from 0 to 180 degrees; NaN if it is not shared by two triangles, or
    /// if one of them has no direction at rest or in the pose.
    pub fn creases(&self, surface: &Surface, metric: &RestMetric, deformed: &DeformedSkin) -> Vec<f64> {
        let least = TOO_SHORT * surface.extent;
        let crease = |(&[from, to], tips): (&[u32; 2], &Option<[u32; 2]>)| {
            let [first, second] = (*tips)?;
            let angle =
                |at: &[DVec3]| dihedral_angle([from, to, first, second].map(|vertex| at[vertex as usize]), least);
            let (rest, posed) = (angle(&surface.positions)?, angle(&deformed.positions)?);
            Some(rest.perp_dot(posed).abs().atan2(rest.dot(posed)).to_degrees())
        };
        metric.edges.par_iter().zip(&self.tips).map(|hinge| crease(hinge).unwrap_or(f64::NAN)).collect()
    }
}

/// The edges of a triangle, each with the corner that faces it.
fn edges_with_tips([a, b, c]: [u32; 3]) -> [([u32; 2], u32); 3] {
    [(a, b, c), (b, c, a), (c, a, b)].map(|(from, to, tip)| ([from.min(to), from.max(to)], tip))
}

/// The angle about an edge from one triangle to the other, as a vector of that direction. `None` if the edge, or the
/// height of a triangle over it, is too short to tell.
fn dihedral_angle([from, to, first, second]: [DVec3; 4], least: f64) -> Option<DVec2> {
    let is_long = |vector: &DVec3| vector.length() > least;
    let along = Some(to - from).filter(is_long)?.normalize();
    let height = |tip: DVec3| Some((tip - from).reject_from_normalized(along)).filter(is_long);
    let (first, second) = (height(first)?, height(second)?);
    Some(DVec2::new(first.dot(second), first.cross(second).dot(along)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::percentiles::Percentiles;
    use crate::measure::test_shapes::{Shape, model_of, moved};
    use glam::{DQuat, Vec3};

    /// A sheet in the plane z = 0 that hinges on the X axis, one triangle on either side.
    fn sheet() -> Shape {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(0.5, -2.0, 0.0)];
        Shape { normals: vec![Vec3::Z; 4], positions, triangles: vec![[0, 1, 2], [1, 0, 3]] }
    }

    /// Turns what is below the X axis about it.
    fn folded(degrees: f64) -> impl Fn(DVec3) -> DVec3 {
        let turn = DQuat::from_rotation_x(degrees.to_radians());
        move |p| if p.y < 0.0 { turn * p } else { p }
    }

    fn creases(shapes: &[Shape], map: impl Fn(DVec3) -> DVec3) -> Option<Percentiles> {
        let surface = Surface::of(&model_of(shapes));
        let metric = RestMetric::of(&surface);
        Percentiles::of(Hinges::of(&surface, &metric).creases(&surface, &metric, &moved(&surface, map)))
    }

    fn assert_all(found: Option<Percentiles>, degrees: f64, count: usize) {
        let found = found.unwrap();
        let is_near = |value: f64| (value - degrees).abs() < 1e-5;
        assert!(is_near(found.min) && is_near(found.max) && found.count == count, "{degrees} {count}: {found:?}");
    }

    #[test]
    fn two_triangles_folded_by_hand() {
        for degrees in [0.0, 1e-3, 30.0, 90.0, 179.0] {
            for side in [1.0, -1.0] {
                assert_all(creases(&[sheet()], folded(side * degrees)), degrees, 1);
            }
        }
        // Triangles of opposite orientation, and seams between meshes, share their edge too.
        let mut turned_over = sheet();
        turned_over.triangles[1].swap(0, 1);
        assert_all(creases(&[turned_over], folded(70.0)), 70.0, 1);
        let (front, back) = sheet().split_in_two();
        assert_all(creases(&[front, back], folded(70.0)), 70.0, 1);
    }

    #[test]
    fn from_a_fold_at_rest_it_is_the_shorter_way() {
        let mut roof = sheet();
        roof.positions[3] = folded(100.0)(roof.positions[3].as_dvec3()).as_vec3();
        let further = |degrees: f64| {
            let turn = DQuat::from_rotation_x(f64::to_radians(degrees));
            // The folded side is above the sheet, or below it.
            creases(&[roof.clone()], move |p| if p.z.abs() > 0.0 { turn * p } else { p })
        };
        for (degrees, expected) in [(0.0, 0.0), (-100.0, 100.0), (50.0, 50.0), (160.0, 160.0), (-200.0, 160.0)] {
            assert_all(further(degrees), expected, 1);
        }
    }

    #[test]
    fn moving_turning_and_scaling_crease_nothing() {
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 2.5);
        for factor in [1.0, 1e-3, 40.0] {
            assert_all(creases(&[Shape::cube()], |p| turn * p * factor + DVec3::splat(3.0)), 0.0, 18);
        }
    }

    #[test]
    fn what_has_no_dihedral_angle_is_left_out() {
        assert_eq!(creases(&[sheet()], |_| DVec3::ZERO), None, "a skin in one point");
        assert_eq!(creases(&[sheet()], |p| DVec3::new(p.x, p.y.max(0.0), p.z)), None, "one triangle in a line");
        let mut lone = sheet();
        lone.triangles.truncate(1);
        assert_eq!(creases(&[lone], folded(70.0)), None, "an open edge");
        let mut three = sheet();
        three.positions.push(Vec3::Z);
        three.normals.push(Vec3::Z);
        three.triangles.push([0, 1, 4]);
        assert_eq!(creases(&[three], folded(70.0)), None, "an edge of three triangles");
        // A point and a line beside the two triangles neither count nor hide them.
        let mut degenerate = sheet();
        degenerate.positions.push(Vec3::X * 2.0);
        degenerate.normals.push(Vec3::Z);
        degenerate.triangles.extend([[0, 0, 1], [2, 2, 2], [1, 4, 1]]);
        assert_all(creases(&[degenerate.clone()], folded(70.0)), 70.0, 1);
        degenerate.triangles = vec![[0, 1, 2], [0, 1, 4]];
        assert_eq!(creases(&[degenerate], folded(70.0)), None, "a triangle in a line at rest");
    }
}
