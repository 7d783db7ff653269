//! The loop over vertices of the methods that skin several at once, in the widest registers that the processor has.

#[cfg(target_arch = "x86_64")]
use super::eight_lanes::Eight;
use super::lanes::Lanes;
use super::many_vertices::{Points, Skinned};
use super::{RestVertex, SkinnedVertex};
use crate::model::Influence;
use glam::{DVec3, Vec3, Vec4};

/// A method that skins several vertices at once, with the palette and settings of the loop.
pub(super) trait LaneMethod: Copy {
    fn one(self, rest: RestVertex<'_>) -> SkinnedVertex;
    /// The vertices from an index on, one per lane.
    fn many<'a, L: Lanes>(self, simd: L::Simd, rest: impl RestVertices<'a>, first: usize) -> Skinned<L>;
}

/// The vertices that a loop skins, by index of its output.
pub(super) trait RestVertices<'a>: Copy {
    fn vertex(&self, index: usize) -> RestVertex<'a>;

    #[inline(always)]
    fn influences(&self, index: usize) -> &'a [Influence] {
        self.vertex(index).influences
    }

    /// The influences of the vertices from this index on, if it is known that each has four.
    #[inline(always)]
    fn fours(&self, _first: usize, _count: usize) -> Option<&'a [[Influence; 4]]> {
        None
    }

    /// Positions of the vertices from this index on, one per lane.
    #[inline(always)]
    fn positions<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        Points::of(simd, |lane| self.vertex(first + lane).position)
    }

    /// Normals of the vertices from this index on, one per lane.
    #[inline(always)]
    fn normals<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        Points::of(simd, |lane| self.vertex(first + lane).normal)
    }

    /// Centers of the vertices from this index on, one per lane.
    #[inline(always)]
    fn centers<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        Points::of(simd, |lane| self.vertex(first + lane).center)
    }
}

impl<'a, F: Fn(usize) -> RestVertex<'a> + Copy> RestVertices<'a> for F {
    #[inline(always)]
    fn vertex(&self, index: usize) -> RestVertex<'a> {
        self(index)
    }
}

/// The part of a skinned vertex that a caller keeps. The rest is not computed either, since everything is inlined.
pub(super) trait Kept: Sized {
    fn of(vertex: SkinnedVertex) -> Self;
    /// Writes one vertex per lane; `out` has one entry per lane.
    fn store<L: Lanes>(skinned: Skinned<L>, out: &mut [Self]);
}

impl Kept for SkinnedVertex {
    #[inline(always)]
    fn of(vertex: SkinnedVertex) -> Self {
        vertex
    }

    #[inline(always)]
    fn store<L: Lanes>(Skinned { positions: p, normals: n }: Skinned<L>, out: &mut [Self]) {
        L::interleave([p.x, p.y, p.z], [n.x, n.y, n.z], out);
    }
}

/// The position alone, in the type that measures take.
impl Kept for DVec3 {
    #[inline(always)]
    fn of(vertex: SkinnedVertex) -> Self {
        vertex.position.as_dvec3()
    }

    #[inline(always)]
    fn store<L: Lanes>(skinned: Skinned<L>, out: &mut [Self]) {
        let Points { x, y, z } = skinned.positions;
        let (x, y, z) = (x.to_lanes(), y.to_lanes(), z.to_lanes());
        for (lane, out) in out.iter_mut().enumerate() {
            *out = Vec3::new(x[lane], y[lane], z[lane]).as_dvec3();
        }
    }
}

/// Fills `out` with the kept part of each skinned vertex.
#[inline(always)]
pub(super) fn skin_many<'a, O: Kept>(method: impl LaneMethod, rest: impl RestVertices<'a>, out: &mut [O]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(Loop { simd, method, rest, out });
    }
    skin_by_lanes::<Vec4, _>((), method, rest, out);
}

/// [`skin_by_lanes`], compiled for the processor's instruction set.
#[cfg(target_arch = "x86_64")]
struct Loop<'o, M, R, O> {
    simd: pulp::x86::V3,
    method: M,
    rest: R,
    out: &'o mut [O],
}

#[cfg(target_arch = "x86_64")]
impl<'a, M: LaneMethod, R: RestVertices<'a>, O: Kept> pulp::NullaryFnOnce for Loop<'_, M, R, O> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        skin_by_lanes::<Eight, _>(self.simd, self.method, self.rest, self.out);
    }
}

/// Skins the last vertices, fewer than there are lanes, one by one.
#[inline(always)]
pub(super) fn skin_by_lanes<'a, L: Lanes, O: Kept>(
    simd: L::Simd,
    method: impl LaneMethod,
    rest: impl RestVertices<'a>,
    out: &mut [O],
) {
    let (whole, last) = out.split_at_mut(out.len() / L::COUNT * L::COUNT);
    for (index, out) in whole.chunks_exact_mut(L::COUNT).enumerate() {
        O::store(method.many::<L>(simd, rest, index * L::COUNT), out);
    }
    let first_of_last = whole.len();
    for (index, out) in last.iter_mut().enumerate() {
        *out = O::of(method.one(rest.vertex(first_of_last + index)));
    }
}

/// Skins the vertices one by one, for methods without a loop over several.
#[inline(always)]
pub(super) fn each<'a, O: Kept>(
    out: &mut [O],
    rest: impl RestVertices<'a>,
    one: impl Fn(RestVertex<'a>) -> SkinnedVertex,
) {
    for (index, out) in out.iter_mut().enumerate() {
        *out = O::of(one(rest.vertex(index)));
    }
}
