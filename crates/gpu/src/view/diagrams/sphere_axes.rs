use glam::{DVec3, DVec4};

/// Axes of a picture of unit quaternions: three perpendicular directions of the four that quaternions have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SphereAxes {
    /// The directions of right, up and toward the eye.
    axes: [DVec4; 3],
}

/// Directions shorter than this count as missing.
const NO_DIRECTION: f64 = 1e-4;

impl SphereAxes {
    /// Axes with `up` pointing up and the other quaternions spread over right and depth, those farthest from `up`
    /// first. They represent up to three quaternions exactly. For more, [`Self::outside`] gives the loss.
    pub fn spanning(up: DVec4, quaternions: &[DVec4]) -> Self {
        let up = up.try_normalize().unwrap_or(DVec4::W);
        let mut axes = vec![up];
        for _ in 0..2 {
            let rest = quaternions.iter().map(|&quaternion| without(quaternion, &axes));
            let farthest = rest.max_by(|a, b| a.length().total_cmp(&b.length())).unwrap_or(DVec4::ZERO);
            let next = if farthest.length() > NO_DIRECTION { farthest.normalize() } else { any_other(&axes) };
            axes.push(next);
        }
        Self { axes: [axes[1], axes[0], axes[2]] }
    }

    /// The position in the picture: right, up, toward the eye. It has unit length if these axes span the quaternion.
    pub fn project(&self, quaternion: DVec4) -> DVec3 {
        let [right, up, depth] = self.axes.map(|axis| axis.dot(quaternion));
        DVec3::new(right, up, depth)
    }

    /// Length of the part of a quaternion that these axes do not span.
    pub fn outside(&self, quaternion: DVec4) -> f64 {
        without(quaternion, &self.axes).length()
    }
}

fn without(quaternion: DVec4, axes: &[DVec4]) -> DVec4 {
    axes.iter().fold(quaternion, |rest, axis| rest - *axis * rest.dot(*axis))
}

/// A direction perpendicular to the axes.
fn any_other(axes: &[DVec4]) -> DVec4 {
    let rest = DVec4::AXES.map(|axis| without(axis, axes));
    let longest = rest.into_iter().max_by(|a, b| a.length().total_cmp(&b.length()));
    longest.unwrap_or(DVec4::W).normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about_x(degrees: f64) -> DVec4 {
        let half = degrees.to_radians() / 2.0;
        DVec4::new(half.sin(), 0.0, 0.0, half.cos())
    }

    #[test]
    fn two_rotations_and_their_mean_by_hand() {
        // 120 degrees apart: 60 degrees on the sphere, 30 to either side of up.
        let (first, second) = (about_x(0.0), about_x(120.0));
        let axes = SphereAxes::spanning(first + second, &[first, second]);
        let (a, b) = (axes.project(first), axes.project(second));
        let root = 3f64.sqrt() / 2.0;
        assert!((a.y - root).abs() < 1e-12 && (b.y - root).abs() < 1e-12, "{a} {b}");
        assert!((a.x.abs() - 0.5).abs() < 1e-12 && (a.x + b.x).abs() < 1e-12 && a.z.abs() < 1e-12);
        assert!(axes.outside(first) < 1e-12);
        assert!(axes.project(about_x(60.0)).abs_diff_eq(DVec3::Y, 1e-12), "the mean is up");
    }

    #[test]
    fn three_rotations_fit_and_a_fourth_loses_a_part() {
        let up = DVec4::W;
        let tilted = |axis: DVec4| (up + axis).normalize();
        let three = [tilted(DVec4::X), tilted(DVec4::Y), up];
        let axes = SphereAxes::spanning(up, &three);
        for quaternion in three {
            assert!((axes.project(quaternion).length() - 1.0).abs() < 1e-12 && axes.outside(quaternion) < 1e-12);
        }
        let fourth = tilted(DVec4::Z);
        assert!((axes.outside(fourth) - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
    }
}
