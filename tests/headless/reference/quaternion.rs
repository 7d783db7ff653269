//! Quaternions as arrays w, x, y, z, in double precision.

use glam::{DMat3, DVec3};

pub type Quaternion = [f64; 4];

pub const IDENTITY: Quaternion = [1.0, 0.0, 0.0, 0.0];
pub const ZERO: Quaternion = [0.0; 4];

pub fn dot(a: Quaternion, b: Quaternion) -> f64 {
    (0..4).map(|k| a[k] * b[k]).sum()
}

pub fn length(q: Quaternion) -> f64 {
    dot(q, q).sqrt()
}

pub fn conjugate(q: Quaternion) -> Quaternion {
    [q[0], -q[1], -q[2], -q[3]]
}

pub fn scaled(q: Quaternion, factor: f64) -> Quaternion {
    q.map(|part| part * factor)
}

pub fn sum(a: Quaternion, b: Quaternion) -> Quaternion {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

pub fn normalized(q: Quaternion) -> Quaternion {
    scaled(q, 1.0 / length(q))
}

pub fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

pub fn pure(v: DVec3) -> Quaternion {
    [0.0, v.x, v.y, v.z]
}

pub fn vector(q: Quaternion) -> DVec3 {
    DVec3::new(q[1], q[2], q[3])
}

/// The sandwich `q v q*` of a unit quaternion.
pub fn rotate(q: Quaternion, v: DVec3) -> DVec3 {
    vector(multiply(multiply(q, pure(v)), conjugate(q)))
}

pub fn about(axis: DVec3, angle: f64) -> Quaternion {
    let v = axis.normalize() * (0.5 * angle).sin();
    [(0.5 * angle).cos(), v.x, v.y, v.z]
}

/// The rotation matrix of a unit quaternion: where it takes the three axes.
pub fn matrix(q: Quaternion) -> DMat3 {
    DMat3::from_cols(rotate(q, DVec3::X), rotate(q, DVec3::Y), rotate(q, DVec3::Z))
}

/// The sign in which the first of w, x, y, z that is not zero is positive.
pub fn canonical(q: Quaternion) -> Quaternion {
    match q.into_iter().find(|part| *part != 0.0) {
        Some(first) if first < 0.0 => q.map(|part| -part),
        _ => q,
    }
}

/// The quaternion of a rotation matrix, from its largest component (Shepperd 1978).
pub fn from_matrix(m: DMat3) -> Quaternion {
    let at = |row: usize, column: usize| m.col(column)[row];
    let (x, y, z) = (at(0, 0), at(1, 1), at(2, 2));
    let squares = [1.0 + x + y + z, 1.0 + x - y - z, 1.0 - x + y - z, 1.0 - x - y + z];
    let largest = (0..4).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let products = [
        [squares[0], at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)],
        [at(2, 1) - at(1, 2), squares[1], at(1, 0) + at(0, 1), at(0, 2) + at(2, 0)],
        [at(0, 2) - at(2, 0), at(1, 0) + at(0, 1), squares[2], at(2, 1) + at(1, 2)],
        [at(1, 0) - at(0, 1), at(0, 2) + at(2, 0), at(2, 1) + at(1, 2), squares[3]],
    ];
    normalized(products[largest])
}

/// The angle of the rotation by the shorter way, 0 to pi, for either sign.
pub fn angle(q: Quaternion) -> f64 {
    2.0 * vector(q).length().atan2(q[0].abs())
}
