//! Cameras derived from others: between two cameras, and through a lens.

use super::Camera;
use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};

impl Camera {
    /// A camera on the way to another one: `share` 0 is this one, 1 is exactly `to`. It turns the shorter way, and its
    /// distance changes by equal factors in equal times.
    #[must_use]
    pub fn toward(&self, to: Self, share: f32) -> Self {
        if share >= 1.0 {
            return to;
        }
        let mix = |from: f32, to: f32| from + (to - from) * share;
        let turn = (to.yaw - self.yaw + PI).rem_euclid(TAU) - PI;
        Self {
            target: self.target.lerp(to.target, share),
            yaw: (self.yaw + turn * share).rem_euclid(TAU),
            pitch: mix(self.pitch, to.pitch),
            distance: self.distance * (to.distance / self.distance).powf(share),
            fov: mix(self.fov, to.fov),
        }
    }

    /// The camera of a square picture that shows the surroundings of a pixel, enlarged by `factor`. Sizes are in
    /// pixels. The eye stays, so that the lens shows the same as the picture, only larger.
    #[must_use]
    pub fn through_lens(&self, pixel: Vec2, size: [u32; 2], lens_size: u32, factor: f32) -> Self {
        let ray = self.ray(pixel, size);
        let [x, y, z] = (-ray.direction).to_array();
        // Straight above and below, the direction has no yaw.
        let yaw = if x.hypot(z) > 1e-4 { x.atan2(z) } else { self.yaw };
        // Away from the middle of the picture, a pixel is farther from the eye and covers a smaller angle.
        let forward = self.world_from_view_rotation() * Vec3::NEG_Z;
        let shown = lens_size as f32 * ray.direction.dot(forward) / (size[1].max(1) as f32 * factor.max(1e-3));
        Self {
            target: ray.origin + ray.direction * self.distance,
            yaw,
            pitch: y.clamp(-1.0, 1.0).asin(),
            distance: self.distance,
            fov: 2.0 * ((self.fov * 0.5).tan() * shown).atan(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(yaw_degrees: f32, distance: f32) -> Camera {
        let yaw = yaw_degrees.to_radians();
        Camera { target: Vec3::new(0.1, 1.0, 0.0), yaw, pitch: 0.3, distance, fov: 0.4 }
    }

    #[test]
    fn the_way_is_the_shorter_one_and_ends_exactly() {
        let (from, to) = (camera(350.0, 1.0), camera(20.0, 4.0));
        let half = from.toward(to, 0.5);
        assert!((half.yaw.to_degrees() - 5.0).abs() < 1e-3, "{}", half.yaw.to_degrees());
        assert!((half.distance - 2.0).abs() < 1e-5);
        assert!((from.toward(to, 0.0).yaw - from.yaw).abs() < 1e-5);
        assert_eq!(from.toward(to, 1.0), to);
        let back = to.toward(from, 0.5);
        assert!((back.yaw.to_degrees() - 5.0).abs() < 1e-3);
    }

    #[test]
    fn a_lens_shows_the_point_under_it_in_its_middle_and_larger() {
        let (camera, size) = (camera(40.0, 5.0), [800, 600]);
        for pixel in [Vec2::new(400.0, 300.0), Vec2::new(90.0, 500.0), Vec2::new(700.0, 40.0)] {
            let lens = camera.through_lens(pixel, size, 200, 3.0);
            let ray = camera.ray(pixel, size);
            let point = ray.origin + ray.direction * 5.0;
            let seen = lens.project(point, [200, 200]).unwrap().truncate();
            assert!(seen.abs_diff_eq(Vec2::splat(100.0), 0.1), "{seen}");
            // A point ten pixels to its right.
            let ray = camera.ray(pixel + Vec2::new(10.0, 0.0), size);
            let beside = lens.project(ray.origin + ray.direction * 5.0, [200, 200]).unwrap().truncate();
            let apart = beside.distance(seen);
            assert!((apart - 30.0).abs() < 1.5, "{apart}");
        }
    }
}
