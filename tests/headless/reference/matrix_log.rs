//! Logarithm and exponential of 4x4 matrices in double precision, for any matrix without eigenvalues on the negative
//! half-axis: inverse scaling and squaring (Higham, Functions of Matrices, chapters 10 and 11).

use glam::{DMat3, DMat4};

fn largest_entry(m: DMat4) -> f64 {
    m.to_cols_array().iter().fold(0.0f64, |most, part| most.max(part.abs()))
}

/// The principal square root by the product form of Denman and Beavers' iteration.
fn square_root(m: DMat4) -> DMat4 {
    let (mut y, mut z) = (m, DMat4::IDENTITY);
    for _ in 0..60 {
        let next = (y + z.inverse()) * 0.5;
        z = (z + y.inverse()) * 0.5;
        let change = largest_entry(next - y);
        y = next;
        if change < 1e-16 * largest_entry(y) {
            break;
        }
    }
    y
}

/// The principal logarithm: angles between -pi and pi.
pub fn log(m: DMat4) -> DMat4 {
    /// Where the series takes over: with ten terms of atanh the rest is under 1e-17.
    const NEAR_ONE: f64 = 0.1;
    let (mut root, mut halvings) = (m, 0);
    while largest_entry(root - DMat4::IDENTITY) > NEAR_ONE && halvings < 60 {
        root = square_root(root);
        halvings += 1;
    }
    // log X = 2 atanh((X - 1)(X + 1)^-1).
    let z = (root - DMat4::IDENTITY) * (root + DMat4::IDENTITY).inverse();
    let square = z * z;
    let (mut power, mut series) = (z, DMat4::ZERO);
    for k in 0..14 {
        series += power * (1.0 / f64::from(2 * k + 1));
        power *= square;
    }
    series * (2.0 * 2f64.powi(halvings))
}

pub fn exp(m: DMat4) -> DMat4 {
    let squarings = (largest_entry(m) / 0.25).log2().ceil().max(0.0) as i32;
    let small = m * 2f64.powi(-squarings);
    let (mut term, mut series) = (DMat4::IDENTITY, DMat4::IDENTITY);
    for k in 1..20 {
        term = term * small * (1.0 / f64::from(k));
        series += term;
    }
    (0..squarings).fold(series, |power, _| power * power)
}

/// Whether a linear part has a principal logarithm, that is, no eigenvalue on the negative half-axis and none at zero;
/// and how far the nearest pair is from that axis, relative to its size (infinite on the right half-plane).
pub fn principal_logarithm_exists(m: DMat3) -> (bool, f64) {
    // The characteristic polynomial x^3 - trace x^2 + minors x - determinant.
    let trace = m.x_axis.x + m.y_axis.y + m.z_axis.z;
    let minor = |i: usize, j: usize| m.col(i)[i] * m.col(j)[j] - m.col(i)[j] * m.col(j)[i];
    let (minors, determinant) = (minor(0, 1) + minor(0, 2) + minor(1, 2), m.determinant());
    if determinant <= 0.0 {
        return (false, f64::INFINITY);
    }
    // Newton from above all roots comes down to the largest real one, which is positive.
    let mut root = 1.0 + trace.abs() + minors.abs().sqrt() + determinant.cbrt();
    for _ in 0..200 {
        let value = ((root - trace) * root + minors) * root - determinant;
        let slope = (3.0 * root - 2.0 * trace) * root + minors;
        let next = root - value / slope;
        if !next.is_finite() || (next - root).abs() < 1e-16 * root {
            break;
        }
        root = next;
    }
    // What is left is a pair with this sum and this product.
    let (half_sum, product) = (0.5 * (trace - root), determinant / root);
    if half_sum >= 0.0 {
        return (true, f64::INFINITY);
    }
    let apart = product - half_sum * half_sum;
    (apart > 0.0, (apart.abs() / product).sqrt())
}
