//! [`Lanes`] in the 256-bit registers of AVX2, which nearly every x86-64 processor in use has.

use super::lanes::{Lanes, MOST_LANES};
use super::{PaletteMatrix, SHORTEST_BLEND, SignMode, SkinnedVertex};
use crate::math::DualQuat;
use crate::model::Influence;
use bytemuck::{NoUninit, bytes_of, bytes_of_mut, cast, pod_read_unaligned};
use glam::{Vec3, Vec4};
use pulp::x86::V3;
use std::arch::x86_64::{__m128, __m256};
use std::ops::{Add, Div, Mul, Sub};

/// One number for each of eight vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eight {
    simd: V3,
    lanes: __m256,
}

/// Comparison that is ordered and quiet: false for NaN.
const LESS: i32 = std::arch::x86_64::_CMP_LT_OQ;
const LESS_OR_EQUAL: i32 = std::arch::x86_64::_CMP_LE_OQ;

macro_rules! operator {
    ($name:ident, $function:ident, $instruction:ident) => {
        impl $name for Eight {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self { lanes: self.simd.avx.$instruction(self.lanes, other.lanes), ..self }
            }
        }
    };
}

operator!(Add, add, _mm256_add_ps);
operator!(Sub, sub, _mm256_sub_ps);
operator!(Mul, mul, _mm256_mul_ps);
operator!(Div, div, _mm256_div_ps);

/// Eight numbers that lie one after another in memory.
#[inline(always)]
fn load(bytes: &[u8]) -> __m256 {
    pod_read_unaligned(&bytes[..size_of::<__m256>()])
}

/// Four numbers that lie one after another in memory.
#[inline(always)]
fn load_half(bytes: &[u8]) -> __m128 {
    pod_read_unaligned(&bytes[..size_of::<__m128>()])
}

impl Eight {
    #[inline(always)]
    fn new(simd: V3, lanes: __m256) -> Self {
        Self { simd, lanes }
    }

    /// Register with four numbers in the lower half and four in the upper.
    #[inline(always)]
    fn halves(simd: V3, below: __m128, above: __m128) -> __m256 {
        simd.avx._mm256_insertf128_ps::<1>(simd.avx._mm256_castps128_ps256(below), above)
    }

    /// Swaps rows and columns in each half.
    #[inline(always)]
    fn transposed(simd: V3, [a, b, c, d]: [__m256; 4]) -> [Self; 4] {
        let avx = simd.avx;
        let (ab, ab_above) = (avx._mm256_unpacklo_ps(a, b), avx._mm256_unpackhi_ps(a, b));
        let (cd, cd_above) = (avx._mm256_unpacklo_ps(c, d), avx._mm256_unpackhi_ps(c, d));
        [
            Self::new(simd, avx._mm256_shuffle_ps::<0b01_00_01_00>(ab, cd)),
            Self::new(simd, avx._mm256_shuffle_ps::<0b11_10_11_10>(ab, cd)),
            Self::new(simd, avx._mm256_shuffle_ps::<0b01_00_01_00>(ab_above, cd_above)),
            Self::new(simd, avx._mm256_shuffle_ps::<0b11_10_11_10>(ab_above, cd_above)),
        ]
    }

    /// Columns of the four-component vectors that begin at byte `at` of each value.
    #[inline(always)]
    fn columns_at<T: NoUninit>(simd: V3, [a, b, c, d, e, f, g, h]: [&T; 8], at: usize) -> [Self; 4] {
        let vectors = [
            Self::halves(simd, load_half(&bytes_of(a)[at..]), load_half(&bytes_of(e)[at..])),
            Self::halves(simd, load_half(&bytes_of(b)[at..]), load_half(&bytes_of(f)[at..])),
            Self::halves(simd, load_half(&bytes_of(c)[at..]), load_half(&bytes_of(g)[at..])),
            Self::halves(simd, load_half(&bytes_of(d)[at..]), load_half(&bytes_of(h)[at..])),
        ];
        Self::transposed(simd, vectors)
    }

