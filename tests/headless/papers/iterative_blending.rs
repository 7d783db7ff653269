//! DIB: Kavan 2008, appendix B, algorithm 3, and Kavan 2006, which it comes from.

use crate::properties::Random;
use crate::reference::dual::{Dual, dib, dlb, negated, sclerp, two};
use crate::reference::quaternion;
use std::f64::consts::PI;

fn shorter_way(first: Dual, second: Dual) -> Dual {
    if quaternion::dot(first.real, second.real) < 0.0 { negated(second) } else { second }
}

/// Appendix B.1: "for n = 2, DIB terminates in just a single iteration", and what it gives is ScLERP.
#[test]
fn dib_of_two_joints_is_sclerp_after_one_step() {
    let mut random = Random(41);
    let (mut largest, mut most_steps) = (0.0f64, 0);
    for _ in 0..2000 {
        let first = random.motion();
        let second = shorter_way(first, random.motion());
        let t = random.unit();
        let found = dib(&two(t), &[first, second], 1e-9);
        assert!(found.converged);
        most_steps = most_steps.max(found.steps);
        let expected = sclerp(t, first, second);
        let point = random.point(1.0);
        largest = largest.max(found.motion.apply(point).distance(expected.apply(point)));
    }
    println!("DIB of two joints: {most_steps} step, then nothing moves; {largest:.1e} from ScLERP");
    assert_eq!(most_steps, 1);
    assert!(largest < 1e-9);
}

/// Appendix B.1: "in practice, the algorithm converges quite quickly", and at the end the weighted logarithms cancel:
/// that is what makes it the mean of the group.
#[test]
fn dib_of_many_joints_ends_where_the_logarithms_cancel() {
    let mut random = Random(42);
    for degrees in [30.0f64, 90.0, 150.0, 175.0] {
        let (mut most_steps, mut largest, mut residual, mut failed) = (0, 0.0f64, 0.0f64, 0);
        for round in 0..500 {
            let count = 3 + round % 4;
            let weights = random.weights(count);
            // All within `degrees` of one another.
            let motions: Vec<Dual> = (0..count)
                .map(|_| {
                    let turn = random.turn_under(0.5 * degrees.to_radians());
                    Dual::rigid(turn, random.point(1.0))
                })
                .collect();
            let found = dib(&weights, &motions, 1e-12);
            failed += usize::from(!found.converged);
            most_steps = most_steps.max(found.steps);
            let back = found.motion.conjugate();
            let sums = motions.iter().zip(&weights).map(|(motion, &weight)| back.times(*motion).log().by(weight));
            let (real, dual) = sums.fold(Default::default(), |(real, dual): (glam::DVec3, glam::DVec3), log| {
                (real + log.real, dual + log.dual)
            });
            residual = residual.max(real.length().max(dual.length()));
            let between = dlb(&weights, &motions).times(back);
            largest = largest.max(quaternion::angle(between.real).to_degrees());
        }
        println!(
            "within {degrees} degrees: at most {most_steps} steps, DLB at most {largest:.3} degrees away, \
             residual {residual:.1e}"
        );
        assert_eq!(failed, 0);
        assert!(residual < 1e-11 && most_steps < 60 && largest < 8.15);
    }
}

/// Appendix A.4: log and exp undo each other, near the identity (where series take over) as elsewhere.
#[test]
fn log_and_exp_undo_each_other() {
    let mut random = Random(43);
    let mut largest = 0.0f64;
    for angle in [0.0, 1e-12, 1e-8, 1e-5, 1e-4, 1.1e-4, 1e-3, 0.1, 1.0, 3.0, PI - 1e-6, PI, 4.0, 6.0] {
        for _ in 0..50 {
            let turn = quaternion::about(random.direction(), angle);
            let motion = Dual::rigid(turn, random.point(2.0));
            let back = motion.log().exp();
            for (a, b) in motion.real.iter().chain(&motion.dual).zip(back.real.iter().chain(&back.dual)) {
                largest = largest.max((a - b).abs());
            }
        }
    }
    println!("exp(log q) is q to {largest:.1e}");
    assert!(largest < 1e-10);
}
