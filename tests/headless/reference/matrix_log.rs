//! Logarithm and exponential of 4x4 matrices in double precision, for any matrix without eigenvalues on the negative
//! half-axis: inverse scaling and squaring (Higham, Functions of Matrices, chapters 10 and 11).

use glam::DMat4;

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
