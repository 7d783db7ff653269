//! Vertices in 32 bytes: position, normal, texture coordinates, four joints and four weights. Twin of
//! `shaders/common/packed_vertex.wgsl` and `shaders/common/packed_vertices.wgsl`.
//!
//! Joints take 8 bits each, so that a skin of more than 256 joints keeps full precision: few skins have that many, and
//! 16 bits would leave no room for the texture coordinates. Weights take 16 bits; the heaviest is not stored, because
//! it is one minus the others. This leaves room for the crease and lets the unit be a power of two.

use super::InfluencePath;
use super::mirrors::{MoreInfluences, PackedVertex};
use glam::{Vec2, Vec3};
use skinscope_core::model::{Influence, Primitive};

/// Most joints that 8 bits can distinguish.
const MOST_JOINTS: usize = 256;

/// Integer for a weight of one. Only the heaviest weight can be larger than a half, and it is not stored. It is a power
/// of two, so that halves and quarters stay exact: poses in which two joints cancel out depend on it.
const ONE: u32 = 1 << 16;

/// Code for a normal of length zero, see `NO_NORMAL` in the shader.
const NO_NORMAL: u32 = 0x8000_8000;

/// Joints and weights of a packed vertex: heaviest first, padded with weights of zero. The weights sum to [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedInfluences {
    joints: [u8; 8],
    weights: [u32; 8],
}

/// Path of the packed influences of a primitive. `None` if they need full precision: more than eight per vertex, more
/// than 256 joints, or weights outside zero to one.
pub(super) fn packed_path(primitive: &Primitive, joint_count: usize) -> Option<InfluencePath> {
    let most = primitive.influences.max_per_vertex();
    let fits = joint_count <= MOST_JOINTS && most <= 8;
    let has_plain_weights = || primitive.influences.flat().iter().all(|own| (0.0..=1.0).contains(&own.weight));
    let path = if most <= 4 { InfluencePath::PackedFour } else { InfluencePath::PackedEight };
    (fits && has_plain_weights()).then_some(path)
}

/// Whether packed vertices hold all texture coordinates of a primitive: it has one pair, within the unit square.
pub(super) fn packs_texcoords(primitive: &Primitive) -> bool {
    let in_square = |texcoord: &Vec2| (0.0..=1.0).contains(&texcoord.x) && (0.0..=1.0).contains(&texcoord.y);
    primitive.second_texcoords.is_empty() && primitive.texcoords.iter().all(in_square)
}

/// A packed vertex, and its influences beyond the first four. `crease` is the fraction of the surrounding light that
/// arrives.
pub(super) fn packed_vertex(primitive: &Primitive, vertex: usize, crease: f32) -> PackedVertex {
    let PackedInfluences { joints, weights } = PackedInfluences::of(primitive.influences.of(vertex));
    let texcoord = primitive.texcoords.get(vertex).copied().unwrap_or(Vec2::ZERO);
    PackedVertex {
        position: primitive.positions[vertex],
        normal: packed_normal(primitive.normals[vertex]),
        joints: u32::from_le_bytes([joints[0], joints[1], joints[2], joints[3]]),
        second_and_third_weight: pair(weights[1], weights[2]),
        fourth_weight_and_crease: pair(weights[3], normalized(crease)),
        texcoord: pair(normalized(texcoord.x), normalized(texcoord.y)),
    }
}

/// Influences five to eight of a vertex.
pub(super) fn more_influences(influences: &[Influence]) -> MoreInfluences {
    let PackedInfluences { joints, weights } = PackedInfluences::of(influences);
    MoreInfluences {
        joints: u32::from_le_bytes([joints[4], joints[5], joints[6], joints[7]]),
        fifth_and_sixth_weight: pair(weights[4], weights[5]),
        seventh_and_eighth_weight: pair(weights[6], weights[7]),
    }
}

impl PackedInfluences {
    /// Rounds weights that sum to one by largest remainder: they still sum to one, and keep their order.
    fn of(influences: &[Influence]) -> Self {
        // Padding refers to a joint that is read anyway.
        let heaviest = influences[0].joint as u8;
        let (mut joints, mut weights, mut remainders) = ([heaviest; 8], [0u32; 8], [0f64; 8]);
        let mut left = i64::from(ONE);
        for (i, influence) in influences.iter().enumerate() {
            let scaled = f64::from(influence.weight) * f64::from(ONE);
            joints[i] = influence.joint as u8;
            weights[i] = scaled as u32;
            remainders[i] = scaled.fract();
            left -= i64::from(weights[i]);
        }
        // Less than one for each influence, because it is the sum of the rounded-off parts.
        for _ in 0..left.max(0) {
            let mut largest = 0;
            for i in 1..influences.len() {
                if remainders[i] > remainders[largest] {
                    largest = i;
                }
            }
            weights[largest] += 1;
            remainders[largest] = 0.0;
        }
        weights[0] = weights[0].saturating_sub((-left).max(0) as u32);
        Self { joints, weights }
    }
}

