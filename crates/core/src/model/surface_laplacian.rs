//! The cotangent Laplacian of a surface, and smoothing with functions of it.

use crate::work::Progress;
use glam::DVec3;

/// `L = D^-1 C` for the matrix C of cotangents and its diagonal D: the difference between a value at a point and the
/// weighted mean of its neighbors. A point without triangles has a difference of zero, so that it stays what it is.
///
/// Its eigenvalues lie between zero and [`LARGEST_EIGENVALUE`], whatever the triangles: of each triangle alone, C is
/// positive semidefinite, and `D^-1 C` has a trace of three and an eigenvalue of zero.
#[derive(Debug)]
pub(super) struct SurfaceLaplacian {
    /// Where the neighbors of each point begin, and the end.
    offsets: Vec<u32>,
    /// The neighbors of each point, and the part of each in their mean. Obtuse angles may make parts negative.
    neighbors: Vec<(u32, f64)>,
}

const LARGEST_EIGENVALUE: f64 = 3.0;

/// A triangle whose area is smaller than this fraction of its longest side squared has no angles.
const LEAST_AREA: f64 = 1e-10;

/// Values at a point.
pub(super) type Values<const N: usize> = [f64; N];

impl SurfaceLaplacian {
    pub fn of(points: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        let mut edges: Vec<(u32, u32, f64)> = Vec::with_capacity(6 * triangles.len());
        for triangle in triangles {
            for corner in 0..3 {
                let [at, from, to] = [0, 1, 2].map(|step| triangle[(corner + step) % 3]);
                let [a, b, c] = [at, from, to].map(|point| points[point as usize]);
                let (left, right) = (b - a, c - a);
                let double_area = left.cross(right).length();
                let longest = left.length_squared().max(right.length_squared()).max((c - b).length_squared());
                if double_area > LEAST_AREA * longest {
                    let cotangent = left.dot(right) / double_area;
                    edges.extend([(from, to, cotangent), (to, from, cotangent)]);
                }
            }
        }
        // Stable, so that the order of triangles is that of the sums.
        edges.sort_by_key(|&(from, to, _)| (from, to));
        let (mut offsets, mut neighbors) = (vec![0], Vec::<(u32, f64)>::with_capacity(edges.len() / 2));
        let mut edges = edges.into_iter().peekable();
        for point in 0..points.len() as u32 {
            let first = neighbors.len();
            while let Some((_, to, cotangent)) = edges.next_if(|&(from, ..)| from == point) {
                match neighbors[first..].last_mut() {
                    Some((last, sum)) if *last == to => *sum += cotangent,
                    _ => neighbors.push((to, cotangent)),
                }
            }
            let whole: f64 = neighbors[first..].iter().map(|(_, part)| part).sum();
            if whole > 0.0 {
                neighbors[first..].iter_mut().for_each(|(_, part)| *part /= whole);
            } else {
                neighbors.truncate(first);
            }
            offsets.push(neighbors.len() as u32);
        }
        Self { offsets, neighbors }
    }

    fn neighbors_of(&self, point: usize) -> &[(u32, f64)] {
        &self.neighbors[self.offsets[point] as usize..self.offsets[point + 1] as usize]
    }
}

/// The surroundings of some points, as far as polynomials of a degree reach. Points have places of their own here, in the
/// order in which they are reached, so that memory and time depend on the surroundings alone.
#[derive(Debug)]
pub(super) struct Patch {
    points: Vec<u32>,
    /// Number of points within each ring.
    ring_ends: Vec<usize>,
    offsets: Vec<u32>,
    /// Neighbors by their places, with their parts.
    neighbors: Vec<(u32, f64)>,
    /// By point: its place, or [`OUTSIDE`].
    places: Vec<u32>,
}

const OUTSIDE: u32 = u32::MAX;

impl Patch {
    /// A patch without points, of a surface with as many.
    pub fn new(points: usize) -> Self {
        let (offsets, places) = (Vec::new(), vec![OUTSIDE; points]);
        Self { points: Vec::new(), ring_ends: Vec::new(), offsets, neighbors: Vec::new(), places }
    }

