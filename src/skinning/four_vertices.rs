//! Four vertices at once, one per lane: what the twins do to one vertex after its joints are blended.
//!
//! Every function makes the same operations in the same order as its namesake for one vertex, so that on x86-64 the
//! results are equal bit for bit. Elsewhere dot products of four components may round differently.

use super::{PaletteMatrix, SkinnedVertex};
use crate::math::DualQuat;
use glam::{BVec4A, Mat4, Quat, Vec3, Vec4};
use std::ops::{Add, Mul, Sub};

/// Four points or directions; each field holds one component of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points4 {
    x: Vec4,
    y: Vec4,
    z: Vec4,
}

/// Four matrices of three rows: `rows[r].x_axis` holds the first element of row r of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrices4 {
    rows: [Mat4; 3],
}

/// Four unit quaternions: `parts.x_axis` holds the x of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotations4 {
    parts: Mat4,
}

/// Four dual quaternions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motions4 {
    pub real: Mat4,
    pub dual: Mat4,
}

/// One value per lane. Unlike the standard library's functions for arrays it is always inlined.
#[inline(always)]
pub(super) fn lanes<T>(of: impl Fn(usize) -> T) -> [T; 4] {
    [of(0), of(1), of(2), of(3)]
}

/// One component per column after this, one vertex per column before.
#[inline(always)]
fn transposed([a, b, c, d]: [Vec4; 4]) -> Mat4 {
    Mat4::from_cols(a, b, c, d).transpose()
}

impl Points4 {
    pub const ZERO: Self = Self { x: Vec4::ZERO, y: Vec4::ZERO, z: Vec4::ZERO };

    #[inline(always)]
    pub fn of(of: impl Fn(usize) -> Vec3) -> Self {
        let [a, b, c, d] = lanes(of);
        Self { x: Vec4::new(a.x, b.x, c.x, d.x), y: Vec4::new(a.y, b.y, c.y, d.y), z: Vec4::new(a.z, b.z, c.z, d.z) }
    }

    #[inline(always)]
    fn to_array(self) -> [Vec3; 4] {
        let ([ax, bx, cx, dx], [ay, by, cy, dy], [az, bz, cz, dz]) =
            (self.x.to_array(), self.y.to_array(), self.z.to_array());
        [Vec3::new(ax, ay, az), Vec3::new(bx, by, bz), Vec3::new(cx, cy, cz), Vec3::new(dx, dy, dz)]
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn length(self) -> Vec4 {
        self.dot(self).sqrt()
    }

    #[inline(always)]
    pub fn select(mask: BVec4A, if_true: Self, if_false: Self) -> Self {
        let of = |a: Vec4, b: Vec4| Vec4::select(mask, a, b);
        Self { x: of(if_true.x, if_false.x), y: of(if_true.y, if_false.y), z: of(if_true.z, if_false.z) }
    }

    /// Vector parts and scalar parts of four quaternions.
    #[inline(always)]
    pub fn and_scalar(quaternions: Mat4) -> (Self, Vec4) {
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = quaternions;
        (Self { x, y, z }, w)
    }

    #[inline(always)]
    pub fn with_scalar(self, scalar: Vec4) -> Mat4 {
        Mat4::from_cols(self.x, self.y, self.z, scalar)
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - other.y * self.z,
            y: self.z * other.x - other.z * self.x,
            z: self.x * other.y - other.x * self.y,
        }
    }

    /// Each divided by its length, or zero.
    #[inline(always)]
    pub fn normalize_or_zero(self) -> Self {
        let reciprocal = Vec4::ONE / self.dot(self).sqrt();
        let has_direction = reciprocal.is_finite_mask() & reciprocal.cmpgt(Vec4::ZERO);
        let scaled = self * reciprocal;
        let or_zero = |component: Vec4| Vec4::select(has_direction, component, Vec4::ZERO);
        Self { x: or_zero(scaled.x), y: or_zero(scaled.y), z: or_zero(scaled.z) }
    }
}

impl Add for Points4 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Points4 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

/// Each point times its own factor.
impl Mul<Vec4> for Points4 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factors: Vec4) -> Self {
        Self { x: self.x * factors, y: self.y * factors, z: self.z * factors }
    }
}

impl Matrices4 {
    #[inline(always)]
    pub fn of(matrices: [PaletteMatrix; 4]) -> Self {
        let row = |row: usize| transposed(lanes(|lane| matrices[lane].rows[row]));
        Self { rows: [row(0), row(1), row(2)] }
    }

    /// See [`super::affine::transform_affine`].
    #[inline(always)]
    pub fn transform_affine(&self, points: Points4) -> Points4 {
        let [x, y, z] = &self.rows;
        let dot = |row: &Mat4| (row.x_axis * points.x + row.z_axis * points.z) + (row.y_axis * points.y + row.w_axis);
        Points4 { x: dot(x), y: dot(y), z: dot(z) }
    }

    /// See [`super::affine::turn_normal_by_cofactor`].
    #[inline(always)]
    pub fn turn_normal_by_cofactor(&self, normals: Points4) -> Points4 {
        let row = |row: usize| {
            let Mat4 { x_axis: x, y_axis: y, z_axis: z, .. } = self.rows[row];
            Points4 { x, y, z }
        };
        let (r0, r1, r2) = (row(0), row(1), row(2));
        let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
        let turned = Points4 { x: c0.dot(normals), y: c1.dot(normals), z: c2.dot(normals) };
        let mirrored = r0.dot(c0).cmplt(Vec4::ZERO);
        (turned * Vec4::select(mirrored, Vec4::NEG_ONE, Vec4::ONE)).normalize_or_zero()
    }
}

