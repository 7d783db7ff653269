use glam::{Mat4, Quat, Vec2, Vec3};
use serde::{Deserialize, Serialize};
use skinscope_core::math::Bounds;
use std::f32::consts::{FRAC_PI_2, TAU};

/// A camera that looks at a target from a distance. Y is up; at yaw and pitch zero the eye is on +Z, in front of a glTF
/// character.
///
/// Pixels are measured from the top left corner of the picture, y down; sizes are width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The point that the eye looks at and orbits, in world space.
    pub target: Vec3,
    /// Rotation to the side in radians: positive moves the eye toward +X.
    pub yaw: f32,
    /// Elevation in radians, at most a quarter turn up or down.
    pub pitch: f32,
    /// Distance from eye to target in scene units; positive.
    pub distance: f32,
    /// Vertical field of view in radians.
    pub fov: f32,
}

/// A half-line; `direction` has unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The start.
    pub origin: Vec3,
    /// The direction.
    pub direction: Vec3,
}

/// Named camera directions, relative to where a character looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CameraPreset {
    /// View from the front: from +Z if the character looks along +Z.
    Front,
    /// View from behind.
    Back,
    /// View from +X, the left side of a character that looks along +Z.
    Side,
    /// View from -X, opposite to [`Self::Side`].
    OtherSide,
    /// View from above.
    Top,
    /// View from below.
    Bottom,
    /// View from 27 degrees to the side and 10 up: shows depth and hides little.
    #[default]
    ThreeQuarter,
}

impl CameraPreset {
    /// All presets.
    pub const ALL: [Self; 7] =
        [Self::Front, Self::Back, Self::Side, Self::OtherSide, Self::Top, Self::Bottom, Self::ThreeQuarter];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Side => "side",
            Self::OtherSide => "other-side",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::ThreeQuarter => "three-quarter",
        }
    }

    /// Label for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Front => "Front",
            Self::Back => "Back",
            Self::Side => "Side",
            Self::OtherSide => "Other side",
            Self::Top => "Top",
            Self::Bottom => "Bottom",
            Self::ThreeQuarter => "Three-quarter",
        }
    }

    /// Yaw and pitch in degrees, for a character that looks along +Z.
    pub fn angles_degrees(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (180.0, 0.0),
            Self::Side => (90.0, 0.0),
            Self::OtherSide => (-90.0, 0.0),
            Self::Top => (0.0, 90.0),
            Self::Bottom => (0.0, -90.0),
            Self::ThreeQuarter => (27.0, 10.0),
        }
    }
}

impl Camera {
    /// Vertical field of view of a new camera.
    pub const DEFAULT_FOV_DEGREES: f32 = 25.0;
    /// Field of view for a single joint: narrower, for less perspective.
    pub const JOINT_FOV_DEGREES: f32 = 20.0;
    /// Empty border around the framed box, as a fraction of the picture's shorter side.
    pub const MARGIN: f32 = 0.08;
    /// The near plane as a fraction of the distance: close enough to fly through a shoulder. With reverse-Z the depth
    /// keeps its precision.
    const NEAR: f32 = 0.01;

    /// Whether all values are ones that a camera can have. Those from a file may not be.
    pub fn is_sound(&self) -> bool {
        let Self { target, yaw, pitch, distance, fov } = self;
        target.is_finite()
            && yaw.is_finite()
            && pitch.abs() <= FRAC_PI_2 + 1e-3
            && (1e-9..=1e12).contains(distance)
            && (1e-3..3.0).contains(fov)
    }

    /// Frames a box from a preset's direction.
    pub fn framing(bounds: Bounds, size: [u32; 2], preset: CameraPreset) -> Self {
        let (yaw, pitch) = preset.angles_degrees();
        let camera = Self {
            target: Vec3::ZERO,
            yaw: yaw.to_radians(),
            pitch: pitch.to_radians(),
            distance: 1.0,
            fov: Self::DEFAULT_FOV_DEGREES.to_radians(),
        };
        camera.framed(bounds, size)
    }

    /// The same direction and field of view, moved so that the box fills the picture except for the margin: its
    /// projection is centered and as large as both sides allow.
    #[must_use]
    pub fn framed(self, bounds: Bounds, size: [u32; 2]) -> Self {
        let center = bounds.center();
        // A single point still needs some space around it.
        let half = (bounds.size() * 0.5).max(Vec3::splat(bounds.extent() * 1e-3)).max(Vec3::splat(1e-4));
        self.framed_around(&Bounds { min: center - half, max: center + half }.corners(), size)
    }

    /// The tangents of half the angles of view, to the side and up, of the picture without its margin.
    pub(super) fn inner_tangents(&self, size: [u32; 2]) -> Vec2 {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let border = 2.0 * Self::MARGIN * width.min(height);
        (self.fov * 0.5).tan() * Vec2::new(width - border, height - border) / height
    }