/// Packs two 16-bit integers into one of 32 bits.
fn pair(low: u32, high: u32) -> u32 {
    low | high << 16
}

fn normalized(fraction: f32) -> u32 {
    (fraction.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u32
}

/// Packs a direction: an octahedron unfolded to a square, from Cigolle et al., "A survey of efficient representations
/// for independent unit vectors" (2014).
fn packed_normal(normal: Vec3) -> u32 {
    let size = normal.abs().element_sum();
    if size.is_nan() || size <= 0.0 {
        return NO_NORMAL;
    }
    let unfolded = Vec2::new(normal.x, normal.y) / size;
    let side = Vec2::new(if unfolded.x >= 0.0 { 1.0 } else { -1.0 }, if unfolded.y >= 0.0 { 1.0 } else { -1.0 });
    let folded = if normal.z < 0.0 { (Vec2::ONE - Vec2::new(unfolded.y, unfolded.x).abs()) * side } else { unfolded };
    let signed = |value: f32| u32::from((value.clamp(-1.0, 1.0) * 32767.0).round() as i16 as u16);
    pair(signed(folded.x), signed(folded.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skinscope_core::model::Influences;

    fn unpacked_normal(packed: u32) -> Vec3 {
        let signed = |half: u32| (f32::from(half as u16 as i16) / 32767.0).max(-1.0);
        let folded = Vec2::new(signed(packed), signed(packed >> 16));
        let height = 1.0 - folded.x.abs() - folded.y.abs();
        let below = (-height).max(0.0);
        let side = |value: f32| if value >= 0.0 { 1.0 } else { -1.0 };
        let unfolded = folded - below * Vec2::new(side(folded.x), side(folded.y));
        if packed == NO_NORMAL { Vec3::ZERO } else { unfolded.extend(height).normalize() }
    }

    #[test]
    fn axes_and_zero_are_kept_exactly() {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z, Vec3::ZERO] {
            assert_eq!(unpacked_normal(packed_normal(axis)), axis);
        }
        assert_eq!(packed_normal(Vec3::splat(f32::NAN)), NO_NORMAL);
    }

    #[test]
    fn weights_are_rounded_by_largest_remainder() {
        let own = |joint, weight| Influence { joint, weight };
        let thirds = PackedInfluences::of(&[own(3, 1.0 / 3.0), own(200, 1.0 / 3.0), own(9, 1.0 / 3.0)]);
        // 65536 / 3 = 21845.33: the remainder goes to the first.
        assert_eq!(thirds.weights[..4], [21846, 21845, 21845, 0]);
        assert_eq!(thirds.joints[..4], [3, 200, 9, 3]);
        // 65536 x 0.6 = 39321.6, x 0.25 = 16384, x 0.15 = 9830.4: the remainder goes to the first.
        let uneven = PackedInfluences::of(&[own(0, 0.6), own(1, 0.25), own(2, 0.15)]);
        assert_eq!(uneven.weights[..4], [39322, 16384, 9830, 0]);
        // 65536 x 0.45 = 29491.2, x 0.3 = 19660.8: the remainder goes to the second.
        let second = PackedInfluences::of(&[own(0, 0.45), own(1, 0.3), own(2, 0.25)]);
        assert_eq!(second.weights[..4], [29491, 19661, 16384, 0]);
        assert_eq!(PackedInfluences::of(&[own(4, 0.5), own(5, 0.5)]).weights[..3], [ONE / 2, ONE / 2, 0]);
        assert_eq!(PackedInfluences::of(&[own(255, 1.0)]).weights, [ONE, 0, 0, 0, 0, 0, 0, 0]);
    }

    proptest! {
        #[test]
        fn packed_normals_turn_by_less_than_a_hundredth_of_a_degree(x in -1f32..1.0, y in -1f32..1.0, z in -1f32..1.0) {
            let normal = Vec3::new(x, y, z);
            prop_assume!(normal.length() > 1e-3);
            let unpacked = unpacked_normal(packed_normal(normal));
            let angle_radians = normal.normalize().as_dvec3().angle_between(unpacked.as_dvec3());
            prop_assert!(angle_radians.to_degrees() < 0.01, "{angle_radians}");
        }

        #[test]
        fn packed_weights_sum_to_one_keep_their_order_and_are_near(raw in prop::collection::vec(0.0f32..1.0, 1..=8)) {
            let vertex: Vec<Influence> = (0..).zip(&raw).map(|(joint, &weight)| Influence { joint, weight }).collect();
            let (influences, _) = Influences::normalized(std::iter::once(&vertex[..]), 8).unwrap();
            let packed = PackedInfluences::of(influences.of(0));
            prop_assert_eq!(packed.weights.iter().sum::<u32>(), ONE);
            prop_assert!(packed.weights.is_sorted_by(|a, b| a >= b), "{:?}", packed.weights);
            for (own, &weight) in influences.of(0).iter().zip(&packed.weights) {
                prop_assert!((own.weight - weight as f32 / ONE as f32).abs() < 1.01 / ONE as f32);
            }
        }
    }
}
