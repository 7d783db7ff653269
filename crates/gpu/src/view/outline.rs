use glam::Vec3;
use std::f32::consts::TAU;

/// Count of directions in which outermost points are searched. More would change a framing by less than a hundredth.
const DIRECTIONS: usize = 128;

/// The outermost points in directions spread evenly over the sphere: enough to frame all of them. Points that are not
/// finite are ignored.
pub fn outline(points: impl IntoIterator<Item = Vec3>) -> Vec<Vec3> {
    let directions: Vec<Vec3> = (0..DIRECTIONS).map(direction).collect();
    let mut outermost = vec![(f32::NEG_INFINITY, Vec3::ZERO); DIRECTIONS];
    for point in points.into_iter().filter(|point| point.is_finite()) {
        for (best, direction) in outermost.iter_mut().zip(&directions) {
            let along = point.dot(*direction);
            if along > best.0 {
                *best = (along, point);
            }
        }
    }
    let mut outline: Vec<Vec3> =
        outermost.into_iter().filter(|(along, _)| along.is_finite()).map(|(_, point)| point).collect();
    outline.sort_by(|a, b| a.to_array().map(f32::to_bits).cmp(&b.to_array().map(f32::to_bits)));
    outline.dedup();
    outline
}

/// A point of a Fibonacci lattice on the unit sphere.
fn direction(index: usize) -> Vec3 {
    let golden = (1.0 + 5f32.sqrt()) / 2.0;
    let y = 1.0 - 2.0 * (index as f32 + 0.5) / DIRECTIONS as f32;
    let angle = TAU * (index as f32 / golden).fract();
    let radius = (1.0 - y * y).sqrt();
    Vec3::new(radius * angle.cos(), y, radius * angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_a_box_are_outermost_and_its_inside_is_not() {
        let side = |k: i32| k as f32 / 2.0;
        let lattice = (0..27).map(|k| Vec3::new(side(k % 3 - 1), side(k / 3 % 3 - 1), side(k / 9 - 1)));
        let outline = outline(lattice.chain([Vec3::NAN]));
        assert_eq!(outline.len(), 8);
        assert!(outline.iter().all(|corner| corner.abs() == Vec3::splat(0.5)));
        assert!(super::outline([]).is_empty());
    }
}
