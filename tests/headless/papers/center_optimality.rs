//! The sum that optimized centers of rotation minimize: Le & Hodgins 2016, section 3.1, equations 2 to 3c, and the
//! Procrustes problem of section 5.
//!
//! The paper's formulas are compared with optimizers that know only the sum of squares to be minimized (equation 2a).

use super::bundled;
use crate::properties::Random;
use crate::reference::centers::{self, Piece, similarity};
use crate::reference::dual::Dual;
use crate::reference::joints::nearest_rotation;
use crate::reference::quaternion::{self, Quaternion, about, scaled, sum};
use crate::reference::{Settings, influences, joints_of};
use glam::{DMat3, DMat4, DVec3, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::Pose;
use skinscope::skinning::{Antipodality, JointPalette, SkinningMethod, SkinningSettings, deform_primitive_about};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

/// One vertex with its joints, and the surface with its similarity times area.
struct Problem {
    weights: Vec<f64>,
    joints: Vec<Dual>,
    surface: Vec<(DVec3, f64)>,
}

impl Problem {
    fn random(random: &mut Random, most_radians: f64) -> Self {
        let count = 2 + (random.next() % 4) as usize;
        Self {
            weights: random.weights(count),
            joints: (0..count).map(|_| Dual::rigid(random.turn_under(most_radians), random.point(1.0))).collect(),
            surface: (0..30).map(|_| (random.point(1.0), random.within(0.01, 1.0))).collect(),
        }
    }

    /// Equation 2b: a point under LBS with the weights of the vertex.
    fn linearly_blended(&self, v: DVec3) -> DVec3 {
        self.joints.iter().zip(&self.weights).map(|(joint, &weight)| joint.apply(v) * weight).sum()
    }

    /// `sum_j w_j R_j`.
    fn blended_matrix(&self) -> DMat3 {
        let add = |all, (joint, &weight): (&Dual, &f64)| all + quaternion::matrix(joint.real) * weight;
        self.joints.iter().zip(&self.weights).fold(DMat3::ZERO, add)
    }

    /// Algorithm 1, lines 5 and 6.
    fn qlerp(&self) -> Quaternion {
        let mut all = quaternion::ZERO;
        for (joint, &weight) in self.joints.iter().zip(&self.weights) {
            let sign = if quaternion::dot(all, joint.real) < 0.0 { -1.0 } else { 1.0 };
            all = sum(all, scaled(joint.real, sign * weight));
        }
        quaternion::normalized(all)
    }

    /// Equation 2a.
    fn squares(&self, turn: Quaternion, t: DVec3) -> f64 {
        let apart = |v: DVec3| (quaternion::rotate(turn, v) + t - self.linearly_blended(v)).length_squared();
        self.surface.iter().map(|&(v, share)| share * apart(v)).sum()
    }

    fn total(&self) -> f64 {
        self.surface.iter().map(|&(_, share)| share).sum()
    }

    /// Equation 3c.
    fn center(&self) -> DVec3 {
        self.surface.iter().map(|&(v, share)| v * share).sum::<DVec3>() / self.total()
    }

    /// Equation 3b, with any point in the place of the center.
    fn translation_about(&self, center: DVec3, turn: Quaternion) -> DVec3 {
        self.linearly_blended(center) - quaternion::rotate(turn, center)
    }
}

/// The rotation R with the largest `trace(R^T matrix)`: Horn 1987, the quaternion with the largest eigenvalue of a 4x4
/// matrix. Squared again and again, what is left of the matrix is that quaternion.
fn best_rotation(matrix: DMat3) -> Quaternion {
    // Horn's S has the source first.
    let s = |source: usize, target: usize| matrix.col(source)[target];
    let (x, y, z) = (0, 1, 2);
    let diagonal = [
        s(x, x) + s(y, y) + s(z, z),
        s(x, x) - s(y, y) - s(z, z),
        s(y, y) - s(x, x) - s(z, z),
        s(z, z) - s(x, x) - s(y, y),
    ];
    let turns = [s(y, z) - s(z, y), s(z, x) - s(x, z), s(x, y) - s(y, x)];
    let (xy, zx, yz) = (s(x, y) + s(y, x), s(z, x) + s(x, z), s(y, z) + s(z, y));
    let mut power = DMat4::from_cols_array(&[
        diagonal[0],
        turns[0],
        turns[1],
        turns[2],
        turns[0],
        diagonal[1],
        xy,
        zx,
        turns[1],
        xy,
        diagonal[2],
        yz,
        turns[2],
        zx,
        yz,
        diagonal[3],
    ]);
    let size = |m: &DMat4| m.to_cols_array().iter().map(|part| part * part).sum::<f64>().sqrt();
    // Shifted, so that the largest eigenvalue is also the one farthest from zero.
    power += DMat4::IDENTITY * size(&power);
    for _ in 0..60 {
        power = power * (1.0 / size(&power));
        power *= power;
    }
    let longest = (0..4).map(|k| power.col(k)).max_by(|a, b| a.length().total_cmp(&b.length())).unwrap();
    quaternion::normalized(longest.to_array())
}

/// Nelder and Mead 1965: looks only at values. `scale` is the size of the first simplex.
fn minimize<const N: usize>(start: [f64; N], scale: f64, value: impl Fn(&[f64; N]) -> f64) -> ([f64; N], f64) {
    let mut best = (start, value(&start));
    // Started anew where it ended, so that a simplex that has collapsed does not end the search.
    for round in 0..4 {
        let mut simplex = vec![best];
        for k in 0..N {
            let mut corner = best.0;
            corner[k] += scale * 0.1f64.powi(round);
            simplex.push((corner, value(&corner)));
        }
        for _ in 0..100 * N {
            simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
            let worst = simplex[N];
            let middle: [f64; N] =
                std::array::from_fn(|k| simplex[..N].iter().map(|corner| corner.0[k]).sum::<f64>() / N as f64);
            let toward = |factor: f64| {
                let at = std::array::from_fn(|k| middle[k] + factor * (worst.0[k] - middle[k]));
                (at, value(&at))
            };
            let reflected = toward(-1.0);
            simplex[N] = if reflected.1 < simplex[0].1 {
                let farther = toward(-2.0);
                if farther.1 < reflected.1 { farther } else { reflected }
            } else if reflected.1 < simplex[N - 1].1 {
                reflected
            } else {
                let nearer = toward(if reflected.1 < worst.1 { -0.5 } else { 0.5 });
                if nearer.1 >= worst.1.min(reflected.1) {
                    let lowest = simplex[0].0;
                    for corner in &mut simplex[1..] {
                        corner.0 = std::array::from_fn(|k| 0.5 * (corner.0[k] + lowest[k]));
                        corner.1 = value(&corner.0);
                    }
                    continue;
                }
                nearer
            };
        }
        simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
        best = simplex[0];
    }
    best
}

/// By hand: four points at the ends of a cross in the y z plane, two joints with a half each, one at rest, the other
/// turned by 90 degrees about x and moved by (0, 2, 0). The center is the origin and goes to (0, 1, 0). Every point
/// is `1 - cos 45` from where LBS puts it, which together is `4 (1 - 1/sqrt 2)^2 = 0.3431`. About the point (0, 1, 0)
/// the sum of squares is twice that.
#[test]
fn a_cross_by_hand() {
    let cross = [DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let problem = Problem {
        weights: vec![0.5, 0.5],
        joints: vec![Dual::ONE, Dual::rigid(about(DVec3::X, FRAC_PI_2), DVec3::new(0.0, 2.0, 0.0))],
        surface: cross.map(|v| (v, 1.0)).to_vec(),
    };
    let turn = problem.qlerp();
    assert!(problem.center().length() < 1e-15);
    let t = problem.translation_about(problem.center(), turn);
    assert!(t.distance(DVec3::Y) < 1e-12, "{t}");
    let least = 4.0 * (1.0 - FRAC_1_SQRT_2).powi(2);
    assert!((problem.squares(turn, t) - least).abs() < 1e-12);
    let about_itself = problem.translation_about(DVec3::Y, turn);
    assert!((problem.squares(turn, about_itself) - 2.0 * least).abs() < 1e-12);
}

/// Equations 2a, 3a and 3b: no translation is better than the one that takes the center where LBS does; not only for
/// the blended rotation, but for any, with the same center.
#[test]
fn the_translation_minimizes_the_squares() {
    let mut random = Random(91);
    let (mut largest, mut gain) = (0.0f64, 0.0f64);
    for round in 0..21 {
        let problem = Problem::random(&mut random, 3.0);
        let turn = if round % 3 == 2 { random.rotation() } else { problem.qlerp() };
        let expected = problem.translation_about(problem.center(), turn);
        let (found, least) =
            minimize(random.point(2.0).to_array(), 0.5, |t| problem.squares(turn, DVec3::from_array(*t)));
        largest = largest.max(DVec3::from_array(found).distance(expected));
        gain = gain.max(problem.squares(turn, expected) - least);
    }
    println!("equation 3b: {largest:.1e} from what the search finds, which is better by at most {gain:.1e}");
    // A search by values knows the place to the root of their rounding.
    assert!(largest < 2e-7 && gain < 1e-12);
}

/// Equation 3c, what p* is: the point with the least squared distances to the similar surface.
#[test]
fn the_center_minimizes_the_distances_to_the_similar_surface() {
    let mut random = Random(92);
    let mut largest = 0.0f64;
    for _ in 0..15 {
        let problem = Problem::random(&mut random, 3.0);
        let squares = |at: &[f64; 3]| -> f64 {
            let at = DVec3::from_array(*at);
            problem.surface.iter().map(|&(v, share)| share * v.distance_squared(at)).sum()
        };
        let (found, _) = minimize(random.point(1.0).to_array(), 0.5, squares);
        largest = largest.max(DVec3::from_array(found).distance(problem.center()));
    }
    println!("equation 3c: {largest:.1e} from what the search finds");
    assert!(largest < 2e-7);
}

/// "Independent of the bone transformations": turned about any point x instead, the sum of squares grows by
/// `S |(sum_j w_j R_j - R)(x - p*)|^2`, so that p* is a best center of every pose. It is the only one unless the
/// difference of the two matrices is singular: joints that turn about one axis leave that axis free.
#[test]
fn one_center_is_best_in_every_pose() {
    let mut random = Random(93);
    let mut largest = 0.0f64;
    for _ in 0..200 {
        let mut problem = Problem::random(&mut random, 3.0);
        let center = problem.center();
        for _ in 0..5 {
            problem.joints.iter_mut().for_each(|joint| *joint = random.motion());
            let turn = problem.qlerp();
            let squares = |at: DVec3| problem.squares(turn, problem.translation_about(at, turn));
            let off = random.point(1.0);
            let grown = (problem.blended_matrix() - quaternion::matrix(turn)) * off;
            let expected = squares(center) + problem.total() * grown.length_squared();
            largest = largest.max((squares(center + off) - expected).abs() / expected);
        }
    }
    println!("squares about other points: to {largest:.1e}");
    assert!(largest < 1e-12);

    let mut twisted = Problem::random(&mut random, 1.0);
    let axis = random.direction();
    twisted.joints.iter_mut().for_each(|joint| {
        *joint = Dual::rigid(about(axis, random.within(-1.5, 1.5)), random.point(1.0));
    });
    let (turn, center) = (twisted.qlerp(), twisted.center());
    let at = |off: DVec3| twisted.translation_about(center + off, turn);
    assert!(at(axis * 3.0).distance(at(DVec3::ZERO)) < 1e-12, "along the axis nothing changes");
    assert!(at(axis.any_orthonormal_vector()).distance(at(DVec3::ZERO)) > 1e-3);
}

/// Section 5: rotation and translation minimized together are the orthogonal Procrustes problem. With the same center,
/// the rotation is the one nearest to `sum_j w_j R_j M`, `M = sum s (v - p*)(v - p*)^T`: its polar part, unless that
/// mirrors. QLERP's sum of squares is never smaller.
#[test]
fn rotation_and_translation_together_are_a_procrustes_problem() {
    let mut random = Random(94);
    let (mut turned, mut moved, mut qlerp_over_best, mut mirrored) = (0.0f64, 0.0f64, 1.0f64, 0);
    for _ in 0..12 {
        let problem = Problem::random(&mut random, 2.5);
        let center = problem.center();
        let add = |all, &(v, share): &(DVec3, f64)| {
            let d = v - center;
            all + DMat3::from_cols(d * d.x, d * d.y, d * d.z) * share
        };
        let covariance = problem.surface.iter().fold(DMat3::ZERO, add);
        let matrix = problem.blended_matrix() * covariance;
        let procrustes = best_rotation(matrix);
        if matrix.determinant() > 0.0 {
            let polar = quaternion::from_matrix(nearest_rotation(matrix));
            let apart = quaternion::angle(quaternion::multiply(quaternion::conjugate(polar), procrustes));
            assert!(apart < 1e-9, "the polar part is {apart:e} away");
        } else {
            mirrored += 1;
        }
        let t = problem.translation_about(center, procrustes);
        let least = problem.squares(procrustes, t);
        // The search turns QLERP's rotation by a rotation vector.
        let start = problem.qlerp();
        let turn_of = |at: &[f64; 6]| {
            let vector = DVec3::new(at[0], at[1], at[2]);
            let angle = vector.length();
            if angle < 1e-12 { start } else { quaternion::multiply(about(vector, angle), start) }
        };
        let squares = |at: &[f64; 6]| problem.squares(turn_of(at), DVec3::new(at[3], at[4], at[5]));
        let [x, y, z] = problem.translation_about(center, start).to_array();
        let (found, value) = minimize([0.0, 0.0, 0.0, x, y, z], 0.3, squares);
        assert!(value >= least - 1e-12, "the search is better by {:e}", least - value);
        turned =
            turned.max(quaternion::angle(quaternion::multiply(quaternion::conjugate(turn_of(&found)), procrustes)));
        moved = moved.max(DVec3::new(found[3], found[4], found[5]).distance(t));
        qlerp_over_best = qlerp_over_best.max(problem.squares(start, DVec3::new(x, y, z)) / least);
        assert!(problem.squares(start, DVec3::new(x, y, z)) >= least);
    }
    println!(
        "Procrustes: rotation to {turned:.1e}, translation to {moved:.1e}; QLERP's squares are up to \
         {qlerp_over_best:.3} times the least; the matrix mirrors in {mirrored} of 12"
    );
    assert!(turned < 1e-5 && moved < 1e-5 && qlerp_over_best > 1.0);
}

/// Equation 2 in the program: where `cor` puts a vertex of a folded limb, the sum of squares over its surface is least;
/// a thousandth of the extent aside it is larger in every direction.
#[test]
fn the_programs_translation_minimizes_the_squares() {
    let model = bundled("limb");
    let extent = f64::from(model.rest_bounds().extent());
    let mut pose = Pose::rest(&model.skeleton);
    let named = skinscope::bundled::find("limb").and_then(|model| model.pose("fold-forward")).unwrap();
    named.overrides(&model.skeleton).unwrap().apply(&model.skeleton, &mut pose);
    let cor = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
    let primitive = &model.primitives[0];
    let palettes = JointPalette::all(&model, &pose, cor);
    let centers = &compute_centers(&model, &CenterSettings::default())[0];
    // The same vertex as the origin and the three axes: four points give the rotation and the translation.
    let skin: Vec<_> = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
        .map(|at| {
            let mut moved = skinscope::model::Primitive::clone(primitive);
            moved.positions.fill(at);
            deform_primitive_about(&model, &moved, &palettes[0], cor, centers).unwrap()
        })
        .into();
    let of_reference = Settings { antipodality: Antipodality::RunningSum, ..Settings::new("cor") };
    let posed = joints_of(&model, primitive, &pose, of_reference);
    let surface: Vec<Piece> = centers::pieces(&model, primitive.skin);
    let (mut checked, mut least_growth, mut largest) = (0, f64::INFINITY, 0.0f64);
    for vertex in (0..primitive.positions.len()).step_by(41) {
        let all = influences(primitive, vertex);
        if all.len() < 2 {
            continue;
        }
        let similar = |piece: &Piece| (piece.middle, piece.area * similarity(&sorted(&all), &piece.weights));
        let problem = Problem {
            weights: all.iter().map(|&(_, weight)| weight).collect(),
            joints: all.iter().map(|&(joint, _)| posed[joint].motion()).collect(),
            surface: surface.iter().map(similar).filter(|&(_, share)| share > 0.0).collect(),
        };
        let at = |point: usize| skin[point][vertex].position.as_dvec3();
        let t = at(0);
        let turn = quaternion::from_matrix(DMat3::from_cols(at(1) - t, at(2) - t, at(3) - t));
        let least = problem.squares(turn, t);
        for aside in [DVec3::X, DVec3::Y, DVec3::Z] {
            for side in [-1e-3, 1e-3] {
                let growth = problem.squares(turn, t + aside * side * extent) - least;
                // A translation aside by d costs S d^2, if nothing is left over.
                least_growth = least_growth.min(growth / (problem.total() * (1e-3 * extent).powi(2)));
            }
        }
        largest = largest.max(t.distance(problem.translation_about(problem.center(), turn)) / extent);
        checked += 1;
    }
    println!(
        "{checked} vertices of the limb: cor's translation is that of equation 3b to {largest:.1e} of the extent; a \
         thousandth aside costs at least {least_growth:.4} of S d^2"
    );
    assert!(checked > 20 && largest < 1e-5 && least_growth > 0.95);
}

/// Influences in ascending order of joints, as the similarity needs them.
fn sorted(influences: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let mut all = influences.to_vec();
    all.sort_by_key(|&(joint, _)| joint);
    all
}