    /// Like [`Self::framed`], for points instead of a box. Only their convex hull matters, so
    /// [`outline`](super::outline) of a skin is enough. Without points, the camera stays.
    #[must_use]
    pub fn framed_around(self, points: &[Vec3], size: [u32; 2]) -> Self {
        let Some(&center) = points.first() else { return self };
        let to_view = self.world_from_view_rotation().inverse();
        let tangents = self.inner_tangents(size);
        // In view axes around the first point, a point (x, z) is visible to a camera shifted by c if
        // |x - c| <= (d - z) t. This gives two lines per point; the outermost ones determine c and d.
        let mut outer_right = Vec2::NEG_INFINITY;
        let mut outer_left = Vec2::INFINITY;
        let mut nearest = f32::NEG_INFINITY;
        for &point in points {
            let in_view = to_view * (point - center);
            outer_right = outer_right.max(in_view.truncate() + in_view.z * tangents);
            outer_left = outer_left.min(in_view.truncate() - in_view.z * tangents);
            nearest = nearest.max(in_view.z);
        }
        let distance = ((outer_right - outer_left) * 0.5 / tangents).max_element();
        let shift = (outer_right + outer_left) * 0.5;
        let target = center + self.world_from_view_rotation() * shift.extend(0.0);
        Self { target, distance: distance.max(nearest * 1.05).max(1e-4), ..self }
    }

    /// The position of the eye in the scene.
    pub fn eye_in_world(&self) -> Vec3 {
        self.target + self.world_from_view_rotation() * (Vec3::Z * self.distance)
    }

