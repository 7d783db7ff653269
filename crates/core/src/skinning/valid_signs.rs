use super::SignMode;
use super::signs::sign_of;
use crate::math::DualQuat;
use crate::model::Influence;
use glam::Quat;

/// Rotations a half turn apart have a dot product of zero, whose sign is determined by rounding.
const ROUNDING: f32 = 1e-6;

/// Whether the signs that the vertex loop assigns to a vertex's influences are valid: no two of the signed rotations
/// with a positive weight have a negative dot product, so that all are blended along the shorter arc (Kavan 2008,
/// section 4.1). If no assignment is valid, every mode returns false. `influences` must not be empty.
pub fn has_valid_signs(influences: &[Influence], motions: &[DualQuat], sign_mode: SignMode) -> bool {
    let heaviest = motions[influences[0].joint as usize].real;
    let mut running_sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut signed: Vec<Quat> = Vec::with_capacity(influences.len());
    for influence in influences {
        let real = motions[influence.joint as usize].real;
        let sign = sign_of(sign_mode, real, heaviest, running_sum);
        running_sum += real * (sign * influence.weight);
        if influence.weight > 0.0 {
            signed.push(real * sign);
        }
    }
    let apart = |(index, a): (usize, &Quat)| signed[..index].iter().any(|b| a.dot(*b) < -ROUNDING);
    !signed.iter().enumerate().any(apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3};

    /// Rotations about x by the given degrees, with the signs of their half angles.
    fn turns(degrees: &[f64]) -> Vec<DualQuat> {
        let turn = |&angle: &f64| DQuat::from_axis_angle(DVec3::X, angle.to_radians());
        degrees.iter().map(|angle| DualQuat::from_rotation_translation(turn(angle), DVec3::ZERO)).collect()
    }

    fn valid(degrees: &[f64], weights: &[f32], sign_mode: SignMode) -> bool {
        let influence = |(joint, &weight): (usize, &f32)| Influence { joint: joint as u32, weight };
        let influences: Vec<Influence> = weights.iter().enumerate().map(influence).collect();
        has_valid_signs(&influences, &turns(degrees), sign_mode)
    }

    const MODES: [SignMode; 3] = [SignMode::AsGiven, SignMode::AgainstHeaviest, SignMode::AgainstRunningSum];

    #[test]
    fn turns_less_than_a_half_apart_are_valid_under_every_mode() {
        for mode in MODES {
            assert!(valid(&[0.0, 80.0, 170.0], &[0.4, 0.3, 0.3], mode));
            assert!(valid(&[20.0], &[1.0], mode));
        }
    }

    #[test]
    fn two_turns_apart_are_wrong_as_given_and_right_against_either() {
        // cos(200 / 2) is negative: the other sign is 160 degrees away.
        assert_eq!(MODES.map(|mode| valid(&[0.0, 200.0], &[0.6, 0.4], mode)), [false, true, true]);
        // A half turn is equally far in both directions.
        assert!(valid(&[0.0, 180.0], &[0.5, 0.5], SignMode::AsGiven));
    }

    #[test]
    fn three_turns_around_the_circle_fit_no_signs() {
        // Half angles 0, 80 and 160: the third is 160 from the first; negated it is 20 from the first and 100 from the
        // second.
        assert_eq!(MODES.map(|mode| valid(&[0.0, 160.0, 320.0], &[0.4, 0.3, 0.3], mode)), [false; 3]);
        // Half angles 0, 120, 150 become 0, -60, -30: all within a right angle.
        assert_eq!(MODES.map(|mode| valid(&[0.0, 240.0, 300.0], &[0.5, 0.3, 0.2], mode)), [false, true, true]);
    }

    #[test]
    fn what_does_not_count_is_not_asked() {
        assert!(valid(&[0.0, 200.0], &[1.0, 0.0], SignMode::AsGiven));
        assert!(valid(&[0.0, 200.0], &[1.2, -0.2], SignMode::AsGiven));
    }
}
