use glam::DVec3;

/// The position of a point along a bone, from 0 at its start to 1 at its end: the endpoint weight of Jacobson & Sorkine
/// 2011 ("Stretchable and twistable bones for skeletal shape deformation", equation 8), which is the e_proj of Le &
/// Hodgins 2016, section 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    pub from: DVec3,
    pub to: DVec3,
}

impl Projection {
    pub fn of(self, point: DVec3) -> f64 {
        let along = self.to - self.from;
        let share = (point - self.from).dot(along) / along.length_squared();
        // A bone without length has no position along it.
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Splits a weight between the two of `count + 1` knots, evenly spaced from 0 to 1, that enclose `along`: hat
/// functions, a partition of unity. Returns the first knot's index and the two parts, which sum to the weight.
///
/// With one twist joint this is the split of Le & Hodgins 2016, section 4 and fig. 5: `w e` and `w - w e`.
pub(super) fn shared(weight: f32, along: f64, count: u32) -> (u32, [f32; 2]) {
    let position = along * f64::from(count);
    let knot = (position.floor() as u32).min(count - 1);
    let upper = (f64::from(weight) * (position - f64::from(knot))) as f32;
    (knot, [weight - upper, upper])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn along_the_bone_whatever_is_beside_it() {
        let bone = Projection { from: DVec3::X, to: DVec3::X * 3.0 };
        let at = |x: f64| bone.of(DVec3::new(x, 7.0, -2.0));
        assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0, 9.0].map(at), [0.0, 0.0, 0.25, 0.5, 1.0, 1.0]);
        assert_eq!(Projection { from: DVec3::X, to: DVec3::X }.of(DVec3::Y), 0.0);
    }

    #[test]
    fn one_twist_joint_is_the_split_of_the_paper() {
        assert_eq!(shared(0.8, 0.0, 1), (0, [0.8, 0.0]));
        assert_eq!(shared(0.5, 0.25, 1), (0, [0.375, 0.125]));
        assert_eq!(shared(0.8, 1.0, 1), (0, [0.0, 0.8]));
    }

    #[test]
    fn three_twist_joints_are_hats() {
        // Knots at 0, 1/3, 2/3, 1. One quarter lies three quarters of the way to the second knot.
        assert_eq!(shared(1.0, 0.0, 3), (0, [1.0, 0.0]));
        assert_eq!(shared(1.0, 0.25, 3), (0, [0.25, 0.75]));
        assert_eq!(shared(1.0, 0.5, 3), (1, [0.5, 0.5]));
        assert_eq!(shared(1.0, 1.0, 3), (2, [0.0, 1.0]));
    }

    #[test]
    fn the_parts_sum_to_the_weight() {
        for step in 0..=1000 {
            let weight = (f64::from(step) * 0.377).fract() as f32;
            let (_, [a, b]) = shared(weight, f64::from(step) / 1000.0, 7);
            assert!(a >= 0.0 && b >= 0.0 && (f64::from(a) + f64::from(b) - f64::from(weight)).abs() <= 6e-8);
        }
    }
}
