use glam::{DMat3, DVec3, Mat3, Vec3};

/// Spread of the surface with weights similar to a vertex's about the vertex's center of rotation:
/// `M = integral of s(v) (v - p*) (v - p*)^T`, divided by its trace (Le & Hodgins 2016, section 5: the cross product
/// matrix that the Procrustes variant caches). Symmetric, so six numbers, and independent of the unit of length. In the
/// bind frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Covariance {
    /// xx, yy, zz; their sum is one, or zero for a vertex without similar surface.
    pub squares: Vec3,
    /// yz, xz, xy.
    pub products: Vec3,
}

impl Covariance {
    /// Covariance of a vertex that has no center, or whose similar surface is a point.
    pub const NONE: Self = Self { squares: Vec3::ZERO, products: Vec3::ZERO };

    /// Divides a matrix of second moments by its trace. A trace that is not positive, which negative weights may cause,
    /// gives [`Self::NONE`].
    pub fn of_moments(moments: DMat3) -> Self {
        let squares = DVec3::new(moments.x_axis.x, moments.y_axis.y, moments.z_axis.z);
        let products = DVec3::new(moments.y_axis.z, moments.x_axis.z, moments.x_axis.y);
        let trace = squares.element_sum();
        let (squares, products) = ((squares / trace).as_vec3(), (products / trace).as_vec3());
        let is_valid = trace > 0.0 && squares.is_finite() && products.is_finite();
        if is_valid { Self { squares, products } } else { Self::NONE }
    }

    /// The symmetric matrix.
    pub fn matrix(self) -> Mat3 {
        let (d, p) = (self.squares, self.products);
        Mat3::from_cols(Vec3::new(d.x, p.z, p.y), Vec3::new(p.z, d.y, p.x), Vec3::new(p.y, p.x, d.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trace_is_one_in_every_unit() {
        let moments =
            DMat3::from_cols(DVec3::new(4.0, 1.0, -2.0), DVec3::new(1.0, 3.0, 0.5), DVec3::new(-2.0, 0.5, 1.0));
        let expected = Covariance { squares: Vec3::new(0.5, 0.375, 0.125), products: Vec3::new(0.0625, -0.25, 0.125) };
        for size in [1.0, 1e-30, 1e30] {
            assert_eq!(Covariance::of_moments(moments * size), expected);
        }
        assert_eq!(expected.matrix(), (moments / 8.0).as_mat3());
        for nothing in [DMat3::ZERO, DMat3::IDENTITY * -1.0, DMat3::IDENTITY * f64::NAN] {
            assert_eq!(Covariance::of_moments(nothing), Covariance::NONE);
        }
    }
}
