//! Division of a motion into steps that are fine enough for blending palettes between neighbors.

use crate::model::{Model, Pose};
use crate::skinning::{JointPalette, SkinningSettings};

/// Desired turn of a joint between two steps. Blending matrices over it shortens a limb by a thousandth.
const WANTED_STEP_DEGREES: f32 = 5.0;

/// Largest turn across which palettes are blended.
pub(super) const FARTHEST_STEP_DEGREES: f32 = 10.0;

/// Most steps of one slider. Two turns of a joint take this many.
const MOST_STEPS: usize = 144;
const FEWEST_STEPS: usize = 12;

/// Count of intervals in which the motion is examined.
const SAMPLES: usize = 48;

pub(super) struct Steps {
    /// Ascending values.
    pub values: Vec<f32>,
    pub poses: Vec<Pose>,
    /// Largest turn of any joint from each step to the next.
    pub turns_degrees: Vec<f32>,
}

/// Values between two ends, with both ends and `start`, and their poses.
pub(super) fn steps_between(model: &Model, [from, to]: [f32; 2], start: f32, pose_at: &dyn Fn(f32) -> Pose) -> Steps {
    let value = |index: usize, count: usize| {
        let share = index as f32 / count as f32;
        from * (1.0 - share) + to * share
    };
    let samples: Vec<Pose> = (0..=SAMPLES).map(|index| pose_at(value(index, SAMPLES))).collect();
    let fastest = turns_degrees(model, &samples).into_iter().fold(0.0, f32::max);
    let count = (fastest * SAMPLES as f32 / WANTED_STEP_DEGREES).ceil() as usize;
    let count = count.clamp(FEWEST_STEPS, MOST_STEPS);
    let mut values: Vec<f32> = (0..=count).map(|index| value(index, count)).collect();
    if !values.contains(&start) {
        values.push(start);
        values.sort_by(f32::total_cmp);
    }
    let poses: Vec<Pose> = values.iter().map(|value| pose_at(*value)).collect();
    let turns_degrees = turns_degrees(model, &poses);
    Steps { values, poses, turns_degrees }
}

/// Largest turn of any joint from each pose to the next, in the scene.
fn turns_degrees(model: &Model, poses: &[Pose]) -> Vec<f32> {
    let palettes: Vec<Vec<JointPalette>> =
        poses.iter().map(|pose| JointPalette::all(model, pose, SkinningSettings::default())).collect();
    let motions = |palettes: &[JointPalette]| -> Vec<glam::Quat> {
        palettes.iter().flat_map(|palette| palette.motions.iter().map(|motion| motion.real)).collect()
    };
    let turns = |pair: &[Vec<JointPalette>]| {
        let (before, after) = (motions(&pair[0]), motions(&pair[1]));
        let turn = |(a, b): (&glam::Quat, &glam::Quat)| 2.0 * a.dot(*b).abs().min(1.0).acos();
        before.iter().zip(&after).map(turn).fold(0.0, f32::max).to_degrees()
    };
    palettes.windows(2).map(turns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::open_model;
    use crate::model::{PoseOverrides, parse_set};

    #[test]
    fn steps_are_near_and_hold_the_ends_and_the_start() {
        let model = open_model("bar").unwrap().asset.model;
        let pose_at = |degrees: f32| {
            let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
            parse_set(&format!("mid:rx={degrees}"), &model.skeleton, &pose, &mut overrides).unwrap();
            overrides.apply(&model.skeleton, &mut pose);
            pose
        };
        let steps = steps_between(&model, [0.0, 180.0], 133.0, &pose_at);
        assert_eq!((steps.values[0], *steps.values.last().unwrap()), (0.0, 180.0));
        assert!(steps.values.contains(&133.0) && steps.values.is_sorted());
        assert!((37..45).contains(&steps.values.len()), "{}", steps.values.len());
        assert!(steps.turns_degrees.iter().all(|turn| *turn < 5.1), "{:?}", steps.turns_degrees);
        assert_eq!(steps.poses[0], Pose::rest(&model.skeleton));
        let far = steps_between(&model, [0.0, 3600.0], 0.0, &pose_at);
        assert!(far.values.len() == MOST_STEPS + 1 && far.turns_degrees[0] > FARTHEST_STEP_DEGREES);
    }
}
