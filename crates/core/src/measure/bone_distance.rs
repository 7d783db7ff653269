use super::blend_zone::SMALLEST_INFLUENCE;
use super::bones::Bones;
use super::surface::Surface;
use crate::math::Segment;
use crate::work::parallel::prelude::*;
use glam::DVec3;

/// The distance from each vertex to the nearest bone of the joints that move it, in scene units.
///
/// `segments` are the bones in the same state as `positions`: at rest, or in a pose. A joint's bones are those that
/// begin at it. Joints with weights up to [`SMALLEST_INFLUENCE`] are ignored unless the vertex has no others.
pub fn bone_distances(surface: &Surface, bones: &Bones, segments: &[Segment], positions: &[DVec3]) -> Vec<f64> {
    let distance =
        |(vertex, &position): (usize, &DVec3)| nearest_bone(surface, bones, segments, vertex as u32, position);
    positions.par_iter().enumerate().map(distance).collect()
}

/// Like [`bone_distances`], for one vertex at `position`.
pub(super) fn nearest_bone(
    surface: &Surface,
    bones: &Bones,
    segments: &[Segment],
    vertex: u32,
    position: DVec3,
) -> f64 {
    let distances = bones_of(surface, bones, vertex).map(|bone| segments[bone].distance(position));
    distances.fold(f64::INFINITY, f64::min)
}

/// The distance to the nearest bone if it is larger than `beyond`. Stops at the first bone that is nearer.
pub(super) fn distance_beyond(
    surface: &Surface,
    bones: &Bones,
    segments: &[Segment],
    vertex: u32,
    position: DVec3,
    beyond: f64,
) -> Option<f64> {
    let mut nearest = f64::INFINITY;
    for bone in bones_of(surface, bones, vertex) {
        nearest = nearest.min(segments[bone].distance(position));
        if nearest <= beyond {
            return None;
        }
    }
    Some(nearest)
}

/// Returns the nearest bone and the distance to it. If several bones share the nearest point, picks the one with the
/// larger influence, so that rounding does not decide. If that bone is not among `preferred`, but another bone about as
/// near is, picks the latter: in the middle of a body, mirrored limbs are equally far, and the order or the rounding of
/// a file's vertices must not decide.
pub(super) fn bone_nearest_to(
    surface: &Surface,
    bones: &Bones,
    segments: &[Segment],
    (vertex, position): (u32, DVec3),
    preferred: impl Fn(usize) -> bool,
) -> Option<(usize, f64)> {
    let distances = || bones_of(surface, bones, vertex).map(|bone| (bone, segments[bone].distance(position)));
    let nearer = |best: (usize, f64), next: (usize, f64)| if next.1 < best.1 * (1.0 - TIE) { next } else { best };
    let nearest = distances().reduce(nearer)?;
    if preferred(nearest.0) {
        return Some(nearest);
    }
    let as_near = distances().filter(|(bone, distance)| preferred(*bone) && *distance <= nearest.1 * (1.0 + AS_NEAR));
    Some((as_near.reduce(nearer).map_or(nearest.0, |(bone, _)| bone), nearest.1))
}

/// Distances with a smaller relative difference are treated as equal.
const TIE: f64 = 1e-9;

/// Bones are about as near as the nearest one up to this relative difference. Quantized positions and hand-made
/// symmetry stay below; the sides of a limb do not.
const AS_NEAR: f64 = 0.02;

/// Indices of the bones to consider for a vertex.
fn bones_of<'a>(surface: &'a Surface, bones: &'a Bones, vertex: u32) -> impl Iterator<Item = usize> + 'a {
    let counts = |(index, weight): (usize, f64)| index == 0 || weight > SMALLEST_INFLUENCE;
    let influences = surface.influences_of(vertex).iter().enumerate();
    influences
        .filter(move |(index, influence)| counts((*index, influence.weight)))
        .flat_map(|(_, influence)| bones.of_joint(influence.joint))
}

/// Vertices and sections closer to the bone than this fraction of the extent have no ratio, since it would be
/// arbitrarily large or small.
const TOO_NEAR: f64 = 1e-3;

/// Posed distance over rest distance; `None` if the rest position is too close to the bone.
pub(super) fn distance_over_rest(posed: f64, rest: f64, extent: f64) -> Option<f64> {
    has_ratio(rest, extent).then(|| posed / rest).filter(|ratio| ratio.is_finite())
}

/// Whether a rest length is long enough to divide by.
pub(super) fn has_ratio(rest: f64, extent: f64) -> bool {
    rest > TOO_NEAR * extent
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::two_joint_tube;
    use super::*;

    #[test]
    fn of_a_tube_is_its_radius_wherever_it_goes() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let bones = Bones::of(&model, &surface);
        let segments: Vec<Segment> = bones.bones.iter().map(|bone| bone.rest).collect();
        let at_rest = bone_distances(&surface, &bones, &segments, &surface.positions);
        let near_root = surface.positions.iter().zip(&at_rest).filter(|(p, _)| p.x < -0.1 && p.yz().length() > 0.4);
        near_root.for_each(|(_, distance)| assert!((distance - 0.5).abs() < 1e-6));
        // Bones that move away together with the skin change nothing.
        let shift = DVec3::new(3.0, -2.0, 1.0);
        let far: Vec<Segment> = segments.iter().map(|s| Segment { from: s.from + shift, to: s.to + shift }).collect();
        let positions: Vec<DVec3> = surface.positions.iter().map(|&p| p + shift).collect();
        for (a, b) in at_rest.iter().zip(bone_distances(&surface, &bones, &far, &positions)) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    use glam::Vec3Swizzles;

    #[test]
    fn no_ratio_on_the_bone_itself() {
        assert_eq!(distance_over_rest(1.0, 2.0, 1.0), Some(0.5));
        assert_eq!(distance_over_rest(1.0, 1e-4, 1.0), None);
        assert_eq!(distance_over_rest(0.0, 0.0, 0.0), None);
    }
}
