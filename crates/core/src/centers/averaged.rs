use super::subdivision::Sample;
use glam::{DMat3, DVec3, Vec3Swizzles as _};

/// Quantity that is averaged over the surface that is similar to a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Averaged {
    /// The average is the center of rotation.
    Position,
    /// xx, yy and zz of the offset from a point.
    Squares { from: DVec3 },
    /// yz, xz and xy of the offset from a point.
    Products { from: DVec3 },
}

impl Averaged {
    /// All averages that a covariance needs.
    pub fn moments(from: DVec3) -> [Self; 3] {
        [Self::Position, Self::Squares { from }, Self::Products { from }]
    }

    /// The exact mean over a small triangle.
    pub fn over(self, sample: &Sample) -> DVec3 {
        match self {
            Self::Position => sample.position,
            Self::Squares { from } => second_moment(sample, from, |offset| offset * offset),
            Self::Products { from } => second_moment(sample, from, |offset| offset.yzx() * offset.zxy()),
        }
    }
}

/// The mean of a quadratic form over a triangle with corners c_k and middle g: (form(c_0) + form(c_1) + form(c_2) + 9
/// form(g)) / 12.
fn second_moment(sample: &Sample, from: DVec3, form: impl Fn(DVec3) -> DVec3) -> DVec3 {
    let corners: DVec3 = sample.corners.iter().map(|&corner| form(corner - from)).sum();
    (corners + 9.0 * form(sample.position - from)) / 12.0
}

/// The second moments about the center, from averages of [`Averaged::moments`].
pub(super) fn moments_about_center([center, squares, products]: [DVec3; 3], from: DVec3) -> DMat3 {
    let offset = center - from;
    let (d, p) = (squares - offset * offset, products - offset.yzx() * offset.zxy());
    DMat3::from_cols(DVec3::new(d.x, p.z, p.y), DVec3::new(p.z, d.y, p.x), DVec3::new(p.y, p.x, d.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over the triangle (0,0,0), (1,0,0), (0,1,0): the mean of x is 1/3, of xx 1/6, of xy 1/12.
    #[test]
    fn a_triangle_is_averaged_exactly() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let sample = |shift: DVec3| Sample {
            position: shift + DVec3::new(1.0, 1.0, 0.0) / 3.0,
            corners: corners.map(|corner| corner + shift),
            area: 0.5,
            joints: &[],
            weights: &[],
        };
        let [center, squares, products] =
            Averaged::moments(DVec3::ZERO).map(|averaged| averaged.over(&sample(DVec3::ZERO)));
        assert!(center.abs_diff_eq(DVec3::new(1.0, 1.0, 0.0) / 3.0, 1e-15));
        assert!(squares.abs_diff_eq(DVec3::new(1.0, 1.0, 0.0) / 6.0, 1e-15));
        assert!(products.abs_diff_eq(DVec3::new(0.0, 0.0, 1.0) / 12.0, 1e-15));
        // About the middle: 1/6 - 1/9 = 1/18 and 1/12 - 1/9 = -1/36, wherever the triangle and the point are.
        let expected =
            DMat3::from_cols(DVec3::new(2.0, -1.0, 0.0), DVec3::new(-1.0, 2.0, 0.0), DVec3::ZERO) * (1.0 / 36.0);
        let (shift, from) = (DVec3::new(3.0, -1.0, 2.0), DVec3::new(0.5, 0.25, -1.0));
        let moments = Averaged::moments(from).map(|averaged| averaged.over(&sample(shift)));
        assert!(moments_about_center(moments, from).abs_diff_eq(expected, 1e-13));
    }
}
