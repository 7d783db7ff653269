use super::limb_axes::{LimbAxis, limb_axes};
use glam::{Vec2, Vec3};
use skinscope_core::model::{Influence, Model, Primitive};

/// Position of a vertex on its limb at rest, see `common/vertex_look.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LimbCoordinates {
    /// Position perpendicular to the limb's axis, of length one at the mean radius.
    pub around: Vec2,
    /// Position along the limb, in radii.
    pub along: f32,
}

/// Positions of all vertices on their limbs at rest: for every primitive, one per vertex. The patterns of the clay are
/// drawn in these coordinates, so they stay with the skin in every pose.
///
/// A vertex blends the coordinates of its joints by their weights. They are therefore continuous wherever the weights
/// are. The angle has no value on the line where `around` is zero; like the poles of a sphere, such points cannot be
/// avoided.
pub(super) fn limb_coordinates(model: &Model) -> Vec<Vec<LimbCoordinates>> {
    let axes: Vec<Vec<LimbAxis>> = (0..model.skins.len()).map(|skin| limb_axes(model, skin as u32)).collect();
    model.primitives.iter().map(|primitive| of_primitive(primitive, &axes[primitive.skin as usize])).collect()
}

fn of_primitive(primitive: &Primitive, axes: &[LimbAxis]) -> Vec<LimbCoordinates> {
    let vertices = primitive.positions.iter().zip(primitive.influences.iter());
    let blended = |(&position, influences): (&Vec3, &[Influence])| {
        let start = LimbCoordinates { around: Vec2::ZERO, along: 0.0 };
        influences.iter().fold(start, |sum, influence| {
            let (around, along) = axes[influence.joint as usize].coordinates(position);
            LimbCoordinates {
                around: sum.around + around * influence.weight,
                along: sum.along + along * influence.weight,
            }
        })
    };
    vertices.map(blended).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_models::bundled_model;
    use std::f32::consts::PI;

    #[test]
    fn on_the_bar_they_are_the_angle_and_the_length_in_radii() {
        let bar = bundled_model("bar");
        let primitive = &bar.primitives[0];
        let all = &limb_coordinates(&bar)[0];
        let on_tube = |vertex: &usize| (0.0..=2.0).contains(&primitive.positions[*vertex].x);
        let first = (0..all.len()).find(on_tube).unwrap();
        let angle = |vertex: usize| primitive.positions[vertex].z.atan2(primitive.positions[vertex].y);
        for vertex in (0..all.len()).filter(on_tube) {
            let apart = |a: f32, b: f32| (a - b + PI).rem_euclid(2.0 * PI) - PI;
            let around = apart(all[vertex].around.to_angle(), all[first].around.to_angle());
            assert!((around.abs() - apart(angle(vertex), angle(first)).abs()).abs() < 1e-3);
            let along = all[vertex].along - all[first].along;
            let in_radii = (primitive.positions[vertex].x - primitive.positions[first].x) / 0.2;
            assert!((along.abs() - in_radii.abs()).abs() < 0.08 * in_radii.abs() + 1e-3, "{along} for {in_radii}");
        }
    }

    /// A sheet is no limb, whatever its joints: the pattern covers its two sides.
    #[test]
    fn on_a_cloth_they_follow_its_sides() {
        let cloth = bundled_model("cloth");
        let all = &limb_coordinates(&cloth)[0];
        let spread = |values: &dyn Fn(&LimbCoordinates) -> f32| {
            let ends = (f32::INFINITY, f32::NEG_INFINITY);
            let (low, high) = all.iter().map(values).fold(ends, |(low, high), value| (low.min(value), high.max(value)));
            high - low
        };
        assert!(spread(&|one| one.along) > 5.0);
        assert!(spread(&|one| one.around.to_angle()) > 5.0);
        assert!(all.iter().all(|one| (one.around.length() - 1.0).abs() < 1e-3));
    }

    /// Neighboring vertices are neighbors in the pattern: nowhere does an edge span more than a few of its cells.
    #[test]
    fn they_are_continuous_over_smooth_skins() {
        for name in ["bar", "limb", "tentacle", "cloth", "cloth-9", "hand", "mannequin"] {
            let model = bundled_model(name);
            for (primitive, all) in model.primitives.iter().zip(limb_coordinates(&model)) {
                for triangle in primitive.indices.as_chunks::<3>().0 {
                    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                        let [from, to] = [triangle[from], triangle[to]].map(|vertex| all[vertex as usize]);
                        let step = from.around.distance(to.around).max((from.along - to.along).abs());
                        assert!(step < 1.5, "{name}: {from:?} and {to:?}");
                    }
                }
            }
        }
    }
}