    #[inline(always)]
    fn rows_of(simd: V3, matrices: [&PaletteMatrix; 8]) -> [[Self; 4]; 3] {
        let [first, second] = [Self::columns_at(simd, matrices, 0), Self::columns_at(simd, matrices, 16)];
        [first, second, Self::columns_at(simd, matrices, 32)]
    }

    #[inline(always)]
    fn parts_of(simd: V3, motions: [&DualQuat; 8]) -> [[Self; 4]; 2] {
        [Self::columns_at(simd, motions, 0), Self::columns_at(simd, motions, 16)]
    }
}

/// Array of eight values. Unlike the standard library's functions for arrays it is always inlined.
#[inline(always)]
fn eight<T>(of: impl Fn(usize) -> T) -> [T; 8] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}

#[inline(always)]
fn all<T>([a, b, c, d, e, f, g, h]: &[T; 8]) -> [&T; 8] {
    [a, b, c, d, e, f, g, h]
}

/// A motion times a factor.
#[inline(always)]
fn scaled(simd: V3, motion: &DualQuat, factor: f32) -> __m256 {
    simd.avx._mm256_mul_ps(load(bytes_of(motion)), simd.avx._mm256_set1_ps(factor))
}

/// `sum_i w_i M_i`: two rows in one register, the third in half a one.
#[inline(always)]
fn blend_rows(simd: V3, influences: &[Influence], matrices: &[PaletteMatrix], blended: &mut PaletteMatrix) {
    let (avx, sse) = (simd.avx, simd.sse);
    let mut two = avx._mm256_setzero_ps();
    let mut third = sse._mm_setzero_ps();
    for influence in influences {
        let rows = bytes_of(&matrices[influence.joint as usize]);
        let weight = avx._mm256_set1_ps(influence.weight);
        two = avx._mm256_add_ps(two, avx._mm256_mul_ps(load(rows), weight));
        let weight = avx._mm256_castps256_ps128(weight);
        third = sse._mm_add_ps(third, sse._mm_mul_ps(load_half(&rows[32..]), weight));
    }
    let bytes = bytes_of_mut(blended);
    bytes[..32].copy_from_slice(bytes_of(&two));
    bytes[32..].copy_from_slice(bytes_of(&third));
}

/// `sum_i s_i w_i q_i`, both parts in one register. The first has the sign 1 in every mode.
#[inline(always)]
fn blend_parts(
    simd: V3,
    heaviest: &Influence,
    others: &[Influence],
    motions: &[DualQuat],
    sign_mode: SignMode,
    blended: &mut DualQuat,
) {
    let avx = simd.avx;
    let first = &motions[heaviest.joint as usize];
    let mut sum = avx._mm256_add_ps(avx._mm256_setzero_ps(), scaled(simd, first, heaviest.weight));
    for influence in others {
        let motion = &motions[influence.joint as usize];
        let product = match sign_mode {
            SignMode::AsGiven => 0.0,
            SignMode::AgainstHeaviest => motion.real.dot(first.real),
            SignMode::AgainstRunningSum => motion.real.dot(cast(avx._mm256_castps256_ps128(sum))),
        };
        let factor = if product < 0.0 { -influence.weight } else { influence.weight };
        sum = avx._mm256_add_ps(sum, scaled(simd, motion, factor));
    }
    bytes_of_mut(blended).copy_from_slice(bytes_of(&sum));
}

/// Three registers with two vertices in each half.
#[inline(always)]
fn two_vertices(simd: V3, xy: __m256, zu: __m256, vw: __m256) -> [__m256; 3] {
    [
        simd.avx._mm256_shuffle_ps::<0b01_00_01_00>(xy, zu),
        simd.avx._mm256_shuffle_ps::<0b11_10_01_00>(vw, xy),
        simd.avx._mm256_shuffle_ps::<0b11_10_11_10>(zu, vw),
    ]
}

