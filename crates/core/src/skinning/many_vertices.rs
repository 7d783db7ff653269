//! Several vertices at once, one per lane: the operations that the twins apply to one vertex after its joints are
//! blended.
//!
//! Every function performs the same operations in the same order as its namesake for one vertex, so that on x86-64 the
//! results are equal bit for bit. Elsewhere dot products of four components may round differently.
//!
//! Code that is not inlined is not compiled for wide registers, so the arithmetic for each vertex has no closures and
//! no functions of arrays.

use super::lanes::Lanes;
use super::{PaletteMatrix, SignMode};
use crate::math::DualQuat;
use crate::model::Influence;
use glam::Vec3;
use std::ops::{Add, Mul, Sub};

/// Points or directions; each field holds one component of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points<L> {
    pub x: L,
    pub y: L,
    pub z: L,
}

/// Matrices of three rows: `rows[r][c]` holds one element of all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrices<L> {
    pub rows: [[L; 4]; 3],
}

/// Quaternions: x, y, z and w.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quaternions<L>(pub [L; 4]);

/// Dual quaternions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motions<L> {
    pub real: Quaternions<L>,
    pub dual: Quaternions<L>,
}

/// One skinned vertex per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skinned<L> {
    pub positions: Points<L>,
    pub normals: Points<L>,
}

impl<L: Lanes> Points<L> {
    #[inline(always)]
    pub fn of(simd: L::Simd, of: impl Fn(usize) -> Vec3) -> Self {
        Self::from(L::points(simd, of))
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn length(self) -> L {
        self.dot(self).sqrt()
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, if_true: Self, if_false: Self) -> Self {
        Self {
            x: L::select(mask, if_true.x, if_false.x),
            y: L::select(mask, if_true.y, if_false.y),
            z: L::select(mask, if_true.z, if_false.z),
        }
    }

    #[inline(always)]
    pub fn with_scalar(self, scalar: L) -> Quaternions<L> {
        Quaternions([self.x, self.y, self.z, scalar])
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - other.y * self.z,
            y: self.z * other.x - other.z * self.x,
            z: self.x * other.y - other.x * self.y,
        }
    }

    /// Each point divided by its length, or zero.
    #[inline(always)]
    pub fn normalize_or_zero(self, simd: L::Simd) -> Self {
        let reciprocal = L::splat(simd, 1.0) / self.dot(self).sqrt();
        let zero = L::splat(simd, 0.0);
        let has_direction = L::both(simd, zero.less(reciprocal), reciprocal.less(L::splat(simd, f32::INFINITY)));
        Self::select(has_direction, self * reciprocal, Self { x: zero, y: zero, z: zero })
    }
}

impl<L> From<[L; 3]> for Points<L> {
    #[inline(always)]
    fn from([x, y, z]: [L; 3]) -> Self {
        Self { x, y, z }
    }
}

impl<L: Lanes> Add for Points<L> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<L: Lanes> Sub for Points<L> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

/// Each point times its own factor.
impl<L: Lanes> Mul<L> for Points<L> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factors: L) -> Self {
        Self { x: self.x * factors, y: self.y * factors, z: self.z * factors }
    }
}

impl<L: Lanes> Matrices<L> {
    #[inline(always)]
    pub fn of<'a>(simd: L::Simd, of: impl Fn(usize) -> &'a PaletteMatrix) -> Self {
        Self { rows: L::matrices(simd, of) }
    }

    /// See [`super::affine::blend_matrices`].
    #[inline(always)]
    pub fn blend<'a>(
        simd: L::Simd,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        matrices: &[PaletteMatrix],
    ) -> Self {
        Self { rows: L::blend_matrices(simd, influences, fours, matrices) }
    }

    /// See [`super::affine::transform_affine`].
    #[inline(always)]
    pub fn transform_affine(&self, points: Points<L>) -> Points<L> {
        let [x, y, z] = self.rows;
        Points { x: affine_dot(x, points), y: affine_dot(y, points), z: affine_dot(z, points) }
    }

    /// See [`super::affine::turn_normal_by_cofactor`].
    #[inline(always)]
    pub fn turn_normal_by_cofactor(&self, simd: L::Simd, normals: Points<L>) -> Points<L> {
        let [[ax, ay, az, _], [bx, by, bz, _], [cx, cy, cz, _]] = self.rows;
        let (r0, r1, r2) =
            (Points { x: ax, y: ay, z: az }, Points { x: bx, y: by, z: bz }, Points { x: cx, y: cy, z: cz });
        let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
        let turned = Points { x: c0.dot(normals), y: c1.dot(normals), z: c2.dot(normals) };
        let mirrored = r0.dot(c0).less(L::splat(simd, 0.0));
        (turned * L::select(mirrored, L::splat(simd, -1.0), L::splat(simd, 1.0))).normalize_or_zero(simd)
    }
}

/// A row times (x, y, z, 1).
#[inline(always)]
fn affine_dot<L: Lanes>([x, y, z, w]: [L; 4], points: Points<L>) -> L {
    (x * points.x + z * points.z) + (y * points.y + w)
}

impl<L: Lanes> Quaternions<L> {
    #[inline(always)]
    pub fn parts(self) -> (Points<L>, L) {
        let [x, y, z, w] = self.0;
        (Points { x, y, z }, w)
    }