    /// Takes the points around these, with as many rings.
    pub fn surround(&mut self, laplacian: &SurfaceLaplacian, sources: impl Iterator<Item = u32>, rings: usize) {
        self.points.drain(..).for_each(|point| self.places[point as usize] = OUTSIDE);
        self.ring_ends.clear();
        sources.for_each(|point| self.add(point));
        let mut ring = 0..self.points.len();
        self.ring_ends.push(ring.end);
        for _ in 0..rings {
            for index in ring.clone() {
                for &(neighbor, _) in laplacian.neighbors_of(self.points[index] as usize) {
                    if self.places[neighbor as usize] == OUTSIDE {
                        self.add(neighbor);
                    }
                }
            }
            ring = ring.end..self.points.len();
            self.ring_ends.push(ring.end);
        }
        self.neighbors.clear();
        self.offsets.clear();
        self.offsets.push(0);
        for &point in &self.points {
            let neighbors = laplacian.neighbors_of(point as usize).iter();
            let inside = neighbors.map(|&(neighbor, part)| (self.places[neighbor as usize], part));
            self.neighbors.extend(inside.filter(|(place, _)| *place != OUTSIDE));
            self.offsets.push(self.neighbors.len() as u32);
        }
    }

    fn add(&mut self, point: u32) {
        self.places[point as usize] = self.points.len() as u32;
        self.points.push(point);
    }

    /// The points by their places.
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// The Chebyshev polynomials of the Laplacian, applied to values that are zero but at the first points. Calls `add` for
    /// each with its degree and, for each place where it may not be zero, with the place and the polynomial of the values.
    /// A function is the sum of these with its coefficients, see [`low_pass`]. `values` and `before` are memory that may hold
    /// anything. Stops early if canceled.
    pub fn polynomials<const N: usize>(
        &self,
        source: impl Fn(u32) -> Values<N>,
        [values, before]: &mut [Vec<Values<N>>; 2],
        progress: &Progress,
        mut add: impl FnMut(usize, usize, &Values<N>),
    ) {
        for list in [&mut *values, &mut *before] {
            list.clear();
            list.resize(self.points.len(), [0.0; N]);
        }
        let sources = self.ring_ends.first().copied().unwrap_or(0);
        self.points[..sources].iter().zip(&mut *values).for_each(|(&point, values)| *values = source(point));
        let scale = 2.0 / LARGEST_EIGENVALUE;
        for (degree, &reached) in self.ring_ends.iter().enumerate() {
            values[..reached].iter().enumerate().for_each(|(place, values)| add(degree, place, values));
            let Some(&next) = self.ring_ends.get(degree + 1) else { break };
            if progress.is_canceled() {
                break;
            }
            // T_1 = t, and T_(k+1) = 2 t T_k - T_(k-1), where t takes the eigenvalues to -1 ... 1.
            let (twice, minus) = if degree == 0 { (1.0, 0.0) } else { (2.0, 1.0) };
            for (place, result) in before[..next].iter_mut().enumerate() {
                let neighbors = &self.neighbors[self.offsets[place] as usize..self.offsets[place + 1] as usize];
                let mut mean = [0.0; N];
                for &(neighbor, part) in neighbors {
                    for (sum, value) in mean.iter_mut().zip(&values[neighbor as usize]) {
                        *sum += part * value;
                    }
                }
                let own = &values[place];
                let scale = if neighbors.is_empty() { 0.0 } else { scale };
                for ((result, own), mean) in result.iter_mut().zip(own).zip(mean) {
                    *result = twice * (scale * (own - mean) - own) - minus * *result;
                }
            }
            std::mem::swap(values, before);
        }
    }
}

/// Error of a function that is given up, relative to the values: far below single precision.
const TOLERANCE: f64 = 1e-10;

/// Nodes at which a function is sampled; more than twice the degrees that it needs.
const SAMPLES: usize = 512;