    /// Rotation from view to world: x right, y up, z toward the eye.
    pub fn world_from_view_rotation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }

    /// The transform from the scene to view space, where the eye is the origin and looks along -Z.
    pub fn view_from_world(&self) -> Mat4 {
        Mat4::from_rotation_translation(self.world_from_view_rotation(), self.eye_in_world()).inverse()
    }

    /// Projection with infinite reverse-Z: depth is one at the near plane and zero at infinity.
    pub fn clip_from_view(&self, size: [u32; 2]) -> Mat4 {
        let aspect = size[0].max(1) as f32 / size[1].max(1) as f32;
        glam::camera::rh::proj::directx::perspective_infinite_reverse(self.fov, aspect, self.near())
    }

    /// The transform from the scene to clip space, for a picture of this width and height in pixels.
    pub fn clip_from_world(&self, size: [u32; 2]) -> Mat4 {
        self.clip_from_view(size) * self.view_from_world()
    }

    fn near(&self) -> f32 {
        self.distance * Self::NEAR
    }

    /// A point's position in the picture (x, y in pixels) and its depth in front of the eye (z, scene units); `None`
    /// behind the near plane.
    pub fn project(&self, point: Vec3, size: [u32; 2]) -> Option<Vec3> {
        let in_view = self.view_from_world().transform_point3(point);
        if -in_view.z < self.near() {
            return None;
        }
        let ndc = self.clip_from_view(size).project_point3(in_view);
        let [width, height] = size.map(|side| side as f32);
        Some(Vec3::new((ndc.x * 0.5 + 0.5) * width, (0.5 - ndc.y * 0.5) * height, -in_view.z))
    }

    /// The ray from the eye through a pixel.
    pub fn ray(&self, pixel: Vec2, size: [u32; 2]) -> Ray {
        let direction = self.world_from_view_rotation() * self.view_ray(pixel, size).normalize();
        Ray { origin: self.eye_in_world(), direction }
    }

    /// The direction through a pixel in view space, at distance one in front of the eye.
    fn view_ray(&self, pixel: Vec2, size: [u32; 2]) -> Vec3 {
        let from_middle = pixel - Vec2::new(size[0] as f32, size[1] as f32) * 0.5;
        let per_pixel = self.units_per_pixel(1.0, size);
        Vec3::new(from_middle.x * per_pixel, -from_middle.y * per_pixel, -1.0)
    }

    /// A pixel's size at a depth in front of the eye, in scene units.
    pub fn units_per_pixel(&self, depth: f32, size: [u32; 2]) -> f32 {
        2.0 * (self.fov * 0.5).tan() * depth / size[1].max(1) as f32
    }

    /// Orbits the target, in radians; stops straight above and straight below.
    pub fn orbit(&mut self, to_the_side: f32, above: f32) {
        self.yaw = (self.yaw + to_the_side).rem_euclid(TAU);
        self.pitch = (self.pitch + above).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves the camera so that the target point follows the pointer.
    pub fn pan(&mut self, pixels: Vec2, size: [u32; 2]) {
        let per_pixel = self.units_per_pixel(self.distance, size);
        self.target += self.world_from_view_rotation() * Vec3::new(-pixels.x, pixels.y, 0.0) * per_pixel;
    }

    /// Multiplies the distance: factors below one move closer.
    pub fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(1e-5, 1e7);
    }

    /// Zooms while the point of the target's plane that is under the pixel stays there.
    pub fn dolly_to_cursor(&mut self, factor: f32, pixel: Vec2, size: [u32; 2]) {
        let before = self.distance;
        self.zoom(factor);
        let sideways = self.view_ray(pixel, size) * Vec3::new(1.0, 1.0, 0.0);
        self.target += self.world_from_view_rotation() * sideways * (before - self.distance);
    }

    /// Rotates to a preset's direction, keeping target and distance. `front_yaw` is the yaw of the character's front,
    /// in radians.
    pub fn turn_to(&mut self, preset: CameraPreset, front_yaw: f32) {
        let (yaw, pitch) = preset.angles_degrees();
        (self.yaw, self.pitch) = ((yaw.to_radians() + front_yaw).rem_euclid(TAU), pitch.to_radians());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [800, 600];

    fn person() -> Bounds {
        Bounds { min: Vec3::new(-0.6, 0.0, -0.2), max: Vec3::new(0.6, 1.8, 0.3) }
    }

    fn corners(bounds: Bounds) -> Vec<Vec3> {
        (0..8)
            .map(|corner| {
                let pick = |bit: u32| if corner >> bit & 1 == 0 { bounds.min } else { bounds.max };
                Vec3::new(pick(0).x, pick(1).y, pick(2).z)
            })
            .collect()
    }

    #[test]
    fn framing_fills_the_picture_but_for_the_margin() {
        for size in [SIZE, [300, 900], [1600, 500]] {
            for preset in CameraPreset::ALL {
                let camera = Camera::framing(person(), size, preset);
                let pixels = corners(person()).into_iter().map(|c| camera.project(c, size).unwrap().truncate());
                let (min, max) = pixels.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
                let size = Vec2::new(size[0] as f32, size[1] as f32);
                let margin = 0.08 * size.min_element();
                let border = min.min(size - max);
                assert!((border.min_element() - margin).abs() < 0.5, "{preset:?} {size}: {border}");
                assert!((min + max - size).abs().min_element() < 0.5, "{preset:?} {size}: not centered");
            }
        }
    }

    #[test]
    fn presets_look_from_where_they_say() {
        let eye = |preset| {
            let camera = Camera::framing(person(), SIZE, preset);
            (camera.eye_in_world() - camera.target).normalize()
        };
        assert!(eye(CameraPreset::Front).abs_diff_eq(Vec3::Z, 1e-5));
        assert!(eye(CameraPreset::Back).abs_diff_eq(-Vec3::Z, 1e-5));
        assert!(eye(CameraPreset::Side).abs_diff_eq(Vec3::X, 1e-5));
        assert!(eye(CameraPreset::OtherSide).abs_diff_eq(-Vec3::X, 1e-5));
        assert!(eye(CameraPreset::Bottom).abs_diff_eq(-Vec3::Y, 1e-5));
        assert!(eye(CameraPreset::Top).abs_diff_eq(Vec3::Y, 1e-5));
    }

    #[test]
    fn a_ray_passes_through_what_its_pixel_shows() {
        let camera = Camera::framing(person(), SIZE, CameraPreset::ThreeQuarter);
        let point = Vec3::new(0.2, 1.4, 0.1);
        let pixel = camera.project(point, SIZE).unwrap();
        let ray = camera.ray(pixel.truncate(), SIZE);
        let along = (point - ray.origin).dot(ray.direction);
        assert!((ray.origin + ray.direction * along).abs_diff_eq(point, 1e-4));
        assert!(camera.project(ray.origin - ray.direction, SIZE).is_none());
    }

    #[test]
    fn dollying_and_panning_keep_the_point_under_the_pointer() {
        let mut camera = Camera::framing(person(), SIZE, CameraPreset::Front);
        let pixel = Vec2::new(620.0, 140.0);
        let under = |camera: &Camera, pixel| {
            let ray = camera.ray(pixel, SIZE);
            ray.origin + ray.direction * ((camera.target.z - ray.origin.z) / ray.direction.z)
        };
        let before = under(&camera, pixel);
        camera.dolly_to_cursor(0.5, pixel, SIZE);
        assert!(under(&camera, pixel).abs_diff_eq(before, 1e-4));
        camera.pan(Vec2::new(-30.0, 12.0), SIZE);
        assert!(under(&camera, pixel + Vec2::new(-30.0, 12.0)).abs_diff_eq(before, 1e-4));
    }

    #[test]
    fn orbiting_stops_at_the_poles() {
        let mut camera = Camera::framing(person(), SIZE, CameraPreset::Front);
        camera.orbit(0.5, 9.0);
        assert_eq!(camera.pitch, FRAC_PI_2);
        assert!(camera.view_from_world().is_finite());
    }

    #[test]
    fn nothing_to_frame_gives_a_usable_camera() {
        let camera = Camera::framing(Bounds::EMPTY, SIZE, CameraPreset::ThreeQuarter);
        assert!(camera.distance > 0.0 && camera.clip_from_world(SIZE).is_finite());
    }
}
