use super::vertex_weights::VertexWeights;
use glam::DVec3;

/// A joint that takes over a fraction of another's weight so that twists spread along the bone.
#[derive(Clone, Copy, Debug)]
pub struct Twist {
    /// The joint whose weight is split, as an index into the skin.
    pub bone: u32,
    /// The joint that takes the fraction, as an index into the skin.
    pub twist: u32,
    /// Start of the bone, in the space of the surface.
    pub from: DVec3,
    /// End of the bone.
    pub to: DVec3,
}

impl Twist {
    /// The twist joint's fraction: zero at the bone's start, one at its end, by projection onto the bone (Jacobson &
    /// Sorkine 2011, "Stretchable and twistable bones for skeletal shape deformation", equation 8).
    pub fn share(&self, point: DVec3) -> f64 {
        let axis = self.to - self.from;
        ((point - self.from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0)
    }
}

/// Splits the weight of a bone at a vertex with its twist joint; the sum is unchanged. While the twist joint is not
/// rotated, both together act like the bone before.
///
/// Both joints must exist; [`rigging`](crate::rigging) adds twist joints to a model that has none.
pub fn split_twist(weights: &mut VertexWeights, position: DVec3, twist: &Twist) {
    let Some(slot) = weights.iter().position(|(joint, _)| *joint == twist.bone) else {
        return;
    };
    let (whole, share) = (weights[slot].1, twist.share(position));
    weights[slot].1 = whole * (1.0 - share);
    weights.push((twist.twist, whole * share));
    weights.retain(|(_, weight)| *weight > 0.0);
    weights.sort_by_key(|(joint, _)| *joint);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_grows_along_the_bone_and_the_sum_stays() {
        let twist = Twist { bone: 2, twist: 5, from: DVec3::X, to: DVec3::X * 3.0 };
        let split = |x: f64| {
            let mut weights = vec![(2, 0.75), (3, 0.25)];
            split_twist(&mut weights, DVec3::new(x, 7.0, 0.0), &twist);
            weights
        };
        assert_eq!(split(0.0), [(2, 0.75), (3, 0.25)]);
        assert_eq!(split(1.5), [(2, 0.5625), (3, 0.25), (5, 0.1875)]);
        assert_eq!(split(4.0), [(3, 0.25), (5, 0.75)]);
    }
}