/// Chebyshev coefficients of `(1 + strength x)^-steps` over the eigenvalues: as many implicit steps of smoothing as that.
/// One polynomial takes the place of the steps, each of which would be a system of equations.
pub(super) fn low_pass(strength: f64, steps: i32) -> Vec<f64> {
    let angle = |sample: usize| std::f64::consts::PI * (sample as f64 + 0.5) / SAMPLES as f64;
    let at = |angle: f64| (1.0 + strength * (angle.cos() + 1.0) * LARGEST_EIGENVALUE / 2.0).powi(-steps);
    let samples: Vec<(f64, f64)> = (0..SAMPLES).map(|sample| (angle(sample), at(angle(sample)))).collect();
    let coefficient = |degree: usize| {
        let sum: f64 = samples.iter().map(|(angle, value)| value * (degree as f64 * angle).cos()).sum();
        sum * if degree == 0 { 1.0 } else { 2.0 } / SAMPLES as f64
    };
    let mut coefficients: Vec<f64> = (0..SAMPLES / 2).map(coefficient).collect();
    let mut left = 0.0;
    while let Some(last) = coefficients.last() {
        left += last.abs();
        if left > TOLERANCE {
            break;
        }
        coefficients.pop();
    }
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of equilateral triangles: 0 2 4 above, 1 3 5 below.
    fn strip() -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let point = |index: u32| DVec3::new(f64::from(index) / 2.0, f64::from(index % 2) * -(0.75f64.sqrt()), 0.0);
        ((0..6).map(point).collect(), vec![[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]])
    }

    fn filtered(laplacian: &SurfaceLaplacian, values: &[f64], coefficients: &[f64]) -> Vec<f64> {
        let sources = (0..values.len() as u32).filter(|&point| values[point as usize] != 0.0);
        let mut patch = Patch::new(values.len());
        patch.surround(laplacian, sources, coefficients.len() - 1);
        let mut result = vec![0.0; values.len()];
        let source = |point: u32| [values[point as usize]];
        patch.polynomials(source, &mut Default::default(), &Progress::default(), |degree, place, [value]| {
            result[patch.points()[place] as usize] += coefficients[degree] * value;
        });
        result
    }

    #[test]
    fn parts_are_those_of_the_cotangents() {
        let (points, triangles) = strip();
        let laplacian = SurfaceLaplacian::of(&points, &triangles);
        // All angles are 60 degrees: an edge of two triangles has twice the cotangent of one of the rim.
        assert_eq!(laplacian.neighbors_of(0).iter().map(|(to, _)| *to).collect::<Vec<_>>(), [1, 2]);
        for (to, part) in laplacian.neighbors_of(2) {
            let expected = if [1, 3].contains(to) { 2.0 / 6.0 } else { 1.0 / 6.0 };
            assert!((part - expected).abs() < 1e-12, "{to}: {part}");
        }
    }

    /// `(1 + s L)^n` of the result is the source again.
    #[test]
    fn steps_backward_undo_the_smoothing() {
        let (mut points, triangles) = strip();
        points[3] += DVec3::new(0.4, 0.1, 0.6);
        points.push(DVec3::Z);
        let laplacian = SurfaceLaplacian::of(&points, &triangles);
        let source = [0.0, 1.0, 0.0, -0.5, 0.0, 0.0, 0.7];
        let (strength, steps) = (3.0, 20);
        let mut values = filtered(&laplacian, &source, &low_pass(strength, steps));
        assert!((values[6] - 0.7).abs() < 1e-9, "a point without triangles");
        // Few enough steps that rounding does not grow into the result.
        for _ in 0..2 {
            let mean = |point: usize| -> f64 {
                laplacian.neighbors_of(point).iter().map(|&(to, part)| part * values[to as usize]).sum()
            };
            let undone = (0..7).map(|point| match laplacian.neighbors_of(point) {
                [] => values[point],
                _ => values[point] + strength * (values[point] - mean(point)),
            });
            values = undone.collect();
        }
        let fewer = filtered(&laplacian, &source, &low_pass(strength, steps - 2));
        for (found, expected) in values.iter().zip(&fewer) {
            assert!((found - expected).abs() < 1e-7, "{values:?}, {fewer:?}");
        }
    }

    #[test]
    fn constants_are_kept_and_flat_triangles_do_nothing() {
        let (mut points, mut triangles) = strip();
        points.push(DVec3::new(0.5, 0.0, 0.0));
        triangles.push([0, 6, 2]);
        let laplacian = SurfaceLaplacian::of(&points, &triangles);
        for value in filtered(&laplacian, &[2.0; 7], &low_pass(3.0, 20)) {
            assert!((value - 2.0).abs() < 1e-9, "{value}");
        }
    }
}