/// The lower halves of two registers, and the upper halves.
#[inline(always)]
fn same_halves(simd: V3, a: __m256, b: __m256) -> [__m256; 2] {
    [simd.avx._mm256_permute2f128_ps::<0x20>(a, b), simd.avx._mm256_permute2f128_ps::<0x31>(a, b)]
}

impl Lanes for Eight {
    const COUNT: usize = 8;
    type Simd = V3;
    type Mask = __m256;

    #[inline(always)]
    fn splat(simd: V3, value: f32) -> Self {
        Self::new(simd, simd.avx._mm256_set1_ps(value))
    }

    #[inline(always)]
    fn like(self, value: f32) -> Self {
        Self::splat(self.simd, value)
    }

    #[inline(always)]
    fn of(simd: V3, of: impl Fn(usize) -> f32) -> Self {
        Self::new(simd, cast(eight(of)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::new(self.simd, self.simd.avx._mm256_sqrt_ps(self.lanes))
    }

    #[inline(always)]
    fn negated(self) -> Self {
        let sign = self.simd.avx._mm256_set1_ps(-0.0);
        Self::new(self.simd, self.simd.avx._mm256_xor_ps(self.lanes, sign))
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        let sign = self.simd.avx._mm256_set1_ps(-0.0);
        Self::new(self.simd, self.simd.avx._mm256_andnot_ps(sign, self.lanes))
    }

    #[inline(always)]
    fn less(self, than: Self) -> __m256 {
        self.simd.avx._mm256_cmp_ps::<LESS>(self.lanes, than.lanes)
    }

    #[inline(always)]
    fn less_or_equal(self, than: Self) -> __m256 {
        self.simd.avx._mm256_cmp_ps::<LESS_OR_EQUAL>(self.lanes, than.lanes)
    }

    #[inline(always)]
    fn both(simd: V3, a: __m256, b: __m256) -> __m256 {
        simd.avx._mm256_and_ps(a, b)
    }

    #[inline(always)]
    fn any(simd: V3, mask: __m256) -> bool {
        simd.avx._mm256_movemask_ps(mask) != 0
    }

    #[inline(always)]
    fn select(mask: __m256, if_true: Self, if_false: Self) -> Self {
        let simd = if_true.simd;
        Self::new(simd, simd.avx._mm256_blendv_ps(if_false.lanes, if_true.lanes, mask))
    }

    #[inline(always)]
    fn points(simd: V3, of: impl Fn(usize) -> Vec3) -> [Self; 3] {
        let [x, y, z, _] = Self::columns_at(simd, all(&eight(|lane| of(lane).extend(0.0))), 0);
        [x, y, z]
    }

    #[inline(always)]
    fn matrices<'a>(simd: V3, of: impl Fn(usize) -> &'a PaletteMatrix) -> [[Self; 4]; 3] {
        Self::rows_of(simd, eight(of))
    }

    #[inline(always)]
    fn motions<'a>(simd: V3, of: impl Fn(usize) -> &'a DualQuat) -> [[Self; 4]; 2] {
        Self::parts_of(simd, eight(of))
    }

    #[inline(always)]
    fn consecutive_points(simd: V3, points: &[Vec3]) -> [Self; 3] {
        let avx = simd.avx;
        let bytes: &[u8] = bytemuck::cast_slice(&points[..Self::COUNT]);
        // Four points each: x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3.
        let a = Self::halves(simd, load_half(bytes), load_half(&bytes[48..]));
        let b = Self::halves(simd, load_half(&bytes[16..]), load_half(&bytes[64..]));
        let c = Self::halves(simd, load_half(&bytes[32..]), load_half(&bytes[80..]));
        let xy = avx._mm256_shuffle_ps::<0b10_01_11_10>(b, c);
        let yz = avx._mm256_shuffle_ps::<0b01_00_10_01>(a, b);
        let x = avx._mm256_shuffle_ps::<0b10_00_11_00>(a, xy);
        let y = avx._mm256_shuffle_ps::<0b11_01_10_00>(yz, xy);
        let z = avx._mm256_shuffle_ps::<0b11_00_11_01>(yz, c);
        [Self::new(simd, x), Self::new(simd, y), Self::new(simd, z)]
    }

