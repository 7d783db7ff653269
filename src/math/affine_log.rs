use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3};

/// The logarithm of a rigid motion `x -> turn x + translation`: Kavan 2008, eq. 3, with the angle from 0 to pi.
///
/// `matrix3` of the result is the skew matrix of angle times axis; together with a fourth row of zeros it is the
/// matrix logarithm. At exactly pi the axis is the one of `turn`.
pub fn rigid_logarithm(turn: DQuat, translation: DVec3) -> DAffine3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let v = turn.xyz();
    let sine = v.length();
    let half_angle = sine.atan2(turn.w);
    // 2 h / sin h, two at no angle.
    let stretch = if sine < 1e-9 { 2.0 } else { 2.0 * half_angle / sine };
    let rotation = v * stretch;
    let linear = cross_matrix(rotation);
    // The inverse of the integral of exp: 1 - L/2 + (1 - h cot h) / (2 h)^2 L^2.
    let z = half_angle * half_angle;
    let share = if half_angle < 1e-3 { 1.0 / 12.0 + z / 180.0 } else { (1.0 - half_angle * turn.w / sine) / (4.0 * z) };
    let once = rotation.cross(translation);
    let twice = rotation.cross(once);
    DAffine3 { matrix3: linear, translation: translation - once * 0.5 + twice * share }
}

/// The principal logarithm of an affine transform, or `None` where there is no real one: a reflection, a flattened
/// direction, a turn near a half with uneven stretch.
///
/// By inverse scaling and squaring (Kenney & Laub 1989): square roots until the matrix is near one, then the series
/// of the inverse hyperbolic tangent. `matrix3` and `translation` are the upper rows; the fourth is zero.
pub fn affine_logarithm(transform: DAffine3) -> Option<DAffine3> {
    /// Square roots halve the logarithm; thirty would bring any finite one near zero.
    const MOST_ROOTS: usize = 30;
    if !transform.is_finite() || transform.matrix3.determinant() <= 0.0 {
        return None;
    }
    let mut root = DMat4::from(transform);
    let mut factor = 2.0;
    for _ in 0..MOST_ROOTS {
        if largest_entry(DMat3::from_mat4(root) - DMat3::IDENTITY) < 0.02 {
            let ratio = (root - DMat4::IDENTITY) * (root + DMat4::IDENTITY).inverse();
            let square = ratio * ratio;
            let (mut power, mut sum) = (ratio, ratio);
            for odd in [3.0, 5.0, 7.0, 9.0, 11.0] {
                power *= square;
                sum += power * (1.0 / odd);
            }
            let log = sum * factor;
            let log = DAffine3 { matrix3: DMat3::from_mat4(log), translation: log.w_axis.truncate() };
            return log.is_finite().then_some(log);
        }
        root = square_root(root)?;
        factor *= 2.0;
    }
    None
}

/// The principal square root by the coupled Newton iteration of Denman & Beavers 1976; `None` where it does not
/// converge, which it does whenever no eigenvalue is negative.
fn square_root(matrix: DMat4) -> Option<DMat4> {
    let (mut root, mut inverse) = (matrix, DMat4::IDENTITY);
    for _ in 0..60 {
        let next = (root + inverse.inverse()) * 0.5;
        inverse = (inverse + root.inverse()) * 0.5;
        let change = largest_entry(DMat3::from_mat4(next - root));
        let shifted = (next.w_axis - root.w_axis).length() / (1.0 + next.w_axis.length());
        root = next;
        if !root.is_finite() {
            return None;
        }
        if change < 1e-14 && shifted < 1e-14 {
            break;
        }
    }
    let back = DMat3::from_mat4(root * root - matrix);
    (largest_entry(back) < 1e-9 * (1.0 + largest_entry(DMat3::from_mat4(matrix)))).then_some(root)
}

fn largest_entry(matrix: DMat3) -> f64 {
    matrix.to_cols_array().into_iter().fold(0.0, |most, entry| entry.abs().max(most))
}

fn cross_matrix(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// exp by its plain series, after halving twenty times.
    fn exp(log: DAffine3) -> DMat4 {
        let mut small = DMat4::from_mat3(log.matrix3);
        small.w_axis = log.translation.extend(0.0);
        small *= 1.0 / f64::from(1 << 20);
        let mut sum = DMat4::IDENTITY + small + small * small * 0.5 + small * small * small * (1.0 / 6.0);
        for _ in 0..20 {
            sum *= sum;
        }
        sum
    }

    #[test]
    fn both_logarithms_are_undone_by_exp_and_agree() {
        let axis = DVec3::new(1.0, 2.0, -2.0) / 3.0;
        let translation = DVec3::new(3.0, -1.0, 0.5);
        for angle in [0.0, 1e-7, 1e-3, 0.5, 2.0, 3.13] {
            let turn = DQuat::from_axis_angle(axis, angle);
            let rigid = rigid_logarithm(-turn, translation);
            let expected = DAffine3::from_rotation_translation(turn, translation);
            assert!(exp(rigid).abs_diff_eq(DMat4::from(expected), 1e-8), "{angle}");
            let general = affine_logarithm(expected).unwrap();
            assert!(general.abs_diff_eq(rigid, 1e-6), "{angle}: {general} {rigid}");
            let stretch = DMat3::from_diagonal(DVec3::new(1.5, 0.6, 1.0));
            let stretched = expected * DAffine3::from_mat3(stretch);
            if let Some(log) = affine_logarithm(stretched) {
                assert!(exp(log).abs_diff_eq(DMat4::from(stretched), 1e-7), "{angle}");
            }
        }
        let half = rigid_logarithm(DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0), DVec3::ZERO);
        assert!((half.matrix3 * DVec3::Z - DVec3::X * std::f64::consts::PI).length() < 1e-12);
    }

    #[test]
    fn no_logarithm_where_there_is_none() {
        assert!(affine_logarithm(DAffine3::from_scale(DVec3::new(-1.0, 1.0, 1.0))).is_none());
        assert!(affine_logarithm(DAffine3::from_scale(DVec3::new(0.0, 1.0, 1.0))).is_none());
        let half_turn = DAffine3::from_scale(DVec3::new(-1.0, -2.0, 1.0));
        assert!(affine_logarithm(half_turn).is_none());
    }
}
