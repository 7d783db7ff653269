//! Registers that hold one number for each of several vertices, and the transfer of vertices into and out of them.
//!
//! Every implementation performs the same operations in the same order, none of them fused, so that the width of the
//! registers changes no bit.

use super::affine::blend_list;
use super::blend_motions::blend_motions_of;
use super::{PaletteMatrix, SignMode, SkinnedVertex};
use crate::math::DualQuat;
use crate::model::Influence;
use glam::{BVec4A, Mat4, Vec3, Vec4};
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

/// One number for each of [`Self::COUNT`] vertices.
pub(super) trait Lanes:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const COUNT: usize;
    /// Shows that the processor has these registers.
    type Simd: Copy + Debug;
    type Mask: Copy + Debug;

    fn splat(simd: Self::Simd, value: f32) -> Self;
    /// The same value in every lane.
    fn like(self, value: f32) -> Self;
    fn of(simd: Self::Simd, of: impl Fn(usize) -> f32) -> Self;
    fn sqrt(self) -> Self;
    /// Changes the sign.
    fn negated(self) -> Self;
    /// The absolute value.
    fn magnitude(self) -> Self;
    fn less(self, than: Self) -> Self::Mask;
    fn less_or_equal(self, than: Self) -> Self::Mask;
    fn both(simd: Self::Simd, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn any(simd: Self::Simd, mask: Self::Mask) -> bool;
    fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self;
    /// x, y and z of one point per lane.
    fn points(simd: Self::Simd, of: impl Fn(usize) -> Vec3) -> [Self; 3];
    /// The rows of one matrix per lane.
    fn matrices<'a>(simd: Self::Simd, of: impl Fn(usize) -> &'a PaletteMatrix) -> [[Self; 4]; 3];
    /// Real and dual parts of one motion per lane.
    fn motions<'a>(simd: Self::Simd, of: impl Fn(usize) -> &'a DualQuat) -> [[Self; 4]; 2];
    /// [`Self::points`] of a slice with one point per lane.
    fn consecutive_points(simd: Self::Simd, points: &[Vec3]) -> [Self; 3];
    /// The rows of `sum_i w_i M_i`, see [`super::affine::blend_matrices`]. `fours` are the influences, if all have four.
    fn blend_matrices<'a>(
        simd: Self::Simd,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        matrices: &[PaletteMatrix],
    ) -> [[Self; 4]; 3];
    /// Real and dual parts, see [`super::blend_motions`]. `fours` are the influences, if all have four.
    fn blend_motions<'a>(
        simd: Self::Simd,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        motions: &[DualQuat],
        sign_mode: SignMode,
    ) -> [[Self; 4]; 2];
    /// Writes one vertex per lane. `out` has one entry per lane.
    fn interleave(positions: [Self; 3], normals: [Self; 3], out: &mut [SkinnedVertex]);
    /// The lanes, and zeros after them.
    fn to_lanes(self) -> [f32; MOST_LANES];
}

/// Largest number of lanes of an implementation.
pub(super) const MOST_LANES: usize = 8;

/// One value per lane. Unlike the standard library's functions for arrays it is always inlined.
#[inline(always)]
pub(super) fn lanes<T>(of: impl Fn(usize) -> T) -> [T; 4] {
    [of(0), of(1), of(2), of(3)]
}

#[inline(always)]
fn transposed([a, b, c, d]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(a, b, c, d).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}

/// Four lanes, which every processor has.
impl Lanes for Vec4 {
    const COUNT: usize = 4;
    type Simd = ();
    type Mask = BVec4A;

    #[inline(always)]
    fn splat((): (), value: f32) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn like(self, value: f32) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn of((): (), of: impl Fn(usize) -> f32) -> Self {
        Self::from_array(lanes(of))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::sqrt(self)
    }

    #[inline(always)]
    fn negated(self) -> Self {
        -self
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn less(self, than: Self) -> BVec4A {
        self.cmplt(than)
    }

    #[inline(always)]
    fn less_or_equal(self, than: Self) -> BVec4A {
        self.cmple(than)
    }

    #[inline(always)]
    fn both((): (), a: BVec4A, b: BVec4A) -> BVec4A {
        a & b
    }

    #[inline(always)]
    fn any((): (), mask: BVec4A) -> bool {
        mask.any()
    }

    #[inline(always)]
    fn select(mask: BVec4A, if_true: Self, if_false: Self) -> Self {
        Self::select(mask, if_true, if_false)
    }

    #[inline(always)]
    fn points((): (), of: impl Fn(usize) -> Vec3) -> [Self; 3] {
        let [a, b, c, d] = lanes(of);
        [Self::new(a.x, b.x, c.x, d.x), Self::new(a.y, b.y, c.y, d.y), Self::new(a.z, b.z, c.z, d.z)]
    }

    #[inline(always)]
    fn matrices<'a>((): (), of: impl Fn(usize) -> &'a PaletteMatrix) -> [[Self; 4]; 3] {
        let matrices = lanes(of);
        let row = |row: usize| transposed(lanes(|lane| matrices[lane].rows[row]));
        [row(0), row(1), row(2)]
    }

    #[inline(always)]
    fn motions<'a>((): (), of: impl Fn(usize) -> &'a DualQuat) -> [[Self; 4]; 2] {
        let motions = lanes(of);
        let real = transposed(lanes(|lane| Self::from(motions[lane].real)));
        [real, transposed(lanes(|lane| Self::from(motions[lane].dual)))]
    }

    #[inline(always)]
    fn consecutive_points((): (), points: &[Vec3]) -> [Self; 3] {
        Self::points((), |lane| points[lane])
    }

    #[inline(always)]
    fn blend_matrices<'a>(
        (): (),
        influences: impl Fn(usize) -> &'a [Influence],
        _fours: Option<&[[Influence; 4]]>,
        matrices: &[PaletteMatrix],
    ) -> [[Self; 4]; 3] {
        let blended = lanes(|lane| blend_list(influences(lane), matrices));
        Self::matrices((), |lane| &blended[lane])
    }

    #[inline(always)]
    fn blend_motions<'a>(
        (): (),
        influences: impl Fn(usize) -> &'a [Influence],
        _fours: Option<&[[Influence; 4]]>,
        motions: &[DualQuat],
        sign_mode: SignMode,
    ) -> [[Self; 4]; 2] {
        let blended = lanes(|lane| blend_motions_of(influences(lane), motions, sign_mode));
        Self::motions((), |lane| &blended[lane])
    }

    #[inline(always)]
    fn interleave(positions: [Self; 3], normals: [Self; 3], out: &mut [SkinnedVertex]) {
        let vectors = |[x, y, z]: [Self; 3]| {
            let ([ax, bx, cx, dx], [ay, by, cy, dy], [az, bz, cz, dz]) = (x.to_array(), y.to_array(), z.to_array());
            [Vec3::new(ax, ay, az), Vec3::new(bx, by, bz), Vec3::new(cx, cy, cz), Vec3::new(dx, dy, dz)]
        };
        let (positions, normals) = (vectors(positions), vectors(normals));
        for (out, (position, normal)) in out.iter_mut().zip(positions.into_iter().zip(normals)) {
            *out = SkinnedVertex { position, normal };
        }
    }

    #[inline(always)]
    fn to_lanes(self) -> [f32; MOST_LANES] {
        let [a, b, c, d] = self.to_array();
        [a, b, c, d, 0.0, 0.0, 0.0, 0.0]
    }
}