    #[inline(always)]
    fn blend_matrices<'a>(
        simd: V3,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        matrices: &[PaletteMatrix],
    ) -> [[Self; 4]; 3] {
        let mut blended = [PaletteMatrix { rows: [Vec4::ZERO; 3] }; 8];
        match fours {
            // A loop with a known number of rounds is faster.
            Some(fours) => {
                for (blended, four) in blended.iter_mut().zip(fours) {
                    blend_rows(simd, four, matrices, blended);
                }
            }
            None => {
                for (lane, blended) in blended.iter_mut().enumerate() {
                    blend_rows(simd, influences(lane), matrices, blended);
                }
            }
        }
        Self::rows_of(simd, all(&blended))
    }

    #[inline(always)]
    fn blend_motions<'a>(
        simd: V3,
        influences: impl Fn(usize) -> &'a [Influence],
        fours: Option<&[[Influence; 4]]>,
        motions: &[DualQuat],
        sign_mode: SignMode,
    ) -> [[Self; 4]; 2] {
        let mut blended = [DualQuat::ZERO; 8];
        match fours {
            Some(fours) => {
                for (blended, [heaviest, others @ ..]) in blended.iter_mut().zip(fours) {
                    blend_parts(simd, heaviest, others, motions, sign_mode, blended);
                }
            }
            None => {
                for (lane, blended) in blended.iter_mut().enumerate() {
                    if let [heaviest, others @ ..] = influences(lane) {
                        blend_parts(simd, heaviest, others, motions, sign_mode, blended);
                    }
                }
            }
        }
        let [real, dual] = Self::parts_of(simd, all(&blended));
        let [x, y, z, w] = real;
        let length = ((x * x + z * z) + (y * y + w * w)).sqrt();
        let short = length.less(Self::splat(simd, SHORTEST_BLEND));
        if !Self::any(simd, short) {
            return [real, dual];
        }
        for (lane, (blended, length)) in blended.iter_mut().zip(length.to_lanes()).enumerate() {
            if length < SHORTEST_BLEND {
                *blended = motions[influences(lane)[0].joint as usize];
            }
        }
        Self::parts_of(simd, all(&blended))
    }

    #[inline(always)]
    fn interleave([x, y, z]: [Self; 3], [u, v, w]: [Self; 3], out: &mut [SkinnedVertex]) {
        let avx = x.simd.avx;
        let (xy, xy_above) = (avx._mm256_unpacklo_ps(x.lanes, y.lanes), avx._mm256_unpackhi_ps(x.lanes, y.lanes));
        let (zu, zu_above) = (avx._mm256_unpacklo_ps(z.lanes, u.lanes), avx._mm256_unpackhi_ps(z.lanes, u.lanes));
        let (vw, vw_above) = (avx._mm256_unpacklo_ps(v.lanes, w.lanes), avx._mm256_unpackhi_ps(v.lanes, w.lanes));
        let [a, b, c] = two_vertices(x.simd, xy, zu, vw);
        let [d, e, f] = two_vertices(x.simd, xy_above, zu_above, vw_above);
        let [[ab, ab_above], [cd, cd_above]] = [same_halves(x.simd, a, b), same_halves(x.simd, c, d)];
        let [ef, ef_above] = same_halves(x.simd, e, f);
        let registers = [ab, cd, ef, ab_above, cd_above, ef_above];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut out[..Self::COUNT]);
        for (to, register) in bytes.as_chunks_mut::<32>().0.iter_mut().zip(registers) {
            to.copy_from_slice(bytes_of(&register));
        }
    }

    #[inline(always)]
    fn to_lanes(self) -> [f32; MOST_LANES] {
        cast(self.lanes)
    }
}