    /// Dot products of four components.
    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, other.0);
        (ax * bx + az * bz) + (ay * by + aw * bw)
    }

    /// Each quaternion times its own factor.
    #[inline(always)]
    pub fn scaled(self, factors: L) -> Self {
        let [x, y, z, w] = self.0;
        Self([x * factors, y * factors, z * factors, w * factors])
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, Self([ax, ay, az, aw]): Self, Self([bx, by, bz, bw]): Self) -> Self {
        let (x, y) = (L::select(mask, ax, bx), L::select(mask, ay, by));
        Self([x, y, L::select(mask, az, bz), L::select(mask, aw, bw)])
    }

    #[inline(always)]
    pub fn conjugate(self) -> Self {
        let [x, y, z, w] = self.0;
        Self([x.negated(), y.negated(), z.negated(), w])
    }

    /// Vectors rotated by unit quaternions; see the product of [`glam::Quat`] and [`Vec3`].
    #[inline(always)]
    pub fn rotate(&self, simd: L::Simd, vectors: Points<L>) -> Points<L> {
        let (b, w) = self.parts();
        let two = L::splat(simd, 2.0);
        vectors * (w * w - b.dot(b)) + b * (vectors.dot(b) * two) + b.cross(vectors) * (w * two)
    }
}

impl<L: Lanes> Add for Quaternions<L> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, other.0);
        Self([ax + bx, ay + by, az + bz, aw + bw])
    }
}

impl<L: Lanes> Sub for Quaternions<L> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, other.0);
        Self([ax - bx, ay - by, az - bz, aw - bw])
    }
}

impl<L: Lanes> Mul for Quaternions<L> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, other.0);
        Self([
            (ax * bw + aw * bx) + (ay * bz - az * by),
            (aw * by - ax * bz) + (az * bx + ay * bw),
            (ax * by + aw * bz) + (az * bw - ay * bx),
            (aw * bw - ax * bx) + ((az * bz).negated() - ay * by),
        ])
    }
}

impl<L: Lanes> Motions<L> {
    #[inline(always)]
    pub fn of<'a>(simd: L::Simd, of: impl Fn(usize) -> &'a DualQuat) -> Self {
        let [real, dual] = L::motions(simd, of);
        Self { real: Quaternions(real), dual: Quaternions(dual) }
    }

    /// See [`super::blend_motions`].
    #[inline(always)]
    pub fn blend<'a>(
        simd: L::Simd,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        motions: &[DualQuat],
        sign_mode: SignMode,
    ) -> Self {
        let [real, dual] = L::blend_motions(simd, influences, fours, motions, sign_mode);
        Self { real: Quaternions(real), dual: Quaternions(dual) }
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, if_true: Self, if_false: Self) -> Self {
        let real = Quaternions::select(mask, if_true.real, if_false.real);
        Self { real, dual: Quaternions::select(mask, if_true.dual, if_false.dual) }
    }

    /// Each motion times its own factor.
    #[inline(always)]
    pub fn scaled(&self, factors: L) -> Self {
        Self { real: self.real.scaled(factors), dual: self.dual.scaled(factors) }
    }

    /// See [`crate::math::DualQuat::multiply`].
    #[inline(always)]
    pub fn multiply(&self, other: Self) -> Self {
        Self { real: self.real * other.real, dual: self.real * other.dual + self.dual * other.real }
    }

    /// See [`crate::math::DualQuat::conjugate`].
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        Self { real: self.real.conjugate(), dual: self.dual.conjugate() }
    }

    /// See [`crate::math::DualQuat::normalize`].
    #[inline(always)]
    pub fn normalize(&self) -> Self {
        let length = self.real.dot(self.real).sqrt();
        let Self { real, dual } = self.scaled(length.like(1.0) / length);
        Self { real, dual: dual - real.scaled(real.dot(dual)) }
    }

    /// Vector part and scalar part of the unit quaternions, and the reciprocal lengths that made them so.
    #[inline(always)]
    fn rotations(&self) -> (Points<L>, L, L) {
        let length = self.real.dot(self.real).sqrt();
        let inverse_norm = length.like(1.0) / length;
        let (vector, scalar) = self.real.parts();
        (vector * inverse_norm, scalar * inverse_norm, inverse_norm)
    }

    /// See [`crate::math::DualQuat::transform_point`].
    #[inline(always)]
    pub fn transform_point(&self, points: Points<L>) -> Points<L> {
        let (d0, a0, inverse_norm) = self.rotations();
        let (de, ae) = self.dual.parts();
        let (de, ae) = (de * inverse_norm, ae * inverse_norm);
        let two = a0.like(2.0);
        points + d0.cross(d0.cross(points) + points * a0) * two + (de * a0 - d0 * ae + d0.cross(de)) * two
    }

    /// See [`crate::math::DualQuat::rotate_vector`].
    #[inline(always)]
    pub fn rotate_vector(&self, vectors: Points<L>) -> Points<L> {
        let (d0, a0, _) = self.rotations();
        vectors + d0.cross(d0.cross(vectors) + vectors * a0) * a0.like(2.0)
    }
}
