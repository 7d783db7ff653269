//! Framing for a camera that goes all the way around its target.

use super::Camera;
use glam::{Vec2, Vec3};

/// Distance that an eye needs from a target so that points stay in sight on the whole way around. Each is the distance
/// for a target at height 0, with its growth per unit of a point's height above the target.
struct Reach {
    /// Distances for the sides, the upper edge and the lower edge.
    sides: f32,
    top: f32,
    bottom: f32,
}

/// Slopes of [`Reach`] in the height of a point.
struct Slopes {
    sides: f32,
    top: f32,
    bottom: f32,
}

impl Camera {
    /// The same direction and field of view, moved so that all points stay in the picture, except for the margin, while
    /// the camera turns around a vertical axis. It is as close as a single distance for the whole turn allows.
    #[must_use]
    pub fn framed_turning(self, points: &[Vec3], axis: Vec3, size: [u32; 2]) -> Self {
        if points.is_empty() {
            return self;
        }
        let on_axis = Self { target: axis, ..self };
        let Reach { top, bottom, .. } = on_axis.reach(points, size);
        let slopes = on_axis.slopes(size);
        // Raising the target by c changes each distance by -c times its slope: at this height, both edges are equally
        // near. Straight from above or below, every height is the same.
        let difference = slopes.top - slopes.bottom;
        let raised = if difference.abs() > 1e-3 { (top - bottom) / difference } else { 0.0 };
        let centered = Self { target: axis + raised * Vec3::Y, ..self };
        Self { distance: centered.turning_distance(points, size), ..centered }
    }

    /// The same camera, as far back as needed for all points to stay in the picture while it turns around its target.
    #[must_use]
    pub fn far_enough_to_turn(self, points: &[Vec3], size: [u32; 2]) -> Self {
        let needed = if points.is_empty() { 0.0 } else { self.turning_distance(points, size) };
        Self { distance: self.distance.max(needed), ..self }
    }

    /// Whether a point is in the picture, hidden or not.
    pub fn sees(&self, point: Vec3, size: [u32; 2]) -> bool {
        let [width, height] = size.map(|side| side as f32);
        let pixel = self.project(point, size);
        pixel.is_some_and(|pixel| (0.0..=width).contains(&pixel.x) && (0.0..=height).contains(&pixel.y))
    }

    fn turning_distance(&self, points: &[Vec3], size: [u32; 2]) -> f32 {
        let Reach { sides, top, bottom } = self.reach(points, size);
        sides.max(top).max(bottom).max(1e-4)
    }

    /// Greatest distance that any of the points requires. A point at radius r around the axis and height h above the
    /// target is, turned by a, at x = r sin a, y = h cos p - r cos a sin p and z = r cos a cos p + h sin p in view
    /// axes, with pitch p. It is in sight from a distance of z + |x| / t and z + |y| / t, for the tangents t of the
    /// half angles. The largest values over all a are in closed form.
    fn reach(&self, points: &[Vec3], size: [u32; 2]) -> Reach {
        let tangents = self.inner_tangents(size);
        let (sin, cos) = self.pitch.sin_cos();
        let slopes = self.slopes(size);
        let nothing = Reach { sides: 0.0, top: 0.0, bottom: 0.0 };
        points.iter().fold(nothing, |reach, &point| {
            let from_target = point - self.target;
            let (radius, height) = (Vec2::new(from_target.x, from_target.z).length(), from_target.y);
            Reach {
                sides: reach.sides.max(radius * cos.hypot(1.0 / tangents.x) + height * slopes.sides),
                top: reach.top.max(radius * (cos - sin / tangents.y).abs() + height * slopes.top),
                bottom: reach.bottom.max(radius * (cos + sin / tangents.y).abs() + height * slopes.bottom),
            }
        })
    }

    fn slopes(&self, size: [u32; 2]) -> Slopes {
        let (sin, cos) = self.pitch.sin_cos();
        let vertical = self.inner_tangents(size).y;
        Slopes { sides: sin, top: sin + cos / vertical, bottom: sin - cos / vertical }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CameraPreset;
    use std::f32::consts::TAU;

    /// The points of a wide, deep and lopsided shape.
    fn points() -> Vec<Vec3> {
        let corners = [[-0.9, 0.0, -0.1], [0.7, 0.1, 0.2], [0.1, 1.8, 0.0], [0.0, 1.2, 0.9], [-0.3, 0.3, -0.8]];
        corners.map(Vec3::from_array).to_vec()
    }

    /// The least distance in pixels of a point from the edges of the picture, over the whole turn.
    fn nearest_to_edge(camera: &Camera, size: [u32; 2]) -> f32 {
        let mut nearest = f32::INFINITY;
        for step in 0..720 {
            let mut turned = *camera;
            turned.orbit(TAU * step as f32 / 720.0, 0.0);
            assert_eq!(turned.distance, camera.distance);
            for point in points() {
                let pixel = turned.project(point, size).unwrap();
                let [width, height] = size.map(|side| side as f32);
                nearest = nearest.min(pixel.x).min(pixel.y).min(width - pixel.x).min(height - pixel.y);
            }
        }
        nearest
    }

    #[test]
    fn nothing_is_cut_off_on_the_whole_turn_and_nothing_is_wasted() {
        for size in [[640, 360], [300, 500], [400, 400]] {
            let margin = Camera::MARGIN * size[0].min(size[1]) as f32;
            for (preset, pitch) in [
                (CameraPreset::Front, 0.0),
                (CameraPreset::Front, 0.3),
                (CameraPreset::Side, -0.5),
                (CameraPreset::Front, 1.2),
            ] {
                let mut camera =
                    Camera::framing(skinscope_core::math::Bounds { min: -Vec3::ONE, max: Vec3::ONE }, size, preset);
                camera.pitch = pitch;
                let framed = camera.framed_turning(&points(), Vec3::new(-0.1, 0.9, 0.05), size);
                let nearest = nearest_to_edge(&framed, size);
                assert!((nearest - margin).abs() < 0.02 * margin + 0.5, "{size:?} {pitch}: {nearest} of {margin}");
                let kept = Camera { distance: 2.0 * framed.distance, ..framed };
                assert_eq!(kept.far_enough_to_turn(&points(), size), kept, "far enough already");
                let near = Camera { distance: 0.1, ..framed };
                assert_eq!(near.far_enough_to_turn(&points(), size).distance, framed.distance);
            }
        }
    }

    /// A pole of height 2 seen straight on: it fills the picture's height except for the margin.
    #[test]
    fn a_pole_is_framed_as_if_nothing_turned() {
        let pole = [Vec3::ZERO, 2.0 * Vec3::Y];
        let bounds = skinscope_core::math::Bounds { min: pole[0], max: pole[1] };
        let camera = Camera::framing(bounds, [200, 200], CameraPreset::Front);
        let turning = camera.framed_turning(&pole, Vec3::new(0.0, 0.3, 0.0), [200, 200]);
        assert!((turning.target - camera.target).length() < 0.01, "{turning:?}");
        assert!((turning.distance - camera.distance).abs() < 0.02 * camera.distance, "{turning:?} {camera:?}");
    }
}
