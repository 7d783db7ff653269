use super::Camera;
use glam::{Vec2, Vec3};
use skinscope_core::skinning::PosedCenter;

/// Vertex or center nearest to a pixel, within `reach` pixels; if two are at one position, the one closer to the eye
/// wins.
pub fn pick_center(
    camera: &Camera,
    size: [u32; 2],
    centers: &[PosedCenter],
    pixel: Vec2,
    reach: f32,
) -> Option<PosedCenter> {
    let distance = |point: Vec3| {
        let at = camera.project(point, size)?;
        let distance = at.truncate().distance(pixel);
        (distance <= reach).then_some(distance)
    };
    let depth = |posed: &PosedCenter| camera.eye_in_world().distance(posed.position);
    centers
        .iter()
        .filter_map(|posed| {
            // Many centers meet inside the skin. Prefer the vertex, because the user points at it.
            let nearest = distance(posed.position).or_else(|| distance(posed.center).map(|d| d + reach))?;
            Some((nearest, *posed))
        })
        .min_by(|(a, first), (b, second)| {
            // Candidates within a pixel or two of each other are distinguished by depth.
            let coarse = |distance: f32| (distance / 2.0) as u32;
            coarse(*a).cmp(&coarse(*b)).then_with(|| depth(first).total_cmp(&depth(second)))
        })
        .map(|(_, posed)| posed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CameraPreset;
    use skinscope_core::math::Bounds;

    #[test]
    fn the_vertex_under_the_pointer_is_picked_and_the_front_one_of_two() {
        let size = [400, 400];
        let camera = Camera::framing(Bounds { min: -Vec3::ONE, max: Vec3::ONE }, size, CameraPreset::Front);
        let posed = |vertex: u32, position: Vec3| PosedCenter { primitive: 0, vertex, position, center: Vec3::ZERO };
        let toward_eye = camera.eye_in_world().normalize();
        let centers = [posed(0, -toward_eye * 0.4), posed(1, toward_eye * 0.4), posed(2, Vec3::new(0.5, 0.5, 0.0))];
        let pixel = |point: Vec3| camera.project(point, size).unwrap().truncate();
        let picked = |at: Vec2| pick_center(&camera, size, &centers, at, 10.0).map(|posed| posed.vertex);
        assert_eq!(picked(pixel(toward_eye * 0.4)), Some(1));
        assert_eq!(picked(pixel(Vec3::new(0.5, 0.5, 0.0)) + Vec2::splat(3.0)), Some(2));
        assert_eq!(picked(Vec2::new(5.0, 5.0)), None);
    }
}