impl Rotations4 {
    #[inline(always)]
    pub fn of(rotations: [Quat; 4]) -> Self {
        Self { parts: transposed(lanes(|lane| Vec4::from(rotations[lane]))) }
    }

    /// See the product of [`Quat`] and [`Vec3`].
    #[inline(always)]
    pub fn rotate(&self, vectors: Points4) -> Points4 {
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = self.parts;
        let b = Points4 { x, y, z };
        let two = Vec4::splat(2.0);
        vectors * (w * w - b.dot(b)) + b * (vectors.dot(b) * two) + b.cross(vectors) * (w * two)
    }
}

impl Motions4 {
    #[inline(always)]
    pub fn of(motions: [DualQuat; 4]) -> Self {
        let real = transposed(lanes(|lane| Vec4::from(motions[lane].real)));
        let dual = transposed(lanes(|lane| Vec4::from(motions[lane].dual)));
        Self { real, dual }
    }

    #[inline(always)]
    pub fn select(mask: BVec4A, if_true: Self, if_false: Self) -> Self {
        let of = |a: Mat4, b: Mat4| {
            let of = |a: Vec4, b: Vec4| Vec4::select(mask, a, b);
            let (x, y) = (of(a.x_axis, b.x_axis), of(a.y_axis, b.y_axis));
            Mat4::from_cols(x, y, of(a.z_axis, b.z_axis), of(a.w_axis, b.w_axis))
        };
        Self { real: of(if_true.real, if_false.real), dual: of(if_true.dual, if_false.dual) }
    }

    /// Each motion times its own factor.
    #[inline(always)]
    pub fn scaled(&self, factors: Vec4) -> Self {
        Self { real: scaled(self.real, factors), dual: scaled(self.dual, factors) }
    }

    /// See [`DualQuat::multiply`].
    #[inline(always)]
    pub fn multiply(&self, other: Self) -> Self {
        let dual = product(self.real, other.dual) + product(self.dual, other.real);
        Self { real: product(self.real, other.real), dual }
    }

    /// See [`DualQuat::conjugate`].
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        let of = |q: Mat4| Mat4::from_cols(-q.x_axis, -q.y_axis, -q.z_axis, q.w_axis);
        Self { real: of(self.real), dual: of(self.dual) }
    }

    /// See [`DualQuat::normalize`].
    #[inline(always)]
    pub fn normalize(&self) -> Self {
        let inverse_norm = Vec4::ONE / four_products(self.real, self.real).sqrt();
        let Self { real, dual } = self.scaled(inverse_norm);
        Self { real, dual: dual - scaled(real, four_products(real, dual)) }
    }

    /// Vector part and scalar part of the unit quaternions, and the reciprocal lengths that made them so.
    #[inline(always)]
    fn rotations(&self) -> (Points4, Vec4, Vec4) {
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = self.real;
        let inverse_norm = Vec4::ONE / four_products(self.real, self.real).sqrt();
        (Points4 { x, y, z } * inverse_norm, w * inverse_norm, inverse_norm)
    }

    /// See [`DualQuat::transform_point`].
    #[inline(always)]
    pub fn transform_point(&self, points: Points4) -> Points4 {
        let (d0, a0, inverse_norm) = self.rotations();
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = self.dual;
        let (de, ae) = (Points4 { x, y, z } * inverse_norm, w * inverse_norm);
        let two = Vec4::splat(2.0);
        points + d0.cross(d0.cross(points) + points * a0) * two + (de * a0 - d0 * ae + d0.cross(de)) * two
    }

    /// See [`DualQuat::rotate_vector`].
    #[inline(always)]
    pub fn rotate_vector(&self, vectors: Points4) -> Points4 {
        let (d0, a0, _) = self.rotations();
        vectors + d0.cross(d0.cross(vectors) + vectors * a0) * Vec4::splat(2.0)
    }
}

/// Dot products of four components.
#[inline(always)]
pub(super) fn four_products(a: Mat4, b: Mat4) -> Vec4 {
    (a.x_axis * b.x_axis + a.z_axis * b.z_axis) + (a.y_axis * b.y_axis + a.w_axis * b.w_axis)
}

/// Products of quaternions.
#[inline(always)]
fn product(a: Mat4, b: Mat4) -> Mat4 {
    let Mat4 { x_axis: ax, y_axis: ay, z_axis: az, w_axis: aw } = a;
    let Mat4 { x_axis: bx, y_axis: by, z_axis: bz, w_axis: bw } = b;
    Mat4::from_cols(
        (ax * bw + aw * bx) + (ay * bz - az * by),
        (aw * by - ax * bz) + (az * bx + ay * bw),
        (ax * by + aw * bz) + (az * bw - ay * bx),
        (aw * bw - ax * bx) + (-(az * bz) - ay * by),
    )
}

#[inline(always)]
fn scaled(quaternions: Mat4, factors: Vec4) -> Mat4 {
    let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = quaternions;
    Mat4::from_cols(x * factors, y * factors, z * factors, w * factors)
}

#[inline(always)]
pub(super) fn skinned(positions: Points4, normals: Points4) -> [SkinnedVertex; 4] {
    let (positions, normals) = (positions.to_array(), normals.to_array());
    lanes(|lane| SkinnedVertex { position: positions[lane], normal: normals[lane] })
}
